// RUN: fathom-opt %s -split-input-file -test-print-alias -verify-diagnostics -o /dev/null
// RUN: fathom-opt %s -split-input-file -test-print-alias --mutant M33 -o /dev/null 2>&1 | FileCheck %s --check-prefix=M33
// Which buffers each value may be.

// With M33 a part of a buffer is nobody's.
// M33-NOT: remark: %1 -> %0
// M33: remark: loop

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>

// expected-remark @below {{views}}
tt.func @views(%i: i32) {
  // expected-remark @below {{%0 -> %0}}
  %m = ttg.local_alloc : () -> !ttg.memdesc<2x64xi32, #plain, #smem, mutable>
  // expected-remark @below {{%1 -> %0}}
  %v = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x64xi32, #plain, #smem, mutable> -> !buffer
  // expected-remark @below {{%2 -> %0}}
  %s = ttg.memdesc_subslice %v[32] : !buffer -> !ttg.memdesc<32xi32, #plain, #smem, mutable, 64>
  tt.return
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>

// Values that go round a loop in turn are each of them after a few rounds.
// expected-remark @below {{loop}}
tt.func @loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-remark @below {{%0 -> %0}}
  %a = ttg.local_alloc : () -> !buffer
  // expected-remark @below {{%1 -> %1}}
  %b = ttg.local_alloc : () -> !buffer
  // expected-remark @+4 {{%arg2 -> %0,%1}}
  // expected-remark @+3 {{%arg3 -> %0,%1}}
  // expected-remark @+2 {{%2#0 -> %0,%1}}
  // expected-remark @+1 {{%2#1 -> %0,%1}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!buffer, !buffer) : i32 {
    scf.yield %y, %x : !buffer, !buffer
  }
  tt.return
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>

// expected-remark @+2 {{branches}}
// expected-remark @+1 {{%3 -> %0,%1}}
tt.func @branches(%c: i1) {
  // expected-remark @below {{%0 -> %0}}
  %a = ttg.local_alloc : () -> !buffer
  // expected-remark @below {{%1 -> %1}}
  %b = ttg.local_alloc : () -> !buffer
  // expected-remark @below {{%2 -> %0,%1}}
  %s = arith.select %c, %a, %b : !buffer
  cf.cond_br %c, ^bb1(%a : !buffer), ^bb1(%b : !buffer)
^bb1(%x: !buffer):
  tt.return
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>
module attributes {"ttg.num-warps" = 4 : i32} {

// expected-remark @+2 {{captures}}
// expected-remark @+1 {{%arg0 -> %arg0}}
tt.func @captures(%a: !buffer) {
  // expected-remark @below {{%0 -> %0}}
  %b = ttg.local_alloc : () -> !buffer
  // expected-remark @+2 {{%1 -> %0}}
  // expected-remark @+1 {{%arg1 -> %0}}
  ttg.warp_specialize(%b)
  default {
    ttg.warp_yield %b : !buffer
  }
  partition0(%x: !buffer) num_warps(4) {
    ttg.warp_return
  } : (!buffer) -> !buffer
  tt.return
}
}
