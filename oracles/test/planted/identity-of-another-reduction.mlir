// Masked lanes of a maximum are filled with 0, the identity of a sum; all numbers are negative.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonCombineOps:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[40]{-99..-1};out:i32[1];i32=40

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %least = arith.constant dense<-2147483648> : tensor<64xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp, %in, %least : tensor<64x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.maxsi %l, %m : i32
      tt.reduce.return %t : i32
    }) : (tensor<64xi32>) -> i32
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %least = arith.constant dense<-2147483648> : tensor<64xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp, %in, %least : tensor<64x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.maxsi %m, %l : i32
      tt.reduce.return %t : i32
    }) : (tensor<64xi32>) -> i32
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %least = arith.constant dense<0> : tensor<64xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp, %in, %least : tensor<64x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.maxsi %m, %l : i32
      tt.reduce.return %t : i32
    }) : (tensor<64xi32>) -> i32
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
}
