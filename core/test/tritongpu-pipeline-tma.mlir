// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=3},tritongpu-schedule-loops,tritongpu-pipeline,canonicalize)' | FileCheck %s
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=1},tritongpu-schedule-loops,tritongpu-pipeline,canonicalize)' | FileCheck %s --check-prefix=ONE
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=3},tritongpu-schedule-loops,tritongpu-pipeline,canonicalize)' --mutant M34 | FileCheck %s --check-prefix=M34

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// Both operands come with one barrier, which expects the bytes of both; the phase turns when the numbers of the buffers begin again.
// CHECK-LABEL: @product
// ONE-LABEL: @product
// ONE-NOT: ttng.async_tma
// CHECK: %[[BARRIERS:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64
// M34-LABEL: @product
// M34: ttg.local_alloc : () -> !ttg.memdesc<2x1xi64
// CHECK-COUNT-3: ttng.init_barrier %{{.*}}, 1
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// What runs ahead of a loop of no trips does nothing.
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %arg2, %c0_i32
// CHECK: ttng.barrier_expect %{{.*}}, 16384, %[[ANY]]
// CHECK-COUNT-2: ttng.async_tma_copy_global_to_local {{.*}}, %[[ANY]]
// CHECK: scf.for {{.*}} iter_args(%[[I:.*]] = %c-1_i32, %[[P:.*]] = %c0_i32,
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1_i32
// CHECK: %[[WRAPS:.*]] = arith.cmpi sge, %[[NEXT]], %c3_i32
// CHECK: %[[INDEX:.*]] = arith.select %[[WRAPS]], %c0_i32, %[[NEXT]]
// CHECK: %[[TURNED:.*]] = arith.xori %[[P]], %c1_i32
// CHECK: %[[PHASE:.*]] = arith.select %[[WRAPS]], %[[TURNED]], %[[P]]
// CHECK: %[[BARRIER:.*]] = ttg.memdesc_index %[[BARRIERS]][%[[INDEX]]]
// CHECK: ttng.wait_barrier %[[BARRIER]], %[[PHASE]]
// CHECK: ttng.warp_group_dot {{.*}} isAsync = true
// CHECK: ttng.warp_group_dot_wait {{.*}} {pendings = 1 : i32}
// CHECK: ttng.barrier_expect %{{.*}}, 16384
// CHECK-COUNT-2: ttng.async_tma_copy_global_to_local
// CHECK: scf.yield
// CHECK: ttng.warp_group_dot_wait {{.*}} {pendings = 0 : i32}
// CHECK-COUNT-3: ttng.inval_barrier
// CHECK-COUNT-3: ttg.local_dealloc
tt.func public @product(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %e: !tt.tensordesc<tensor<64x64xf16, #shared>>, %n: i32, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32, #mma>) : i32 {
    %x = tt.descriptor_load %d[%c0, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %y = tt.descriptor_load %e[%i, %c0] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %b = ttg.local_alloc %y : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %s = ttng.warp_group_dot %a, %b, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    scf.yield %s : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// A second operand that is read after a computation is waited for there. One buffer more is not needed: the values are in registers when the copies start.
// CHECK-LABEL: @apart
// ONE-LABEL: @apart
// M34-LABEL: @apart
// CHECK-COUNT-2: ttg.local_alloc : () -> !ttg.memdesc<2x1xi64
// CHECK: scf.for
// CHECK: ttng.wait_barrier
// CHECK: ttg.local_load
// CHECK: arith.addf
// CHECK: ttng.wait_barrier
// CHECK: ttg.local_load
// CHECK: ttng.barrier_expect %{{.*}}, 8192
// CHECK: ttng.async_tma_copy_global_to_local
// CHECK: ttng.barrier_expect %{{.*}}, 8192
// CHECK: ttng.async_tma_copy_global_to_local
tt.func public @apart(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %n: i32, %z: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf16, #blocked>) : i32 {
    %x = tt.descriptor_load %d[%c0, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %s = arith.addf %acc, %x : tensor<64x64xf16, #blocked>
    %y = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %t = arith.mulf %s, %y : tensor<64x64xf16, #blocked>
    scf.yield %t : tensor<64x64xf16, #blocked>
  } {tt.num_stages = 3 : i32}
  tt.return %r : tensor<64x64xf16, #blocked>
}

// A load whose index is loaded is one trip ahead, the load of the index two. With one buffer the phase turns in each trip.
// CHECK-LABEL: @indirect
// M34-LABEL: @indirect
// CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64
// CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %c1_i32,
// CHECK: %[[PHASE:.*]] = arith.xori %[[P]], %c1_i32
// CHECK: ttng.wait_barrier %{{.*}}, %[[PHASE]]
// CHECK: ttng.async_tma_copy_global_to_local %arg0[%{{.*}}, %{{.*}}]
// CHECK: tt.load
tt.func public @indirect(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %p: !tt.ptr<i32>, %n: i32, %z: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf16, #blocked>) : i32 {
    %q = tt.addptr %p, %i : !tt.ptr<i32>, i32
    %row = tt.load %q : !tt.ptr<i32>
    %x = tt.descriptor_load %d[%row, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %s = arith.addf %acc, %x : tensor<64x64xf16, #blocked>
    scf.yield %s : tensor<64x64xf16, #blocked>
  } {tt.num_stages = 3 : i32}
  tt.return %r : tensor<64x64xf16, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// Left alone: a load of what the loop writes, one by a descriptor that is made in the loop, one that TMA does not serve.
// CHECK-LABEL: @declined
// CHECK-NOT: ttng.async_tma
tt.func public @declined(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %e: !tt.tensordesc<tensor<64x64xf16>>, %p: !tt.ptr<f16>, %n: i32, %s: i64, %z: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l1 = arith.constant 1 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf16, #blocked>) : i32 {
    %f = tt.make_tensor_descriptor %p, [%i, %n], [%s, %l1] : <f16>, <tensor<64x64xf16, #shared>>
    %u = tt.descriptor_load %d[%c0, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %v = tt.descriptor_load %e[%c0, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
    %w = tt.descriptor_load %f[%c0, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %a = arith.addf %acc, %u : tensor<64x64xf16, #blocked>
    %b = arith.addf %a, %v : tensor<64x64xf16, #blocked>
    %c = arith.addf %b, %w : tensor<64x64xf16, #blocked>
    tt.descriptor_store %d[%c0, %i], %c : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
    scf.yield %c : tensor<64x64xf16, #blocked>
  } {tt.num_stages = 3 : i32}
  tt.return %r : tensor<64x64xf16, #blocked>
}
}
