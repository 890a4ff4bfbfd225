// Each thread turns its own 4x4 block.
//
// RUN: fathom check %s --oracle replicas | FileCheck %s
// CHECK: num-stages=3: pass

// -----// IR Dump Before TritonAMDGPUInThreadTranspose (tritonamdgpu-in-thread-transpose) ('builtin.module' operation) //----- //
#in = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [1, 2], order = [1, 0]}>
#turned = #ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0], [16, 0]], warp = [[0, 32]], block = []}>
#moved = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [0, 1]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [8, 0], [16, 0]], warp = [[0, 32]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx942"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<32x64xf16, #in>
    %y = amdg.in_thread_transpose %x : tensor<32x64xf16, #in> -> tensor<32x64xf16, #turned>
    tt.return
  }
}

// -----// IR Dump After TritonAMDGPUInThreadTranspose (tritonamdgpu-in-thread-transpose) ('builtin.module' operation) //----- //
#in = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 8], warpsPerCTA = [1, 2], order = [1, 0]}>
#turned = #ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0], [16, 0]], warp = [[0, 32]], block = []}>
#moved = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [0, 1]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [8, 0], [16, 0]], warp = [[0, 32]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx942"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<32x64xf16, #in>
    %y = amdg.in_thread_transpose %x : tensor<32x64xf16, #in> -> tensor<32x64xf16, #turned>
    tt.return
  }
}
