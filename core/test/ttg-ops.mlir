// RUN: fathom-opt %s | FileCheck %s
// RUN: fathom-opt %s | fathom-opt | FileCheck %s
// RUN: fathom-opt %s -mlir-print-op-generic | fathom-opt | FileCheck %s
// The ops of ttg.

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#s = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#t = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#s1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @buffers
  tt.func @buffers(%x: tensor<16x32xf16, #b>) {
    // CHECK: %[[C:.*]] = ttg.convert_layout %{{.*}} : tensor<16x32xf16, #blocked> -> tensor<16x32xf16, #blocked1>
    %0 = ttg.convert_layout %x : tensor<16x32xf16, #b> -> tensor<16x32xf16, #c>
    // CHECK: ttg.local_alloc %[[C]] : (tensor<16x32xf16, #blocked1>) -> !ttg.memdesc<16x32xf16, #[[S:.*]], #smem>
    %1 = ttg.local_alloc %0 : (tensor<16x32xf16, #c>) -> !ttg.memdesc<16x32xf16, #s, #smem>
    // CHECK: ttg.local_alloc {alignment = 128 : i32} : () -> !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable>
    %2 = ttg.local_alloc {alignment = 128 : i32} : () -> !ttg.memdesc<16x32xf16, #s, #smem, mutable>
    // CHECK: ttg.local_load %{{.*}} : !ttg.memdesc<16x32xf16, #[[S]], #smem> -> tensor<16x32xf16, #blocked>
    %3 = ttg.local_load %1 : !ttg.memdesc<16x32xf16, #s, #smem> -> tensor<16x32xf16, #b>
    // CHECK: ttg.local_store %{{.*}}, %{{.*}} : tensor<16x32xf16, #blocked> -> !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable>
    ttg.local_store %3, %2 : tensor<16x32xf16, #b> -> !ttg.memdesc<16x32xf16, #s, #smem, mutable>
    // CHECK: ttg.local_dealloc %{{.*}} : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable>
    ttg.local_dealloc %2 : !ttg.memdesc<16x32xf16, #s, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: @copies
  tt.func @copies(%p: tensor<16x32x!tt.ptr<f16>, #b>, %m: tensor<16x32xi1, #b>, %o: tensor<16x32xf16, #b>,
      %d: !ttg.memdesc<16x32xf16, #s, #smem, mutable>) {
    // CHECK: ttg.async_copy_global_to_local %{{.*}}, %{{.*}} mask %{{.*}} other %{{.*}} cacheModifier = cg evictionPolicy = evict_first {contiguity = 8 : i32} : tensor<16x32x!tt.ptr<f16>, #blocked> -> <16x32xf16, #[[S:.*]], #smem, mutable>
    %0 = ttg.async_copy_global_to_local %p, %d mask %m other %o cacheModifier = cg evictionPolicy = evict_first {contiguity = 8 : i32} : tensor<16x32x!tt.ptr<f16>, #b> -> <16x32xf16, #s, #smem, mutable>
    // CHECK: ttg.async_copy_global_to_local %{{.*}}, %{{.*}} : tensor<16x32x!tt.ptr<f16>, #blocked> -> <16x32xf16, #[[S]], #smem, mutable>
    %1 = ttg.async_copy_global_to_local %p, %d : tensor<16x32x!tt.ptr<f16>, #b> -> !ttg.memdesc<16x32xf16, #s, #smem, mutable>
    // CHECK: ttg.async_commit_group tokens %{{.*}}, %{{.*}}
    %2 = ttg.async_commit_group tokens %0, %1
    // CHECK: ttg.async_commit_group
    %3 = ttg.async_commit_group
    // CHECK: %[[W:.*]] = ttg.async_wait %{{.*}}, %{{.*}} {num = 2 : i32}
    %4 = ttg.async_wait %2, %3 {num = 2 : i32}
    // CHECK: ttg.async_wait {num = 0 : i32}
    %5 = ttg.async_wait {num = 0 : i32}
    // CHECK: ttg.local_load %{{.*}} token %[[W]] : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> tensor<16x32xf16, #blocked>
    %6 = ttg.local_load %d token %4 : !ttg.memdesc<16x32xf16, #s, #smem, mutable> -> tensor<16x32xf16, #b>
    tt.return
  }

  // CHECK-LABEL: @views
  tt.func @views(%m: !ttg.memdesc<3x16x32xf16, #s, #smem, mutable>, %i: i32) {
    // CHECK: ttg.memdesc_index %{{.*}}[%{{.*}}] : !ttg.memdesc<3x16x32xf16, #[[S:.*]], #smem, mutable> -> !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable>
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x16x32xf16, #s, #smem, mutable> -> !ttg.memdesc<16x32xf16, #s, #smem, mutable>
    // CHECK: ttg.memdesc_subslice %{{.*}}[0, 16] : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> !ttg.memdesc<16x16xf16, #[[S]], #smem, mutable, 16x32>
    %1 = ttg.memdesc_subslice %0[0, 16] : !ttg.memdesc<16x32xf16, #s, #smem, mutable> -> !ttg.memdesc<16x16xf16, #s, #smem, mutable, 16x32>
    // CHECK: ttg.memdesc_trans %{{.*}} {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> !ttg.memdesc<32x16xf16, #[[T:.*]], #smem, mutable>
    %2 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf16, #s, #smem, mutable> -> !ttg.memdesc<32x16xf16, #t, #smem, mutable>
    // CHECK: ttg.memdesc_reshape %{{.*}} : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> !ttg.memdesc<8x64xf16, #[[S]], #smem, mutable>
    %3 = ttg.memdesc_reshape %0 : !ttg.memdesc<16x32xf16, #s, #smem, mutable> -> !ttg.memdesc<8x64xf16, #s, #smem, mutable>
    // CHECK: ttg.memdesc_reinterpret %{{.*}} : !ttg.memdesc<16x32xf16, #[[S]], #smem, mutable> -> !ttg.memdesc<16x16xf32, #[[S]], #smem, mutable>
    %4 = ttg.memdesc_reinterpret %0 : !ttg.memdesc<16x32xf16, #s, #smem, mutable> -> !ttg.memdesc<16x16xf32, #s, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: @gathers
  tt.func @gathers(%m: !ttg.memdesc<16x32xi32, #s, #smem, mutable>, %i: tensor<16x32xi32, #b>, %k: tensor<16x32xi1, #b>) {
    // CHECK: ttg.local_gather %{{.*}}[%{{.*}}] {axis = 1 : i32} : !ttg.memdesc<16x32xi32, #{{.*}}, #smem, mutable>, tensor<16x32xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %0 = ttg.local_gather %m[%i] {axis = 1 : i32} : !ttg.memdesc<16x32xi32, #s, #smem, mutable>, tensor<16x32xi32, #b> -> tensor<16x32xi32, #b>
    // CHECK: ttg.local_scatter %{{.*}}[%{{.*}}], %{{.*}} {axis = 0 : i32} : !ttg.memdesc<16x32xi32, #{{.*}}, #smem, mutable>, tensor<16x32xi32, #blocked>, tensor<16x32xi32, #blocked>
    ttg.local_scatter %m[%i], %0 {axis = 0 : i32} : !ttg.memdesc<16x32xi32, #s, #smem, mutable>, tensor<16x32xi32, #b>, tensor<16x32xi32, #b>
    // CHECK: ttg.local_atomic_scatter_rmw add, %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} {axis = 0 : i32} : (!ttg.memdesc<16x32xi32, #{{.*}}, #smem, mutable>, tensor<16x32xi32, #blocked>, tensor<16x32xi32, #blocked>, tensor<16x32xi1, #blocked>) -> tensor<16x32xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw add, %m[%i], %0, %k {axis = 0 : i32} : (!ttg.memdesc<16x32xi32, #s, #smem, mutable>, tensor<16x32xi32, #b>, tensor<16x32xi32, #b>, tensor<16x32xi1, #b>) -> tensor<16x32xi32, #b>
    tt.return
  }

  // CHECK-LABEL: @rest
  tt.func @rest(%i: i32, %n: tensor<16x32xi8, #b>, %c: i1) {
    // CHECK: ttg.fp4_to_fp %{{.*}} {axis = 1 : i32} : tensor<16x32xi8, #blocked> -> tensor<16x64xbf16, #{{.*}}>
    %0 = ttg.fp4_to_fp %n {axis = 1 : i32} : tensor<16x32xi8, #b> -> tensor<16x64xbf16, #b>
    // CHECK: ttg.barrier local
    ttg.barrier local
    // CHECK: ttg.barrier local|global_read
    ttg.barrier local|global_read
    // CHECK: ttg.barrier all
    ttg.barrier all
    // CHECK: ttg.barrier none
    ttg.barrier none
    // CHECK: ttg.warp_id {omitUniformHint}
    %1 = ttg.warp_id {omitUniformHint}
    // CHECK: ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
    %2 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
    // CHECK: ttg.predicate_stage %{{.*}}, %{{.*}}, %{{.*}} maxStage 2 stage 1 : i32 -> i1
    %3 = ttg.predicate_stage %i, %i, %i maxStage 2 stage 1 : i32 -> i1
    // CHECK: "ttg.mask"(%{{.*}}) ({
    // CHECK: ttg.mask.return %{{.*}} : i32
    %4 = "ttg.mask"(%c) ({
      ttg.mask.return %i : i32
    }) : (i1) -> i32
    // CHECK: ttg.inline_asm "mov $0, $1;" {constraints = "=r,r", pure = true} %{{.*}} : (i32) -> i32
    %5 = ttg.inline_asm "mov $0, $1;" {constraints = "=r,r", pure = true} %i : (i32) -> i32
    tt.return
  }
}
