// A read of a buffer moves below the next write to it.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPUReorderInstructions:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1024]{-99..99};out:i32[1024];i32=1

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#l2 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    %v = tt.load %v_ptr : tensor<32x32x!tt.ptr<i32>, #r>
    %buf = ttg.local_alloc : () -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    ttg.local_store %v, %buf : tensor<32x32xi32, #r> -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %a = ttg.local_load %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable> -> tensor<32x32xi32, #c>
    %sq = arith.muli %v, %v : tensor<32x32xi32, #r>
    ttg.local_store %sq, %buf : tensor<32x32xi32, #r> -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %b = ttg.local_load %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable> -> tensor<32x32xi32, #c>
    %s = arith.subi %a, %b : tensor<32x32xi32, #c>
    ttg.local_dealloc %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %ct_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>>
    %ct_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>>
    %ct_re = tt.expand_dims %ct_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>> -> tensor<32x1xi32, #c>
    %ct_ce = tt.expand_dims %ct_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>> -> tensor<1x32xi32, #c>
    %ct_ld = arith.constant dense<32> : tensor<32x1xi32, #c>
    %ct_rl = arith.muli %ct_re, %ct_ld : tensor<32x1xi32, #c>
    %ct_rb = tt.broadcast %ct_rl : tensor<32x1xi32, #c> -> tensor<32x32xi32, #c>
    %ct_cb = tt.broadcast %ct_ce : tensor<1x32xi32, #c> -> tensor<32x32xi32, #c>
    %ct = arith.addi %ct_rb, %ct_cb : tensor<32x32xi32, #c>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #c>
    %out_ptr = tt.addptr %out_ptr_base, %ct : tensor<32x32x!tt.ptr<i32>, #c>, tensor<32x32xi32, #c>
    tt.store %out_ptr, %s : tensor<32x32x!tt.ptr<i32>, #c>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUReorderInstructions (tritongpu-reorder-instructions) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#l2 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    %v = tt.load %v_ptr : tensor<32x32x!tt.ptr<i32>, #r>
    %buf = ttg.local_alloc : () -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    ttg.local_store %v, %buf : tensor<32x32xi32, #r> -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %a = ttg.local_load %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable> -> tensor<32x32xi32, #c>
    %sq = arith.muli %v, %v : tensor<32x32xi32, #r>
    ttg.local_store %sq, %buf : tensor<32x32xi32, #r> -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %b = ttg.local_load %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable> -> tensor<32x32xi32, #c>
    %s = arith.subi %a, %b : tensor<32x32xi32, #c>
    ttg.local_dealloc %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %ct_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>>
    %ct_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>>
    %ct_re = tt.expand_dims %ct_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>> -> tensor<32x1xi32, #c>
    %ct_ce = tt.expand_dims %ct_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>> -> tensor<1x32xi32, #c>
    %ct_ld = arith.constant dense<32> : tensor<32x1xi32, #c>
    %ct_rl = arith.muli %ct_re, %ct_ld : tensor<32x1xi32, #c>
    %ct_rb = tt.broadcast %ct_rl : tensor<32x1xi32, #c> -> tensor<32x32xi32, #c>
    %ct_cb = tt.broadcast %ct_ce : tensor<1x32xi32, #c> -> tensor<32x32xi32, #c>
    %ct = arith.addi %ct_rb, %ct_cb : tensor<32x32xi32, #c>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #c>
    %out_ptr = tt.addptr %out_ptr_base, %ct : tensor<32x32x!tt.ptr<i32>, #c>, tensor<32x32xi32, #c>
    tt.store %out_ptr, %s : tensor<32x32x!tt.ptr<i32>, #c>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#l2 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    %v = tt.load %v_ptr : tensor<32x32x!tt.ptr<i32>, #r>
    %buf = ttg.local_alloc : () -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    ttg.local_store %v, %buf : tensor<32x32xi32, #r> -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %sq = arith.muli %v, %v : tensor<32x32xi32, #r>
    ttg.local_store %sq, %buf : tensor<32x32xi32, #r> -> !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %a = ttg.local_load %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable> -> tensor<32x32xi32, #c>
    %b = ttg.local_load %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable> -> tensor<32x32xi32, #c>
    %s = arith.subi %a, %b : tensor<32x32xi32, #c>
    ttg.local_dealloc %buf : !ttg.memdesc<32x32xi32, #l2, #smem, mutable>
    %ct_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>>
    %ct_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>>
    %ct_re = tt.expand_dims %ct_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>> -> tensor<32x1xi32, #c>
    %ct_ce = tt.expand_dims %ct_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>> -> tensor<1x32xi32, #c>
    %ct_ld = arith.constant dense<32> : tensor<32x1xi32, #c>
    %ct_rl = arith.muli %ct_re, %ct_ld : tensor<32x1xi32, #c>
    %ct_rb = tt.broadcast %ct_rl : tensor<32x1xi32, #c> -> tensor<32x32xi32, #c>
    %ct_cb = tt.broadcast %ct_ce : tensor<1x32xi32, #c> -> tensor<32x32xi32, #c>
    %ct = arith.addi %ct_rb, %ct_cb : tensor<32x32xi32, #c>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #c>
    %out_ptr = tt.addptr %out_ptr_base, %ct : tensor<32x32x!tt.ptr<i32>, #c>, tensor<32x32xi32, #c>
    tt.store %out_ptr, %s : tensor<32x32x!tt.ptr<i32>, #c>
    tt.return
  }
}
