// RUN: fathom-opt %s -split-input-file -verify-diagnostics
// What the verifiers of ttng and amdg say.

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @f(%m: !ttg.memdesc<64x64xf16, #n, #ttg.shared_memory>, %c: tensor<64x64xf32, #b>) {
  // expected-error @+1 {{needs an accumulator in an nvidia_mma layout of version 3}}
  %0 = ttng.warp_group_dot %m, %m, %c : !ttg.memdesc<64x64xf16, #n, #ttg.shared_memory> * !ttg.memdesc<64x64xf16, #n, #ttg.shared_memory> -> tensor<64x64xf32, #b>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @f(%m: !ttg.memdesc<64x32xf16, #n, #ttg.shared_memory>, %c: tensor<64x64xf32, #mma>) {
  // expected-error @+1 {{which does not give}}
  %0 = ttng.warp_group_dot %m, %m, %c : !ttg.memdesc<64x32xf16, #n, #ttg.shared_memory> * !ttg.memdesc<64x32xf16, #n, #ttg.shared_memory> -> tensor<64x64xf32, #mma>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @f(%bar: !ttg.memdesc<1xi32, #s, #ttg.shared_memory, mutable>) {
  // expected-error @+1 {{needs a barrier, a mutable buffer of i64 in shared memory}}
  ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi32, #s, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @f() {
  // expected-error @+1 {{needs a buffer in tensor memory}}
  %0 = ttng.tmem_alloc : () -> !ttg.memdesc<16x16xf32, #s, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
tt.func @f(%p: !tt.ptr<f16>, %i: tensor<256xi32, #b>) {
  // expected-error @+1 {{accesses 'tensor<256xf32}}
  %0 = amdg.buffer_load %p[%i] : !tt.ptr<f16> -> tensor<256xf32, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<64x64xf16, #b>) {
  // expected-error @+1 {{no multiple of the result's size}}
  %0 = amdg.extract_slice %x [0, 8] : tensor<64x64xf16, #b> to tensor<64x32xf16, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%x: tensor<64x64xf16, #b>) {
  // expected-error @+1 {{needs 4 operands to fill}}
  %0 = amdg.concat %x, %x : tensor<64x64xf16, #b>, tensor<64x64xf16, #b> -> tensor<128x128xf16, #b>
  tt.return
}
