// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds choices from which the generator writes a given program: the generator run backwards.
//
// A search. The generator runs with a string that is made up while it reads: by the experience of what was chosen before such ops. A Follower sees whether the
// ops that it writes are the program's, and the first that is not ends the run. What was chosen until then is varied, one choice at a time or all that
// follows anew, those since the last right op first; the strings that come furthest are varied most often. Lists of statements are as long as they may be until
// the program says that they end.
//
//   Found found = findChoices(program, *findProfile("small"), experience, {.runs = 60000});
//   if (found.bytes) ... generateTestCase(*found.bytes, profile, context) prints the program
//   else             ... the search ended at found.matched of found.size, before the op found.wanted
#ifndef FATHOM_FUZZ_IMPORT_FINDCHOICES_H
#define FATHOM_FUZZ_IMPORT_FINDCHOICES_H

#include "fuzz/gen/Generator.h"
#include "fuzz/import/Experience.h"

#include <optional>

namespace fathom {

struct SearchBounds {
  uint64_t runs = 60000; ///< Of the generator.
};

struct Found {
  std::optional<std::vector<uint8_t>> bytes;
  unsigned
      matched = 0,
      size = 0; ///< Ops, constants and arguments: how many the best string got right, of how many.
  mlir::Operation *wanted =
      nullptr; ///< What the program has where the best string went wrong; may be null.
  uint64_t runs = 0;
};

/// The program must be in TTIR. The same for the same arguments and experience.
Found findChoices(mlir::ModuleOp program, const Profile &profile, Experience &experience,
                  const SearchBounds &bounds = {});

} // namespace fathom

#endif
