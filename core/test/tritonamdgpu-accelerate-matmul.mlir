// RUN: fathom-opt %s -split-input-file -tritonamdgpu-accelerate-matmul="gfx-arch=gfx942" | FileCheck %s
// RUN: fathom-opt %s -split-input-file -tritonamdgpu-accelerate-matmul="gfx-arch=gfx942 matrix-instruction-size=16 kPack=2" | FileCheck %s --check-prefix=SMALL
// RUN: fathom-opt %s -split-input-file -tritonamdgpu-accelerate-matmul="gfx-arch=gfx950" | FileCheck %s --check-prefix=GFX950
// RUN: fathom-opt %s -split-input-file -tritonamdgpu-accelerate-matmul="gfx-arch=gfx942" --mutant M44 | FileCheck %s --check-prefix=M44

// CHECK: [[MMA:#.*]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
// CHECK-LABEL: @product
// CHECK: tt.dot {{.*}} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = [[MMA]], kWidth = 4}>> * {{.*}} -> tensor<64x64xf32, [[MMA]]>
// SMALL: instrShape = [16, 16, 16]
// SMALL-LABEL: @product
// SMALL: kWidth = 8}>> *
// GFX950: version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16]
// GFX950-LABEL: @product
// GFX950: kWidth = 8}>> *
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @product(%a: tensor<64x64xf16, #a0>, %b: tensor<64x64xf16, #a1>, %c: tensor<64x64xf16, #b>) -> tensor<64x64xf16, #b> {
    // Sums are f32.
    %0 = tt.dot %a, %b, %c : tensor<64x64xf16, #a0> * tensor<64x64xf16, #a1> -> tensor<64x64xf16, #b>
    tt.return %0 : tensor<64x64xf16, #b>
  }
}

// -----

// The first of a chain has its warps along m, the second one along m as far as it has tiles; it takes its operand as it is.
// CHECK-DAG: [[HEAD:#.*]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1]
// CHECK-DAG: [[TAIL:#.*]] = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2]
// CHECK-LABEL: @chain
// CHECK: tt.dot {{.*}} -> tensor<64x64xf32, [[HEAD]]>
// CHECK: tt.dot {{.*}} kWidth = 4}>> {{.*}} -> tensor<64x64xf32, [[TAIL]]>
// SMALL-LABEL: @chain
// SMALL: kWidth = 8
// SMALL: kWidth = 4
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @chain(%a: tensor<64x64xf16, #a0>, %b: tensor<64x64xf16, #a1>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %0 = tt.dot %a, %b, %c : tensor<64x64xf16, #a0> * tensor<64x64xf16, #a1> -> tensor<64x64xf32, #b>
    %1 = arith.truncf %0 : tensor<64x64xf32, #b> to tensor<64x64xf16, #b>
    %2 = ttg.convert_layout %1 : tensor<64x64xf16, #b> -> tensor<64x64xf16, #a0>
    %3 = tt.dot %2, %b, %c : tensor<64x64xf16, #a0> * tensor<64x64xf16, #a1> -> tensor<64x64xf32, #b>
    tt.return %3 : tensor<64x64xf32, #b>
  }
}

// -----

// K is too small for i8: threads multiply integers. fp8 of the other kind goes through f16.
// CHECK-LABEL: @others
// CHECK: tt.dot {{.*}} : tensor<16x16xi32, {{.*}} -> tensor<16x16xi32, #blocked>
// M44-LABEL: @others
// M44: arith.sitofp
// M44: arith.fptosi
// CHECK: tt.fp_to_fp {{.*}} : tensor<16x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<16x32xf16
// CHECK: tt.dot {{.*}} -> tensor<16x16xf32, #mma>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func @others(%d: tensor<16x16xi8, #a0>, %e: tensor<16x16xi8, #a1>, %f: tensor<16x16xi32, #b>,
                  %g: tensor<16x32xf8E5M2, #a0>, %h: tensor<32x16xf8E4M3FN, #a1>, %c: tensor<16x16xf32, #b>) -> (tensor<16x16xi32, #b>, tensor<16x16xf32, #b>) {
    %0 = tt.dot %d, %e, %f : tensor<16x16xi8, #a0> * tensor<16x16xi8, #a1> -> tensor<16x16xi32, #b>
    %1 = tt.dot %g, %h, %c : tensor<16x32xf8E5M2, #a0> * tensor<32x16xf8E4M3FN, #a1> -> tensor<16x16xf32, #b>
    tt.return %0, %1 : tensor<16x16xi32, #b>, tensor<16x16xf32, #b>
  }
}
