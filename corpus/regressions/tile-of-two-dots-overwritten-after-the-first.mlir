// Two dots of one tile that is computed in each trip. It is put into tensor memory for both, and the next trip's is put there when the first dot is done: the second may
// still read it, and is waited for after that. In shared memory the same happens to a right operand. Silent.
//
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:100 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: shared-memory in TritonGPUPipeline: ttng.tmem_store
//   3.1.0          was not asked: does not know cuda:100
//   3.3.1          passes
//   3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: shared-memory in TritonGPUPipeline: ttng.tmem_store
// TARGET: cuda:100
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f16[32768];f16[16384];f16[16384];out:f32[8192];i32=4
// ORIGIN: written by hand, after a kernel in Python that met it
module {
  tt.func public @kernel(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant dense<64> : tensor<128x1xi32>
    %c64b = arith.constant dense<64> : tensor<64x1xi32>
    %c8192 = arith.constant 8192 : i32
    %c4096 = arith.constant 4096 : i32
    %zeros = arith.constant dense<0.000000e+00> : tensor<128x64xf32>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %k = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %rowStarts = arith.muli %rows, %c64 : tensor<128x1xi32>
    %krows = tt.expand_dims %k {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %kStarts = arith.muli %krows, %c64b : tensor<64x1xi32>
    %columns = tt.expand_dims %k {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %columnsA = tt.broadcast %columns : tensor<1x64xi32> -> tensor<128x64xi32>
    %columnsB = tt.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
    %startsA = tt.broadcast %rowStarts : tensor<128x1xi32> -> tensor<128x64xi32>
    %startsB = tt.broadcast %kStarts : tensor<64x1xi32> -> tensor<64x64xi32>
    %atA = arith.addi %startsA, %columnsA : tensor<128x64xi32>
    %atB = arith.addi %startsB, %columnsB : tensor<64x64xi32>
    %got:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %zeros, %w = %zeros) -> (tensor<128x64xf32>, tensor<128x64xf32>) : i32 {
      %baseA = arith.muli %i, %c8192 : i32
      %baseB = arith.muli %i, %c4096 : i32
      %pa = tt.addptr %a, %baseA : !tt.ptr<f16>, i32
      %pas = tt.splat %pa : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
      %pat = tt.addptr %pas, %atA : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
      %pb = tt.addptr %b, %baseB : !tt.ptr<f16>, i32
      %pbs = tt.splat %pb : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
      %pbt = tt.addptr %pbs, %atB : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
      %pc = tt.addptr %c, %baseB : !tt.ptr<f16>, i32
      %pcs = tt.splat %pc : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
      %pct = tt.addptr %pcs, %atB : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
      %x = tt.load %pat : tensor<128x64x!tt.ptr<f16>>
      %y = tt.load %pbt : tensor<64x64x!tt.ptr<f16>>
      %z = tt.load %pct : tensor<64x64x!tt.ptr<f16>>
      %twice = arith.addf %x, %x : tensor<128x64xf16>
      %u1 = tt.dot %twice, %y, %u : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      %w1 = tt.dot %twice, %z, %w : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %u1, %w1 : tensor<128x64xf32>, tensor<128x64xf32>
    }
    %less = arith.subf %got#0, %got#1 : tensor<128x64xf32>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>>
    %po = tt.addptr %outs, %atA : tensor<128x64x!tt.ptr<f32>>, tensor<128x64xi32>
    tt.store %po, %less : tensor<128x64x!tt.ptr<f32>>
    tt.return
  }
}
