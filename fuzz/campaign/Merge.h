// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges findings folders: what shards, nights and machines found, in one folder.
//
// Merging is commutative, associative and idempotent: the result is that of one campaign that has met all these failures.
//   runs        of two copies of one run, the further one
//   findings    of one signature: the one of the lowest program has the signature's plain name; of each other normal form, again that of the lowest
//               program; a failure of the same signature that was not reduced says nothing new, and goes
//
//   OUT: P-1a2b (program 9, form A), P-1a2b-77ce (program 20, form B)     DIR: P-1a2b (program 4, form B)
//   ->   P-1a2b (program 4, form B), P-1a2b-05f1 (program 9, form A)
//
// An interrupted merge loses nothing: everything that will be new lies in OUT/.merge before anything leaves OUT, and what leaves goes there, and merging again, with or
// without the folders that were merged, takes up what lies there.
#ifndef FATHOM_FUZZ_CAMPAIGN_MERGE_H
#define FATHOM_FUZZ_CAMPAIGN_MERGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fathom {

struct MergeStatistics {
  size_t findings = 0; ///< In the folder now.
  size_t taken = 0;    ///< Of these, those that came, or were named anew.
  size_t runs = 0;
  size_t runsTaken = 0;
};

/// Merges the folders into `out`, which is made if need be. The others are only read.
llvm::Expected<MergeStatistics> mergeFolders(llvm::StringRef out,
                                             llvm::ArrayRef<std::string> folders);

} // namespace fathom

#endif
