// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's opt for fathom's dialects, with all of MLIR's own passes, so that an upstream RUN line works with it. Before the passes that
// are asked for, texts of older releases get today's names.
#include "core/ir/Dialects.h"
#include "core/ir/LegacyDialects.h"
#include "core/ir/ReadModule.h"
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"
#include "core/pipeline/Pipelines.h"

#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace {

struct NormaliseLegacy : PassWrapper<NormaliseLegacy, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NormaliseLegacy)
  StringRef getArgument() const final { return "fathom-normalise-legacy"; }
  StringRef getDescription() const final {
    return "give attributes and ops of older releases today's names";
  }
  void runOnOperation() final {
    if (failed(fathom::normaliseLegacy(getOperation())))
      signalPassFailure();
  }
};

} // namespace

int main(int argc, char **argv) {
  registerAllPasses();
  fathom::registerPasses();
  fathom::registerPipelines();
  llvm::cl::opt<std::string> mutant(
      "mutant", llvm::cl::desc("inject a historical bug, a row of core/Mutants.def"));
  DialectRegistry registry;
  fathom::registerDialects(registry);
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, "fathom: optimizer for Triton's dialects\n", registry);

  llvm::InitLLVM init(argc, argv);
  if (!mutant.empty()) {
    llvm::Expected<fathom::Mutant> injected = fathom::parseMutant(mutant);
    if (!injected) {
      llvm::errs() << "fathom-opt: " << llvm::toString(injected.takeError()) << "\n";
      return 1;
    }
    fathom::injectMutant(*injected);
  }
  MlirOptMainConfig asked = MlirOptMainConfig::createFromCLOptions();
  if (asked.shouldShowDialects()) {
    llvm::outs() << "Available Dialects: ";
    llvm::interleave(registry.getDialectNames(), llvm::outs(), ",");
    llvm::outs() << "\n";
    return 0;
  }
  if (asked.shouldListPasses()) {
    printRegisteredPasses();
    return 0;
  }
  MlirOptMainConfig config = asked;
  config.setPassPipelineSetupFn([asked](PassManager &manager) {
    manager.addPass(std::make_unique<NormaliseLegacy>());
    return asked.setupPassPipeline(manager);
  });

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &error);
  std::unique_ptr<llvm::ToolOutputFile> sink = file ? openOutputFile(output, &error) : nullptr;
  if (!sink) {
    llvm::errs() << "fathom-opt: " << error << "\n";
    return 1;
  }
  if (std::optional<fathom::Unreadable> bad = fathom::findUnreadable(file->getBuffer())) {
    llvm::errs() << input << ':' << bad->line << ':' << bad->column << ": error: " << bad->reason
                 << "\n";
    return 1;
  }
  if (failed(MlirOptMain(sink->os(), std::move(file), registry, config)))
    return 1;
  sink->keep();
  return 0;
}
