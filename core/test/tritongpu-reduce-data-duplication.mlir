// RUN: fathom-opt %s -tritongpu-reduce-data-duplication | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#batch = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 2, 2], order = [0, 2, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#fma = #ttg.blocked<{sizePerThread = [1, 4, 4], threadsPerWarp = [1, 8, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#linear = #ttg.linear<{register = [[0, 1], [0, 8], [0, 16], [0, 32], [8, 0], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]], block = []}>
#batchLeft = #ttg.dot_op<{opIdx = 0, parent = #fma}>
// CHECK-DAG: #[[$LINEAR:.+]] = #ttg.linear
// CHECK-DAG: #[[$ROWS:.+]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #[[$BATCH:.+]] = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {

// Rows of 64 f16 are 1024 bits: each has its own phase.
// CHECK-LABEL: @operands(
tt.func @operands(%a: tensor<64x64xf16, #blocked>) -> (tensor<64x64xf16, #left>, tensor<64x64xf16, #right>) {
  // CHECK: %[[M:.*]] = ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[$ROWS]], #smem>
  // CHECK: ttg.local_load %[[M]] {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0
  // CHECK: %[[M:.*]] = ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[$ROWS]], #smem>
  // CHECK: ttg.local_load %[[M]] {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1
  %0 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #left>
  %1 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #right>
  tt.return %0, %1 : tensor<64x64xf16, #left>, tensor<64x64xf16, #right>
}

// A product's result that is the next one's first operand stays in its threads.
// CHECK-LABEL: @chained(
// CHECK: ttg.convert_layout
// CHECK-NOT: ttg.local_alloc
tt.func @chained(%a: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #left> {
  %0 = ttg.convert_layout %a : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #left>
  tt.return %0 : tensor<64x64xf16, #left>
}

// Batches are outermost in a buffer, whatever the registers' order is.
// CHECK-LABEL: @batches(
// CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<8x32x32xf32, #[[$BATCH]], #smem>
tt.func @batches(%a: tensor<8x32x32xf32, #batch>) -> tensor<8x32x32xf32, #batchLeft> {
  %0 = ttg.convert_layout %a : tensor<8x32x32xf32, #batch> -> tensor<8x32x32xf32, #batchLeft>
  tt.return %0 : tensor<8x32x32xf32, #batchLeft>
}

// What is only transposed to an operand: here K is dim 1 of what is put into the buffer.
// CHECK-LABEL: @transposed(
// CHECK: %[[M:.*]] = ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[$ROWS]], #smem>
// CHECK-NEXT: %[[T:.*]] = ttg.local_load %[[M]] {{.*}} -> tensor<64x64xf16, #[[$LINEAR]]>
// CHECK-NEXT: tt.trans %[[T]] {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1
// CHECK: ttg.convert_layout
tt.func @transposed(%a: tensor<64x64xf16, #blocked>) -> (tensor<64x64xf16, #right>, tensor<64x64xf16, #linear>) {
  %0 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #linear>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #right>
  %2 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #linear>
  tt.return %1, %2 : tensor<64x64xf16, #right>, tensor<64x64xf16, #linear>
}
}
