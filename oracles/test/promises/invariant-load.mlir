// The loop loads what nothing in it can change: by its promise triton-licm takes the load out.
//
// RUN: fathom check %s --subject core --oracle pass-promises | FileCheck %s
// RUN: not fathom check %s --subject core:M54 --oracle pass-promises | FileCheck %s --check-prefix=M54
// CHECK: pass
// M54: FAIL: pass-promises: promise in TritonLoopInvariantCodeMotion: a load that nothing changes stays in a loop
// TARGET: cuda:80
module {
  tt.func public @kernel(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> i32 : i32 {
      %x = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %sum, %x : i32
      scf.yield %s : i32
    }
    tt.store %q, %0 : !tt.ptr<i32>
    tt.return
  }
}
