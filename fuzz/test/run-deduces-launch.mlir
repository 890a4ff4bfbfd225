// A kernel without a LAUNCH line: one is deduced, and -o writes it into the test case, which then runs by it.
// RUN: fathom run %s -o %t.mlir --print-outputs 3 | FileCheck %s
// RUN: FileCheck %s --check-prefix=WRITTEN < %t.mlir
// RUN: fathom run %t.mlir --semantics algebra --json | FileCheck %s --check-prefix=JSON

// CHECK: deduced: grid=2,1,1 rng-seed=1 args=i32[48]{-8..7};out:i32[48];i32=48
// CHECK: ieee: ended: {{.*}} 1 of 1 blocks entered
// CHECK-NEXT: arg1: 192 of 192 bytes stored, [[N:[0-9]+]] distinct values
// CHECK-NEXT: {{-?[0-9]+ -?[0-9]+ -?[0-9]+$}}
// CHECK: algebra: ended
// WRITTEN: // LAUNCH: grid=2,1,1 rng-seed=1 args=i32[48]{-8..7};out:i32[48];i32=48
// JSON: "deduced":false
// JSON-SAME: "ended":true
// JSON-SAME: "semantics":"algebra"
module {
  tt.func public @double(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32 {tt.divisibility = 16 : i32}) {
    %c32 = arith.constant 32 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %c32 : i32
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %base = tt.splat %start : i32 -> tensor<32xi32>
    %i = arith.addi %base, %range : tensor<32xi32>
    %size = tt.splat %n : i32 -> tensor<32xi32>
    %mask = arith.cmpi slt, %i, %size : tensor<32xi32>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xp = tt.addptr %xs, %i : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %v = tt.load %xp, %mask : tensor<32x!tt.ptr<i32>>
    %w = arith.addi %v, %v : tensor<32xi32>
    %os = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %op = tt.addptr %os, %i : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %op, %w, %mask : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
