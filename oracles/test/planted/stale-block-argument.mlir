// A loop is lowered to branches, and the branch back hands the header its own argument.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in SCFToControlFlow:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[16]{1..9};out:i32[1];i32=10

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %f = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
      %xp = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %xp : !tt.ptr<i32>
      %q = arith.addi %p, %v : i32
      scf.yield %q : i32
    }
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before SCFToControlFlow (convert-scf-to-cf) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %f = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
      %xp = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %xp : !tt.ptr<i32>
      %q = arith.addi %p, %v : i32
      scf.yield %q : i32
    }
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
      cf.br ^head(%c0, %c1 : i32, i32)
    ^head(%i: i32, %p: i32):
      %go = arith.cmpi slt, %i, %n : i32
      cf.cond_br %go, ^body, ^end
    ^body:
      %xp = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %xp : !tt.ptr<i32>
      %q = arith.addi %p, %v : i32
      %j = arith.addi %i, %c1 : i32
      cf.br ^head(%j, %p : i32, i32)
    ^end:
      tt.store %out, %p : !tt.ptr<i32>
    tt.return
  }
}
