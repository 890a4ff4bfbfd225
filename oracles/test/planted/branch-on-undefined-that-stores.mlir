// A store under a load's value leaves the `if` that the load was under: the load is masked off, and the store depends on what it would have read.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: FAIL: same-meaning: undefined in Canonicalizer: scf.if
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-99..99};i32[1]{1..1};out:i32[64];i32=0

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %flags: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %zero = arith.constant dense<0> : tensor<64xi32>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %outs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %any = arith.cmpi sgt, %n, %c0 : i32
    scf.if %any {
      %flag = tt.load %flags : !tt.ptr<i32>
      %on = arith.cmpi sgt, %flag, %c0 : i32
      scf.if %on {
        tt.store %out_ptr, %r : tensor<64x!tt.ptr<i32>>
      }
    }
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %flags: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %zero = arith.constant dense<0> : tensor<64xi32>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %outs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %any = arith.cmpi sgt, %n, %c0 : i32
    %flag = tt.load %flags, %any : !tt.ptr<i32>
    %on = arith.cmpi sgt, %flag, %c0 : i32
    scf.if %on {
      tt.store %out_ptr, %r : tensor<64x!tt.ptr<i32>>
    }
    tt.return
  }
}
