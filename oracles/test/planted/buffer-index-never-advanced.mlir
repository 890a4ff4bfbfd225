// The index of the buffer to copy into is computed, and not yielded: each copy goes to the same buffer.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPUPipeline:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[640]{-99..99};out:i32[128];i32=5

// -----// IR Dump Before TritonGPUCombineTensorSelectAndIf (tritongpu-combine-tensor-select-and-if) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %zero = arith.constant dense<0> : tensor<128xi32, #b1>
    %two = arith.constant dense<2> : tensor<128xi32, #b1>
    %step = arith.constant dense<128> : tensor<128xi32, #b1>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %xs = tt.addptr %xs_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %p = %xs) -> (tensor<128xi32, #b1>, tensor<128x!tt.ptr<i32>, #b1>) : i32 {
      %v = tt.load %p : tensor<128x!tt.ptr<i32>, #b1>
      %d = arith.muli %sum, %two : tensor<128xi32, #b1>
      %s = arith.addi %d, %v : tensor<128xi32, #b1>
      %pn = tt.addptr %p, %step : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
      scf.yield %s, %pn : tensor<128xi32, #b1>, tensor<128x!tt.ptr<i32>, #b1>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out_ptr, %f#0 : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUPipeline (tritongpu-pipeline) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %zero = arith.constant dense<0> : tensor<128xi32, #b1>
    %step = arith.constant dense<128> : tensor<128xi32, #b1>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %xs = tt.addptr %xs_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %p = %xs) -> (tensor<128xi32, #b1>, tensor<128x!tt.ptr<i32>, #b1>) : i32 {
      %v = tt.load %p : tensor<128x!tt.ptr<i32>, #b1>
      %d = arith.addi %sum, %sum : tensor<128xi32, #b1>
      %s = arith.addi %d, %v : tensor<128xi32, #b1>
      %pn = tt.addptr %p, %step : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
      scf.yield %s, %pn : tensor<128xi32, #b1>, tensor<128x!tt.ptr<i32>, #b1>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out_ptr, %f#0 : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#l1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %zero = arith.constant dense<0> : tensor<128xi32, #b1>
    %two = arith.constant dense<2> : tensor<128xi32, #b1>
    %step = arith.constant dense<128> : tensor<128xi32, #b1>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %xs = tt.addptr %xs_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %nb = arith.constant 2 : i32
    %before = arith.constant -1 : i32
    %buf = ttg.local_alloc : () -> !ttg.memdesc<2x128xi32, #l1, #smem, mutable>
    %go0 = arith.cmpi slt, %c0, %n : i32
    %m0 = tt.splat %go0 : i1 -> tensor<128xi1, #b1>
    %d0 = ttg.memdesc_index %buf[%c0] : !ttg.memdesc<2x128xi32, #l1, #smem, mutable> -> !ttg.memdesc<128xi32, #l1, #smem, mutable>
    %t0 = ttg.async_copy_global_to_local %xs, %d0 mask %m0 : tensor<128x!tt.ptr<i32>, #b1> -> <128xi32, #l1, #smem, mutable>
    %g0 = ttg.async_commit_group tokens %t0
    %go1 = arith.cmpi slt, %c1, %n : i32
    %m1 = tt.splat %go1 : i1 -> tensor<128xi1, #b1>
    %p1 = tt.addptr %xs, %step : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %d1 = ttg.memdesc_index %buf[%c1] : !ttg.memdesc<2x128xi32, #l1, #smem, mutable> -> !ttg.memdesc<128xi32, #l1, #smem, mutable>
    %t1 = ttg.async_copy_global_to_local %p1, %d1 mask %m1 : tensor<128x!tt.ptr<i32>, #b1> -> <128xi32, #l1, #smem, mutable>
    %g1 = ttg.async_commit_group tokens %t1
    %f:6 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %p = %p1, %ins = %c1, %ext = %before, %ga = %g0, %gb = %g1) -> (tensor<128xi32, #b1>, tensor<128x!tt.ptr<i32>, #b1>, i32, i32, !ttg.async.token, !ttg.async.token) : i32 {
      %ext1 = arith.addi %ext, %c1 : i32
      %extw = arith.cmpi sge, %ext1, %nb : i32
      %exn = arith.select %extw, %c0, %ext1 : i32
      %w = ttg.async_wait %ga {num = 1 : i32}
      %dv = ttg.memdesc_index %buf[%exn] : !ttg.memdesc<2x128xi32, #l1, #smem, mutable> -> !ttg.memdesc<128xi32, #l1, #smem, mutable>
      %v = ttg.local_load %dv token %w : !ttg.memdesc<128xi32, #l1, #smem, mutable> -> tensor<128xi32, #b1>
      %d = arith.muli %sum, %two : tensor<128xi32, #b1>
      %s = arith.addi %d, %v : tensor<128xi32, #b1>
      %ahead = arith.constant 2 : i32
      %end = arith.subi %n, %ahead : i32
      %more = arith.cmpi slt, %i, %end : i32
      %moreb = tt.splat %more : i1 -> tensor<128xi1, #b1>
      %ins1 = arith.addi %ins, %c1 : i32
      %insw = arith.cmpi sge, %ins1, %nb : i32
      %inn = arith.select %insw, %c0, %ins1 : i32
      %pn = tt.addptr %p, %step : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
      %dn = ttg.memdesc_index %buf[%inn] : !ttg.memdesc<2x128xi32, #l1, #smem, mutable> -> !ttg.memdesc<128xi32, #l1, #smem, mutable>
      %tn = ttg.async_copy_global_to_local %pn, %dn mask %moreb : tensor<128x!tt.ptr<i32>, #b1> -> <128xi32, #l1, #smem, mutable>
      %gn = ttg.async_commit_group tokens %tn
      scf.yield %s, %pn, %ins, %exn, %gb, %gn : tensor<128xi32, #b1>, tensor<128x!tt.ptr<i32>, #b1>, i32, i32, !ttg.async.token, !ttg.async.token
    }
    %done = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %buf : !ttg.memdesc<2x128xi32, #l1, #smem, mutable>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out_ptr, %f#0 : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}
