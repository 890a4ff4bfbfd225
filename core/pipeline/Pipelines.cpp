// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lists of passes.
#include "core/pipeline/Pipelines.h"

#include "core/passes/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace fathom;

static int capability(const Target &target) {
  int value = 0;
  target.arch.getAsInteger(10, value);
  return value;
}

namespace {

/// Before inlining: a function of several blocks may become one of one block, which fits in a loop. The others are left to the pass that
/// follows inlining.
struct CanonicalizeBlocks : PassWrapper<CanonicalizeBlocks, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CanonicalizeBlocks)
  StringRef getArgument() const final { return "fathom-canonicalize-blocks"; }
  StringRef getDescription() const final { return "canonicalize functions of several blocks"; }
  void runOnOperation() final {
    Operation *function = getOperation();
    if (function->getNumRegions() != 1 || function->getRegion(0).empty() ||
        function->getRegion(0).hasOneBlock())
      return markAllAnalysesPreserved();
    OpPassManager manager(function->getName().getStringRef(), OpPassManager::Nesting::Explicit);
    manager.addPass(createCanonicalizerPass());
    if (failed(runPipeline(manager, function)))
      signalPassFailure();
  }
};

/// A module without calls is what most kernels are, and left as it is.
struct InlineCalls : PassWrapper<InlineCalls, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InlineCalls)
  StringRef getName() const final { return "InlineCalls"; }
  StringRef getArgument() const final { return "fathom-inline-calls"; }
  StringRef getDescription() const final { return "inline functions that are called"; }
  void runOnOperation() final {
    auto isCall = [](CallOpInterface) { return WalkResult::interrupt(); };
    if (!getOperation().walk(isCall).wasInterrupted())
      return markAllAnalysesPreserved();
    OpPassManager manager(ModuleOp::getOperationName());
    manager.addPass(createInlinerPass({}, [](OpPassManager &function) {
      function.addPass(std::make_unique<CanonicalizeBlocks>());
    }));
    if (failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }
};

/// Constants that go through carried values and branches are for SCCP to see; all others canonicalizers find.
struct PropagateConstants : PassWrapper<PropagateConstants, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PropagateConstants)
  StringRef getName() const final { return "PropagateConstants"; }
  StringRef getArgument() const final { return "fathom-propagate-constants"; }
  StringRef getDescription() const final { return "SCCP, where control flow carries values"; }
  void runOnOperation() final {
    auto carriesValues = [](Operation *op) {
      bool gives =
          op->getNumResults() > 0 && op->getNumRegions() > 0 && isa<RegionBranchOpInterface>(op);
      bool carries = gives || op->getNumSuccessors() > 0 || isa<CallOpInterface>(op);
      return carries ? WalkResult::interrupt() : WalkResult::advance();
    };
    if (!getOperation().walk(carriesValues).wasInterrupted())
      return markAllAnalysesPreserved();
    OpPassManager manager(ModuleOp::getOperationName());
    manager.addPass(createSCCPPass());
    if (failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }
};

/// MLIR's canonicalizer collects the patterns of every op that any dialect has, anew in each place of a list, which takes longer than to apply them to
/// a small kernel. The canonicalizers of a list share one set.
class Simplifier {
public:
  /// Appends a canonicalizer.
  void addTo(OpPassManager &manager) const {
    manager.addPass(std::make_unique<Canonicalizer>(patterns));
  }

private:
  struct Patterns {
    MLIRContext *context = nullptr;
    FrozenRewritePatternSet set;
  };

  static FrozenRewritePatternSet collect(MLIRContext *context) {
    RewritePatternSet patterns(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(patterns, context);
    return std::move(patterns);
  }

  struct Canonicalizer : PassWrapper<Canonicalizer, OperationPass<>> {
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Canonicalizer)
    explicit Canonicalizer(std::shared_ptr<Patterns> patterns) : patterns(std::move(patterns)) {}
    StringRef getName() const final { return "Canonicalizer"; }
    StringRef getArgument() const final { return "canonicalize"; }
    StringRef getDescription() const final { return "canonicalize"; }
    LogicalResult initialize(MLIRContext *context) final {
      if (patterns->context != context)
        *patterns = {context, collect(context)};
      return success();
    }
    void runOnOperation() final {
      GreedyRewriteConfig config;
      config.setUseTopDownTraversal();
      config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
      bool changed = false;
      (void)applyPatternsGreedily(getOperation(), patterns->set, config, &changed);
      if (!changed)
        markAllAnalysesPreserved();
    }
    std::shared_ptr<Patterns> patterns;
  };

  std::shared_ptr<Patterns> patterns = std::make_shared<Patterns>();
};

} // namespace

void fathom::addTtirPasses(OpPassManager &manager, const PipelineOptions &options) {
  Simplifier simplifier;
  manager.addPass(std::make_unique<InlineCalls>());
  manager.addPass(createTritonRewriteTensorPointer());
  // TMA takes descriptors since Hopper.
  int sm = options.target.vendor == Vendor::cuda ? capability(options.target) : 0;
  manager.addPass(createTritonRewriteTensorDescriptorToPointer({.tma = sm >= 90 ? sm : 0}));
  simplifier.addTo(manager);
  manager.addPass(createTritonCombineOps());
  manager.addPass(createTritonReorderBroadcast());
  manager.addPass(createCSEPass());
  if (options.target.vendor == Vendor::hip)
    manager.addPass(createTritonLoopInvariantCodeMotion());
  manager.addPass(createSymbolDCEPass());
  manager.addPass(createTritonLoopUnroll());
}

static void addCudaPasses(OpPassManager &manager, const PipelineOptions &options) {
  int sm = capability(options.target);
  Simplifier simplifier;
  manager.addPass(createTritonGPUCoalesce());
  manager.addPass(createTritonGPUF32DotTC());
  manager.addPass(createTritonGPURemoveLayoutConversions());
  manager.addPass(createTritonGPUOptimizeThreadLocality());
  manager.addPass(createTritonGPUAccelerateMatmul());
  manager.addPass(createTritonGPURemoveLayoutConversions());
  manager.addPass(createTritonGPUOptimizeDotOperands({.hoistLayoutConversion = sm >= 80}));
  if (sm >= 90)
    manager.addPass(createTritonNvidiaGPUOptimizeDescriptorEncoding());
  manager.addPass(createTritonLoopAwareCSE());
  manager.addPass(createTritonGPUFuseNestedLoops());
  simplifier.addTo(manager);
  manager.addPass(createTritonLoopInvariantCodeMotion());
  simplifier.addTo(manager);
  manager.addPass(createTritonGPUCombineTensorSelectAndIf());
  manager.addPass(createTritonGPUAssignLatencies({.numStages = options.numStages}));
  manager.addPass(createTritonGPUScheduleLoops({.numStages = options.numStages}));
  manager.addPass(createTritonGPUPipeline({.numStages = options.numStages}));
  simplifier.addTo(manager);
  manager.addPass(createTritonLoopAwareCSE());
  manager.addPass(createTritonGPUPrefetch());
  manager.addPass(createTritonGPUOptimizeDotOperands({.hoistLayoutConversion = sm >= 80}));
  manager.addPass(createTritonGPUCoalesceAsyncCopy());
  if (sm >= 90)
    manager.addPass(createTritonNvidiaGPUTMALowering());
  manager.addPass(createTritonGPURemoveLayoutConversions());
  manager.addPass(createTritonGPUReduceDataDuplication());
  manager.addPass(createTritonGPUReorderInstructions());
  manager.addPass(createTritonLoopAwareCSE());
  if (sm >= 90)
    manager.addPass(createTritonNvidiaGPUFenceInsertion({.computeCapability = sm}));
  manager.addPass(std::make_unique<PropagateConstants>());
  manager.addPass(createCSEPass());
  simplifier.addTo(manager);
}

static void addHipPasses(OpPassManager &manager, const PipelineOptions &options) {
  Simplifier simplifier;
  manager.addPass(createTritonGPUCoalesce());
  manager.addPass(createTritonGPUF32DotTC());
  manager.addPass(createTritonGPURemoveLayoutConversions());
  manager.addPass(createTritonGPUOptimizeThreadLocality());
  manager.addPass(
      createTritonAMDGPUAccelerateMatmul({.archGenerationName = options.target.arch.str()}));
  manager.addPass(createTritonGPURemoveLayoutConversions());
  manager.addPass(createTritonAMDGPUOptimizeEpilogue());
  manager.addPass(createTritonGPUOptimizeDotOperands({.hoistLayoutConversion = true}));
  manager.addPass(createTritonGPUFuseNestedLoops());
  simplifier.addTo(manager);
  manager.addPass(createTritonLoopInvariantCodeMotion());
  simplifier.addTo(manager);
  manager.addPass(createTritonAMDGPUScheduleLoops({.numStages = options.numStages}));
  manager.addPass(createTritonAMDGPUPipeline());
  simplifier.addTo(manager);
  // What the first loads of a pipelined loop read may be the same in each trip of a loop around it.
  manager.addPass(createTritonLoopInvariantCodeMotion());
  if (options.target.arch == "gfx942")
    manager.addPass(createTritonAMDGPUInThreadTranspose());
  manager.addPass(createTritonGPURemoveLayoutConversions());
  manager.addPass(createTritonGPUReduceDataDuplication());
  manager.addPass(createTritonGPUReorderInstructions());
  simplifier.addTo(manager);
  manager.addPass(createCSEPass());
}

void fathom::addTtgirPasses(OpPassManager &manager, const PipelineOptions &options) {
  manager.addPass(createConvertTritonToTritonGPU({.target = options.target.str(),
                                                  .numWarps = options.numWarps,
                                                  .threadsPerWarp = options.target.warpSize,
                                                  .numCTAs = options.numCtas}));
  if (options.target.vendor == Vendor::cuda)
    addCudaPasses(manager, options);
  else
    addHipPasses(manager, options);
}

namespace {

/// The options of a pipeline given as text.
struct TextOptions : PassPipelineOptions<TextOptions> {
  Option<std::string> target{*this, "target", llvm::cl::desc("the GPU, as in cuda:80"),
                             llvm::cl::init("cuda:80")};
  Option<int> numWarps{*this, "num-warps", llvm::cl::desc("warps of a program"), llvm::cl::init(4)};
  Option<int> numStages{*this, "num-stages", llvm::cl::desc("stages of the software pipeline"),
                        llvm::cl::init(3)};
  Option<int> numCtas{*this, "num-ctas", llvm::cl::desc("blocks of a cluster"), llvm::cl::init(1)};
};

} // namespace

template <void (*add)(OpPassManager &, const PipelineOptions &)>
static void registerPipeline(StringRef name, StringRef what) {
  static PassPipelineRegistration<TextOptions> registration(
      name, what, [](OpPassManager &manager, const TextOptions &text) {
        llvm::Expected<Target> target = parseTarget(text.target);
        if (!target)
          llvm::report_fatal_error(target.takeError(), /*gen_crash_diag=*/false);
        add(manager, {*target, text.numWarps, text.numStages, text.numCtas});
      });
}

void fathom::registerPipelines() {
  registerPipeline<addTtirPasses>("fathom-ttir", "simplify TTIR as for a GPU");
  registerPipeline<addTtgirPasses>("fathom-ttgir", "make optimized TTGIR of TTIR, for a GPU");
}
