// RUN: fathom-opt %s | FileCheck %s
// RUN: fathom-opt %s | fathom-opt | FileCheck %s
// Regions that run at once, each on its own warps: partitions are isolated and have their own numbers of warps.

#b4 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @specialize
  tt.func @specialize(%a: i32, %p: !tt.ptr<i32>) -> i32 {
    // CHECK: %[[R:.*]] = ttg.warp_specialize(%{{.*}}, %{{.*}}) attributes {requestedRegisters = array<i32: 24, 88>}
    %0 = ttg.warp_specialize(%a, %p) attributes {requestedRegisters = array<i32: 24, 88>}
    // CHECK-NEXT: default {
    default {
      // CHECK: tt.splat %{{.*}} : i32 -> tensor<128xi32, #blocked>
      %1 = tt.splat %a : i32 -> tensor<128xi32, #b4>
      // CHECK: ttg.warp_yield %{{.*}} : i32
      ttg.warp_yield %a : i32
    }
    // CHECK: partition0(%[[X:.*]]: i32, %{{.*}}: !tt.ptr<i32>) num_warps(2) {
    partition0(%x: i32, %q: !tt.ptr<i32>) num_warps(2) {
      // CHECK: tt.splat %[[X]] : i32 -> tensor<64xi32, #blocked1>
      %1 = tt.splat %x : i32 -> tensor<64xi32, #b2>
      ttg.warp_return
    }
    // CHECK: partition1(%{{.*}}: i32, %{{.*}}: !tt.ptr<i32>) num_warps(1) {
    partition1(%x: i32, %q: !tt.ptr<i32>) num_warps(1) {
      ttg.warp_return
    // CHECK: } : (i32, !tt.ptr<i32>) -> i32
    } : (i32, !tt.ptr<i32>) -> i32
    // CHECK: ttg.warp_specialize()
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    } : () -> ()
    tt.return %0 : i32
  }
}
