// Masked lanes of a load without another value are stored: nobody says what they are, and a pass gives them one.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: a stored value is undefined or left open
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[40];out:i32[64];i32=40

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %seven = arith.constant dense<7> : tensor<64xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp, %in : tensor<64x!tt.ptr<i32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %seven = arith.constant dense<7> : tensor<64xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp, %in, %seven : tensor<64x!tt.ptr<i32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
