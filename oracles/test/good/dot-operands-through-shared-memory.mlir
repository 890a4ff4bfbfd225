// A dot's operands go through shared memory, one of them by a transposing view.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f16[1024];f16[1024];out:f32[1024]

// -----// IR Dump Before TritonGPUOptimizeDotOperands (tritongpu-optimize-dot-operands) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#rt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %av_ptr_base = tt.splat %a : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #r>
    %av_ptr = tt.addptr %av_ptr_base, %at : tensor<32x32x!tt.ptr<f16>, #r>, tensor<32x32xi32, #r>
    %av = tt.load %av_ptr : tensor<32x32x!tt.ptr<f16>, #r>
    %bv_ptr_base = tt.splat %b : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #r>
    %bv_ptr = tt.addptr %bv_ptr_base, %at : tensor<32x32x!tt.ptr<f16>, #r>, tensor<32x32xi32, #r>
    %bv = tt.load %bv_ptr : tensor<32x32x!tt.ptr<f16>, #r>
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #mma>
    %ac = ttg.convert_layout %av : tensor<32x32xf16, #r> -> tensor<32x32xf16, #a>
    %bt = tt.trans %bv {order = array<i32: 1, 0>} : tensor<32x32xf16, #r> -> tensor<32x32xf16, #rt>
    %bc = ttg.convert_layout %bt : tensor<32x32xf16, #rt> -> tensor<32x32xf16, #b>
    %d = tt.dot %ac, %bc, %zero : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #mma>
    %o = ttg.convert_layout %d : tensor<32x32xf32, #mma> -> tensor<32x32xf32, #r>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #r>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x32x!tt.ptr<f32>, #r>, tensor<32x32xi32, #r>
    tt.store %out_ptr, %o : tensor<32x32x!tt.ptr<f32>, #r>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#l2 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#l2t = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>>
    %at_c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #r}>> -> tensor<32x1xi32, #r>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #r}>> -> tensor<1x32xi32, #r>
    %at_ld = arith.constant dense<32> : tensor<32x1xi32, #r>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32, #r>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32, #r> -> tensor<32x32xi32, #r>
    %at_cb = tt.broadcast %at_ce : tensor<1x32xi32, #r> -> tensor<32x32xi32, #r>
    %at = arith.addi %at_rb, %at_cb : tensor<32x32xi32, #r>
    %av_ptr_base = tt.splat %a : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #r>
    %av_ptr = tt.addptr %av_ptr_base, %at : tensor<32x32x!tt.ptr<f16>, #r>, tensor<32x32xi32, #r>
    %av = tt.load %av_ptr : tensor<32x32x!tt.ptr<f16>, #r>
    %bv_ptr_base = tt.splat %b : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #r>
    %bv_ptr = tt.addptr %bv_ptr_base, %at : tensor<32x32x!tt.ptr<f16>, #r>, tensor<32x32xi32, #r>
    %bv = tt.load %bv_ptr : tensor<32x32x!tt.ptr<f16>, #r>
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #mma>
    %as = ttg.local_alloc %av : (tensor<32x32xf16, #r>) -> !ttg.memdesc<32x32xf16, #l2, #smem>
    %bs = ttg.local_alloc %bv : (tensor<32x32xf16, #r>) -> !ttg.memdesc<32x32xf16, #l2, #smem>
    %bt = ttg.memdesc_trans %bs {order = array<i32: 1, 0>} : !ttg.memdesc<32x32xf16, #l2, #smem> -> !ttg.memdesc<32x32xf16, #l2t, #smem>
    %ac = ttg.local_load %as : !ttg.memdesc<32x32xf16, #l2, #smem> -> tensor<32x32xf16, #a>
    %bc = ttg.local_load %bt : !ttg.memdesc<32x32xf16, #l2t, #smem> -> tensor<32x32xf16, #b>
    %d = tt.dot %ac, %bc, %zero : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #mma>
    %o = ttg.convert_layout %d : tensor<32x32xf32, #mma> -> tensor<32x32xf32, #r>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #r>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x32x!tt.ptr<f32>, #r>, tensor<32x32xi32, #r>
    tt.store %out_ptr, %o : tensor<32x32x!tt.ptr<f32>, #r>
    tt.return
  }
}
