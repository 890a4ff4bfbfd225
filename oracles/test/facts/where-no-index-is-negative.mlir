// Ids times a size may wrap, and a quotient of negative numbers is not the same within groups: what is claimed of it is proved where they do not.
// Of what a caller promises to divide by 16, more than that is known, and of an argument nothing.
//
// RUN: fathom prove %s --facts | FileCheck %s
// CHECK: @indices: {{[0-9]+}} claims: {{[0-9]+}} proved, {{[1-9][0-9]*}} proved where no index is negative, 0 true in the first trips of loops, 0 undecided, 0 refuted
// CHECK: @arguments: {{[0-9]+}} claims: {{[0-9]+}} proved, 0 proved where no index is negative, 0 true in the first trips of loops, 0 undecided, 0 refuted

tt.func @indices(%p: !tt.ptr<i32>) {
  %c64 = arith.constant 64 : i32
  %c16 = arith.constant dense<16> : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c64 : i32
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %start : i32 -> tensor<64xi32>
  %i = arith.addi %s, %r : tensor<64xi32>
  %q = arith.divsi %i, %c16 : tensor<64xi32>
  %m = arith.remsi %i, %c16 : tensor<64xi32>
  tt.return
}

tt.func @arguments(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}, %k: i32) {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %n : i32 -> tensor<64xi32>
  %less = arith.cmpi slt, %r, %s : tensor<64xi32>
  %t = tt.splat %k : i32 -> tensor<64xi32>
  %i = arith.addi %r, %t : tensor<64xi32>
  %two = arith.muli %n, %k : i32
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.return
}
