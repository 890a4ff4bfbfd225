// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads any text as IR, prints what was read and reads it again. Bugs seen: crashes of parsers,
// verifiers and printers, refusals without a located diagnostic, and prints that do not read back
// as the same IR.
#ifndef FATHOM_FUZZ_TARGETS_READANDPRINT_H
#define FATHOM_FUZZ_TARGETS_READANDPRINT_H

#include "mlir/IR/MLIRContext.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace fathom {

struct ReadingResult {
  /// What is wrong; empty when all is well: the text is refused with a located diagnostic, or reads
  /// back as it is printed.
  std::string problem;
  /// Whether it is IR.
  bool accepted = false;
};

/// The context has the dialects of makeContext(). `plant`: the printer is wrong; it takes i32 for i64.
ReadingResult readAndPrint(mlir::MLIRContext &context, llvm::StringRef text, bool plant = false);

} // namespace fathom

#endif
