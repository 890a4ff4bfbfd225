// A second load of the same pointer is replaced by the first one's value, over a store in between.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in CSE:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[32];out:i32[32]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.load %xp : tensor<32x!tt.ptr<i32>>
    gpu.barrier
    %rev0 = arith.constant dense<31> : tensor<32xi32>
    %rev = arith.subi %rev0, %r : tensor<32xi32>
    %xr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xr = tt.addptr %xr_base, %rev : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %xr, %a : tensor<32x!tt.ptr<i32>>
    gpu.barrier
    %b = tt.load %xp : tensor<32x!tt.ptr<i32>>
    %c = arith.subi %b, %a : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %c : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.load %xp : tensor<32x!tt.ptr<i32>>
    gpu.barrier
    %rev0 = arith.constant dense<31> : tensor<32xi32>
    %rev = arith.subi %rev0, %r : tensor<32xi32>
    %xr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xr = tt.addptr %xr_base, %rev : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %xr, %a : tensor<32x!tt.ptr<i32>>
    gpu.barrier
    %b = tt.load %xp : tensor<32x!tt.ptr<i32>>
    %c = arith.subi %b, %a : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %c : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.load %xp : tensor<32x!tt.ptr<i32>>
    gpu.barrier
    %rev0 = arith.constant dense<31> : tensor<32xi32>
    %rev = arith.subi %rev0, %r : tensor<32xi32>
    %xr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xr = tt.addptr %xr_base, %rev : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %xr, %a : tensor<32x!tt.ptr<i32>>
    gpu.barrier
    %c = arith.subi %a, %a : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %c : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
