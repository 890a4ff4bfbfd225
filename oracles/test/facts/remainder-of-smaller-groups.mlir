// The first of 64 elements divides by 16, each of them does not. M32 claims it where the remainder is not consecutive any more.
//
// RUN: fathom check %s --subject core --oracle facts | FileCheck %s
// RUN: not fathom check %s --subject core:M32 --oracle facts | FileCheck %s --check-prefix=M32
// RUN: fathom prove %s --facts --subject core | FileCheck %s --check-prefix=PROVED
// RUN: not fathom prove %s --facts --subject core:M32 | FileCheck %s --check-prefix=REFUTED
// CHECK: : pass
// PROVED: 0 undecided, 0 refuted
// REFUTED: refuted: axis-info: divisibility of arith.remsi
// M32: FAIL: facts: axis-info: divisibility of arith.remsi
// TARGET: cuda:80
// LAUNCH: grid=1,1,1 args=out:i32[64]

module {
  tt.func public @kernel(%p: !tt.ptr<i32>) {
    %c16 = arith.constant dense<16> : tensor<64xi32>
    %x = tt.make_range {start = -32 : i32, end = 32 : i32} : tensor<64xi32>
    %q = arith.remsi %x, %c16 : tensor<64xi32>
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a = tt.addptr %s, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %a, %q : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
