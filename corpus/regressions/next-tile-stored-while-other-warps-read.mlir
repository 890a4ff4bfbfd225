// A matmul of eight warps that is not pipelined: the next trip stores its tile where the other four warps' asynchronous dot may still read, as
// the wait in between is one for the own four warps alone. A race.
//
// RUN: fathom check %s --oracle shared-order --subject core --target cuda:90
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle shared-order --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle shared-order --subject triton:3.9.0 --target cuda:90 --num-warps 4 %}
//
// Found as shared-order: missing-barrier in TritonNvidiaGPUMembar: ttg.local_alloc writes where ttng.warp_group_dot reads, with no barrier in between
//   3.9.0                 fails so, with four warps it passes
//   core                  passes
//   3.6.0 and before      place barriers later, where they are not looked at
//
// FAILS: shared-order: missing-barrier in TritonNvidiaGPUMembar: ttg.local_alloc writes where ttng.warp_group_dot reads, with no barrier in between
// TARGET: cuda:90
// OPTIONS: num-warps=8 num-stages=1 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f16[5120];out:f32[4096];i32=5
// ORIGIN: written by hand, after a matmul of a user's kind that met it
module {
  tt.func public @kernel(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %steps: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %half = arith.constant dense<5.000000e-01> : tensor<64x16xf16>
    %next = arith.constant dense<1024> : tensor<16x64xi32>
    %row = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %column = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %c64s = arith.constant dense<64> : tensor<16x1xi32>
    %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %columns = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %row_offsets = arith.muli %rows, %c64s : tensor<16x1xi32>
    %r = tt.broadcast %row_offsets : tensor<16x1xi32> -> tensor<16x64xi32>
    %c = tt.broadcast %columns : tensor<1x64xi32> -> tensor<16x64xi32>
    %at = arith.addi %r, %c : tensor<16x64xi32>
    %xs = tt.splat %x : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>>
    %first = tt.addptr %xs, %at : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
    %sum:2 = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero, %p = %first) -> (tensor<64x64xf32>, tensor<16x64x!tt.ptr<f16>>) : i32 {
      %tile = tt.load %p : tensor<16x64x!tt.ptr<f16>>
      %d = tt.dot %half, %tile, %acc : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
      %q = tt.addptr %p, %next : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
      scf.yield %d, %q : tensor<64x64xf32>, tensor<16x64x!tt.ptr<f16>>
    }
    %orows = tt.expand_dims %column {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %o64 = arith.constant dense<64> : tensor<64x1xi32>
    %orow_offsets = arith.muli %orows, %o64 : tensor<64x1xi32>
    %or = tt.broadcast %orow_offsets : tensor<64x1xi32> -> tensor<64x64xi32>
    %oc = tt.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
    %oat = arith.addi %or, %oc : tensor<64x64xi32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %op = tt.addptr %os, %oat : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    tt.store %op, %sum#0 : tensor<64x64x!tt.ptr<f32>>
    tt.return
  }
}
