// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files failures, looks twice at some, and shrinks what was filed.
#include "fuzz/campaign/Filing.h"

#include "core/ir/Dialects.h"
#include "reducer/KeepsSignature.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fathom {

static constexpr StringLiteral lookKey = "look_questions", reducingFolder = ".reducing";

Subject *Compilers::find(StringRef name) const {
  for (const std::unique_ptr<Subject> &subject : subjects)
    if (subject->name() == name)
      return subject.get();
  return nullptr;
}

static CompileRequest requestOf(const TestCase &test, const Limits &limits) {
  return {.target = test.targets.front(),
          .options = test.options,
          .stage = test.stage,
          .passes = test.passes,
          .limits = limits,
          .launch = test.launch};
}

//===- Taking a failure ----------------------------------------------------------------------===//

/// Whether the base fails in the same way.
static Expected<bool> isOld(const TestCase &test, const Signature &signature, const Limits &limits,
                            Subject *base) {
  if (!base || !base->knows(test.targets.front()))
    return false;
  CompileRequest request = requestOf(test, limits);
  return keepsSignature(*base, request, signature)(*test.program, request.options);
}

static uint64_t countOf(const std::map<std::string, uint64_t> &counts, const std::string &key) {
  auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

bool Filing::mayLook(const std::string &signature, const CampaignCounts &before,
                     const CampaignCounts &own) const {
  // The finding that this program made has no form yet: further failures of it would be filed as well, with the form that it will have.
  if (options.reduceSeconds <= 0 || options.lookShare <= 0 || countOf(own.looks, signature) > 0)
    return false;
  uint64_t met = countOf(before.failures, signature) + countOf(own.failures, signature);
  uint64_t looks = countOf(before.looks, signature) + countOf(own.looks, signature);
  uint64_t trials = before.trials + own.trials;
  uint64_t questions = before.lookQuestions + own.lookQuestions;
  return looks < 1 + Log2_64(met) && double(questions) <= options.lookShare * double(trials);
}

Expected<bool> Filing::take(const TestCase &test, const Verdict &verdict, const FoundBy &found,
                            const Compilers &compilers, const CampaignCounts &before,
                            CampaignCounts &own) {
  const Signature &signature = verdict.signature;
  std::string line = signature.str();
  ++own.failures[line];
  Expected<bool> old = isOld(test, signature, options.limits, compilers.base.get());
  if (!old)
    return old.takeError();
  if (*old) {
    ++own.old;
    return true;
  }
  KnownBugs::Extent extent = options.known.extent(signature, test.subjects.front());
  if (extent == KnownBugs::Extent::Always) {
    ++own.known[line];
    return true;
  }
  Finding meeting = makeFinding(test, signature, found);
  std::vector<Finding> present = folder.withSignature(signature);
  // A campaign that was killed judges its last programs again: this one was filed then.
  auto again = find_if(present, [&](const Finding &f) { return f.isMeetingOf(meeting); });
  if (again != present.end()) {
    ++own.looks[line];
    own.lookQuestions += uint64_t(again->more.getInteger(lookKey).value_or(0));
    return true;
  }
  if (present.empty() && extent == KnownBugs::Extent::None) {
    ++own.looks[line];
    if (Expected<bool> filed = file(meeting, test, verdict); !filed)
      return filed.takeError();
    return true;
  }
  Looked looked = Looked::NothingNew;
  if (mayLook(line, before, own)) {
    ++own.looks[line];
    Expected<Looked> result = look(test, verdict, std::move(meeting), compilers, own);
    if (!result)
      return result.takeError();
    looked = *result;
  }
  if (looked == Looked::NothingNew && extent == KnownBugs::Extent::Forms)
    ++own.known[line];
  return looked != Looked::Stopped;
}

Expected<bool> Filing::file(const Finding &finding, const TestCase &test, const Verdict &verdict) {
  Expected<bool> isNew = folder.file(finding, test, verdict.detail);
  if (!isNew || !*isNew)
    return isNew;
  ++filedCount;
  say("finding " + finding.name + " (" + finding.subject + ", " + finding.target +
      "): " + finding.signature.str());
  return true;
}

Expected<Filing::Looked> Filing::look(const TestCase &test, const Verdict &verdict, Finding meeting,
                                      const Compilers &compilers, CampaignCounts &own) {
  // A context of its own: a reduction makes many types and attributes.
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<TestCase> copy = parseTestCase(printTestCase(test), "second look", *context);
  if (!copy)
    return copy.takeError();
  Subject &subject = *compilers.find(meeting.subject);
  auto interrupted = [this] { return stopped() || over(); };
  Expected<Shrunk> shrunk = shrinkTest(*copy, meeting, subject, compilers.base.get(), interrupted);
  if (interrupted()) {
    if (!shrunk)
      consumeError(shrunk.takeError());
    return Looked::Stopped;
  }
  if (!shrunk) {
    // It failed once and does not fail now.
    say("no second look at " + meeting.name + ": " + toString(shrunk.takeError()));
    return Looked::NothingNew;
  }
  own.lookQuestions += shrunk->statistics.questions;
  if (shrunk->form.empty() ||
      options.known.contains(meeting.signature, meeting.subject, shrunk->form))
    return Looked::NothingNew;
  meeting.form = shrunk->form;
  meeting.more[lookKey] = int64_t(shrunk->statistics.questions);
  if (!folder.withSignature(meeting.signature).empty())
    meeting.name = findingName(meeting.signature, meeting.form);
  {
    std::lock_guard<std::mutex> guard(mutex);
    claimed.insert(meeting.name);
  }
  Expected<bool> isNew = file(meeting, test, verdict);
  if (!isNew)
    return isNew.takeError();
  if (!*isNew)
    return Looked::NothingNew;
  if (Error error = addReduced(std::move(meeting), *shrunk, subject))
    return std::move(error);
  return Looked::Filed;
}

//===- Shrinking -----------------------------------------------------------------------------===//

/// The answers of a reduction lie in the folder until it has ended.
std::string Filing::answersPath(const Finding &finding) const {
  std::string meeting = finding.found.source + finding.subject + finding.target +
                        std::to_string(finding.options.numWarps) + " " +
                        std::to_string(finding.options.numStages) + " " +
                        std::to_string(finding.options.numCtas);
  return pathBelow(folder.path(), reducingFolder,
                   finding.signature.id() + "-" + Twine(finding.found.seed) + "-" +
                       Twine(finding.found.program) + "-" +
                       utohexstr(xxh3_64bits(meeting), /*LowerCase=*/true));
}

Expected<Shrunk> Filing::shrinkTest(const TestCase &test, const Finding &finding, Subject &subject,
                                    Subject *base, const std::function<bool()> &interrupted) const {
  ShrinkOptions how;
  how.reduction.maxSeconds = options.reduceSeconds;
  how.reduction.maxQuestions = options.reduceQuestions;
  how.reduction.interrupted = interrupted;
  how.answers = answersPath(finding);
  how.base = base;
  Expected<Shrunk> shrunk =
      shrink(test, requestOf(test, options.limits), finding.signature, subject, how);
  if (!interrupted())
    sys::fs::remove(how.answers);
  return shrunk;
}

Error Filing::addReduced(Finding finding, const Shrunk &shrunk, Subject &subject) {
  Expected<WriteUp> written = writeUp(shrunk, finding.signature, subject);
  if (!written)
    return written.takeError();
  finding.form = shrunk.form;
  describeReduction(shrunk, *written, finding.more);
  if (!written->python.empty())
    if (Error error = folder.add(finding.name, "reproduce.py", written->python))
      return error;
  if (Error error = folder.update(finding))
    return error;
  if (Error error = folder.add(finding.name, reducedFile, written->regression))
    return error;
  say("reduced " + finding.name + ": " + shrunk.note);
  return Error::success();
}

Error Filing::shrinkFiled(Finding finding, const Compilers &compilers) {
  Subject *subject = compilers.find(finding.subject);
  // It was filed by another run, with subjects that this one does not have.
  if (!subject)
    return Error::success();
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string path = folder.pathOf(finding.name, originalFile);
  Expected<TestCase> test = readTestCase(path, *context);
  if (!test)
    return test.takeError();
  if (test->targets.empty())
    return createStringError("'" + path + "' names no target");
  Expected<Shrunk> shrunk = shrinkTest(*test, finding, *subject, compilers.base.get(), stopped);
  // Whoever goes on with the campaign shrinks it then.
  if (stopped()) {
    if (!shrunk)
      consumeError(shrunk.takeError());
    return Error::success();
  }
  if (shrunk)
    return addReduced(std::move(finding), *shrunk, *subject);
  // It failed once and does not fail now: worth a look, and no reason to end the campaign.
  std::string why = toString(shrunk.takeError());
  say("not reduced " + finding.name + ": " + why);
  return folder.add(finding.name, notReducedFile, why + "\n");
}

Error Filing::shrinkPending(const Compilers &compilers) {
  if (options.reduceSeconds <= 0)
    return Error::success();
  for (const Finding &finding : folder.list()) {
    if (stopped())
      break;
    if (!finding.outcome.empty())
      continue;
    {
      std::lock_guard<std::mutex> guard(mutex);
      if (!claimed.insert(finding.name).second)
        continue;
    }
    if (Error error = shrinkFiled(finding, compilers))
      return error;
  }
  return Error::success();
}

} // namespace fathom
