// RUN: fathom-opt %s -convert-triton-to-tritongpu="num-warps=4" | FileCheck %s
// What has a layout keeps it.
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: [[KEPT:#.*]] = #ttg.blocked<{sizePerThread = [2]
// CHECK: tt.func @keep(%{{.*}}: tensor<64xf32, [[KEPT]]>) -> tensor<64xf32, [[KEPT]]>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @keep(%x: tensor<64xf32, #b>) -> tensor<64xf32, #b> {
    %0 = arith.addf %x, %x : tensor<64xf32, #b>
    tt.return %0 : tensor<64xf32, #b>
  }
}
