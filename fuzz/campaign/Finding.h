// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A finding: a failure by its signature and, once it is reduced, by its normal form, with who met it where. finding.json says it to machines:
//
//   {"signature": "no-crash: assertion in ...", "form": "func{...}", "subject": "triton:3.1.0", "target": "cuda:80",
//    "options": {"num-warps": 4, "num-stages": 3, "num-ctas": 1}, "stage": "ttgir", "origin": "choices:...",
//    "found": {"source": "profile default", "seed": "7", "program": 177, "seconds": 12.3, "at": 1796083200},
//    "ops": 9, "questions": 180, "knobs": [...], "releases": [...], ...}                      from the reduction on (Shrink.h)
#ifndef FATHOM_FUZZ_CAMPAIGN_FINDING_H
#define FATHOM_FUZZ_CAMPAIGN_FINDING_H

#include "oracles/TestCase.h"
#include "oracles/Verdict.h"

#include "llvm/Support/JSON.h"

namespace fathom {

inline constexpr llvm::StringLiteral originalFile = "original.mlir", detailsFile = "finding.json",
                                     reducedFile = "reduced.mlir",
                                     notReducedFile = "not-reduced.txt";

/// Where and when a campaign met something.
struct FoundBy {
  std::string source; ///< ProgramSource::identity().
  uint64_t seed = 0, program = 0;
  double seconds = 0; ///< Into the campaign.
  int64_t at = 0;     ///< Since 1970, in seconds.
};

struct Finding {
  Signature signature;
  std::string form =
      {}; ///< The normal form of the reduced case (NormalForm.h); empty until it is reduced to the end.
  std::string subject = {}; ///< Who failed first.
  std::string target = {};  ///< What for.
  CompileOptions options = {};
  Stage stage = Stage::Ttgir;
  std::string origin = {};
  FoundBy found = {};
  llvm::json::Object more = {}; ///< The other keys of finding.json, kept as they are.

  std::string name = {}; ///< Its folder's, "TritonGPURemoveLayoutConversions-1a2b3c4d".
  llvm::StringRef outcome =
      {}; ///< Of shrinking: reducedFile, notReducedFile, or empty while it was not tried.

  /// Whether the other one is the very failure that this one is: the same program, compiled in the same way.
  bool isMeetingOf(const Finding &other) const;
  /// The order in which a single campaign would have met them: by program.
  bool isBefore(const Finding &other) const;
};

/// The finding of a test case that names one subject and one target.
Finding makeFinding(const TestCase &test, const Signature &signature, FoundBy found = {});

std::string printFinding(const Finding &finding);
/// All but the name and the outcome. An error names the file.
llvm::Expected<Finding> parseFinding(llvm::StringRef text, llvm::StringRef path);

/// The name of the folder for the first finding of a signature, and for others, which have another normal form.
std::string findingName(const Signature &signature, llvm::StringRef form = "");

} // namespace fathom

#endif
