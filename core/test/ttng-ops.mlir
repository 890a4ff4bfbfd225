// RUN: fathom-opt %s | FileCheck %s
// RUN: fathom-opt %s | fathom-opt | FileCheck %s
// The ops of ttng.

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#t = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
!bar = !ttg.memdesc<1xi64, #s, #smem, mutable>
!buf = !ttg.memdesc<64x64xf16, #n, #smem, mutable>
!acc = !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @products
  tt.func @products(%a: tensor<64x64xf16, #dot>, %b: !buf, %c: tensor<64x64xf32, #mma>, %u: i1) {
    // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {inputPrecision = 0 : i32, isAsync = true} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #{{.*}}, #smem, mutable> -> tensor<64x64xf32, #mma>
    %0 = ttng.warp_group_dot %a, %b, %c, %u {inputPrecision = 0 : i32, isAsync = true} : tensor<64x64xf16, #dot> * !buf -> tensor<64x64xf32, #mma>
    // CHECK: ttng.warp_group_dot_wait %{{.*}} {pendings = 1 : i32} : tensor<64x64xf32, #mma>
    %1 = ttng.warp_group_dot_wait %0 {pendings = 1 : i32} : tensor<64x64xf32, #mma>
    tt.return
  }

  // CHECK-LABEL: @barriers
  tt.func @barriers(%bar: !bar, %phase: i32, %p: i1, %buf: !buf) {
    // CHECK: ttng.init_barrier %{{.*}}, 1 : !ttg.memdesc<1xi64, #[[S:.*]], #smem, mutable>
    ttng.init_barrier %bar, 1 : !bar
    // CHECK: ttng.barrier_expect %{{.*}}, 4096, %{{.*}} : !ttg.memdesc<1xi64, #[[S]], #smem, mutable>
    ttng.barrier_expect %bar, 4096, %p : !bar
    // CHECK: ttng.wait_barrier %{{.*}}, %{{.*}} : !ttg.memdesc<1xi64, #[[S]], #smem, mutable>
    ttng.wait_barrier %bar, %phase : !bar
    // CHECK: ttng.wait_barrier %{{.*}}, %{{.*}}, %{{.*}} deps %{{.*}} : !ttg.memdesc<1xi64, #[[S]], #smem, mutable>, !ttg.memdesc<64x64xf16, #{{.*}}, #smem, mutable>
    ttng.wait_barrier %bar, %phase, %p deps %buf : !bar, !buf
    // CHECK: ttng.arrive_barrier %{{.*}}, 2, %{{.*}} : !ttg.memdesc<1xi64, #[[S]], #smem, mutable>
    ttng.arrive_barrier %bar, 2, %p : !bar
    // CHECK: ttng.inval_barrier %{{.*}} : !ttg.memdesc<1xi64, #[[S]], #smem, mutable>
    ttng.inval_barrier %bar : !bar
    // CHECK: ttng.cluster_arrive {relaxed = true}
    ttng.cluster_arrive {relaxed = true}
    // CHECK: ttng.cluster_wait
    ttng.cluster_wait
    tt.return
  }

  // CHECK-LABEL: @tma
  tt.func @tma(%raw: !tt.ptr<i8>, %g: !tt.ptr<f16>, %i: i32, %l: i64, %bar: !bar, %buf: !buf, %p: i1, %x: tensor<64xi32, #b>) {
    // CHECK: ttng.tensormap_create %{{.*}}, %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}], [%{{.*}}], [%{{.*}}, %{{.*}}] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_create %raw, %g, [%i, %i], [%i, %i], [%l], [%i, %i] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    // CHECK: ttng.tensormap_fenceproxy_acquire %{{.*}} : !tt.ptr<i8>
    ttng.tensormap_fenceproxy_acquire %raw : !tt.ptr<i8>
    // CHECK: ttng.reinterpret_tensor_descriptor %{{.*}} : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xf16, #[[N:.*]]>>
    %d = ttng.reinterpret_tensor_descriptor %raw : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xf16, #n>>
    // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} : !tt.tensordesc<tensor<64x64xf16, #[[N]]>>, !ttg.memdesc<1xi64, #{{.*}}, #smem, mutable> -> !ttg.memdesc<64x64xf16, #[[N]], #smem, mutable>
    ttng.async_tma_copy_global_to_local %d[%i, %i] %buf, %bar, %p : !tt.tensordesc<tensor<64x64xf16, #n>>, !bar -> !buf
    // CHECK: ttng.async_tma_copy_local_to_global %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}} : !tt.tensordesc<tensor<64x64xf16, #[[N]]>>, !ttg.memdesc<64x64xf16, #[[N]], #smem, mutable>
    ttng.async_tma_copy_local_to_global %d[%i, %i] %buf : !tt.tensordesc<tensor<64x64xf16, #n>>, !buf
    // CHECK: ttng.async_tma_reduce add, %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}} : !tt.tensordesc<tensor<64x64xf16, #[[N]]>>, !ttg.memdesc<64x64xf16, #[[N]], #smem, mutable>
    ttng.async_tma_reduce add, %d[%i, %i] %buf : !tt.tensordesc<tensor<64x64xf16, #n>>, !buf
    // CHECK: ttng.async_tma_gather %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} : !tt.tensordesc<tensor<64x64xf16, #[[N]]>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<1xi64, #{{.*}}, #smem, mutable>, !ttg.memdesc<64x64xf16, #[[N]], #smem, mutable>, i1
    ttng.async_tma_gather %d[%x, %i] %buf, %bar, %p : !tt.tensordesc<tensor<64x64xf16, #n>>, tensor<64xi32, #b>, i32, !bar, !buf, i1
    // CHECK: ttng.async_tma_scatter %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}} : !tt.tensordesc<tensor<64x64xf16, #[[N]]>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<64x64xf16, #[[N]], #smem, mutable>
    ttng.async_tma_scatter %d[%x, %i] %buf : !tt.tensordesc<tensor<64x64xf16, #n>>, tensor<64xi32, #b>, i32, !buf
    // CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }

  // CHECK-LABEL: @tensor_memory
  tt.func @tensor_memory(%a: !ttg.memdesc<128x64xf16, #n, #smem>, %b: !buf, %x: tensor<128x64xf32, #t>, %c: i1, %bar: !bar,
      %sa: !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, %sb: !ttg.memdesc<64x4xi8, #scales, #ttng.tensor_memory>) {
    // CHECK: %[[D:.*]], %[[T:.*]] = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #[[E:.*]], #ttng.tensor_memory, mutable>, !ttg.async.token)
    %d, %t0 = ttng.tmem_alloc : () -> (!acc, !ttg.async.token)
    // CHECK: ttng.tmem_alloc %{{.*}} : (tensor<128x64xf32, #blocked1>) -> !ttg.memdesc<128x64xf32, #[[E]], #ttng.tensor_memory>
    %e = ttng.tmem_alloc %x : (tensor<128x64xf32, #t>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory>
    // CHECK: %[[T1:.*]] = ttng.tmem_store %{{.*}}, %[[D]][%[[T]]], %{{.*}} : tensor<128x64xf32, #blocked1> -> !ttg.memdesc<128x64xf32, #[[E]], #ttng.tensor_memory, mutable>
    %t1 = ttng.tmem_store %x, %d[%t0], %c : tensor<128x64xf32, #t> -> !acc
    // CHECK: %[[T2:.*]] = ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %[[D]][%[[T1]]], %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}] {is_async} : !ttg.memdesc<128x64xf16, #[[N:.*]], #smem>, !ttg.memdesc<64x64xf16, #[[N]], #smem, mutable>, !ttg.memdesc<128x64xf32, #[[E]], #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #{{.*}}, #smem, mutable>
    %t2 = ttng.tc_gen5_mma %a, %b, %d[%t1], %c, %c, %bar[%c] {is_async} : !ttg.memdesc<128x64xf16, #n, #smem>, !buf, !acc, !bar
    // CHECK: ttng.tc_gen5_mma_scaled %{{.*}}, %{{.*}}, %[[D]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} lhs = e4m3 rhs = e2m1 : !ttg.memdesc<128x64xf16, #[[N]], #smem>, !ttg.memdesc<64x64xf16, #[[N]], #smem, mutable>, !ttg.memdesc<128x64xf32, #[[E]], #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #[[SC:.*]], #ttng.tensor_memory>, !ttg.memdesc<64x4xi8, #[[SC]], #ttng.tensor_memory>
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %c, %c lhs = e4m3 rhs = e2m1 : !ttg.memdesc<128x64xf16, #n, #smem>, !buf, !acc, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<64x4xi8, #scales, #ttng.tensor_memory>
    // CHECK: ttng.tc_gen5_commit %{{.*}}, %{{.*}} : !ttg.memdesc<1xi64, #{{.*}}, #smem, mutable>
    ttng.tc_gen5_commit %bar, %c : !bar
    // CHECK: %{{.*}}, %{{.*}} = ttng.tmem_load %[[D]][%[[T2]]] : !ttg.memdesc<128x64xf32, #[[E]], #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked1>
    %y, %t3 = ttng.tmem_load %d[%t2] : !acc -> tensor<128x64xf32, #t>
    // CHECK: ttng.tmem_subslice %[[D]] {N = 0 : i32} : !ttg.memdesc<128x64xf32, #[[E]], #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #{{.*}}, #ttng.tensor_memory, mutable, 128x64>
    %h = ttng.tmem_subslice %d {N = 0 : i32} : !acc -> !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, unpacked = true>, #ttng.tensor_memory, mutable, 128x64>
    tt.return
  }

  // CHECK-LABEL: @turns
  tt.func @turns(%i: i32, %p: i1) {
    // CHECK: nvws.create_token {loadType = 1 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
    %0 = nvws.create_token {loadType = 1 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
    // CHECK: nvws.producer_acquire %{{.*}}, %{{.*}}, %{{.*}} : tensor<3x!nvws.token>, i32, i1
    nvws.producer_acquire %0, %i, %p : tensor<3x!nvws.token>, i32, i1
    // CHECK: nvws.producer_commit %{{.*}}, %{{.*}} : tensor<3x!nvws.token>, i32
    nvws.producer_commit %0, %i : tensor<3x!nvws.token>, i32
    // CHECK: nvws.consumer_wait %{{.*}}, %{{.*}}, %{{.*}} : tensor<3x!nvws.token>, i32, i1
    nvws.consumer_wait %0, %i, %p : tensor<3x!nvws.token>, i32, i1
    // CHECK: nvws.consumer_release %{{.*}}, %{{.*}} : tensor<3x!nvws.token>, i32
    nvws.consumer_release %0, %i : tensor<3x!nvws.token>, i32
    tt.return
  }
}
