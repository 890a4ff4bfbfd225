// RUN: %python %root/ci/bench/nest.py --lines 400 > %t.mlir
// RUN: fathom-reduce-step --nested=math.sqrt,scf.while,scf.for %t.mlir | FileCheck %s
// Of a nest of 400 lines six ops are left: two loops, the marked op, a store, and what they need.

// CHECK: tt.func public @nest
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.while : () -> ()
// CHECK-NEXT: scf.condition
// CHECK-NEXT: } do {
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: tt.store
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
