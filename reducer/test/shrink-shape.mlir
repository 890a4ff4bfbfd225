// RUN: fathom-reduce-step --reduction=shrink-shape --keep='tt.dot' %s | FileCheck %s
// All sides become 16, not less: a dot below that is nothing that the front end emits. Ranges, constants and results follow.

// CHECK: arith.constant dense<0.000000e+00> : tensor<16x16xf32>
// CHECK: tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK: tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
// CHECK: tt.dot {{.*}} : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
// CHECK: tt.store {{.*}} : tensor<16x16x!tt.ptr<f32>>
module {
  tt.func public @f(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %c: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<128x32xf32>
    %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %wide = tt.broadcast %rows : tensor<128x1xi32> -> tensor<128x64xi32>
    %as = tt.splat %a : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
    %ap = tt.addptr %as, %wide : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
    %bp = tt.splat %b : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>>
    %x = tt.load %ap : tensor<128x64x!tt.ptr<f16>>
    %y = tt.load %bp : tensor<64x32x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %zero, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x32xf16> -> tensor<128x32xf32>
    %cp = tt.splat %c : !tt.ptr<f32> -> tensor<128x32x!tt.ptr<f32>>
    tt.store %cp, %d : tensor<128x32x!tt.ptr<f32>>
    tt.return
  }
}
