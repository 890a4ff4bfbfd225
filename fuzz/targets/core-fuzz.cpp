// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the core's target on generated programs: core-fuzz --seed 1 --count 10000 --profile small --out findings
#include "fuzz/gen/Generator.h"
#include "fuzz/targets/CompileAndRun.h"
#include "fuzz/targets/CrashLoop.h"

#include "core/mutant/Mutant.h"

#include <CLI/CLI.hpp>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace fathom;

static int fail(const llvm::Twine &why) {
  llvm::errs() << "core-fuzz: " << why << "\n";
  return 2;
}

int main(int argc, char **argv) {
  CLI::App app(
      "generates programs, compiles them with the core for each target, and interprets what comes "
      "out; every crash, "
      "hang, verifier failure and difference in meaning is written to --out as a test case");
  uint64_t seed = 1, first = 0, count = 1000;
  std::string profileName = "default", mutantName;
  std::vector<std::string> targetNames = {"cuda:80", "cuda:90", "hip:gfx942", "hip:gfx1100"};
  CrashLoop loop;
  loop.folder = "core-fuzz-findings";
  loop.secondsPerInput = 60;
  app.add_option("--seed", seed, "RNG seed, as of a campaign")->capture_default_str();
  app.add_option("--first", first, "index of the first program")->capture_default_str();
  app.add_option("--count", count, "how many programs")->capture_default_str();
  app.add_option("--profile", profileName, "how big and of what programs are")
      ->capture_default_str();
  app.add_option("--target", targetNames, "the GPUs to compile for")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--mutant", mutantName, "a bug of Mutants.def to compile with");
  app.add_option("--out", loop.folder, "where programs that go wrong are written")
      ->capture_default_str();
  app.add_option("--seconds", loop.secondsPerInput, "longer is a hang")->capture_default_str();
  app.add_option("--jobs", loop.jobs, "processes at a time")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const Profile *profile = findProfile(profileName);
  if (!profile)
    return fail(
        "no profile '" + profileName + "'; there are " +
        llvm::join(llvm::map_range(allProfiles(), [](auto &p) { return p.name.str(); }), ", "));
  std::vector<Target> targets;
  for (const std::string &name : targetNames) {
    llvm::Expected<Target> target = parseTarget(name);
    if (!target)
      return fail(llvm::toString(target.takeError()));
    targets.push_back(*target);
  }
  if (!mutantName.empty()) {
    llvm::Expected<Mutant> mutant = parseMutant(mutantName);
    if (!mutant)
      return fail(llvm::toString(mutant.takeError()));
    injectMutant(*mutant);
  }

  loop.input = [&](uint64_t index) {
    std::vector<uint8_t> bytes = randomBytes(seed, index, profile->bytes);
    return std::string(bytes.begin(), bytes.end());
  };
  CompileAndRun target(*profile, targets);
  loop.run = [&](llvm::StringRef input) {
    CompileAndRunResult result = target.run(llvm::arrayRefFromStringRef(input));
    return CrashLoop::Result{result.problem, result.compared, result.detail};
  };
  loop.print = [&](uint64_t index, llvm::StringRef input) {
    return generateLine(*profile, seed, index) + "\n" +
           testCaseText(llvm::arrayRefFromStringRef(input), *profile, targets);
  };
  auto report = loop.runAll(first, count);
  if (!report)
    return fail(llvm::toString(report.takeError()));
  llvm::outs() << llvm::formatv(
      "core-fuzz: profile {0}, seed {1}, {2} programs in {3:f1} s for {4}, {5} of them compared, "
      "{6} went wrong in {7} ways\n",
      profile->name, seed, count, report->seconds, llvm::join(targetNames, ", "), report->accepted,
      report->failures, report->classes.size());
  for (const auto &[signature, index] : report->classes)
    llvm::outs() << "  program " << index << ": " << signature << "\n";
  return report->failures ? 1 : 0;
}
