// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz target: bytes as IR text through parser, verifier and printer. For libFuzzer and AFL++.
#include "core/ir/Dialects.h"
#include "fuzz/targets/ReadAndPrint.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context keeps every type and attribute that it has seen.
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % 1000 == 0)
    context = fathom::makeContext();
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  std::string problem = fathom::readAndPrint(*context, text).problem;
  if (!problem.empty()) {
    llvm::errs() << problem << "\n";
    std::abort();
  }
  return 0;
}
