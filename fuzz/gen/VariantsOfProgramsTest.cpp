// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated programs have one meaning. What oracles/check/variant makes of them verifies and means the same as they do; each row is met.
#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"
#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/variant/Variant.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

TEST(VariantsOfPrograms, meanTheSame) {
  constexpr uint64_t programs = 30;
  llvm::StringMap<unsigned> changed;
  const Profile &profile = *findProfile("default");
  CompileRequest request{.target = *parseTarget("cuda:80"), .options = {}};
  for (uint64_t index = 0; index < programs; ++index) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    TestCase test = generateTestCase(randomBytes(23, index, profile.bytes), profile, *context);
    std::shared_ptr<Reference> reference = referenceOf(*test.program, test.launch);
    if (reference->fitness().kind != Verdict::Kind::Pass)
      continue;
    for (const Variant &variant : allVariants()) {
      std::optional<Varied> varied = vary(variant, *test.program, request, reference->launch);
      if (!varied)
        continue;
      ++changed[variant.name];
      ASSERT_EQ(verifyErrors(*varied->program), "")
          << variant.name.str() << "\n"
          << printTestCase(test) << printedIr(*varied->program);
      Judgement judged = compareWith(*reference, *varied->program);
      ASSERT_EQ(judged.agreement.kind, Agreement::Kind::Same)
          << variant.name.str() << ": " << judged.agreement.phrase << "\n"
          << judged.agreement.detail << "\n"
          << printTestCase(test) << printedIr(*varied->program);
    }
  }
  for (const Variant &variant : allVariants())
    EXPECT_GT(changed[variant.name], 0u) << variant.name.str();
}

// In the algebra every program has a meaning; in ieee, few are left open by the order of sums.
TEST(MeaningOfPrograms, isNotLeftOpen) {
  // Descriptors and scaled products, of which "recent" is made, store more sums of narrow numbers.
  for (auto [name, programs, mostOpen] :
       {std::tuple("default", 800, 800 / 20), std::tuple("recent", 800, 800 / 12)}) {
    unsigned open = 0;
    const Profile &profile = *findProfile(name);
    for (int index = 0; index < programs; ++index) {
      std::unique_ptr<mlir::MLIRContext> context = makeContext();
      TestCase test = generateTestCase(randomBytes(14, index, profile.bytes), profile, *context);
      std::shared_ptr<Reference> reference = referenceOf(*test.program, test.launch);
      EXPECT_EQ(reference->unfit[0].reason, "")
          << name << " " << index << ": " << reference->unfit[0].detail;
      open += bool(reference->unfit[1]);
    }
    EXPECT_LE(open, unsigned(mostOpen)) << name;
  }
}

} // namespace
