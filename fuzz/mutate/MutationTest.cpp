// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of mutations, for every row of the table: what it makes verifies, is the same each time, has no undefined behaviour, and means the same where the row says so. On the
// regressions, on generated programs and on real kernels.
#include "SourceDir.h"
#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"
#include "fuzz/mutate/Corpus.h"
#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"

#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

/// Programs that all rows are tried on.
struct Samples {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::vector<Stock> stocks;
  std::vector<std::shared_ptr<Reference>> references;

  void add(TestCase test) {
    Stock stock = stockOf(std::move(test));
    constexpr uint64_t most = 1'000'000; // All rows are tried on each.
    if (!stock.error.empty() || stock.work > most)
      return;
    references.push_back(referenceOf(*stock.test.program, stock.test.launch));
    stocks.push_back(std::move(stock));
  }
};

Samples &samples() {
  static Samples samples;
  if (!samples.stocks.empty())
    return samples;
  const Profile &profile = *findProfile("default");
  for (uint64_t index = 0; index < 12; ++index)
    samples.add(generateTestCase(randomBytes(31, index, profile.bytes), profile, *samples.context));
  std::string folder = FATHOM_SOURCE_DIR "/corpus/regressions";
  auto corpus = llvm::cantFail(Corpus::open(folder, *samples.context));
  for (const std::string &file : corpus->files())
    samples.add(llvm::cantFail(readTestCase(folder + "/" + file, *samples.context)));
  samples.add(llvm::cantFail(
      readTestCase(FATHOM_SOURCE_DIR "/fuzz/mutate/test/laid-out.mlir", *samples.context)));
  return samples;
}

/// Empty, or how what was made breaks what its row promises.
std::string brokenPromise(const Reference &before, const Mutated &mutated) {
  mlir::ModuleOp program = *mutated.stock.test.program;
  std::string errors = verifyErrors(program);
  if (!errors.empty())
    return "does not verify: " + errors;
  auto launch = interp::parseLaunch(mutated.stock.test.launch);
  if (!launch)
    return "launch: " + llvm::toString(launch.takeError());
  if (mutated.keeps == Keeps::Validity)
    return meaningOf(program, *launch, {}).outcome.stop ? "stops" : "";
  for (unsigned s = 0; s < (mutated.keeps == Keeps::Meaning ? 2 : 1); ++s) {
    if (before.unfit[s])
      continue;
    Agreement agreement = compareMeanings(
        before.meaning[s], meaningOf(program, before.launch, {.semantics = bothSemantics[s]}),
        before.reorders);
    if (agreement.kind == Agreement::Kind::Different)
      return "means something else: " + agreement.phrase + "\n" + agreement.detail;
  }
  return "";
}

class MutationContract : public testing::TestWithParam<size_t> {};

TEST_P(MutationContract, keepsWhatItSays) {
  const Mutation &row = allMutations()[GetParam()];
  unsigned made = 0;
  for (auto [number, stock] : llvm::enumerate(samples().stocks)) {
    std::string before = printTestCase(stock.test);
    const Stock &donor = samples().stocks[(number + 7) % samples().stocks.size()];
    for (uint64_t seed = 0; seed < 2; ++seed) {
      std::vector<uint8_t> bytes = randomBytes(GetParam(), number * 2 + seed, 64);
      Choices choices(bytes), again(bytes);
      std::optional<Mutated> mutated = applyMutation(row, stock, donor, choices);
      ASSERT_EQ(before, printTestCase(stock.test)) << "the program itself was changed";
      if (!mutated)
        continue;
      ++made;
      std::string text = printTestCase(mutated->stock.test);
      ASSERT_EQ(brokenPromise(*samples().references[number], *mutated), "") << before << text;
      std::optional<Mutated> second = applyMutation(row, stock, donor, again);
      ASSERT_TRUE(second);
      ASSERT_EQ(text, printTestCase(second->stock.test));
      ASSERT_EQ(choices.used(), again.used());
    }
  }
  EXPECT_GT(made, 0u) << row.name.str() << " changes no sample";
}

std::string rowName(const testing::TestParamInfo<size_t> &info) {
  std::string name = allMutations()[info.param].name.str();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Rows, MutationContract, testing::Range<size_t>(0, allMutations().size()),
                         rowName);

/// Mutates the program twice, once with what keeps the meaning alone. Says whether anything could be done.
void mutateBoth(const Stock &stock, const Stock &donor, uint64_t seed, uint64_t index) {
  for (bool keepMeaning : {false, true}) {
    std::vector<uint8_t> bytes = randomBytes(seed, index, 192);
    Choices choices(bytes);
    std::optional<Mutated> mutated = mutate(stock, donor, choices, {.keepMeaning = keepMeaning});
    if (!mutated)
      continue;
    auto reference = referenceOf(*stock.test.program, stock.test.launch);
    ASSERT_EQ(brokenPromise(*reference, *mutated), "")
        << llvm::join(mutated->rows, ", ") << "\n"
        << printTestCase(stock.test) << printTestCase(mutated->stock.test);
  }
}

TEST(Mutations, ofGeneratedPrograms) {
  const Profile &profile = *findProfile("default");
  std::unique_ptr<mlir::MLIRContext> context;
  for (uint64_t index = 0; index < 500; ++index) {
    if (index % 100 == 0)
      context = makeContext();
    auto generate = [&](uint64_t number) {
      return stockOf(generateTestCase(randomBytes(77, number, profile.bytes), profile, *context));
    };
    ASSERT_NO_FATAL_FAILURE(mutateBoth(generate(index), generate(index + 1000), 5, index));
  }
}

TEST(Mutations, ofRealKernels) {
  std::string folder = FATHOM_SOURCE_DIR "/../shared/kernels";
  if (!llvm::sys::fs::exists(folder))
    GTEST_SKIP() << "no ../shared/kernels";
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto corpus = llvm::cantFail(Corpus::open(folder, *context));
  uint64_t index = 0;
  for (const std::string &file : corpus->files()) {
    if (llvm::StringRef(file).count('.') > 1) // Another spelling of one.
      continue;
    context = makeContext();
    Stock stock = llvm::cantFail(corpus->load(file, *context));
    ASSERT_NO_FATAL_FAILURE(mutateBoth(stock, stock, 5, ++index)) << file;
  }
  EXPECT_GE(index, 100u);
}

TEST(MutationOrigin, ReadsBackWhatItPrints) {
  MutationOrigin origin{true, "a b.mlir", "c/d.ttir", {1, 0xff}};
  EXPECT_EQ(origin.str(), "mutation:meaning:a b.mlir+c/d.ttir:01ff");
  MutationOrigin again = llvm::cantFail(parseMutationOrigin(origin.str()));
  EXPECT_EQ(again.str(), origin.str());
  for (const char *wrong : {"", "mutation:", "mutation:some:a:01", "mutation:any::01",
                            "mutation:any:a:0g", "choices:default:01"})
    EXPECT_TRUE(llvm::errorToBool(parseMutationOrigin(wrong).takeError())) << wrong;
}

TEST(Corpus, MakesTheProgramOfAnOriginAgain) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::vector<std::string> folder = {FATHOM_SOURCE_DIR "/corpus/regressions"};
  auto corpus = llvm::cantFail(Corpus::open(folder, *context));
  unsigned made = 0;
  for (uint64_t index = 0; index < 20; ++index) {
    auto test = llvm::cantFail(corpus->make(corpus->choose(3, index, false), *context));
    if (!test)
      continue;
    ++made;
    auto again =
        llvm::cantFail(corpus->make(llvm::cantFail(parseMutationOrigin(test->origin)), *context));
    ASSERT_TRUE(again);
    EXPECT_EQ(printTestCase(*test), printTestCase(*again));
  }
  EXPECT_GT(made, 10u);
}

} // namespace
