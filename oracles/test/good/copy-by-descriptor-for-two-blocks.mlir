// A load by descriptor becomes a copy for a cluster of two blocks: each has a barrier of its own, which waits for the bytes of its half of the tile.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// TARGET: cuda:90
// OPTIONS: num-ctas=2
// LAUNCH: grid=1,1,1 rng-seed=7 args=f16[16384];out:f16[4096];i32=4

// -----// IR Dump Before TritonNvidiaGPUTMALoweringPass (triton-nvidia-tma-lowering) ('builtin.module' operation) //----- //
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %out: !tt.ptr<f16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %w = arith.constant 256 : i32
    %ld = arith.constant 256 : i64
    %one = arith.constant 1 : i64
    %desc = tt.make_tensor_descriptor %a, [%c64, %w], [%ld, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16, #n>>
    %to_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %to_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %to_ld = arith.constant dense<64> : tensor<64x1xi32, #b>
    %to_rl = arith.muli %to_re, %to_ld : tensor<64x1xi32, #b>
    %to_rb = tt.broadcast %to_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %to_cb = tt.broadcast %to_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %to = arith.addi %to_rb, %to_cb : tensor<64x64xi32, #b>
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf16, #b>
    %f:2 = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zero, %col = %c0) -> (tensor<64x64xf16, #b>, i32) : i32 {
      %v = tt.descriptor_load %desc[%c0, %col] : !tt.tensordesc<tensor<64x64xf16, #n>> -> tensor<64x64xf16, #b>
      %d = arith.addf %sum, %sum : tensor<64x64xf16, #b>
      %s = arith.addf %d, %v : tensor<64x64xf16, #b>
      %next = arith.addi %col, %c64 : i32
      scf.yield %s, %next : tensor<64x64xf16, #b>, i32
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    tt.store %out_ptr, %f#0 : tensor<64x64x!tt.ptr<f16>, #b>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#l1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%a: !tt.ptr<f16>, %out: !tt.ptr<f16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %w = arith.constant 256 : i32
    %ld = arith.constant 256 : i64
    %one = arith.constant 1 : i64
    %desc = tt.make_tensor_descriptor %a, [%c64, %w], [%ld, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16, #n>>
    %to_r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
    %to_c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<64x1xi32, #b>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x64xi32, #b>
    %to_ld = arith.constant dense<64> : tensor<64x1xi32, #b>
    %to_rl = arith.muli %to_re, %to_ld : tensor<64x1xi32, #b>
    %to_rb = tt.broadcast %to_rl : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %to_cb = tt.broadcast %to_ce : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %to = arith.addi %to_rb, %to_cb : tensor<64x64xi32, #b>
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf16, #b>
    %true = arith.constant true
    %buf = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #n, #smem, mutable>
    %bar = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #l1, #smem, mutable>
    ttng.init_barrier %bar, 1 : !ttg.memdesc<2xi64, #l1, #smem, mutable>
    %f:3 = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zero, %col = %c0, %phase = %c0) -> (tensor<64x64xf16, #b>, i32, i32) : i32 {
      ttng.barrier_expect %bar, 4096, %true : !ttg.memdesc<2xi64, #l1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %col] %buf, %bar, %true : !tt.tensordesc<tensor<64x64xf16, #n>>, !ttg.memdesc<2xi64, #l1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #n, #smem, mutable>
      ttng.wait_barrier %bar, %phase : !ttg.memdesc<2xi64, #l1, #smem, mutable>
      %v = ttg.local_load %buf : !ttg.memdesc<64x64xf16, #n, #smem, mutable> -> tensor<64x64xf16, #b>
      %d = arith.addf %sum, %sum : tensor<64x64xf16, #b>
      %s = arith.addf %d, %v : tensor<64x64xf16, #b>
      %next = arith.addi %col, %c64 : i32
      %flip = arith.xori %phase, %c1 : i32
      scf.yield %s, %next, %flip : tensor<64x64xf16, #b>, i32, i32
    }
    ttng.inval_barrier %bar : !ttg.memdesc<2xi64, #l1, #smem, mutable>
    ttg.local_dealloc %bar : !ttg.memdesc<2xi64, #l1, #smem, mutable>
    ttg.local_dealloc %buf : !ttg.memdesc<64x64xf16, #n, #smem, mutable>
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    tt.store %out_ptr, %f#0 : tensor<64x64x!tt.ptr<f16>, #b>
    tt.return
  }
}
