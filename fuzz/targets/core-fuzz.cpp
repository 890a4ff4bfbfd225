// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a fuzz target in a plain seeded loop: core-fuzz --what pipelines --seed 1 --count 10000 --profile small --out findings
#include "fuzz/gen/Generator.h"
#include "fuzz/targets/CrashLoop.h"
#include "fuzz/targets/FuzzTarget.h"
#include "fuzz/targets/MutantServer.h"

#include "core/mutant/Mutant.h"
#include "oracles/Files.h"
#include "oracles/TestCase.h"

#include <CLI/CLI.hpp>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"

using namespace fathom;

[[noreturn]] static void fail(const llvm::Twine &why) {
  llvm::errs() << "core-fuzz: " << why << "\n";
  std::exit(2);
}

template <typename T> static T orFail(llvm::Expected<T> value) {
  if (!value)
    fail(llvm::toString(value.takeError()));
  return std::move(*value);
}

/// The files, and those below the folders.
static std::vector<std::string> filesBelow(const std::vector<std::string> &paths) {
  std::vector<std::string> files;
  for (const std::string &path : paths)
    llvm::append_range(files, orFail(fathom::filesBelow(path)));
  return files;
}

static bool isIr(llvm::StringRef file) {
  return file.ends_with(".mlir") || file.ends_with(".ttir") || file.ends_with(".ttgir");
}

/// IR, cut where -split-input-file cuts.
static void readTexts(llvm::StringRef file, std::vector<std::string> &texts) {
  std::string whole = orFail(readFile(file));
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(whole).split(parts, "// -----");
  for (llvm::StringRef part : parts)
    if (!part.trim().empty())
      texts.push_back(part.str());
}

/// A corpus: an input in hexadecimal a line.
static void readCorpus(llvm::StringRef file, std::vector<std::string> &inputs) {
  std::string whole = orFail(readFile(file));
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(whole).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (std::string bytes; llvm::tryGetFromHex(line, bytes))
      inputs.push_back(bytes);
    else
      fail(file + ": '" + line.take_front(40) + "' is no input in hexadecimal");
}

/// Files that are neither a corpus nor IR are an input each.
static std::vector<std::string> readInputs(const std::vector<std::string> &paths) {
  std::vector<std::string> inputs;
  for (llvm::StringRef file : filesBelow(paths))
    if (file.ends_with(".hex"))
      readCorpus(file, inputs);
    else if (isIr(file))
      readTexts(file, inputs);
    else
      inputs.push_back(orFail(readFile(file)));
  return inputs;
}

/// As engines name theirs: by the contents.
static void writeInput(const std::string &folder, llvm::StringRef input) {
  std::string path =
      folder + "/" + llvm::toHex(llvm::SHA1::hash(llvm::arrayRefFromStringRef(input)), true);
  if (llvm::Error error = writeFileAtomically(path, input))
    fail(llvm::toString(std::move(error)));
}

/// Answers until the other one goes.
static int serveMutants(FuzzTarget &target) {
  MutantRequest request;
  while (readAll(0, &request, sizeof request)) {
    Bytes input(request.size), donor(request.donorSize);
    if (!readAll(0, input.data(), input.size()) || !readAll(0, donor.data(), donor.size()))
      break;
    Bytes made = target.mutate(input, donor, request.rngSeed, request.most);
    uint64_t size = made.size();
    if (!writeAll(1, &size, sizeof size) || !writeAll(1, made.data(), size))
      break;
  }
  return 0;
}

int main(int argc, char **argv) {
  CLI::App app("runs a fuzz target on many inputs; every crash, hang and broken promise is written "
               "to --out");
  uint64_t seed = 1, first = 0, count = 1000;
  std::string what = "pipelines", profileName, mutantName;
  std::vector<std::string> targetNames, paths;
  bool unchanged = false, serves = false;
  std::string writeTo;
  FuzzTargetOptions options;
  CrashLoop loop;
  loop.folder = "core-fuzz-findings";
  loop.secondsPerInput = 60;
  std::string whats;
  for (const FuzzTargetRow &row : allFuzzTargets())
    whats += ("\n" + row.name + ": " + row.sentence).str();
  app.add_option("--what", what, "the fuzz target:" + whats)->capture_default_str();
  app.add_option("paths", paths,
                 "for texts: files, or folders with .mlir, .ttir and .ttgir files; with "
                 "--unchanged, inputs, folders of inputs and corpora (.hex)")
      ->check(CLI::ExistingPath);
  app.add_flag("--unchanged", unchanged, "run what lies in the paths as it is, each input once");
  app.add_option("--seed", seed, "RNG seed, as of a campaign")->capture_default_str();
  app.add_option("--first", first, "index of the first input")->capture_default_str();
  app.add_option("--count", count, "how many inputs")->capture_default_str();
  app.add_option("--time", loop.stopAfter, "stop after so many seconds");
  app.add_option("--profile", profileName, "how big and of what programs are; default");
  app.add_option("--target", targetNames,
                 "the GPUs to compile for; cuda:80, cuda:90, hip:gfx942 and hip:gfx1100")
      ->delimiter(',');
  app.add_option("--mutant", mutantName, "a bug of Mutants.def to compile with");
  app.add_flag("--plant", options.plant,
               "make something wrong that the target must see, where no mutant does");
  app.add_option("--write", writeTo, "write the inputs into a folder, a file each, and run none")
      ->check(CLI::ExistingDirectory);
  app.add_flag("--serve-mutants", serves, "answer AFL++'s custom mutator (MutantServer.h)");
  app.add_option("--out", loop.folder, "where inputs that go wrong are written")
      ->capture_default_str();
  app.add_option("--seconds", loop.secondsPerInput, "longer is a hang")->capture_default_str();
  app.add_option("--jobs", loop.jobs, "processes at a time")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const FuzzTargetRow *row = findFuzzTarget(what);
  if (!row)
    fail("no fuzz target '" + what + "'; there are " +
         llvm::join(llvm::map_range(allFuzzTargets(), [](auto &row) { return row.name.str(); }),
                    ", "));
  if (!profileName.empty() && !(options.profile = findProfile(profileName)))
    fail("no profile '" + profileName + "'; there are " +
         llvm::join(llvm::map_range(allProfiles(), [](auto &p) { return p.name.str(); }), ", "));
  for (const std::string &name : targetNames)
    options.targets.push_back(orFail(parseTarget(name)));
  if (!mutantName.empty())
    injectMutant(orFail(parseMutant(mutantName)));
  if (serves)
    return serveMutants(*row->make(options));
  bool isText = row->name.ends_with("texts");
  std::vector<std::string> inputs;
  if (unchanged) {
    inputs = readInputs(paths);
    first = 0;
    count = inputs.size();
  } else if (isText) {
    for (llvm::StringRef file : filesBelow(paths))
      if (isIr(file))
        readTexts(file, options.texts);
    if (options.texts.empty())
      fail("no .mlir, .ttir or .ttgir file there; " + what + " are made of such");
  }

  std::unique_ptr<FuzzTarget> target = row->make(options);
  loop.input = [&](uint64_t index) {
    if (unchanged)
      return inputs[index];
    Bytes bytes = target->input(seed, index);
    return std::string(bytes.begin(), bytes.end());
  };
  if (!writeTo.empty()) {
    for (uint64_t index = first; index != first + count; ++index)
      writeInput(writeTo, loop.input(index));
    return 0;
  }
  loop.run = [&](llvm::StringRef input) {
    FuzzTarget::Outcome outcome = target->run(llvm::arrayRefFromStringRef(input));
    return CrashLoop::Result{outcome.problem, outcome.judged, outcome.detail};
  };
  loop.print = [&](uint64_t index, llvm::StringRef input) {
    std::string text = target->print(llvm::arrayRefFromStringRef(input));
    if ((what == "pipelines" || what == "passes") && !unchanged)
      text = generateLine(options.profile ? *options.profile
                                          : *findProfile(what == "passes" ? "ttgir" : "default"),
                          seed, index) +
             "\n" + text;
    return text;
  };
  CrashLoop::Report report = orFail(loop.runAll(first, count));
  llvm::outs() << llvm::formatv("core-fuzz: {0}, seed {1}, {2} inputs in {3:f1} s, {4} of them "
                                "judged, {5} went wrong in {6} ways\n",
                                what, seed, report.inputs, report.seconds, report.accepted,
                                report.failures, report.classes.size());
  for (const auto &[signature, index] : report.classes)
    llvm::outs() << "  input " << index << ": " << signature << "\n";
  return report.failures ? 1 : 0;
}
