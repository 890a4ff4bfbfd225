// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom reduce: shrinks a failing test case to a lit test and a Python reproducer, or whatever a user's script likes to a small program.
#include "fuzz/commands/CommandLine.h"
#include "fuzz/commands/ReduceProgress.h"

#include "core/ir/Dialects.h"
#include "fuzz/campaign/Shrink.h"
#include "fuzz/commands/ReduceByScript.h"
#include "reducer/FailingPass.h"
#include "reducer/Inputs.h"
#include "reducer/PassList.h"
#include "reducer/Size.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <thread>

using namespace llvm;

namespace fathom {

namespace {
struct ReduceArguments {
  std::string file, out, passes, script;
  std::vector<std::string> oracles;
  bool invert = false;
  unsigned tries = 1, threads = std::max(1u, std::thread::hardware_concurrency());
  double seconds = 300;
  SharedOptions shared;
};

/// The first failure that was met.
struct Failing {
  Input *input;
  Ask ask;
  Verdict verdict;
};
} // namespace

/// All that the command line and an input ask for together.
static Expected<std::vector<Ask>> asksOfInput(const ReduceArguments &arguments,
                                              const Input &input) {
  Expected<std::vector<Ask>> asks = asksOf(arguments.shared, input.test);
  if (asks)
    for (Ask &ask : *asks)
      if (StringRef(ask.subject).starts_with("triton:"))
        ask.request.passes = namesOfPasses(ask.request.passes);
  return asks;
}

/// Judges once, or until a failure is met.
static Expected<Verdict> judgeOften(const Input &input, const Ask &ask, Subject &subject,
                                    const ReduceArguments &arguments) {
  for (unsigned left = arguments.tries;; --left) {
    Expected<Verdict> verdict =
        judge(*input.test.program, ask.request, subject, /*turn=*/0, arguments.oracles);
    if (!verdict || verdict->failed() || left <= 1)
      return verdict;
  }
}

/// The first of what is asked that fails. Where nobody named a stage and nothing fails up to the one that is usual, the later ones are tried too.
static Expected<Failing> firstFailure(std::vector<Input> &inputs, OpenSubjects &subjects,
                                      const ReduceArguments &arguments) {
  std::string others;
  for (bool further : {false, true})
    for (Input &input : inputs) {
      Expected<std::vector<Ask>> asks = asksOfInput(arguments, input);
      if (!asks)
        return asks.takeError();
      for (Ask &ask : *asks) {
        Expected<Subject *> subject = subjects.get(ask.subject);
        if (!subject)
          return subject.takeError();
        if (further) {
          if (!arguments.shared.stageName.empty() || !ask.request.passes.empty() ||
              ask.request.stage >= (*subject)->lastStage())
            continue;
          ask.request.stage = (*subject)->lastStage();
        }
        Expected<Verdict> verdict = judgeOften(input, ask, **subject, arguments);
        if (!verdict)
          return verdict.takeError();
        if (verdict->failed())
          return Failing{&input, ask, std::move(*verdict)};
        others +=
            formatv("\n  {0} {1}, {2}, {3}: {4}", ask.subject, ask.request.target.str(),
                    ask.request.passes.empty() ? "up to " + stageName(ask.request.stage).str()
                                               : "passes " + ask.request.passes,
                    input.name, verdict->kind == Verdict::Kind::Pass ? "passes" : verdict->reason)
                .str();
      }
    }
  return createStringError("nothing to reduce: the test case does not fail" + others +
                           (arguments.tries > 1 ? ""
                                                : "\none that fails now and then is tried more "
                                                  "often with --repeat"));
}

/// OUT.mlir beside the input unless said otherwise: "dir/a.mlir" to "dir/a.reduced.mlir".
static std::string outputPath(const ReduceArguments &arguments) {
  if (!arguments.out.empty())
    return arguments.out;
  StringRef file(arguments.file);
  if (file == "-")
    return "reduced.mlir";
  while (file.size() > 1 && file.consume_back("/")) {
  }
  SmallString<128> path(file);
  sys::path::replace_extension(path, "reduced.mlir");
  return path.str().str();
}

/// Writes what is handed on, and says where it lies.
static Error writeOut(const ReduceArguments &arguments, const std::string &path,
                      const WriteUp &written, std::string &python) {
  if (Error error = writeFileAtomically(path, written.regression))
    return error;
  if (written.python.empty())
    return Error::success();
  SmallString<128> beside(path);
  sys::path::replace_extension(beside, "py");
  python = beside.str().str();
  return writeFileAtomically(python, written.python);
}

/// Beside "a.mlir" "a.pass.mlir".
static std::string besidePath(StringRef path) {
  SmallString<128> beside(path);
  sys::path::replace_extension(beside, "pass" + sys::path::extension(path));
  return beside.str().str();
}

/// Reduces what the failing pass is given of a small test case, that pass alone, to a lit test. Its path, or "" where that pass alone does not fail so.
static Expected<std::string> reducePassAlone(const Shrunk &whole, const Signature &signature,
                                             Subject &subject, const ReduceArguments &arguments,
                                             const std::string &path) {
  Expected<std::optional<BeforePass>> before =
      isolatePass(*whole.test.program, whole.request, subject, signature);
  if (!before)
    return before.takeError();
  if (!*before)
    return "";
  TestCase test = whole.test.clone();
  test.program = std::move((*before)->program);
  test.passes = (*before)->request.passes;
  ReduceProgress progress(test, path, signature.str());
  ShrinkOptions options;
  options.tries = arguments.tries;
  options.answers = progress.answersPath();
  options.reduction.maxSeconds = arguments.seconds;
  options.reduction.threads = arguments.threads;
  progress.follow(options.reduction);
  Expected<Shrunk> shrunk = shrink(test, (*before)->request, signature, subject, options);
  progress.end(shrunk && shrunk->complete);
  if (!shrunk)
    return shrunk.takeError();
  Expected<WriteUp> written = progress.interrupted() ? writeBriefly(*shrunk, signature)
                                                     : writeUp(*shrunk, signature, subject);
  if (!written)
    return written.takeError();
  if (Error error = writeFileAtomically(path, written->regression))
    return std::move(error);
  if (!arguments.shared.json)
    outs() << test.passes << " alone: " << shrunk->note << "\n" << path << "\n";
  return path;
}

static int reduceFailure(const ReduceArguments &arguments, std::vector<Input> &inputs) {
  OpenSubjects subjects;
  Expected<Failing> found = firstFailure(inputs, subjects, arguments);
  if (!found)
    return fail(found.takeError());
  auto &[input, ask, verdict] = *found;
  TestCase &test = input->test;
  errs() << "reducing " << input->name << ": " << verdict.signature.str() << " (" << ask.subject
         << ", " << ask.request.target.str() << ")\n";

  if (!verdict.launch.empty())
    test.launch = ask.request.launch = verdict.launch;
  test.subjects = {ask.subject};
  test.targets = {ask.request.target};
  test.options = ask.request.options;
  test.stage = ask.request.stage;
  test.passes = ask.request.passes;
  if (test.origin.empty())
    test.origin = "import:" + sys::path::filename(input->name).str();
  std::string path = outputPath(arguments), python;
  ReduceProgress progress(test, path, verdict.signature.str());
  ShrinkOptions options;
  options.tries = arguments.tries;
  options.measure = true;
  options.answers = progress.answersPath();
  options.reduction.maxSeconds = arguments.seconds;
  options.reduction.threads = arguments.threads;
  progress.follow(options.reduction);
  Subject &subject = **subjects.get(ask.subject);
  Expected<Shrunk> shrunk = shrink(test, ask.request, verdict.signature, subject, options);
  progress.end(shrunk && shrunk->complete);
  if (!shrunk)
    return fail(shrunk.takeError());
  // Whoever interrupts it does not want to wait for the other releases.
  Expected<WriteUp> written = progress.interrupted() ? writeBriefly(*shrunk, verdict.signature)
                                                     : writeUp(*shrunk, verdict.signature, subject);
  if (!written)
    return fail(written.takeError());
  if (Error error = writeOut(arguments, path, *written, python))
    return fail(std::move(error));
  if (!arguments.shared.json) {
    outs() << shrunk->note << "\n";
    if (shrunk->frequency.flaky())
      outs() << "flaky: it failed in " << shrunk->frequency.str() << " tries before\n";
    outs() << path << "\n";
    if (!python.empty())
      outs() << python << "\n";
  }
  Expected<std::string> alone = std::string();
  if (!progress.interrupted())
    alone = reducePassAlone(*shrunk, verdict.signature, subject, arguments, besidePath(path));
  if (!alone)
    return fail(alone.takeError());
  if (arguments.shared.json) {
    outs() << json::Value(json::Object{{"signature", json::fixUTF8(verdict.signature.str())},
                                       {"subject", ask.subject},
                                       {"target", ask.request.target.str()},
                                       {"ops", int64_t(countOps(*shrunk->test.program))},
                                       {"complete", shrunk->complete},
                                       {"fails", shrunk->frequency.str()},
                                       {"form", shrunk->form},
                                       {"lit_test", path},
                                       {"lit_test_of_pass", *alone},
                                       {"python", python}})
           << "\n";
  }
  return exitPass;
}

static int reduceInput(const ReduceArguments &arguments) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<std::vector<Input>> inputs = readInputs(arguments.file, *context);
  if (!inputs)
    return fail(inputs.takeError());
  if (!arguments.passes.empty())
    for (Input &input : *inputs)
      input.test.passes = withoutAnchor(arguments.passes);
  if (arguments.script.empty())
    return reduceFailure(arguments, *inputs);
  return reduceByScript(*inputs, {.script = arguments.script,
                                  .invert = arguments.invert,
                                  .tries = arguments.tries,
                                  .threads = arguments.threads,
                                  .seconds = arguments.seconds,
                                  .runSeconds = arguments.shared.limits.seconds,
                                  .releases = arguments.shared.subjects,
                                  .out = outputPath(arguments),
                                  .json = arguments.shared.json});
}

void reduceCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<ReduceArguments>();
  CLI::App *command = application.add_subcommand(
      "reduce",
      "shrink a failing test case, keeping its signature, to a lit test and a Python reproducer");
  command
      ->add_option("FILE", arguments->file,
                   "what fails: a test case, TTIR or TTGIR, MLIR's crash reproducer, a test with "
                   "parts, a folder of Triton's cache; - for standard input")
      ->required();
  command->add_option("-o,--output", arguments->out,
                      "the lit test, and until then the smallest so far; default "
                      "FILE.reduced.mlir");
  command
      ->add_option("--oracle", arguments->oracles,
                   "whose failure to keep, or metamorphic:VARIANT; may be a list; default any")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--passes", arguments->passes,
                      "run these passes instead of the stages: a,b or builtin.module(a,b)");
  CLI::Option *script = command->add_option(
      "--script", arguments->script,
      "keep what this script likes, given a file: exit code 0 is yes; no compiler is asked");
  command
      ->add_flag("--invert", arguments->invert,
                 "the script means yes by any other exit code than 0")
      ->needs(script);
  command
      ->add_option("--repeat", arguments->tries,
                   "for failures that come and go: ask so often about each candidate")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--threads", arguments->threads, "candidates to ask about at once")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--time", arguments->seconds, "seconds at most; called again, it goes on")
      ->capture_default_str();
  arguments->shared.addTo(*command);
  command->callback([arguments, &exitCode] { exitCode = reduceInput(*arguments); });
}

} // namespace fathom
