// Ops on repeated values are done before they are repeated; of floats, whatever is computed.
//
// RUN: fathom prove %s | FileCheck %s
// CHECK-NOT: {{refuted|unknown}}
// PIPELINE: triton-reorder-broadcast

!w = i8

tt.func @integers(%a: !w, %b: !w, %x: tensor<2x1x!w>, %y: tensor<2x1x!w>) -> (tensor<2x4x!w>, tensor<2x4x!w>, tensor<2x4xi1>) {
  %two = arith.constant dense<2> : tensor<2x4x!w>
  %0 = tt.splat %a : !w -> tensor<2x4x!w>
  %1 = tt.splat %b : !w -> tensor<2x4x!w>
  %2 = arith.divsi %0, %1 : tensor<2x4x!w>
  %3 = arith.shli %2, %two : tensor<2x4x!w>
  %4 = tt.broadcast %x : tensor<2x1x!w> -> tensor<2x4x!w>
  %5 = tt.broadcast %y : tensor<2x1x!w> -> tensor<2x4x!w>
  %6 = arith.subi %4, %5 : tensor<2x4x!w>
  %7 = arith.xori %6, %0 : tensor<2x4x!w>
  %8 = arith.cmpi ult, %7, %two : tensor<2x4x!w>
  tt.return %3, %7, %8 : tensor<2x4x!w>, tensor<2x4x!w>, tensor<2x4xi1>
}

tt.func @floats(%a: f32, %x: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %0 = tt.splat %a : f32 -> tensor<2x4xf32>
  %1 = tt.broadcast %x : tensor<2x1xf32> -> tensor<2x4xf32>
  %2 = arith.mulf %0, %1 : tensor<2x4xf32>
  %3 = math.exp %2 : tensor<2x4xf32>
  tt.return %3 : tensor<2x4xf32>
}

tt.func @pointers(%p: !tt.ptr<!w>, %i: i32, %c: i1, %x: tensor<2x1xi32>) -> (tensor<2x4x!tt.ptr<!w>>, tensor<2x4xi32>) {
  %0 = tt.splat %p : !tt.ptr<!w> -> tensor<2x4x!tt.ptr<!w>>
  %1 = tt.broadcast %x : tensor<2x1xi32> -> tensor<2x4xi32>
  %2 = tt.addptr %0, %1 : tensor<2x4x!tt.ptr<!w>>, tensor<2x4xi32>
  %3 = tt.splat %i : i32 -> tensor<2x4xi32>
  %4 = arith.select %c, %1, %3 : tensor<2x4xi32>
  tt.return %2, %4 : tensor<2x4x!tt.ptr<!w>>, tensor<2x4xi32>
}

// Operands of two shapes stay.
tt.func @two_shapes(%x: tensor<2x1x!w>, %y: tensor<1x2x!w>) -> tensor<2x2x!w> {
  %0 = tt.broadcast %x : tensor<2x1x!w> -> tensor<2x2x!w>
  %1 = tt.broadcast %y : tensor<1x2x!w> -> tensor<2x2x!w>
  %2 = arith.addi %0, %1 : tensor<2x2x!w>
  tt.return %2 : tensor<2x2x!w>
}
