// RUN: fathom-reduce-step --reduction=store-operand --keep='arith.mulf' %s | FileCheck %s
// The product is stored, not what is made of it.

// CHECK: tt.func public @f(%{{.*}}: tensor<8xf32>, %[[P:.*]]: !tt.ptr<f32>)
// CHECK: %[[PS:.*]] = tt.splat %[[P]]
// CHECK: %[[X:.*]] = arith.mulf
// CHECK-NEXT: tt.store %[[PS]], %[[X]] : tensor<8x!tt.ptr<f32>>
module {
  tt.func public @f(%p: !tt.ptr<f16>, %x: tensor<8xf32>) {
    %square = arith.mulf %x, %x : tensor<8xf32>
    %half = arith.truncf %square : tensor<8xf32> to tensor<8xf16>
    %twice = arith.addf %half, %half : tensor<8xf16>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
    tt.store %ps, %twice : tensor<8x!tt.ptr<f16>>
    tt.return
  }
}
