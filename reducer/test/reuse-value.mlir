// RUN: fathom-reduce-step --reduction=reuse-value --keep='addf %.*, %' %s | FileCheck %s
// One load is enough; a program id can be any i32.

// CHECK: %[[X:.*]] = tt.load
// CHECK-NOT: tt.load
// CHECK-NOT: tt.get_program_id
// CHECK: arith.addf %[[X]], %[[X]]
module {
  tt.func public @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %qq = tt.addptr %q, %pid : !tt.ptr<f32>, i32
    %x = tt.load %p : !tt.ptr<f32>
    %y = tt.load %qq : !tt.ptr<f32>
    %sum = arith.addf %x, %y : f32
    tt.store %p, %sum : !tt.ptr<f32>
    tt.return
  }
}
