// A log that ends within a dump.
//
// RUN: not fathom check %s 2>&1 | FileCheck %s
// CHECK: fathom: error: cannot read '{{.*}}cut-short.mlir' as a log of dumps: the dump of line [[# @LINE + 18]], of CSE, is cut short. Record it again, or cut the log before that line

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>>
    %k = arith.constant dense<3> : tensor<128xi32>
    %s = arith.subi %v, %k : tensor<128xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
