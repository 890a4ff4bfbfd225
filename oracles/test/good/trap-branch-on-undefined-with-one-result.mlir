// A branch on a load that is masked off, both of whose ways give the same: a flattened nest of loops that runs no trip does so.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1]{1..1};out:i32[64];i32=0

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%bound: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %outs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %result = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> (tensor<64xi32>) : i32 {
      %m = tt.load %bound : !tt.ptr<i32>
      %inner = scf.for %j = %c0 to %m step %c1 iter_args(%b = %a) -> (tensor<64xi32>) : i32 {
        %sum = arith.addi %b, %r : tensor<64xi32>
        scf.yield %sum : tensor<64xi32>
      }
      scf.yield %inner : tensor<64xi32>
    }
    tt.store %out_ptr, %result : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%bound: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %outs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %any = arith.cmpi sgt, %n, %c0 : i32
    %m = tt.load %bound, %any : !tt.ptr<i32>
    %none = arith.cmpi sle, %m, %c0 : i32
    %result = scf.if %none -> tensor<64xi32> {
      scf.yield %r : tensor<64xi32>
    } else {
      %trips = arith.muli %n, %m : i32
      %flat = scf.for %i = %c0 to %trips step %c1 iter_args(%a = %r) -> (tensor<64xi32>) : i32 {
        %sum = arith.addi %a, %r : tensor<64xi32>
        scf.yield %sum : tensor<64xi32>
      }
      scf.yield %flat : tensor<64xi32>
    }
    tt.store %out_ptr, %result : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
