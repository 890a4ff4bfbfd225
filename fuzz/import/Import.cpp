// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a file, and asks in turn its ORIGIN line, the search for choices, and the corpus.
#include "fuzz/import/Import.h"

#include "core/ir/TritonGPU.h"
#include "fuzz/mutate/Corpus.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

static std::string textOf(mlir::ModuleOp program) {
  std::string text;
  raw_string_ostream out(text);
  program.print(out);
  return text;
}

/// The choices' test case, compiled and launched as the file says. None if it is another program.
static std::optional<TestCase> fromChoices(StringRef origin, TestCase &file,
                                           mlir::MLIRContext &context) {
  Expected<TestCase> made = regenerate(origin, context);
  if (!made) {
    consumeError(made.takeError());
    return std::nullopt;
  }
  if (textOf(*made->program) != textOf(*file.program))
    return std::nullopt;
  TestCase test = std::move(file);
  test.origin = made->origin;
  if (test.launch.empty())
    test.launch = made->launch;
  return test;
}

static std::string whereItEnded(const Found &found, const Profile &profile) {
  std::string wanted;
  if (found.wanted) {
    raw_string_ostream out(wanted);
    found.wanted->print(out, mlir::OpPrintingFlags().skipRegions());
    wanted = " before '" + StringRef(wanted).trim().substr(0, 70).str() + "'";
  }
  return formatv("{0}: {1} of {2} right{3}, {4} runs", profile.name, found.matched, found.size,
                 wanted, found.runs);
}

Expected<Imported> Importer::import(StringRef path) {
  Expected<TestCase> file = readTestCase(path, context);
  if (!file)
    return file.takeError();
  if (StringRef(file->origin).starts_with("choices:"))
    if (std::optional<TestCase> test = fromChoices(file->origin, *file, context))
      return Imported{std::move(*test), true, "its ORIGIN line makes it"};

  std::string ended;
  if (file->program.get()->hasAttr(ttg::numWarpsName)) {
    ended = "it has layouts, and the search knows none";
  } else {
    for (const Profile *profile : profiles) {
      Experience &learned =
          experience.try_emplace(profile, *profile, lessons, context).first->second;
      Found found = findChoices(*file->program, *profile, learned, bounds);
      if (found.bytes) {
        TestCase made = generateTestCase(*found.bytes, *profile, context);
        if (std::optional<TestCase> test = fromChoices(made.origin, *file, context))
          return Imported{std::move(*test), true,
                          formatv("choices found, {0}: {1} runs", profile->name, found.runs)};
      }
      ended += (ended.empty() ? "" : "; ") + whereItEnded(found, *profile);
    }
  }

  Expected<std::unique_ptr<Corpus>> corpus = Corpus::open({path.str()}, context);
  if (!corpus)
    return corpus.takeError();
  Expected<TestCase> test = (*corpus)->program(sys::path::filename(path), context);
  if (!test)
    return test.takeError();
  test->origin = ("import:" + sys::path::filename(path)).str();
  return Imported{std::move(*test), false,
                  "no choices found (" + ended + "): an entry for a corpus"};
}

} // namespace fathom
