// A loop with a product and loops beside it, as in 2024: only the product's operands are converted in inner loops.
// RUN: fathom-opt %s -tritongpu-remove-layout-conversions | FileCheck %s

#blocked = #triton_gpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [2, 2], order = [1, 0]}>
#fma = #triton_gpu.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#left = #triton_gpu.dot_op<{opIdx = 0, parent = #fma}>
#right = #triton_gpu.dot_op<{opIdx = 1, parent = #fma}>
!acc = tensor<64x64xf32, #blocked>
!in = tensor<64x64xf16, #blocked>
!ptrs = tensor<64x64x!tt.ptr<f16>, #blocked>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, triton_gpu.target = "hip:gfx942", "triton_gpu.threads-per-warp" = 64 : i32} {
// CHECK-LABEL: @kernel(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tt.load
// CHECK-NEXT: tt.load
// CHECK-NEXT: ttg.convert_layout {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0
// CHECK-NEXT: ttg.convert_layout {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1
// CHECK-NEXT: tt.dot
// CHECK-NEXT: scf.yield
// CHECK: ttg.convert_layout
// CHECK: scf.while
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func @kernel(%p: !ptrs, %q: !ptrs, %r: tensor<64x64x!tt.ptr<f32>, #blocked>, %n: i32) {
  %zero = arith.constant dense<0.0> : !acc
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!acc) : i32 {
      %1 = tt.load %p : !ptrs
      %2 = tt.load %q : !ptrs
      %3 = triton_gpu.convert_layout %1 : !in -> tensor<64x64xf16, #left>
      %4 = triton_gpu.convert_layout %2 : !in -> tensor<64x64xf16, #right>
      %5 = triton_gpu.convert_layout %acc : !acc -> tensor<64x64xf32, #fma>
      %6 = tt.dot %3, %4, %5 : tensor<64x64xf16, #left> * tensor<64x64xf16, #right> -> tensor<64x64xf32, #fma>
      %7 = triton_gpu.convert_layout %6 : tensor<64x64xf32, #fma> -> !acc
      scf.yield %7 : !acc
    }
    %8:2 = scf.while (%acc = %0, %j = %c0) : (!acc, i32) -> (!acc, i32) {
      %9 = arith.cmpi slt, %j, %n : i32
      scf.condition(%9) %acc, %j : !acc, i32
    } do {
    ^bb0(%acc: !acc, %j: i32):
      %10 = tt.load %r : tensor<64x64x!tt.ptr<f32>, #blocked>
      %11 = arith.addf %acc, %10 : !acc
      %12 = arith.addi %j, %c1 : i32
      scf.yield %11, %12 : !acc, i32
    }
    tt.store %r, %8#0 : tensor<64x64x!tt.ptr<f32>, #blocked>
  }
  tt.return
}
}
