// The conversion to an operand moves to what the loop loads for it, through a transposition, on each vendor's matrix units.
// RUN: fathom-opt %s -split-input-file -tritongpu-remove-layout-conversions | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
// CHECK: #[[LINEAR:.*]] = #ttg.linear
// CHECK-LABEL: @amd
// CHECK: scf.for
// CHECK: %[[X:.*]] = tt.load
// CHECK: %[[C:.*]] = ttg.convert_layout %[[X]] {{.*}} -> tensor<64x64xf16, #[[LINEAR]]>
// CHECK-NEXT: tt.trans %[[C]] {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1
// CHECK-NOT: ttg.convert_layout
// CHECK: scf.yield
tt.func @amd(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %d: tensor<64x64xi32, #blocked>, %a: tensor<64x64xf16, #a>, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %q = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #blocked>) : i32 {
    %1 = tt.load %q : tensor<64x64x!tt.ptr<f16>, #blocked>
    %2 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #turned>
    %3 = ttg.convert_layout %2 : tensor<64x64xf16, #turned> -> tensor<64x64xf16, #b>
    %4 = tt.dot %a, %3, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    %5 = tt.addptr %q, %d : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    scf.yield %4, %5 : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #blocked>
  }
  tt.return %0#0 : tensor<64x64xf32, #mma>
}
}
