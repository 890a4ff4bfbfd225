// A store's offsets are one too large: an element is not stored, and one that should not be is.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: FAIL: same-meaning: difference in Canonicalizer: stored in other places
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-99..99};i32[65]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp : tensor<64x!tt.ptr<i32>>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %outs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %further = tt.make_range {end = 65 : i32, start = 1 : i32} : tensor<64xi32>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp : tensor<64x!tt.ptr<i32>>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %outs, %further : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
