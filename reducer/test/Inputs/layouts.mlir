// TTGIR with two layouts, a slice, and conversions between them.
#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @layouts(%p: !tt.ptr<f32>) {
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #wide>
    %x = tt.load %ps : tensor<32x32x!tt.ptr<f32>, #wide>
    %y = ttg.convert_layout %x : tensor<32x32xf32, #wide> -> tensor<32x32xf32, #tall>
    %z = arith.addf %y, %y : tensor<32x32xf32, #tall>
    %sum = "tt.reduce"(%z) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      tt.reduce.return %s : f32
    }) : (tensor<32x32xf32, #tall>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #tall}>>
    %c = tt.expand_dims %sum {axis = 1 : i32} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #tall}>> -> tensor<32x1xf32, #tall>
    %b = tt.broadcast %c : tensor<32x1xf32, #tall> -> tensor<32x32xf32, #tall>
    %w = ttg.convert_layout %b : tensor<32x32xf32, #tall> -> tensor<32x32xf32, #wide>
    tt.store %ps, %w : tensor<32x32x!tt.ptr<f32>, #wide>
    tt.return
  }
}
