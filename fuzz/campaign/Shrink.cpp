// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shrinks a finding, asks the other releases, targets and knobs about it, and writes it down for others.
#include "fuzz/campaign/Shrink.h"

#include "fuzz/campaign/Answers.h"
#include "fuzz/campaign/NormalForm.h"
#include "fuzz/gen/Generator.h"
#include "oracles/interp/Launch.h"
#include "oracles/subject/FrontEnd.h"
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

/// "3.6.0" of "triton:3.6.0"; empty if the subject is no release.
static StringRef releaseOf(StringRef subject) {
  return subject.consume_front("triton:") && !subject.contains('/') ? subject : "";
}

/// The script for the release of the subject; empty if it is none, or cannot be spelled for it.
static std::string pythonFor(const TestCase &test, const Signature &signature, StringRef subject) {
  StringRef release = releaseOf(subject);
  if (release.empty() || !test.passes.empty())
    return "";
  Expected<std::string> text = printForRelease(*test.program, release);
  if (!text) {
    consumeError(text.takeError());
    return "";
  }
  return writePythonReproducer({.text = *text,
                                .isTtgir = test.program.get()->hasAttr("ttg.num-warps"),
                                .target = test.targets.front(),
                                .options = test.options,
                                .release = release.str(),
                                .signature = signature});
}

std::string frontEndNote(mlir::ModuleOp found, mlir::ModuleOp reduced, StringRef subject) {
  std::string release = releaseOf(subject).str();
  if (release.empty())
    release = newestFrontEnd.str();
  Expected<std::string> ofFound = beyondFrontEnd(found, release);
  if (!ofFound)
    return toString(ofFound.takeError());
  std::string ofReduced = cantFail(beyondFrontEnd(reduced, release));
  if (ofReduced.empty())
    return "the front end of " + release + " writes such programs";
  if (ofFound->empty())
    return "the front end of " + release +
           " writes programs like the one that was found, not this one: " + ofReduced;
  return "beyond the front end of " + release + ": " + ofReduced;
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

/// The predicate of a reduction: it fails with the signature, and the base does not.
static Interesting failsSo(Subject &subject, const CompileRequest &request,
                           const Signature &signature, const ShrinkOptions &options,
                           const std::shared_ptr<Answers> &answers) {
  Interesting fails = keepsSignature(subject, request, signature);
  if (options.tries > 1)
    fails = anyOf(std::move(fails), options.tries);
  if (options.base)
    fails = [fails, ofBase = keepsSignature(*options.base, request, signature)](
                mlir::ModuleOp program, const CompileOptions &knobs) -> Expected<bool> {
      Expected<bool> same = fails(program, knobs);
      if (!same || !*same)
        return same;
      Expected<bool> old = ofBase(program, knobs);
      if (!old)
        return old;
      return !*old;
    };
  return answers ? rememberAnswers(fails, answers) : fails;
}

/// Makes the predicates of a reduction's threads: the first asks the subject that there is, the others open it anew.
static MakeInteresting predicatesFor(Subject &subject, const CompileRequest &request,
                                     const Signature &signature, const ShrinkOptions &options,
                                     const std::shared_ptr<Answers> &answers) {
  auto made = std::make_shared<std::atomic<unsigned>>(0);
  return [=, &subject, &options]() -> Expected<Interesting> {
    if ((*made)++ == 0)
      return failsSo(subject, request, signature, options, answers);
    Expected<std::unique_ptr<Subject>> opened = openSubject(subject.name());
    if (!opened)
      return opened.takeError();
    std::shared_ptr<Subject> own = std::move(*opened);
    return
        [own, fails = failsSo(*own, request, signature, options, answers)](
            mlir::ModuleOp program, const CompileOptions &knobs) { return fails(program, knobs); };
  };
}

/// How often the test case fails with the signature. An error where it does not always, and nobody wants it tried again.
static Expected<Frequency> frequencyOf(const TestCase &test, const CompileRequest &request,
                                       Subject &subject, const Signature &signature,
                                       const ShrinkOptions &options) {
  constexpr unsigned most = 20;
  constexpr double seconds = 4;
  Expected<Frequency> frequency = measureFrequency(keepsSignature(subject, request, signature),
                                                   *test.program, test.options, most, seconds);
  if (frequency && frequency->flaky() && options.tries == 1)
    return createStringError("flaky: it fails in " + frequency->str() + " tries; --repeat " +
                             std::to_string(frequency->triesToBeSure()) +
                             " asks so often about each candidate");
  return frequency;
}

Expected<Shrunk> shrink(const TestCase &test, const CompileRequest &whole,
                        const Signature &signature, Subject &subject,
                        const ShrinkOptions &options) {
  CompileRequest launched = whole;
  // One launch for all candidates.
  bool runs = is_contained({"same-meaning", "metamorphic", "shared-order", "facts", "numerics"},
                           signature.oracle);
  if (runs && launched.launch.empty()) {
    Expected<interp::Launch> launch = interp::deduceLaunch(*test.program);
    if (!launch)
      return launch.takeError();
    launched.launch = interp::printLaunch(*launch);
  }
  Expected<CompileRequest> request = earliestRequest(*test.program, launched, subject, signature);
  if (!request)
    return request.takeError();
  Frequency frequency;
  if (options.measure) {
    Expected<Frequency> measured = frequencyOf(test, *request, subject, signature, options);
    if (!measured)
      return measured.takeError();
    frequency = *measured;
  }
  std::shared_ptr<Answers> answers;
  if (!options.answers.empty())
    answers = openAnswers(options.answers);
  ReduceOptions reduction = options.reduction;
  if (!options.base)
    reduction.another = predicatesFor(subject, *request, signature, options, answers);
  Expected<ReduceResult> result =
      reduce(*test.program, test.options, failsSo(subject, *request, signature, options, answers),
             reduction);
  if (!result)
    return result.takeError();

  Shrunk shrunk;
  shrunk.test = test.clone();
  shrunk.test.program = std::move(result->program);
  shrunk.frontEnd = frontEndNote(*test.program, *shrunk.test.program, subject.name());
  shrunk.test.options = result->options;
  shrunk.test.subjects = {subject.name().str()};
  shrunk.test.targets = {request->target};
  shrunk.test.stage = request->stage;
  // What the file says of a finding is said anew. Only who runs a program needs a launch.
  shrunk.test.origin = reducedOrigin(test, result->statistics);
  shrunk.test.otherLines.clear();
  shrunk.test.launch = runs ? launchFor(*shrunk.test.program, request->launch) : "";
  shrunk.request = *request;
  shrunk.request.launch = shrunk.test.launch;
  shrunk.request.llvm = whole.llvm;
  shrunk.request.options = result->options;
  if (result->complete)
    shrunk.form = normalForm(*shrunk.test.program);
  shrunk.statistics = result->statistics;
  shrunk.complete = result->complete;
  shrunk.frequency = frequency;
  const ReduceStatistics &statistics = result->statistics;
  shrunk.note =
      formatv("{0} ops to {1} in {2:F1} s, {3} questions{4}{5}", statistics.opsBefore,
              statistics.opsAfter, statistics.seconds, statistics.questions,
              result->complete ? "" : ", not finished: ", result->complete ? "" : result->stoppedBy)
          .str();
  return shrunk;
}

Expected<WriteUp> writeUp(const Shrunk &shrunk, const Signature &signature, Subject &subject) {
  WriteUp written;
  Expected<std::vector<std::string>> releases = releasesToAsk(subject.name());
  if (!releases)
    return releases.takeError();
  if (releases->empty())
    written.bisection.rows = {{subject.name().str(), Standing::Same, signature, ""}};
  else
    written.bisection = bisect(*shrunk.test.program, shrunk.request, signature, *releases);
  Expected<KnobBounds> bounds =
      findKnobBounds(*shrunk.test.program, shrunk.request, signature, subject);
  if (!bounds)
    return bounds.takeError();
  written.bounds = std::move(*bounds);
  std::vector<std::string> notes = describe(written.bounds);
  notes.push_back(shrunk.frontEnd);
  written.regression = writeRegression(shrunk.test, signature, written.bisection.rows, notes);
  written.python = pythonFor(shrunk.test, signature, subject.name());
  return written;
}

WriteUp writeBriefly(const Shrunk &shrunk, const Signature &signature) {
  WriteUp written;
  written.bisection.rows = {{shrunk.test.subjects.front(), Standing::Same, signature, ""}};
  written.regression =
      writeRegression(shrunk.test, signature, written.bisection.rows, {shrunk.frontEnd});
  return written;
}

void describeReduction(const Shrunk &shrunk, const WriteUp &written, json::Object &details) {
  const CompileRequest &request = shrunk.request;
  details["ops"] = int64_t(shrunk.statistics.opsAfter);
  details["questions"] = int64_t(shrunk.statistics.questions);
  details["front_end"] = shrunk.frontEnd;
  details["simplest"] = json::Object{{"target", request.target.str()},
                                     {"stage", stageName(request.stage)},
                                     {"num-warps", request.options.numWarps},
                                     {"num-stages", request.options.numStages},
                                     {"num-ctas", request.options.numCtas}};
  details["knobs"] = toJson(written.bounds);
  json::Array releases;
  for (const ReleaseStanding &row : written.bisection.rows)
    releases.push_back(json::Object{{"subject", row.subject},
                                    {"standing", standingPhrase(row.standing)},
                                    {"note", json::fixUTF8(row.note)}});
  details["releases"] = std::move(releases);
  if (const ReleaseStanding *bad = written.bisection.firstBad())
    details["first_bad"] = bad->subject;
  if (const ReleaseStanding *good = written.bisection.firstGood())
    details["first_good"] = good->subject;
}

} // namespace fathom
