// RUN: fathom-opt %s -split-input-file -test-print-alignment -verify-diagnostics=only-expected -o /dev/null
// RUN: fathom-opt %s -split-input-file -test-print-alignment --mutant M28 -o /dev/null 2>&1 | FileCheck %s --check-prefix=M28
// RUN: fathom-opt %s -split-input-file -test-print-alignment --mutant M29 -o /dev/null 2>&1 | FileCheck %s --check-prefix=M29
// RUN: fathom-opt %s -split-input-file -test-print-alignment --mutant M32 -o /dev/null 2>&1 | FileCheck %s --check-prefix=M32

// An address as kernels compute it. The mask is constant in groups of what divides %n.
tt.func @address(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c = arith.constant 1024 : i32
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1024], constancy = [1], constant_value = <none>}}
  %base = arith.muli %pid, %c : i32
  // expected-remark @below {{contiguity = [1024], divisibility = [4611686018427387904], constancy = [1]}}
  %range = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %s = tt.splat %base : i32 -> tensor<1024xi32>
  // expected-remark @below {{contiguity = [1024], divisibility = [1024], constancy = [1]}}
  %off = arith.addi %s, %range : tensor<1024xi32>
  %sn = tt.splat %n : i32 -> tensor<1024xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16]}}
  %mask = arith.cmpi slt, %off, %sn : tensor<1024xi32>
  // Where %x <= %n changes is one after a multiple of 16.
  // expected-remark @below {{constancy = [1]}}
  %le = arith.cmpi sle, %off, %sn : tensor<1024xi32>
  // expected-remark @below {{constancy = [16]}}
  %gt = arith.cmpi sgt, %sn, %off : tensor<1024xi32>
  // expected-remark @below {{constancy = [1]}}
  %eq = arith.cmpi eq, %off, %sn : tensor<1024xi32>
  %sp = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  // expected-remark @below {{contiguity = [1024], divisibility = [16], constancy = [1]}}
  %q = tt.addptr %sp, %off : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %q, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Quotients of what may be negative: -16 / 16 is not -15 / 16.
tt.func @quotients() {
  %c16 = arith.constant dense<16> : tensor<128xi32>
  %c24 = arith.constant dense<24> : tensor<128xi32>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %signed = tt.make_range {start = -64 : i32, end = 64 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16]}}
  %0 = arith.divsi %range, %c16 : tensor<128xi32>
  // expected-remark @below {{constancy = [8]}}
  %1 = arith.divsi %range, %c24 : tensor<128xi32>
  // expected-remark @below {{constancy = [1]}}
  %2 = arith.divsi %signed, %c16 : tensor<128xi32>
  // M28: arith.divsi %range, %c24
  // M28: constancy = [16], constant_value = <none>
  // M28-NEXT: arith.divsi %signed
  // A shift rounds down.
  %c4 = arith.constant dense<4> : tensor<128xi32>
  // expected-remark @below {{constancy = [16]}}
  %3 = arith.shrsi %signed, %c4 : tensor<128xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [16], constancy = [1]}}
  %4 = arith.remsi %range, %c16 : tensor<128xi32>
  // What divides the first of 64 elements does not divide each of them.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %5 = arith.remsi %signed, %c16 : tensor<128xi32>
  // M32: %4 = arith.remsi %range
  // M32: => contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>
  // M32-NEXT: arith.remsi %signed
  // Unsigned, -64 is a multiple of 64 as well.
  // expected-remark @below {{constancy = [16]}}
  %6 = arith.divui %signed, %c16 : tensor<128xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [16], constancy = [1]}}
  %7 = arith.remui %signed, %c16 : tensor<128xi32>
  // A range that is already below the divisor.
  %c128 = arith.constant dense<128> : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [4611686018427387904]}}
  %8 = arith.remsi %range, %c128 : tensor<128xi32>
  tt.return
}

// -----

// A sum is a place in a tensor (not negative by assumption); a difference, an argument and what is loaded may be anything.
tt.func @numerators(%n: i32, %p: !tt.ptr<i32>) {
  %c128 = arith.constant 128 : i32
  %c16 = arith.constant dense<16> : tensor<128xi32>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c128 : i32
  %s = tt.splat %base : i32 -> tensor<128xi32>
  %place = arith.addi %s, %range : tensor<128xi32>
  // expected-remark @below {{contiguity = [16]}}
  %0 = arith.remsi %place, %c16 : tensor<128xi32>
  %t = arith.subi %s, %c16 : tensor<128xi32>
  %before = arith.addi %t, %range : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1]}}
  %1 = arith.remsi %before, %c16 : tensor<128xi32>
  %n128 = arith.muli %n, %c128 : i32
  %sn = tt.splat %n128 : i32 -> tensor<128xi32>
  %from = arith.addi %sn, %range : tensor<128xi32>
  // expected-remark @below {{contiguity = [1]}}
  %2 = arith.remsi %from, %c16 : tensor<128xi32>
  // A hash is no place.
  %k = arith.constant 1664525 : i32
  %h = arith.muli %pid, %k : i32
  %h128 = arith.muli %h, %c128 : i32
  %sh = tt.splat %h128 : i32 -> tensor<128xi32>
  %hashed = arith.addi %sh, %range : tensor<128xi32>
  // expected-remark @below {{contiguity = [1]}}
  %3 = arith.remsi %hashed, %c16 : tensor<128xi32>
  tt.return
}

// -----

// A select is as its condition: that changes every 8 elements.
tt.func @selects() {
  %c8 = arith.constant dense<8> : tensor<128xi32>
  %c2 = arith.constant dense<2> : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %four = arith.constant dense<4> : tensor<128xi32>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %eighth = arith.divsi %range, %c8 : tensor<128xi32>
  %odd = arith.remsi %eighth, %c2 : tensor<128xi32>
  // expected-remark @below {{constancy = [8]}}
  %cond = arith.cmpi eq, %odd, %zero : tensor<128xi32>
  %far = tt.make_range {start = 1024 : i32, end = 1152 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1]}}
  %0 = arith.select %cond, %range, %far : tensor<128xi1>, tensor<128xi32>
  // M29: %far = tt.make_range
  // M29: => contiguity = [128], divisibility = [1024], constancy = [1], constant_value = <none>
  // M29-NEXT: arith.select %cond, %range, %far
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8]}}
  %1 = arith.select %cond, %c8, %four : tensor<128xi1>, tensor<128xi32>
  // One side of a minimum may be taken in a part of a group only.
  %c20 = arith.constant dense<20> : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %2 = arith.minsi %range, %c20 : tensor<128xi32>
  // expected-remark @below {{contiguity = [128]}}
  %3 = arith.maxsi %range, %zero : tensor<128xi32>
  tt.return
}

// -----

// What joins: nothing more than both.
tt.func @joins(%c: i1, %n: i32) {
  %lb = arith.constant 0 : i32
  %ub = arith.constant 64 : i32
  %step = arith.constant 16 : i32
  %c24 = arith.constant 24 : i32
  %c32 = arith.constant 32 : i32
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %same = arith.constant dense<32> : tensor<64xi32>
  // Contiguous groups of 64 that start at multiples of 2^62, or equal ones: elements divide by nothing.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %0 = scf.if %c -> tensor<64xi32> {
    scf.yield %range : tensor<64xi32>
  } else {
    scf.yield %same : tensor<64xi32>
  }
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1]}}
  %1 = scf.for %i = %lb to %ub step %step iter_args(%x = %c32) -> i32 : i32 {
    // expected-remark @below {{divisibility = [8]}}
    %2 = arith.addi %x, %c24 : i32
    // expected-remark @below {{divisibility = [16]}}
    %3 = arith.addi %i, %c32 : i32
    scf.yield %2 : i32
  }
  tt.return
}

// -----

// Sums wrap at 32 bits: what is consecutive modulo 2^32 is exact only from what divides it.
tt.func @extensions(%n: i32) {
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %s = tt.splat %n : i32 -> tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [1]}}
  %0 = arith.addi %s, %range : tensor<64xi32>
  %1 = arith.extsi %0 : tensor<64xi32> to tensor<64xi64>
  %c16 = arith.constant dense<16> : tensor<64xi64>
  // expected-remark @below {{constancy = [1]}}
  %2 = arith.divui %1, %c16 : tensor<64xi64>
  %m = arith.constant dense<-1> : tensor<64xi8>
  // expected-remark @below {{constant_value = 255}}
  %3 = arith.extui %m : tensor<64xi8> to tensor<64xi32>
  // expected-remark @below {{constant_value = -1}}
  %4 = arith.extsi %m : tensor<64xi8> to tensor<64xi32>
  %true = arith.constant dense<true> : tensor<64xi1>
  // expected-remark @below {{divisibility = [1], constancy = [64], constant_value = -1}}
  %5 = arith.extsi %true : tensor<64xi1> to tensor<64xi32>
  // expected-remark @below {{constant_value = 1}}
  %6 = arith.extui %true : tensor<64xi1> to tensor<64xi32>
  // A shift by what is not known.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %7 = arith.shli %range, %0 : tensor<64xi32>
  // 0 .. 255 as i8 passes its sign.
  %wide = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [128]}}
  %8 = arith.trunci %wide : tensor<256xi32> to tensor<256xi8>
  tt.return
}

// -----

// Shapes.
tt.func @shapes(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 8 : i32}) {
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [64, 1], divisibility = [4611686018427387904, 1], constancy = [1, 1]}}
  %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %s = tt.splat %stride : i32 -> tensor<64x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 1]}}
  %starts = arith.muli %rows, %s : tensor<64x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 64]}}
  %all = tt.broadcast %starts : tensor<64x1xi32> -> tensor<64x64xi32>
  %cols = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %along = tt.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 8], constancy = [1, 1]}}
  %off = arith.addi %all, %along : tensor<64x64xi32>
  // expected-remark @below {{contiguity = [64, 1], divisibility = [8, 1], constancy = [1, 1]}}
  %t = tt.trans %off {order = array<i32: 1, 0>} : tensor<64x64xi32> -> tensor<64x64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [8], constancy = [1]}}
  %flat = tt.reshape %off : tensor<64x64xi32> -> tensor<4096xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 8], constancy = [1, 1]}}
  %again = tt.reshape %flat : tensor<4096xi32> -> tensor<128x32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1]}}
  %mixed = tt.reshape %off allow_reorder : tensor<64x64xi32> -> tensor<4096xi32>
  tt.return
}

// -----

// What the caller and the program promise.
tt.func @promises(%n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c12 = arith.constant 12 : i32
  %r = arith.remsi %n, %c12 : i32
  %div = arith.cmpi eq, %r, %c0 : i32
  llvm.intr.assume %div : i1
  // expected-remark @below {{divisibility = [4]}}
  %0 = arith.addi %n, %n : i32
  // expected-remark @below {{divisibility = [64]}}
  %1 = arith.addi %m, %m {tt.divisibility = 64 : i32} : i32
  tt.return
}

// -----

// A private function is as its callers.
tt.func private @callee(%x: i32) -> i32 {
  // expected-remark @below {{divisibility = [8]}}
  %0 = arith.addi %x, %x : i32
  tt.return %0 : i32
}
tt.func public @caller(%x: i32 {tt.divisibility = 16 : i32}) {
  %c24 = arith.constant 24 : i32
  // expected-remark @below {{divisibility = [8]}}
  %0 = tt.call @callee(%x) : (i32) -> i32
  %1 = tt.call @callee(%c24) : (i32) -> i32
  tt.return
}

// -----

// Poison in one branch is whatever the other one is; what is selected from it is not.
tt.func @poison(%c: i1, %d: i1, %a: i32 {tt.divisibility = 4 : i32}, %b: i32 {tt.divisibility = 16 : i32}) {
  %p = ub.poison : i32
  // expected-remark @below {{divisibility = [16]}}
  %0 = scf.if %c -> i32 {
    scf.yield %p : i32
  } else {
    scf.yield %b : i32
  }
  %s = arith.select %d, %p, %a : i32
  // expected-remark @below {{divisibility = [1]}}
  %1 = scf.if %c -> i32 {
    scf.yield %s : i32
  } else {
    scf.yield %b : i32
  }
  tt.return
}

// -----

// Branches in any order.
tt.func @branches(%c: i1, %a: i32 {tt.divisibility = 16 : i32}) {
  %c8 = arith.constant 8 : i32
  cf.br ^head(%a : i32)
^body(%y: i32):
  %1 = arith.addi %y, %c8 : i32
  cf.br ^head(%1 : i32)
^head(%x: i32):
  // expected-remark @below {{divisibility = [8]}}
  %0 = arith.addi %x, %x : i32
  cf.cond_br %c, ^body(%0 : i32), ^end
^end:
  tt.return
}
