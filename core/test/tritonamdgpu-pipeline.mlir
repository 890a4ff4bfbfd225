// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritonamdgpu-schedule-loops{num_stages=2})' | FileCheck %s --check-prefix=SCHEDULE
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritonamdgpu-schedule-loops{num_stages=2},tritonamdgpu-pipeline,canonicalize)' | FileCheck %s
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritonamdgpu-schedule-loops{num_stages=3},tritonamdgpu-pipeline,canonicalize)' | FileCheck %s --check-prefix=THREE

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx942"} {
// The load of the next iteration comes first, then the product, then what was loaded goes to the one buffer. Nothing is left for after the loop.
// SCHEDULE-LABEL: @operand
// SCHEDULE: tt.load {{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// SCHEDULE: tt.dot {{.*}} {loop.cluster = 2 : i32, loop.stage = 1 : i32}
// SCHEDULE: tt.addptr {{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
// CHECK-LABEL: @operand
// CHECK: %[[BUFFER:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1x32x32xf16
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %arg1
// CHECK: %[[ALL:.*]] = tt.splat %[[ANY]]
// CHECK: %[[FIRST:.*]] = tt.load %arg0, %[[ALL]]
// CHECK: ttg.local_store %[[FIRST]]
// CHECK: scf.for
// CHECK: tt.addptr
// CHECK: %[[NEXT:.*]] = tt.load
// CHECK: %[[A:.*]] = ttg.local_load {{.*}} -> tensor<32x32xf16, #ttg.dot_op
// CHECK: tt.dot %[[A]]
// CHECK: ttg.local_store %[[NEXT]]
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: ttg.local_dealloc
// CHECK-NEXT: tt.return
// THREE-LABEL: @operand
// THREE: ttg.local_alloc : () -> !ttg.memdesc<2x32x32xf16
tt.func public @operand(%p: tensor<32x32x!tt.ptr<f16>, #blocked>, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #mma>) -> tensor<32x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<32> : tensor<32x32xi32, #blocked>
  %d:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z, %at = %p) -> (tensor<32x32xf32, #mma>, tensor<32x32x!tt.ptr<f16>, #blocked>) : i32 {
    %x = tt.load %at : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #mma>
    %next = tt.addptr %at, %step : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
    scf.yield %s, %next : tensor<32x32xf32, #mma>, tensor<32x32x!tt.ptr<f16>, #blocked>
  }
  tt.return %d#0 : tensor<32x32xf32, #mma>
}
}
