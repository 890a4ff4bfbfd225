// RUN: fathom-reduce-step --reduction=drop-reduced-value --keep='arith.maximumf' %s | FileCheck %s
// Of an arg-max the maximum is left. Where the index was used there is a constant.

// CHECK: %[[MAX:.*]] = "tt.reduce"(%{{.*}}) <{axis = 0 : i32}> ({
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// CHECK: tt.reduce.return %{{.*}} : f32
// CHECK-NEXT: }) : (tensor<8xf32>) -> f32
// CHECK: tt.store %{{.*}}, %[[MAX]]
// CHECK-NEXT: tt.store %{{.*}}, %c0_i32
module {
  tt.func public @f(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %x: tensor<8xf32>) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %r:2 = "tt.reduce"(%x, %range) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
      %max = arith.maximumf %a, %b : f32
      %first = arith.cmpf oge, %a, %b : f32
      %k = arith.select %first, %i, %j : i32
      tt.reduce.return %max, %k : f32, i32
    }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
    tt.store %p, %r#0 : !tt.ptr<f32>
    tt.store %q, %r#1 : !tt.ptr<i32>
    tt.return
  }
}
