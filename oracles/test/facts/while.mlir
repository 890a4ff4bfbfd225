// What a while carries is followed by induction, and trip by trip where that does not suffice. Of what rests on a loaded value nothing is refuted.
//
// RUN: fathom prove %s --facts | FileCheck %s
// RUN: not fathom prove %s --facts --subject core:M28 | FileCheck %s --check-prefix=REFUTED

// CHECK: @carried: {{[0-9]+}} claims: {{[0-9]+}} proved, 0 proved where no index is negative, 0 true in the first trips of loops, 0 undecided, 0 refuted
tt.func @carried(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %end = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%j: i32):
    %next = arith.addi %j, %c16 : i32
    scf.yield %next : i32
  }
  tt.return %end : i32
}

// CHECK: @quotients: {{[0-9]+}} claims: {{[0-9]+}} proved, 0 proved where no index is negative, 0 true in the first trips of loops, 0 undecided, 0 refuted
// REFUTED: refuted: axis-info: constancy of arith.divsi
// REFUTED: @quotients: {{.*}} 0 undecided, 1 refuted
tt.func @quotients(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c16 = arith.constant dense<16> : tensor<64xi32>
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %end = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi sgt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%j: i32):
    %s = tt.splat %j : i32 -> tensor<64xi32>
    %x = arith.addi %s, %r : tensor<64xi32>
    %q = arith.divsi %x, %c16 : tensor<64xi32>
    %next = arith.subi %j, %c64 : i32
    scf.yield %next : i32
  }
  tt.return
}
