// RUN: fathom-opt %s -split-input-file -tritongpu-coalesce-async-copy | FileCheck %s

// A buffer that is swizzled by 4 halves: a thread's 8 would be two pieces of it. Pointers, mask and other follow.
// CHECK: #[[FOUR:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  // CHECK-LABEL: @narrower
  tt.func @narrower(%p: tensor<64x64x!tt.ptr<f16>, #b> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %o: tensor<64x64xf16, #b>, %m: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) {
    %true = arith.constant dense<true> : tensor<64x64xi1, #b>
    // CHECK-COUNT-3: ttg.convert_layout %{{.*}} -> tensor<64x64x{{.*}}, #[[FOUR]]>
    // CHECK: ttg.async_copy_global_to_local %{{.*}} tensor<64x64x!tt.ptr<f16>, #[[FOUR]]>
    %0 = ttg.async_copy_global_to_local %p, %m mask %true other %o : tensor<64x64x!tt.ptr<f16>, #b> -> <64x64xf16, #shared, #smem, mutable>
    tt.return
  }
}

// -----

// Already one piece; and one that no layout helps: nothing is known of the pointers.
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  // CHECK-LABEL: @fits
  // CHECK-NOT: ttg.convert_layout
  tt.func @fits(%p: tensor<64x64x!tt.ptr<f16>, #b> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #b>, %m: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) {
    %0 = ttg.async_copy_global_to_local %p, %m : tensor<64x64x!tt.ptr<f16>, #b> -> <64x64xf16, #shared, #smem, mutable>
    %1 = ttg.async_copy_global_to_local %q, %m : tensor<64x64x!tt.ptr<f16>, #b> -> <64x64xf16, #shared, #smem, mutable>
    tt.return
  }
}
