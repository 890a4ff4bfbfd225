// The elements of a concatenation come in no said order, and its operands change places.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: a stored value is undefined or left open
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[32];i32[32];out:i32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.load %a_ptr : tensor<32x!tt.ptr<i32>>
    %b_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %b = tt.load %b_ptr : tensor<32x!tt.ptr<i32>>
    %f = tt.cat %a, %b : tensor<32xi32> -> tensor<64xi32>
    %s = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %s : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %f : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.load %a_ptr : tensor<32x!tt.ptr<i32>>
    %b_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %b = tt.load %b_ptr : tensor<32x!tt.ptr<i32>>
    %f = tt.cat %b, %a : tensor<32xi32> -> tensor<64xi32>
    %s = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %s : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %f : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
