// RUN: fathom-opt %s -tritongpu-reorder-instructions | FileCheck %s
// RUN: not fathom-opt %s -tritongpu-reorder-instructions --mutant M58 2>&1 | FileCheck %s --check-prefix=M58

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!t = tensor<32x32xf16, #blocked>
!left = tensor<32x32xf16, #left>
!right = tensor<32x32xf16, #right>
!acc = tensor<32x32xf32, #mma>
!buffer = !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
!filled = !ttg.memdesc<32x32xf16, #shared, #smem>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {

// Operands are read where they are used, the first one first.
// CHECK-LABEL: @sink(
// CHECK: arith.addf
// CHECK-NEXT: ttg.local_load %arg0
// CHECK-NEXT: ttg.local_load %arg1
// CHECK-NEXT: tt.dot
tt.func @sink(%m: !buffer, %n: !buffer, %c: !acc) -> !acc {
  %1 = ttg.local_load %n : !buffer -> !right
  %0 = ttg.local_load %m : !buffer -> !left
  %2 = arith.addf %c, %c : !acc
  %3 = tt.dot %0, %1, %2 : !left * !right -> !acc
  tt.return %3 : !acc
}

// Not over a barrier, behind which others may write.
// CHECK-LABEL: @barrier(
// CHECK: ttg.local_load
// CHECK-NEXT: ttg.barrier local
// CHECK-NEXT: arith.addf
tt.func @barrier(%m: !buffer) -> !t {
  %0 = ttg.local_load %m : !buffer -> !t
  ttg.barrier local
  %1 = arith.addf %0, %0 : !t
  tt.return %1 : !t
}

// To the first of its uses.
// CHECK-LABEL: @twice(
// CHECK: math.exp
// CHECK-NEXT: ttg.local_load
// M58: operand #0 does not dominate this use
tt.func @twice(%m: !buffer, %x: tensor<32x32xf32, #blocked>) -> (!t, !t, tensor<32x32xf32, #blocked>) {
  %0 = ttg.local_load %m : !buffer -> !t
  %1 = math.exp %x : tensor<32x32xf32, #blocked>
  %2 = arith.addf %0, %0 : !t
  %3 = arith.mulf %0, %2 : !t
  tt.return %2, %3, %1 : !t, !t, tensor<32x32xf32, #blocked>
}

// Nor over a write, or a wait for a copy.
// CHECK-LABEL: @write(
// CHECK: ttg.local_load
// CHECK-NEXT: ttg.local_store
// CHECK-NEXT: ttg.local_load
// CHECK-NEXT: ttg.async_wait
tt.func @write(%m: !buffer, %x: !t) -> (!t, !t) {
  %0 = ttg.local_load %m : !buffer -> !t
  ttg.local_store %x, %m : !t -> !buffer
  %1 = ttg.local_load %m : !buffer -> !t
  ttg.async_wait {num = 0 : i32}
  tt.return %0, %1 : !t, !t
}

// Into a branch, but not into a loop.
// CHECK-LABEL: @branch(
// CHECK: scf.if
// CHECK-NEXT: ttg.local_load %arg0
// CHECK: ttg.local_load %arg1
// CHECK-NEXT: scf.for
// CHECK-NOT: ttg.local_load
// CHECK: tt.return
tt.func @branch(%m: !buffer, %k: !buffer, %p: tensor<32x32x!tt.ptr<f16>, #blocked>, %flag: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = ttg.local_load %m : !buffer -> !t
  %1 = ttg.local_load %k : !buffer -> !t
  scf.if %flag {
    tt.store %p, %0 : tensor<32x32x!tt.ptr<f16>, #blocked>
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %1 : tensor<32x32x!tt.ptr<f16>, #blocked>
  }
  tt.return
}

// A buffer is filled as soon as there is what to fill it with.
// CHECK-LABEL: @fill(
// CHECK: tt.load
// CHECK-NEXT: ttg.local_alloc
// CHECK-NEXT: tt.load
tt.func @fill(%p: tensor<32x32x!tt.ptr<f16>, #blocked>) -> (!filled, !t) {
  %0 = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
  %1 = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
  %2 = ttg.local_alloc %0 : (!t) -> !filled
  tt.return %2, %1 : !filled, !t
}
}
