// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that mutants are programs near their parents, and other ones; deterministic, bounded, and read back as they were written.
#include "fuzz/ChoicesMutator.h"

#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"

#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace fathom;

namespace {

using Bytes = std::vector<uint8_t>;

//===--- A language of nested lists, to see each byte ---===//

/// list: length below 4, then items; item: a number below 10, and for 9 a list. Printed as [3 9[1] 0].
void readList(Choices &choices, std::string &text) {
  text += '[';
  for (uint64_t left = choices.length(3); left; --left) {
    Choices::Statement item(choices);
    uint64_t number = choices.below(10);
    text += std::to_string(number);
    if (number == 9)
      readList(choices, text);
    if (left > 1)
      text += ' ';
  }
  text += ']';
}

std::string listOf(llvm::ArrayRef<uint8_t> bytes) {
  Choices choices(bytes);
  std::string text;
  readList(choices, text);
  return text;
}

const ChoicesMutator lists(
    [](Choices &choices) {
      std::string text;
      readList(choices, text);
    },
    20);

TEST(ChoicesMutator, NormalizesToWhatIsRead) {
  EXPECT_EQ(lists.normalize(Bytes{0xfe, 13, 9, 1, 7, 200, 200}), (Bytes{2, 3, 9, 1, 7}));
  EXPECT_EQ(lists.normalize({}), Bytes{});
}

TEST(ChoicesMutator, MakesEachKindOfEdit) {
  Bytes parent = {2, 3, 9, 2, 1, 2};
  ASSERT_EQ(listOf(parent), "[3 9[1 2]]");
  std::set<std::string> mutants;
  for (uint64_t seed = 0; seed != 3000; ++seed)
    mutants.insert(listOf(lists.mutate(parent, seed)));
  for (const char *mutant : {"[4 9[1 2]]", "[3 9[1 3]]",               // a choice
                             "[9[1 2]]", "[3]", "[3 9[2]]",            // one less
                             "[3 3 9[1 2]]", "[3 9[3 1 2]]",           // a copy
                             "[9[1 2] 3]", "[9[1 3 2]]", "[1 3 9[2]]", // one moved
                             "[3 9[1 2] 8]",                           // one more
                             "[3 1]"})                                 // the inner for the outer
    EXPECT_TRUE(mutants.count(mutant)) << mutant;
  EXPECT_EQ(mutants.count("[3 9[1 2]]"), 0u);
}

TEST(ChoicesMutator, CrossesStatementsTailsAndFrames) {
  Bytes mother = {2, 3, 4}, father = {3, 6, 7, 8};
  std::set<std::string> children;
  for (uint64_t seed = 0; seed != 1000; ++seed)
    children.insert(listOf(lists.cross(mother, father, seed)));
  for (const char *child : {"[6 3 4]", "[3 8]", "[3 7 8]"})
    EXPECT_TRUE(children.count(child)) << child;
}

TEST(ChoicesMutator, LengthIsBounded) {
  ChoicesMutator few(
      [](Choices &choices) {
        std::string text;
        readList(choices, text);
      },
      4);
  Bytes bytes = {3, 9, 3, 9};
  for (uint64_t seed = 0; seed != 300; ++seed) {
    EXPECT_LE(few.mutate(bytes, seed).size(), 4u);
    EXPECT_LE(few.cross(bytes, Bytes{3, 9, 3, 9, 3, 9}, seed).size(), 4u);
  }
}

//===--- Programs ---===//

struct ProgramMutants : testing::Test {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  const Profile &profile = *findProfile("default");
  ChoicesMutator mutator{[this](Choices &choices) { generateProgram(choices, profile, *context); },
                         profile.bytes};

  mlir::OwningOpRef<mlir::ModuleOp> make(const Bytes &bytes, std::string *launch = nullptr) {
    Choices choices(bytes);
    return generateProgram(choices, profile, *context, launch);
  }
  /// The program and its launch.
  std::string text(const Bytes &bytes) {
    std::string text, launch;
    llvm::raw_string_ostream out(text);
    make(bytes, &launch)->print(out);
    return text + launch;
  }
  using Ops = std::map<std::string, int>;
  static Ops opsOf(mlir::ModuleOp module) {
    Ops ops;
    module.walk([&](mlir::Operation *op) { ++ops[op->getName().getStringRef().str()]; });
    return ops;
  }
  /// The share of a's ops that b has too.
  static double kept(const Ops &a, const Ops &b) {
    double all = 0, both = 0;
    for (auto &[name, count] : a) {
      all += count;
      if (auto found = b.find(name); found != b.end())
        both += std::min(count, found->second);
    }
    return both / all;
  }
};

TEST_F(ProgramMutants, ANormalizedProgramIsTheSame) {
  for (uint64_t index = 0; index != 200; ++index) {
    Bytes bytes = randomBytes(31, index, profile.bytes);
    Bytes normal = mutator.normalize(bytes);
    EXPECT_EQ(text(normal), text(bytes)) << index;
    EXPECT_EQ(mutator.normalize(normal), normal) << index;
  }
}

TEST_F(ProgramMutants, AreValidOtherAndNear) {
  std::vector<double> near;
  unsigned other = 0, count = 0;
  for (uint64_t index = 0; index != 50; ++index) {
    Bytes parent = randomBytes(32, index, profile.bytes);
    Bytes mate = randomBytes(33, index, profile.bytes);
    Ops ops = opsOf(*make(parent));
    std::string before = text(parent);
    for (uint64_t seed = 0; seed != 6; ++seed, ++count) {
      Bytes bytes = seed == 5 ? mutator.cross(parent, mate, index)
                              : mutator.mutate(parent, seed + 10 * index);
      ASSERT_LE(bytes.size(), profile.bytes);
      ASSERT_EQ(mutator.normalize(bytes), bytes);
      auto mutant = make(bytes);
      ASSERT_TRUE(mlir::succeeded(mlir::verify(*mutant))) << index << " " << seed;
      other += text(bytes) != before;
      near.push_back(kept(ops, opsOf(*mutant)));
    }
  }
  std::sort(near.begin(), near.end());
  // Measured: 95%, 0.95 and 0.86.
  EXPECT_GT(other, count * 93 / 100);
  EXPECT_GT(near[near.size() / 2], 0.9);
  EXPECT_GT(near[near.size() / 4], 0.75);
}

TEST_F(ProgramMutants, SameSeedSameMutant) {
  Bytes a = randomBytes(1, 0, profile.bytes), b = randomBytes(1, 1, profile.bytes);
  std::set<Bytes> mutants, children;
  for (uint64_t seed = 0; seed != 30; ++seed) {
    Bytes mutant = mutator.mutate(a, seed), child = mutator.cross(a, b, seed);
    EXPECT_EQ(mutant, mutator.mutate(a, seed));
    EXPECT_EQ(child, mutator.cross(a, b, seed));
    mutants.insert(mutant);
    children.insert(child);
  }
  EXPECT_GT(mutants.size(), 25u);
  EXPECT_GT(children.size(), 20u);
}

} // namespace
