// The condition of an if is inverted, and its regions change places.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[32];out:f32[32];i32=5

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<f32>>
    %odd = arith.andi %n, %c1 : i32
    %c = arith.cmpi eq, %odd, %c1 : i32
    %w = scf.if %c -> (tensor<32xf32>) {
      %t = arith.addf %v, %v : tensor<32xf32>
      scf.yield %t : tensor<32xf32>
    } else {
      %t = arith.mulf %v, %v : tensor<32xf32>
      scf.yield %t : tensor<32xf32>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out_ptr, %w : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before SCCP (sccp) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<f32>>
    %odd = arith.andi %n, %c1 : i32
    %c = arith.cmpi eq, %odd, %c0 : i32
    %w = scf.if %c -> (tensor<32xf32>) {
      %t = arith.mulf %v, %v : tensor<32xf32>
      scf.yield %t : tensor<32xf32>
    } else {
      %t = arith.addf %v, %v : tensor<32xf32>
      scf.yield %t : tensor<32xf32>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out_ptr, %w : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
