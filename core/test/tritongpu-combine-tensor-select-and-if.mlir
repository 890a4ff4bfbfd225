// RUN: fathom-opt %s -split-input-file -tritongpu-combine-tensor-select-and-if | FileCheck %s
// RUN: not fathom-opt %s -split-input-file -tritongpu-combine-tensor-select-and-if --mutant M50 2>&1 | FileCheck %s --check-prefix=M50

// The if gets a result, and an else to give it.
// CHECK-LABEL: @later
tt.func @later(%c: i1, %a: tensor<8xi32>, %b: tensor<8xi32>, %p: !tt.ptr<i32>, %n: i32) -> tensor<8xi32> {
  // CHECK-NEXT: %[[R:.*]] = scf.if %arg0 -> (tensor<8xi32>) {
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: scf.yield %arg1
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg2
  // CHECK: arith.addi %[[R]], %[[R]]
  %0 = arith.select %c, %a, %b : tensor<8xi32>
  scf.if %c {
    tt.store %p, %n : !tt.ptr<i32>
  }
  %1 = arith.addi %0, %0 : tensor<8xi32>
  tt.return %1 : tensor<8xi32>
}

// -----

// The branches know what was selected, at any depth.
// CHECK-LABEL: @inside
// M50: error: {{.*}}does not dominate
tt.func @inside(%c: i1, %d: i1, %a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK-NEXT: scf.if %arg0 -> (tensor<8xi32>, tensor<8xi32>)
  // CHECK: arith.addi %arg2, %arg2
  // CHECK: } else {
  // CHECK: arith.muli %arg3, %arg2
  %0 = arith.select %c, %a, %b : tensor<8xi32>
  %1 = scf.if %c -> tensor<8xi32> {
    %2 = arith.addi %0, %a : tensor<8xi32>
    scf.yield %2 : tensor<8xi32>
  } else {
    %2 = scf.if %d -> tensor<8xi32> {
      %3 = arith.muli %0, %a : tensor<8xi32>
      scf.yield %3 : tensor<8xi32>
    } else {
      scf.yield %b : tensor<8xi32>
    }
    scf.yield %2 : tensor<8xi32>
  }
  tt.return %0, %1 : tensor<8xi32>, tensor<8xi32>
}

// -----

// A select of a select.
// CHECK-LABEL: @chain
tt.func @chain(%c: i1, %a: tensor<8xi32>, %b: tensor<8xi32>, %p: !tt.ptr<i32>, %n: i32) -> tensor<8xi32> {
  // CHECK-NEXT: scf.if %arg0 -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: scf.yield %arg1, %arg1
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg1, %arg2
  // CHECK-NOT: select
  %0 = arith.select %c, %a, %b : tensor<8xi32>
  %1 = arith.select %c, %0, %a : tensor<8xi32>
  scf.if %c {
    tt.store %p, %n : !tt.ptr<i32>
  }
  %2 = arith.addi %0, %1 : tensor<8xi32>
  tt.return %2 : tensor<8xi32>
}

// -----

// Left alone: used in between, after the if, on another condition, of scalars.
// CHECK-LABEL: @left
tt.func @left(%c: i1, %d: i1, %a: tensor<8xi32>, %b: tensor<8xi32>, %p: !tt.ptr<i32>, %n: i32, %q: tensor<8x!tt.ptr<i32>>) -> (tensor<8xi32>, tensor<8xi32>, i32) {
  // CHECK-COUNT-3: arith.select
  // CHECK: scf.if %arg0 {
  // CHECK: arith.select
  %0 = arith.select %c, %a, %b : tensor<8xi32>
  tt.store %q, %0 : tensor<8x!tt.ptr<i32>>
  %1 = arith.select %d, %a, %b : tensor<8xi32>
  %2 = arith.select %c, %n, %n : i32
  scf.if %c {
    tt.store %p, %n : !tt.ptr<i32>
  }
  %3 = arith.select %c, %b, %0 : tensor<8xi32>
  tt.return %1, %3, %2 : tensor<8xi32>, tensor<8xi32>, i32
}
