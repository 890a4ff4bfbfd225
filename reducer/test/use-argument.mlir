// RUN: fathom-reduce-step --reduction=use-argument --keep='tt.load' %s | FileCheck %s
// The addresses become one fresh argument, splat; the bound becomes an argument.

// CHECK: tt.func public @f(%{{.*}}: i32, %[[P:.*]]: !tt.ptr<f32>
// CHECK: %[[PS:.*]] = tt.splat %[[P]]
// CHECK-NOT: tt.addptr
// CHECK: tt.load %[[PS]]
module {
  tt.func public @f(%p: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %pp = tt.addptr %ps, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %x = tt.load %pp : tensor<8x!tt.ptr<f32>>
    tt.store %pp, %x : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
