// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/Filing.h"

#include "fuzz/campaign/AfraidOfLoops.h"

#include "core/ir/Dialects.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace fathom;

namespace {

class FilingTest : public CampaignTest {
protected:
  CampaignOptions reducing(uint64_t programs, llvm::StringRef subject) {
    CampaignOptions options = campaignOptions(programs);
    options.source = std::make_shared<GeneratorSource>(*findProfile("small"), options.seed);
    options.subjects = {subject.str()};
    options.filing.reduceSeconds = 100;
    options.filing.lookShare = 100;
    return options;
  }
  std::vector<Finding> found() { return llvm::cantFail(readFindings(folder)); }
  std::set<std::string> forms() {
    std::set<std::string> all;
    for (const Finding &finding : found())
      all.insert(finding.form);
    return all;
  }
};

TEST_F(FilingTest, twoBugsWithOneSignatureAreTwoFindings) {
  CampaignCounts counts = run(reducing(250, "afraid:one-signature"));
  // What else a reduction ends with is filed as well; it is seldom.
  EXPECT_LE(found().size(), 3u);
  EXPECT_TRUE(forms().count("func{for{}}"));
  EXPECT_TRUE(forms().count("func{if{}{}}"));
  EXPECT_EQ(counts.newFindings, found().size());
  for (const Finding &finding : found()) {
    EXPECT_EQ(finding.signature.str(), ofFor);
    EXPECT_EQ(finding.outcome, reducedFile);
  }
  EXPECT_EQ(found()[0].name, findingName(found()[0].signature));
  EXPECT_EQ(found()[1].name, findingName(found()[1].signature, found()[1].form));
  // It was met often, and reduced seldom.
  EXPECT_LE(counts.looks[ofFor], 1 + std::log2(double(counts.failures[ofFor])));
}

TEST_F(FilingTest, withoutSecondLooksTheSecondHidesBehindTheFirst) {
  CampaignOptions options = reducing(250, "afraid:one-signature");
  options.filing.lookShare = 0;
  run(options);
  EXPECT_EQ(found().size(), 1u);
}

TEST_F(FilingTest, aKnownBugHidesNoOtherOfItsSignature) {
  CampaignOptions options = reducing(250, "afraid:one-signature");
  ASSERT_FALSE(bool(options.filing.known.readText(
      std::string(ofFor) + "\n  afraid:one-signature\n  form func{for{}}\n", "known")));
  CampaignCounts counts = run(options);
  EXPECT_TRUE(forms().count("func{if{}{}}"));
  EXPECT_FALSE(forms().count("func{for{}}"));
  EXPECT_EQ(totalOf(counts.known) + counts.newFindings, counts.failures[ofFor]);
}

TEST_F(FilingTest, aProgramThatFailsInSeveralWaysIsOneFinding) {
  CampaignOptions options = reducing(60, "afraid");
  options.knobs.numWarps = {1, 2, 4, 8};
  run(options);
  std::set<std::pair<std::string, std::string>> different;
  for (const Finding &finding : found())
    EXPECT_TRUE(different.emplace(finding.signature.str(), finding.form).second) << finding.name;
  EXPECT_FALSE(different.empty());
}

TEST_F(FilingTest, secondLooksCostNoMoreThanTheirShare) {
  CampaignOptions options = reducing(250, "afraid:one-signature");
  options.filing.lookShare = 0.01;
  CampaignCounts counts = run(options);
  // The first look is free.
  EXPECT_EQ(counts.looks[ofFor], 2u);
}

TEST_F(FilingTest, whatTheBaseHasTooIsOld) {
  CampaignOptions options = reducing(250, "afraid");
  options.base = "afraid:of-whiles";
  CampaignCounts counts = run(options);
  EXPECT_EQ(names, std::vector<std::string>{ofFor});
  EXPECT_EQ(counts.old, counts.failures[ofWhile]);
  EXPECT_GT(counts.old, 0u);
  EXPECT_EQ(counts.newFindings, 1u);
  // Both its own loop and the base's would end in the base's bug if the reduction did not ask the base.
  EXPECT_EQ(forms(), (std::set<std::string>{"func{for{}}"}));
}

TEST_F(FilingTest, anInterruptedCampaignEndsAsOneThatWasNot) {
  CampaignOptions options = reducing(250, "afraid:one-signature");
  CampaignCounts whole = run(options);
  auto texts = [&] {
    std::map<std::string, std::string> all;
    for (const Finding &finding : found())
      for (llvm::StringRef file : {originalFile, reducedFile}) {
        auto text = llvm::MemoryBuffer::getFile(pathBelow(folder, finding.name, file));
        all[finding.name + "/" + file.str()] = (*text)->getBuffer();
      }
    return all;
  };
  auto expected = texts();
  TearDown();
  SetUp();
  options.out = folder;
  CampaignCounts last;
  // Stopped whenever it says something.
  for (unsigned turn = 0; turn < 100; ++turn) {
    auto campaign = llvm::cantFail(Campaign::open(options));
    std::atomic<bool> stop = false;
    llvm::cantFail(campaign->run(stop, [&](llvm::StringRef) { stop = true; }));
    last = campaign->counts();
    if (last.programs == options.programs)
      break;
  }
  EXPECT_EQ(last.programs, whole.programs);
  EXPECT_EQ(last.failures, whole.failures);
  EXPECT_EQ(last.looks, whole.looks);
  EXPECT_EQ(last.lookQuestions, whole.lookQuestions);
  EXPECT_EQ(texts(), expected);
}

TEST_F(FilingTest, theDetailsSayWhatTheReductionLearned) {
  run(reducing(60, "afraid"));
  ASSERT_FALSE(found().empty());
  const Finding finding = found()[0];
  EXPECT_TRUE(finding.more.getInteger("ops"));
  EXPECT_TRUE(finding.more.getObject("simplest"));
  EXPECT_EQ(finding.more.getString("front_end"), "the front end of 3.9.0 writes such programs");
  ASSERT_TRUE(finding.more.getArray("knobs"));
  EXPECT_EQ(finding.found.source, "profile small");
  EXPECT_EQ(finding.found.seed, 11u);
}

} // namespace
