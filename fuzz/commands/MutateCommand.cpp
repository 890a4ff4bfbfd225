// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom mutate: prints or writes mutations of a file, or makes one of a campaign again.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "fuzz/mutate/Corpus.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

namespace {
struct MutateArguments {
  std::string file, corpus, origin, out;
  uint64_t seed = 0, count = 1;
  bool keepMeaning = false;
};
} // namespace

/// Prints the test case, or writes it to `name` in the folder.
static Error put(const TestCase &test, const MutateArguments &arguments, const Twine &name) {
  if (arguments.out.empty()) {
    outs() << printTestCase(test);
    return Error::success();
  }
  if (std::error_code error = sys::fs::create_directories(arguments.out))
    return createStringError("cannot make the folder '" + arguments.out + "': " + error.message());
  SmallString<128> path(arguments.out);
  sys::path::append(path, name);
  if (Error error = writeFileAtomically(path, printTestCase(test)))
    return error;
  outs() << path << ": " << StringRef(test.otherLines.back()).drop_front(3) << "\n";
  return Error::success();
}

static Error again(const MutateArguments &arguments, Corpus &corpus, mlir::MLIRContext &context) {
  Expected<MutationOrigin> origin = parseMutationOrigin(arguments.origin);
  if (!origin)
    return origin.takeError();
  Expected<std::optional<TestCase>> test = corpus.make(*origin, context);
  if (!test)
    return test.takeError();
  if (!*test)
    return createStringError("all mutations of '" + StringRef(arguments.origin).take_front(60) +
                             "' decline: it is of other files, or of another fathom");
  return put(**test, arguments, "mutated.mlir");
}

static Error mutateFile(const MutateArguments &arguments) {
  std::vector<std::string> paths;
  for (const std::string &path : {arguments.file, arguments.corpus})
    if (!path.empty())
      paths.push_back(path);
  if (paths.empty() || (arguments.file.empty() && arguments.origin.empty()))
    return createStringError("what is to be mutated? Name a FILE, or an --origin and its --corpus");
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<std::unique_ptr<Corpus>> corpus = Corpus::open(paths, *context);
  if (!corpus)
    return corpus.takeError();
  if (!arguments.origin.empty())
    return again(arguments, **corpus, *context);

  std::string file = sys::path::filename(arguments.file).str();
  constexpr uint64_t tries = 50; // For each that is wanted: none of those tried may fit.
  for (uint64_t made = 0, index = 0; made < arguments.count; ++index) {
    if (index >= (made + 1) * tries)
      return createStringError("no mutation fits '" + arguments.file + "'");
    MutationOrigin origin = (*corpus)->choose(arguments.seed, index, arguments.keepMeaning);
    origin.file = file;
    Expected<std::optional<TestCase>> test = (*corpus)->make(origin, *context);
    if (!test)
      return test.takeError();
    if (!*test)
      continue;
    std::string name = (sys::path::stem(file) + "-" + Twine(made++) + ".mlir").str();
    if (Error error = put(**test, arguments, name))
      return error;
  }
  return Error::success();
}

void mutateCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<MutateArguments>();
  CLI::App *command = application.add_subcommand("mutate", "print or write mutations of a program");
  command->add_option("FILE", arguments->file, "the program: a test case, or TTIR");
  command->add_option("--seed", arguments->seed, "RNG seed")->capture_default_str();
  command->add_option("--count", arguments->count, "how many")->capture_default_str();
  command->add_flag("--keep-meaning", arguments->keepMeaning,
                    "only those that mean the same as the file, under its launch");
  command->add_option(
      "--corpus", arguments->corpus,
      "a folder of programs that code may be taken from; else it is the file alone");
  command->add_option("--origin", arguments->origin,
                      "make the program of an ORIGIN line again; needs its --corpus");
  command->add_option("-o,--out", arguments->out, "folder to write to, instead of printing");
  command->callback([arguments, &exitCode] {
    Error error = mutateFile(*arguments);
    exitCode = error ? fail(std::move(error)) : exitPass;
  });
}

} // namespace fathom
