// A select becomes the other value of a load if its condition is the load's mask.
//
// RUN: fathom prove %s | FileCheck %s
// RUN: not fathom prove %s --subject core:M52 | FileCheck %s --check-prefix=M52
// PIPELINE: triton-combine

!w = i8

// CHECK-DAG: @same_mask, i8: proved
// CHECK-DAG: @same_mask, i64: proved
tt.func @same_mask(%p: tensor<4x!tt.ptr<!w>>, %m: tensor<4xi1>, %o: tensor<4x!w>, %v: tensor<4x!w>) -> tensor<4x!w> {
  %0 = tt.load %p, %m, %o : tensor<4x!tt.ptr<!w>>
  %1 = arith.select %m, %0, %v : tensor<4xi1>, tensor<4x!w>
  tt.return %1 : tensor<4x!w>
}

// CHECK-DAG: @scalar_condition, i16: proved
tt.func @scalar_condition(%p: tensor<2x!tt.ptr<!w>>, %c: i1, %v: tensor<2x!w>) -> tensor<2x!w> {
  %m = tt.splat %c : i1 -> tensor<2xi1>
  %0 = tt.load %p, %m : tensor<2x!tt.ptr<!w>>
  %1 = arith.select %c, %0, %v : tensor<2x!w>
  tt.return %1 : tensor<2x!w>
}

// CHECK-DAG: @other_condition, i8: proved
// M52-DAG: @other_condition, i8: refuted: {{.*}}; result 0
tt.func @other_condition(%p: !tt.ptr<!w>, %m: i1, %c: i1, %o: !w, %v: !w) -> !w {
  %0 = tt.load %p, %m, %o : !tt.ptr<!w>
  %1 = arith.select %c, %0, %v : !w
  tt.return %1 : !w
}

// A store in between, perhaps to the same address.
// CHECK-DAG: @over_a_store, i8: proved
tt.func @over_a_store(%p: !tt.ptr<!w>, %q: !tt.ptr<!w>, %m: i1, %v: !w) -> !w {
  %0 = tt.load %p, %m : !tt.ptr<!w>
  tt.store %q, %v : !tt.ptr<!w>
  %n = arith.addi %v, %v : !w
  %1 = arith.select %m, %0, %n : !w
  tt.return %1 : !w
}
