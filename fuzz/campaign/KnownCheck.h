// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps lists of known bugs true: asks subjects about the cases that show the bugs, and says where the answers and the list differ.
//
//   a case fails with a signature that no entry lists for the subject     Missing: the bug is learned, from a reduced case
//   an entry lists a subject, and none of its cases fails so there        Gone: a new release, or a checkout that has changed, has the bug no more; it
//                                                                          would hide the next one that looks like it
//
// A subject that does not read a case, refuses it or does not know its targets says nothing about it. An entry without cases, and one that lists a
// subject with a "*" alone, are never gone.
//
// What is learned is put in an entry of the case and the signature; a new one has the case's normal form where the signature does not name a place in
// the compiler (namesPlace).
#ifndef FATHOM_FUZZ_CAMPAIGN_KNOWNCHECK_H
#define FATHOM_FUZZ_CAMPAIGN_KNOWNCHECK_H

#include "fuzz/campaign/KnownBugs.h"
#include "oracles/subject/Subject.h"

#include <functional>

namespace fathom {

struct KnownDifference {
  enum class Kind { Missing, Gone };
  Kind kind;
  std::string subject;
  Signature signature;
  std::string file; ///< The case; of a Gone one the list.
};

struct KnownCheckOptions {
  std::vector<std::string> cases; ///< To learn from, beside those of the entries.
  std::vector<std::string> subjects;
  Limits limits;
  std::string newFile; ///< Where entries that are new are put.
  std::function<llvm::Expected<std::unique_ptr<Subject>>(llvm::StringRef)> open = openSubject;
};

/// Asks all subjects about all cases; `known` is changed so that there is no difference any more. An error is of the environment, or names the case
/// that cannot be read.
llvm::Expected<std::vector<KnownDifference>> checkKnown(KnownBugs &known,
                                                        const KnownCheckOptions &options);

/// Whether a signature names what went wrong so closely that all its failures may be taken for one bug: an expression, or a text, of the compiler's
/// source.
bool namesPlace(const Signature &signature);

} // namespace fathom

#endif
