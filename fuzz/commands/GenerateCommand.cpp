// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom generate: prints a test case of the generator.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"

using namespace llvm;

namespace fathom {

static Expected<TestCase> generate(uint64_t seed, uint64_t index, const std::string &profileName,
                                   const std::string &origin, mlir::MLIRContext &context) {
  if (!origin.empty())
    return regenerate(origin, context);
  const Profile *profile = findProfile(profileName);
  if (!profile)
    return createStringError(
        "no profile '" + profileName + "'; there are " +
        join(map_range(allProfiles(), [](const Profile &p) { return p.name.str(); }), ", "));
  return generateTestCase(randomBytes(seed, index, profile->bytes), *profile, context);
}

void generateCommand(CLI::App &application, int &exitCode) {
  struct Arguments {
    uint64_t seed = 0, index = 0;
    std::string profile = "default", origin;
    SharedOptions shared;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = application.add_subcommand("generate", "print a test case of the generator");
  command->add_option("--seed", arguments->seed, "RNG seed");
  command->add_option("--index", arguments->index,
                      "the program's number in a campaign of that seed");
  command->add_option("--profile", arguments->profile, "how big and of what programs are");
  command->add_option("--origin", arguments->origin, "make the test case of an ORIGIN line again");
  arguments->shared.addTo(*command);
  command->callback([arguments, &exitCode] {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    Expected<TestCase> test = generate(arguments->seed, arguments->index, arguments->profile,
                                       arguments->origin, *context);
    if (!test) {
      exitCode = fail(test.takeError());
      return;
    }
    // What the command line says of compiling goes into the test case.
    SharedOptions &shared = arguments->shared;
    Expected<std::vector<Target>> targets = shared.targets();
    Expected<std::optional<Stage>> stage = shared.stage();
    if (!targets || !stage) {
      exitCode = fail(joinErrors(targets.takeError(), stage.takeError()));
      return;
    }
    test->subjects = shared.subjects;
    if (!targets->empty())
      test->targets = *targets;
    test->stage = stage->value_or(test->stage);
    auto overrideBy = [](const std::vector<int> &values, int &knob) {
      if (!values.empty())
        knob = values.front();
    };
    overrideBy(shared.knobs.numWarps, test->options.numWarps);
    overrideBy(shared.knobs.numStages, test->options.numStages);
    overrideBy(shared.knobs.numCtas, test->options.numCtas);
    outs() << printTestCase(*test);
  });
}

} // namespace fathom
