// A log of a session: two configurations of a kernel, the second one broken, and what the session printed; then the conversion to LLVM.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: dumps:{{.*}}#1 {{.*}}: pass
// CHECK: dumps:{{.*}}#2 {{.*}}: FAIL: same-meaning: difference in TritonGPUCoalesce: stored values differ
// RUN: fathom check %s --subject dumps:%s#1 --oracle no-crash | FileCheck %s --check-prefix=OTHER
// OTHER: dumps:{{.*}}#1 {{.*}}: pass
// OTHER-NEXT: dumps:{{.*}}#1 {{.*}}: inconclusive: refused: not recorded
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[128]{-99..99};out:i32[128]

// tuning 2 configurations
// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>>
    %k = arith.constant dense<4> : tensor<128xi32>
    %s = arith.subi %v, %k : tensor<128xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before ConvertTritonToTritonGPU (convert-triton-to-tritongpu) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>>
    %k = arith.constant dense<4> : tensor<128xi32>
    %s = arith.subi %v, %k : tensor<128xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b1>
    %k = arith.constant dense<4> : tensor<128xi32, #b1>
    %s = arith.subi %v, %k : tensor<128xi32, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#b4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b4>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b4>
    %k = arith.constant dense<4> : tensor<128xi32, #b4>
    %s = arith.subi %v, %k : tensor<128xi32, #b4>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b4>
    tt.return
  }
}
// -----// SoftwarePipeliner internal IR Dump After: LowerLoops
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

// -----// IR Dump Before ConvertTritonGPUToLLVM (convert-triton-gpu-to-llvm) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b1>
    %k = arith.constant dense<4> : tensor<128xi32, #b1>
    %s = arith.subi %v, %k : tensor<128xi32, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before ReconcileUnrealizedCasts (reconcile-unrealized-casts) ('builtin.module' operation) //----- //
module attributes {"ttg.num-warps" = 4 : i32} {
  llvm.func @kernel() {
    llvm.return
  }
}
kernel.py:12: 3 ms

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>>
    %k = arith.constant dense<3> : tensor<128xi32>
    %s = arith.subi %v, %k : tensor<128xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before ConvertTritonToTritonGPU (convert-triton-to-tritongpu) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>>
    %k = arith.constant dense<3> : tensor<128xi32>
    %s = arith.subi %v, %k : tensor<128xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}

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

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#b4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b4>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b4>
    %k = arith.constant dense<3> : tensor<128xi32, #b4>
    %s = arith.addi %v, %k : tensor<128xi32, #b4>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b4>
    tt.return
  }
}
