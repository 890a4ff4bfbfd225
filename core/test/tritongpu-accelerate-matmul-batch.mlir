// RUN: fathom-opt %s -tritongpu-accelerate-matmul | FileCheck %s
// RUN: not fathom-opt %s -tritongpu-accelerate-matmul --mutant M43 2>&1 | FileCheck %s --check-prefix=M43

// The warps of a batch are along the batch.
// CHECK: #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1, 1], instrShape = [1, 16, 8]}>
// CHECK: tt.dot {{.*}} -> tensor<4x32x32xf32, #mma>
// M43: is of rank 3, but its layout of 2
#b = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func @batch(%a: tensor<4x32x16xf16, #a0>, %b: tensor<4x16x32xf16, #a1>, %c: tensor<4x32x32xf32, #b>) -> tensor<4x32x32xf32, #b> {
    %0 = tt.dot %a, %b, %c : tensor<4x32x16xf16, #a0> * tensor<4x16x32xf16, #a1> -> tensor<4x32x32xf32, #b>
    tt.return %0 : tensor<4x32x32xf32, #b>
  }
}
