// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of promises, and how breaches are told.
#include "oracles/check/promises/Promises.h"

using namespace llvm;

namespace fathom {

#define FATHOM_PROMISE(pass, function, broken) std::string function(const PassRun &run);
#include "oracles/check/promises/Promises.def"

static const Promise promises[] = {
#define FATHOM_PROMISE(pass, function, broken) {pass, broken, function},
#include "oracles/check/promises/Promises.def"
};

ArrayRef<Promise> allPromises() { return promises; }

bool promisesAnything(StringRef pass) {
  return any_of(promises, [&](const Promise &promise) { return promise.pass == pass; });
}

std::string printedOp(mlir::Operation *op) {
  std::string text;
  raw_string_ostream os(text);
  op->print(os, mlir::OpPrintingFlags().skipRegions().useLocalScope());
  return text;
}

std::string findOp(mlir::ModuleOp module, function_ref<bool(mlir::Operation *)> breaks) {
  std::string found;
  module.walk([&](mlir::Operation *op) {
    if (!breaks(op))
      return mlir::WalkResult::advance();
    found = printedOp(op);
    return mlir::WalkResult::interrupt();
  });
  return found;
}

} // namespace fathom
