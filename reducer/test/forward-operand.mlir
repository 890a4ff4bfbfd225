// RUN: fathom-reduce-step --reduction=forward-operand --keep='tt.store' %s | FileCheck %s
// A chain of additions gives way to what it starts from, a loop to its initial value.

// CHECK: tt.func public @f
// CHECK-NEXT: tt.store %arg0, %arg
// CHECK-NEXT: tt.return
module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %m: i32) {
    %c1 = arith.constant 1 : i32
    %a = arith.addi %n, %m : i32
    %b = arith.muli %a, %c1 : i32
    %r = scf.for %i = %m to %n step %c1 iter_args(%x = %b) -> (i32) : i32 {
      %y = arith.addi %x, %i : i32
      scf.yield %y : i32
    }
    tt.store %p, %r : !tt.ptr<i32>
    tt.return
  }
}
