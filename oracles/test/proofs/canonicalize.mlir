// The folds of tt: masks, shapes, casts, offsets.
//
// RUN: fathom prove %s | FileCheck %s
// RUN: fathom prove %s --widths 1,4 | FileCheck %s --check-prefix=NARROW
// CHECK-NOT: {{refuted|unknown}}
// NARROW-NOT: {{refuted|unknown}}
// PIPELINE: canonicalize

!w = i8

tt.func @load_all(%p: tensor<4x!tt.ptr<!w>>, %o: tensor<4x!w>) -> tensor<4x!w> {
  %m = arith.constant dense<true> : tensor<4xi1>
  %0 = tt.load %p, %m, %o : tensor<4x!tt.ptr<!w>>
  tt.return %0 : tensor<4x!w>
}

tt.func @load_none(%p: tensor<4x!tt.ptr<!w>>, %o: tensor<4x!w>) -> tensor<4x!w> {
  %m = arith.constant dense<false> : tensor<4xi1>
  %0 = tt.load %p, %m, %o : tensor<4x!tt.ptr<!w>>
  tt.return %0 : tensor<4x!w>
}

tt.func @load_undefined(%p: tensor<4x!tt.ptr<!w>>) -> tensor<4x!w> {
  %m = arith.constant dense<false> : tensor<4xi1>
  %0 = tt.load %p, %m : tensor<4x!tt.ptr<!w>>
  tt.return %0 : tensor<4x!w>
}

tt.func @store_all_and_none(%p: tensor<2x!tt.ptr<!w>>, %q: tensor<2x!tt.ptr<!w>>, %v: tensor<2x!w>) {
  %all = arith.constant dense<true> : tensor<2xi1>
  %none = arith.constant dense<false> : tensor<2xi1>
  tt.store %p, %v, %all : tensor<2x!tt.ptr<!w>>
  tt.store %q, %v, %none : tensor<2x!tt.ptr<!w>>
  tt.return
}

tt.func @splats(%s: !w) -> (tensor<1x4x!w>, tensor<2x4x!w>, tensor<8x!w>, tensor<4x2x!w>) {
  %0 = tt.splat %s : !w -> tensor<4x!w>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<4x!w> -> tensor<1x4x!w>
  %2 = tt.broadcast %1 : tensor<1x4x!w> -> tensor<2x4x!w>
  %3 = tt.reshape %2 : tensor<2x4x!w> -> tensor<8x!w>
  %4 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<2x4x!w> -> tensor<4x2x!w>
  tt.return %1, %2, %3, %4 : tensor<1x4x!w>, tensor<2x4x!w>, tensor<8x!w>, tensor<4x2x!w>
}

tt.func @shapes(%x: tensor<4x2x2x!w>, %y: tensor<2x1x1x!w>) -> (tensor<16x!w>, tensor<2x2x4x!w>, tensor<2x4x2x!w>) {
  %0 = tt.reshape %x : tensor<4x2x2x!w> -> tensor<2x8x!w>
  %1 = tt.reshape %0 : tensor<2x8x!w> -> tensor<16x!w>
  %2 = tt.trans %x {order = array<i32: 2, 0, 1>} : tensor<4x2x2x!w> -> tensor<2x4x2x!w>
  %3 = tt.trans %2 {order = array<i32: 0, 2, 1>} : tensor<2x4x2x!w> -> tensor<2x2x4x!w>
  %4 = tt.broadcast %y : tensor<2x1x1x!w> -> tensor<2x4x1x!w>
  %5 = tt.broadcast %4 : tensor<2x4x1x!w> -> tensor<2x4x2x!w>
  tt.return %1, %3, %5 : tensor<16x!w>, tensor<2x2x4x!w>, tensor<2x4x2x!w>
}

tt.func @halves(%x: tensor<4x2x!w>, %a: tensor<4x!w>, %b: tensor<4x!w>) -> (tensor<4x2x!w>, tensor<4x!w>, tensor<4x!w>) {
  %0, %1 = tt.split %x : tensor<4x2x!w> -> tensor<4x!w>
  %2 = tt.join %0, %1 : tensor<4x!w> -> tensor<4x2x!w>
  %3 = tt.join %a, %b : tensor<4x!w> -> tensor<4x2x!w>
  %4, %5 = tt.split %3 : tensor<4x2x!w> -> tensor<4x!w>
  tt.return %2, %4, %5 : tensor<4x2x!w>, tensor<4x!w>, tensor<4x!w>
}

tt.func @one(%s: !w) -> (!w, tensor<1xi32>) {
  %0 = tt.splat %s : !w -> tensor<1x!w>
  %1 = tt.unsplat %0 : tensor<1x!w>
  %2 = tt.make_range {start = -7 : i32, end = -6 : i32} : tensor<1xi32>
  tt.return %1, %2 : !w, tensor<1xi32>
}

tt.func @casts(%p: tensor<4x!tt.ptr<!w>>, %i: i64) -> (tensor<4x!tt.ptr<!w>>, i64, tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<!w>>) {
  %0 = tt.ptr_to_int %p : tensor<4x!tt.ptr<!w>> -> tensor<4xi64>
  %1 = tt.int_to_ptr %0 : tensor<4xi64> -> tensor<4x!tt.ptr<!w>>
  %2 = tt.int_to_ptr %i : i64 -> !tt.ptr<!w>
  %3 = tt.ptr_to_int %2 : !tt.ptr<!w> -> i64
  %4 = tt.bitcast %p : tensor<4x!tt.ptr<!w>> -> tensor<4x!tt.ptr<f16>>
  %5 = tt.bitcast %4 : tensor<4x!tt.ptr<f16>> -> tensor<4x!tt.ptr<f32>>
  %zero = arith.constant dense<0> : tensor<4x!w>
  %6 = tt.addptr %p, %zero : tensor<4x!tt.ptr<!w>>, tensor<4x!w>
  tt.return %1, %3, %5, %6 : tensor<4x!tt.ptr<!w>>, i64, tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<!w>>
}

tt.func @advance(%p: !tt.ptr<tensor<2x2x!w>>, %v: tensor<2x2x!w>) {
  %zero = arith.constant 0 : i32
  %0 = tt.advance %p, [%zero, %zero] : <tensor<2x2x!w>>
  tt.store %0, %v {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<2x2x!w>>
  tt.return
}
