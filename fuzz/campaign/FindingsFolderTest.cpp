// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/FindingsFolder.h"

#include "core/ir/Dialects.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {
class FindingsFolderTest : public testing::Test {
protected:
  void SetUp() override { llvm::sys::fs::createUniqueDirectory("fathom-findings", folder); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  TestCase testCase() {
    llvm::Expected<TestCase> test =
        parseTestCase("// SUBJECT: triton:3.1.0\n// TARGET: cuda:80\nmodule {}", "t", *context);
    return llvm::cantFail(std::move(test));
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  llvm::SmallString<128> folder;
};
} // namespace

TEST_F(FindingsFolderTest, filesASignatureOnceAndFindsItAgainAfterReopening) {
  Signature signature{"no-crash", "assertion", "A/B C", "m"};
  Finding finding = makeFinding(testCase(), signature,
                                {"profile small", /*seed=*/7, /*program=*/3, /*seconds=*/1.5, 99});
  {
    auto findings = llvm::cantFail(FindingsFolder::open(folder));
    EXPECT_TRUE(llvm::cantFail(findings->file(finding, testCase(), "the log")));
    EXPECT_FALSE(llvm::cantFail(findings->file(finding, testCase(), "the log")));
  }
  auto findings = llvm::cantFail(FindingsFolder::open(folder));
  ASSERT_EQ(findings->list().size(), 1u);
  Finding read = findings->list()[0];
  EXPECT_EQ(printFinding(read), printFinding(finding));
  EXPECT_TRUE(read.isMeetingOf(finding));
  finding = read;
  EXPECT_EQ(finding.signature, signature);
  EXPECT_EQ(finding.subject, "triton:3.1.0");
  EXPECT_EQ(finding.target, "cuda:80");
  EXPECT_EQ(finding.outcome, "");
  EXPECT_EQ(finding.name.find_first_of("/ "), std::string::npos) << finding.name;
  EXPECT_FALSE(llvm::cantFail(findings->file(finding, testCase(), "the log")));

  llvm::Expected<TestCase> original =
      readTestCase(findings->pathOf(finding.name, "original.mlir"), *context);
  ASSERT_TRUE(bool(original)) << llvm::toString(original.takeError());

  ASSERT_FALSE(bool(findings->add(finding.name, "reduced.mlir", "module {}")));
  findings.reset();
  EXPECT_EQ(llvm::cantFail(FindingsFolder::open(folder))->list()[0].outcome, reducedFile);
}

TEST_F(FindingsFolderTest, aSiblingHasAnotherForm) {
  auto findings = llvm::cantFail(FindingsFolder::open(folder));
  Finding first = makeFinding(testCase(), {"same-meaning", "difference", "P", "m"});
  EXPECT_TRUE(llvm::cantFail(findings->file(first, testCase(), "")));
  first.form = "func{a}";
  llvm::cantFail(findings->update(first));
  Finding other = first;
  other.name = findingName(other.signature, other.form);
  EXPECT_FALSE(llvm::cantFail(findings->file(other, testCase(), ""))) << "the form is there";
  other.form = "func{b}";
  other.name = findingName(other.signature, other.form);
  EXPECT_TRUE(llvm::cantFail(findings->file(other, testCase(), "")));
  EXPECT_EQ(findings->withSignature(first.signature).size(), 2u);
}

TEST_F(FindingsFolderTest, aFolderThatAKilledCampaignLeftEmptyIsNoFinding) {
  llvm::SmallString<128> empty(folder);
  empty += "/P-00000000";
  llvm::sys::fs::create_directories(empty);
  EXPECT_TRUE(llvm::cantFail(FindingsFolder::open(folder))->list().empty());
}

TEST_F(FindingsFolderTest, aFolderThatCannotBeMadeIsAnError) {
  auto findings = FindingsFolder::open("/proc/no/such");
  ASSERT_FALSE(bool(findings));
  EXPECT_NE(llvm::toString(findings.takeError()).find("/proc/no/such"), std::string::npos);
}
