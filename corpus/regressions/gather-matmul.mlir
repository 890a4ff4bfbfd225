// A matmul that gathers the rows of its left operand: the address of an f16 load hangs on an i64 load, so it is not known to be contiguous, and the
// pipeliner makes an asynchronous copy of 2 bytes, which PTX does not have (cp.async: 4, 8 or 16).
//
// 3.0.0 and 3.1.0 abort; with 2 stages they print an error first. 3.2.0 and 3.3.1 fail to legalize with 3 stages, and compile with 2.
// Compiles from 3.4.0 on; 3.9.0 is given the loads' eviction policy as it spells it, for it does not read the older spelling.
//
// RUN: %if triton-3.0.0 %{ not fathom check -v %s --oracle no-crash --subject triton:3.0.0 --num-stages 3,2 | FileCheck %s --check-prefixes=ABORTS %}
// RUN: %if triton-3.1.0 %{ not fathom check -v %s --oracle no-crash --subject triton:3.1.0 --num-stages 3,2 | FileCheck %s --check-prefixes=ABORTS %}
// RUN: %if triton-3.2.0 %{ not fathom check -v %s --oracle no-crash --subject triton:3.2.0 --num-stages 3,2 | FileCheck %s --check-prefixes=REFUSES %}
// RUN: %if triton-3.3.1 %{ not fathom check -v %s --oracle no-crash --subject triton:3.3.1 --num-stages 3,2 | FileCheck %s --check-prefixes=REFUSES %}
// RUN: %if triton-3.4.0 %{ fathom check %s --oracle no-crash --subject triton:3.4.0 --num-stages 3,2 | FileCheck %s --check-prefixes=GOOD %}
// RUN: %if triton-3.5.1 %{ fathom check %s --oracle no-crash --subject triton:3.5.1 --num-stages 3,2 | FileCheck %s --check-prefixes=GOOD %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle no-crash --subject triton:3.6.0 --num-stages 3,2 | FileCheck %s --check-prefixes=GOOD %}
// RUN: %if triton-3.7.1 %{ fathom check %s --oracle no-crash --subject triton:3.7.1 --num-stages 3,2 | FileCheck %s --check-prefixes=GOOD %}
// RUN: %if triton-3.8.0 %{ fathom check %s --oracle no-crash --subject triton:3.8.0 --num-stages 3,2 | FileCheck %s --check-prefixes=GOOD %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle no-crash --subject triton:3.9.0 --num-stages 3,2 | FileCheck %s --check-prefixes=GOOD %}
//
// ABORTS: num-stages=3: FAIL: no-crash: assertion in {{.*}}: byteWidth == N || byteWidth == N || byteWidth == N (LoadStoreOpToLLVM.cpp)
// ABORTS: num-stages=2: FAIL: no-crash: assertion in {{.*}}: byteWidth == N || byteWidth == N || byteWidth == N (LoadStoreOpToLLVM.cpp)
// ABORTS: error: operation scheduled before its operands
// REFUSES: num-stages=3: FAIL: no-crash: error in ConvertTritonGPUToLLVM: cp.async does not support transfers smaller than N bytes
// REFUSES: error: failed to legalize operation
// REFUSES: num-stages=2: pass
// GOOD: num-stages=3: pass
// GOOD: num-stages=2: pass
//
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: llir
// ORIGIN: written after a prologue-fused matmul of PyTorch Inductor
module {
  tt.func public @kernel(%index: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %trips: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %none = arith.constant dense<0> : tensor<32x32xi64>
    %length = arith.constant dense<2048> : tensor<32x32xi64>
    %pitch = arith.constant dense<32> : tensor<32x1xi32>
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %row = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %col = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %is = tt.splat %index : !tt.ptr<i64> -> tensor<32x1x!tt.ptr<i64>>
    %ip = tt.addptr %is, %row : tensor<32x1x!tt.ptr<i64>>, tensor<32x1xi32>
    %ips = tt.broadcast %ip : tensor<32x1x!tt.ptr<i64>> -> tensor<32x32x!tt.ptr<i64>>
    %xs = tt.splat %x : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %ys = tt.splat %y : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %cols = tt.broadcast %col : tensor<1x32xi32> -> tensor<32x32xi32>
    %acc = scf.for %k = %c0 to %trips step %c1 iter_args(%sum = %zero) -> (tensor<32x32xf32>) : i32 {
      %first = arith.muli %k, %c32 : i32
      %i = tt.load %ips evictionPolicy = evict_last : tensor<32x32x!tt.ptr<i64>>
      %wrapped = arith.addi %i, %length : tensor<32x32xi64>
      %negative = arith.cmpi slt, %i, %none : tensor<32x32xi64>
      %at = arith.select %negative, %wrapped, %i : tensor<32x32xi1>, tensor<32x32xi64>
      %start = arith.muli %at, %length : tensor<32x32xi64>
      %firsts = tt.splat %first : i32 -> tensor<1x32xi32>
      %ks = arith.addi %col, %firsts : tensor<1x32xi32>
      %kw = arith.extsi %ks : tensor<1x32xi32> to tensor<1x32xi64>
      %kb = tt.broadcast %kw : tensor<1x32xi64> -> tensor<32x32xi64>
      %xo = arith.addi %kb, %start : tensor<32x32xi64>
      %xp = tt.addptr %xs, %xo : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi64>
      %xv = tt.load %xp evictionPolicy = evict_last : tensor<32x32x!tt.ptr<f16>>
      %firstr = tt.splat %first : i32 -> tensor<32x1xi32>
      %kr = arith.addi %row, %firstr : tensor<32x1xi32>
      %kp = arith.muli %kr, %pitch : tensor<32x1xi32>
      %kpb = tt.broadcast %kp : tensor<32x1xi32> -> tensor<32x32xi32>
      %yo = arith.addi %kpb, %cols : tensor<32x32xi32>
      %yp = tt.addptr %ys, %yo : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %yv = tt.load %yp : tensor<32x32x!tt.ptr<f16>>
      %d = tt.dot %xv, %yv, %sum : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      scf.yield %d : tensor<32x32xf32>
    }
    %op = arith.muli %row, %pitch : tensor<32x1xi32>
    %opb = tt.broadcast %op : tensor<32x1xi32> -> tensor<32x32xi32>
    %oo = arith.addi %opb, %cols : tensor<32x32xi32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %outp = tt.addptr %os, %oo : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %outp, %acc : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
