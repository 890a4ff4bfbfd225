// A barrier stands between a write and a read by other threads.
//
// RUN: fathom check %s --oracle shared-order | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64]

// -----// IR Dump Before AllocateSharedMemoryNv (allocate-shared-memory-nv) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #row>
    %ins = tt.splat %in : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #row>
    %from = tt.addptr %ins, %i : tensor<64x!tt.ptr<i32>, #row>, tensor<64xi32, #row>
    %x = tt.load %from : tensor<64x!tt.ptr<i32>, #row>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #pairs>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #pairs>
    %to = tt.addptr %outs, %j : tensor<64x!tt.ptr<i32>, #pairs>, tensor<64xi32, #pairs>
    %m = ttg.local_alloc %x : (tensor<64xi32, #row>) -> !ttg.memdesc<64xi32, #plain, #smem>
    %y = ttg.local_load %m : !ttg.memdesc<64xi32, #plain, #smem> -> tensor<64xi32, #pairs>
    tt.store %to, %y : tensor<64x!tt.ptr<i32>, #pairs>
    tt.return
  }
}

// -----// IR Dump Before TritonNvidiaGPUMembar (triton-nvidia-gpu-membar) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 256 : i32} {
  tt.func public @kernel(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #row>
    %ins = tt.splat %in : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #row>
    %from = tt.addptr %ins, %i : tensor<64x!tt.ptr<i32>, #row>, tensor<64xi32, #row>
    %x = tt.load %from : tensor<64x!tt.ptr<i32>, #row>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #pairs>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #pairs>
    %to = tt.addptr %outs, %j : tensor<64x!tt.ptr<i32>, #pairs>, tensor<64xi32, #pairs>
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<64xi32, #row>) -> !ttg.memdesc<64xi32, #plain, #smem>
    %y = ttg.local_load %m : !ttg.memdesc<64xi32, #plain, #smem> -> tensor<64xi32, #pairs>
    tt.store %to, %y : tensor<64x!tt.ptr<i32>, #pairs>
    tt.return
  }
}

// -----// IR Dump After TritonNvidiaGPUMembar (triton-nvidia-gpu-membar) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80", ttg.shared = 256 : i32} {
  tt.func public @kernel(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #row>
    %ins = tt.splat %in : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #row>
    %from = tt.addptr %ins, %i : tensor<64x!tt.ptr<i32>, #row>, tensor<64xi32, #row>
    %x = tt.load %from : tensor<64x!tt.ptr<i32>, #row>
    %j = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #pairs>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #pairs>
    %to = tt.addptr %outs, %j : tensor<64x!tt.ptr<i32>, #pairs>, tensor<64xi32, #pairs>
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<64xi32, #row>) -> !ttg.memdesc<64xi32, #plain, #smem>
    ttg.barrier local
    %y = ttg.local_load %m : !ttg.memdesc<64xi32, #plain, #smem> -> tensor<64xi32, #pairs>
    tt.store %to, %y : tensor<64x!tt.ptr<i32>, #pairs>
    tt.return
  }
}
