// A matmul that is not pipelined: threads store a tile, and the tensor cores of a Blackwell read it with no fence in between, in the PTX too.
//
// RUN: fathom check %s --oracle shared-order --subject core --target cuda:100
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle shared-order --subject triton:3.3.1 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle shared-order --subject triton:3.6.0 --target cuda:100 %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle shared-order --subject triton:3.9.0 --target cuda:100 %}
//
// Found as shared-order: missing-fence in TritonGPUFenceInsertion: ttng.tc_gen5_mma reads what ttg.local_alloc wrote, with no fence in between
//   3.3.1                 fails so
//   3.6.0, 3.9.0, core    passes
//
// FAILS: shared-order: missing-fence in TritonGPUFenceInsertion: ttng.tc_gen5_mma reads what ttg.local_alloc wrote, with no fence in between
// TARGET: cuda:100
// OPTIONS: num-warps=4 num-stages=1 num-ctas=1
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
