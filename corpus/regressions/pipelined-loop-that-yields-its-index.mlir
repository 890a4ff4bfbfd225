// A pipelined loop that hands its induction variable on to the next iteration, and gives it back: the carried value is that of a stage.
//
// RUN: fathom check %s --oracle no-crash,same-meaning --subject core --target cuda:80,hip:gfx942
//
// Found as no-crash: assertion in TritonGPUPipeline: Index < size() && "invalid index for value range" (STLExtras.h)
//   core   passes
//
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 args=i32=7;inout:i32[512]{0};inout:f16[64]
// ORIGIN: generate --profile default --seed 31 --index 172, reduced from 255 ops to 13
module {
  tt.func public @kernel(%n: i32, %p: !tt.ptr<i32>, %q: !tt.ptr<f16>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %c1 = arith.constant 1 : i32
    %ptrs = tt.splat %q : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %rows = tt.splat %p : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>>
    %for:2 = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %zero, %before = %n) -> (tensor<16x16xf16>, i32)  : i32 {
      %splat = tt.splat %i : i32 -> tensor<16x16xi32>
      %row = tt.addptr %rows, %splat : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
      %load = tt.load %row : tensor<16x16x!tt.ptr<i32>>
      %at = tt.addptr %ptrs, %load : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %tile = tt.load %at : tensor<16x16x!tt.ptr<f16>>
      %dot = tt.dot %tile, %zero, %acc : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
      scf.yield %dot, %i : tensor<16x16xf16>, i32
    }
    tt.store %p, %for#1 : !tt.ptr<i32>
    tt.store %ptrs, %for#0 : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
