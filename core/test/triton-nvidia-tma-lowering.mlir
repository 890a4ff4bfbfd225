// RUN: fathom-opt %s -split-input-file -triton-nvidia-tma-lowering -cse | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @load
tt.func public @load(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %i: i32, %j: i32) -> tensor<64x64xf16, #blocked> {
  // CHECK: %[[BUFFER:.*]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK: %[[BARRIER:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64
  // CHECK: ttng.init_barrier %[[BARRIER]], 1
  // CHECK: ttng.barrier_expect %[[BARRIER]], 8192, %true
  // CHECK: ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg2] %[[BUFFER]], %[[BARRIER]], %true
  // CHECK: ttng.wait_barrier %[[BARRIER]], %c0_i32
  // CHECK: ttng.inval_barrier %[[BARRIER]]
  // CHECK: %[[X:.*]] = ttg.local_load %[[BUFFER]]
  // CHECK: tt.return %[[X]]
  %x = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
  tt.return %x : tensor<64x64xf16, #blocked>
}

// What goes into a buffer of that layout stays in the one that it was copied to; and a block may lose dims.
// CHECK-LABEL: @load_to_buffer
tt.func public @load_to_buffer(%d: !tt.tensordesc<tensor<1x64x64xf16, #shared3>>, %i: i32, %b: !ttg.memdesc<64x64xf16, #shared, #smem>) -> tensor<64x64xf16, #blocked> {
  // CHECK: %[[BUFFER:.*]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK: ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg1, %arg1] %[[BUFFER]]
  // CHECK-NOT: ttg.local_alloc
  // CHECK: ttg.memdesc_trans %[[BUFFER]] {{.*}} -> {{.*}}mutable>
  %x = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x64x64xf16, #shared3>> -> tensor<64x64xf16, #blocked>
  %m = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #smem>
  %y = ttg.local_load %t : !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #smem> -> tensor<64x64xf16, #blocked>
  tt.return %y : tensor<64x64xf16, #blocked>
}

// CHECK-LABEL: @store
tt.func public @store(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %i: i32, %x: tensor<64x64xf16, #blocked>) {
  // CHECK: %[[BUFFER:.*]] = ttg.local_alloc %arg2
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT: ttng.async_tma_copy_local_to_global %arg0[%arg1, %arg1] %[[BUFFER]]
  // CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32}
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
  tt.return
}

// Sizes and strides the other way round, the strides in bytes; boxes are as wide as the swizzle.
// CHECK-LABEL: @make
tt.func public @make(%p: !tt.ptr<f32>, %m: i32, %n: i32, %s: i64) -> !tt.tensordesc<tensor<16x64xf32, #shared32>> {
  %c1 = arith.constant 1 : i64
  // CHECK: %[[MEMORY:.*]] = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32}
  // CHECK: %[[BYTES:.*]] = arith.muli %arg3, %c4_i64
  // CHECK: ttng.tensormap_create %[[MEMORY]], %arg0, [%c32_i32, %c16_i32], [%arg2, %arg1], [%[[BYTES]]], [%c1_i32, %c1_i32] {elem_type = 7 : i32, fill_mode = 1 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32}
  // CHECK: ttng.tensormap_fenceproxy_acquire %[[MEMORY]]
  // CHECK: %[[D:.*]] = ttng.reinterpret_tensor_descriptor %[[MEMORY]]
  // CHECK: tt.return %[[D]]
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1] {padding = 2 : i32} : <f32>, <tensor<16x64xf32, #shared32>>
  tt.return %d : !tt.tensordesc<tensor<16x64xf32, #shared32>>
}

// A store of a loop runs on into the next trip: it is waited for before its buffer is written again, and after the loop.
// CHECK-LABEL: @store_in_loop
tt.func public @store_in_loop(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %n: i32, %x: tensor<64x64xf16, #blocked>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[BUFFER:.*]] = ttg.local_alloc : ()
  // CHECK: scf.for
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      // CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32}
      // CHECK-NEXT: ttg.local_store %arg2, %[[BUFFER]]
      // CHECK-NEXT: ttng.fence_async_shared
      // CHECK-NEXT: ttng.async_tma_copy_local_to_global %arg0[%{{.*}}, %{{.*}}] %[[BUFFER]]
      // CHECK-NEXT: }
      tt.descriptor_store %d[%i, %j], %x : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
    }
  }
  // CHECK-NEXT: }
  // CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK-NEXT: ttg.local_dealloc %[[BUFFER]]
  tt.return
}

// Not where the loop reads what it writes, or writes otherwise: the later one would not be the last.
// CHECK-LABEL: @store_at_once
tt.func public @store_at_once(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %p: !tt.ptr<i32>, %n: i32, %x: tensor<64x64xf16, #blocked>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK: ttng.async_tma_copy_local_to_global
  // CHECK-NEXT: ttng.async_tma_store_wait
  // CHECK: ttng.async_tma_copy_global_to_local
  scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<64x64xf16, #blocked>) : i32 {
    tt.descriptor_store %d[%i, %i], %y : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
    %z = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    scf.yield %z : tensor<64x64xf16, #blocked>
  }
  // CHECK: scf.for
  // CHECK: ttng.async_tma_copy_local_to_global
  // CHECK-NEXT: ttng.async_tma_store_wait
  // CHECK: tt.store
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
    tt.store %p, %i : !tt.ptr<i32>
  }
  tt.return
}

// The memory of a descriptor that is used in a later trip may have been written again; that of one that is used at once is written after its last use.
// CHECK-LABEL: @made_in_loop
tt.func public @made_in_loop(%p: !tt.ptr<f32>, %d0: !tt.tensordesc<tensor<16x64xf32, #shared32>>, %n: i32, %s: i64, %x: tensor<16x64xf32, #blocked>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l1 = arith.constant 1 : i64
  // CHECK: scf.for
  // CHECK: tt.make_tensor_descriptor
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%before = %d0) -> (!tt.tensordesc<tensor<16x64xf32, #shared32>>) : i32 {
    %d = tt.make_tensor_descriptor %p, [%n, %i], [%s, %l1] : <f32>, <tensor<16x64xf32, #shared32>>
    tt.descriptor_store %before[%i, %i], %x : !tt.tensordesc<tensor<16x64xf32, #shared32>>, tensor<16x64xf32, #blocked>
    scf.yield %d : !tt.tensordesc<tensor<16x64xf32, #shared32>>
  }
  // CHECK: scf.for
  // CHECK: ttng.tensormap_create
  // CHECK: ttng.async_tma_copy_local_to_global
  // CHECK-NEXT: ttng.async_tma_store_wait
  scf.for %i = %c0 to %n step %c1 : i32 {
    %d = tt.make_tensor_descriptor %p, [%n, %i], [%s, %l1] : <f32>, <tensor<16x64xf32, #shared32>>
    tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<16x64xf32, #shared32>>, tensor<16x64xf32, #blocked>
  }
  tt.return
}

// CHECK-LABEL: @reduce
tt.func public @reduce(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %raw: !tt.tensordesc<tensor<64x64xf16>>, %i: i32, %x: tensor<64x64xf16, #blocked>) {
  // CHECK: ttng.async_tma_reduce add, %arg0
  tt.descriptor_reduce add, %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
  // Not one of TMA's.
  // CHECK: tt.descriptor_reduce min, %arg1
  tt.descriptor_reduce min, %raw[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #blocked>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
// Four numbers of rows for each instruction.
// CHECK-LABEL: @rows
tt.func public @rows(%d: !tt.tensordesc<tensor<1x64xf16, #shared>>, %rows: tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>, %j: i32) {
  // CHECK: %[[ROWS:.*]] = ttg.convert_layout %arg1 : {{.*}} -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK: ttng.async_tma_gather %arg0[%[[ROWS]], %arg2]
  %x = tt.descriptor_gather %d[%rows, %j] : (!tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>, i32) -> tensor<32x64xf16, #blocked>
  // CHECK: ttng.async_tma_scatter %arg0[%{{.*}}, %arg2]
  tt.descriptor_scatter %d[%rows, %j], %x : !tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>, i32, tensor<32x64xf16, #blocked>
  tt.return
}
}
