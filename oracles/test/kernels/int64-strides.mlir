// Addresses in 64 bits from loaded offsets. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @int64_strides(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i64, %arg4: i64) attributes {noinline = false} {
    %c64_i64 = arith.constant 64 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %3 = arith.extsi %2 : tensor<64xi32> to tensor<64xi64>
    %4 = tt.addptr %arg1, %1 : !tt.ptr<i64>, i64
    %5 = tt.load %4 : !tt.ptr<i64>
    %6 = arith.muli %1, %arg3 : i64
    %7 = arith.addi %5, %6 : i64
    %8 = tt.addptr %arg0, %7 : !tt.ptr<f32>, i64
    %9 = tt.splat %arg4 : i64 -> tensor<64xi64>
    %10 = arith.muli %3, %9 : tensor<64xi64>
    %11 = tt.splat %8 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %12 = tt.addptr %11, %10 : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
    %13 = tt.load %12 : tensor<64x!tt.ptr<f32>>
    %14 = arith.muli %1, %c64_i64 : i64
    %15 = tt.addptr %arg2, %14 : !tt.ptr<f32>, i64
    %16 = tt.splat %15 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %17 = tt.addptr %16, %3 : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
    tt.store %17, %13 : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
