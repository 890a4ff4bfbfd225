// RUN: fathom-opt %s -split-input-file -tritongpu-coalesce | FileCheck %s
// RUN: not fathom-opt %s -split-input-file -tritongpu-coalesce --mutant M49 2>&1 | FileCheck %s --check-prefix=M49

// A column of 8 halves a thread where pointers go on along dim 0; a store is no wider than its own pointers allow.
// CHECK-DAG: #[[COLS:.*]] = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #[[ONES:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#row = #ttg.slice<{dim = 0, parent = #b}>
#col = #ttg.slice<{dim = 1, parent = #b}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  // CHECK-LABEL: @columns
  tt.func @columns(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16>, %stride: i32 {tt.divisibility = 16 : i32}) {
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #col>
    %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #row>
    %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32, #col> -> tensor<64x1xi32, #b>
    %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32, #row> -> tensor<1x64xi32, #b>
    %s = tt.splat %stride : i32 -> tensor<1x64xi32, #b>
    %cs = arith.muli %c1, %s : tensor<1x64xi32, #b>
    %rb = tt.broadcast %r1 : tensor<64x1xi32, #b> -> tensor<64x64xi32, #b>
    %cb = tt.broadcast %cs : tensor<1x64xi32, #b> -> tensor<64x64xi32, #b>
    %off = arith.addi %rb, %cb : tensor<64x64xi32, #b>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %pp = tt.addptr %ps, %off : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    %qs = tt.splat %q : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    %qq = tt.addptr %qs, %off : tensor<64x64x!tt.ptr<f16>, #b>, tensor<64x64xi32, #b>
    // CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} -> tensor<64x64x!tt.ptr<f16>, #[[COLS]]>
    // CHECK: %[[V:.*]] = tt.load %[[P]] : tensor<64x64x!tt.ptr<f16>, #[[COLS]]>
    // CHECK: ttg.convert_layout %[[V]]
    %v = tt.load %pp : tensor<64x64x!tt.ptr<f16>, #b>
    // CHECK: tt.store %{{.*}} : tensor<64x64x!tt.ptr<f16>, #[[ONES]]>
    tt.store %qq, %v : tensor<64x64x!tt.ptr<f16>, #b>
    tt.return
  }
}

// -----

// Nothing is known of the pointers: rows. Scalars are left alone; an atomic's operands all follow.
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @unknown
  tt.func @unknown(%p: tensor<512x!tt.ptr<i32>, #b>, %v: tensor<512xi32, #b>, %m: tensor<512xi1, #b>, %s: !tt.ptr<i32>) -> tensor<512xi32, #b> {
    // CHECK: tt.load %arg3 : !tt.ptr<i32>
    %0 = tt.load %s : !tt.ptr<i32>
    // CHECK-COUNT-3: ttg.convert_layout
    // CHECK: tt.atomic_rmw
    // CHECK-NEXT: ttg.convert_layout
    %1 = tt.atomic_rmw add, acq_rel, gpu, %p, %v, %m : (tensor<512x!tt.ptr<i32>, #b>, tensor<512xi32, #b>, tensor<512xi1, #b>) -> tensor<512xi32, #b>
    tt.return %1 : tensor<512xi32, #b>
  }
}

// -----

// A loop in an if, whose value the if does not give.
// M49: a layout is given to a result that is not there
#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @loop_in_if
  tt.func @loop_in_if(%c: i1, %n: i32, %p: tensor<512x!tt.ptr<i32>, #b>, %x: tensor<512xi32, #b>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.if %c {
      // CHECK: scf.for
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<512xi32, #b> : i32 {
        // CHECK: tt.load
        // CHECK-NEXT: %[[BACK:.*]] = ttg.convert_layout
        %v = tt.load %p : tensor<512x!tt.ptr<i32>, #b>
        // CHECK-NEXT: arith.addi %{{.*}}, %[[BACK]]
        %s = arith.addi %a, %v : tensor<512xi32, #b>
        scf.yield %s : tensor<512xi32, #b>
      }
      tt.store %p, %r : tensor<512x!tt.ptr<i32>, #b>
    }
    tt.return
  }
}
