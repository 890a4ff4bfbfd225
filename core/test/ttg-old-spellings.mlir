// RUN: fathom-opt %s -split-input-file | FileCheck %s
// What 3.0 to 3.2 print: triton_gpu, shared, memdesc of tt, subviews, attributes of the module.

#b = #triton_gpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[S:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#s = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0], hasLeadingOffset = false}>
// CHECK-DAG: #[[T:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#t = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [0, 1]}>
// The width of an element is the buffer's.
// CHECK-DAG: #[[N:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#n = #triton_gpu.shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0], hasLeadingOffset = true}>
// The one version of wmma that 3.1 has it does not name.
// CHECK-DAG: #[[W:.*]] = #ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [4, 1]}>
#w = #triton_gpu.amd_wmma<{warpsPerCTA = [4, 1]}>
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32}
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, triton_gpu.target = "cuda:80", "triton_gpu.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @buffers
  tt.func @buffers(%p: tensor<16x32x!tt.ptr<f16>, #b>, %m: tensor<16x32xi1, #b>, %o: tensor<16x32xf16, #b>, %i: i32) {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    // CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x16x32xf16, #[[S]], #smem, mutable>
    %0 = triton_gpu.local_alloc  : () -> !tt.memdesc<3x16x32xf16, #s, mutable>
    // CHECK: ttg.memdesc_index %{{.*}}[%{{.*}}] : !ttg.memdesc<3x16x32xf16, #[[S]], #smem, mutable> -> !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable>
    %1 = triton_gpu.memdesc_subview %0[%i, %c0, %c0] : !tt.memdesc<3x16x32xf16, #s, mutable> -> !tt.memdesc<16x32xf16, #s, mutable>
    // CHECK: ttg.async_copy_global_to_local %{{.*}}, %{{.*}} mask %{{.*}} other %{{.*}} : tensor<16x32x!tt.ptr<f16>, #blocked> -> <16x32xf16, #[[S]], #smem, mutable>
    %2 = triton_gpu.async_copy_global_to_local %p, %1 mask %m other %o : tensor<16x32x!tt.ptr<f16>, #b> -> <16x32xf16, #s, mutable>
    // CHECK: ttg.async_commit_group tokens %{{.*}}
    %3 = triton_gpu.async_commit_group %2
    // CHECK: ttg.async_commit_group
    // CHECK-NOT: tokens
    %4 = triton_gpu.async_commit_group
    // CHECK: ttg.async_wait %{{.*}}, %{{.*}} {num = 1 : i32}
    %5 = triton_gpu.async_wait %3, %4 {num = 1 : i32}
    // CHECK: ttg.memdesc_subslice %{{.*}}[0, 16] : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> !ttg.memdesc<16x16xf16, #[[S]], #smem>
    %6 = triton_gpu.memdesc_subview %1[%c0, %c16] : !tt.memdesc<16x32xf16, #s, mutable> -> !tt.memdesc<16x16xf16, #s>
    // Neither an index nor a fixed part.
    // CHECK: ttg.memdesc_subview %{{.*}}[%{{.*}}, %{{.*}}] : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> !ttg.memdesc<16x16xf16, #[[S]], #smem, mutable>
    %7 = triton_gpu.memdesc_subview %1[%c0, %i] : !tt.memdesc<16x32xf16, #s, mutable> -> !tt.memdesc<16x16xf16, #s, mutable>
    // CHECK: ttg.memdesc_trans %{{.*}} {order = array<i32: 1, 0>} : !ttg.memdesc<16x16xf16, #[[S]], #smem> -> !ttg.memdesc<16x16xf16, #[[T]], #smem>
    %8 = tt.trans %6 {order = array<i32: 1, 0>} : !tt.memdesc<16x16xf16, #s> -> !tt.memdesc<16x16xf16, #t>
    // CHECK: ttg.local_load %{{.*}} token %{{.*}} : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> tensor<16x32xf16, #blocked>
    %9 = triton_gpu.local_load %1 token %5 : !tt.memdesc<16x32xf16, #s, mutable> -> tensor<16x32xf16, #b>
    // CHECK: ttg.local_dealloc %{{.*}} : !ttg.memdesc<3x16x32xf16, #[[S]], #smem, mutable>
    triton_gpu.local_dealloc %0 : !tt.memdesc<3x16x32xf16, #s, mutable>
    tt.return
  }
  // The memory may be said, by either name.
  // CHECK: @spaces(%{{.*}}: !ttg.memdesc<16x32xf16, #[[N]], #smem>, %{{.*}}: !ttg.memdesc<16x32xf16, #[[N]], #smem, mutable>, %{{.*}}: !ttg.async.token)
  tt.func @spaces(%0: !tt.memdesc<16x32xf16, #n, #triton_gpu.shared_memory>, %1: !ttg.memdesc<16x32xf16, #n, mutable>, %2: !triton_gpu.async.token) {
    tt.return
  }
  // CHECK: @wmma(%{{.*}}: tensor<64x64xf32, #[[W]]>)
  tt.func @wmma(%0: tensor<64x64xf32, #w>) {
    tt.return
  }
  // CHECK-LABEL: @generic
  tt.func @generic(%x: tensor<16x32xf16, #b>) {
    // CHECK: ttg.convert_layout %{{.*}} {triton.hint, ttg.hint} : tensor<16x32xf16, #blocked> -> tensor<16x32xf16, #blocked>
    %0 = "triton_gpu.convert_layout"(%x) {triton_gpu.hint, triton.hint} : (tensor<16x32xf16, #b>) -> tensor<16x32xf16, #b>
    tt.return
  }
}

// -----

// What 3.3 and 3.4 print: ttg, still with subviews and bare tokens.
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CTAsPerCGA = [1], CTASplitNum = [1], CTAOrder = [0]}>
#smem = #ttg.shared_memory
// CHECK-LABEL: @later
tt.func @later(%0: !ttg.memdesc<2xi64, #s, #smem, mutable>, %i: i32, %t: !ttg.async.token) {
  // CHECK: ttg.memdesc_subview %{{.*}}[%{{.*}}] : !ttg.memdesc<2xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
  %1 = ttg.memdesc_subview %0[%i] : !ttg.memdesc<2xi64, #s, #smem, mutable> -> !ttg.memdesc<1xi64, #s, #smem, mutable>
  // CHECK: ttg.async_commit_group tokens %{{.*}}, %{{.*}}
  %2 = ttg.async_commit_group %t, %t
  // CHECK: ttg.barrier local
  ttg.local_barrier
  tt.return
}
