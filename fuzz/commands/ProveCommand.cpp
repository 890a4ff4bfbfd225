// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom prove: for each function of a file, whether what passes make of it means the same for all inputs.
//
//   // RUN: fathom prove %s | FileCheck %s
//   // PIPELINE: triton-combine
//   !w = i8                                   with --widths 8,16,32 the file is proved for each, with this line replaced
//   tt.func @two_offsets(%p: !tt.ptr<f32>) .. {
//
//   @two_offsets, i8: proved
//   @two_offsets, i16: refuted: arg0 = 0x0000000000000001; result 0: before .., after ..
//
// With --facts: whether what the core's analyses claim of the values of each function is so for all inputs (oracles/smt/ProveFacts.h).
//
//   refuted: axis-info: constancy of arith.divsi
//   claimed: contiguity = [1], divisibility = [1], constancy = [16], constant_value = <none>
//   found: element [16] is -1, element [17] is 0
//   of: %q = arith.divsi %x, %c16 : tensor<64xi32>
//   // LAUNCH: grid=1,1,1 args=out:i32[64];i32=-32
//   filed: findings/axis-info-1a2b3c4d/original.mlir: its run shows it
//   @kernel: 15 claims: 11 proved, 0 proved where no index is negative, 1 true in the first trips of loops, 2 undecided, 1 refuted
//   undecided: 2: a loaded value
//
// With --out each refutation becomes a test case in a folder of findings (FindingsFolder.h), which the facts oracle then judges.
#include "fuzz/campaign/FindingsFolder.h"
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "oracles/interp/Interpreter.h"
#include "oracles/interp/LaunchTrial.h"
#include "oracles/smt/Prove.h"
#include "oracles/smt/ProveFacts.h"
#include "oracles/subject/CoreSubject.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace fathom {

namespace {
struct ProveArguments {
  std::string file, passes, out;
  std::vector<unsigned> widths;
  bool facts = false;
  ProofOptions options;
  SharedOptions shared;
};
} // namespace

/// The text with `!w = iN` for a width; nothing if it has no such line.
static std::optional<std::string> atWidth(StringRef text, unsigned width) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  std::string line = "!w = i" + std::to_string(width);
  for (StringRef &each : lines)
    if (each.starts_with("!w = ")) {
      each = line;
      return join(lines, "\n");
    }
  return std::nullopt;
}

static StringRef kindName(Proof::Kind kind) {
  switch (kind) {
  case Proof::Kind::proved:
    return "proved";
  case Proof::Kind::refuted:
    return "refuted";
  case Proof::Kind::unknown:
    return "unknown";
  }
  llvm_unreachable("a kind of proof");
}

/// Gives buffers the sizes that they are accessed with in this launch.
static void fitBuffers(interp::Launch &launch, mlir::ModuleOp program) {
  Expected<interp::Interpreter> interpreter = interp::Interpreter::create(program, {});
  if (!interpreter)
    return consumeError(interpreter.takeError());
  constexpr uint64_t most = 1 << 20;
  Expected<interp::LaunchTrial> trial =
      interp::tryLaunch(*interpreter, interp::Semantics::Ieee, launch, most);
  if (!trial)
    return consumeError(trial.takeError());
  for (auto [number, arg] : enumerate(launch.args)) {
    if (!arg.isBuffer() || !arg.shape.empty())
      continue;
    mlir::Type element = interp::launchTypeNamed(arg.type, program.getContext());
    unsigned bits = element && element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
    for (const interp::BufferEffect &effect : trial->effects)
      if (effect.name == "arg" + std::to_string(number))
        arg.count = std::max(arg.count, effect.bytes / std::max(1u, bits / 8));
  }
}

/// A launch in which the claim fails: the test case's, or the one that the program suggests, with these integers and as many programs.
static std::string launchOf(const RefutedFact &fact, const TestCase &test) {
  Expected<interp::Launch> launch =
      test.launch.empty() ? interp::deduceLaunch(*test.program) : interp::parseLaunch(test.launch);
  if (!launch) {
    consumeError(launch.takeError());
    return "";
  }
  for (const RefutedFact::Argument &argument : fact.arguments)
    if (argument.number < launch->args.size() && !launch->args[argument.number].isBuffer())
      launch->args[argument.number].integer = argument.value;
  for (unsigned axis = 0; axis < 3; ++axis)
    launch->grid[axis] = std::max<uint64_t>(launch->grid[axis], fact.programs[axis] + 1);
  if (launch->programs() < 4096)
    fitBuffers(*launch, *test.program);
  return interp::printLaunch(*launch);
}

/// Files the refutation as what the facts oracle finds in a run.
static Error fileRefutation(FindingsFolder &folder, const RefutedFact &fact, StringRef launch,
                            const TestCase &test, const Ask &ask) {
  TestCase filed = test.clone();
  filed.subjects = {ask.subject};
  filed.targets = {ask.request.target};
  filed.options = ask.request.options;
  filed.passes.clear();
  filed.launch = launch.str();
  filed.otherLines.clear();
  Verdict verdict = Verdict::fail(
      {"facts", fact.analysis, "", normaliseMessage(fact.rule + " of " + fact.of)}, fact.detail);
  Expected<bool> isNew =
      folder.file(makeFinding(filed, verdict.signature), filed, verdict.detail);
  if (!isNew)
    return isNew.takeError();
  outs() << "filed: " << folder.pathOf(findingName(verdict.signature), "original.mlir");
  if (!*isNew) {
    outs() << ": known\n";
    return Error::success();
  }
  Expected<std::unique_ptr<Subject>> subject = openSubject(ask.subject);
  if (!subject)
    return subject.takeError();
  CompileRequest request = ask.request;
  request.launch = launch.str();
  Expected<Verdict> run = judge(*filed.program, request, **subject, /*turn=*/0, {"facts"});
  if (!run)
    return run.takeError();
  outs() << (run->failed() ? ": its run shows it\n" : ": its run does not show it\n");
  return Error::success();
}

/// Prints what is refuted, and a line for each function; whether nothing is refuted.
static Expected<bool> proveFactsOf(const ProveArguments &arguments, TestCase &test,
                                   ArrayRef<Ask> asks) {
  std::unique_ptr<FindingsFolder> folder;
  if (!arguments.out.empty()) {
    Expected<std::unique_ptr<FindingsFolder>> opened = FindingsFolder::open(arguments.out);
    if (!opened)
      return opened.takeError();
    folder = std::move(*opened);
  }
  bool allRight = true;
  for (const Ask &ask : asks) {
    std::optional<Mutant> mutant = mutantOfCore(ask.subject);
    if (!mutant)
      return createStringError("facts are the core's: '" + ask.subject + "' has none");
    for (tt::FuncOp function : test.program->getOps<tt::FuncOp>()) {
      FactsProof proof;
      {
        InjectedMutant injected(*mutant);
        proof = proveFacts(function, {.seconds = arguments.options.seconds});
      }
      for (const RefutedFact &fact : proof.refuted) {
        outs() << "refuted: " << fact.analysis << ": " << fact.rule << " of " << fact.of << "\n"
               << fact.detail << "\n";
        std::string launch = launchOf(fact, test);
        if (launch.empty())
          continue;
        outs() << "// LAUNCH: " << launch << "\n";
        if (folder)
          if (Error error = fileRefutation(*folder, fact, launch, test, ask))
            return error;
      }
      unsigned undecided = 0;
      for (const auto &[why, count] : proof.undecided)
        undecided += count;
      outs() << "@" << function.getName() << ": " << proof.claims << " claims: " << proof.proved
             << " proved, " << proof.assumed << " proved where no index is negative, "
             << proof.bounded << " true in the first trips of loops, " << undecided
             << " undecided, " << proof.refuted.size() << " refuted\n";
      for (const auto &[why, count] : proof.undecided)
        outs() << "undecided: " << count << ": " << why << "\n";
      allRight &= proof.refuted.empty();
    }
  }
  return allRight;
}

/// Prints a line for each function; whether all are proved.
static Expected<bool> provePasses(const ProveArguments &arguments, TestCase &test,
                                  MutableArrayRef<Ask> asks, StringRef label) {
  bool allProved = true;
  for (Ask &ask : asks) {
    if (!arguments.passes.empty())
      ask.request.passes = arguments.passes;
    Expected<std::unique_ptr<Subject>> subject = openSubject(ask.subject);
    if (!subject)
      return subject.takeError();
    Expected<Artifact> artifact = (*subject)->compile(*test.program, ask.request);
    if (!artifact)
      return artifact.takeError();
    if (artifact->failure)
      return createStringError("not compiled: " + artifact->failure->message);
    mlir::OwningOpRef<mlir::ModuleOp> after = readModule(
        artifact->stages.back().text, mlir::ParserConfig(test.program->getContext()), "after");
    if (!after)
      return createStringError("what was compiled cannot be read");
    for (tt::FuncOp before : test.program->getOps<tt::FuncOp>()) {
      auto made = after->lookupSymbol<tt::FuncOp>(before.getName());
      Proof proof = made ? prove(before, made, arguments.options)
                         : Proof{Proof::Kind::unknown, false, "the function is gone"};
      outs() << "@" << before.getName() << label << ": " << kindName(proof.kind)
             << (proof.bounded && proof.kind == Proof::Kind::proved
                     ? " for up to " + std::to_string(arguments.options.loopBound) + " trips"
                     : "")
             << (proof.detail.empty() ? "" : ": ") << proof.detail << "\n";
      allProved &= proof.kind == Proof::Kind::proved;
    }
  }
  return allProved;
}

/// Reads one text and proves what is asked of it.
static Expected<bool> proveText(const ProveArguments &arguments, StringRef text, StringRef label) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<TestCase> test = parseTestCase(text, arguments.file, *context);
  if (!test)
    return test.takeError();
  Expected<std::vector<Ask>> asks = asksOf(arguments.shared, *test);
  if (!asks)
    return asks.takeError();
  return arguments.facts ? proveFactsOf(arguments, *test, *asks)
                         : provePasses(arguments, *test, *asks, label);
}

static int proveFile(const ProveArguments &arguments) {
  auto file = MemoryBuffer::getFileOrSTDIN(arguments.file);
  if (!file)
    return fail(
        createStringError("cannot read '" + arguments.file + "': " + file.getError().message()));
  StringRef text = (*file)->getBuffer();
  bool allProved = true;
  auto proveOne = [&](StringRef one, StringRef label) {
    Expected<bool> proved = proveText(arguments, one, label);
    if (!proved)
      return fail(proved.takeError());
    allProved &= *proved;
    return static_cast<int>(exitPass);
  };
  if (!atWidth(text, 8)) {
    if (int code = proveOne(text, ""))
      return code;
  } else {
    for (unsigned width : arguments.widths)
      if (int code = proveOne(*atWidth(text, width), ", i" + std::to_string(width)))
        return code;
  }
  return allProved ? exitPass : exitBug;
}

void proveCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<ProveArguments>();
  arguments->widths = {8, 16, 32, 64};
  CLI::App *command = application.add_subcommand(
      "prove", "prove that passes keep the meaning of each function of a file: exit 0 all proved");
  command
      ->add_option("FILE", arguments->file,
                   "a test case with PIPELINE, or TTIR; - for standard input")
      ->required();
  command->add_flag("--facts", arguments->facts,
                    "instead: prove what the core's analyses claim; exit 0 nothing refuted");
  command->add_option(
      "--out", arguments->out,
      "with --facts: a folder of findings, to which each refutation goes as a test case");
  command->add_option("--passes", arguments->passes, "the passes, instead of what the file says");
  command->add_option("--widths", arguments->widths, "what !w = iN is to be, one after the other")
      ->delimiter(',');
  command
      ->add_option("--trips", arguments->options.loopBound, "how many trips of a loop are followed")
      ->capture_default_str();
  command->add_option("--limit-proof-seconds", arguments->options.seconds, "time for the solver")
      ->capture_default_str();
  arguments->shared.addTo(*command);
  command->callback([arguments, &exitCode] { exitCode = proveFile(*arguments); });
}

} // namespace fathom
