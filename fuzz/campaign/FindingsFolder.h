// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder that campaigns file their findings in. One folder for each signature, named by the pass and the signature's id; where reduced cases of one
// signature differ in their normal form, one more for each further form:
//
//   OUT/runs/                                          how far each run is (RunState.h)
//   OUT/campaign.json, OUT/summary.txt                 sums over all runs, and one page about all of it; written anew each time
//   OUT/features.json, OUT/blind-spots.txt             what compiles met, and what none did (RunFeatures.h)
//   OUT/TritonGPURemoveLayoutConversions-1a2b3c4d/
//       finding.json                                   who met it where, and what the reduction learned (Finding.h)
//       original.mlir                                  the test case as it was generated; the finding exists when this file does
//       log.txt                                        what the subject said
//       reduced.mlir                                   the lit test, once shrunk; or
//       not-reduced.txt                                why it could not be
//       reproduce.py                                   the same for a released Triton alone
//   OUT/TritonGPURemoveLayoutConversions-1a2b3c4d-77ce01aa/    the same signature, another normal form
//
// Files are written whole or not at all, the original after finding.json and before all else. Several threads may file at once; a second process is
// turned away.
#ifndef FATHOM_FUZZ_CAMPAIGN_FINDINGSFOLDER_H
#define FATHOM_FUZZ_CAMPAIGN_FINDINGSFOLDER_H

#include "fuzz/campaign/Finding.h"

#include "llvm/ADT/Twine.h"

#include <map>
#include <mutex>
#include <utility>

namespace fathom {

inline constexpr llvm::StringLiteral runsFolder = "runs", ///< Below a findings folder.
    stagingFolder = ".merge"; ///< There while a merge goes on (Merge.h).

/// Takes a folder for this process: until it is destroyed, or the process ends, however it ends.
class FolderLock {
public:
  /// Makes the folder if need be. An error if another process has it.
  static llvm::Expected<FolderLock> take(llvm::StringRef folder);
  FolderLock(FolderLock &&other) : file(std::exchange(other.file, -1)) {}
  ~FolderLock();

private:
  explicit FolderLock(int file) : file(file) {}
  int file;
};

class FindingsFolder {
public:
  /// Makes the folder or reads what is in it. Where another process has it open, or a merge into it was interrupted, it is an error that says so.
  static llvm::Expected<std::unique_ptr<FindingsFolder>> open(llvm::StringRef path);

  /// Files the test case as the finding says and says true; false when there is a finding of its name, or of its signature and form. When it returns,
  /// the finding is on disk.
  llvm::Expected<bool> file(const Finding &finding, const TestCase &test, llvm::StringRef log);

  /// Writes another file of a finding: "reduced.mlir".
  llvm::Error add(llvm::StringRef finding, llvm::StringRef file, llvm::StringRef text);

  /// Writes finding.json anew; the finding is known by its name.
  llvm::Error update(const Finding &finding);

  /// Path of a file of a finding; an empty finding is the folder itself.
  std::string pathOf(llvm::StringRef finding, llvm::StringRef file) const;
  /// Path of a file of a run: runPath("seed-7-1a2b3c4d", "json").
  std::string runPath(llvm::StringRef run, llvm::StringRef extension) const;

  std::vector<Finding> list() const; ///< By name.
  std::vector<Finding> withSignature(const Signature &signature) const;
  size_t size() const;
  llvm::StringRef path() const { return folder; }

private:
  FindingsFolder(llvm::StringRef path, FolderLock lock) : folder(path), lock(std::move(lock)) {}

  std::string folder;
  FolderLock lock;
  mutable std::mutex mutex;
  std::map<std::string, Finding> findings; ///< By name.
};

/// "folder/name", "folder/name/file".
std::string pathBelow(llvm::StringRef folder, const llvm::Twine &name,
                      const llvm::Twine &file = "");

/// The findings in the folders right below one; what a killed campaign left before it had filed anything is none.
llvm::Expected<std::vector<Finding>> readFindings(llvm::StringRef folder);

} // namespace fathom

#endif
