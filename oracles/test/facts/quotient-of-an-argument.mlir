// Quotients are the same in groups of 16 if what is divided is not negative. M28 claims it of any argument; that is refuted by an argument, with which
// the test case then fails in a run. Negative ones are not what a launch is deduced with.
//
// RUN: fathom prove %s --facts | FileCheck %s
// RUN: rm -rf %t && not fathom prove %s --facts --subject core:M28 --out %t | FileCheck %s --check-prefix=REFUTED
// RUN: not fathom check %t/axis-info-*/original.mlir --oracle facts | FileCheck %s --check-prefix=SHOWN
// RUN: fathom check %t/axis-info-*/original.mlir --subject core --oracle facts | FileCheck %s --check-prefix=PASS
// CHECK: 0 undecided, 0 refuted
// REFUTED: refuted: axis-info: constancy of arith.divsi
// REFUTED: // LAUNCH: grid=1,1,1 {{.*}}i32=-{{[0-9]+}}
// REFUTED: filed: {{.*}}original.mlir: its run shows it
// SHOWN: FAIL: facts: axis-info: constancy of arith.divsi
// PASS: : pass
// TARGET: cuda:80

module {
  tt.func public @kernel(%p: !tt.ptr<i32>, %n: i32 {tt.divisibility = 16 : i32}) {
    %c16 = arith.constant dense<16> : tensor<64xi32>
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %s = tt.splat %n : i32 -> tensor<64xi32>
    %x = arith.addi %s, %r : tensor<64xi32>
    %q = arith.divsi %x, %c16 : tensor<64xi32>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a = tt.addptr %ps, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %a, %q : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
