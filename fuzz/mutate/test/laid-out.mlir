// TTGIR with two layouts, a slice and conversions, for mutations of layouts.
// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[1024];out:f32[1024]
#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @layouts(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %c32 = arith.constant dense<32> : tensor<32x1xi32, #wide>
    %rows = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>>
    %cols = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #wide}>>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<32x1xi32, #wide>
    %col = tt.expand_dims %cols {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #wide}>> -> tensor<1x32xi32, #wide>
    %start = arith.muli %row, %c32 : tensor<32x1xi32, #wide>
    %starts = tt.broadcast %start : tensor<32x1xi32, #wide> -> tensor<32x32xi32, #wide>
    %across = tt.broadcast %col : tensor<1x32xi32, #wide> -> tensor<32x32xi32, #wide>
    %at = arith.addi %starts, %across : tensor<32x32xi32, #wide>
    %ins = tt.splat %in : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #wide>
    %from = tt.addptr %ins, %at : tensor<32x32x!tt.ptr<f32>, #wide>, tensor<32x32xi32, #wide>
    %x = tt.load %from : tensor<32x32x!tt.ptr<f32>, #wide>
    %y = ttg.convert_layout %x : tensor<32x32xf32, #wide> -> tensor<32x32xf32, #tall>
    %sum = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      tt.reduce.return %s : f32
    }) : (tensor<32x32xf32, #tall>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #tall}>>
    %c = tt.expand_dims %sum {axis = 1 : i32} : tensor<32xf32, #ttg.slice<{dim = 1, parent = #tall}>> -> tensor<32x1xf32, #tall>
    %b = tt.broadcast %c : tensor<32x1xf32, #tall> -> tensor<32x32xf32, #tall>
    %w = ttg.convert_layout %b : tensor<32x32xf32, #tall> -> tensor<32x32xf32, #wide>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #wide>
    %to = tt.addptr %outs, %at : tensor<32x32x!tt.ptr<f32>, #wide>, tensor<32x32xi32, #wide>
    tt.store %to, %w : tensor<32x32x!tt.ptr<f32>, #wide>
    tt.return
  }
}
