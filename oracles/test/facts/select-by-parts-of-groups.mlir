// A select takes the one side for 8 elements, the other for the next 8. M29 claims that it goes on for 64.
//
// RUN: fathom check %s --subject core --oracle facts | FileCheck %s
// RUN: not fathom check %s --subject core:M29 --oracle facts | FileCheck %s --check-prefix=M29
// RUN: fathom prove %s --facts --subject core | FileCheck %s --check-prefix=PROVED
// RUN: not fathom prove %s --facts --subject core:M29 | FileCheck %s --check-prefix=REFUTED
// CHECK: : pass
// PROVED: 0 undecided, 0 refuted
// REFUTED: refuted: axis-info: contiguity of arith.select
// REFUTED: found: element {{.*}}, element
// M29: FAIL: facts: axis-info: contiguity of arith.select
// TARGET: cuda:80
// LAUNCH: grid=1,1,1 args=out:i32[64]

module {
  tt.func public @kernel(%p: !tt.ptr<i32>) {
    %c8 = arith.constant dense<8> : tensor<64xi32>
    %zero = arith.constant dense<0> : tensor<64xi32>
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %bit = arith.andi %r, %c8 : tensor<64xi32>
    %low = arith.cmpi eq, %bit, %zero : tensor<64xi32>
    %far = tt.make_range {start = 1024 : i32, end = 1088 : i32} : tensor<64xi32>
    %x = arith.select %low, %r, %far : tensor<64xi1>, tensor<64xi32>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a = tt.addptr %s, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %a, %x : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
