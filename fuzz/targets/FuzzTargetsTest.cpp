// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of fuzz targets, for each row of FuzzTargets.def: it finds a planted bug of its kind and nothing where there is none, mutants are other inputs
// that it takes, and the same numbers give the same ones.
#include "core/mutant/Mutant.h"
#include "fuzz/targets/CrashLoop.h"
#include "fuzz/targets/FuzzTarget.h"

#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <set>

using namespace fathom;

namespace {

/// How a bug of the kind that a target is there for is planted.
struct Planted {
  llvm::StringRef target;
  Mutant mutant; ///< None: FuzzTargetOptions::plant.
  uint64_t inputs;
};
constexpr Planted plants[] = {
    {"pipelines", Mutant::M15, 20}, {"passes", Mutant::M57, 40},
    {"layouts", Mutant::None, 60},  {"meanings", Mutant::None, 20},
    {"texts", Mutant::None, 300},   {"compile-texts", Mutant::M49, 100},
};

/// A loop in a branch, with a load that gets another layout: M49 ends in it.
const char *text = R"(
tt.func public @kernel(%c: i1, %n: i32, %p: tensor<512x!tt.ptr<i32>> {tt.contiguity = dense<[512]> : tensor<1xi32>, tt.divisibility = dense<[16]> : tensor<1xi32>}, %x: tensor<512xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.if %c {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<512xi32>) : i32 {
      %v = tt.load %p : tensor<512x!tt.ptr<i32>>
      %s = arith.addi %a, %v : tensor<512xi32>
      scf.yield %s : tensor<512xi32>
    }
    tt.store %p, %r : tensor<512x!tt.ptr<i32>>
  }
  tt.return
}
)";

class FuzzTargets : public testing::TestWithParam<const FuzzTargetRow *> {
protected:
  std::unique_ptr<FuzzTarget> make(bool plant = false) {
    FuzzTargetOptions options;
    options.texts = {text};
    options.plant = plant;
    return GetParam()->make(options);
  }
  const Planted &planted() {
    auto found = llvm::find_if(plants, [](auto &each) { return each.target == GetParam()->name; });
    EXPECT_NE(found, std::end(plants)) << "nothing is planted for it";
    return *found;
  }
  /// In children, as what it runs may crash.
  CrashLoop::Report run(FuzzTarget &target) {
    llvm::SmallString<128> path;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("fuzz-targets", path));
    CrashLoop loop;
    loop.folder = path.str().str();
    loop.secondsPerInput = 300; // On a busy machine, too.
    loop.input = [&](uint64_t index) {
      Bytes bytes = target.input(/*seed=*/5, index);
      return std::string(bytes.begin(), bytes.end());
    };
    loop.run = [&](llvm::StringRef input) {
      FuzzTarget::Outcome outcome = target.run(llvm::arrayRefFromStringRef(input));
      return CrashLoop::Result{outcome.problem, outcome.judged, outcome.detail};
    };
    auto report = llvm::cantFail(loop.runAll(0, planted().inputs));
    llvm::sys::fs::remove_directories(loop.folder);
    return report;
  }
};

TEST_P(FuzzTargets, NothingIsWrong) {
  CrashLoop::Report report = run(*make());
  EXPECT_EQ(report.failures, 0u);
  for (auto &[signature, index] : report.classes)
    ADD_FAILURE() << "input " << index << ": " << signature;
  EXPECT_GT(report.accepted, report.inputs / 30);
}

TEST_P(FuzzTargets, FindsWhatIsPlanted) {
  InjectedMutant injected(planted().mutant);
  CrashLoop::Report report = run(*make(/*plant=*/planted().mutant == Mutant::None));
  EXPECT_GT(report.failures, 0u);
}

TEST_P(FuzzTargets, MutantsAreInputs) {
  std::unique_ptr<FuzzTarget> target = make(), another = make();
  Bytes first = target->input(1, 0), donor = target->input(1, 1);
  EXPECT_EQ(another->input(1, 0), first);
  std::set<Bytes> made;
  for (uint64_t rngSeed = 0; rngSeed != 40; ++rngSeed) {
    llvm::ArrayRef<uint8_t> other =
        rngSeed % 2 ? llvm::ArrayRef<uint8_t>(donor) : llvm::ArrayRef<uint8_t>();
    Bytes mutant = target->mutate(first, other, rngSeed, 600);
    EXPECT_EQ(another->mutate(first, other, rngSeed, 600), mutant);
    EXPECT_LE(mutant.size(), 600u);
    made.insert(mutant);
  }
  EXPECT_GT(made.size(), 20u);
}

// Whatever is planted is in each law's way.
TEST(LayoutsTarget, EachLawCanFail) {
  FuzzTargetOptions options;
  options.plant = true;
  std::unique_ptr<FuzzTarget> target = findFuzzTarget("layouts")->make(options);
  std::set<std::string> broken;
  for (uint64_t index = 0; index != 100; ++index) {
    std::string said = target->print(target->input(1, index));
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(said).split(lines, '\n');
    for (llvm::StringRef line : lines)
      if (line.consume_back(" does not hold for"))
        broken.insert(line.drop_front(3).str());
  }
  EXPECT_EQ(broken, (std::set<std::string>{
                        "apply", "product", "product is associative", "divide", "compose",
                        "invertAndCompose", "inverses", "rank and free variables",
                        "sublayout and removeZeroBases", "quotient", "reshape, resize, transpose",
                        "concat", "planShuffles", "optimalSwizzle"}));
}

std::vector<const FuzzTargetRow *> rows() {
  std::vector<const FuzzTargetRow *> all;
  for (const FuzzTargetRow &row : allFuzzTargets())
    all.push_back(&row);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Rows, FuzzTargets, testing::ValuesIn(rows()), [](const auto &each) {
  std::string name = each.param->name.str();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

} // namespace
