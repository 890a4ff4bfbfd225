// A quotient rounds to zero: -16 / 16 is -1, the next fifteen are 0. The analysis claims nothing; M28 claims groups of 16.
//
// RUN: fathom check %s --subject core --oracle facts | FileCheck %s
// RUN: not fathom check %s --subject core:M28 --oracle facts | FileCheck %s --check-prefix=M28
// RUN: fathom prove %s --facts --subject core | FileCheck %s --check-prefix=PROVED
// RUN: not fathom prove %s --facts --subject core:M28 | FileCheck %s --check-prefix=REFUTED
// CHECK: : pass
// PROVED: 0 undecided, 0 refuted
// REFUTED: refuted: axis-info: constancy of arith.divsi
// REFUTED: claimed: {{.*}}constancy = [16]
// REFUTED: found: element {{.*}}, element
// REFUTED: of: {{.*}}arith.divsi
// REFUTED: 16 proved, 0 proved where no index is negative, 0 true in the first trips of loops, 0 undecided, 1 refuted
// M28: FAIL: facts: axis-info: constancy of arith.divsi
// TARGET: cuda:80
// LAUNCH: grid=1,1,1 args=out:i32[64]

module {
  tt.func public @kernel(%p: !tt.ptr<i32>) {
    %c16 = arith.constant dense<16> : tensor<64xi32>
    %x = tt.make_range {start = -32 : i32, end = 32 : i32} : tensor<64xi32>
    %q = arith.divsi %x, %c16 : tensor<64xi32>
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a = tt.addptr %s, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %a, %q : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
