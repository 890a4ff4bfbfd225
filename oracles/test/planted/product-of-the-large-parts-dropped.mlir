// The operands of a product are split in two; one product is taken twice, and that of the large parts is missing.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: FAIL: same-meaning: difference in TritonGPUF32DotTC: stored values differ
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[1024];f32[1024];out:f32[1024]

// -----// IR Dump Before TritonGPUF32DotTC (tritongpu-F32DotTC) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %re = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %ce = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %ld = arith.constant dense<32> : tensor<32x1xi32>
    %rl = arith.muli %re, %ld : tensor<32x1xi32>
    %rb = tt.broadcast %rl : tensor<32x1xi32> -> tensor<32x32xi32>
    %cb = tt.broadcast %ce : tensor<1x32xi32> -> tensor<32x32xi32>
    %at = arith.addi %rb, %cb : tensor<32x32xi32>
    %ap = tt.splat %a : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %aq = tt.addptr %ap, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %av = tt.load %aq : tensor<32x32x!tt.ptr<f32>>
    %bp = tt.splat %b : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %bq = tt.addptr %bp, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %bv = tt.load %bq : tensor<32x32x!tt.ptr<f32>>
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %d = tt.dot %av, %bv, %zero, inputPrecision = tf32x3 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %op = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %oq = tt.addptr %op, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %oq, %d : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %re = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %ce = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %ld = arith.constant dense<32> : tensor<32x1xi32>
    %rl = arith.muli %re, %ld : tensor<32x1xi32>
    %rb = tt.broadcast %rl : tensor<32x1xi32> -> tensor<32x32xi32>
    %cb = tt.broadcast %ce : tensor<1x32xi32> -> tensor<32x32xi32>
    %at = arith.addi %rb, %cb : tensor<32x32xi32>
    %ap = tt.splat %a : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %aq = tt.addptr %ap, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %av = tt.load %aq : tensor<32x32x!tt.ptr<f32>>
    %bp = tt.splat %b : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %bq = tt.addptr %bp, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %bv = tt.load %bq : tensor<32x32x!tt.ptr<f32>>
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %al = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %av : tensor<32x32xf32> -> tensor<32x32xf32>
    %as = arith.subf %av, %al : tensor<32x32xf32>
    %bl = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %bv : tensor<32x32xf32> -> tensor<32x32xf32>
    %bs = arith.subf %bv, %bl : tensor<32x32xf32>
    %s0 = tt.dot %as, %bl, %zero, inputPrecision = tf32 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %s1 = tt.dot %al, %bs, %s0, inputPrecision = tf32 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %nan = arith.cmpf uno, %s1, %s1 : tensor<32x32xf32>
    %s2 = arith.select %nan, %zero, %s1 : tensor<32x32xi1>, tensor<32x32xf32>
    %p = tt.dot %as, %bl, %s2, inputPrecision = tf32 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %d = arith.addf %p, %zero : tensor<32x32xf32>
    %op = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %oq = tt.addptr %op, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %oq, %d : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
