// RUN: fathom-opt %s -tritonamdgpu-optimize-epilogue | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {

// CHECK-LABEL: @store
// CHECK: %[[V:.*]] = arith.truncf %arg0 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
// CHECK: %[[P:.*]] = ttg.convert_layout %arg1 : {{.*}} -> tensor<64x64x!tt.ptr<f16>, #mma>
// CHECK: %[[M:.*]] = ttg.convert_layout %arg2 : {{.*}} -> tensor<64x64xi1, #mma>
// CHECK: tt.store %[[P]], %[[V]], %[[M]] cacheModifier = cs
tt.func @store(%x: tensor<64x64xf32, #mma>, %p: tensor<64x64x!tt.ptr<f16>, #b>, %m: tensor<64x64xi1, #b>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
  %1 = arith.truncf %0 : tensor<64x64xf32, #b> to tensor<64x64xf16, #b>
  tt.store %p, %1, %m cacheModifier = cs : tensor<64x64x!tt.ptr<f16>, #b>
  tt.return
}

// Two stores, in two branches.
// CHECK-LABEL: @branches
// CHECK-NOT: ttg.convert_layout %arg0
// CHECK: scf.if
// CHECK: tt.store %{{.*}}, %arg0 : tensor<64x64x!tt.ptr<f32>, #mma>
// CHECK: } else {
// CHECK: %[[V:.*]] = arith.negf %arg0 : tensor<64x64xf32, #mma>
// CHECK: tt.store %{{.*}}, %[[V]] : tensor<64x64x!tt.ptr<f32>, #mma>
tt.func @branches(%x: tensor<64x64xf32, #mma>, %p: tensor<64x64x!tt.ptr<f32>, #b>, %c: i1) {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
  scf.if %c {
    tt.store %p, %0 : tensor<64x64x!tt.ptr<f32>, #b>
  } else {
    %1 = arith.negf %0 : tensor<64x64xf32, #b>
    tt.store %p, %1 : tensor<64x64x!tt.ptr<f32>, #b>
  }
  tt.return
}

// Not where the value has another use, or elements move before the store.
// CHECK-LABEL: @declined
// CHECK: %[[V:.*]] = ttg.convert_layout %arg0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
// CHECK: tt.store %arg1, %[[V]] :
// CHECK: tt.store %{{.*}}, %{{.*}} : tensor<64x64x!tt.ptr<f32>, #blocked
tt.func @declined(%x: tensor<64x64xf32, #mma>, %p: tensor<64x64x!tt.ptr<f32>, #b>) -> tensor<64x64xf32, #b> {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
  tt.store %p, %0 : tensor<64x64x!tt.ptr<f32>, #b>
  %1 = ttg.convert_layout %x : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #b>
  %2 = tt.reshape %1 allow_reorder : tensor<64x64xf32, #b> -> tensor<64x64xf32, #b>
  tt.store %p, %2 : tensor<64x64x!tt.ptr<f32>, #b>
  tt.return %0 : tensor<64x64xf32, #b>
}
}
