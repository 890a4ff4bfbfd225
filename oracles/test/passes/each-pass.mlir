// The IR after each pass that changes it is judged, each text once. A failure names the first pass that breaks something.
//
// RUN: fathom check %s --subject core --oracle same-meaning:each-pass -v | FileCheck %s
// RUN: not fathom check %s --subject core:M52 --oracle same-meaning:each-pass | FileCheck %s --check-prefix=M52
// CHECK: : pass
// CHECK-NEXT: TritonCombineOps: same
// CHECK-NEXT: CSE: same
// CHECK-NOT: : same
// M52: FAIL: same-meaning: difference in TritonCombineOps
// TARGET: cuda:80
// PIPELINE: canonicalize,triton-combine,canonicalize,cse,canonicalize
// LAUNCH: grid=1,1,1 args=i32[32];out:i32[32]

module {
  tt.func public @kernel(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {
    %zero = arith.constant dense<0> : tensor<32xi32>
    %seven = arith.constant dense<7> : tensor<32xi32>
    %half = arith.constant dense<16> : tensor<32xi32>
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
    %again = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
    %low = arith.cmpi slt, %r, %half : tensor<32xi32>
    %odd = arith.trunci %again : tensor<32xi32> to tensor<32xi1>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %pa = tt.addptr %ps, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %a = tt.load %pa, %low, %zero : tensor<32x!tt.ptr<i32>>
    %b = tt.load %pa, %odd, %zero : tensor<32x!tt.ptr<i32>>
    %x = arith.select %low, %a, %seven : tensor<32xi1>, tensor<32xi32>
    %y = arith.select %low, %b, %seven : tensor<32xi1>, tensor<32xi32>
    %sum = arith.addi %x, %y : tensor<32xi32>
    %qs = tt.splat %q : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %qa = tt.addptr %qs, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %qa, %sum : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
