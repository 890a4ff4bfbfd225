// Two independent halves of a kernel run on their own warps.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// TARGET: cuda:90
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];i32[64];out:i32[64];out:i32[64]

// -----// IR Dump Before TritonGPUWarpSpecialization (tritongpu-automatic-warp-specialization) ('builtin.module' operation) //----- //
#b4 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b4>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>, #b4>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>, #b4>
    %w_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
    %w_ptr = tt.addptr %w_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
    %w = tt.load %w_ptr : tensor<64x!tt.ptr<i32>, #b4>
    %s = arith.muli %w, %w : tensor<64xi32, #b4>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
    tt.store %out2_ptr, %s : tensor<64x!tt.ptr<i32>, #b4>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#b4 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>) {
    ttg.warp_specialize(%y, %out2)
    default {
      %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b4>
      %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
      %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
      %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>, #b4>
      %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
      %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
      tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>, #b4>
      ttg.warp_yield
    }
    partition0(%py: !tt.ptr<i32>, %pout2: !tt.ptr<i32>) num_warps(2) {
      %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b2>
      %w_ptr_base = tt.splat %py : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b2>
      %w_ptr = tt.addptr %w_ptr_base, %q : tensor<64x!tt.ptr<i32>, #b2>, tensor<64xi32, #b2>
      %w = tt.load %w_ptr : tensor<64x!tt.ptr<i32>, #b2>
      %s = arith.muli %w, %w : tensor<64xi32, #b2>
      %pout2_ptr_base = tt.splat %pout2 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b2>
      %pout2_ptr = tt.addptr %pout2_ptr_base, %q : tensor<64x!tt.ptr<i32>, #b2>, tensor<64xi32, #b2>
      tt.store %pout2_ptr, %s : tensor<64x!tt.ptr<i32>, #b2>
      ttg.warp_return
    } : (!tt.ptr<i32>, !tt.ptr<i32>) -> ()
    tt.return
  }
}
