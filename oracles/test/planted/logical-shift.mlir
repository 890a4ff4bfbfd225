// An arithmetic shift to the right becomes a logical one.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in CSE:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i16[64]{-99..99};i32[64]{-99..99};out:i32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i16>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i16>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i16>>
    %b_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %b = tt.load %b_ptr : tensor<64x!tt.ptr<i32>>
    %three = arith.constant dense<3> : tensor<64xi32>
    %w = arith.extsi %a : tensor<64xi16> to tensor<64xi32>
    %h = arith.shrsi %w, %three : tensor<64xi32>
    %q = arith.divsi %b, %three : tensor<64xi32>
    %m = arith.remsi %b, %three : tensor<64xi32>
    %s0 = arith.addi %h, %q : tensor<64xi32>
    %s = arith.subi %s0, %m : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i16>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i16>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i16>>
    %b_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %b = tt.load %b_ptr : tensor<64x!tt.ptr<i32>>
    %three = arith.constant dense<3> : tensor<64xi32>
    %w = arith.extsi %a : tensor<64xi16> to tensor<64xi32>
    %h = arith.shrsi %w, %three : tensor<64xi32>
    %q = arith.divsi %b, %three : tensor<64xi32>
    %m = arith.remsi %b, %three : tensor<64xi32>
    %s0 = arith.addi %q, %h : tensor<64xi32>
    %s = arith.subi %s0, %m : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i16>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i16> -> tensor<64x!tt.ptr<i16>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i16>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i16>>
    %b_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %b = tt.load %b_ptr : tensor<64x!tt.ptr<i32>>
    %three = arith.constant dense<3> : tensor<64xi32>
    %w = arith.extsi %a : tensor<64xi16> to tensor<64xi32>
    %h = arith.shrui %w, %three : tensor<64xi32>
    %q = arith.divsi %b, %three : tensor<64xi32>
    %m = arith.remsi %b, %three : tensor<64xi32>
    %s0 = arith.addi %q, %h : tensor<64xi32>
    %s = arith.subi %s0, %m : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
