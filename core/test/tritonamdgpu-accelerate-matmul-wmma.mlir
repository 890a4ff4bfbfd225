// RUN: fathom-opt %s -tritonamdgpu-accelerate-matmul="gfx-arch=gfx1100" | FileCheck %s
// RUN: fathom-opt %s -tritonamdgpu-accelerate-matmul="gfx-arch=gfx1201" | FileCheck %s --check-prefix=GFX12

// CHECK: [[MMA:#.*]] = #ttg.amd_wmma<{version = 1, {{.*}}warpsPerCTA = [2, 2]
// CHECK: tt.dot {{.*}} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = [[MMA]], kWidth = 16}>> * {{.*}} -> tensor<64x64xf32, [[MMA]]>
// CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #blocked>
// GFX12: amd_wmma<{version = 2
// GFX12: kWidth = 8
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @product(%a: tensor<64x64xf16, #a0>, %b: tensor<64x64xf16, #a1>, %c: tensor<64x64xf32, #b>,
                   %d: tensor<64x64xf32, #a0>, %e: tensor<64x64xf32, #a1>) -> (tensor<64x64xf32, #b>, tensor<64x64xf32, #b>) {
    %0 = tt.dot %a, %b, %c : tensor<64x64xf16, #a0> * tensor<64x64xf16, #a1> -> tensor<64x64xf32, #b>
    %1 = tt.dot %d, %e, %c : tensor<64x64xf32, #a0> * tensor<64x64xf32, #a1> -> tensor<64x64xf32, #b>
    tt.return %0, %1 : tensor<64x64xf32, #b>, tensor<64x64xf32, #b>
  }
}
