// RUN: fathom-opt %s | fathom-opt | FileCheck %s

// CHECK-LABEL: tt.func @casts
tt.func @casts(%i: i64, %v: tensor<8xi64>, %f: tensor<8xf32>, %h: f16) {
  // CHECK: tt.int_to_ptr %{{.*}} : i64 -> !tt.ptr<f32>
  %0 = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
  // CHECK: tt.int_to_ptr %{{.*}} : tensor<8xi64> -> tensor<8x!tt.ptr<f16, 3>>
  %1 = tt.int_to_ptr %v : tensor<8xi64> -> tensor<8x!tt.ptr<f16, 3>>
  // CHECK: tt.ptr_to_int %{{.*}} : tensor<8x!tt.ptr<f16, 3>> -> tensor<8xi64>
  %2 = tt.ptr_to_int %1 : tensor<8x!tt.ptr<f16, 3>> -> tensor<8xi64>
  // CHECK: tt.bitcast %{{.*}} : tensor<8xf32> -> tensor<8xi32>
  %3 = tt.bitcast %f : tensor<8xf32> -> tensor<8xi32>
  // CHECK: tt.bitcast %{{.*}} : !tt.ptr<f32> -> !tt.ptr<i8>
  %4 = tt.bitcast %0 : !tt.ptr<f32> -> !tt.ptr<i8>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  %5 = tt.fp_to_fp %f, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  // CHECK: tt.fp_to_fp %{{.*}} : tensor<8xf8E5M2> -> tensor<8xf32>
  %6 = tt.fp_to_fp %5 : tensor<8xf8E5M2> -> tensor<8xf32>
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtz : f16 -> f8E4M3FN
  %7 = tt.fp_to_fp %h, rounding = rtz : f16 -> f8E4M3FN
  tt.return
}

// CHECK-LABEL: tt.func @numbers
tt.func @numbers(%f: tensor<8xf32>, %i: tensor<8xi32>, %s: f32) {
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = all : tensor<8xf32>
  %0 = tt.clampf %f, %f, %f, propagateNan = all : tensor<8xf32>
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = none : f32
  %1 = tt.clampf %s, %s, %s, propagateNan = none : f32
  // CHECK: tt.precise_sqrt %{{.*}} : tensor<8xf32>
  %2 = tt.precise_sqrt %f : tensor<8xf32>
  // CHECK: tt.precise_divf %{{.*}}, %{{.*}} : tensor<8xf32>
  %3 = tt.precise_divf %f, %f : tensor<8xf32>
  // CHECK: tt.approx_divf %{{.*}}, %{{.*}} : f32
  %4 = tt.approx_divf %s, %s : f32
  // CHECK: tt.mulhiui %{{.*}}, %{{.*}} : tensor<8xi32>
  %5 = tt.mulhiui %i, %i : tensor<8xi32>
  tt.return
}

// CHECK-LABEL: tt.func @calls
tt.func @calls(%p: tensor<8x!tt.ptr<f32>>, %f: tensor<8xf32>, %i: tensor<8xi32>) {
  // CHECK: tt.addptr %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %0 = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // CHECK: tt.extern_elementwise %{{.*}}, %{{.*}} {libname = "", libpath = "", pure = true, symbol = "__nv_hypotf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = tt.extern_elementwise %f, %f {libname = "", libpath = "", pure = true, symbol = "__nv_hypotf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %{{.*}}:2 = tt.elementwise_inline_asm "two $0, $1;" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %{{.*}} : tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>
  %2:2 = tt.elementwise_inline_asm "two $0, $1;" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = true} %i : tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>
  // CHECK: tt.elementwise_inline_asm "mov $0, 0;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  %3 = tt.elementwise_inline_asm "mov $0, 0;" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  // CHECK: "tt.map_elementwise"(%{{.*}}, %{{.*}}) <{pack = 2 : i32}> ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: i32, %{{.*}}: i32):
  // CHECK-NEXT: tt.map_elementwise.return %[[A]], %[[B]] : f32, f32
  // CHECK-NEXT: }) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  %4 = "tt.map_elementwise"(%f, %i) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    tt.map_elementwise.return %a, %b : f32, f32
  }) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  tt.return
}
