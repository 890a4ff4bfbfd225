// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings programs from elsewhere into fathom: as choices of the generator where they can be found, else as an entry of a corpus.
//
//   ORIGIN line that still makes the program   kept as it is
//   a program that the generator could write   its choices, found by search: ORIGIN: choices:small:9f3a...
//   any other                                  ORIGIN: import:NAME, with a launch that is deduced; `fathom fuzz --corpus` and `fathom mutate` work on it
#ifndef FATHOM_FUZZ_IMPORT_IMPORT_H
#define FATHOM_FUZZ_IMPORT_IMPORT_H

#include "fuzz/import/FindChoices.h"

#include <map>

namespace fathom {

struct Imported {
  TestCase test;
  bool choices = false; ///< Its ORIGIN line makes it again.
  std::string how;      ///< In words; where the search ended, if it found none.
};

class Importer {
public:
  /// Searches in one profile after the other; what it needs to know of them it learns when it first searches. The context must have the dialects loaded, and live
  /// as long.
  Importer(llvm::ArrayRef<const Profile *> profiles, const SearchBounds &bounds,
           mlir::MLIRContext &context)
      : profiles(profiles), bounds(bounds), context(context) {}

  /// An error if the file cannot be read.
  llvm::Expected<Imported> import(llvm::StringRef path);

private:
  static constexpr unsigned lessons = 5000; ///< Programs to learn from.

  std::vector<const Profile *> profiles;
  SearchBounds bounds;
  mlir::MLIRContext &context;
  std::map<const Profile *, Experience> experience;
};

} // namespace fathom

#endif
