// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads what is to be reduced from a file or a folder of any form in which people have a failing program.
//
//   case.mlir                 a test case, TTIR or TTGIR of any release, a log of IR dumps (oracles/TestCase.h)
//   crash.mlir                MLIR's crash reproducer, alone or in the log that it was printed to: its pipeline is the test case's
//   test.mlir                 a test of LLVM's style: an input for each part between lines `// -----`; the passes of its RUN line are theirs
//   CACHE/HASH/kernel.ttgir   a file of Triton's cache: the GPU, the knobs and the release are in kernel.json beside it
//   CACHE/HASH or CACHE       of each kernel in it, what the front end wrote (.source), then TTIR, then TTGIR
#ifndef FATHOM_REDUCER_INPUTS_H
#define FATHOM_REDUCER_INPUTS_H

#include "oracles/TestCase.h"

namespace fathom {

struct Input {
  TestCase test;
  std::string name; ///< "case.mlir", "test.mlir#2", "CACHE/HASH/kernel.ttir".
};

/// All that the path holds, at least one; "-" is standing input. What a file does not say of how it is compiled is left open.
llvm::Expected<std::vector<Input>> readInputs(llvm::StringRef path, mlir::MLIRContext &context);

/// The same of a text, for which the name stands in messages.
llvm::Expected<std::vector<Input>> parseInputs(llvm::StringRef text, llvm::StringRef name,
                                               mlir::MLIRContext &context);

} // namespace fathom

#endif
