// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=3},tritongpu-schedule-loops,tritongpu-pipeline,canonicalize)' | FileCheck %s
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=3},tritongpu-schedule-loops,tritongpu-pipeline,canonicalize)' --mutant M34 | FileCheck %s --check-prefix=M34

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// The product reads the buffers that were copied to, and runs on while the next one starts: there is one buffer more for that.
// CHECK-LABEL: @overlap
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16
// M34-LABEL: @overlap
// M34: ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16
// CHECK: %[[R:.*]]:{{.*}} = scf.for
// CHECK: ttg.async_wait {num = 1 : i32}
// CHECK: %[[A:.*]] = ttg.memdesc_index
// CHECK: %[[D:.*]] = ttng.warp_group_dot %[[A]], %arg2, %{{.*}} {inputPrecision = 0 : i32, isAsync = true}
// CHECK: %[[W:.*]]:3 = ttng.warp_group_dot_wait %[[D]], %[[A]], %arg2 {pendings = 1 : i32}
// CHECK: ttg.async_copy_global_to_local
// CHECK: ttng.warp_group_dot_wait %[[R]]#{{.*}} {pendings = 0 : i32}
// CHECK: ttg.local_dealloc
tt.func public @overlap(%p: tensor<64x64x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %n: i32, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32, #mma>) : i32 {
    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %s = ttng.warp_group_dot %a, %b, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    scf.yield %s : tensor<64x64xf32, #mma>
  }
  tt.return %d : tensor<64x64xf32, #mma>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// A buffer that is handed on, to the next trip here, stays one that is never written.
// CHECK-LABEL: @handed_on
// CHECK: scf.for {{.*}}!ttg.memdesc<64x64xf16, #shared, #smem>
// CHECK: ttg.local_load
// CHECK: ttg.local_alloc %{{.*}}-> !ttg.memdesc<64x64xf16, #shared, #smem>
// M34-LABEL: @handed_on
tt.func public @handed_on(%p: tensor<64x64x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %n: i32, %b: !ttg.memdesc<64x64xf16, #shared, #smem>) -> tensor<64x64xf16, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%before = %b) -> (!ttg.memdesc<64x64xf16, #shared, #smem>) : i32 {
    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    scf.yield %a : !ttg.memdesc<64x64xf16, #shared, #smem>
  } {tt.num_stages = 2 : i32}
  %v = ttg.local_load %r : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #blocked>
  tt.return %v : tensor<64x64xf16, #blocked>
}
}
