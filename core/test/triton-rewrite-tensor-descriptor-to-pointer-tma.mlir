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

// -----

// TMA would write up to 14 bytes behind a row whose length is no multiple of 16 bytes: it may read such rows, threads write them.
// CHECK-LABEL: @lengths
tt.func public @lengths(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %m: i32, %n: i32, %n16: i32 {tt.divisibility = 16 : i32}, %s: i64, %i: i32) {
  %c1 = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1] : <f16>, <tensor<64x64xf16>>
  %e = tt.make_tensor_descriptor %q, [%m, %n16], [%s, %c1] : <f16>, <tensor<64x64xf16>>
  // CHECK: %[[X:.*]] = tt.descriptor_load
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  // CHECK: tt.store %{{.*}}, %[[X]], %
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  // CHECK: tt.descriptor_store %{{.*}}, %[[X]]
  tt.descriptor_store %e[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  // CHECK: tt.atomic_rmw fadd, release, gpu, %{{.*}}, %[[X]], %
  tt.descriptor_reduce add, %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

// Where the descriptor is made in sight, one op alone goes another way.
// CHECK-LABEL: @one_op
tt.func public @one_op(%p: !tt.ptr<f16>, %rows: tensor<32xi32>, %m: i32, %s: i64, %i: i32) -> (tensor<64x64xf16>, tensor<32x64xf16>) {
  %c1 = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%m, %m], [%s, %c1] : <f16>, <tensor<64x64xf16>>
  %e = tt.make_tensor_descriptor %p, [%m, %m], [%s, %c1] : <f16>, <tensor<1x64xf16>>
  // CHECK: tt.descriptor_load
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  // HOPPER: tt.load
  // BLACKWELL: tt.descriptor_gather
  %y = tt.descriptor_gather %e[%rows, %i] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  tt.return %x, %y : tensor<64x64xf16>, tensor<32x64xf16>
}

// -----

// Nobody reduces so: it is left as it is.
// CHECK-LABEL: @impossible
tt.func public @impossible(%d: !tt.tensordesc<tensor<64x64xf32>>, %i: i32, %x: tensor<64x64xf32>) {
  // CHECK: tt.descriptor_reduce min
  tt.descriptor_reduce min, %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// A descriptor in memory of the program is written again in the next trip: one that is carried has none, nor one in a nest that becomes one loop.
// CHECK-LABEL: @carried
tt.func public @carried(%p: !tt.ptr<f16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %n: i32, %s: i64, %z: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l1 = arith.constant 1 : i64
  // CHECK-NOT: tensordesc
  // CHECK: scf.for
  // CHECK: tt.load
  // CHECK: tt.return
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z, %e = %d) -> (tensor<64x64xf16>, !tt.tensordesc<tensor<64x64xf16>>) : i32 {
    %f = tt.make_tensor_descriptor %p, [%i, %n], [%s, %l1] : <f16>, <tensor<64x64xf16>>
    %y = tt.descriptor_load %e[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    scf.yield %y, %f : tensor<64x64xf16>, !tt.tensordesc<tensor<64x64xf16>>
  }
  tt.return %r#0 : tensor<64x64xf16>
}
// -----

// CHECK-LABEL: @flattened
tt.func public @flattened(%p: !tt.ptr<f16>, %n: i32, %s: i64, %q: !tt.ptr<f16>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l1 = arith.constant 1 : i64
  // CHECK: tt.make_tensor_descriptor %arg3
  %e = tt.make_tensor_descriptor %q, [%n, %n], [%s, %l1] : <f16>, <tensor<64x64xf16>>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %f = tt.make_tensor_descriptor %p, [%i, %n], [%s, %l1] : <f16>, <tensor<64x64xf16>>
    scf.for %j = %c0 to %n step %c1 : i32 {
      // CHECK: tt.load
      %x = tt.descriptor_load %f[%j, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      // CHECK: tt.descriptor_load
      %y = tt.descriptor_load %e[%j, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    }
  } {tt.flatten}
  tt.return
}
