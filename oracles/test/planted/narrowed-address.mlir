// An offset that needs 64 bits is computed in 32: it wraps, and stays in bounds by chance.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-99..99};out:i32[64];i64=268435456

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %stride: i64) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %r64 = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
    %st = tt.splat %stride : i64 -> tensor<64xi64>
    %big = arith.muli %r64, %st : tensor<64xi64>
    %bits = arith.constant dense<28> : tensor<64xi64>
    %off = arith.shrui %big, %bits : tensor<64xi64>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi64>
    %v = tt.load %xp : tensor<64x!tt.ptr<i32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %stride: i64) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %r64 = arith.extsi %r : tensor<64xi32> to tensor<64xi64>
    %st = tt.splat %stride : i64 -> tensor<64xi64>
    %big = arith.muli %st, %r64 : tensor<64xi64>
    %bits = arith.constant dense<28> : tensor<64xi64>
    %off = arith.shrui %big, %bits : tensor<64xi64>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi64>
    %v = tt.load %xp : tensor<64x!tt.ptr<i32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %stride: i64) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %st32 = arith.trunci %stride : i64 to i32
    %st = tt.splat %st32 : i32 -> tensor<64xi32>
    %big = arith.muli %st, %r : tensor<64xi32>
    %bits = arith.constant dense<28> : tensor<64xi32>
    %off = arith.shrui %big, %bits : tensor<64xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %xp : tensor<64x!tt.ptr<i32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
