// A loop that stages its loads through registers stores the next tile into the buffer before it reads the current one.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonAMDGPUStreamPipeline:
// TARGET: hip:gfx942
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1024]{-99..99};out:i32[256];i32=4

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %zero = arith.constant dense<0> : tensor<256xi32, #b1>
    %rev0 = arith.constant dense<255> : tensor<256xi32, #b1>
    %rev = arith.subi %rev0, %r : tensor<256xi32, #b1>
    %step = arith.constant dense<256> : tensor<256xi32, #b1>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %xs = tt.addptr %xs_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %p = %xs) -> (tensor<256xi32, #b1>, tensor<256x!tt.ptr<i32>, #b1>) : i32 {
      %v = tt.load %p : tensor<256x!tt.ptr<i32>, #b1>
      %d = arith.addi %sum, %sum : tensor<256xi32, #b1>
      %s = arith.addi %d, %v : tensor<256xi32, #b1>
      %pn = tt.addptr %p, %step : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      scf.yield %s, %pn : tensor<256xi32, #b1>, tensor<256x!tt.ptr<i32>, #b1>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %out_ptr, %f#0 : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonAMDGPUStreamPipeline (tritonamdgpu-stream-pipeline) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %zero = arith.constant dense<0> : tensor<256xi32, #b1>
    %rev0 = arith.constant dense<255> : tensor<256xi32, #b1>
    %rev = arith.subi %rev0, %r : tensor<256xi32, #b1>
    %step = arith.constant dense<256> : tensor<256xi32, #b1>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %xs = tt.addptr %xs_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %p = %xs) -> (tensor<256xi32, #b1>, tensor<256x!tt.ptr<i32>, #b1>) : i32 {
      %v = tt.load %p : tensor<256x!tt.ptr<i32>, #b1>
      %d = arith.addi %sum, %sum : tensor<256xi32, #b1>
      %s = arith.addi %d, %v : tensor<256xi32, #b1>
      %pn = tt.addptr %p, %step : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      scf.yield %s, %pn : tensor<256xi32, #b1>, tensor<256x!tt.ptr<i32>, #b1>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %out_ptr, %f#0 : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonAMDGPUReorderInstructions (tritonamdgpu-reorder-instructions) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#l1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %zero = arith.constant dense<0> : tensor<256xi32, #b1>
    %rev0 = arith.constant dense<255> : tensor<256xi32, #b1>
    %rev = arith.subi %rev0, %r : tensor<256xi32, #b1>
    %step = arith.constant dense<256> : tensor<256xi32, #b1>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %xs = tt.addptr %xs_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %buf = ttg.local_alloc : () -> !ttg.memdesc<1x256xi32, #l1, #smem, mutable>
    %slot = ttg.memdesc_index %buf[%c0] : !ttg.memdesc<1x256xi32, #l1, #smem, mutable> -> !ttg.memdesc<256xi32, #l1, #smem, mutable>
    %go = arith.cmpi slt, %c0, %n : i32
    %gob = tt.splat %go : i1 -> tensor<256xi1, #b1>
    %v0 = tt.load %xs, %gob, %zero : tensor<256x!tt.ptr<i32>, #b1>
    ttg.local_store %v0, %slot : tensor<256xi32, #b1> -> !ttg.memdesc<256xi32, #l1, #smem, mutable>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %p = %xs) -> (tensor<256xi32, #b1>, tensor<256x!tt.ptr<i32>, #b1>) : i32 {
      %ahead = arith.subi %n, %c1 : i32
      %more = arith.cmpi slt, %i, %ahead : i32
      %moreb = tt.splat %more : i1 -> tensor<256xi1, #b1>
      %pn = tt.addptr %p, %step : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      %vn = tt.load %pn, %moreb, %zero : tensor<256x!tt.ptr<i32>, #b1>
      ttg.local_store %vn, %slot : tensor<256xi32, #b1> -> !ttg.memdesc<256xi32, #l1, #smem, mutable>
      %v = ttg.local_load %slot : !ttg.memdesc<256xi32, #l1, #smem, mutable> -> tensor<256xi32, #b1>
      %d = arith.addi %sum, %sum : tensor<256xi32, #b1>
      %s = arith.addi %d, %v : tensor<256xi32, #b1>
      scf.yield %s, %pn : tensor<256xi32, #b1>, tensor<256x!tt.ptr<i32>, #b1>
    }
    ttg.local_dealloc %buf : !ttg.memdesc<1x256xi32, #l1, #smem, mutable>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %out_ptr, %f#0 : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}
