// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, verifies and prints stages of IR with the diagnostics caught.
#include "oracles/check/StageIr.h"

#include "core/ir/ReadModule.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace llvm;

namespace fathom {

mlir::OwningOpRef<mlir::ModuleOp> readStage(const StageText &stage, mlir::MLIRContext &context,
                                            std::string &why) {
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (why.empty())
      why = diagnostic.str();
    return mlir::success();
  });
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  mlir::OwningOpRef<mlir::ModuleOp> module = readModule(stage.text, config, stageName(stage.stage));
  return module;
}

std::string verifyErrors(mlir::ModuleOp module) {
  std::string text;
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic &diagnostic) {
    raw_string_ostream(text) << diagnostic << "\n";
    return mlir::success();
  });
  return succeeded(mlir::verify(module)) ? "" : text;
}

std::string printedIr(mlir::ModuleOp module) {
  std::string text;
  raw_string_ostream out(text);
  module.print(out);
  return text;
}

} // namespace fathom
