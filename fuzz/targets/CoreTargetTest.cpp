// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the core's target: it finds planted bugs of each kind, none where there is none, and the test case that it writes is the program.
#include "fuzz/targets/CompileAndRun.h"

#include "core/ir/Dialects.h"
#include "core/mutant/Mutant.h"
#include "fuzz/gen/Generator.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

class CoreTargetTest : public testing::Test {
protected:
  /// The first problem of the first programs of a run, or "".
  std::string findProblem(Mutant mutant, unsigned programs) {
    InjectedMutant injected(mutant);
    CompileAndRun target(profile, targets);
    for (uint64_t index = 0; index != programs; ++index) {
      CompileAndRunResult result = target.run(randomBytes(/*seed=*/3, index, profile.bytes));
      if (!result.problem.empty())
        return result.problem;
      compared += result.compared;
    }
    return "";
  }

  const Profile &profile = *findProfile("default");
  std::vector<Target> targets = {*parseTarget("cuda:80"), *parseTarget("hip:gfx942")};
  unsigned compared = 0;
};

TEST_F(CoreTargetTest, NothingIsWrongWithTheCore) {
  EXPECT_EQ(findProblem(Mutant::None, 30), "");
  EXPECT_GT(compared, 25u);
}

TEST_F(CoreTargetTest, FindsAMiscompile) {
  EXPECT_EQ(findProblem(Mutant::M15, 300).substr(0, 16), "same-meaning on ");
}

TEST_F(CoreTargetTest, FindsWhatDoesNotVerifyAndNamesThePass) {
  std::string problem = findProblem(Mutant::M1, 300);
  EXPECT_EQ(problem.substr(0, 12), "no-crash on ");
  EXPECT_NE(problem.find(" in TritonGPURemoveLayoutConversions: "), std::string::npos) << problem;
}

TEST_F(CoreTargetTest, TheTestCaseIsTheProgram) {
  std::vector<uint8_t> bytes = randomBytes(3, 0, profile.bytes);
  auto context = makeContext();
  auto read = parseTestCase(testCaseText(bytes, profile, targets), "written", *context);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  TestCase made = generateTestCase(bytes, profile, *context);
  EXPECT_EQ(read->targets.size(), 2u);
  EXPECT_EQ(read->subjects, std::vector<std::string>{"core"});
  EXPECT_EQ(read->options, made.options);
  EXPECT_EQ(read->launch, made.launch);
  EXPECT_EQ(read->origin, made.origin);
}

} // namespace
