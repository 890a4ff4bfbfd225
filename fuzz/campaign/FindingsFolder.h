// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder that a campaign files its findings in. One folder for each signature, named by the pass and the signature's id:
//
//   OUT/campaign.json                                  how far the campaign is (Campaign.h)
//   OUT/summary.txt                                    one page about all of it
//   OUT/TritonGPURemoveLayoutConversions-1a2b3c4d/
//       original.mlir                                  the test case as it was generated; the finding exists when this file does
//       log.txt                                        what the subject said
//       reduced.mlir                                   the lit test, once shrunk; or
//       not-reduced.txt                                why it could not be
//       reproduce.py                                   the same for a released Triton alone
//
// Files are written whole or not at all, the original first. Several threads may file at once.
#ifndef FATHOM_FUZZ_CAMPAIGN_FINDINGSFOLDER_H
#define FATHOM_FUZZ_CAMPAIGN_FINDINGSFOLDER_H

#include "oracles/TestCase.h"
#include "oracles/Verdict.h"

#include <map>
#include <mutex>

namespace fathom {

inline constexpr llvm::StringLiteral reducedFile = "reduced.mlir",
                                     notReducedFile = "not-reduced.txt";

struct Finding {
  Signature signature;
  std::string name;    ///< Its folder's, "TritonGPURemoveLayoutConversions-1a2b3c4d".
  std::string subject; ///< Who failed first.
  std::string target;  ///< What for.
  llvm::StringRef outcome =
      {}; ///< Of shrinking: reducedFile, notReducedFile, or empty while it was not tried.
};

class FindingsFolder {
public:
  /// Makes the folder or reads what is in it.
  static llvm::Expected<std::unique_ptr<FindingsFolder>> open(llvm::StringRef path);

  /// Files the test case under its signature and says true, or says false when there is such a finding. When it returns, the finding is on disk.
  llvm::Expected<bool> file(const TestCase &test, const Verdict &verdict);

  /// Writes another file of a finding: "reduced.mlir".
  llvm::Error add(llvm::StringRef finding, llvm::StringRef file, llvm::StringRef text);

  std::string pathOf(llvm::StringRef finding, llvm::StringRef file) const;
  std::vector<Finding> list() const;
  llvm::StringRef path() const { return folder; }

private:
  explicit FindingsFolder(llvm::StringRef path) : folder(path) {}

  std::string folder;
  mutable std::mutex mutex;
  std::map<std::string, Finding> findings; ///< By name.
};

/// The name of a signature's folder.
std::string findingName(const Signature &signature);

} // namespace fathom

#endif
