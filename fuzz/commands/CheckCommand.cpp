// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom check: judges test cases by all oracles, a line for each verdict.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace fathom {

static StringRef kindName(Verdict::Kind kind) {
  switch (kind) {
  case Verdict::Kind::Pass:
    return "pass";
  case Verdict::Kind::Fail:
    return "FAIL";
  case Verdict::Kind::Inconclusive:
    return "inconclusive";
  }
  llvm_unreachable("no such verdict");
}

static void printVerdict(StringRef file, const Ask &ask, const Verdict &verdict, bool json,
                         bool verbose) {
  std::string what = verdict.failed() ? verdict.signature.str() : verdict.reason;
  if (json) {
    json::Object object{{"file", file},
                        {"subject", ask.subject},
                        {"target", ask.request.target.str()},
                        {"num_warps", ask.request.options.numWarps},
                        {"num_stages", ask.request.options.numStages},
                        {"num_ctas", ask.request.options.numCtas},
                        {"verdict", kindName(verdict.kind).lower()},
                        {"detail", json::fixUTF8(verdict.detail)}};
    if (verdict.failed())
      object["signature"] = json::Object{{"oracle", verdict.signature.oracle},
                                         {"kind", verdict.signature.kind},
                                         {"pass", verdict.signature.pass},
                                         {"message", json::fixUTF8(verdict.signature.message)}};
    else
      object["reason"] = verdict.reason;
    outs() << json::Value(std::move(object)) << "\n";
    return;
  }
  outs() << formatv("{0}: {1} {2} num-warps={3} num-stages={4}: {5}{6}{7}\n", file, ask.subject,
                    ask.request.target.str(), ask.request.options.numWarps,
                    ask.request.options.numStages, kindName(verdict.kind), what.empty() ? "" : ": ",
                    what);
  if (verbose && !verdict.detail.empty())
    outs() << StringRef(verdict.detail).rtrim() << "\n";
  outs().flush();
}

static Expected<Verdict> judgeOne(mlir::ModuleOp program, const Ask &ask, Subject &subject,
                                  const std::vector<std::string> &oracles) {
  if (!subject.knows(ask.request.target))
    return Verdict::inconclusive("the subject does not know the target");
  return judge(program, ask.request, subject, /*turn=*/0, oracles);
}

static int check(const std::vector<std::string> &files, const SharedOptions &options,
                 const std::vector<std::string> &oracles, bool verbose) {
  for (const std::string &name : oracles)
    if (!findOracle(StringRef(name).split(':').first))
      return fail(createStringError(
          "no oracle '" + name + "'; there are " +
          join(map_range(allOracles(), [](const Oracle &o) { return o.name.str(); }), ", ")));
  OpenSubjects subjects;
  int exitCode = exitPass;
  for (const std::string &file : files) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    Expected<std::vector<TestCase>> tests = readTestCases(file, *context);
    if (!tests)
      return fail(tests.takeError());
    for (const TestCase &test : *tests) {
      Expected<std::vector<Ask>> asks = asksOf(options, test);
      if (!asks)
        return fail(asks.takeError());
      for (const Ask &ask : *asks) {
        Expected<Subject *> subject = subjects.get(ask.subject);
        if (!subject)
          return fail(subject.takeError());
        Expected<Verdict> verdict = judgeOne(*test.program, ask, **subject, oracles);
        if (!verdict)
          return fail(verdict.takeError());
        printVerdict(file, ask, *verdict, options.json, verbose);
        if (verdict->failed())
          exitCode = exitBug;
      }
    }
  }
  return exitCode;
}

void checkCommand(CLI::App &application, int &exitCode) {
  struct Arguments {
    std::vector<std::string> files;
    SharedOptions shared;
    std::vector<std::string> oracles;
    bool verbose = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = application.add_subcommand(
      "check", "judge test cases by all oracles: exit 0 all pass, 1 a bug, 2 an error");
  command
      ->add_option("FILE", arguments->files,
                   "test cases, TTIR, or logs of IR dumps; - for standard input")
      ->required();
  arguments->shared.addTo(*command);
  command->add_option("--oracle", arguments->oracles, "who judges, or metamorphic:VARIANT; may be a list; default all")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("-v,--verbose", arguments->verbose, "print what the subject said too");
  command->callback([arguments, &exitCode] {
    exitCode = check(arguments->files, arguments->shared, arguments->oracles, arguments->verbose);
  });
}

} // namespace fathom
