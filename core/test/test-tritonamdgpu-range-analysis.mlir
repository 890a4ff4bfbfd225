// RUN: fathom-opt %s -split-input-file -test-tritonamdgpu-range-analysis -verify-diagnostics=only-expected -o /dev/null
// RUN: fathom-opt %s -split-input-file -test-tritonamdgpu-range-analysis --mutant M30 -o /dev/null 2>&1 | FileCheck %s --check-prefix=M30

// Tensors, and what loops carry: at most 4 trips of 2.
tt.func @carried() {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c16 = arith.constant 16 : i32
  %c5 = arith.constant 5 : i32
  %c2 = arith.constant 2 : i32
  // expected-remark @below {{unsigned : [0, 15] signed : [0, 15]}}
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  // expected-remark @below {{=> unsigned : [5, 13] signed : [5, 13]}}
  // expected-remark @below {{=> unsigned : [0, 63] signed : [0, 63]}}
  // expected-remark @below {{=> unsigned : [5, 11] signed : [5, 11]}}
  %s = scf.for %i = %c0 to %c64 step %c16 iter_args(%a = %c5) -> i32 : i32 {
    %si = tt.splat %i : i32 -> tensor<16xi32>
    // expected-remark @below {{signed : [0, 78]}}
    %x = arith.addi %si, %r : tensor<16xi32>
    %b = arith.addi %a, %c2 : i32
    scf.yield %b : i32
  }
  tt.return
}

// -----

// The inner loop's trips are those of an end that the outer loop doubles: there is no bound. M30 keeps the first estimate.
tt.func @widened(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%end = %c4) -> i32 : i32 {
    // M30: constant 4 : i32
    // M30: => unsigned : [0, 4] signed : [0, 4]
    // M30-NEXT: scf.for %j
    // expected-remark @below {{unsigned : [0, 2147483647] signed : [0, 2147483647]}}
    // expected-remark @below {{unsigned : [0, 2147483646] signed : [0, 2147483646]}}
    %u = scf.for %j = %c0 to %end step %c1 iter_args(%z = %c0) -> i32 : i32 {
      %w = arith.addi %z, %c1 : i32
      scf.yield %w : i32
    }
    %twice = arith.addi %end, %end : i32
    scf.yield %twice : i32
  }
  tt.return
}

// -----

// What goes down, and what passes the end of its type.
tt.func @ends(%k: i8) {
  %c0 = arith.constant 0 : i32
  %c100 = arith.constant 100 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i8
  %c7 = arith.constant 7 : i32
  // expected-remark @below {{signed : [-693, 7]}}
  // expected-remark @below {{signed : [-128, 127]}}
  %r:2 = scf.for %i = %c0 to %c100 step %c1 iter_args(%a = %c7, %b = %c3) -> (i32, i8) : i32 {
    %x = arith.subi %a, %c7 : i32
    %y = arith.addi %b, %c3 : i8
    scf.yield %x, %y : i32, i8
  }
  // The same in a while: no trips are counted.
  // expected-remark @below {{signed : [-2147483648, 2147483647]}}
  %w = scf.while (%a = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %a, %c100 : i32
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%a: i32):
    %x = arith.addi %a, %c1 : i32
    scf.yield %x : i32
  }
  tt.return
}

// -----

tt.func @assumed(%n: i32) {
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %low = arith.cmpi sge, %n, %c1 : i32
  llvm.intr.assume %low : i1
  %high = arith.cmpi slt, %n, %c128 : i32
  llvm.intr.assume %high : i1
  // expected-remark @below {{signed : [2, 128]}}
  %0 = arith.addi %n, %c1 : i32
  tt.return
}

// -----

// How often a loop runs whose index has more than 64 bits is not counted.
tt.func @wide(%n: i256) -> i32 {
  // expected-remark@+1 {{unsigned : [0, 0] signed : [0, 0]}}
  %c0 = arith.constant 0 : i256
  // expected-remark@+1 {{unsigned : [1, 1] signed : [1, 1]}}
  %c1 = arith.constant 1 : i256
  %x = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) : i256 {
    %b = arith.addi %a, %x : i32
    scf.yield %b : i32
  }
  tt.return %r : i32
}
