// What is read through a block pointer, and where it is not.
//
// RUN: fathom prove %s | FileCheck %s
// RUN: not fathom prove %s --subject core:M47 | FileCheck %s --check-prefix=M47
// RUN: not fathom prove %s --subject core:M48 | FileCheck %s --check-prefix=M48
// PIPELINE: triton-rewrite-tensor-pointer,canonicalize

// CHECK-DAG: @load: proved
// M47-DAG: @load: refuted
// M48-DAG: @load: refuted: {{.*}} before {{.*}}, after 0x0000
tt.func @load(%p: !tt.ptr<f16>, %m: i64, %s: i64, %i: i32) -> tensor<2xf16> {
  %0 = tt.make_tensor_ptr %p, [%m], [%s], [%i] {order = array<i32: 0>} : <tensor<2xf16>>
  %1 = tt.load %0 {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<2xf16>>
  tt.return %1 : tensor<2xf16>
}

// CHECK-DAG: @moved: proved
tt.func @moved(%p: !tt.ptr<i8>, %m: i64, %s: i64, %i: i32, %j: i32) -> tensor<1xi8> {
  %0 = tt.make_tensor_ptr %p, [%m], [%s], [%i] {order = array<i32: 0>} : <tensor<1xi8>>
  %1 = tt.advance %0, [%j] : <tensor<1xi8>>
  %2 = tt.load %1 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<1xi8>>
  tt.return %2 : tensor<1xi8>
}

// CHECK-DAG: @moved_line: proved
tt.func @moved_line(%p: !tt.ptr<i8>, %m: i64, %s: i64, %i: i32, %j: i32) -> tensor<2xi8> {
  %one = arith.constant 1 : i64
  %0 = tt.make_tensor_ptr %p, [%m], [%one], [%i] {order = array<i32: 0>} : <tensor<2xi8>>
  %1 = tt.advance %0, [%j] : <tensor<2xi8>>
  %2 = tt.load %1 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<2xi8>>
  tt.return %2 : tensor<2xi8>
}

// CHECK-DAG: @plane: proved
tt.func @plane(%p: !tt.ptr<i8>, %m: i64, %n: i64, %s: i64, %i: i32, %j: i32) -> tensor<2x2xi8> {
  %one = arith.constant 1 : i64
  %0 = tt.make_tensor_ptr %p, [%m, %n], [%s, %one], [%i, %j] {order = array<i32: 1, 0>} : <tensor<2x2xi8>>
  %2 = tt.load %0 {boundaryCheck = array<i32: 1>, padding = 1 : i32} : !tt.ptr<tensor<2x2xi8>>
  tt.return %2 : tensor<2x2xi8>
}
