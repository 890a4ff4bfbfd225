// RUN: fathom-reduce-step --reduction=drop-carried-value --keep='scf.for.*iter_args.*tensor' --keep='scf.while.*i32.* -> ' %s | FileCheck %s
// Each loop keeps one value; the dropped ones start as what they started from, and what computed them goes.

// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<4xf32>)
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield %{{.*}} : tensor<4xf32>
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (i32) -> i32 {
// CHECK-NOT: arith.mulf
// CHECK: tt.return
module {
  tt.func public @f(%p: !tt.ptr<f32>, %n: i32, %t: tensor<4xf32>, %q: tensor<4x!tt.ptr<f32>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %t, %k = %n) -> (tensor<4xf32>, i32) : i32 {
      %sum = arith.addf %acc, %acc : tensor<4xf32>
      %k2 = arith.muli %k, %k : i32
      scf.yield %sum, %k2 : tensor<4xf32>, i32
    }
    tt.store %q, %r#0 : tensor<4x!tt.ptr<f32>>
    %w:2 = scf.while (%x = %t, %k = %n) : (tensor<4xf32>, i32) -> (tensor<4xf32>, i32) {
      %go = arith.cmpi slt, %k, %c1 : i32
      scf.condition(%go) %x, %k : tensor<4xf32>, i32
    } do {
    ^bb0(%x: tensor<4xf32>, %k: i32):
      %sq = arith.mulf %x, %x : tensor<4xf32>
      %next = arith.addi %n, %c1 : i32
      scf.yield %sq, %next : tensor<4xf32>, i32
    }
    %x = arith.sitofp %w#1 : i32 to f32
    tt.store %p, %x : !tt.ptr<f32>
    tt.return
  }
}
