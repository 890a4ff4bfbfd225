// RUN: fathom-reduce-step --reduction=unit-step %s | FileCheck %s
// A step that might be 0 is implausible; the constant 1 is not, though it is one op more.

// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: scf.for %{{.*}} = %arg1 to %arg2 step %[[ONE]]
module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %m: i32, %k: i32) {
    scf.for %i = %n to %m step %k : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    }
    tt.return
  }
}
