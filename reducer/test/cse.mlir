// RUN: fathom-reduce-step --reduction=cse %s | FileCheck %s

// CHECK: arith.addi
// CHECK-NOT: arith.addi
module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32) {
    %a = arith.addi %n, %n : i32
    %b = arith.addi %n, %n : i32
    tt.store %p, %a : !tt.ptr<i32>
    tt.store %p, %b : !tt.ptr<i32>
    tt.return
  }
}
