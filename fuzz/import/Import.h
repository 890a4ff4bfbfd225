// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings programs from elsewhere into fathom: as choices of the generator where they can be found, else as an entry of a corpus.
//
//   ORIGIN line that still makes the program   kept as it is
//   a program that the generator could write   its choices, found by search: ORIGIN: choices:small:9f3a...
//   any other                                  ORIGIN: import:NAME, with a launch that is deduced; `fathom fuzz --corpus` and `fathom mutate` work on it
#ifndef FATHOM_FUZZ_IMPORT_IMPORT_H
#define FATHOM_FUZZ_IMPORT_IMPORT_H

#include "fuzz/import/FindChoices.h"

namespace fathom {

struct Imported {
  TestCase test;
  bool choices = false; ///< Its ORIGIN line makes it again.
  std::string how;      ///< In words; where the search ended, if it found none.
};

/// Searches with one profile after the other. The context must have the dialects loaded. An error if the file cannot be read.
llvm::Expected<Imported> importProgram(llvm::StringRef path,
                                       llvm::ArrayRef<const Profile *> profiles,
                                       const SearchBounds &bounds, mlir::MLIRContext &context);

} // namespace fathom

#endif
