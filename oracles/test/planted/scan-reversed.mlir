// A prefix scan runs from the other end.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-3..3};i32[64]{-9..9};out:i32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %w_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %w_ptr = tt.addptr %w_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %w = tt.load %w_ptr : tensor<64x!tt.ptr<i32>>
    %z:2 = "tt.scan"(%v, %w) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
      %p = arith.muli %a, %c : i32
      %q = arith.muli %b, %c : i32
      %s = arith.addi %q, %d : i32
      tt.scan.return %p, %s : i32, i32
    }) : (tensor<64xi32>, tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %z#1 : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %w_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %w_ptr = tt.addptr %w_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %w = tt.load %w_ptr : tensor<64x!tt.ptr<i32>>
    %z:2 = "tt.scan"(%v, %w) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
      %p = arith.muli %a, %c : i32
      %q = arith.muli %b, %c : i32
      %s = arith.addi %d, %q : i32
      tt.scan.return %p, %s : i32, i32
    }) : (tensor<64xi32>, tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %z#1 : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %w_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %w_ptr = tt.addptr %w_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %w = tt.load %w_ptr : tensor<64x!tt.ptr<i32>>
    %z:2 = "tt.scan"(%v, %w) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
      %p = arith.muli %a, %c : i32
      %q = arith.muli %b, %c : i32
      %s = arith.addi %d, %q : i32
      tt.scan.return %p, %s : i32, i32
    }) : (tensor<64xi32>, tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %z#1 : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
