// The compiler forgets a store that stands alone in a branch. The program has no such store; a variant of it has.
//
// RUN: fathom check %s --subject opt:%S/Inputs/forgets-guarded-stores --oracle same-meaning | FileCheck %s --check-prefix=SAME
// RUN: not fathom check %s --subject opt:%S/Inputs/forgets-guarded-stores --oracle metamorphic -v | FileCheck %s
// SAME: num-stages=3: pass
// CHECK: FAIL: metamorphic: guard-stores in MergeBranches: a store is missing
//
// What is said of it is a test case that needs no variant.
// CHECK: puts stores and atomics into a branch that is always taken:
// CHECK: // LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[1];i32=39
// CHECK: scf.if %{{[0-9]+}} {
// CHECK-NEXT: tt.store
// PIPELINE: merge-branches
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[1];i32=39
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    tt.store %out, %n : !tt.ptr<i32>
    tt.return
  }
}
