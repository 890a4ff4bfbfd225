// RUN: fathom-opt %s -split-input-file -convert-triton-to-tritongpu="target=cuda:80 num-warps=4" | FileCheck %s
// RUN: fathom-opt %s -split-input-file -convert-triton-to-tritongpu="target=hip:gfx942 num-warps=4 threads-per-warp=64" | FileCheck %s --check-prefix=WAVE64
// RUN: fathom-opt %s -split-input-file -convert-triton-to-tritongpu="num-warps=2 num-ctas=2" | FileCheck %s --check-prefix=BLOCKS

// Lanes and then warps go to the last dim first; those left over repeat the first dim.
// CHECK-DAG: [[L1:#.*]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: [[L2:#.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32}
// CHECK: tensor<64xi32, [[L1]]>
// CHECK: arith.constant dense<1.000000e+00> : tensor<8x16xf32, [[L2]]>
// Of two blocks each has half of the first dim.
// BLOCKS: threadsPerWarp = [32], warpsPerCTA = [2], order = [0], CGALayout = {{\[\[}}1]]
// BLOCKS: CGALayout = {{\[\[}}1, 0]]
// WAVE64: threadsPerWarp = [64]
// WAVE64: threadsPerWarp = [4, 16]
// WAVE64: ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64
tt.func @defaults(%out: tensor<64x!tt.ptr<i32>>) -> tensor<8x16xf32> {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  tt.store %out, %range : tensor<64x!tt.ptr<i32>>
  %one = arith.constant dense<1.0> : tensor<8x16xf32>
  tt.return %one : tensor<8x16xf32>
}

// -----

// A new dim is put in through a slice, and a broadcast keeps the layout of what it repeats.
// CHECK-LABEL: @expand
// CHECK: %[[S:.*]] = ttg.convert_layout %{{.*}} -> tensor<64xi32, #ttg.slice<{dim = 1, parent = [[E:#.*]]}>>
// CHECK: %[[X:.*]] = tt.expand_dims %[[S]] {axis = 1 : i32} : {{.*}} -> tensor<64x1xi32, [[E]]>
// CHECK: %[[C:.*]] = ttg.convert_layout %[[X]] : tensor<64x1xi32, [[E]]> -> tensor<64x1xi32, [[C1:#.*]]>
// CHECK: %[[B:.*]] = tt.broadcast %[[C]] : tensor<64x1xi32, [[C1]]> -> tensor<64x64xi32, [[C1]]>
// CHECK: ttg.convert_layout %[[B]] : tensor<64x64xi32, [[C1]]> -> tensor<64x64xi32, [[D:#.*]]>
tt.func @expand(%x: tensor<64xi32>) -> tensor<64x64xi32> {
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %1 = tt.broadcast %0 : tensor<64x1xi32> -> tensor<64x64xi32>
  tt.return %1 : tensor<64x64xi32>
}

// -----

// What a reduction leaves is a slice; of one dim, a scalar.
// CHECK-LABEL: @reduce
// CHECK: -> tensor<8xf32, #ttg.slice<{dim = 1, parent = [[D:#.*]]}>>
// CHECK: ttg.convert_layout {{.*}} : tensor<8xf32, #ttg.slice<{dim = 1, parent = [[D]]}>> -> tensor<8xf32, #{{.*}}>
// CHECK: -> f32
tt.func @reduce(%x: tensor<8x16xf32>) -> f32 {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x16xf32>) -> tensor<8xf32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8xf32>) -> f32
  tt.return %1 : f32
}

// -----

// A product of 64x64 with 128 threads has 32 elements a thread: 4x4 of them neighbours.
// CHECK: [[DOT:#.*]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @dot
// CHECK: tt.dot {{.*}} #ttg.dot_op<{opIdx = 0, parent = [[DOT]]}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = [[DOT]]}>> -> tensor<64x64xf32, [[DOT]]>
tt.func @dot(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  tt.return %0 : tensor<64x64xf32>
}

// -----

// A batch of products of few elements.
// CHECK-LABEL: @small_dot
// CHECK: tt.dot {{.*}} -> tensor<2x16x16xf32, #{{.*}}>
tt.func @small_dot(%a: tensor<2x16x16xf16>, %b: tensor<2x16x16xf16>, %c: tensor<2x16x16xf32>) -> tensor<2x16x16xf32> {
  %0 = tt.dot %a, %b, %c : tensor<2x16x16xf16> * tensor<2x16x16xf16> -> tensor<2x16x16xf32>
  tt.return %0 : tensor<2x16x16xf32>
}

// -----

// The elements of a pair are in one thread before a split, and after a join.
// CHECK-DAG: [[PAIR:#.*]] = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @pairs
// CHECK: tt.join {{.*}} -> tensor<64x2xf32, [[PAIR]]>
// CHECK: tt.split {{.*}} : tensor<64x2xf32, [[PAIR]]>
tt.func @pairs(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %0 = tt.join %x, %y : tensor<64xf32> -> tensor<64x2xf32>
  %1 = arith.addf %0, %0 : tensor<64x2xf32>
  %l, %r = tt.split %1 : tensor<64x2xf32> -> tensor<64xf32>
  %2 = arith.addf %l, %r : tensor<64xf32>
  tt.return %2 : tensor<64xf32>
}

// -----

// A concatenation has the registers of both sides, also where they hold copies.
// CHECK: [[CAT:#.*]] = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @others
// CHECK: tt.cat {{.*}} -> tensor<128xf32, [[CAT]]>
// CHECK: tt.trans
// CHECK: tt.reshape
// CHECK: tt.histogram
// CHECK: tt.gather
tt.func @others(%x: tensor<64xf32>, %y: tensor<8x16xf32>, %i: tensor<64xi32>) -> (tensor<128xf32>, tensor<32x4xf32>, tensor<64xi32>, tensor<64xf32>) {
  %0 = tt.cat %x, %x : tensor<64xf32> -> tensor<128xf32>
  %1 = tt.trans %y {order = array<i32: 1, 0>} : tensor<8x16xf32> -> tensor<16x8xf32>
  %2 = tt.reshape %1 : tensor<16x8xf32> -> tensor<32x4xf32>
  %3 = tt.histogram %i : tensor<64xi32> -> tensor<64xi32>
  %4 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  tt.return %0, %2, %3, %4 : tensor<128xf32>, tensor<32x4xf32>, tensor<64xi32>, tensor<64xf32>
}

// -----

// Types agree through loops, branches and calls; a value that is used before its definition in the text is converted all the same.
// CHECK-LABEL: @flow
// CHECK: scf.for {{.*}} -> (tensor<64xf32, [[L:#.*]]>)
// CHECK: scf.while ({{.*}}) : (tensor<64xf32, [[L]]>) -> tensor<64xf32, [[L]]>
// CHECK: tt.call @callee({{.*}}) : (tensor<64xf32, [[L]]>) -> tensor<64xf32, [[L]]>
// CHECK: cf.br ^bb{{.*}}({{.*}} : tensor<64xf32, [[L]]>)
tt.func @flow(%x: tensor<64xf32>, %n: i32, %c: i1) -> tensor<64x1xf32> {
  %lower = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %0 = scf.for %i = %lower to %n step %step iter_args(%v = %x) -> (tensor<64xf32>) : i32 {
    %w = arith.addf %v, %v : tensor<64xf32>
    scf.yield %w : tensor<64xf32>
  }
  %1 = scf.while (%v = %0) : (tensor<64xf32>) -> tensor<64xf32> {
    scf.condition(%c) %v : tensor<64xf32>
  } do {
  ^bb0(%v: tensor<64xf32>):
    scf.yield %v : tensor<64xf32>
  }
  %2 = tt.call @callee(%1) : (tensor<64xf32>) -> tensor<64xf32>
  cf.br ^use_later(%2 : tensor<64xf32>)
^define(%v: tensor<64xf32>):
  %3 = tt.expand_dims %v {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  cf.br ^leave
^leave:
  tt.return %3 : tensor<64x1xf32>
^use_later(%u: tensor<64xf32>):
  cf.br ^define(%u : tensor<64xf32>)
}
tt.func private @callee(%x: tensor<64xf32>) -> tensor<64xf32> attributes {noinline = true} {
  tt.return %x : tensor<64xf32>
}
