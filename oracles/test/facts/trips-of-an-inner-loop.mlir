// The inner loop runs as far as the outer one has come: 4, 8, 16, .. trips. M30 counts as if it were 4 for ever.
//
// RUN: fathom check %s --subject core --oracle facts | FileCheck %s
// RUN: not fathom check %s --subject core:M30 --oracle facts | FileCheck %s --check-prefix=M30
// RUN: fathom prove %s --facts --subject core | FileCheck %s --check-prefix=PROVED
// RUN: not fathom prove %s --facts --subject core:M30 | FileCheck %s --check-prefix=REFUTED
//
// The refutation becomes a test case, which the facts oracle then fails in a run.
// RUN: rm -rf %t && not fathom prove %s --facts --subject core:M30 --out %t | FileCheck %s --check-prefix=FILED
// RUN: not fathom check %t/integer-range-*/original.mlir --oracle facts | FileCheck %s --check-prefix=M30
// RUN: fathom check %t/integer-range-*/original.mlir --subject core --oracle facts | FileCheck %s
// FILED: filed: {{.*}}original.mlir: its run shows it
//
// CHECK: : pass
// PROVED: 0 undecided, 0 refuted
// REFUTED: refuted: integer-range: range of an argument of scf.for
// REFUTED: claimed: unsigned : [0, 3] signed : [0, 3]
// REFUTED: found: element [] is 4
// REFUTED: // LAUNCH: grid=1,1,1 {{.*}}args=out:i32[64];i32={{[2-9]}}
// M30: FAIL: facts: integer-range: range of an argument of scf.for
// TARGET: cuda:80
// LAUNCH: grid=1,1,1 args=out:i32[64];i32=3

module {
  tt.func public @kernel(%p: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %t:2 = scf.for %i = %c0 to %n step %c1 iter_args(%end = %c4, %last = %c0) -> (i32, i32) : i32 {
      %u = scf.for %j = %c0 to %end step %c1 iter_args(%z = %c0) -> i32 : i32 {
        %w = arith.addi %z, %c1 : i32
        scf.yield %w : i32
      }
      %twice = arith.addi %end, %end : i32
      scf.yield %twice, %u : i32, i32
    }
    tt.store %p, %t#1 : !tt.ptr<i32>
    tt.return
  }
}
