// A sum of widened values becomes the widened sum, which wraps in 8 bits.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in CSE:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i8[64]{-128..127};out:i32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i8>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i8>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i8>>
    %w = arith.extsi %a : tensor<64xi8> to tensor<64xi32>
    %s = arith.addi %w, %w : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i8>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i8>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i8>>
    %w = arith.extsi %a : tensor<64xi8> to tensor<64xi32>
    %s = arith.addi %w, %w : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i8>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i8>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i8>>
    %d = arith.addi %a, %a : tensor<64xi8>
    %s = arith.extsi %d : tensor<64xi8> to tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
