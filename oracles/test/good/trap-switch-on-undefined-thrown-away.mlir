// A switch on a load that is masked off, all of whose ways only compute and read, and whose result is thrown away.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
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
    %result = scf.if %any -> tensor<64xi32> {
      %flag = tt.load %flags : !tt.ptr<i32>
      %on = arith.cmpi sgt, %flag, %c0 : i32
      %inner = scf.if %on -> tensor<64xi32> {
        %xp = tt.addptr %xs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
        %v = tt.load %xp : tensor<64x!tt.ptr<i32>>
        %d = arith.addi %v, %r : tensor<64xi32>
        scf.yield %d : tensor<64xi32>
      } else {
        scf.yield %r : tensor<64xi32>
      }
      scf.yield %inner : tensor<64xi32>
    } else {
      scf.yield %zero : tensor<64xi32>
    }
    tt.store %out_ptr, %result : tensor<64x!tt.ptr<i32>>
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
    %which = arith.index_castui %on : i1 to index
    %inner = scf.index_switch %which -> tensor<64xi32>
    case 1 {
      %xp = tt.addptr %xs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      %v = tt.load %xp : tensor<64x!tt.ptr<i32>>
      %d = arith.addi %v, %r : tensor<64xi32>
      scf.yield %d : tensor<64xi32>
    }
    default {
      scf.yield %r : tensor<64xi32>
    }
    %result = arith.select %any, %inner, %zero : tensor<64xi32>
    tt.store %out_ptr, %result : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
