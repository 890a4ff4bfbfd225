// RUN: fathom-opt %s -split-input-file | FileCheck %s
// RUN: fathom-opt %s -split-input-file | fathom-opt -split-input-file | FileCheck %s
// Encodings of tensors in registers: keys in any order, one order printed.

// CHECK-DAG: #[[B:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{order = [1, 0], warpsPerCTA = [4, 1], threadsPerWarp = [4, 8], sizePerThread = [1, 4]}>
// CHECK-DAG: #[[M2:.*]] = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#m2 = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1]}>
// CHECK-DAG: #[[M3:.*]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#m3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #[[L:.*]] = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = {{\[\[}}4, 0], [8, 0]], block = []}>
#l = #ttg.linear<{block = [], register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]}>
// CHECK-DAG: #[[G:.*]] = #ttg.generic_linear<{register = {{\[\[}}0, 1], [0, 2]], lane = {{\[\[}}0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = {{\[\[}}4, 1], [8, 0]], block = []}>
#g = #ttg.generic_linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 1], [8, 0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @nvidia(%{{.*}}: tensor<16x32xf32, #[[B]]>, %{{.*}}: tensor<16x32xf32, #[[M2]]>, %{{.*}}: tensor<64x64xf32, #[[M3]]>,
  // CHECK-SAME: tensor<16x32xf32, #[[L]]>, %{{.*}}: tensor<16x32xf32, #[[G]]>,
  // CHECK-SAME: tensor<16xf32, #ttg.slice<{dim = 1, parent = #[[B]]}>>,
  // CHECK-SAME: tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #[[M2]], kWidth = 2}>>,
  // CHECK-SAME: tensor<16x32xf32, #ttg.dot_op<{opIdx = 1, parent = #[[B]]}>>
  tt.func @nvidia(%0: tensor<16x32xf32, #b>, %1: tensor<16x32xf32, #m2>, %2: tensor<64x64xf32, #m3>,
      %3: tensor<16x32xf32, #l>, %4: tensor<16x32xf32, #g>, %5: tensor<16xf32, #ttg.slice<{parent = #b, dim = 1}>>,
      %6: tensor<16x32xf16, #ttg.dot_op<{opIdx = 0, parent = #m2, kWidth = 2}>>,
      %7: tensor<16x32xf32, #ttg.dot_op<{parent = #b, opIdx = 1}>>) {
    tt.return
  }
}

// -----

// CHECK-DAG: #[[B:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = {{\[\[}}0, 1], [0, 0], [1, 0]]}>
// CHECK-NOT: #ttg.blocked
#later = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[0, 1], [0, 0], [1, 0]]}>
// Per dim of CTAOrder: what splits the dim, then what repeats it.
#earlier = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CTAsPerCGA = [2, 4], CTASplitNum = [2, 2], CTAOrder = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 8 : i32} {
  // CHECK: @clusters(%{{.*}}: tensor<16x64xf32, #[[B]]>, %{{.*}}: tensor<16x64xf32, #[[B]]>)
  tt.func @clusters(%0: tensor<16x64xf32, #later>, %1: tensor<16x64xf32, #earlier>) {
    tt.return
  }
}

// -----

// CHECK-DAG: #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32], isTransposed = true}>
#early = #ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 32], isTransposed = true}>
// CHECK-DAG: #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = false, tilesPerWarp = [2, 1], elementBitWidth = 64}>
#late = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 32], isTransposed = false, tilesPerWarp = [2, 1], elementBitWidth = 64}>
// CHECK-DAG: #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = false}>
#plain = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = false, tilesPerWarp = [1, 1], elementBitWidth = 32}>
// CHECK-DAG: #ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [4, 1]}>
#wmma = #ttg.amd_wmma<{version = 1, warpsPerCTA = [4, 1]}>
// CHECK-DAG: #ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {register = {{\[\[}}1, 0]], warp = {{\[\[}}0, 1], [2, 0]]}, instrShape = [16, 16, 32]}>
#wmma3 = #ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[0, 1], [2, 0]], register = [[1, 0]]}, instrShape = [16, 16, 32]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @amd(%0: tensor<128x32xf32, #early>, %1: tensor<128x32xf64, #late>, %2: tensor<128x32xf32, #plain>) {
    tt.return
  }
  tt.func @wmma(%0: tensor<128x32xf32, #wmma>, %1: tensor<128x32xf32, #wmma3>) {
    tt.return
  }
}
