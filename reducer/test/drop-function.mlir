// RUN: fathom-reduce-step --reduction=drop-function %s | FileCheck %s
// @g is called, @h is not, and one kernel always stays.

// CHECK: @f
// CHECK: @g
// CHECK-NOT: @h
module {
  tt.func public @f(%x: i32) {
    tt.call @g(%x) : (i32) -> ()
    tt.return
  }
  tt.func private @g(%x: i32) {
    tt.return
  }
  tt.func private @h(%x: i32) {
    tt.return
  }
}
