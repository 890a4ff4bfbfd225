// The origin without bytes is the simplest test case: one store of a constant.
// RUN: fathom generate --origin choices:default: | FileCheck %s

// CHECK: // OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// CHECK: // LAUNCH: grid=1,1,1 rng-seed=1 args=out:f32[128]
// CHECK: // ORIGIN: choices:default:
// CHECK: tt.func public @kernel(%[[OUT:.*]]: !tt.ptr<f32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<128xf32>
// CHECK-DAG: tt.make_range {end = 128 : i32, start = 0 : i32}
// CHECK: tt.store %{{.*}}, %[[ZERO]]
// CHECK-NEXT: tt.return
