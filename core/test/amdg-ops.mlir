// RUN: fathom-opt %s | FileCheck %s
// RUN: fathom-opt %s | fathom-opt | FileCheck %s
// The ops of amdg, and what other releases print of them.

#b = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#l = #ttg.linear<{register = [[0, 1], [1, 0], [2, 0], [4, 0]], lane = [[8, 0], [16, 0], [32, 0], [0, 2], [0, 4], [0, 8]], warp = [[0, 16], [0, 32]], block = []}>
#s = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx942"} {
  // CHECK-LABEL: @buffers
  tt.func @buffers(%p: !tt.ptr<f32>, %i: tensor<64x64xi32, #b>, %m: tensor<64x64xi1, #b>, %o: tensor<64x64xf32, #b>, %n: i32,
      %q: !tt.ptr<i32>, %lds: !ttg.memdesc<64x64xf32, #s, #smem, mutable>) {
    // CHECK: amdg.buffer_load %{{.*}}[%{{.*}}] : tensor<64x64xf32, #blocked>
    %0 = amdg.buffer_load %p[%i] : tensor<64x64xf32, #b>
    // CHECK: amdg.buffer_load %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} cacheModifier = cg stride = %{{.*}} {contiguity = 4 : i32} : tensor<64x64xf32, #blocked>
    %1 = amdg.buffer_load %p[%i], %m, %o cacheModifier = cg stride = %n {contiguity = 4 : i32} : tensor<64x64xf32, #b>
    // 3.9 names the pointer's type.
    // CHECK: amdg.buffer_load %{{.*}}[%{{.*}}], %{{.*}} cacheModifier = ca : tensor<64x64xf32, #blocked>
    %2 = amdg.buffer_load %p[%i], %m {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_normal>} : !tt.ptr<f32> -> tensor<64x64xf32, #b>
    // Up to 3.5 the dialect was amdgpu.
    // CHECK: amdg.buffer_load %{{.*}}[%{{.*}}] stride = %{{.*}} : tensor<64x64xf32, #blocked>
    %3 = amdgpu.buffer_load %p[%i] stride = %n : tensor<64x64xf32, #b>
    // CHECK: amdg.buffer_store %{{.*}}, %{{.*}}[%{{.*}}], %{{.*}} cacheModifier = wt : tensor<64x64xf32, #blocked>
    amdg.buffer_store %0, %p[%i], %m cacheModifier = wt : tensor<64x64xf32, #b>
    // CHECK: amdg.buffer_store %{{.*}}, %{{.*}}[%{{.*}}] : tensor<64x64xf32, #blocked>
    amdg.buffer_store %0, %p[%i] : !tt.ptr<f32> -> tensor<64x64xf32, #b>
    // CHECK: amdg.buffer_atomic_rmw add, relaxed, gpu, %{{.*}}, %{{.*}}[%{{.*}}], %{{.*}} stride = %{{.*}} : tensor<64x64xi32, #blocked>
    %4 = amdg.buffer_atomic_rmw add, relaxed, gpu, %i, %q[%i], %m stride = %n : tensor<64x64xi32, #b>
    // CHECK: amdg.buffer_atomic_cas acq_rel, cta, %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}] : tensor<64x64xi32, #blocked>
    %5 = amdg.buffer_atomic_cas acq_rel, cta, %i, %4, %q[%i] : tensor<64x64xi32, #b>
    // CHECK: amdg.buffer_load_to_local %{{.*}}[%{{.*}}] mask = %{{.*}} other = %{{.*}} stride = %{{.*}} into %{{.*}} : <f32>[tensor<64x64xi32, #blocked>] tensor<64x64xf32, #blocked> -> <64x64xf32, #shared, #smem, mutable>
    %6 = amdg.buffer_load_to_local %p[%i] mask = %m other = %o stride = %n into %lds : <f32>[tensor<64x64xi32, #b>] tensor<64x64xf32, #b> -> <64x64xf32, #s, #smem, mutable>
    // 3.9 writes a policy.
    // CHECK: amdg.buffer_load_to_local %{{.*}}[%{{.*}}] mask = %{{.*}} cacheModifier = cg into %{{.*}} : <f32>
    %7 = amdg.buffer_load_to_local %p[%i] mask = %m cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last> into %lds : !tt.ptr<f32>[tensor<64x64xi32, #b>]  -> <64x64xf32, #s, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: @registers
  tt.func @registers(%x: tensor<64x64xf16, #b>, %f: tensor<64x64xi8, #b>, %scale: tensor<64x128xbf16, #b>) {
    // CHECK: amdg.in_thread_transpose %{{.*}} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #linear>
    %0 = amdg.in_thread_transpose %x : tensor<64x64xf16, #b> -> tensor<64x64xf16, #l>
    // CHECK: amdg.extract_slice %{{.*}} [0, 32] : tensor<64x64xf16, #blocked> to tensor<64x32xf16, #blocked>
    %1 = amdg.extract_slice %x [0, 32] : tensor<64x64xf16, #b> to tensor<64x32xf16, #b>
    // CHECK: amdg.concat %{{.*}}, %{{.*}} : tensor<64x32xf16, #blocked>, tensor<64x32xf16, #blocked> -> tensor<64x64xf16, #blocked>
    %2 = amdg.concat %1, %1 : tensor<64x32xf16, #b>, tensor<64x32xf16, #b> -> tensor<64x64xf16, #b>
    // CHECK: amdg.scaled_upcast_fp4 %{{.*}} scale %{{.*}} {axis = 1 : i32} : tensor<64x64xi8, #blocked>, tensor<64x128xbf16, #blocked> -> tensor<64x128xbf16, #blocked>
    %3 = amdg.scaled_upcast_fp4 %f scale %scale {axis = 1 : i32} : tensor<64x64xi8, #b>, tensor<64x128xbf16, #b> -> tensor<64x128xbf16, #b>
    tt.return
  }

  // CHECK-LABEL: @schedule
  tt.func @schedule(%p: i1, %t: !ttg.async.token) {
    // CHECK: amdg.instruction_sched_hint {variant = #amdg.SchedHintVariant<attention>}
    amdg.instruction_sched_hint {variant = #amdg.SchedHintVariant<attention>}
    // CHECK: amdg.instruction_sched_hint {isBufferLoadsAEnabled = false, numMMAs = #amdg.InstCounter<2, f16>, variant = #amdg.SchedHintVariant<refine_ops>}
    amdgpu.instruction_sched_hint {isBufferLoadsAEnabled = false, numMMAs = #amdgpu.InstCounter<2, f16>, variant = #amdgpu.SchedHintVariant<refine_ops>}
    // CHECK: amdg.cond_barrier %{{.*}}
    amdg.cond_barrier %p
    // CHECK: amdg.async_wait %{{.*}} {num_inst = 2 : i32}
    %0 = amdg.async_wait %t {num_inst = 2 : i32}
    // CHECK: amdg.memory_counter_wait load(2) ds(0)
    amdg.memory_counter_wait ds(0) load(2)
    tt.return
  }
}
