// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom bisect: says which releases have a failure, the first bad one and the first good one.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "oracles/subject/Releases.h"
#include "reducer/Bisect.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace fathom {

namespace {
struct BisectArguments {
  std::string file, signature;
  SharedOptions shared;
};
} // namespace

/// The signature to look for: the one that is named, or that of the newest release that fails.
static Expected<Signature> signatureToFind(const BisectArguments &arguments, const TestCase &test,
                                           const CompileRequest &request,
                                           ArrayRef<std::string> subjects) {
  if (!arguments.signature.empty())
    return parseSignature(arguments.signature);
  for (const std::string &spec : llvm::reverse(subjects)) {
    Expected<std::unique_ptr<Subject>> subject = openSubject(spec);
    if (!subject)
      return subject.takeError();
    if (!(*subject)->knows(request.target))
      continue;
    Expected<Verdict> verdict = judge(*test.program, request, **subject);
    if (!verdict)
      return verdict.takeError();
    if (verdict->failed())
      return verdict->signature;
  }
  return createStringError("no release fails on " + request.target.str() + "; the ones asked are " +
                           join(subjects, ", "));
}

static void printJson(const Signature &signature, const CompileRequest &request,
                      const Bisection &bisection) {
  json::Array rows;
  for (const ReleaseStanding &row : bisection.rows)
    rows.push_back(json::Object{{"subject", row.subject},
                                {"standing", standingPhrase(row.standing)},
                                {"note", json::fixUTF8(row.note)}});
  auto name = [](const ReleaseStanding *row) -> json::Value {
    return row ? json::Value(row->subject) : json::Value(nullptr);
  };
  outs() << json::Value(json::Object{{"signature", json::fixUTF8(signature.str())},
                                     {"target", request.target.str()},
                                     {"releases", std::move(rows)},
                                     {"first_bad", name(bisection.firstBad())},
                                     {"first_good", name(bisection.firstGood())}})
         << "\n";
}

static int bisectFile(const BisectArguments &arguments) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<TestCase> test = readTestCase(arguments.file, *context);
  if (!test)
    return fail(test.takeError());
  // The subject that the file names is one of the releases; the question is about all.
  SharedOptions shared = arguments.shared;
  shared.subjects = {"core"};
  Expected<std::vector<Ask>> asks = asksOf(shared, *test);
  if (!asks)
    return fail(asks.takeError());
  std::vector<std::string> subjects = arguments.shared.subjects;
  if (subjects.empty()) {
    Expected<std::vector<std::string>> releases = cachedReleases();
    if (!releases)
      return fail(releases.takeError());
    for (const std::string &release : *releases)
      subjects.push_back("triton:" + release);
  }
  if (subjects.empty())
    return fail(createStringError("no Triton release is in the cache; name some with --subject "
                                  "triton:3.1.0,triton:3.6.0 and they are fetched"));
  for (const Ask &ask : *asks) {
    Expected<Signature> signature = signatureToFind(arguments, *test, ask.request, subjects);
    if (!signature)
      return fail(signature.takeError());
    Bisection bisection = bisect(*test->program, ask.request, *signature, subjects);
    if (arguments.shared.json)
      printJson(*signature, ask.request, bisection);
    else
      outs() << ask.request.target.str() << " num-warps=" << ask.request.options.numWarps
             << " num-stages=" << ask.request.options.numStages << ": " << signature->str() << "\n"
             << bisection.str();
  }
  return exitPass;
}

void bisectCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<BisectArguments>();
  CLI::App *command = application.add_subcommand(
      "bisect", "say which releases have a failure; by default those in the cache are asked");
  command->add_option("FILE", arguments->file, "a test case or TTIR; - for standard input")
      ->required();
  command->add_option("--signature", arguments->signature,
                      "the failure to look for; default that of the newest release that fails");
  arguments->shared.addTo(*command);
  command->callback([arguments, &exitCode] { exitCode = bisectFile(*arguments); });
}

} // namespace fathom
