// An address is rematerialised in another layout, with its two indices exchanged.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPURemoveLayoutConversions:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1024];i32[1024];out:i32[1024]

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %ct_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>>
    %ct_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>>
    %ct_re = tt.expand_dims %ct_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>> -> tensor<32x1xi32, #c>
    %ct_ce = tt.expand_dims %ct_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>> -> tensor<1x32xi32, #c>
    %ct_ld = arith.constant dense<32> : tensor<32x1xi32, #c>
    %ct_rl = arith.muli %ct_re, %ct_ld : tensor<32x1xi32, #c>
    %ct_rb = tt.broadcast %ct_rl : tensor<32x1xi32, #c> -> tensor<32x32xi32, #c>
    %ct_cb = tt.broadcast %ct_ce : tensor<1x32xi32, #c> -> tensor<32x32xi32, #c>
    %ct = arith.addi %ct_rb, %ct_cb : tensor<32x32xi32, #c>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    %v = tt.load %v_ptr : tensor<32x32x!tt.ptr<i32>, #r>
    %w_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #c>
    %w_ptr = tt.addptr %w_ptr_base, %ct : tensor<32x32x!tt.ptr<i32>, #c>, tensor<32x32xi32, #c>
    %w = tt.load %w_ptr : tensor<32x32x!tt.ptr<i32>, #c>
    %vc = ttg.convert_layout %v : tensor<32x32xi32, #r> -> tensor<32x32xi32, #c>
    %s = arith.subi %vc, %w : tensor<32x32xi32, #c>
    %t = ttg.convert_layout %s : tensor<32x32xi32, #c> -> tensor<32x32xi32, #r>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    tt.store %out_ptr, %t : tensor<32x32x!tt.ptr<i32>, #r>
    tt.return
  }
}

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %ct_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>>
    %ct_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>>
    %ct_re = tt.expand_dims %ct_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #c}>> -> tensor<32x1xi32, #c>
    %ct_ce = tt.expand_dims %ct_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #c}>> -> tensor<1x32xi32, #c>
    %ct_ld = arith.constant dense<32> : tensor<32x1xi32, #c>
    %ct_rl = arith.muli %ct_re, %ct_ld : tensor<32x1xi32, #c>
    %ct_rb = tt.broadcast %ct_rl : tensor<32x1xi32, #c> -> tensor<32x32xi32, #c>
    %ct_cb = tt.broadcast %ct_ce : tensor<1x32xi32, #c> -> tensor<32x32xi32, #c>
    %ct = arith.addi %ct_rb, %ct_cb : tensor<32x32xi32, #c>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    %v = tt.load %v_ptr : tensor<32x32x!tt.ptr<i32>, #r>
    %w_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #c>
    %w_ptr = tt.addptr %w_ptr_base, %ct : tensor<32x32x!tt.ptr<i32>, #c>, tensor<32x32xi32, #c>
    %w = tt.load %w_ptr : tensor<32x32x!tt.ptr<i32>, #c>
    %vc = ttg.convert_layout %v : tensor<32x32xi32, #r> -> tensor<32x32xi32, #c>
    %s = arith.subi %vc, %w : tensor<32x32xi32, #c>
    %t = ttg.convert_layout %s : tensor<32x32xi32, #c> -> tensor<32x32xi32, #r>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    tt.store %out_ptr, %t : tensor<32x32x!tt.ptr<i32>, #r>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUReduceDataDuplication (tritongpu-reduce-data-duplication) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %re_b = tt.broadcast %at_re : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %re_c = arith.constant dense<32> : tensor<1x32xi32, #r>
    %re_l = arith.muli %at_ce, %re_c : tensor<1x32xi32, #r>
    %re_d = tt.broadcast %re_l : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %re = arith.addi %re_b, %re_d : tensor<32x32xi32, #r>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    %v = tt.load %v_ptr : tensor<32x32x!tt.ptr<i32>, #r>
    %w_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %w_ptr = tt.addptr %w_ptr_base, %re : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    %w = tt.load %w_ptr : tensor<32x32x!tt.ptr<i32>, #r>
    %s = arith.subi %v, %w : tensor<32x32xi32, #r>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #r>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x32x!tt.ptr<i32>, #r>, tensor<32x32xi32, #r>
    tt.store %out_ptr, %s : tensor<32x32x!tt.ptr<i32>, #r>
    tt.return
  }
}
