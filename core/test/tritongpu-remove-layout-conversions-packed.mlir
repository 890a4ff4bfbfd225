// Inline assembly that takes 4 elements of a thread at once has any layout in which a thread has as many; or any at all, where its own has too few as well.
// RUN: fathom-opt %s -split-input-file -tritongpu-remove-layout-conversions | FileCheck %s

#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
// CHECK-LABEL: @few
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func @few(%p: tensor<512x!tt.ptr<i8>, #two>) {
  %0 = tt.load %p : tensor<512x!tt.ptr<i8>, #two>
  %1 = ttg.convert_layout %0 : tensor<512xi8, #two> -> tensor<512xi8, #one>
  %2 = tt.elementwise_inline_asm "" {constraints = "=v,v", packed_element = 4 : i32, pure = true} %1 : tensor<512xi8, #one> -> tensor<512xi8, #one>
  %3 = ttg.convert_layout %2 : tensor<512xi8, #one> -> tensor<512xi8, #two>
  tt.store %p, %3 : tensor<512x!tt.ptr<i8>, #two>
  tt.return
}
}

// -----

#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: @enough
// CHECK: ttg.convert_layout
// CHECK: tt.elementwise_inline_asm
// CHECK: ttg.convert_layout
// CHECK: tt.return
tt.func @enough(%p: tensor<256x!tt.ptr<i8>, #two>) {
  %0 = tt.load %p : tensor<256x!tt.ptr<i8>, #two>
  %1 = ttg.convert_layout %0 : tensor<256xi8, #two> -> tensor<256xi8, #four>
  %2 = tt.elementwise_inline_asm "" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %1 : tensor<256xi8, #four> -> tensor<256xi8, #four>
  %3 = ttg.convert_layout %2 : tensor<256xi8, #four> -> tensor<256xi8, #two>
  tt.store %p, %3 : tensor<256x!tt.ptr<i8>, #two>
  tt.return
}
}
