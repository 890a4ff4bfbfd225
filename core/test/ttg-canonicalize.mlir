// RUN: fathom-opt %s -split-input-file -canonicalize | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {

// CHECK-DAG: [[A:#.*]] = #ttg.blocked<{sizePerThread = [1], {{.*}} order = [0]}>
// CHECK-DAG: [[B:#.*]] = #ttg.blocked<{sizePerThread = [4], {{.*}} order = [0]}>

// CHECK-LABEL: @chain
// CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %arg0 : tensor<512xf32, [[A]]> -> tensor<512xf32, [[B]]>
// CHECK-NEXT: tt.return %[[C]], %arg0
tt.func @chain(%x: tensor<512xf32, #a>) -> (tensor<512xf32, #b>, tensor<512xf32, #a>) {
  %0 = ttg.convert_layout %x : tensor<512xf32, #a> -> tensor<512xf32, #c>
  %1 = ttg.convert_layout %0 : tensor<512xf32, #c> -> tensor<512xf32, #b>
  %2 = ttg.convert_layout %0 : tensor<512xf32, #c> -> tensor<512xf32, #a>
  tt.return %1, %2 : tensor<512xf32, #b>, tensor<512xf32, #a>
}

// CHECK-LABEL: @made_from_little
// CHECK-NOT: convert_layout
// CHECK: tt.return {{.*}} : tensor<512xf32, [[B]]>, tensor<512xi32, [[B]]>, tensor<512xf32, [[B]]>
tt.func @made_from_little(%x: f32) -> (tensor<512xf32, #b>, tensor<512xi32, #b>, tensor<512xf32, #b>) {
  %0 = tt.splat %x : f32 -> tensor<512xf32, #a>
  %1 = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #a>
  %2 = arith.constant dense<1.0> : tensor<512xf32, #a>
  %3 = ttg.convert_layout %0 : tensor<512xf32, #a> -> tensor<512xf32, #b>
  %4 = ttg.convert_layout %1 : tensor<512xi32, #a> -> tensor<512xi32, #b>
  %5 = ttg.convert_layout %2 : tensor<512xf32, #a> -> tensor<512xf32, #b>
  tt.return %3, %4, %5 : tensor<512xf32, #b>, tensor<512xi32, #b>, tensor<512xf32, #b>
}

// A read stays before the write that follows it.
// CHECK-LABEL: @local_load
// CHECK: ttg.local_load %arg0 : {{.*}} -> tensor<512xf32, [[B]]>
// CHECK-NEXT: ttg.local_store %arg1, %arg0 : tensor<512xf32, [[A]]>
tt.func @local_load(%m: !ttg.memdesc<512xf32, #s, #smem, mutable>, %v: tensor<512xf32, #a>) -> tensor<512xf32, #b> {
  %0 = ttg.local_load %m : !ttg.memdesc<512xf32, #s, #smem, mutable> -> tensor<512xf32, #a>
  %1 = ttg.convert_layout %v : tensor<512xf32, #a> -> tensor<512xf32, #c>
  ttg.local_store %1, %m : tensor<512xf32, #c> -> !ttg.memdesc<512xf32, #s, #smem, mutable>
  %2 = ttg.convert_layout %0 : tensor<512xf32, #a> -> tensor<512xf32, #b>
  tt.return %2 : tensor<512xf32, #b>
}

// A copy of a buffer that is not written is that buffer, one of a buffer that is written is not.
// CHECK-LABEL: @alloc
// CHECK: %[[M:.*]] = ttg.local_alloc %arg1 : (tensor<512xf32, [[A]]>)
// CHECK: %[[L:.*]] = ttg.local_load %arg0
// CHECK: %[[N:.*]] = ttg.local_alloc %[[L]]
// CHECK: tt.return %[[M]], %[[N]]
tt.func @alloc(%m: !ttg.memdesc<512xf32, #s, #smem, mutable>, %v: tensor<512xf32, #a>)
    -> (!ttg.memdesc<512xf32, #s, #smem>, !ttg.memdesc<512xf32, #s, #smem>) {
  %0 = ttg.convert_layout %v : tensor<512xf32, #a> -> tensor<512xf32, #b>
  %1 = ttg.local_alloc %0 : (tensor<512xf32, #b>) -> !ttg.memdesc<512xf32, #s, #smem>
  %2 = ttg.local_load %1 : !ttg.memdesc<512xf32, #s, #smem> -> tensor<512xf32, #b>
  %3 = ttg.local_alloc %2 : (tensor<512xf32, #b>) -> !ttg.memdesc<512xf32, #s, #smem>
  %4 = ttg.local_load %m : !ttg.memdesc<512xf32, #s, #smem, mutable> -> tensor<512xf32, #b>
  %5 = ttg.local_alloc %4 : (tensor<512xf32, #b>) -> !ttg.memdesc<512xf32, #s, #smem>
  tt.return %3, %5 : !ttg.memdesc<512xf32, #s, #smem>, !ttg.memdesc<512xf32, #s, #smem>
}

// CHECK-LABEL: @takes_any
// CHECK-NOT: convert_layout %arg0
// CHECK: tt.histogram %arg0, %{{.*}} : tensor<512xi32, [[A]]> -> tensor<128xi32, [[B]]>
// CHECK: tt.gather %arg0[%arg2] {axis = 0 : i32} : (tensor<512xi32, [[A]]>
tt.func @takes_any(%x: tensor<512xi32, #a>, %k: tensor<512xi1, #b>, %i: tensor<512xi32, #b>) -> (tensor<128xi32, #b>, tensor<512xi32, #b>) {
  %0 = ttg.convert_layout %x : tensor<512xi32, #a> -> tensor<512xi32, #b>
  %1 = tt.histogram %0, %k : tensor<512xi32, #b> -> tensor<128xi32, #a>
  %2 = ttg.convert_layout %1 : tensor<128xi32, #a> -> tensor<128xi32, #b>
  %3 = tt.gather %0[%i] {axis = 0 : i32} : (tensor<512xi32, #b>, tensor<512xi32, #b>) -> tensor<512xi32, #b>
  tt.return %2, %3 : tensor<128xi32, #b>, tensor<512xi32, #b>
}

// The order of the elements is one for all users.
// CHECK-LABEL: @open_order
// CHECK: tt.reshape %arg0 allow_reorder : {{.*}} -> tensor<512xi32, [[B]]>
// CHECK: %[[R:.*]] = tt.reshape %arg1 allow_reorder : {{.*}} -> tensor<512xi32, [[A]]>
// CHECK: ttg.convert_layout %[[R]]
tt.func @open_order(%x: tensor<512xi32, #a>, %y: tensor<512xi32, #a>) -> (tensor<512xi32, #b>, tensor<512xi32, #b>, tensor<512xi32, #a>) {
  %0 = tt.reshape %x allow_reorder : tensor<512xi32, #a> -> tensor<512xi32, #a>
  %1 = ttg.convert_layout %0 : tensor<512xi32, #a> -> tensor<512xi32, #b>
  %2 = tt.reshape %y allow_reorder : tensor<512xi32, #a> -> tensor<512xi32, #a>
  %3 = ttg.convert_layout %2 : tensor<512xi32, #a> -> tensor<512xi32, #b>
  tt.return %1, %3, %2 : tensor<512xi32, #b>, tensor<512xi32, #b>, tensor<512xi32, #a>
}
}

// -----

// From a product to an operand: as it is.
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#op = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
// CHECK-LABEL: @product_to_operand
// CHECK: ttg.convert_layout
// CHECK: ttg.convert_layout
tt.func @product_to_operand(%x: tensor<64x64xf16, #a>) -> tensor<64x64xf16, #op> {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #a> -> tensor<64x64xf16, #mma>
  %1 = ttg.convert_layout %0 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #op>
  tt.return %1 : tensor<64x64xf16, #op>
}
}
