// Two loads of the same elements with no store in between become one.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[32];i32[32];out:i32[32]

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
    %a2_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %a2_ptr = tt.addptr %a2_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a2 = tt.load %a2_ptr : tensor<32x!tt.ptr<i32>>
    %s = arith.addi %a, %b : tensor<32xi32>
    %t = arith.muli %s, %a2 : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %t : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %b_ptr_base = tt.splat %y : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %b = tt.load %b_ptr : tensor<32x!tt.ptr<i32>>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.load %a_ptr : tensor<32x!tt.ptr<i32>>
    %s = arith.addi %b, %a : tensor<32xi32>
    %t = arith.muli %s, %a : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %t : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
