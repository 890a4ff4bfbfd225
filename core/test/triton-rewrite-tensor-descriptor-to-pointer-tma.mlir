// RUN: fathom-opt %s -split-input-file --triton-rewrite-tensor-descriptor-to-pointer=tma=90 | FileCheck %s --check-prefixes=CHECK,HOPPER
// RUN: fathom-opt %s -split-input-file --triton-rewrite-tensor-descriptor-to-pointer=tma=100 | FileCheck %s --check-prefixes=CHECK,BLACKWELL

// TMA serves all of it.
// CHECK-LABEL: @served
// CHECK: tt.descriptor_load
tt.func public @served(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) -> tensor<64x64xf16> {
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  tt.return %x : tensor<64x64xf16>
}

// -----

// One op asks too much: none is served, so that a descriptor has one form.
// CHECK-LABEL: @not_served
// CHECK-NOT: tt.descriptor
// CHECK: tt.load
// CHECK: tt.load
tt.func public @not_served(%d: !tt.tensordesc<tensor<64x64xf16>>, %e: !tt.tensordesc<tensor<64x4xf16>>, %i: i32) -> (tensor<64x64xf16>, tensor<64x4xf16>) {
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  %y = tt.descriptor_load %e[%i, %i] : !tt.tensordesc<tensor<64x4xf16>> -> tensor<64x4xf16>
  tt.return %x, %y : tensor<64x64xf16>, tensor<64x4xf16>
}

// -----

// Rows are listed since Blackwell.
// CHECK-LABEL: @rows
// HOPPER: tt.load
// BLACKWELL: tt.descriptor_gather
tt.func public @rows(%d: !tt.tensordesc<tensor<1x64xf16>>, %rows: tensor<32xi32>, %i: i32) -> tensor<32x64xf16> {
  %x = tt.descriptor_gather %d[%rows, %i] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  tt.return %x : tensor<32x64xf16>
}
