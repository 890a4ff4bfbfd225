// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz targets on texts: damaged IR through parser, verifier and printers, and, where it is IR, through the core's pipelines.
#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "core/pipeline/Pipelines.h"
#include "fuzz/targets/FuzzTarget.h"
#include "fuzz/targets/ReadAndPrint.h"
#include "fuzz/targets/TextMutator.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace fathom;

namespace fathom {
std::unique_ptr<FuzzTarget> makeTextsTarget(const FuzzTargetOptions &options);
std::unique_ptr<FuzzTarget> makeCompileTextsTarget(const FuzzTargetOptions &options);
} // namespace fathom

namespace {

class TextsTarget : public FuzzTarget {
public:
  explicit TextsTarget(const FuzzTargetOptions &options)
      : texts(options.texts), plant(options.plant) {
    if (texts.empty())
      texts.push_back("tt.func @kernel(%a: i32) {\n  tt.return\n}\n");
    mutator = std::make_unique<TextMutator>(texts);
  }

  Outcome run(llvm::ArrayRef<uint8_t> input) override {
    // A context keeps every type and attribute that it has seen.
    if (runs++ % 200 == 0) {
      context.reset();
      context = makeContext();
    }
    return run(*context, llvm::toStringRef(input));
  }
  Bytes input(uint64_t seed, uint64_t index) override {
    std::string text = mutator->mutate(seed, index);
    return Bytes(text.begin(), text.end());
  }
  Bytes mutate(llvm::ArrayRef<uint8_t> input, llvm::ArrayRef<uint8_t>, uint64_t rngSeed,
               size_t most) override {
    std::string text = mutator->mutateText(llvm::toStringRef(input).str(), rngSeed);
    text.resize(std::min(text.size(), most));
    return Bytes(text.begin(), text.end());
  }
  std::string print(llvm::ArrayRef<uint8_t> input) override {
    return llvm::toStringRef(input).str();
  }

protected:
  virtual Outcome run(mlir::MLIRContext &context, llvm::StringRef text) {
    ReadingResult result = readAndPrint(context, text, plant);
    return {result.problem, "", result.accepted};
  }

private:
  std::vector<std::string> texts;
  const bool plant;
  std::unique_ptr<TextMutator> mutator;
  std::unique_ptr<mlir::MLIRContext> context;
  unsigned runs = 0;
};

class CompileTextsTarget : public TextsTarget {
public:
  explicit CompileTextsTarget(const FuzzTargetOptions &options)
      : TextsTarget(options), targets(options.targets) {
    if (targets.empty())
      for (llvm::StringRef name : {"cuda:80", "cuda:90", "hip:gfx942", "hip:gfx1100"})
        targets.push_back(llvm::cantFail(parseTarget(name)));
  }

protected:
  Outcome run(mlir::MLIRContext &context, llvm::StringRef text) override {
    mlir::ScopedDiagnosticHandler quiet(&context,
                                        [](mlir::Diagnostic &) { return mlir::success(); });
    mlir::OwningOpRef<mlir::ModuleOp> module =
        readModule(text, mlir::ParserConfig(&context), "input");
    if (!module)
      return {"", "", false};
    for (const Target &target : targets) {
      mlir::PassManager passes(&context, mlir::ModuleOp::getOperationName(),
                               mlir::OpPassManager::Nesting::Implicit);
      PipelineOptions options{target};
      addTtirPasses(passes, options);
      addTtgirPasses(passes, options);
      mlir::OwningOpRef<mlir::ModuleOp> copy = module->clone();
      (void)passes.run(*copy);
    }
    return {};
  }

private:
  std::vector<Target> targets;
};

} // namespace

std::unique_ptr<FuzzTarget> fathom::makeTextsTarget(const FuzzTargetOptions &options) {
  return std::make_unique<TextsTarget>(options);
}
std::unique_ptr<FuzzTarget> fathom::makeCompileTextsTarget(const FuzzTargetOptions &options) {
  return std::make_unique<CompileTextsTarget>(options);
}
