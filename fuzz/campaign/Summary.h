// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a campaign says of itself: the progress line and the one-page summary of its folder.
#ifndef FATHOM_FUZZ_CAMPAIGN_SUMMARY_H
#define FATHOM_FUZZ_CAMPAIGN_SUMMARY_H

#include "fuzz/campaign/Campaign.h"

namespace fathom {

/// "programs 1234 (81/s), valid 100.0%, findings 3 new, 1 known, inconclusive 12, 0:35 of 1:00"
std::string progressLine(const CampaignOptions &options, const CampaignCounts &counts,
                         const CampaignCounts &atStart);

/// The page: what was run, what was found by signature, what was inconclusive by reason.
std::string summaryText(const CampaignOptions &options, const CampaignCounts &counts,
                        const FindingsFolder &folder);

} // namespace fathom

#endif
