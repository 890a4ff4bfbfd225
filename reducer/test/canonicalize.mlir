// RUN: fathom-reduce-step --reduction=canonicalize %s | FileCheck %s

// CHECK-NOT: arith.addi
// CHECK: tt.store %arg0, %arg1
module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %a = arith.addi %n, %c0 : i32
    tt.store %p, %a : !tt.ptr<i32>
    tt.return
  }
}
