// A boolean is widened with its sign: true becomes -1.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-9..9};out:i32[64];i32=0

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %z = arith.constant dense<0> : tensor<64xi32>
    %c = arith.cmpi sgt, %a, %z : tensor<64xi32>
    %w = arith.extui %c : tensor<64xi1> to tensor<64xi32>
    %s = arith.addi %w, %a : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %z = arith.constant dense<0> : tensor<64xi32>
    %c = arith.cmpi sgt, %a, %z : tensor<64xi32>
    %w = arith.extui %c : tensor<64xi1> to tensor<64xi32>
    %s = arith.addi %a, %w : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %z = arith.constant dense<0> : tensor<64xi32>
    %c = arith.cmpi sgt, %a, %z : tensor<64xi32>
    %w = arith.extsi %c : tensor<64xi1> to tensor<64xi32>
    %s = arith.addi %a, %w : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
