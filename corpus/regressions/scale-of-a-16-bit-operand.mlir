// A scaled product of 4-bit numbers and halves, each with scales of its own: the rewrite for matrix units leaves the scales of the halves out. Silent: nothing
// but the values is wrong.
//
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target hip:gfx942 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle same-meaning --subject triton:3.6.0 --target hip:gfx942 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: fathom check %s --oracle same-meaning --subject core --target hip:gfx942
//
// Found as same-meaning: difference in TritonAMDGPUAccelerateMatmul: stored values differ
//   3.3.1, 3.6.0   passes
//   3.9.0          fails so; cuda:90 passes
//
// FAILS: same-meaning: difference in TritonAMDGPUAccelerateMatmul: stored values differ
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=i8[512];f16[1024];i8[32]{118..127};out:f32[1024]
// ORIGIN: fuzz --seed 71, default profile, by hand from the reduced program
module {
  tt.func public @kernel(%x: !tt.ptr<i8>, %y: !tt.ptr<f16>, %s: !tt.ptr<i8>, %out: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c32 = arith.constant dense<32> : tensor<32x1xi32>
    %c16 = arith.constant dense<16> : tensor<32x1xi32>
    %row = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %half = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %columns = tt.expand_dims %row {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %halves = tt.expand_dims %half {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %narrow = arith.muli %rows, %c16 : tensor<32x1xi32>
    %wide = arith.muli %rows, %c32 : tensor<32x1xi32>
    %narrow_rows = tt.broadcast %narrow : tensor<32x1xi32> -> tensor<32x16xi32>
    %narrow_columns = tt.broadcast %halves : tensor<1x16xi32> -> tensor<32x16xi32>
    %wide_rows = tt.broadcast %wide : tensor<32x1xi32> -> tensor<32x32xi32>
    %wide_columns = tt.broadcast %columns : tensor<1x32xi32> -> tensor<32x32xi32>
    %narrow_at = arith.addi %narrow_rows, %narrow_columns : tensor<32x16xi32>
    %wide_at = arith.addi %wide_rows, %wide_columns : tensor<32x32xi32>
    %xs = tt.splat %x : !tt.ptr<i8> -> tensor<32x16x!tt.ptr<i8>>
    %xp = tt.addptr %xs, %narrow_at : tensor<32x16x!tt.ptr<i8>>, tensor<32x16xi32>
    %a = tt.load %xp : tensor<32x16x!tt.ptr<i8>>
    %ys = tt.splat %y : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %yp = tt.addptr %ys, %wide_at : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %b = tt.load %yp : tensor<32x32x!tt.ptr<f16>>
    %ss = tt.splat %s : !tt.ptr<i8> -> tensor<32x1x!tt.ptr<i8>>
    %sp = tt.addptr %ss, %rows : tensor<32x1x!tt.ptr<i8>>, tensor<32x1xi32>
    %scale = tt.load %sp : tensor<32x1x!tt.ptr<i8>>
    %d = tt.dot_scaled %a scale %scale, %b scale %scale, %zero lhs = e2m1 rhs = fp16 {fastMath = true} : tensor<32x16xi8>, tensor<32x1xi8> * tensor<32x32xf16>, tensor<32x1xi8> -> tensor<32x32xf32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %op = tt.addptr %os, %wide_at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %op, %d : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
