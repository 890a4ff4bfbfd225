// RUN: fathom-opt %s | FileCheck %s
// What 3.0 to 3.2 print of NVIDIA's ops.

#mma = #triton_gpu.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#s = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
#s1 = #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"triton_gpu.num-warps" = 4 : i32} {
  // CHECK-LABEL: @products
  tt.func @products(%a: !tt.memdesc<64x64xf16, #s>, %b: !tt.memdesc<64x64xf16, #s>, %c: tensor<64x64xf32, #mma>) {
    // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{.*}} {isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %0 = triton_nvidia_gpu.dot_async %a, %b, %c {inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32} : !tt.memdesc<64x64xf16, #s> * !tt.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #mma>
    // CHECK: %{{.*}}:2 = ttng.warp_group_dot_wait %{{.*}}, %{{.*}} {pendings = 0 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem>
    %1:2 = triton_nvidia_gpu.dot_wait %0, %a {pendings = 0 : i32} : tensor<64x64xf32, #mma>, !tt.memdesc<64x64xf16, #s>
    // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{.*}} {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %2 = tt.dot %a, %b, %c, inputPrecision = tf32 : !tt.memdesc<64x64xf16, #s> * !tt.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #mma>
    // CHECK: ttng.fence_async_shared {bCluster = false}
    triton_nvidia_gpu.fence_async_shared {bCluster = false}
    tt.return
  }
  // CHECK-LABEL: @copies
  tt.func @copies(%d: !tt.ptr<i8>, %i: i32, %buf: !tt.memdesc<64x64xf16, #s, mutable>, %bar: !tt.memdesc<1xi64, #s1, mutable>, %p: i1) {
    // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = ca : !tt.ptr<i8>, !ttg.memdesc<1xi64, #{{.*}}, #smem, mutable> -> !ttg.memdesc<64x64xf16, #{{.*}}, #smem, mutable>
    triton_nvidia_gpu.async_tma_copy_global_to_local %d[%i, %i] %buf, %bar, %p cacheModifier = ca : <i8>, !tt.memdesc<1xi64, #s1, mutable> -> !tt.memdesc<64x64xf16, #s, mutable>
    tt.return
  }
}
