// RUN: fathom-reduce-step --reduction=drop-attribute %s | FileCheck %s
// Hints of arguments, loops and memory accesses go, fast-math flags too; what an op needs stays.

// CHECK: tt.func public @f(%arg0: !tt.ptr<f32>, %arg1: i32) {
// CHECK-NOT: evict
// CHECK-NOT: fastmath
// CHECK-NOT: num_stages
// CHECK: tt.return
module {
  tt.func public @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
    %c1 = arith.constant 1 : i32
    scf.for %i = %c1 to %n step %c1 : i32 {
      %x = tt.load %p evictionPolicy = evict_last : !tt.ptr<f32>
      %y = arith.addf %x, %x fastmath<fast> : f32
      tt.store %p, %y : !tt.ptr<f32>
    } {tt.num_stages = 2 : i32}
    tt.return
  }
}
