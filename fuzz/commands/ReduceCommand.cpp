// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom reduce: shrinks a failing test case to a lit test and a Python reproducer.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "fuzz/campaign/Shrink.h"
#include "reducer/Size.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <unistd.h>

using namespace llvm;

namespace fathom {

namespace {
struct ReduceArguments {
  std::string file, out;
  std::vector<std::string> oracles;
  double seconds = 300;
  SharedOptions shared;
};
} // namespace

/// The first of what the command line and the test case ask for that fails, with its verdict.
static Expected<std::pair<Ask, Verdict>> firstFailure(const std::vector<Ask> &asks,
                                                      const TestCase &test, OpenSubjects &subjects,
                                                      const std::vector<std::string> &oracles) {
  std::string others;
  for (const Ask &ask : asks) {
    Expected<Subject *> subject = subjects.get(ask.subject);
    if (!subject)
      return subject.takeError();
    Expected<Verdict> verdict = judge(*test.program, ask.request, **subject, /*turn=*/0, oracles);
    if (!verdict)
      return verdict.takeError();
    if (verdict->failed())
      return std::make_pair(ask, std::move(*verdict));
    others += formatv("\n  {0} {1}: {2}", ask.subject, ask.request.target.str(),
                      verdict->kind == Verdict::Kind::Pass ? "passes" : verdict->reason)
                  .str();
  }
  return createStringError("nothing to reduce: the test case does not fail" + others);
}

/// OUT.mlir beside the input unless said otherwise: "dir/a.mlir" to "dir/a.reduced.mlir".
static std::string outputPath(const ReduceArguments &arguments) {
  if (!arguments.out.empty())
    return arguments.out;
  SmallString<128> path(arguments.file == "-" ? "reduced" : StringRef(arguments.file));
  sys::path::replace_extension(path, arguments.file == "-" ? "mlir" : "reduced.mlir");
  return path.str().str();
}

static int reduceFile(const ReduceArguments &arguments) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<TestCase> test = readTestCase(arguments.file, *context);
  if (!test)
    return fail(test.takeError());
  Expected<std::vector<Ask>> asks = asksOf(arguments.shared, *test);
  if (!asks)
    return fail(asks.takeError());
  OpenSubjects subjects;
  Expected<std::pair<Ask, Verdict>> failure =
      firstFailure(*asks, *test, subjects, arguments.oracles);
  if (!failure)
    return fail(failure.takeError());
  auto &[ask, verdict] = *failure;
  errs() << "reducing " << verdict.signature.str() << " (" << ask.subject << ", "
         << ask.request.target.str() << ")\n";

  if (!verdict.launch.empty())
    test->launch = ask.request.launch = verdict.launch;
  test->subjects = {ask.subject};
  test->targets = {ask.request.target};
  test->options = ask.request.options;
  test->stage = ask.request.stage;
  test->passes = ask.request.passes;
  if (test->origin.empty())
    test->origin = "import:" + sys::path::filename(arguments.file).str();
  bool terminal = ::isatty(STDERR_FILENO);
  ShrinkOptions options;
  options.reduction.maxSeconds = arguments.seconds;
  options.reduction.progress = [&](mlir::ModuleOp best, const CompileOptions &,
                                   const ReduceStatistics &now) {
    if (terminal)
      errs() << formatv("\r\033[K{0} ops, {1} questions, {2:F1} s", countOps(best), now.questions,
                        now.seconds);
    return true;
  };
  Subject &subject = **subjects.get(ask.subject);
  Expected<Shrunk> shrunk = shrink(*test, ask.request, verdict.signature, subject, options);
  if (terminal)
    errs() << "\r\033[K";
  if (!shrunk)
    return fail(shrunk.takeError());
  Expected<WriteUp> written = writeUp(*shrunk, verdict.signature, subject);
  if (!written)
    return fail(written.takeError());
  std::string path = outputPath(arguments), python;
  if (Error error = writeFileAtomically(path, written->regression))
    return fail(std::move(error));
  if (!written->python.empty()) {
    SmallString<128> beside(path);
    sys::path::replace_extension(beside, "py");
    python = beside.str().str();
    if (Error error = writeFileAtomically(python, written->python))
      return fail(std::move(error));
  }
  if (arguments.shared.json) {
    outs() << json::Value(json::Object{{"signature", json::fixUTF8(verdict.signature.str())},
                                       {"subject", ask.subject},
                                       {"target", ask.request.target.str()},
                                       {"ops", int64_t(countOps(*shrunk->test.program))},
                                       {"form", shrunk->form},
                                       {"lit_test", path},
                                       {"python", python}})
           << "\n";
  } else {
    outs() << shrunk->note << "\n" << path << "\n";
    if (!python.empty())
      outs() << python << "\n";
  }
  return exitPass;
}

void reduceCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<ReduceArguments>();
  CLI::App *command = application.add_subcommand(
      "reduce",
      "shrink a failing test case, keeping its signature, to a lit test and a Python reproducer");
  command
      ->add_option("FILE", arguments->file, "a test case or TTIR that fails; - for standard input")
      ->required();
  command->add_option("-o,--output", arguments->out, "the lit test; default FILE.reduced.mlir");
  command
      ->add_option("--oracle", arguments->oracles,
                   "whose failure to keep, or metamorphic:VARIANT; may be a list; default any")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--time", arguments->seconds, "seconds at most")->capture_default_str();
  arguments->shared.addTo(*command);
  command->callback([arguments, &exitCode] { exitCode = reduceFile(*arguments); });
}

} // namespace fathom
