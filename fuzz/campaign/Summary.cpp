// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a campaign's progress line and summary page.
#include "fuzz/campaign/Summary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace fathom {

static std::string minutes(double seconds) {
  unsigned whole = unsigned(seconds);
  return formatv("{0}:{1,0+2}", whole / 60, whole % 60).str();
}

static double validPercent(const CampaignCounts &counts) {
  return counts.programs
             ? 100.0 * double(counts.programs - counts.invalid) / double(counts.programs)
             : 100.0;
}

std::string progressLine(const CampaignOptions &options, const CampaignCounts &counts,
                         const CampaignCounts &atStart) {
  double seconds = counts.seconds - atStart.seconds;
  double rate = seconds > 0 ? double(counts.programs - atStart.programs) / seconds : 0;
  uint64_t inconclusive = 0;
  for (const auto &[reason, count] : counts.inconclusive)
    inconclusive += count;
  return formatv("programs {0} ({1:F1}/s), valid {2:F1}%, findings {3} new, {4} known, "
                 "inconclusive {5}, {6} of {7}",
                 counts.programs, rate, validPercent(counts), counts.newFindings, counts.known,
                 inconclusive, minutes(seconds), minutes(options.seconds))
      .str();
}

std::string summaryText(const CampaignOptions &options, const CampaignCounts &counts,
                        const FindingsFolder &folder) {
  std::string text;
  raw_string_ostream out(text);
  out << "fathom campaign\n\n"
      << "subjects   " << join(options.subjects, ", ") << "\n"
      << "targets    "
      << join(map_range(options.targets, [](const Target &t) { return t.str(); }), ", ") << "\n"
      << "generator  profile " << options.profile << ", RNG seed " << options.seed << "\n"
      << formatv("programs   {0} in {1} ({2:F1}/s), {3:F1}% valid, {4} compiles judged\n",
                 counts.programs, minutes(counts.seconds),
                 counts.seconds > 0 ? double(counts.programs) / counts.seconds : 0,
                 validPercent(counts), counts.trials);

  std::vector<Finding> findings = folder.list();
  auto timesMet = [&](const Finding &finding) {
    auto found = counts.failures.find(finding.signature.str());
    return found == counts.failures.end() ? 0 : found->second;
  };
  llvm::sort(findings, [&](const Finding &a, const Finding &b) {
    return std::pair(timesMet(b), a.name) < std::pair(timesMet(a), b.name);
  });
  out << "\n" << findings.size() << " finding(s)\n";
  for (const Finding &finding : findings)
    out << formatv("  {0,5} x  {1}\n           {2}, {3}; {4}/{5}\n", timesMet(finding),
                   finding.signature.str(), finding.subject, finding.target, finding.name,
                   finding.outcome == reducedFile ? reducedFile : "original.mlir");
  if (counts.known)
    out << "\n" << counts.known << " failure(s) of known bugs, not filed\n";
  if (!counts.inconclusive.empty()) {
    out << "\nnot judged, by reason\n";
    for (const auto &[reason, count] : counts.inconclusive)
      out << formatv("  {0,5} x  {1}\n", count, reason);
  }
  return text;
}

} // namespace fathom
