// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs have met, on disk.
//
//   OUT/runs/RUN.features-4711.tsv     what a run had met, and kept to go on from, when it had judged 4711 programs (Guide.h)
//   OUT/features.json                  the sums over all runs, for readers (FeatureCounts.h), and
//   OUT/blind-spots.txt                what no run has met
//
// A run's state is the file that names the number of programs, and it says which features belong to it: they are written before it, and older ones are
// removed after it. So whenever a campaign is killed, there are features of just the programs that the state counts.
#ifndef FATHOM_FUZZ_CAMPAIGN_RUNFEATURES_H
#define FATHOM_FUZZ_CAMPAIGN_RUNFEATURES_H

#include "fuzz/campaign/Guide.h"
#include "fuzz/campaign/RunState.h"

namespace fathom {

/// "RUN.features-4711.tsv"
std::string featuresFile(const RunState &state);
/// Whether a file of the folder of runs belongs to another state of the run.
bool isOldFeatures(llvm::StringRef file, const RunState &state);

/// None if there is no such file: the run is from before there were any.
llvm::Expected<std::optional<Guide>> readRunFeatures(llvm::StringRef runs, const RunState &state);

llvm::Error removeOldFeatures(llvm::StringRef runs, const RunState &state);

/// Writes features.json and blind-spots.txt of a findings folder from what its runs have met.
llvm::Error writeFeatures(llvm::StringRef folder, const FeatureCounts &sums);
llvm::Error writeFeatures(llvm::StringRef folder);

} // namespace fathom

#endif
