// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns test cases into cases for a GPU and reports what became of them.
#include "fuzz/commands/RunOnDevice.h"

#include "core/ir/Dialects.h"
#include "oracles/check/DeviceCase.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <map>

using namespace llvm;

namespace fathom {

namespace {
class DeviceRunner {
public:
  explicit DeviceRunner(const DeviceArguments &arguments) : arguments(arguments) {}

  /// Collects the cases of a file. An error is of the file or the environment; what cannot be run is reported and counted.
  Error collect(const std::string &file) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    Expected<TestCase> test = readTestCase(file, *context);
    if (!test)
      return test.takeError();
    Expected<std::vector<Ask>> asks = asksOf(arguments.shared, *test);
    if (!asks)
      return asks.takeError();
    // One reference for all compiles of a file.
    Expected<Expectation> expectation =
        expectationOf(*test->program, arguments.launch.empty() ? test->launch : arguments.launch);
    if (!expectation) {
      skip(file, "no launch", toString(expectation.takeError()));
      return Error::success();
    }
    if (expectation->unfit) {
      skip(file, expectation->unfit.reason, expectation->unfit.detail);
      return Error::success();
    }
    for (Ask &ask : *asks)
      if (Error error = collect(file, *test, ask, *expectation))
        return error;
    return Error::success();
  }

  int finish() {
    for (const auto &[reason, count] : skipped)
      errs() << formatv("not run: {0} x {1}\n", count, reason);
    if (!arguments.bundle.empty()) {
      std::string error;
      if (!bundle.write(arguments.bundle, error))
        return fail(createStringError(error));
      errs() << formatv("{0} cases in {1}\n", bundle.size(), arguments.bundle);
      return exitPass;
    }
    Expected<DeviceRun> run = runCases(cases, arguments.device);
    if (!run)
      return fail(run.takeError());
    bool allPass = true;
    for (const CaseVerdict &verdict : run->verdicts) {
      outs() << (arguments.shared.json ? toJson(verdict)
                                       : StringRef(describe(verdict)).rtrim().str())
             << "\n";
      allPass &= verdict.passed() || verdict.kind == CaseVerdict::Kind::Refused;
    }
    outs() << (arguments.shared.json ? toJson(run->summary)
                                     : StringRef(describe(run->summary)).rtrim().str())
           << "\n";
    return allPass ? exitPass : exitBug;
  }

private:
  Error collect(const std::string &file, const TestCase &test, Ask &ask,
                const Expectation &expectation) {
    std::string name = formatv("{0}: {1} {2} num-warps={3} num-stages={4}", file, ask.subject,
                               ask.request.target.str(), ask.request.options.numWarps,
                               ask.request.options.numStages)
                           .str();
    if (!StringRef(ask.request.target.str()).starts_with(arguments.vendor + ":"))
      return createStringError("target " + ask.request.target.str() + " is none of device " +
                               arguments.vendor + "; name one with --target");
    Expected<Subject *> subject = subjects.get(ask.subject);
    if (!subject)
      return subject.takeError();
    ask.request.stage = Stage::Binary;
    ask.request.passes.clear();
    ask.request.fpFusion = arguments.fpFusion;
    Expected<Artifact> artifact = (*subject)->compile(*test.program, ask.request);
    if (!artifact)
      return artifact.takeError();
    if (artifact->failure) {
      skip(name, "not compiled", artifact->failure->message);
      return Error::success();
    }
    Expected<KernelCase> made =
        deviceCase(name, *test.program, ask.request.target, *artifact, expectation);
    if (!made) {
      skip(name, "not launched", toString(made.takeError()));
      return Error::success();
    }
    if (arguments.bundle.empty())
      cases.push_back(std::move(*made));
    else
      bundle.add(*made);
    return Error::success();
  }

  void skip(const std::string &name, const std::string &reason, const std::string &detail) {
    ++skipped[reason];
    if (arguments.shared.json)
      outs() << json::Value(json::Object{{"case", name},
                                         {"verdict", "not run"},
                                         {"reason", reason},
                                         {"message", json::fixUTF8(detail)}})
             << "\n";
    else
      outs() << name << ": not run: " << reason << ": " << StringRef(detail).split('\n').first
             << "\n";
  }

  const DeviceArguments &arguments;
  OpenSubjects subjects;
  std::vector<KernelCase> cases;
  BundleWriter bundle;
  std::map<std::string, unsigned> skipped;
};
} // namespace

int runOnDevice(const std::vector<std::string> &files, const DeviceArguments &arguments) {
  DeviceRunner runner(arguments);
  int exitCode = exitPass;
  for (const std::string &file : files)
    if (Error error = runner.collect(file)) {
      exitCode = fail(createStringError(file + ": " + toString(std::move(error))));
      if (files.size() == 1)
        return exitCode;
    }
  return std::max(exitCode, runner.finish());
}

} // namespace fathom
