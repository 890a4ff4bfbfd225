// A nest whose inner range is inverted (from 5 to 2). Nothing asks for it to be flattened; the variant that does shows that flattening runs the inner body once a trip
// (as in triton#11656); 3.9.0 does not.
//
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle metamorphic:flatten-loops --subject triton:3.6.0 --target cuda:80 | FileCheck %s %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle metamorphic:flatten-loops --subject triton:3.9.0 --target cuda:80 %}
// CHECK: FAIL: metamorphic: flatten-loops in TritonGPUFuseNestedLoops: stored values differ
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[1];i32=5;i32=2
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %lb: i32, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %c0) -> (i32) : i32 {
      %s = scf.for %j = %lb to %ub step %c1 iter_args(%b = %a) -> (i32) : i32 {
        %t = arith.addi %b, %c1 : i32
        scf.yield %t : i32
      }
      scf.yield %s : i32
    }
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}
