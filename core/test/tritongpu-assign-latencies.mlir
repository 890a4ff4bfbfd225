// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=3})' | FileCheck %s
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=2})' | FileCheck %s --check-prefix=TWO
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=1})' | FileCheck %s --check-prefix=NONE
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=0})' | FileCheck %s --check-prefix=NONE
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=3})' --mutant M15 | FileCheck %s --check-prefix=M15
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=0})' --mutant M17 | FileCheck %s --check-prefix=M17
// RUN: fathom-opt %s -split-input-file --pass-pipeline='builtin.module(tritongpu-assign-latencies{num-stages=3})' --mutant M19 | FileCheck %s --check-prefix=M19
// NONE-NOT: tt.latency = {{.*}}f16

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// An operand of a product has all iterations; what leads to no product has none.
// CHECK-LABEL: @operand
// M17-LABEL: @operand
tt.func public @operand(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %q: tensor<32x32x!tt.ptr<f32>, #blocked>, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> (tensor<32x32xf32, #blocked>, tensor<32x32xf32, #blocked>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z, %sum = %z) -> (tensor<32x32xf32, #blocked>, tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg0 {tt.latency = 2 : i32}
    // TWO: tt.load %arg0 {tt.latency = 1 : i32}
    // M17: tt.load %arg0 {tt.latency = -2 : i32}
    %x = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
    // CHECK: tt.load %arg1 :
    %w = tt.load %q : tensor<32x32x!tt.ptr<f32>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    %t = arith.addf %sum, %w : tensor<32x32xf32, #blocked>
    scf.yield %s, %t : tensor<32x32xf32, #blocked>, tensor<32x32xf32, #blocked>
  }
  tt.return %d#0, %d#1 : tensor<32x32xf32, #blocked>, tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// Memory that the loop writes is not read early.
// CHECK-LABEL: @written
// M15-LABEL: @written
tt.func public @written(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg0 :
    // M15: tt.load %arg0 {tt.latency = 2 : i32}
    %x = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
    tt.store %p, %x : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s : tensor<32x32xf32, #blocked>
  }
  tt.return %d : tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// Other memory may be written.
// CHECK-LABEL: @beside
tt.func public @beside(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %q: tensor<32x32x!tt.ptr<f16>, #blocked>, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg0 {tt.latency = 2 : i32}
    %x = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
    tt.store %q, %x : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s : tensor<32x32xf32, #blocked>
  }
  tt.return %d : tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// An assertion may protect the load.
// CHECK-LABEL: @asserted
tt.func public @asserted(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %c: i1, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg0 :
    tt.assert %c, "in bounds" : i1
    %x = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s : tensor<32x32xf32, #blocked>
  }
  tt.return %d : tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// A mask that differs from element to element leaves copies of two bytes.
// CHECK-LABEL: @mask
// M19-LABEL: @mask
tt.func public @mask(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %m: tensor<32x32xi1, #blocked>, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg0, %arg1 :
    // M19: tt.load %arg0, %arg1 {tt.latency = 2 : i32}
    %x = tt.load %p, %m : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s : tensor<32x32xf32, #blocked>
  }
  tt.return %d : tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// So does a buffer whose order is another one than that of the threads.
// CHECK-LABEL: @buffer
// M19-LABEL: @buffer
tt.func public @buffer(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg0 :
    // M19: tt.load %arg0 {tt.latency = 2 : i32}
    %x = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
    %l = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>, #ttg.shared_memory>
    %xa = ttg.local_load %l : !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>, #ttg.shared_memory> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s : tensor<32x32xf32, #blocked>
  }
  tt.return %d : tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// An index and what it leads to share the iterations. With one of them, the operand has it.
// CHECK-LABEL: @indirect
// TWO-LABEL: @indirect
tt.func public @indirect(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %q: tensor<32x1x!tt.ptr<i32>, #blocked>, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant dense<8> : tensor<32x1xi32, #blocked>
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg1 {tt.latency = 1 : i32}
    // TWO: tt.load %arg1 :
    %j = tt.load %q : tensor<32x1x!tt.ptr<i32>, #blocked>
    %j8 = arith.muli %j, %c8 : tensor<32x1xi32, #blocked>
    %k = tt.broadcast %j8 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %pj = tt.addptr %p, %k : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
    // CHECK: tt.load %{{.*}} {tt.latency = 1 : i32} : tensor<32x32x!tt.ptr<f16>
    // TWO: tt.load %{{.*}} {tt.latency = 1 : i32} : tensor<32x32x!tt.ptr<f16>
    %x = tt.load %pj : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s : tensor<32x32xf32, #blocked>
  }
  tt.return %d : tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// A scalar waits in a register.
// CHECK-LABEL: @scalar
tt.func public @scalar(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %q: !tt.ptr<i32>, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<32x32xf32, #blocked>) : i32 {
    // CHECK: tt.load %arg1 {tt.latency = 1 : i32}
    %j = tt.load %q : !tt.ptr<i32>
    %j8 = arith.muli %j, %c8 : i32
    %k = tt.splat %j8 : i32 -> tensor<32x32xi32, #blocked>
    %pj = tt.addptr %p, %k : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
    // CHECK: tt.load %{{.*}} {tt.latency = 1 : i32} : tensor<32x32x!tt.ptr<f16>
    %x = tt.load %pj : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s : tensor<32x32xf32, #blocked>
  }
  tt.return %d : tensor<32x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// A loop that asks for stages itself gets them for every load, but not where a load leads to its own address.
// CHECK-LABEL: @asks
tt.func public @asks(%p: tensor<32x!tt.ptr<f32>, #blocked>, %q: tensor<32x!tt.ptr<i32>, #blocked>, %out: tensor<32x!tt.ptr<f32>, #blocked>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %last = scf.for %i = %c0 to %c9 step %c1 iter_args(%at = %q) -> tensor<32x!tt.ptr<i32>, #blocked> : i32 {
    // CHECK: tt.load %arg0 {tt.latency = 3 : i32}
    %x = tt.load %p : tensor<32x!tt.ptr<f32>, #blocked>
    tt.store %out, %x : tensor<32x!tt.ptr<f32>, #blocked>
    // CHECK: tt.load %{{.*}} : tensor<32x!tt.ptr<i32>
    %j = tt.load %at : tensor<32x!tt.ptr<i32>, #blocked>
    %next = tt.addptr %at, %j : tensor<32x!tt.ptr<i32>, #blocked>, tensor<32xi32, #blocked>
    scf.yield %next : tensor<32x!tt.ptr<i32>, #blocked>
  } {tt.num_stages = 4 : i32}
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// An if that computes where the operand is, and sets the accumulator back: the load does not depend on the accumulator.
// CHECK-LABEL: @fused
// CHECK: scf.if
// CHECK: yield %{{.*}}, %arg3
// CHECK: else
// CHECK: yield %{{.*}}, %arg3
// CHECK: %[[ACC:.*]] = arith.select %{{.*}}, %arg3, %{{.*}} : tensor<32x32xf32
// CHECK: tt.load {{.*}} {tt.latency = 2 : i32}
// CHECK: tt.dot %{{.*}}, %{{.*}}, %[[ACC]]
tt.func public @fused(%p: tensor<32x32x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 8]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %n: i32, %y: tensor<32x32xf16, #b>, %z: tensor<32x32xf32, #blocked>) -> tensor<32x32xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %d:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z, %at = %c0) -> (tensor<32x32xf32, #blocked>, i32) : i32 {
    %first = arith.cmpi eq, %i, %c1 : i32
    %o:2 = scf.if %first -> (i32, tensor<32x32xf32, #blocked>) {
      %next = arith.muli %i, %c64 : i32
      scf.yield %next, %z : i32, tensor<32x32xf32, #blocked>
    } else {
      scf.yield %at, %acc : i32, tensor<32x32xf32, #blocked>
    }
    %ofs = tt.splat %o#0 : i32 -> tensor<32x32xi32, #blocked>
    %po = tt.addptr %p, %ofs : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
    %x = tt.load %po : tensor<32x32x!tt.ptr<f16>, #blocked>
    %xa = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
    %s = tt.dot %xa, %y, %o#1 : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #blocked>
    scf.yield %s, %o#0 : tensor<32x32xf32, #blocked>, i32
  }
  tt.return %d#0 : tensor<32x32xf32, #blocked>
}
}
