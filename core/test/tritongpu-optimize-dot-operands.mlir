// RUN: fathom-opt %s -split-input-file -tritongpu-optimize-dot-operands | FileCheck %s
// RUN: fathom-opt %s -split-input-file -tritongpu-optimize-dot-operands="hoist-layout-conversion=false" | FileCheck %s --check-prefix=STAY
// RUN: not fathom-opt %s -split-input-file -tritongpu-optimize-dot-operands --mutant M56 2>&1 | FileCheck %s --check-prefix=M56
// A square one is taken for its transpose; the other one fails to verify.

// The conversion moves to the loads; constants are made in the layout.
// CHECK-LABEL: @loaded
// CHECK: %[[X:.*]] = tt.load
// CHECK: %[[C:.*]] = ttg.convert_layout %[[X]] : tensor<64x32xi8, #{{.*}}> -> tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
// CHECK: %[[F:.*]] = arith.sitofp %[[C]] : {{.*}} to tensor<64x32xf16, #ttg.dot_op
// CHECK: %[[A:.*]] = arith.addf %[[F]], %{{.*}} : tensor<64x32xf16, #ttg.dot_op
// CHECK: tt.dot %[[A]]
// STAY-LABEL: @loaded
// STAY: ttg.convert_layout %{{.*}} : tensor<64x32xf16
// M56-DAG: ttng.warp_group_dot %arg1, %[[#]], %arg2 : {{.*}} * !ttg.memdesc<64x64xf16, [[IN:#.*]], #smem>
// M56-DAG: 'ttg.local_load' op
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @loaded(%p: tensor<64x32x!tt.ptr<i8>, #b>, %b: tensor<32x64xf16, #a1>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %one = arith.constant dense<1.0> : tensor<64x32xf16, #b>
    %x = tt.load %p : tensor<64x32x!tt.ptr<i8>, #b>
    %f = arith.sitofp %x : tensor<64x32xi8, #b> to tensor<64x32xf16, #b>
    %s = arith.addf %f, %one : tensor<64x32xf16, #b>
    %a = ttg.convert_layout %s : tensor<64x32xf16, #b> -> tensor<64x32xf16, #a0>
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a0> * tensor<32x64xf16, #a1> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
}

// -----

// Not: over a narrowing, where i8 does not fill 32 bits, from what was not loaded, or over an access.
// CHECK-LABEL: @declined
// CHECK: arith.truncf %{{.*}} : tensor<64x32xf32, #blocked>
// CHECK: ttg.convert_layout %{{.*}} : tensor<64x32xf16, #blocked>
// CHECK: arith.sitofp %{{.*}} : tensor<64x32xi8, #blocked>
// CHECK: ttg.convert_layout %{{.*}} : tensor<64x32xf16, #blocked>
// CHECK: math.exp %{{.*}} : tensor<64x32xf16, #blocked>
// CHECK: ttg.convert_layout %{{.*}} : tensor<64x32xf16, #blocked>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @declined(%p: tensor<64x32x!tt.ptr<f32>, #b>, %q: tensor<64x32x!tt.ptr<i8>, #b>, %r: tensor<64x32x!tt.ptr<f16>, #b>)
      -> (tensor<64x32xf16, #a0>, tensor<64x32xf16, #a0>, tensor<64x32xf16, #a0>) {
    %0 = tt.load %p : tensor<64x32x!tt.ptr<f32>, #b>
    %1 = arith.truncf %0 : tensor<64x32xf32, #b> to tensor<64x32xf16, #b>
    %2 = ttg.convert_layout %1 : tensor<64x32xf16, #b> -> tensor<64x32xf16, #a0>
    %3 = tt.load %q : tensor<64x32x!tt.ptr<i8>, #b>
    %4 = arith.sitofp %3 : tensor<64x32xi8, #b> to tensor<64x32xf16, #b>
    %5 = ttg.convert_layout %4 : tensor<64x32xf16, #b> -> tensor<64x32xf16, #a0>
    %6 = tt.load %r : tensor<64x32x!tt.ptr<f16>, #b>
    %7 = math.exp %6 : tensor<64x32xf16, #b>
    %8 = arith.negf %7 : tensor<64x32xf16, #b>
    %9 = ttg.convert_layout %8 : tensor<64x32xf16, #b> -> tensor<64x32xf16, #a0>
    tt.return %2, %5, %9 : tensor<64x32xf16, #a0>, tensor<64x32xf16, #a0>, tensor<64x32xf16, #a0>
  }
}

// -----

// A turned operand of mma.sync goes through a buffer that is filled as it lies.
// CHECK-DAG: [[IN:#.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: [[OUT:#.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
// CHECK-LABEL: @turned
// CHECK: %[[M:.*]] = ttg.local_alloc %arg0 : {{.*}} -> !ttg.memdesc<256x64xf16, [[IN]], #smem>
// CHECK: %[[T:.*]] = ttg.memdesc_trans %[[M]] {order = array<i32: 1, 0>} : {{.*}} -> !ttg.memdesc<64x256xf16, [[OUT]], #smem>
// CHECK: ttg.local_load %[[T]] : {{.*}} -> tensor<64x256xf16, #ttg.dot_op
// CHECK-NOT: tt.trans
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#a1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @turned(%x: tensor<256x64xf16, #b>, %a: tensor<64x64xf16, #a0>, %c: tensor<64x256xf32, #mma>) -> tensor<64x256xf32, #mma> {
    %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<256x64xf16, #b> -> tensor<64x256xf16, #bt>
    %1 = ttg.convert_layout %0 : tensor<64x256xf16, #bt> -> tensor<64x256xf16, #a1>
    %2 = tt.dot %a, %1, %c : tensor<64x64xf16, #a0> * tensor<64x256xf16, #a1> -> tensor<64x256xf32, #mma>
    tt.return %2 : tensor<64x256xf32, #mma>
  }
}

// -----

// wgmma reads a buffer turned.
// CHECK-DAG: [[IN:#.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: [[OUT:#.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-LABEL: @turned_buffer
// CHECK: %[[M:.*]] = ttg.local_alloc %arg0 : (tensor<64x64xf16, #{{.*}}>) -> !ttg.memdesc<64x64xf16, [[IN]], #smem>
// CHECK: %[[T:.*]] = ttg.memdesc_trans %[[M]] {{.*}} -> !ttg.memdesc<64x64xf16, [[OUT]], #smem>
// CHECK: ttng.warp_group_dot %arg1, %[[T]], %arg2
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @turned_buffer(%x: tensor<64x64xf16, #b>, %a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #b> -> tensor<64x64xf16, #bt>
    %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #bt>) -> !ttg.memdesc<64x64xf16, #s, #smem>
    %2 = ttng.warp_group_dot %a, %1, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf32, #mma>
    tt.return %2 : tensor<64x64xf32, #mma>
  }
}
