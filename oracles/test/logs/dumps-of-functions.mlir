// A pass that runs on functions has the function alone dumped: it is put into the module that was dumped before.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: difference in TritonGPUReorderInstructions: stored values differ
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[128]{-99..99};out:i32[128]

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b1>
    %k = arith.constant dense<3> : tensor<128xi32, #b1>
    %s = arith.subi %v, %k : tensor<128xi32, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUReorderInstructions (tritongpu-reorder-instructions) ('tt.func' operation: @kernel) //----- //
tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %k = arith.constant dense<3> : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %s = arith.subi %v, %k : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  tt.return
}

// -----// IR Dump Before CSE (cse) ('tt.func' operation: @kernel) //----- //
tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %k = arith.constant dense<3> : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %s = arith.addi %v, %k : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
  tt.return
}

// -----// IR Dump Before SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b1>
    %k = arith.constant dense<3> : tensor<128xi32, #b1>
    %s = arith.addi %v, %k : tensor<128xi32, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}
