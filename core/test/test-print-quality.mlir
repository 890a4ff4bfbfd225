// RUN: fathom-opt %s -test-print-quality -verify-diagnostics -o /dev/null
// What conversions, accesses and products are to the hardware.

#rows = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#ones = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#block = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#lines = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#columns = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#left = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#right = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @accesses(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32,
                           %buffer: !ttg.memdesc<512xf32, #plain, #smem, mutable>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #rows>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #rows>
    %ptr = tt.addptr %base, %r : tensor<512x!tt.ptr<f32>, #rows>, tensor<512xi32, #rows>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #ones>
    %ro = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #ones>
    %outptr = tt.addptr %outs, %ro : tensor<512x!tt.ptr<f32>, #ones>, tensor<512xi32, #ones>
    scf.for %i = %c0 to %n step %c1 : i32 {
      // The mask takes the whole of it or nothing.
      %some = arith.cmpi slt, %i, %c1 : i32
      %all = tt.splat %some : i1 -> tensor<512xi1, #rows>
      // expected-remark @below {{load bits=128 width=4 accesses=1 loops=1 invariant}}
      %x = tt.load %ptr, %all : tensor<512x!tt.ptr<f32>, #rows>
      %at = tt.splat %i : i32 -> tensor<512xi32, #rows>
      %moved = tt.addptr %ptr, %at : tensor<512x!tt.ptr<f32>, #rows>, tensor<512xi32, #rows>
      // expected-remark @below {{load bits=32 width=1 accesses=4 loops=1 pipelined}}
      %y = tt.load %moved : tensor<512x!tt.ptr<f32>, #rows>
      ttg.local_store %y, %buffer : tensor<512xf32, #rows> -> !ttg.memdesc<512xf32, #plain, #smem, mutable>
      // expected-remark @below {{convert warps bytes=2048 loops=1}}
      %c = ttg.convert_layout %x : tensor<512xf32, #rows> -> tensor<512xf32, #ones>
      // expected-remark @below {{store bits=32 width=1 accesses=4 loops=1}}
      tt.store %outptr, %c : tensor<512x!tt.ptr<f32>, #ones>
      // What is stored may be read again.
      // expected-remark @below {{load bits=32 width=1 accesses=4 loops=1}}
      %z = tt.load %outptr : tensor<512x!tt.ptr<f32>, #ones>
      // expected-remark @below {{store bits=32 width=1 accesses=4 loops=1}}
      tt.store %outptr, %z : tensor<512x!tt.ptr<f32>, #ones>
    }
    tt.return
  }

  // What lies apart in the buffer is no one copy, whatever it claims.
  tt.func public @copies(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %turned: !ttg.memdesc<16x64xf32, #columns, #smem, mutable>,
                         %buffer: !ttg.memdesc<16x64xf32, #lines, #smem, mutable>) {
    %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #block}>>
    %e = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #block}>> -> tensor<1x64xi32, #block>
    %b = tt.broadcast %e : tensor<1x64xi32, #block> -> tensor<16x64xi32, #block>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #block>
    %ptr = tt.addptr %base, %b : tensor<16x64x!tt.ptr<f32>, #block>, tensor<16x64xi32, #block>
    // expected-remark @below {{copy bits=128 width=4 accesses=2 loops=0}}
    %0 = ttg.async_copy_global_to_local %ptr, %buffer : tensor<16x64x!tt.ptr<f32>, #block> -> <16x64xf32, #lines, #smem, mutable>
    // expected-remark @below {{copy bits=32 width=1 accesses=8 loops=0}}
    %1 = ttg.async_copy_global_to_local %ptr, %turned {contiguity = 4 : i32} : tensor<16x64x!tt.ptr<f32>, #block> -> <16x64xf32, #columns, #smem, mutable>
    tt.return
  }

  tt.func public @products(%a: tensor<64x16xf16, #left>, %b: tensor<16x64xf16, #right>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    // expected-remark @below {{product mma loops=0}}
    %d = tt.dot %a, %b, %c : tensor<64x16xf16, #left> * tensor<16x64xf16, #right> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
}
