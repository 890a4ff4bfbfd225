// RUN: fathom-opt %s -tritongpu-F32DotTC | FileCheck %s
// RUN: sed s/cuda:80/hip:gfx942/ %s | fathom-opt -tritongpu-F32DotTC | FileCheck %s --check-prefix=HIP
// RUN: fathom-opt %s -tritongpu-F32DotTC --mutant M46 | FileCheck %s --check-prefix=M46

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {

// The small terms first; what is NaN of them is left out.
// CHECK-LABEL: @tf32x3
// CHECK: %[[A:.*]] = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;"
// CHECK: %[[RA:.*]] = arith.subf %arg0, %[[A]]
// CHECK: %[[B:.*]] = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;"
// CHECK: %[[RB:.*]] = arith.subf %arg1, %[[B]]
// CHECK: %[[S:.*]] = tt.dot %[[RA]], %[[B]], %{{.*}}, inputPrecision = tf32
// CHECK: %[[T:.*]] = tt.dot %[[A]], %[[RB]], %[[S]], inputPrecision = tf32
// CHECK: %[[N:.*]] = arith.cmpf uno, %[[T]], %[[T]]
// CHECK: %[[U:.*]] = arith.select %[[N]], %{{.*}}, %[[T]]
// CHECK: %[[R:.*]] = tt.dot %[[A]], %[[B]], %[[U]], inputPrecision = tf32
// CHECK: arith.addf %[[R]], %arg2
// HIP-LABEL: @tf32x3
// HIP-NOT: asm
// HIP: tt.dot %arg0, %arg1, %arg2 :
// M46-LABEL: @tf32x3
// M46: tt.dot %{{.*}}, %{{.*}}, %arg2, inputPrecision = tf32
// M46: arith.addf %{{.*}}, %arg2
tt.func @tf32x3(%a: tensor<32x32xf32, #a0>, %b: tensor<32x32xf32, #a1>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
  %0 = tt.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<32x32xf32, #a0> * tensor<32x32xf32, #a1> -> tensor<32x32xf32, #b>
  tt.return %0 : tensor<32x32xf32, #b>
}

// CHECK-LABEL: @bf16
// CHECK-COUNT-3: tt.dot {{.*}}xbf16
// CHECK: arith.addf
// CHECK-COUNT-6: tt.dot {{.*}}xbf16
// CHECK: arith.addf
// HIP-LABEL: @bf16
// HIP-COUNT-9: tt.dot {{.*}}xbf16
tt.func @bf16(%a: tensor<32x32xf32, #a0>, %b: tensor<32x32xf32, #a1>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
  %0 = tt.dot %a, %b, %c, inputPrecision = bf16x3 : tensor<32x32xf32, #a0> * tensor<32x32xf32, #a1> -> tensor<32x32xf32, #b>
  %1 = tt.dot %a, %b, %0, inputPrecision = bf16x6 : tensor<32x32xf32, #a0> * tensor<32x32xf32, #a1> -> tensor<32x32xf32, #b>
  tt.return %1 : tensor<32x32xf32, #b>
}

// CHECK-LABEL: @one
// CHECK-COUNT-1: tt.dot
// CHECK-NOT: tt.dot
tt.func @one(%a: tensor<32x32xf32, #a0>, %b: tensor<32x32xf32, #a1>, %c: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #b> {
  %0 = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<32x32xf32, #a0> * tensor<32x32xf32, #a1> -> tensor<32x32xf32, #b>
  tt.return %0 : tensor<32x32xf32, #b>
}
}
