// RUN: fathom-reduce-step --reduction=simplify-cfg --keep='muli' %s | FileCheck %s
// The branch without the product goes, and the rest becomes one block.

// CHECK-NOT: arith.addi
// CHECK-NOT: cf.
// CHECK: arith.muli
// CHECK-NEXT: tt.store
// CHECK-NEXT: tt.return
module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %c: i1) {
    cf.cond_br %c, ^a, ^b
  ^a:
    %x = arith.addi %n, %n : i32
    cf.br ^exit(%x : i32)
  ^b:
    %y = arith.muli %n, %n : i32
    cf.br ^exit(%y : i32)
  ^exit(%z: i32):
    tt.store %p, %z : !tt.ptr<i32>
    tt.return
  }
}
