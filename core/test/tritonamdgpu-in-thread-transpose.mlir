// RUN: fathom-opt %s -split-input-file -tritonamdgpu-in-thread-transpose | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// B in rows: a thread loads two of them, and stores 8 columns of two.
// CHECK: #[[LOADED:.*]] = #ttg.blocked<{sizePerThread = [2, 8], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #[[STORED:.*]] = #ttg.linear<{register = {{\[\[}}1, 0], [0, 1], [0, 2], [0, 4]],
// CHECK: #[[SHARED:.*]] = #ttg.amd_rotating_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [0, 1]}>
// CHECK-LABEL: @rows_of_b
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<2x32x128xf16, #[[SHARED]]
// CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} -> tensor<32x128x!tt.ptr<f16>, #[[LOADED]]>
// CHECK: %[[M:.*]] = ttg.convert_layout %{{.*}} -> tensor<32x128xi1, #[[LOADED]]>
// CHECK: %[[X:.*]] = tt.load %[[P]], %[[M]] : tensor<32x128x!tt.ptr<f16>, #[[LOADED]]>
// CHECK: %[[T:.*]] = amdg.in_thread_transpose %[[X]] : tensor<32x128xf16, #[[LOADED]]> -> tensor<32x128xf16, #[[STORED]]>
// CHECK: ttg.local_store %[[T]]
// CHECK: ttg.local_load %{{.*}} : !ttg.memdesc<32x128xf16, #[[SHARED]]
tt.func @rows_of_b(%p: tensor<32x128x!tt.ptr<f16>, #blocked>, %m: tensor<32x128xi1, #blocked>, %i: i32) -> tensor<32x128xf16, #b> {
  %all = ttg.local_alloc : () -> !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable>
  %x = tt.load %p, %m : tensor<32x128x!tt.ptr<f16>, #blocked>
  %view = ttg.memdesc_index %all[%i] : !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  ttg.local_store %x, %view : tensor<32x128xf16, #blocked> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  %r = ttg.local_load %view : !ttg.memdesc<32x128xf16, #shared, #smem, mutable> -> tensor<32x128xf16, #b>
  ttg.local_dealloc %all : !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable>
  tt.return %r : tensor<32x128xf16, #b>
}

// A's K is its fastest dim as it is loaded.
// CHECK-LABEL: @rows_of_a
// CHECK-NOT: amdg.in_thread_transpose
// CHECK: tt.return
tt.func @rows_of_a(%p: tensor<32x128x!tt.ptr<f16>, #blocked>, %i: i32) -> tensor<32x128xf16, #a> {
  %all = ttg.local_alloc : () -> !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable>
  %x = tt.load %p : tensor<32x128x!tt.ptr<f16>, #blocked>
  %view = ttg.memdesc_index %all[%i] : !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  ttg.local_store %x, %view : tensor<32x128xf16, #blocked> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  %r = ttg.local_load %view : !ttg.memdesc<32x128xf16, #shared, #smem, mutable> -> tensor<32x128xf16, #a>
  tt.return %r : tensor<32x128xf16, #a>
}

// A thread has 8 elements: one row, as the load is to stay as wide.
// CHECK-LABEL: @one_row
// CHECK-NOT: amdg.in_thread_transpose
// CHECK: tt.return
tt.func @one_row(%p: tensor<16x128x!tt.ptr<f16>, #blocked>, %i: i32) -> tensor<16x128xf16, #b> {
  %all = ttg.local_alloc : () -> !ttg.memdesc<2x16x128xf16, #shared, #smem, mutable>
  %x = tt.load %p : tensor<16x128x!tt.ptr<f16>, #blocked>
  %view = ttg.memdesc_index %all[%i] : !ttg.memdesc<2x16x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<16x128xf16, #shared, #smem, mutable>
  ttg.local_store %x, %view : tensor<16x128xf16, #blocked> -> !ttg.memdesc<16x128xf16, #shared, #smem, mutable>
  %r = ttg.local_load %view : !ttg.memdesc<16x128xf16, #shared, #smem, mutable> -> tensor<16x128xf16, #b>
  tt.return %r : tensor<16x128xf16, #b>
}

// What is loaded is wanted elsewhere, or a buffer is read otherwise.
// CHECK-LABEL: @otherwise
// CHECK-NOT: amdg.in_thread_transpose
// CHECK: tt.return
tt.func @otherwise(%p: tensor<32x128x!tt.ptr<f16>, #blocked>, %i: i32) -> (tensor<32x128xf16, #b>, tensor<32x128xf16, #b>) {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable>
  %1 = ttg.local_alloc : () -> !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable>
  %x = tt.load %p : tensor<32x128x!tt.ptr<f16>, #blocked>
  %v0 = ttg.memdesc_index %0[%i] : !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  ttg.local_store %x, %v0 : tensor<32x128xf16, #blocked> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  tt.store %p, %x : tensor<32x128x!tt.ptr<f16>, #blocked>
  %y = tt.load %p : tensor<32x128x!tt.ptr<f16>, #blocked>
  %v1 = ttg.memdesc_index %1[%i] : !ttg.memdesc<2x32x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  ttg.local_store %y, %v1 : tensor<32x128xf16, #blocked> -> !ttg.memdesc<32x128xf16, #shared, #smem, mutable>
  %r0 = ttg.local_load %v0 : !ttg.memdesc<32x128xf16, #shared, #smem, mutable> -> tensor<32x128xf16, #b>
  %r1 = ttg.local_load %v1 : !ttg.memdesc<32x128xf16, #shared, #smem, mutable> -> tensor<32x128xf16, #b>
  %w1 = ttg.local_load %v1 : !ttg.memdesc<32x128xf16, #shared, #smem, mutable> -> tensor<32x128xf16, #blocked>
  tt.store %p, %w1 : tensor<32x128x!tt.ptr<f16>, #blocked>
  tt.return %r0, %r1 : tensor<32x128xf16, #b>, tensor<32x128xf16, #b>
}
}
