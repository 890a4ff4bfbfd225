// RUN: fathom-opt %s -split-input-file -test-print-allocation -verify-diagnostics -o /dev/null
// The sizes of buffers and of scratch memory, and that what is never in use together shares a place.

#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#four = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<512xf16, #plain, #smem, mutable>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {

// expected-remark @+2 {{in_turn}}
// expected-remark @+1 {{size = 4096}}
tt.func @in_turn(%x: tensor<512xf16, #row>, %b: tensor<512xi1, #row>, %p: tensor<512x!tt.ptr<f16>, #row>) {
  // expected-remark @below {{offset = 0, size = 1024}}
  %m = ttg.local_alloc %x : (tensor<512xf16, #row>) -> !buffer
  // expected-remark @below {{offset = 1024, size = 1024}}
  %n = ttg.local_alloc %x : (tensor<512xf16, #row>) -> !buffer
  %y = ttg.local_load %m : !buffer -> tensor<512xf16, #row>
  // expected-remark @below {{offset = 0, size = 1024}}
  %k = ttg.local_alloc %y : (tensor<512xf16, #row>) -> !buffer
  ttg.local_dealloc %n : !buffer
  ttg.local_dealloc %k : !buffer
  // expected-remark @below {{scratch offset = 0, size = 512}}
  %c = ttg.convert_layout %b : tensor<512xi1, #row> -> tensor<512xi1, #four>
  // Pointers take 8 bytes.
  // expected-remark @below {{scratch offset = 0, size = 4096}}
  %q = ttg.convert_layout %p : tensor<512x!tt.ptr<f16>, #row> -> tensor<512x!tt.ptr<f16>, #four>
  tt.return
}
}

// -----

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {

// expected-remark @+2 {{reductions}}
// expected-remark @+1 {{size = 384}}
tt.func @reductions(%x: tensor<8x512xf32, #wide>, %y: tensor<8x128xf32, #rows>, %i: tensor<8x512xi64, #wide>, %h: tensor<8x512xi32, #wide>) {
  // A partial result for each row and warp.
  // expected-remark @below {{scratch offset = 0, size = 128}}
  %a = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x512xf32, #wide>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  // Each row is in one warp.
  %b = "tt.reduce"(%y) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x128xf32, #rows>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #rows}>>
  // Of two tensors.
  // expected-remark @below {{scratch offset = 0, size = 384}}
  %c:2 = "tt.reduce"(%x, %i) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %li: i64, %r: f32, %ri: i64):
    tt.reduce.return %l, %ri : f32, i64
  }) : (tensor<8x512xf32, #wide>, tensor<8x512xi64, #wide>) -> (tensor<8xf32, #ttg.slice<{dim = 1, parent = #wide}>>, tensor<8xi64, #ttg.slice<{dim = 1, parent = #wide}>>)
  // The carries of four warps in eight rows; within a warp none are needed.
  // expected-remark @below {{scratch offset = 0, size = 128}}
  %d = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tt.scan.return %s : f32
  }) : (tensor<8x512xf32, #wide>) -> tensor<8x512xf32, #wide>
  %e = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tt.scan.return %s : f32
  }) : (tensor<8x512xf32, #wide>) -> tensor<8x512xf32, #wide>
  tt.return
}
}

// -----

#small = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {

// What an atomic found goes to the threads that hold copies, if anybody asks for it.
// expected-remark @+2 {{atomics}}
// expected-remark @+1 {{size = 256}}
tt.func @atomics(%p: !tt.ptr<i32>, %q: tensor<32x!tt.ptr<i32>, #small>, %w: tensor<128x!tt.ptr<i32>, #small>, %v: i32, %x: tensor<32xi32, #small>, %y: tensor<128xi32, #small>) {
  %a = tt.atomic_rmw add, relaxed, gpu, %q, %x : (tensor<32x!tt.ptr<i32>, #small>, tensor<32xi32, #small>) -> tensor<32xi32, #small>
  // expected-remark @below {{scratch offset = 0, size = 128}}
  %b = tt.atomic_rmw add, relaxed, gpu, %q, %x : (tensor<32x!tt.ptr<i32>, #small>, tensor<32xi32, #small>) -> tensor<32xi32, #small>
  // expected-remark @below {{scratch offset = 0, size = 4}}
  %c = tt.atomic_cas relaxed, gpu, %p, %v, %v : (!tt.ptr<i32>, i32, i32) -> i32
  %d = tt.atomic_rmw add, relaxed, gpu, %w, %y : (tensor<128x!tt.ptr<i32>, #small>, tensor<128xi32, #small>) -> tensor<128xi32, #small>
  %e = arith.addi %b, %b : tensor<32xi32, #small>
  %f = arith.addi %c, %c : i32
  %g = arith.addi %d, %d : tensor<128xi32, #small>
  // expected-remark @below {{scratch offset = 0, size = 256}}
  %h = tt.histogram %y : tensor<128xi32, #small> -> tensor<64xi32, #small>
  tt.return
}
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#padded = #ttg.padded_shared<[32:+4] {order = [0], shape = [64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {

// expected-remark @+2 {{kernel}}
// expected-remark @+1 {{size = 8856}}
tt.func @kernel() {
  // expected-remark @below {{offset = 8848, size = 8}}
  %a = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #plain, #smem, mutable>
  // Swizzled by addresses: at a multiple of 8 rows of 128 bytes.
  // expected-remark @below {{offset = 0, size = 8192}}
  %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #tma, #smem, mutable>
  // The last padding is not needed.
  // expected-remark @below {{offset = 8576, size = 272}}
  %c = ttg.local_alloc : () -> !ttg.memdesc<64xi32, #padded, #smem, mutable>
  // expected-remark @below {{virtual offset = 8192, size = 384}}
  tt.call @callee() : () -> ()
  ttg.local_dealloc %a : !ttg.memdesc<1xi64, #plain, #smem, mutable>
  ttg.local_dealloc %b : !ttg.memdesc<64x64xf16, #tma, #smem, mutable>
  ttg.local_dealloc %c : !ttg.memdesc<64xi32, #padded, #smem, mutable>
  tt.return
}
// expected-remark @+2 {{callee}}
// expected-remark @+1 {{size = 384}}
tt.func private @callee() attributes {noinline = true} {
  // expected-remark @below {{offset = 0, size = 128}}
  %a = ttg.local_alloc {alignment = 2048 : i32} : () -> !ttg.memdesc<32xi32, #plain, #smem, mutable>
  // expected-remark @below {{offset = 128, size = 256}}
  %b = ttg.local_alloc : () -> !ttg.memdesc<64xi32, #plain, #smem, mutable>
  ttg.local_dealloc %a : !ttg.memdesc<32xi32, #plain, #smem, mutable>
  ttg.local_dealloc %b : !ttg.memdesc<64xi32, #plain, #smem, mutable>
  tt.return
}
}

// -----

// expected-error @below {{calls itself}}
tt.func @f() attributes {noinline = true} {
  tt.call @g() : () -> ()
  tt.return
}
tt.func private @g() attributes {noinline = true} {
  tt.call @f() : () -> ()
  tt.return
}
