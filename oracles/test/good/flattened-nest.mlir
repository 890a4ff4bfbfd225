// A nest is flattened to one loop that restarts the inner index.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[1];i32=4;i32=2;i32=5

// -----// IR Dump Before TritonGPUFuseNestedLoops (tritongpu-fuse-nested-loops) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %m: i32, %lb: i32, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %m step %c1 iter_args(%a = %c0) -> (i32) : i32 {
      %s = scf.for %j = %lb to %ub step %c1 iter_args(%b = %a) -> (i32) : i32 {
        %t = arith.addi %b, %j : i32
        %u = arith.addi %t, %c1 : i32
        scf.yield %u : i32
      }
      scf.yield %s : i32
    } {tt.flatten}
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %m: i32, %lb: i32, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %len = arith.subi %ub, %lb : i32
    %empty = arith.cmpi sle, %len, %c0 : i32
    %least = arith.select %empty, %c1, %len : i32
    %total = arith.muli %m, %least : i32
    %r:2 = scf.for %k = %c0 to %total step %c1 iter_args(%a = %c0, %j = %lb) -> (i32, i32) : i32 {
      %s = scf.if %empty -> (i32) {
        scf.yield %a : i32
      } else {
        %t = arith.addi %a, %j : i32
        %u = arith.addi %t, %c1 : i32
        scf.yield %u : i32
      }
      %j1 = arith.addi %j, %c1 : i32
      %over = arith.cmpi sge, %j1, %ub : i32
      %next = arith.select %over, %lb, %j1 : i32
      scf.yield %s, %next : i32, i32
    }
    tt.store %out, %r#0 : !tt.ptr<i32>
    tt.return
  }
}
