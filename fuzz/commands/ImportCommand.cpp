// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom import: makes test cases of programs from elsewhere, with the choices of the generator where they can be found.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "fuzz/import/Import.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

namespace {
struct ImportArguments {
  std::vector<std::string> files, profiles = {"small", "default"};
  std::string out;
  SearchBounds bounds;
};
} // namespace

static Error importFiles(const ImportArguments &arguments) {
  std::vector<const Profile *> profiles;
  for (const std::string &name : arguments.profiles) {
    const Profile *profile = findProfile(name);
    if (!profile || profile->layouts)
      return createStringError("no profile '" + name + "' of programs without layouts");
    profiles.push_back(profile);
  }
  if (!arguments.out.empty())
    if (std::error_code error = sys::fs::create_directories(arguments.out))
      return createStringError("cannot make the folder '" + arguments.out +
                               "': " + error.message());
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Importer importer(profiles, arguments.bounds, *context);
  for (const std::string &file : arguments.files) {
    Expected<Imported> imported = importer.import(file);
    if (!imported)
      return imported.takeError();
    errs() << file << ": " << imported->how << "\n";
    if (arguments.out.empty()) {
      outs() << printTestCase(imported->test);
      continue;
    }
    SmallString<128> path(arguments.out);
    sys::path::append(path, sys::path::stem(file) + ".mlir");
    if (Error error = writeFileAtomically(path, printTestCase(imported->test)))
      return error;
  }
  return Error::success();
}

void importCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<ImportArguments>();
  CLI::App *command = application.add_subcommand(
      "import", "make test cases of programs: the generator's choices, or entries for a corpus");
  command->add_option("FILE", arguments->files, "programs: test cases, or TTIR")->required();
  command
      ->add_option("--profile", arguments->profiles, "profiles to search in, one after the other")
      ->capture_default_str();
  command
      ->add_option("--runs", arguments->bounds.runs,
                   "so many runs of the generator, at most, for each profile")
      ->capture_default_str();
  command->add_option("-o,--out", arguments->out, "folder to write to, instead of printing");
  command->callback([arguments, &exitCode] {
    Error error = importFiles(*arguments);
    exitCode = error ? fail(std::move(error)) : exitPass;
  });
}

} // namespace fathom
