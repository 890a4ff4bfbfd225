// RUN: fathom-opt %s -split-input-file -tritongpu-prefetch | FileCheck %s
// RUN: fathom-opt %s -split-input-file -tritongpu-prefetch --mutant M59 | FileCheck %s --check-prefix=M59

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
// Two slices; the second is read before the first is multiplied.
// CHECK-LABEL: @slices
// CHECK: scf.for
// CHECK-NEXT: %[[A0:.*]] = ttg.memdesc_subslice %arg0[0, 0] {{.*}} -> !ttg.memdesc<16x16xf16
// CHECK-NEXT: %[[X0:.*]] = ttg.local_load %[[A0]]
// CHECK-NEXT: %[[B0:.*]] = ttg.memdesc_subslice %arg1[0, 0]
// CHECK-NEXT: %[[Y0:.*]] = ttg.local_load %[[B0]]
// CHECK-NEXT: %[[A1:.*]] = ttg.memdesc_subslice %arg0[0, 16]
// CHECK-NEXT: %[[X1:.*]] = ttg.local_load %[[A1]]
// CHECK-NEXT: %[[B1:.*]] = ttg.memdesc_subslice %arg1[16, 0]
// CHECK-NEXT: %[[Y1:.*]] = ttg.local_load %[[B1]]
// CHECK-NEXT: %[[D0:.*]] = tt.dot %[[X0]], %[[Y0]], %{{.*}} : tensor<16x16xf16
// CHECK-NEXT: %[[D1:.*]] = tt.dot %[[X1]], %[[Y1]], %[[D0]]
// CHECK-NEXT: scf.yield %[[D1]]
tt.func @slices(%a: !ttg.memdesc<16x32xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<32x16xf16, #shared, #smem, mutable>, %n: i32, %z: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> tensor<16x16xf32, #mma> : i32 {
    %x = ttg.local_load %a : !ttg.memdesc<16x32xf16, #shared, #smem, mutable> -> tensor<16x32xf16, #a>
    %y = ttg.local_load %b : !ttg.memdesc<32x16xf16, #shared, #smem, mutable> -> tensor<32x16xf16, #b>
    %d = tt.dot %x, %y, %acc : tensor<16x32xf16, #a> * tensor<32x16xf16, #b> -> tensor<16x16xf32, #mma>
    scf.yield %d : tensor<16x16xf32, #mma>
  }
  tt.return %r : tensor<16x16xf32, #mma>
}

// One slice is all of it, and a write in between keeps reads where they are.
// CHECK-LABEL: @one
// CHECK: tt.dot {{.*}} tensor<16x16xf16
// M59-LABEL: @one
// M59: iter_args(%[[ACC:.*]] = %arg
// M59-NOT: tt.dot
// M59: scf.yield %[[ACC]]
tt.func @one(%a: !ttg.memdesc<16x16xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<16x16xf16, #shared, #smem, mutable>, %n: i32, %z: tensor<16x16xf32, #mma>) -> tensor<16x16xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> tensor<16x16xf32, #mma> : i32 {
    %x = ttg.local_load %a : !ttg.memdesc<16x16xf16, #shared, #smem, mutable> -> tensor<16x16xf16, #a>
    %y = ttg.local_load %b : !ttg.memdesc<16x16xf16, #shared, #smem, mutable> -> tensor<16x16xf16, #b>
    %d = tt.dot %x, %y, %acc : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #mma>
    scf.yield %d : tensor<16x16xf32, #mma>
  }
  tt.return %r : tensor<16x16xf32, #mma>
}

// CHECK-LABEL: @written
// CHECK-NOT: subslice
tt.func @written(%a: !ttg.memdesc<16x32xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<32x16xf16, #shared, #smem, mutable>, %n: i32, %z: tensor<16x16xf32, #mma>, %v: tensor<16x32xf16, #a>) -> tensor<16x16xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> tensor<16x16xf32, #mma> : i32 {
    %x = ttg.local_load %a : !ttg.memdesc<16x32xf16, #shared, #smem, mutable> -> tensor<16x32xf16, #a>
    ttg.local_store %v, %a : tensor<16x32xf16, #a> -> !ttg.memdesc<16x32xf16, #shared, #smem, mutable>
    %y = ttg.local_load %b : !ttg.memdesc<32x16xf16, #shared, #smem, mutable> -> tensor<32x16xf16, #b>
    %d = tt.dot %x, %y, %acc : tensor<16x32xf16, #a> * tensor<32x16xf16, #b> -> tensor<16x16xf32, #mma>
    scf.yield %d : tensor<16x16xf32, #mma>
  }
  tt.return %r : tensor<16x16xf32, #mma>
}
}
