// The wait for asynchronous dots lets two be under way where there are two buffers: the older one's buffer is rewritten.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPUPipeline:
// TARGET: cuda:90
// LAUNCH: grid=1,1,1 rng-seed=7 args=f16[16384];f16[16384];out:f32[4096];i32=4

// -----// IR Dump Before TritonGPUOptimizeDotOperands (tritongpu-optimize-dot-operands) ('builtin.module' operation) //----- //
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %step = arith.constant dense<64> : tensor<64x64xi32, #b>
    %at_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %at_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %at_ld = arith.constant dense<256> : tensor<64x1xi32, #b>
    %at_rl = arith.muli %at_re, %at_ld : tensor<64x1xi32, #b>
    %at_rb = tt.broadcast %at_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %at_cb = tt.broadcast %at_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %at = arith.addi %at_rb, %at_cb : tensor<64x64xi32, #b>
    %ap0_base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %ap0 = tt.addptr %ap0_base, %at : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    %bp0_base = tt.splat %b : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %bp0 = tt.addptr %bp0_base, %at : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    %f:3 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %ap = %ap0, %bp = %bp0) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64x!tt.ptr<f16>, #b>) : i32 {
      %av = tt.load %ap : tensor<64x64x!tt.ptr<f16>, #b>
      %bv = tt.load %bp : tensor<64x64x!tt.ptr<f16>, #b>
      %as = ttg.local_alloc %av : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #n, #smem>
      %bs = ttg.local_alloc %bv : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #n, #smem>
      %d = ttng.warp_group_dot %as, %bs, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #n, #smem> * !ttg.memdesc<64x64xf16, #n, #smem> -> tensor<64x64xf32, #mma>
      %an = tt.addptr %ap, %step : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
      %bn = tt.addptr %bp, %step : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
      scf.yield %d, %an, %bn : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64x!tt.ptr<f16>, #b>
    }
    %to_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %to_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %to_ld = arith.constant dense<64> : tensor<64x1xi32, #b>
    %to_rl = arith.muli %to_re, %to_ld : tensor<64x1xi32, #b>
    %to_rb = tt.broadcast %to_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %to_cb = tt.broadcast %to_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %to = arith.addi %to_rb, %to_cb : tensor<64x64xi32, #b>
    %o = ttg.convert_layout %f#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #b>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<64x64x!tt.ptr<f32>, #b>, tensor<64x64xi32, #b>
    tt.store %out_ptr, %o : tensor<64x64x!tt.ptr<f32>, #b>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUPipeline (tritongpu-pipeline) ('builtin.module' operation) //----- //
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %step = arith.constant dense<64> : tensor<64x64xi32, #b>
    %at_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %at_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %at_ld = arith.constant dense<256> : tensor<64x1xi32, #b>
    %at_rl = arith.muli %at_re, %at_ld : tensor<64x1xi32, #b>
    %at_rb = tt.broadcast %at_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %at_cb = tt.broadcast %at_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %at = arith.addi %at_rb, %at_cb : tensor<64x64xi32, #b>
    %ap0_base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %ap0 = tt.addptr %ap0_base, %at : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    %bp0_base = tt.splat %b : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %bp0 = tt.addptr %bp0_base, %at : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    %f:3 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %ap = %ap0, %bp = %bp0) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64x!tt.ptr<f16>, #b>) : i32 {
      %av = tt.load %ap : tensor<64x64x!tt.ptr<f16>, #b>
      %bv = tt.load %bp : tensor<64x64x!tt.ptr<f16>, #b>
      %as = ttg.local_alloc %av : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #n, #smem>
      %bs = ttg.local_alloc %bv : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #n, #smem>
      %d = ttng.warp_group_dot %as, %bs, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #n, #smem> * !ttg.memdesc<64x64xf16, #n, #smem> -> tensor<64x64xf32, #mma>
      %an = tt.addptr %ap, %step : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
      %bn = tt.addptr %bp, %step : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
      scf.yield %d, %an, %bn : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64x!tt.ptr<f16>, #b>
    }
    %to_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %to_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %to_ld = arith.constant dense<64> : tensor<64x1xi32, #b>
    %to_rl = arith.muli %to_re, %to_ld : tensor<64x1xi32, #b>
    %to_rb = tt.broadcast %to_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %to_cb = tt.broadcast %to_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %to = arith.addi %to_rb, %to_cb : tensor<64x64xi32, #b>
    %o = ttg.convert_layout %f#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #b>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<64x64x!tt.ptr<f32>, #b>, tensor<64x64xi32, #b>
    tt.store %out_ptr, %o : tensor<64x64x!tt.ptr<f32>, #b>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %step = arith.constant dense<64> : tensor<64x64xi32, #b>
    %at_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %at_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %at_ld = arith.constant dense<256> : tensor<64x1xi32, #b>
    %at_rl = arith.muli %at_re, %at_ld : tensor<64x1xi32, #b>
    %at_rb = tt.broadcast %at_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %at_cb = tt.broadcast %at_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %at = arith.addi %at_rb, %at_cb : tensor<64x64xi32, #b>
    %ap0_base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %ap0 = tt.addptr %ap0_base, %at : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    %bp0_base = tt.splat %b : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %bp0 = tt.addptr %bp0_base, %at : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    %nb = arith.constant 2 : i32
    %abuf = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #n, #smem, mutable>
    %bbuf = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #n, #smem, mutable>
    %g:4 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %ap = %ap0, %bp = %bp0, %at0 = %c0) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64x!tt.ptr<f16>, #b>, i32) : i32 {
      %av = tt.load %ap : tensor<64x64x!tt.ptr<f16>, #b>
      %bv = tt.load %bp : tensor<64x64x!tt.ptr<f16>, #b>
      %as = ttg.memdesc_index %abuf[%at0] : !ttg.memdesc<2x64x64xf16, #n, #smem, mutable> -> !ttg.memdesc<64x64xf16, #n, #smem, mutable>
      %bs = ttg.memdesc_index %bbuf[%at0] : !ttg.memdesc<2x64x64xf16, #n, #smem, mutable> -> !ttg.memdesc<64x64xf16, #n, #smem, mutable>
      ttg.local_store %av, %as : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #n, #smem, mutable>
      ttg.local_store %bv, %bs : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #n, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      %dr = ttng.warp_group_dot %as, %bs, %acc {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #n, #smem, mutable> * !ttg.memdesc<64x64xf16, #n, #smem, mutable> -> tensor<64x64xf32, #mma>
      %d = ttng.warp_group_dot_wait %dr {pendings = 2 : i32} : tensor<64x64xf32, #mma>
      %an = tt.addptr %ap, %step : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
      %bn = tt.addptr %bp, %step : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
      %i1 = arith.addi %at0, %c1 : i32
      %iw = arith.cmpi sge, %i1, %nb : i32
      %in = arith.select %iw, %c0, %i1 : i32
      scf.yield %d, %an, %bn, %in : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64x!tt.ptr<f16>, #b>, i32
    }
    %f = ttng.warp_group_dot_wait %g#0 {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    %to_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %to_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %to_ld = arith.constant dense<64> : tensor<64x1xi32, #b>
    %to_rl = arith.muli %to_re, %to_ld : tensor<64x1xi32, #b>
    %to_rb = tt.broadcast %to_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %to_cb = tt.broadcast %to_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %to = arith.addi %to_rb, %to_cb : tensor<64x64xi32, #b>
    %o = ttg.convert_layout %f : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #b>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<64x64x!tt.ptr<f32>, #b>, tensor<64x64xi32, #b>
    tt.store %out_ptr, %o : tensor<64x64x!tt.ptr<f32>, #b>
    tt.return
  }
}
