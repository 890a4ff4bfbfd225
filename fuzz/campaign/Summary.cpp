// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a campaign's progress line and summary page.
#include "fuzz/campaign/Summary.h"

#include "fuzz/campaign/FindingsFolder.h"

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

std::string progressLine(const CampaignCounts &counts, const CampaignCounts &atStart,
                         double limit) {
  double seconds = counts.seconds - atStart.seconds;
  double rate = seconds > 0 ? double(counts.programs - atStart.programs) / seconds : 0;
  return formatv("programs {0} ({1:F1}/s), valid {2:F1}%, findings {3} new, {4} known{5}, "
                 "inconclusive {6}, {7} of {8}",
                 counts.programs, rate, validPercent(counts), counts.newFindings,
                 totalOf(counts.known), counts.old ? formatv(", {0} old", counts.old).str() : "",
                 totalOf(counts.inconclusive), minutes(seconds), minutes(limit))
      .str();
}

static void describe(raw_ostream &out, const RunState &run) {
  const RunIdentity &identity = run.identity;
  out << "subjects   " << join(identity.subjects, ", ") << "\n"
      << "targets    " << join(identity.targets, ", ") << "\n"
      << "programs   " << identity.source << ", RNG seed " << identity.seed;
  if (identity.shard.count > 1)
    out << formatv(", shard {0}/{1}", identity.shard.index, identity.shard.count);
  if (!identity.options.empty())
    out << "; " << identity.options;
  out << "\n";
}

static void describe(raw_ostream &out, const CampaignCounts &counts) {
  out << formatv("judged     {0} programs in {1} ({2:F1}/s), {3:F1}% valid, {4} compiles\n",
                 counts.programs, minutes(counts.seconds),
                 counts.seconds > 0 ? double(counts.programs) / counts.seconds : 0,
                 validPercent(counts), counts.trials);
}

std::string summaryText(ArrayRef<RunState> runs, ArrayRef<Finding> found) {
  std::string text;
  raw_string_ostream out(text);
  out << "fathom campaign\n\n";
  CampaignCounts counts;
  for (const RunState &run : runs) {
    describe(out, run);
    describe(out, run.counts);
    out << "\n";
    counts += run.counts;
  }
  if (runs.size() > 1) {
    out << "all\n";
    describe(out, counts);
    out << "\n";
  }

  std::vector<Finding> findings(found);
  auto timesMet = [&](const Finding &finding) {
    auto met = counts.failures.find(finding.signature.str());
    return met == counts.failures.end() ? 0 : met->second;
  };
  llvm::sort(findings, [&](const Finding &a, const Finding &b) {
    return std::pair(timesMet(b), a.name) < std::pair(timesMet(a), b.name);
  });
  out << findings.size() << " finding(s)\n";
  for (const Finding &finding : findings) {
    out << formatv("  {0,5} x  {1}\n", timesMet(finding), finding.signature.str());
    if (!finding.form.empty())
      out << "           " << finding.form << "\n";
    out << formatv("           {0}, {1}; {2}/{3}\n", finding.subject, finding.target, finding.name,
                   finding.outcome == reducedFile ? reducedFile : originalFile);
  }
  if (!counts.known.empty()) {
    out << "\n" << totalOf(counts.known) << " failure(s) of known bugs, not filed\n";
    for (const auto &[signature, count] : counts.known)
      out << formatv("  {0,5} x  {1}\n", count, signature);
  }
  if (counts.old)
    out << "\n" << counts.old << " failure(s) that the base has too, not filed\n";
  if (!counts.inconclusive.empty()) {
    out << "\nnot judged, by reason\n";
    for (const auto &[reason, count] : counts.inconclusive)
      out << formatv("  {0,5} x  {1}\n", count, reason);
  }
  return text;
}

Error writeSummaries(StringRef folder, ArrayRef<RunState> runs, ArrayRef<Finding> findings) {
  if (Error error = writeFileAtomically(pathBelow(folder, "campaign.json"), printCampaign(runs)))
    return error;
  return writeFileAtomically(pathBelow(folder, "summary.txt"), summaryText(runs, findings));
}

Error writeSummaries(StringRef folder) {
  Expected<std::vector<RunState>> runs = readRunStates(pathBelow(folder, runsFolder));
  if (!runs)
    return runs.takeError();
  Expected<std::vector<Finding>> findings = readFindings(folder);
  if (!findings)
    return findings.takeError();
  return writeSummaries(folder, *runs, *findings);
}

} // namespace fathom
