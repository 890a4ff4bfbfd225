// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shrinks a finding, asks the other releases about it, and writes it down for others.
#include "fuzz/campaign/Shrink.h"

#include "fuzz/gen/Generator.h"
#include "oracles/interp/Launch.h"
#include "oracles/subject/ReleaseSpelling.h"
#include "oracles/subject/Releases.h"
#include "reducer/ArgumentOrigins.h"
#include "reducer/KeepsSignature.h"
#include "reducer/PythonReproducer.h"
#include "reducer/Regression.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace fathom {

/// The releases that can be asked without fetching anything; none when the subject is no release.
static Expected<std::vector<std::string>> releasesToAsk(StringRef subject) {
  if (!subject.starts_with("triton:"))
    return std::vector<std::string>();
  Expected<std::vector<std::string>> specs = cachedReleases();
  if (specs)
    for (std::string &spec : *specs)
      spec = "triton:" + spec;
  return specs;
}

/// The script for the release of the subject; empty if it is none, or cannot be spelled for it.
static std::string pythonFor(const TestCase &test, const Signature &signature, StringRef subject) {
  if (!subject.consume_front("triton:") || subject.contains('/') || !test.passes.empty())
    return "";
  Expected<std::string> text = printForRelease(*test.program, subject);
  if (!text) {
    consumeError(text.takeError());
    return "";
  }
  return writePythonReproducer({.text = *text,
                                .isTtgir = test.program.get()->hasAttr("ttg.num-warps"),
                                .target = test.targets.front(),
                                .options = test.options,
                                .release = subject.str(),
                                .signature = signature});
}

/// Where the reduced test case comes from, short enough to be read.
static std::string reducedOrigin(const TestCase &test, const ReduceStatistics &statistics) {
  std::string origin = test.origin;
  for (StringRef line : test.otherLines)
    if (line.consume_front(generateKey))
      origin = "generate " + line.str();
  return formatv("{0}, reduced from {1} ops to {2}", origin, statistics.opsBefore,
                 statistics.opsAfter)
      .str();
}

Expected<ShrunkFinding> shrinkFinding(const TestCase &test, const CompileRequest &whole,
                                      const Signature &signature, Subject &subject,
                                      const ReduceOptions &options) {
  CompileRequest launched = whole;
  // One launch for all candidates.
  bool runs = is_contained({"same-meaning", "metamorphic"}, signature.oracle);
  if (runs && launched.launch.empty()) {
    Expected<interp::Launch> launch = interp::deduceLaunch(*test.program);
    if (!launch)
      return launch.takeError();
    launched.launch = interp::printLaunch(*launch);
  }
  Expected<CompileRequest> request = earliestRequest(*test.program, launched, subject, signature);
  if (!request)
    return request.takeError();
  Expected<ReduceResult> result =
      reduce(*test.program, test.options, keepsSignature(subject, *request, signature), options);
  if (!result)
    return result.takeError();

  ShrunkFinding shrunk;
  shrunk.test = test.clone();
  shrunk.test.program = std::move(result->program);
  shrunk.test.options = result->options;
  shrunk.test.subjects = {subject.name().str()};
  shrunk.test.targets = {request->target};
  shrunk.test.stage = request->stage;
  // What the file says of a finding is said anew. Only who runs a program needs a launch.
  shrunk.test.origin = reducedOrigin(test, result->statistics);
  shrunk.test.otherLines.clear();
  shrunk.test.launch = runs ? launchFor(*shrunk.test.program, request->launch) : "";

  CompileRequest asked = *request;
  asked.launch = shrunk.test.launch;
  asked.options = result->options;
  Expected<std::vector<std::string>> releases = releasesToAsk(subject.name());
  if (!releases)
    return releases.takeError();
  std::vector<ReleaseStanding> standings =
      releases->empty()
          ? std::vector<ReleaseStanding>{{subject.name().str(), Standing::Same, signature, ""}}
          : bisect(*shrunk.test.program, asked, signature, *releases).rows;
  shrunk.regression = writeRegression(shrunk.test, signature, standings);
  shrunk.python = pythonFor(shrunk.test, signature, subject.name());
  const ReduceStatistics &statistics = result->statistics;
  shrunk.note =
      formatv("{0} ops to {1} in {2:F1} s, {3} questions{4}{5}", statistics.opsBefore,
              statistics.opsAfter, statistics.seconds, statistics.questions,
              result->complete ? "" : ", not finished: ", result->complete ? "" : result->stoppedBy)
          .str();
  return shrunk;
}

} // namespace fathom
