// RUN: fathom-opt %s -split-input-file -tritongpu-accelerate-matmul | FileCheck %s
// RUN: sed s/cuda:80/cuda:90/ %s | fathom-opt -split-input-file -tritongpu-accelerate-matmul | FileCheck %s --check-prefix=SM90
// RUN: sed s/cuda:80/cuda:75/ %s | fathom-opt -split-input-file -tritongpu-accelerate-matmul | FileCheck %s --check-prefix=SM75
// RUN: not fathom-opt %s -split-input-file -tritongpu-accelerate-matmul --mutant M45 2>&1 | FileCheck %s --check-prefix=M45

// The warps are laid out in a square, and an operand that was loaded has a multiple of its neighbours. wgmma reads it from a buffer.
// CHECK: [[MMA:#.*]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-LABEL: @product
// CHECK: %[[D:.*]] = tt.dot {{.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = [[MMA]], kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = [[MMA]], kWidth = 2}>> -> tensor<64x64xf32, [[MMA]]>
// CHECK: ttg.convert_layout %[[D]]
// SM90: [[MMA:#.*]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// SM90-DAG: [[A:#.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// SM90-DAG: [[B:#.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// SM90-LABEL: @product
// SM90: ttng.warp_group_dot {{.*}} : !ttg.memdesc<64x32xf16, [[A]], #smem> * !ttg.memdesc<32x64xf16, [[B]], #smem> -> tensor<64x64xf32, [[MMA]]>
// SM75-LABEL: @product
// SM75: tt.dot {{.*}} : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x64xf32, {{.*}} -> tensor<64x64xf32, #blocked>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func @product(%a: tensor<64x32xf16, #b>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %0 = ttg.convert_layout %a : tensor<64x32xf16, #b> -> tensor<64x32xf16, #a0>
    %1 = ttg.convert_layout %b : tensor<32x64xf16, #b> -> tensor<32x64xf16, #a1>
    %2 = tt.dot %0, %1, %c : tensor<64x32xf16, #a0> * tensor<32x64xf16, #a1> -> tensor<64x64xf32, #b>
    tt.return %2 : tensor<64x64xf32, #b>
  }
}

// -----

// i8 and f16 were loaded: both operands have four neighbours. K of 16 has no room for them. (Historical: #5121, and 8-bit with 16-bit.)
// CHECK-LABEL: @mixed
// CHECK: kWidth = 4}>> * {{.*}} kWidth = 4}>>
// CHECK: kWidth = 2}>> * {{.*}} kWidth = 2}>>
// M45: needs operands of one kWidth, not 4 and 2
// SM90-LABEL: @mixed
// SM90: ttng.warp_group_dot {{.*}} : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #{{.*}}, kWidth = 2}>> * !ttg.memdesc
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func @mixed(%p: tensor<64x32x!tt.ptr<i8>, #b>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #b>,
                 %q: tensor<64x16x!tt.ptr<i8>, #b>, %e: tensor<16x64xf16, #b>) -> (tensor<64x64xf32, #b>, tensor<64x64xf32, #b>) {
    %x = tt.load %p : tensor<64x32x!tt.ptr<i8>, #b>
    %a = arith.sitofp %x : tensor<64x32xi8, #b> to tensor<64x32xf16, #b>
    %0 = ttg.convert_layout %a : tensor<64x32xf16, #b> -> tensor<64x32xf16, #a0>
    %1 = ttg.convert_layout %b : tensor<32x64xf16, #b> -> tensor<32x64xf16, #a1>
    %2 = tt.dot %0, %1, %c : tensor<64x32xf16, #a0> * tensor<32x64xf16, #a1> -> tensor<64x64xf32, #b>
    %y = tt.load %q : tensor<64x16x!tt.ptr<i8>, #b>
    %d = arith.sitofp %y : tensor<64x16xi8, #b> to tensor<64x16xf16, #b>
    %3 = ttg.convert_layout %d : tensor<64x16xf16, #b> -> tensor<64x16xf16, #a0>
    %4 = ttg.convert_layout %e : tensor<16x64xf16, #b> -> tensor<16x64xf16, #a1>
    %5 = tt.dot %3, %4, %c : tensor<64x16xf16, #a0> * tensor<16x64xf16, #a1> -> tensor<64x64xf32, #b>
    tt.return %2, %5 : tensor<64x64xf32, #b>, tensor<64x64xf32, #b>
  }
}

// -----

// Products in a chain have their warps along one dim; on wgmma what is computed stays in registers.
// CHECK: warpsPerCTA = [4, 1], instrShape = [16, 8]
// CHECK-LABEL: @chain
// CHECK-COUNT-2: -> tensor<64x64xf32, #mma>
// SM90-LABEL: @chain
// SM90: ttng.warp_group_dot {{.*}} : !ttg.memdesc
// SM90: ttng.warp_group_dot {{.*}} : tensor<64x64xf16, #ttg.dot_op
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func @chain(%a: tensor<64x64xf16, #a0>, %b: tensor<64x64xf16, #a1>, %c: tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b> {
    %0 = tt.dot %a, %b, %c : tensor<64x64xf16, #a0> * tensor<64x64xf16, #a1> -> tensor<64x64xf32, #b>
    %1 = arith.truncf %0 : tensor<64x64xf32, #b> to tensor<64x64xf16, #b>
    %2 = ttg.convert_layout %1 : tensor<64x64xf16, #b> -> tensor<64x64xf16, #a0>
    %3 = tt.dot %2, %b, %c : tensor<64x64xf16, #a0> * tensor<64x64xf16, #a1> -> tensor<64x64xf32, #b>
    tt.return %3 : tensor<64x64xf32, #b>
  }
}

// -----

// What no unit computes: f32 as it is, and i8 with too small a K, on operands of the result's type. fp8 goes through f16 before 8.9.
// CHECK-LABEL: @others
// CHECK: tt.dot {{.*}} -> tensor<16x16xf32, #blocked>
// CHECK: arith.extsi {{.*}} : tensor<16x16xi8, {{.*}} to tensor<16x16xi32
// CHECK: tt.dot {{.*}} -> tensor<16x16xi32, #blocked>
// CHECK: tt.fp_to_fp {{.*}} : tensor<16x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma{{.*}}, kWidth = 4}>> -> tensor<16x32xf16
// CHECK: tt.dot {{.*}} : tensor<16x32xf16, {{.*}} -> tensor<16x16xf32, #mma
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func @others(%a: tensor<16x16xf32, #a0>, %b: tensor<16x16xf32, #a1>, %c: tensor<16x16xf32, #b>,
                  %d: tensor<16x16xi8, #a0>, %e: tensor<16x16xi8, #a1>, %f: tensor<16x16xi32, #b>,
                  %g: tensor<16x32xf8E5M2, #a0>, %h: tensor<32x16xf8E4M3FN, #a1>) -> (tensor<16x16xf32, #b>, tensor<16x16xi32, #b>, tensor<16x16xf32, #b>) {
    %0 = tt.dot %a, %b, %c : tensor<16x16xf32, #a0> * tensor<16x16xf32, #a1> -> tensor<16x16xf32, #b>
    %1 = tt.dot %d, %e, %f : tensor<16x16xi8, #a0> * tensor<16x16xi8, #a1> -> tensor<16x16xi32, #b>
    %2 = tt.dot %g, %h, %c : tensor<16x32xf8E5M2, #a0> * tensor<32x16xf8E4M3FN, #a1> -> tensor<16x16xf32, #b>
    tt.return %0, %1, %2 : tensor<16x16xf32, #b>, tensor<16x16xi32, #b>, tensor<16x16xf32, #b>
  }
}

// -----

// Scales multiply in bf16; the scale of 2^-127 is no normal bf16, and 255 is NaN.
// CHECK-LABEL: @scaled
// CHECK: ttg.fp4_to_fp {{.*}} {axis = 1 : i32} : tensor<32x16xi8, {{.*}} -> tensor<32x32xbf16
// CHECK: arith.extui
// CHECK: arith.shli
// CHECK: arith.select
// CHECK: arith.select
// CHECK: tt.bitcast
// CHECK: arith.mulf
// CHECK: tt.fp_to_fp {{.*}} : tensor<32x32xf8E4M3FN, {{.*}} -> tensor<32x32xbf16
// CHECK: tt.dot {{.*}} : tensor<32x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func @scaled(%a: tensor<32x16xi8, #b>, %s: tensor<32x1xi8, #s>, %b: tensor<32x32xf8E4M3FN, #b>, %t: tensor<32x1xi8, #s>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
    %0 = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<32x16xi8, #b>, tensor<32x1xi8, #s> * tensor<32x32xf8E4M3FN, #b>, tensor<32x1xi8, #s> -> tensor<32x32xf32, #b>
    tt.return %0 : tensor<32x32xf32, #b>
  }
}
