// RUN: fathom-opt %s --fathom-ttir=target=cuda:80 | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: fathom-opt %s --fathom-ttir=target=cuda:90 | FileCheck %s --check-prefixes=CHECK,TMA
// RUN: fathom-opt %s --fathom-ttir=target=hip:gfx942 | FileCheck %s --check-prefixes=CHECK,OLD
// The passes on TTIR together: calls are gone, also of a function with a block too many in a loop; descriptors stay where TMA takes them.

// CHECK-NOT: tt.call
// CHECK-LABEL: tt.func public @kernel
// OLD-SAME: !tt.ptr<f32>, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i1
// TMA-SAME: !tt.tensordesc
tt.func public @kernel(%d: !tt.tensordesc<tensor<16xf32>>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: scf.for
  scf.for %i = %zero to %n step %one : i32 {
    %j = tt.call @twice(%i) : (i32) -> i32
    // OLD-NOT: tt.descriptor_load
    // OLD: tt.load
    // TMA: tt.descriptor_load
    %v = tt.descriptor_load %d[%j] : !tt.tensordesc<tensor<16xf32>> -> tensor<16xf32>
    tt.descriptor_store %d[%i], %v : !tt.tensordesc<tensor<16xf32>>, tensor<16xf32>
  }
  // CHECK: tt.return
  tt.return
}
// CHECK-NOT: tt.func
tt.func private @twice(%i: i32) -> i32 {
  %0 = arith.addi %i, %i : i32
  cf.br ^bb1
^bb1:
  tt.return %0 : i32
^bb2:
  %1 = ub.poison : i32
  tt.return %1 : i32
}
