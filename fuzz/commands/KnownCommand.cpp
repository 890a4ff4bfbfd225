// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom known: asks subjects whether the known bugs are still there, and learns others from reduced cases.
#include "fuzz/commands/CommandLine.h"

#include "fuzz/campaign/Finding.h"
#include "fuzz/campaign/KnownCheck.h"
#include "oracles/Files.h"
#include "oracles/subject/Releases.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

namespace {
struct KnownArguments {
  std::vector<std::string> cases, subjects;
  std::string known = FATHOM_KNOWN_FOLDER;
  bool learn = false, json = false;
  Limits limits;
};
} // namespace

/// The file, or all test cases in the folder and below it; of a finding the reduced one.
static Expected<std::vector<std::string>> casesBelow(const std::string &path) {
  Expected<std::vector<std::string>> files = filesBelow(path);
  if (files && sys::fs::is_directory(path))
    erase_if(*files, [](StringRef file) {
      return !file.ends_with(".mlir") || sys::path::filename(file) == originalFile;
    });
  return files;
}

static Expected<KnownCheckOptions> checkOptions(const KnownArguments &arguments) {
  KnownCheckOptions options;
  for (const std::string &path : arguments.cases) {
    Expected<std::vector<std::string>> files = casesBelow(path);
    if (!files)
      return files.takeError();
    append_range(options.cases, *files);
  }
  options.subjects = arguments.subjects;
  if (options.subjects.empty()) {
    Expected<std::vector<std::string>> releases = cachedReleases();
    if (!releases)
      return releases.takeError();
    for (const std::string &release : *releases)
      options.subjects.push_back("triton:" + release);
  }
  if (options.subjects.empty())
    return createStringError("no Triton release is in the cache; name some with --subject "
                             "triton:3.1.0,triton:3.6.0 and they are fetched");
  options.limits = arguments.limits;
  SmallString<256> newFile(arguments.known);
  sys::path::append(newFile, "learned.txt");
  options.newFile = newFile.str().str();
  return options;
}

static void print(const KnownDifference &difference, bool learn, bool json) {
  bool isGone = difference.kind == KnownDifference::Kind::Gone;
  if (json)
    outs() << json::Value(json::Object{{"difference", isGone ? "gone" : "missing"},
                                       {"subject", difference.subject},
                                       {"signature", json::fixUTF8(difference.signature.str())},
                                       {"file", difference.file}})
           << "\n";
  else
    outs() << formatv("{0}: {1} {2}: {3}\n", difference.file, difference.subject,
                      isGone  ? "has it no more"
                      : learn ? "has it too"
                              : "has it, and it is not listed",
                      difference.signature.str());
}

static int checkAll(const KnownArguments &arguments) {
  Expected<KnownBugs> known = KnownBugs::read(arguments.known);
  if (!known)
    return fail(known.takeError());
  Expected<KnownCheckOptions> options = checkOptions(arguments);
  if (!options)
    return fail(options.takeError());
  Expected<std::vector<KnownDifference>> differences = checkKnown(*known, *options);
  if (!differences)
    return fail(differences.takeError());
  for (const KnownDifference &difference : *differences)
    print(difference, arguments.learn, arguments.json);
  if (arguments.learn)
    if (Error error = known->write())
      return fail(std::move(error));
  if (!arguments.json)
    outs() << formatv("{0} known bug(s), {1} subject(s) asked: {2} difference(s){3}\n",
                      known->entries().size(), options->subjects.size(), differences->size(),
                      arguments.learn && !differences->empty() ? ", written" : "");
  return differences->empty() || arguments.learn ? exitPass : exitBug;
}

void knownCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<KnownArguments>();
  CLI::App *command = application.add_subcommand(
      "known",
      "ask whether the known bugs are still there: exit 1 if the list is not true any more");
  command->add_option("CASE", arguments->cases,
                      "reduced test cases, or folders of them, that must be known as well");
  command->add_flag("--learn", arguments->learn, "change the list instead");
  command->add_option("--known", arguments->known, "the folder of known bugs");
  command
      ->add_option("--subject", arguments->subjects,
                   "whom to ask; by default all releases in the cache")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--limit-seconds", arguments->limits.seconds, "for each compile")
      ->capture_default_str();
  command->add_option("--limit-megabytes", arguments->limits.megabytes, "for each compile")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "print JSON, an object a line");
  command->callback([arguments, &exitCode] { exitCode = checkAll(*arguments); });
}

} // namespace fathom
