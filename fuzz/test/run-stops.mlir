// A program that stops says why and where, and the exit code is 1; a launch that does not fit is an error.
// RUN: not fathom run %s | FileCheck %s
// RUN: not fathom run %s --launch "grid=1,1,1 args=f32[4]" 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not fathom run %s --launch "grid=1,1,1 args=i32[4]{7..0}" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: fathom run %s --launch "grid=1,1,1 args=inout:i32[8]{5}" --print-outputs 8 --semantics ieee | FileCheck %s --check-prefix=FITS
// LAUNCH: grid=1,1,1 rng-seed=1 args=inout:i32[7]{5}

// CHECK: given: grid=1,1,1 rng-seed=1 args=inout:i32[7]{5}
// CHECK-NEXT: ieee: stopped: out of bounds: {{.*}}arg0 at byte 28, which has 28 (at [[#@LINE+10]]:
// CHECK-NEXT: algebra: stopped: out of bounds
// TYPE: error: {{.*}}LAUNCH: arg0 is a buffer of f32, and the kernel increment takes !tt.ptr<i32>
// SYNTAX: error: {{.*}}LAUNCH: '7..0' are bounds without a number between them
// FITS: 5 5 5 5 5 5 5 6
module {
  tt.func public @increment(%x: !tt.ptr<i32>) {
    %c7 = arith.constant 7 : i32
    %c1 = arith.constant 1 : i32
    %last = tt.addptr %x, %c7 : !tt.ptr<i32>, i32
    %v = tt.load %last : !tt.ptr<i32>
    %w = arith.addi %v, %c1 : i32
    tt.store %last, %w : !tt.ptr<i32>
    tt.return
  }
}
