// A partition captures a tensor that lies in the registers of other warps.
//
// RUN: not fathom check %s --oracle replicas | FileCheck %s
// CHECK: FAIL: replicas: other-thread in TritonGPUPartitionLoops: ttg.warp_specialize.partitions captures a tensor that lies in registers of other warps

// -----// IR Dump Before TritonGPUPartitionLoops (tritongpu-partition-loops) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<64xf32, #row>
    ttg.warp_specialize(%p)
    default {
      ttg.warp_yield
    }
    partition0(%y: !tt.ptr<f32>) num_warps(2) {
      ttg.warp_return
    } : (!tt.ptr<f32>) -> ()
    tt.return
  }
}

// -----// IR Dump After TritonGPUPartitionLoops (tritongpu-partition-loops) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<64xf32, #row>
    ttg.warp_specialize(%x)
    default {
      ttg.warp_yield
    }
    partition0(%y: tensor<64xf32, #row>) num_warps(2) {
      ttg.warp_return
    } : (tensor<64xf32, #row>) -> ()
    tt.return
  }
}
