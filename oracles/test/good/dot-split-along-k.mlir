// A dot is split along K, each half from its slice of the buffers.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f16[1024];f16[1024];out:f32[1024]

// -----// IR Dump Before TritonGPUPrefetch (tritongpu-prefetch) ('builtin.module' operation) //----- //
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
    %a0v = ttg.memdesc_subslice %as[0, 0] : !ttg.memdesc<32x32xf16, #l2, #smem> -> !ttg.memdesc<32x16xf16, #l2, #smem, 32x32>
    %a0 = ttg.local_load %a0v : !ttg.memdesc<32x16xf16, #l2, #smem, 32x32> -> tensor<32x16xf16, #a>
    %b0v = ttg.memdesc_subslice %bt[0, 0] : !ttg.memdesc<32x32xf16, #l2t, #smem> -> !ttg.memdesc<16x32xf16, #l2t, #smem, 32x32>
    %b0 = ttg.local_load %b0v : !ttg.memdesc<16x32xf16, #l2t, #smem, 32x32> -> tensor<16x32xf16, #b>
    %a1v = ttg.memdesc_subslice %as[0, 16] : !ttg.memdesc<32x32xf16, #l2, #smem> -> !ttg.memdesc<32x16xf16, #l2, #smem, 32x32>
    %a1 = ttg.local_load %a1v : !ttg.memdesc<32x16xf16, #l2, #smem, 32x32> -> tensor<32x16xf16, #a>
    %b1v = ttg.memdesc_subslice %bt[16, 0] : !ttg.memdesc<32x32xf16, #l2t, #smem> -> !ttg.memdesc<16x32xf16, #l2t, #smem, 32x32>
    %b1 = ttg.local_load %b1v : !ttg.memdesc<16x32xf16, #l2t, #smem, 32x32> -> tensor<16x32xf16, #b>
    %d0 = tt.dot %a0, %b0, %zero : tensor<32x16xf16, #a> * tensor<16x32xf16, #b> -> tensor<32x32xf32, #mma>
    %d = tt.dot %a1, %b1, %d0 : tensor<32x16xf16, #a> * tensor<16x32xf16, #b> -> tensor<32x32xf32, #mma>
    %o = ttg.convert_layout %d : tensor<32x32xf32, #mma> -> tensor<32x32xf32, #r>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #r>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x32x!tt.ptr<f32>, #r>, tensor<32x32xi32, #r>
    tt.store %out_ptr, %o : tensor<32x32x!tt.ptr<f32>, #r>
    tt.return
  }
}
