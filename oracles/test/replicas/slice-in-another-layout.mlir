// A slice of whole tiles in a layout whose warps lie along the other dim.
//
// RUN: not fathom check %s --oracle replicas | FileCheck %s
// CHECK: FAIL: replicas: other-thread in TritonAMDGPUReorderInstructions: amdg.extract_slice needs elements that other threads hold

// -----// IR Dump Before TritonAMDGPUReorderInstructions (tritonamdgpu-reorder-instructions) ('builtin.module' operation) //----- //
#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [1, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx942"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<64x32xf32, #wide>
    %y = amdg.extract_slice %x [32, 16] : tensor<64x32xf32, #wide> to tensor<32x16xf32, #wide>
    tt.return
  }
}

// -----// IR Dump After TritonAMDGPUReorderInstructions (tritonamdgpu-reorder-instructions) ('builtin.module' operation) //----- //
#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [1, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx942"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<64x32xf32, #wide>
    %y = amdg.extract_slice %x [32, 16] : tensor<64x32xf32, #wide> to tensor<32x16xf32, #turned>
    tt.return
  }
}
