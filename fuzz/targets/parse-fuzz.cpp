// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the parse target on mutated texts: parse-fuzz DIR... --seed 1 --count 100000 --out findings
#include "core/ir/Dialects.h"
#include "fuzz/targets/CrashLoop.h"
#include "fuzz/targets/ReadAndPrint.h"
#include "fuzz/targets/TextMutator.h"

#include <CLI/CLI.hpp>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <filesystem>

using namespace fathom;
namespace fs = std::filesystem;

/// The texts of all IR files below the folders, cut where -split-input-file cuts.
static std::vector<std::string> readTexts(const std::vector<std::string> &paths) {
  std::vector<fs::path> files;
  for (const std::string &path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto &entry : fs::recursive_directory_iterator(path))
      if (entry.is_regular_file() &&
          llvm::is_contained({".mlir", ".ttir", ".ttgir"}, entry.path().extension()))
        files.push_back(entry.path());
  }
  // The order of a directory is not the same everywhere.
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const fs::path &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file.string(), /*IsText=*/true);
    if (!buffer) {
      llvm::errs() << "parse-fuzz: cannot read " << file.string() << ": "
                   << buffer.getError().message() << "\n";
      std::exit(2);
    }
    llvm::SmallVector<llvm::StringRef> parts;
    (*buffer)->getBuffer().split(parts, "// -----");
    for (llvm::StringRef part : parts)
      if (!part.trim().empty())
        texts.push_back(part.str());
  }
  return texts;
}

int main(int argc, char **argv) {
  CLI::App app(
      "mutates IR texts and reads them; every crash, hang and false refusal is written to --out");
  std::vector<std::string> paths;
  uint64_t seed = 1, first = 0, count = 10000;
  CrashLoop loop;
  bool unchanged = false;
  app.add_option("paths", paths, "files, or folders with .mlir, .ttir and .ttgir files")
      ->required()
      ->check(CLI::ExistingPath);
  app.add_option("--seed", seed, "which run of inputs")->capture_default_str();
  app.add_option("--first", first, "index of the first input")->capture_default_str();
  app.add_option("--count", count, "how many inputs")->capture_default_str();
  app.add_option("--out", loop.folder, "where inputs that go wrong are written")
      ->capture_default_str();
  app.add_option("--seconds", loop.secondsPerInput, "longer is a hang")->capture_default_str();
  app.add_flag("--unchanged", unchanged, "reads the texts as they are, each once");
  CLI11_PARSE(app, argc, argv);

  std::vector<std::string> texts = readTexts(paths);
  if (texts.empty()) {
    llvm::errs() << "parse-fuzz: no .mlir, .ttir or .ttgir file there\n";
    return 2;
  }
  if (unchanged) {
    first = 0;
    count = texts.size();
  }
  TextMutator mutator(texts);
  loop.input = [&](uint64_t index) {
    return unchanged ? texts[index] : mutator.mutate(seed, index);
  };
  std::unique_ptr<mlir::MLIRContext> context;
  unsigned runs = 0;
  loop.run = [&](llvm::StringRef text) {
    // A context keeps every type and attribute that it has seen.
    if (runs++ % 200 == 0)
      context = makeContext();
    ReadingResult result = readAndPrint(*context, text);
    return CrashLoop::Result{result.problem, result.accepted};
  };
  auto report = loop.runAll(first, count);
  if (!report) {
    llvm::errs() << "parse-fuzz: " << llvm::toString(report.takeError()) << "\n";
    return 2;
  }
  llvm::outs() << llvm::formatv("parse-fuzz: {0} texts, seed {1}, {2} inputs in {3:f1} s, {4} of "
                                "them IR, {5} went wrong in {6} ways\n",
                                texts.size(), seed, count, report->seconds, report->accepted,
                                report->failures, report->classes.size());
  for (const auto &[signature, index] : report->classes)
    llvm::outs() << "  input " << index << ": " << signature << "\n";
  return report->failures ? 1 : 0;
}
