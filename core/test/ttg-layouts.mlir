// RUN: fathom-opt %s | FileCheck %s
// Shape ops move no data: the result's layout is the operand's, whatever its spelling.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 2], order = [0, 1]}>
// #bt on 32x8, as bases.
#bl = #ttg.linear<{register = [[1, 0], [2, 0]], lane = [[4, 0], [8, 0], [16, 0], [0, 1], [0, 2]], warp = [[0, 4]], block = []}>
// #b on 8x32, its elements in one row.
#flat = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128]], block = []}>
// Two of each element, at either end of the registers.
#two = #ttg.linear<{register = [[0, 0, 1], [0, 1, 0], [0, 2, 0]], lane = [[0, 4, 0], [0, 8, 0], [0, 16, 0], [1, 0, 0], [2, 0, 0]], warp = [[4, 0, 0]], block = []}>
#two_last = #ttg.linear<{register = [[0, 1, 0], [0, 2, 0], [0, 0, 1]], lane = [[0, 4, 0], [0, 8, 0], [0, 16, 0], [1, 0, 0], [2, 0, 0]], warp = [[4, 0, 0]], block = []}>
// #b on one row of 32, and another that is the same there.
#row = #ttg.blocked<{sizePerThread = [8, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @shapes
  tt.func @shapes(%x: tensor<8x32xf32, #b>, %s: tensor<32xf32, #ttg.slice<{dim = 0, parent = #b}>>, %r: tensor<1x32xf32, #row>) {
    // CHECK: tt.trans
    %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x32xf32, #b> -> tensor<32x8xf32, #bt>
    // CHECK: tt.trans
    %1 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x32xf32, #b> -> tensor<32x8xf32, #bl>
    // CHECK: tt.reshape
    %2 = tt.reshape %x : tensor<8x32xf32, #b> -> tensor<256xf32, #flat>
    // CHECK: tt.join
    %3 = tt.join %x, %x : tensor<8x32xf32, #b> -> tensor<8x32x2xf32, #two>
    // CHECK: tt.join
    %4 = tt.join %x, %x : tensor<8x32xf32, #b> -> tensor<8x32x2xf32, #two_last>
    // CHECK: tt.split
    %5, %6 = tt.split %4 : tensor<8x32x2xf32, #two_last> -> tensor<8x32xf32, #b>
    // CHECK: tt.expand_dims
    %7 = tt.expand_dims %s {axis = 0 : i32} : tensor<32xf32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<1x32xf32, #b>
    // CHECK: tt.broadcast
    %8 = tt.broadcast %r : tensor<1x32xf32, #row> -> tensor<8x32xf32, #b>
    // CHECK: tt.reduce
    %9 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<8x32xf32, #b>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #b}>>
    tt.return
  }
}
