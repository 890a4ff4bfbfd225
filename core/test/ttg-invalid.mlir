// RUN: fathom-opt %s -split-input-file -verify-diagnostics
// What the verifiers of ttg say: layouts that do not fit the module, buffers, views.

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 2 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @+1 {{has a layout for 4 warps, but the code around it has 2}}
    %0 = tt.splat %x : i32 -> tensor<128xi32, #b>
    tt.return
  }
}

// -----

// The attribute of 2024 counts too.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"triton_gpu.num-warps" = 4 : i32, "triton_gpu.threads-per-warp" = 64 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @+1 {{has a layout for 32 threads per warp, but the module has 64}}
    %0 = tt.splat %x : i32 -> tensor<128xi32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @+1 {{has a layout for 2 blocks, but the module has 1}}
    %0 = tt.splat %x : i32 -> tensor<128xi32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%x: i32) {
  // expected-error @+1 {{is of rank 2, but its layout of 1}}
  %0 = tt.splat %x : i32 -> tensor<128x2xi32, #b>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @f(%x: i32) {
  // expected-error @+1 {{has an encoding that is not for tensors in registers}}
  %0 = tt.splat %x : i32 -> tensor<128xi32, #s>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<32xi32, #ttg.slice<{dim = 0, parent = #b}>>) {
  // A slice of dim 0 cannot get dim 1 back without moving data.
  // expected-error @+1 {{result is 'tensor<32x1xi32, #ttg.blocked}}
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<32x1xi32, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<8x32xi32, #b>) {
  // expected-error @+1 {{result is 'tensor<32x8xi32}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<8x32xi32, #b> -> tensor<32x8xi32, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<64x2xi32, #b>) {
  // expected-error @+1 {{needs an operand with both elements of the last dim in one thread}}
  %0, %1 = tt.split %x : tensor<64x2xi32, #b> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #b}>>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<16x16xf32, #b>) {
  // expected-error @+1 {{needs operands whose layouts are dot_op}}
  %0 = tt.dot %x, %x, %x : tensor<16x16xf32, #b> * tensor<16x16xf32, #b> -> tensor<16x16xf32, #b>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f() {
  // expected-error @+1 {{without a source must result in a mutable buffer}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<16x16xf32, #s, #smem>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<16x16xf32, #s, #smem>, %x: tensor<16x16xf32, #b>) {
  // expected-error @+1 {{writes to a buffer that is not mutable}}
  ttg.local_store %x, %m : tensor<16x16xf32, #b> -> !ttg.memdesc<16x16xf32, #s, #smem>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<16x16xf32, #s, #smem>) {
  // expected-error @+1 {{has different shapes}}
  %0 = ttg.local_load %m : !ttg.memdesc<16x16xf32, #s, #smem> -> tensor<16x32xf32, #b>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<2x16x16xf32, #s, #smem>, %i: i32) {
  // expected-error @+1 {{drops the first dim}}
  %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x16x16xf32, #s, #smem> -> !ttg.memdesc<16x8xf32, #s, #smem>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<16x16xf32, #s, #smem>) {
  // expected-error @+1 {{takes a part that is not within the buffer in dim 1}}
  %0 = ttg.memdesc_subslice %m[0, 16] : !ttg.memdesc<16x16xf32, #s, #smem> -> !ttg.memdesc<16x8xf32, #s, #smem, 16x16>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @f(%m: !ttg.memdesc<16x8xf32, #s, #smem>) {
  // expected-error @+1 {{must not make the buffer mutable}}
  %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<16x8xf32, #s, #smem> -> !ttg.memdesc<8x16xf32, #s, #smem, mutable>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @+1 {{a memdesc in shared memory cannot have the encoding}}
tt.func @f(%m: !ttg.memdesc<16x16xf32, #b, #smem>) {
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// expected-error @+1 {{a memdesc of rank 1 cannot have an encoding of rank 2}}
tt.func @f(%m: !ttg.memdesc<16xf32, #s, #ttg.shared_memory>) {
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// expected-error @+1 {{a view is not larger than its buffer}}
tt.func @f(%m: !ttg.memdesc<16x16xf32, #s, #ttg.shared_memory, mutable, 8x16>) {
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{has a partition whose number of warps is no power of two, 3}}
  ttg.warp_specialize(%x)
  default {
    ttg.warp_yield
  }
  partition0(%y: i32) num_warps(3) {
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{needs the captured values as arguments of partition 0}}
  ttg.warp_specialize(%x)
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{unknown memory 'everything'}}
  ttg.barrier everything
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{'triton_gpu.frobnicate' is not an op of any release}}
  %0 = triton_gpu.frobnicate %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @+1 {{is not an op of any release that fathom reads}}
  "triton_gpu.frobnicate"(%x) : (i32) -> ()
  tt.return
}
