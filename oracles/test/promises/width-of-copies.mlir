// A pipelined load with a mask that changes from element to element: no copy may take several elements at once, and one of 4 bytes is as narrow as
// copies are.
//
// RUN: fathom check %s --subject core --oracle facts | FileCheck %s
// RUN: fathom check %s --subject core --oracle pass-promises | FileCheck %s
// RUN: not fathom check %s --subject core:M19 --oracle facts | FileCheck %s --check-prefix=FACTS
// CHECK: pass
// FACTS: FAIL: facts: copy-width: mask of ttg.async_copy_global_to_local
// TARGET: cuda:80
// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[65536];f32[65536];out:f32[4096];i32=4;i32=33
module {
  tt.func public @kernel(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %k: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %s64 = arith.constant dense<64> : tensor<64x1xi32>
    %step = arith.constant dense<4096> : tensor<64x64xi32>
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %r0 = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %m = arith.muli %r1, %s64 : tensor<64x1xi32>
    %mb = tt.broadcast %m : tensor<64x1xi32> -> tensor<64x64xi32>
    %rb = tt.broadcast %r0 : tensor<1x64xi32> -> tensor<64x64xi32>
    %o = arith.addi %mb, %rb : tensor<64x64xi32>
    %kk = tt.splat %k : i32 -> tensor<64x64xi32>
    %in = arith.cmpi slt, %rb, %kk : tensor<64x64xi32>
    %pa0 = tt.splat %a : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %pa = tt.addptr %pa0, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    %pb0 = tt.splat %b : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %pb = tt.addptr %pb0, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    %res:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %qa = %pa, %qb = %pb) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f32>>, tensor<64x64x!tt.ptr<f32>>) : i32 {
      %x = tt.load %qa, %in, %zero : tensor<64x64x!tt.ptr<f32>>
      %y = tt.load %qb : tensor<64x64x!tt.ptr<f32>>
      %d = tt.dot %x, %y, %acc : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
      %na = tt.addptr %qa, %step : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
      %nb = tt.addptr %qb, %step : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
      scf.yield %d, %na, %nb : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f32>>, tensor<64x64x!tt.ptr<f32>>
    }
    %pc0 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %pc = tt.addptr %pc0, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    tt.store %pc, %res#0 : tensor<64x64x!tt.ptr<f32>>
    tt.return
  }
}
