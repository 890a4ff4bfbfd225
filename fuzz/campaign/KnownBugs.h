// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signatures of bugs that are known, with the subjects that have them: a campaign counts them and files nothing.
//
// A folder of .txt files (corpus/known), each a list of entries:
//
//   # triton issue 4178: a while loop nested in a for loop
//   no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
//     triton:3.0.0 triton:3.1.0
//
// A line that starts with # is a comment, an unindented line is a signature, the indented line below it names the subjects; "*" at the end of a
// subject stands for any rest.
#ifndef FATHOM_FUZZ_CAMPAIGN_KNOWNBUGS_H
#define FATHOM_FUZZ_CAMPAIGN_KNOWNBUGS_H

#include "oracles/Verdict.h"

#include "llvm/ADT/StringMap.h"

#include <vector>

namespace fathom {

class KnownBugs {
public:
  /// Reads every .txt file of the folder. An error names the file and the line.
  static llvm::Expected<KnownBugs> read(llvm::StringRef folder);
  llvm::Error readText(llvm::StringRef text, llvm::StringRef name);

  bool contains(const Signature &signature, llvm::StringRef subject) const;

private:
  llvm::StringMap<std::vector<std::string>> subjectsOf;
};

} // namespace fathom

#endif
