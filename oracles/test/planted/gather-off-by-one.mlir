// A gather's index is the next element's.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[32];i32[32]{0..31};out:i32[32]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %ix: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<i32>>
    %i_ptr_base = tt.splat %ix : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %i_ptr = tt.addptr %i_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %i = tt.load %i_ptr : tensor<32x!tt.ptr<i32>>
    %one = arith.constant dense<1> : tensor<32xi32>
    %last = arith.constant dense<31> : tensor<32xi32>
    %g = tt.gather %v[%i] {axis = 0 : i32} : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %g : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %ix: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<i32>>
    %i_ptr_base = tt.splat %ix : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %i_ptr = tt.addptr %i_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %i = tt.load %i_ptr : tensor<32x!tt.ptr<i32>>
    %one = arith.constant dense<1> : tensor<32xi32>
    %last = arith.constant dense<31> : tensor<32xi32>
    %g = tt.gather %v[%i] {axis = 0 : i32} : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %g : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %ix: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<i32>>
    %i_ptr_base = tt.splat %ix : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %i_ptr = tt.addptr %i_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %i = tt.load %i_ptr : tensor<32x!tt.ptr<i32>>
    %one = arith.constant dense<1> : tensor<32xi32>
    %last = arith.constant dense<31> : tensor<32xi32>
    %i1 = arith.addi %i, %one : tensor<32xi32>
    %in = arith.andi %i1, %last : tensor<32xi32>
    %g = tt.gather %v[%in] {axis = 0 : i32} : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %g : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
