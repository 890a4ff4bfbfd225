// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads folders of programs, and mutates them.
#include "fuzz/mutate/Corpus.h"

#include "core/ir/TritonGPU.h"
#include "oracles/Files.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fathom {

//===- Origins ------------------------------------------------------------------------------===//

std::string MutationOrigin::str() const {
  std::string files = donor == file ? file : file + "+" + donor;
  return "mutation:" + std::string(keepMeaning ? "meaning" : "any") + ":" + files + ":" +
         toHex(choices, /*LowerCase=*/true);
}

Expected<MutationOrigin> parseMutationOrigin(StringRef origin) {
  auto fail = [&](const Twine &why) {
    return createStringError("'" + origin.substr(0, 60) + "' is no mutation's origin: " + why +
                             "; it looks like mutation:any:add.ttir:9f3a");
  };
  StringRef rest = origin.trim();
  if (!rest.consume_front("mutation:"))
    return fail("it does not start with mutation:");
  MutationOrigin result;
  auto [kind, behind] = rest.split(':');
  auto [files, hex] = behind.rsplit(':');
  if (kind != "any" && kind != "meaning")
    return fail("'" + kind + "' is neither any nor meaning");
  result.keepMeaning = kind == "meaning";
  auto [file, donor] = files.split('+');
  result.file = file.str();
  result.donor = donor.empty() ? file.str() : donor.str();
  std::string bytes;
  if (file.empty() || !tryGetFromHex(hex, bytes))
    return fail("it lacks a file, or its choices are not in hexadecimal");
  result.choices.assign(bytes.begin(), bytes.end());
  return result;
}

//===- Folders ------------------------------------------------------------------------------===//

/// Stages make TTGIR of TTIR: what is TTGIR already, or names passes, is for single passes.
static bool goesThroughStages(const TestCase &test) {
  return test.passes.empty() && !test.program.get()->hasAttr(ttg::numWarpsName);
}

Error Corpus::add(StringRef path, StringRef name, bool asked, mlir::MLIRContext &context) {
  Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  Expected<TestCase> test = parseTestCase(*text, path, context);
  if (!test)
    return test.takeError();
  if (asked || goesThroughStages(*test))
    contents[name.str()].text = std::move(*text);
  return Error::success();
}

Expected<std::unique_ptr<Corpus>> Corpus::open(ArrayRef<std::string> paths,
                                               mlir::MLIRContext &context) {
  auto corpus = std::make_unique<Corpus>();
  for (const std::string &path : paths) {
    if (!sys::fs::is_directory(path)) {
      if (Error error = corpus->add(path, sys::path::filename(path), /*asked=*/true, context))
        return error;
      continue;
    }
    Expected<std::vector<std::string>> files = filesBelow(path);
    if (!files)
      return files.takeError();
    for (StringRef file : *files)
      if (file.ends_with(".mlir") || file.ends_with(".ttir"))
        if (Error error = corpus->add(file, file.drop_front(path.size()).ltrim('/'),
                                      /*asked=*/false, context))
          return error;
  }
  for (const auto &[name, file] : corpus->contents)
    corpus->names.push_back(name);
  if (corpus->names.empty())
    return createStringError("no program in TTIR (.mlir, .ttir) in '" + join(paths, "', '") + "'");
  return corpus;
}

std::string Corpus::digest() const {
  uint64_t hash = 0;
  for (const auto &[name, file] : contents)
    hash = xxh3_64bits(utohexstr(hash) + name + file.text);
  return std::to_string(names.size()) + " files " + utohexstr(hash, /*LowerCase=*/true);
}

Expected<Stock> Corpus::load(StringRef name, mlir::MLIRContext &context) {
  auto it = contents.find(name);
  if (it == contents.end())
    return createStringError("no program '" + name + "' in the corpus");
  Expected<TestCase> test = parseTestCase(it->second.text, name, context);
  if (!test)
    return test.takeError();
  // Who compiles it, for what, and what is checked is the caller's business.
  test->subjects.clear();
  if (test->passes.empty())
    test->targets.clear();
  test->otherLines.clear();
  if (test->origin.empty())
    test->origin = ("import:" + name).str();
  std::lock_guard<std::mutex> lock(mutex);
  if (it->second.known)
    return stockOf(std::move(*test), *it->second.known);
  Stock stock = stockOf(std::move(*test));
  it->second.known = std::make_unique<Stock>(stockOf(TestCase(), stock));
  return stock;
}

Expected<TestCase> Corpus::program(StringRef name, mlir::MLIRContext &context) {
  Expected<Stock> stock = load(name, context);
  if (!stock)
    return stock.takeError();
  return std::move(stock->test);
}

Expected<std::optional<TestCase>> Corpus::make(const MutationOrigin &origin,
                                               mlir::MLIRContext &context) {
  Expected<Stock> stock = load(origin.file, context);
  if (!stock)
    return stock.takeError();
  Expected<Stock> donor = load(origin.donor, context);
  if (!donor)
    return donor.takeError();
  Choices choices(origin.choices);
  std::optional<Mutated> mutated =
      mutate(*stock, *donor, choices, {.keepMeaning = origin.keepMeaning});
  if (!mutated)
    return std::nullopt;
  TestCase test = std::move(mutated->stock.test);
  std::string cameFrom = " of " + test.origin;
  MutationOrigin made = origin;
  made.choices.resize(choices.used());
  test.origin = made.str();
  test.otherLines.push_back(
      "// MUTATIONS: " +
      join(map_range(mutated->rows, [](StringRef row) { return row.str(); }), ", ") + cameFrom);
  return test;
}

MutationOrigin Corpus::choose(uint64_t seed, uint64_t index, bool keepMeaning) const {
  constexpr size_t enough = 192; // Bytes for four mutations that are tried several times.
  std::vector<uint8_t> bytes = randomBytes(seed, index, 8 + enough);
  Choices first(ArrayRef(bytes).take_front(8));
  MutationOrigin origin;
  origin.keepMeaning = keepMeaning;
  origin.file = names[first.below(1 << 24) % names.size()];
  origin.donor = names[first.below(1 << 24) % names.size()];
  origin.choices.assign(bytes.begin() + 8, bytes.end());
  return origin;
}

} // namespace fathom
