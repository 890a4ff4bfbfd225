// A dot's result is 60000, and 10000 is added to it: infinite in f16. As the dot's accumulator the 10000 may come first or last among its products, and how far a
// sum of such numbers lies from infinity then is left open.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: differs as another order of a sum may
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:f16[256]

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %x = arith.constant dense<6.000000e+01> : tensor<16x16xf16>
    %y = arith.constant dense<6.250000e+01> : tensor<16x16xf16>
    %z = arith.constant dense<1.000000e+04> : tensor<16x16xf16>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %row = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %column = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %width = arith.constant dense<16> : tensor<16x1xi32>
    %first = arith.muli %row, %width : tensor<16x1xi32>
    %rows = tt.broadcast %first : tensor<16x1xi32> -> tensor<16x16xi32>
    %columns = tt.broadcast %column : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %rows, %columns : tensor<16x16xi32>
    %outs = tt.splat %out : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %out_ptr = tt.addptr %outs, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %dot = tt.dot %x, %y, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
    %sum = arith.addf %dot, %z : tensor<16x16xf16>
    tt.store %out_ptr, %sum : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %x = arith.constant dense<6.000000e+01> : tensor<16x16xf16>
    %y = arith.constant dense<6.250000e+01> : tensor<16x16xf16>
    %z = arith.constant dense<1.000000e+04> : tensor<16x16xf16>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %row = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %column = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %width = arith.constant dense<16> : tensor<16x1xi32>
    %first = arith.muli %row, %width : tensor<16x1xi32>
    %rows = tt.broadcast %first : tensor<16x1xi32> -> tensor<16x16xi32>
    %columns = tt.broadcast %column : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %rows, %columns : tensor<16x16xi32>
    %outs = tt.splat %out : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %out_ptr = tt.addptr %outs, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %sum = tt.dot %x, %y, %z : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
    tt.store %out_ptr, %sum : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
