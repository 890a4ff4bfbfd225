// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bugs that are known, with the subjects that have them: a campaign counts their failures and files nothing.
//
// A folder of .txt files (corpus/known), each a list of entries:
//
//   # triton issue 4178: a while loop nested in a for loop
//   no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
//     triton:3.0.0 triton:3.1.0
//     case ../regressions/while-in-for.mlir
//
//   # the other value of a masked load becomes zero
//   same-meaning: difference in TritonGPUPipeline: stored values differ
//     triton:3.1.0
//     case ../regressions/other-value-of-a-copied-tile.mlir
//     form func{for{dot load load.other} store}
//
// A line that starts with # is a comment (of the entry below it), an unindented line is a signature. The indented lines below it: the subjects ("*" at the end stands for any
// rest), a case that shows the bug (relative to the file), and normal forms (NormalForm.h) of reduced cases. An entry without forms stands for all
// failures of the signature. One with forms stands for those alone, so that another bug with the same signature does not hide behind it: a campaign
// reduces some failures of such a signature and files those whose form is not listed.
#ifndef FATHOM_FUZZ_CAMPAIGN_KNOWNBUGS_H
#define FATHOM_FUZZ_CAMPAIGN_KNOWNBUGS_H

#include "oracles/Verdict.h"

#include <map>
#include <vector>

namespace fathom {

struct KnownBug {
  Signature signature;
  std::vector<std::string> subjects;
  std::vector<std::string>
      cases; ///< As they are written: absolute, or relative to the file's folder.
  std::vector<std::string> forms; ///< Empty: all failures of the signature.
  std::string comment = {};       ///< The lines above it, blank ones too.
  std::string file = {};          ///< Where it is written.

  bool isOf(llvm::StringRef subject) const;
  /// Path of a case that can be opened.
  std::string pathOf(llvm::StringRef caseFile) const;
};

class KnownBugs {
public:
  /// Reads every .txt file of the folder. An error names the file and the line.
  static llvm::Expected<KnownBugs> read(llvm::StringRef folder);
  /// Reads entries from a text; `path` is for errors, and where cases are relative to.
  llvm::Error readText(llvm::StringRef text, llvm::StringRef path);

  enum class Extent {
    None,   ///< The subject is not known to fail so.
    Forms,  ///< It is, but for the forms that are listed alone.
    Always, ///< It is, whatever the program.
  };
  Extent extent(const Signature &signature, llvm::StringRef subject) const;
  /// Whether an entry of that extent lists the form, or needs none.
  bool contains(const Signature &signature, llvm::StringRef subject, llvm::StringRef form) const;

  llvm::ArrayRef<KnownBug> entries() const { return bugs; }
  std::vector<KnownBug> &entries() { return bugs; }

  /// Drops an entry; what its comment says before its last blank line, of the file say, stays.
  void drop(size_t entry);
  /// Writes the files of all entries anew; what has not changed is as it was, if it was as printKnownBug has it.
  llvm::Error write() const;

private:
  std::vector<KnownBug> bugs;
  std::map<std::string, std::string> ends; ///< By file: the comment below its last entry.
};

/// The lines of an entry, with its comment.
std::string printKnownBug(const KnownBug &bug);

} // namespace fathom

#endif
