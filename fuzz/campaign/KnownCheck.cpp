// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks subjects about the cases of known bugs.
#include "fuzz/campaign/KnownCheck.h"

#include "core/ir/Dialects.h"
#include "fuzz/campaign/NormalForm.h"
#include "oracles/Oracle.h"
#include "oracles/TestCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace fathom {

bool namesPlace(const Signature &signature) {
  return signature.oracle == "no-crash" &&
         is_contained({"assertion", "unreachable", "fatal"}, signature.kind);
}

namespace {

/// What one subject said of one case.
struct Answer {
  bool asked = false;
  std::vector<Signature> failures;
};

/// A file of test cases, read once.
struct Case {
  std::string path; ///< As it was named first.
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::vector<TestCase> tests;
  std::set<std::string> oracles; ///< To ask, as judge() takes them; none: all.
};

} // namespace

/// The same for all paths of a file.
static std::string keyOf(StringRef path) {
  SmallString<256> real;
  return sys::fs::real_path(path, real) ? path.str() : real.str().str();
}

/// The oracle that a regression names ("Found as ...").
static std::optional<std::string> foundBy(const TestCase &test) {
  for (StringRef line : test.otherLines)
    if (line.consume_front("// Found as ")) {
      if (Expected<Signature> signature = parseSignature(line); !signature)
        consumeError(signature.takeError());
      else if (findOracle(signature->oracle))
        return oracleToAsk(*signature);
    }
  return std::nullopt;
}

static Error addCase(std::map<std::string, Case> &cases, const std::string &path) {
  auto [place, isNew] = cases.try_emplace(keyOf(path));
  Case &added = place->second;
  if (!isNew)
    return Error::success();
  added.path = path;
  Expected<std::vector<TestCase>> tests = readTestCases(path, *added.context);
  if (!tests)
    return tests.takeError();
  added.tests = std::move(*tests);
  for (const TestCase &test : added.tests)
    if (std::optional<std::string> oracle = foundBy(test))
      added.oracles.insert(*oracle);
  return Error::success();
}

//===- Asking --------------------------------------------------------------------------------===//

/// An inconclusive verdict says nothing of the subject: it did not read the program, or refused it.
static void note(const Verdict &verdict, Answer &answer) {
  answer.asked |= verdict.kind != Verdict::Kind::Inconclusive;
  if (verdict.failed() && !is_contained(answer.failures, verdict.signature))
    answer.failures.push_back(verdict.signature);
}

static Expected<Answer> ask(const Case &asked, Subject &subject, const Limits &limits) {
  std::vector<std::vector<std::string>> questions;
  for (const std::string &oracle : asked.oracles)
    questions.push_back({oracle});
  if (questions.empty())
    questions.push_back({});
  Answer answer;
  for (const TestCase &test : asked.tests)
    for (const Target &target :
         test.targets.empty() ? std::vector<Target>{*parseTarget("cuda:80")} : test.targets) {
      if (!subject.knows(target))
        continue;
      CompileRequest request{
          .target = target,
          .options = test.options,
          .stage = test.passes.empty() ? std::min(test.stage, subject.lastStage()) : test.stage,
          .passes = test.passes,
          .limits = limits,
          .launch = test.launch};
      for (const std::vector<std::string> &oracles : questions) {
        Expected<Verdict> verdict = judge(*test.program, request, subject, /*turn=*/0, oracles);
        if (!verdict)
          return verdict.takeError();
        note(*verdict, answer);
      }
    }
  return answer;
}

//===- What differs --------------------------------------------------------------------------===//

namespace {
class Comparison {
public:
  Comparison(KnownBugs &known, const KnownCheckOptions &options, std::map<std::string, Case> &cases)
      : known(known), options(options), cases(cases) {}

  void compare(StringRef subject, const std::map<std::string, Answer> &answers) {
    // A subject that a bug has left may have it under another entry, so that these are looked at first.
    for (size_t entry = known.entries().size(); entry-- > 0;)
      if (isGone(known.entries()[entry], subject, answers))
        forget(entry, subject);
    for (const auto &[key, answer] : answers)
      for (const Signature &signature : answer.failures)
        learn(cases.at(key), signature, subject);
  }
  std::vector<KnownDifference> differences;

private:
  bool isGone(const KnownBug &bug, StringRef subject,
              const std::map<std::string, Answer> &answers) const {
    if (!is_contained(bug.subjects, subject))
      return false;
    bool asked = false, fails = false;
    for (const std::string &file : bug.cases) {
      const Answer &answer = answers.at(keyOf(bug.pathOf(file)));
      asked |= answer.asked;
      fails |= is_contained(answer.failures, bug.signature);
    }
    return asked && !fails;
  }

  void forget(size_t entry, StringRef subject) {
    KnownBug &bug = known.entries()[entry];
    differences.push_back({KnownDifference::Kind::Gone, subject.str(), bug.signature, bug.file});
    erase(bug.subjects, subject);
    if (bug.subjects.empty())
      known.drop(entry);
  }

  void learn(const Case &of, const Signature &signature, StringRef subject) {
    std::string form = normalForm(*of.tests.front().program);
    if (known.contains(signature, subject, form))
      return;
    differences.push_back({KnownDifference::Kind::Missing, subject.str(), signature, of.path});
    for (KnownBug &bug : known.entries())
      if (bug.signature == signature && any_of(bug.cases, [&](StringRef file) {
            return keyOf(bug.pathOf(file)) == keyOf(of.path);
          })) {
        if (!is_contained(bug.subjects, subject))
          bug.subjects.push_back(subject.str());
        if (!bug.forms.empty() && !is_contained(bug.forms, form))
          bug.forms.push_back(form);
        return;
      }
    KnownBug bug{signature,
                 {subject.str()},
                 {relativeTo(options.newFile, of.path)},
                 {},
                 ("\n# " + sys::path::filename(of.path) + "\n").str(),
                 options.newFile};
    if (!namesPlace(signature))
      bug.forms = {form};
    known.entries().push_back(std::move(bug));
  }

  /// The path of a case as a list has it; absolute where they share no folder but the root.
  static std::string relativeTo(StringRef list, StringRef path) {
    std::string folder = keyOf(sys::path::parent_path(list)), file = keyOf(path);
    auto from = sys::path::begin(folder), fromEnd = sys::path::end(folder);
    auto to = sys::path::begin(file), toEnd = sys::path::end(file);
    unsigned shared = 0;
    while (from != fromEnd && to != toEnd && *from == *to)
      ++from, ++to, ++shared;
    if (shared <= 1)
      return file;
    SmallString<256> relative;
    for (; from != fromEnd; ++from)
      sys::path::append(relative, "..");
    for (; to != toEnd; ++to)
      sys::path::append(relative, *to);
    return relative.str().str();
  }

  KnownBugs &known;
  const KnownCheckOptions &options;
  std::map<std::string, Case> &cases;
};
} // namespace

Expected<std::vector<KnownDifference>> checkKnown(KnownBugs &known,
                                                  const KnownCheckOptions &options) {
  std::map<std::string, Case> cases;
  for (const std::string &path : options.cases)
    if (Error error = addCase(cases, path))
      return error;
  for (const KnownBug &bug : known.entries())
    for (const std::string &file : bug.cases) {
      if (Error error = addCase(cases, bug.pathOf(file)))
        return error;
      cases.at(keyOf(bug.pathOf(file))).oracles.insert(oracleToAsk(bug.signature));
    }
  Comparison comparison(known, options, cases);
  for (const std::string &spec : options.subjects) {
    Expected<std::unique_ptr<Subject>> subject = options.open(spec);
    if (!subject)
      return subject.takeError();
    std::map<std::string, Answer> answers;
    for (const auto &[key, asked] : cases) {
      Expected<Answer> answer = ask(asked, **subject, options.limits);
      if (!answer)
        return answer.takeError();
      answers[key] = std::move(*answer);
    }
    comparison.compare(spec, answers);
  }
  return comparison.differences;
}

} // namespace fathom
