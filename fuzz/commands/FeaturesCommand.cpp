// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom features: counts what compiles of programs meet, and says what they never met.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "fuzz/campaign/FeatureCounts.h"
#include "fuzz/gen/Generator.h"
#include "oracles/Files.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace fathom {

namespace {
struct FeaturesArguments {
  SharedOptions shared;
  std::vector<std::string> paths;
  std::string profile = "default", save;
  uint64_t seed = 0, first = 0, programs = 0;
  bool missing = false;
};

/// Compiles programs and counts.
class Meter {
public:
  Meter(const FeaturesArguments &arguments, std::vector<Target> targets)
      : arguments(arguments), targets(std::move(targets)) {}

  Error openSubjects();
  Error count(const TestCase &test);

  FeatureCounts counts;
  uint64_t programs = 0, notRead = 0, compiles = 0, failed = 0;

private:
  const FeaturesArguments &arguments;
  std::vector<Target> targets;
  std::vector<std::unique_ptr<Subject>> subjects;
  std::optional<CompileReader> reader;
};
} // namespace

Error Meter::openSubjects() {
  std::vector<std::string> specs = arguments.shared.subjects;
  if (specs.empty())
    specs = {"core"};
  for (const std::string &spec : specs) {
    Expected<std::unique_ptr<Subject>> subject = openSubject(spec);
    if (!subject)
      return subject.takeError();
    subjects.push_back(std::move(*subject));
  }
  Expected<CompileReader> opened = CompileReader::open();
  if (!opened)
    return opened.takeError();
  reader.emplace(std::move(*opened));
  return Error::success();
}

Error Meter::count(const TestCase &test) {
  Features met;
  ++programs;
  for (std::unique_ptr<Subject> &subject : subjects)
    for (const Target &target : targets) {
      if (!subject->knows(target))
        continue;
      CompileRequest request{.target = target,
                             .options = test.options,
                             .stage = Stage::Ttgir,
                             .passes = test.passes,
                             .confirm = false,
                             .limits = arguments.shared.limits};
      reader->prepare(request, *subject);
      request.dumps = !request.watch;
      Expected<Artifact> artifact = subject->compile(*test.program, request);
      if (!artifact)
        return artifact.takeError();
      ++compiles;
      failed += artifact->failure.has_value();
      if (Error error =
              reader->read(*test.program, request, *artifact, *subject, /*eachPass=*/true, met))
        return error;
    }
  counts.add(met);
  return Error::success();
}

/// A file's test cases; choices of the profile where it holds no program. None: it is not read.
static std::vector<TestCase> readFile(StringRef path, const Profile &profile,
                                      mlir::MLIRContext &context) {
  std::vector<TestCase> tests;
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return tests;
  StringRef text = (*file)->getBuffer();
  if (!json::isUTF8(text) || !(text.contains("tt.func") || text.contains("module"))) {
    tests.push_back(generateTestCase(arrayRefFromStringRef(text), profile, context));
  } else {
    mlir::ScopedDiagnosticHandler silent(&context,
                                         [](mlir::Diagnostic &) { return mlir::success(); });
    Expected<TestCase> test = parseTestCase(text, path, context);
    if (test)
      tests.push_back(std::move(*test));
    else
      consumeError(test.takeError());
  }
  erase_if(tests, [](const TestCase &test) { return failed(mlir::verify(*test.program)); });
  return tests;
}

/// The files of the paths, in order.
static Expected<std::vector<std::string>> filesOf(const std::vector<std::string> &paths) {
  std::vector<std::string> files;
  for (const std::string &path : paths) {
    if (!sys::fs::exists(path))
      return createStringError("there is no file or folder '" + path + "'");
    Expected<std::vector<std::string>> inside = filesBelow(path);
    if (!inside)
      return inside.takeError();
    append_range(files, *inside);
  }
  return files;
}

static Expected<uint64_t> meterAll(const FeaturesArguments &arguments, const Profile &profile,
                                   Meter &meter) {
  Expected<std::vector<std::string>> files = filesOf(arguments.paths);
  if (!files)
    return files.takeError();
  std::unique_ptr<mlir::MLIRContext> context;
  uint64_t total = files->size() + arguments.programs;
  for (uint64_t number = 0; number < total; ++number) {
    if (number % 200 == 0)
      context = makeContext();
    std::vector<TestCase> tests;
    if (number < files->size())
      tests = readFile((*files)[number], profile, *context);
    else
      tests.push_back(generateTestCase(
          randomBytes(arguments.seed, arguments.first + number - files->size(), profile.bytes),
          profile, *context));
    meter.notRead += tests.empty();
    for (const TestCase &test : tests)
      if (Error error = meter.count(test))
        return std::move(error);
  }
  return total;
}

static int features(const FeaturesArguments &arguments) {
  const Profile *profile = findProfile(arguments.profile);
  if (!profile)
    return fail(createStringError(
        "no profile '" + arguments.profile + "'; there are " +
        join(map_range(allProfiles(), [](const Profile &p) { return p.name.str(); }), ", ")));
  if (arguments.paths.empty() && arguments.programs == 0)
    return fail(createStringError("name files or folders, or say --programs N"));
  Expected<std::vector<Target>> targets = arguments.shared.targets();
  if (!targets)
    return fail(targets.takeError());
  if (targets->empty())
    targets->push_back(*parseTarget("cuda:80"));
  Meter meter(arguments, *targets);
  if (Error error = meter.openSubjects())
    return fail(std::move(error));
  Expected<uint64_t> total = meterAll(arguments, *profile, meter);
  if (!total)
    return fail(total.takeError());
  if (!arguments.save.empty())
    if (Error error = writeFileAtomically(arguments.save, meter.counts.text()))
      return fail(std::move(error));
  if (arguments.shared.json) {
    json::Object object = featuresJson(meter.counts);
    object["features"] = int64_t(meter.counts.size());
    object["programs"] = int64_t(meter.programs);
    object["compiles"] = int64_t(meter.compiles);
    object["failed"] = int64_t(meter.failed);
    object["not_read"] = int64_t(meter.notRead);
    outs() << json::Value(std::move(object)) << "\n";
    return exitPass;
  }
  outs() << formatv("{0} features, met in {1} programs and {2} compiles ({3} failed); {4} files "
                    "not read\n",
                    meter.counts.size(), meter.programs, meter.compiles, meter.failed,
                    meter.notRead);
  for (const auto &[kind, count] : meter.counts.byKind())
    outs() << formatv("  {0,7} {1}\n", count, kind);
  if (arguments.missing)
    outs() << "\n" << blindSpotsText(meter.counts);
  return exitPass;
}

void featuresCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<FeaturesArguments>();
  CLI::App *command = application.add_subcommand(
      "features",
      "count what compiles of programs meet: ops with layouts in passes, rewrites, ...");
  command->add_option("PATH", arguments->paths,
                      "test cases, files of choices (an engine's corpus), or folders of them");
  arguments->shared.addTo(*command);
  command->add_option("--programs", arguments->programs, "how many programs of the generator");
  command->add_option("--seed", arguments->seed, "their RNG seed")->capture_default_str();
  command->add_option("--first", arguments->first, "the first one's number")->capture_default_str();
  command->add_option("--profile", arguments->profile, "of them, and of choices")
      ->capture_default_str();
  command->add_option("--save", arguments->save, "write the features with their counts to a file");
  command->add_flag("--missing", arguments->missing, "list what was never met");
  command->callback([arguments, &exitCode] { exitCode = features(*arguments); });
}

} // namespace fathom
