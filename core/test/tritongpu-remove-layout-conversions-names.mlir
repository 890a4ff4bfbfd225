// An op may give a layout back by another name (#linear for an operand's, or for a slice), which a product does not take, nor a join of one operand alone.
// RUN: fathom-opt %s -split-input-file -tritongpu-remove-layout-conversions | FileCheck %s

#blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [2, 16, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: @split
// CHECK: tt.dot {{.*}} * tensor<64x32xf32, #ttg.dot_op<{opIdx = 1
tt.func @split(%f: f32, %g: f32, %x: tensor<16x64xf32, #a>, %acc: tensor<16x32xf32, #product>) -> tensor<16x32xf32, #product> {
  %0 = tt.splat %f : f32 -> tensor<64x32xf32, #blocked>
  %1 = tt.splat %g : f32 -> tensor<64x32xf32, #blocked>
  %j = tt.join %0, %1 : tensor<64x32xf32, #blocked> -> tensor<64x32x2xf32, #blocked3>
  %s = arith.subf %j, %j : tensor<64x32x2xf32, #blocked3>
  %l, %r = tt.split %s : tensor<64x32x2xf32, #blocked3> -> tensor<64x32xf32, #blocked>
  %2 = ttg.convert_layout %l : tensor<64x32xf32, #blocked> -> tensor<64x32xf32, #b>
  %3 = tt.dot %x, %2, %acc : tensor<16x64xf32, #a> * tensor<64x32xf32, #b> -> tensor<16x32xf32, #product>
  tt.return %3 : tensor<16x32xf32, #product>
}
}

// -----

#wide = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.slice<{dim = 1, parent = #wide}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#joined = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: @join
// CHECK: scf.for
// CHECK: tt.join %{{.*}}, %{{.*}} : tensor<512xf32, #ttg.slice<
tt.func @join(%p: tensor<512x!tt.ptr<f32>, #row>, %y: tensor<512xf32, #other>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %2 = ttg.convert_layout %y : tensor<512xf32, #other> -> tensor<512xf32, #pairs>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : tensor<512x!tt.ptr<f32>, #row>
    %0 = ttg.convert_layout %x : tensor<512xf32, #row> -> tensor<512xf32, #pairs>
    %1 = math.exp2 %0 : tensor<512xf32, #pairs>
    %3 = tt.join %1, %2 : tensor<512xf32, #pairs> -> tensor<512x2xf32, #joined>
    tt.print "x" {hex = false, isSigned = array<i32: 0>} : %3 : tensor<512x2xf32, #joined>
  }
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#row = #ttg.slice<{dim = 0, parent = #blocked}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#joined = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [64, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
// CHECK-LABEL: @twice
// CHECK: tt.join
tt.func @twice(%x: tensor<32xi32, #row>) {
  %0 = ttg.convert_layout %x : tensor<32xi32, #row> -> tensor<32xi32, #line>
  %1 = tt.join %0, %0 : tensor<32xi32, #line> -> tensor<32x2xi32, #joined>
  tt.print "x" {hex = false, isSigned = array<i32: 1>} : %1 : tensor<32x2xi32, #joined>
  tt.return
}
}
