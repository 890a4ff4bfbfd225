// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a campaign says of itself: the progress line, and the one-page summary of a findings folder.
#ifndef FATHOM_FUZZ_CAMPAIGN_SUMMARY_H
#define FATHOM_FUZZ_CAMPAIGN_SUMMARY_H

#include "fuzz/campaign/Finding.h"
#include "fuzz/campaign/RunState.h"

namespace fathom {

/// "programs 1234 (81/s), valid 100.0%, findings 3 new, 1 known, inconclusive 12, 0:35 of 1:00". The limit is in seconds.
std::string progressLine(const CampaignCounts &counts, const CampaignCounts &atStart, double limit);

/// The page: what was run, what was found by signature, what was inconclusive by reason.
std::string summaryText(llvm::ArrayRef<RunState> runs, llvm::ArrayRef<Finding> findings);

/// Writes campaign.json and summary.txt of a findings folder anew, from what is in it.
llvm::Error writeSummaries(llvm::StringRef folder);
llvm::Error writeSummaries(llvm::StringRef folder, llvm::ArrayRef<RunState> runs,
                           llvm::ArrayRef<Finding> findings);

} // namespace fathom

#endif
