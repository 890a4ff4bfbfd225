// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of the core, by upstream's names and options. Each has a file of its own with the algorithm at its head.
#ifndef FATHOM_CORE_PASSES_TD
#define FATHOM_CORE_PASSES_TD

include "mlir/Pass/PassBase.td"

class FathomPass<string argument, string what> : Pass<argument, "mlir::ModuleOp"> {
  let summary = what;
  let dependentDialects = [
    "::fathom::ttg::TritonGPUDialect", "::fathom::ttng::TritonNvidiaGPUDialect", "::fathom::amdg::TritonAMDGPUDialect",
    "::fathom::tt::TritonDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::ub::UBDialect"];
}

//===--- On TTIR ---===//

def TritonRewriteTensorPointer : FathomPass<"triton-rewrite-tensor-pointer", "block pointers become tensors of pointers, masks and padding">;
def TritonRewriteTensorDescriptorToPointer : FathomPass<"triton-rewrite-tensor-descriptor-to-pointer", "tensor descriptors become tensors of pointers, masks and padding"> {
  let options = [Option<"tma", "tma", "int32_t", "0", "the compute capability of a GPU: a module in which its TMA can serve all descriptors is left alone. 0: none">];
}
def TritonCombineOps : FathomPass<"triton-combine", "fuse a sum into a product, offsets of pointers, a select into a masked load">;
def TritonReorderBroadcast : FathomPass<"triton-reorder-broadcast", "compute before the splat or broadcast, on fewer elements">;
def TritonLoopUnroll : FathomPass<"triton-loop-unroll", "unroll loops by their tt.loop_unroll_factor">;
def TritonLoopInvariantCodeMotion : FathomPass<"triton-licm", "hoist what does not change in a loop, loads included, under the guard that the loop runs">;
def TritonLoopAwareCSE : FathomPass<"triton-loop-aware-cse", "CSE that also merges carried values which are equal in every iteration">;

def ConvertTritonToTritonGPU : FathomPass<"convert-triton-to-tritongpu", "give each tensor a layout"> {
  let options = [
    Option<"target", "target", "std::string", /*default=*/"", "the GPU, as in cuda:80 or hip:gfx942">,
    Option<"numWarps", "num-warps", "int32_t", "4", "warps of a program">,
    Option<"threadsPerWarp", "threads-per-warp", "int32_t", "32", "lanes of a warp">,
    Option<"numCTAs", "num-ctas", "int32_t", "1", "blocks of a cluster">,
    Option<"enableSourceRemat", "enable-source-remat", "bool", "false", "accepted for upstream's command lines; without effect">];
}

//===--- On TTGIR ---===//

def TritonGPUCoalesce : FathomPass<"tritongpu-coalesce", "give accesses of global memory layouts with wide, coalesced accesses">;
def TritonGPUF32DotTC : FathomPass<"tritongpu-F32DotTC", "products of f32 by several products of narrower floats (tf32x3, bf16x3, bf16x6)"> {
  let options = [Option<"emuTF32", "emu-tf32", "bool", "false", "whether the GPU has tf32 units, whatever the module says">];
}
def TritonGPURemoveLayoutConversions : FathomPass<"tritongpu-remove-layout-conversions", "remove conversions of layouts by carrying layouts forward and recomputing values backward">;
def TritonGPUOptimizeThreadLocality : FathomPass<"tritongpu-optimize-thread-locality", "reduce within threads in a loop, and across threads once after it">;
def TritonGPUAccelerateMatmul : FathomPass<"tritongpu-accelerate-matmul", "products on NVIDIA's matrix units">;
def TritonGPUOptimizeDotOperands : FathomPass<"tritongpu-optimize-dot-operands", "bring operands of products to shared memory and to their layout early"> {
  let options = [Option<"hoistLayoutConversion", "hoist-layout-conversion", "bool", "true", "whether conversions to operands move above elementwise ops">];
}
def TritonGPUFuseNestedLoops : FathomPass<"tritongpu-fuse-nested-loops", "make one loop of a nest with tt.flatten">;
def TritonGPUCombineTensorSelectAndIf : FathomPass<"tritongpu-combine-tensor-select-and-if", "a select on the condition of an if becomes a result of the if">;
def TritonGPUAssignLatencies : FathomPass<"tritongpu-assign-latencies", "say how many stages early the loads of a loop start"> {
  let options = [Option<"numStages", "num-stages", "int32_t", "3", "stages of the software pipeline">];
}
def TritonGPUScheduleLoops : FathomPass<"tritongpu-schedule-loops", "give each op of a loop its stage and its place in it"> {
  let options = [Option<"numStages", "num-stages", "int32_t", "3", "stages of the software pipeline">];
}
def TritonGPUPipeline : FathomPass<"tritongpu-pipeline", "make loads of a loop asynchronous and run iterations overlapped, as scheduled"> {
  let options = [
    Option<"numStages", "num-stages", "int32_t", "3", "stages of the software pipeline">,
    Option<"dumpIntermediateSteps", "dump-intermediate-steps", "bool", "false", "print the program between the steps">];
}
def TritonGPUPrefetch : FathomPass<"tritongpu-prefetch", "load operands of a product from shared memory one slice ahead">;
def TritonGPUCoalesceAsyncCopy : FathomPass<"tritongpu-coalesce-async-copy", "give asynchronous copies a layout in which each thread copies no more than is contiguous">;
def TritonGPUReduceDataDuplication : FathomPass<"tritongpu-reduce-data-duplication", "convert to an operand's layout through shared memory">;
def TritonGPUReorderInstructions : FathomPass<"tritongpu-reorder-instructions", "move conversions and loads from shared memory to their uses, to hold fewer registers">;
def TritonNvidiaGPUOptimizeDescriptorEncoding : FathomPass<"triton-nvidia-optimize-descriptor-encoding", "say how the blocks of each descriptor lie in shared memory">;
def TritonNvidiaGPUTMALowering : FathomPass<"triton-nvidia-tma-lowering", "descriptors and what they are used for by TMA">;
def TritonNvidiaGPUFenceInsertion : FathomPass<"triton-nvidia-gpu-fence-insertion", "fences between what threads write to shared memory and what matrix units and TMA read there"> {
  let options = [Option<"computeCapability", "compute-capability", "int32_t", "90", "the GPU's: nothing is done below 90">];
}
def AllocateSharedMemory : FathomPass<"allocate-shared-memory", "give buffers and scratch space their offsets in shared memory">;

//===--- On TTGIR, AMD ---===//

def TritonAMDGPUAccelerateMatmul : FathomPass<"tritonamdgpu-accelerate-matmul", "products on AMD's matrix units"> {
  let options = [
    Option<"archGenerationName", "gfx-arch", "std::string", /*default=*/"", "the GPU, as in gfx942">,
    Option<"matrixInstructionSize", "matrix-instruction-size", "int32_t", "0", "16 or 32; 0: chosen by the shape">,
    Option<"kPack", "kPack", "int32_t", "1", "how many instructions' elements along K a thread loads at once">];
}
def TritonAMDGPUOptimizeEpilogue : FathomPass<"tritonamdgpu-optimize-epilogue", "store products in the layout that they were computed in">;
def TritonAMDGPUScheduleLoops : FathomPass<"tritonamdgpu-schedule-loops", "AMD's schedule of a loop: loads early, products late"> {
  let options = [Option<"numStages", "num_stages", "int32_t", "2", "stages of the software pipeline">];
}
def TritonAMDGPUPipeline : FathomPass<"tritonamdgpu-pipeline", "run iterations overlapped, through registers and shared memory, as scheduled"> {
  let options = [
    Option<"useAsyncCopy", "use_async_copy", "bool", "false", "whether loads go to shared memory directly">,
    Option<"usePingpong", "use_pingpong", "bool", "false", "accepted for upstream's command lines; without effect">];
}
def TritonAMDGPUInThreadTranspose : FathomPass<"tritonamdgpu-in-thread-transpose", "turn what threads loaded across K, so that operands are read from shared memory in whole pieces">;

//===--- Printing analyses ---===//

def TestAxisInfo : FathomPass<"test-print-alignment", "print contiguity, divisibility and constancy of each value">;
def TestRangeAnalysis : FathomPass<"test-tritonamdgpu-range-analysis", "print between which numbers each integer lies">;
def TestAlias : FathomPass<"test-print-alias", "print which buffers each value may be">;
def TestAllocation : FathomPass<"test-print-allocation", "print the offset and the size of each buffer in shared memory">;
def TestMembar : FathomPass<"test-print-membar", "insert the barriers that shared memory needs">;
def TestQuality : FathomPass<"test-print-quality", "print conversions, widths of accesses, pipelined and invariant loads, and products"> {
  let options = [Option<"locations", "locations", "bool", "false", "print where each op comes from">];
}

#endif
