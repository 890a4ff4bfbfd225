// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All that a findings folder (fuzz/campaign/FindingsFolder.h) says, read into one value that reports are made of: the HTML page and SARIF.
//
// The folder is only read, and may be of a campaign that runs or was killed. What a report can do without is a line in `gaps` when it is not there or cannot be read:
// the line names it and says what the report lacks for it.
//
//   Report report = *readReport("findings");
//   report.findings[0].filed.signature.str();   // "no-crash: assertion in ...", those that were met most come first
//   toJson(report);                             // what `fathom report --json` prints, and what page.py takes
#ifndef FATHOM_FUZZ_REPORT_REPORT_H
#define FATHOM_FUZZ_REPORT_REPORT_H

#include "fuzz/campaign/Finding.h"

#include <vector>

namespace fathom {

struct ReportedFinding {
  Finding filed;
  uint64_t met = 0; ///< How often its signature was met; 0: the campaign does not say.
  /// The text of its files. Empty: there is none. The original is only read where there is no reduced one, and of a long log the middle is left out.
  std::string original, reduced, notReduced, reproducer, log;

  /// Of the releases that were asked once it was reduced: "triton:3.1.0"; empty: none, or not asked.
  std::string firstBad() const { return filed.more.getString("first_bad").value_or("").str(); }
  std::string firstGood() const { return filed.more.getString("first_good").value_or("").str(); }
};

struct Report {
  std::string folder; ///< As it was given.
  std::string state;  ///< When the campaign saved last, "2026-01-31 12:00 UTC"; may be empty.
  llvm::json::Object campaign; ///< campaign.json.
  llvm::json::Array journals;  ///< {"run": name, "lines": [...]} for each run.
  llvm::json::Object features; ///< features.json.
  std::vector<ReportedFinding> findings;
  std::vector<std::string> gaps;
};

/// An error if there is no such folder, if it is no findings folder (neither a campaign's state nor a finding is in it), or if a finding cannot be read.
llvm::Expected<Report> readReport(llvm::StringRef folder);

/// {"folder", "state", "campaign", "journals", "features", "gaps", "findings": [what finding.json says and "name", "met", the texts; the signature in its
/// parts]}
llvm::json::Value toJson(const Report &report);

} // namespace fathom

#endif
