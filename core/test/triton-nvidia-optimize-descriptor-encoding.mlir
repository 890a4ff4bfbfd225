// RUN: fathom-opt %s -split-input-file -triton-nvidia-optimize-descriptor-encoding | FileCheck %s

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// Rows of 128 bytes or a multiple are swizzled over 128, shorter ones over what they have; less than 8 rows are not.
// CHECK-DAG: #[[S128:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[S32:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #[[FLAT:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>
// CHECK-DAG: #[[ONE:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 32, rank = 1}>
// CHECK-DAG: #[[THREE:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, rank = 3}>
// CHECK: @sizes(%arg0: !tt.tensordesc<tensor<64x128xf16, #[[S128]]>>, %arg1: !tt.tensordesc<tensor<16x32xi8, #[[S32]]>>
// CHECK-SAME: !tt.tensordesc<tensor<4x64xf32, #[[FLAT]]>>
// CHECK-SAME: !tt.tensordesc<tensor<64xf32, #[[ONE]]>>
// CHECK-SAME: !tt.tensordesc<tensor<2x4x32xf16, #[[THREE]]>>
tt.func public @sizes(%a: !tt.tensordesc<tensor<64x128xf16>>, %b: !tt.tensordesc<tensor<16x32xi8>>, %c: !tt.tensordesc<tensor<4x64xf32>>, %d: !tt.tensordesc<tensor<64xf32>>, %e: !tt.tensordesc<tensor<2x4x32xf16>>) {
  tt.return
}

// Types are replaced wherever they are.
// CHECK-LABEL: @everywhere(
// CHECK-SAME: !tt.tensordesc<tensor<64x128xf16, #[[S128]]>>
// CHECK: tt.make_tensor_descriptor {{.*}} <tensor<64x128xf16, #[[S128]]>>
// CHECK: scf.for {{.*}} -> (!tt.tensordesc<tensor<64x128xf16, #[[S128]]>>)
// CHECK: scf.if {{.*}} -> (!tt.tensordesc<tensor<64x128xf16, #[[S128]]>>)
// CHECK: tt.call @callee{{.*}} : (!tt.tensordesc<tensor<64x128xf16, #[[S128]]>>) -> ()
tt.func public @everywhere(%d: !tt.tensordesc<tensor<64x128xf16>>, %p: !tt.ptr<f16>, %n: i32, %s: i64, %c: i1) {
  %c1 = arith.constant 1 : i64
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %m = tt.make_tensor_descriptor %p, [%n, %n], [%s, %c1] : <f16>, <tensor<64x128xf16>>
  %r = scf.for %i = %i0 to %n step %i1 iter_args(%x = %d) -> (!tt.tensordesc<tensor<64x128xf16>>) : i32 {
    scf.yield %m : !tt.tensordesc<tensor<64x128xf16>>
  }
  %f = scf.if %c -> (!tt.tensordesc<tensor<64x128xf16>>) {
    scf.yield %r : !tt.tensordesc<tensor<64x128xf16>>
  } else {
    scf.yield %d : !tt.tensordesc<tensor<64x128xf16>>
  }
  tt.call @callee(%f) : (!tt.tensordesc<tensor<64x128xf16>>) -> ()
  tt.return
}
// CHECK: @callee(%arg0: !tt.tensordesc<tensor<64x128xf16, #[[S128]]>>)
tt.func private @callee(%d: !tt.tensordesc<tensor<64x128xf16>>) attributes {noinline = true} {
  tt.return
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// What TMA cannot do: rows of less than 16 bytes, elements of one bit, six dims, NaN in a byte, minima of f32, rows that are listed before Blackwell.
// CHECK-NOT: nvmma_shared
// CHECK-LABEL: @declined
tt.func public @declined(%a: !tt.tensordesc<tensor<64x4xf16>>, %b: !tt.tensordesc<tensor<64x64xi1>>, %c: !tt.tensordesc<tensor<1x1x1x2x8x32xf16>>, %p: !tt.ptr<f8E5M2>, %d: !tt.tensordesc<tensor<16x32xf32>>, %v: tensor<16x32xf32>, %e: !tt.tensordesc<tensor<1x64xf16>>, %rows: tensor<32xi32>, %n: i32, %s: i64) -> tensor<32x64xf16> {
  %c1 = arith.constant 1 : i64
  %m = tt.make_tensor_descriptor %p, [%n, %n], [%s, %c1] {padding = 2 : i32} : <f8E5M2>, <tensor<64x64xf8E5M2>>
  tt.descriptor_reduce min, %d[%n, %n], %v : !tt.tensordesc<tensor<16x32xf32>>, tensor<16x32xf32>
  %g = tt.descriptor_gather %e[%rows, %n] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  tt.return %g : tensor<32x64xf16>
}
}

// -----

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
// A row that is gathered with others lies as they do together; but not if it is read alone too.
// CHECK-DAG: #[[ROWS:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[ROW:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>
// CHECK: @rows(%arg0: !tt.tensordesc<tensor<1x64xf16, #[[ROWS]]>>, %arg1: !tt.tensordesc<tensor<1x64xf32, #[[ROW]]>>
tt.func public @rows(%a: !tt.tensordesc<tensor<1x64xf16>>, %b: !tt.tensordesc<tensor<1x64xf32>>, %rows: tensor<32xi32>, %n: i32) -> (tensor<32x64xf16>, tensor<32x64xf32>, tensor<1x64xf32>) {
  %x = tt.descriptor_gather %a[%rows, %n] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  %y = tt.descriptor_gather %b[%rows, %n] : (!tt.tensordesc<tensor<1x64xf32>>, tensor<32xi32>, i32) -> tensor<32x64xf32>
  %z = tt.descriptor_load %b[%n, %n] : !tt.tensordesc<tensor<1x64xf32>> -> tensor<1x64xf32>
  tt.return %x, %y, %z : tensor<32x64xf16>, tensor<32x64xf32>, tensor<1x64xf32>
}
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-NOT: nvmma_shared
// CHECK-LABEL: @clusters
tt.func public @clusters(%a: !tt.tensordesc<tensor<64x128xf16>>) {
  tt.return
}
}
