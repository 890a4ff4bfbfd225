// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells a refusal that a user could act on from a bug. Refusals.def has the rows.
#ifndef FATHOM_ORACLES_SUBJECT_REFUSALS_H
#define FATHOM_ORACLES_SUBJECT_REFUSALS_H

#include "oracles/subject/Subject.h"

#include "llvm/ADT/ArrayRef.h"

namespace fathom {

struct Refusal {
  llvm::StringRef
      pattern;            ///< An extended regular expression, looked for in the normalised message.
  llvm::StringRef reason; ///< A few words; campaigns count by it.
  llvm::StringRef example; ///< A message as a compiler gives it.
};

llvm::ArrayRef<Refusal> allRefusals();

/// Why the compiler refused the program, if that is what the failure is. Only errors and fatal
/// errors can be refusals: a crash is a bug whatever it says.
std::optional<llvm::StringRef> refusalReason(const Failure &failure);

} // namespace fathom

#endif
