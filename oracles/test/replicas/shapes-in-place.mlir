// Ops that change shapes in the layouts that they have to have.
//
// RUN: fathom check %s --oracle replicas | FileCheck %s
// CHECK: num-stages=3: pass

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#two = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
#joined = #ttg.linear<{register = [[0, 1], [16, 0], [32, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]], block = []}>
#flat = #ttg.linear<{register = [[1], [2], [256], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #two}>>
    %c = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #two}>> -> tensor<64x1xi32, #two>
    %b = tt.broadcast %c : tensor<64x1xi32, #two> -> tensor<64x16xi32, #two>
    %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<64x16xi32, #two> -> tensor<16x64xi32, #turned>
    %f = arith.sitofp %t : tensor<16x64xi32, #turned> to tensor<16x64xf32, #turned>
    %r = "tt.reduce"(%f) <{axis = 0 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<16x64xf32, #turned>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #turned}>>
    %s = "tt.scan"(%f) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.scan.return %z : f32
    }) : (tensor<16x64xf32, #turned>) -> tensor<16x64xf32, #turned>
    %j = tt.join %r, %r : tensor<64xf32, #ttg.slice<{dim = 0, parent = #turned}>> -> tensor<64x2xf32, #joined>
    %h, %k = tt.split %j : tensor<64x2xf32, #joined> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #turned}>>
    %l = tt.reshape %b : tensor<64x16xi32, #two> -> tensor<1024xi32, #flat>
    tt.return
  }
}

// -----// IR Dump After TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#two = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
#joined = #ttg.linear<{register = [[0, 1], [16, 0], [32, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]], block = []}>
#flat = #ttg.linear<{register = [[1], [2], [256], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #two}>>
    %c = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #two}>> -> tensor<64x1xi32, #two>
    %b = tt.broadcast %c : tensor<64x1xi32, #two> -> tensor<64x16xi32, #two>
    %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<64x16xi32, #two> -> tensor<16x64xi32, #turned>
    %f = arith.sitofp %t : tensor<16x64xi32, #turned> to tensor<16x64xf32, #turned>
    %r = "tt.reduce"(%f) <{axis = 0 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<16x64xf32, #turned>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #turned}>>
    %s = "tt.scan"(%f) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.scan.return %z : f32
    }) : (tensor<16x64xf32, #turned>) -> tensor<16x64xf32, #turned>
    %j = tt.join %r, %r : tensor<64xf32, #ttg.slice<{dim = 0, parent = #turned}>> -> tensor<64x2xf32, #joined>
    %h, %k = tt.split %j : tensor<64x2xf32, #joined> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #turned}>>
    %l = tt.reshape %b : tensor<64x16xi32, #two> -> tensor<1024xi32, #flat>
    tt.return
  }
}
