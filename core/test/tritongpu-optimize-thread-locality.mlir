// RUN: fathom-opt %s -split-input-file -tritongpu-optimize-thread-locality -canonicalize | FileCheck %s
// RUN: fathom-opt %s -split-input-file -tritongpu-optimize-thread-locality -canonicalize --mutant M9 | FileCheck %s --check-prefix=M9
// RUN: fathom-opt %s -split-input-file -tritongpu-optimize-thread-locality -canonicalize --mutant M10 | FileCheck %s --check-prefix=M10
// RUN: fathom-opt %s -split-input-file -tritongpu-optimize-thread-locality -canonicalize --mutant M11 | FileCheck %s --check-prefix=M11

// Along the axis: 2 bits of registers, 4 of lanes, 1 of registers. The result has two users.
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.slice<{dim = 1, parent = #b}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @sum
  // M9-LABEL: @sum
  tt.func @sum(%p: tensor<64x128x!tt.ptr<f32>, #b>, %n: i32, %init: tensor<64xf32, #s>) -> (tensor<64xf32, #s>, tensor<64xf32, #s>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : tensor<64x16xf32
    // CHECK: %[[PARTS:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]])
    // CHECK: %[[X:.*]] = tt.load
    // CHECK: %[[Y:.*]] = tt.reshape %[[X]] : {{.*}} -> tensor<64x2x16x4xf32
    // CHECK: "tt.reduce"(%[[Y]]) <{axis = 3 : i32}>
    // CHECK: %[[R:.*]] = "tt.reduce"(%{{.*}}) <{axis = 1 : i32}>
    // CHECK: tensor<64x2x16xf32, {{.*}}) -> tensor<64x16xf32
    // CHECK: arith.addf %[[ACC]], %[[R]]
    // CHECK: scf.yield
    // CHECK: "tt.reduce"(%[[PARTS]]) <{axis = 1 : i32}>
    // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
    // CHECK: %[[A:.*]] = arith.addf %arg2, %{{.*}} : tensor<64xf32
    // CHECK: tt.return %[[A]], %[[A]]
    // M9: tt.return %arg2, %{{[0-9]+}} :
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<64xf32, #s> : i32 {
      %x = tt.load %p : tensor<64x128x!tt.ptr<f32>, #b>
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %h: f32):
        %a = arith.addf %l, %h : f32
        tt.reduce.return %a : f32
      }) : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
      %a = arith.addf %r, %acc : tensor<64xf32, #s>
      scf.yield %a : tensor<64xf32, #s>
    }
    tt.return %0, %0 : tensor<64xf32, #s>, tensor<64xf32, #s>
  }

  // Maxima start where the accumulator did, and need nothing after the last reduction.
  // CHECK-LABEL: @max
  // M11-LABEL: @max
  tt.func @max(%x: tensor<64x128xf32, #b>, %n: i32, %init: tensor<64xf32, #s>) -> tensor<64xf32, #s> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: %[[E:.*]] = tt.expand_dims %{{.*}} {axis = 1 : i32}
    // CHECK: %[[B:.*]] = tt.broadcast %[[E]] : tensor<64x1xf32, {{.*}}> -> tensor<64x16xf32
    // CHECK: %[[PARTS:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[B]])
    // CHECK: arith.maxnumf %{{.*}}, %{{.*}} : tensor<64x16xf32
    // CHECK: "tt.reduce"(%[[PARTS]])
    // CHECK-NOT: arith.maxnumf {{.*}} : tensor
    // CHECK: tt.return
    // M11: arith.constant dense<0.0{{.*}} : tensor<64x16xf32
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<64xf32, #s> : i32 {
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %h: f32):
        %a = arith.maxnumf %l, %h : f32
        tt.reduce.return %a : f32
      }) : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
      %a = arith.maxnumf %acc, %r : tensor<64xf32, #s>
      scf.yield %a : tensor<64xf32, #s>
    }
    tt.return %0 : tensor<64xf32, #s>
  }

  // To a scalar, across warps too.
  // CHECK-LABEL: @scalar
  tt.func @scalar(%x: tensor<1024xi32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, %n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: scf.for {{.*}} -> (tensor<128xi32
    // CHECK: tt.reshape %{{.*}} -> tensor<4x128x2xi32
    // CHECK: "tt.reduce"(%{{.*}}) <{axis = 2 : i32}>
    // CHECK: "tt.reduce"(%{{.*}}) <{axis = 0 : i32}>
    // CHECK: scf.yield
    // CHECK: %[[F:.*]] = "tt.reduce"
    // CHECK: tt.return
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> i32 : i32 {
      %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%l: i32, %h: i32):
        %a = arith.addi %l, %h : i32
        tt.reduce.return %a : i32
      }) : (tensor<1024xi32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> i32
      %a = arith.addi %acc, %r : i32
      scf.yield %a : i32
    }
    tt.return %0 : i32
  }

  // What is not quite an accumulation. A sum of products; an accumulator that is read; a difference from the reduction; a reduction that is
  // used twice; a sum that is rounded on the way.
  // CHECK-LABEL: @almost
  // CHECK-NOT: tt.reshape
  // CHECK: tt.return
  // M10-LABEL: @almost
  // M10: tt.reshape
  tt.func @almost(%x: tensor<64x128xf32, #b>, %n: i32, %init: tensor<64xf32, #s>, %p: tensor<64x!tt.ptr<f32>, #s>)
      -> (tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a0 = %init, %a1 = %init, %a2 = %init, %a3 = %init)
        -> (tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>) : i32 {
      %r0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %h: f32):
        %a = arith.mulf %l, %h : f32
        tt.reduce.return %a : f32
      }) : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
      %n0 = arith.addf %a0, %r0 : tensor<64xf32, #s>
      %r1 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %h: f32):
        %a = arith.addf %l, %h : f32
        tt.reduce.return %a : f32
      }) : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
      tt.store %p, %a1 : tensor<64x!tt.ptr<f32>, #s>
      %n1 = arith.addf %a1, %r1 : tensor<64xf32, #s>
      %r2 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %h: f32):
        %a = arith.addf %l, %h : f32
        tt.reduce.return %a : f32
      }) : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
      %n2 = arith.subf %a2, %r2 : tensor<64xf32, #s>
      %r3 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %h: f32):
        %a = arith.addf %l, %h : f32
        tt.reduce.return %a : f32
      }) : (tensor<64x128xf32, #b>) -> tensor<64xf32, #s>
      %t3 = arith.addf %a3, %r3 : tensor<64xf32, #s>
      %n3 = arith.addf %t3, %r3 : tensor<64xf32, #s>
      scf.yield %n0, %n1, %n2, %n3 : tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>
    }
    tt.return %0#0, %0#1, %0#2, %0#3 : tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>, tensor<64xf32, #s>
  }

  // Already within threads.
  // CHECK-LABEL: @within
  // CHECK-NOT: tt.reshape
  // CHECK: tt.return
  tt.func @within(%x: tensor<128x4xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>, %n: i32,
                  %init: tensor<128xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>)
      -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>> : i32 {
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %h: f32):
        %a = arith.addf %l, %h : f32
        tt.reduce.return %a : f32
      }) : (tensor<128x4xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
      %a = arith.addf %acc, %r : tensor<128xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
      scf.yield %a : tensor<128xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
    }
    tt.return %0 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
  }
}
