// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/AfraidOfLoops.h"
#include "fuzz/campaign/Summary.h"

#include "llvm/Support/MemoryBuffer.h"

#include <set>

using namespace fathom;

namespace {

TEST_F(CampaignTest, filesEachSignatureOnceAndCountsItsMeetings) {
  CampaignCounts counts = run(campaignOptions(300));
  EXPECT_EQ(counts.programs, 300u);
  EXPECT_EQ(counts.invalid, 0u);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()),
            (std::set<std::string>{ofFor, ofWhile}));
  EXPECT_EQ(names.size(), 2u);
  EXPECT_EQ(counts.newFindings, 2u);
  EXPECT_GT(counts.failures[ofFor], 1u);
}

TEST_F(CampaignTest, goesOnWhereItWasAndFindsNothingTwice) {
  CampaignCounts whole = run(campaignOptions(300));
  TearDown();
  SetUp();
  run(campaignOptions(120));
  CampaignCounts resumed = run(campaignOptions(300));
  EXPECT_EQ(resumed.programs, 300u);
  EXPECT_EQ(resumed.failures, whole.failures);
  EXPECT_EQ(names.size(), 2u);
  CampaignCounts nothingNew = run(campaignOptions(350));
  EXPECT_EQ(nothingNew.newFindings, 0u);
  EXPECT_EQ(nothingNew.programs, 350u);
}

TEST_F(CampaignTest, threadsFindWhatOneFinds) {
  CampaignCounts one = run(campaignOptions(300));
  TearDown();
  SetUp();
  CampaignOptions options = campaignOptions(300);
  options.jobs = 3;
  CampaignCounts three = run(options);
  EXPECT_EQ(three.programs, one.programs);
  EXPECT_EQ(three.failures, one.failures);
}

TEST_F(CampaignTest, countsKnownBugsAndFilesNone) {
  CampaignOptions options = campaignOptions(300);
  ASSERT_FALSE(bool(options.filing.known.readText(std::string(ofFor) + "\n  afraid\n", "known")));
  CampaignCounts counts = run(options);
  EXPECT_EQ(names, std::vector<std::string>{ofWhile});
  EXPECT_EQ(counts.known, (std::map<std::string, uint64_t>{{ofFor, counts.failures[ofFor]}}));
  EXPECT_EQ(counts.newFindings, 1u);
}

TEST_F(CampaignTest, shrinksWhatItFinds) {
  CampaignOptions options = campaignOptions(40);
  options.filing.reduceSeconds = 20;
  std::vector<std::string> said;
  run(options, &said);
  ASSERT_FALSE(names.empty());
  auto findings = llvm::cantFail(FindingsFolder::open(folder));
  for (const Finding &finding : findings->list()) {
    EXPECT_EQ(finding.outcome, reducedFile);
    auto text = llvm::MemoryBuffer::getFile(findings->pathOf(finding.name, reducedFile));
    ASSERT_TRUE(bool(text));
    // A loop and what it cannot do without.
    EXPECT_LT((*text)->getBuffer().count('\n'), 60u) << (*text)->getBuffer().str();
    EXPECT_NE((*text)->getBuffer().find("scf."), llvm::StringRef::npos);
  }
  EXPECT_EQ(said.size(), 2 * names.size());
}

TEST_F(CampaignTest, anotherSeedIsAnotherRunInTheSameFolder) {
  run(campaignOptions(40));
  CampaignOptions options = campaignOptions(40);
  options.seed = 12;
  options.source = std::make_shared<GeneratorSource>(*findProfile("default"), options.seed);
  CampaignCounts counts = run(options);
  EXPECT_EQ(counts.programs, 40u);
  EXPECT_EQ(llvm::cantFail(readRunStates(pathBelow(folder, runsFolder))).size(), 2u);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST_F(CampaignTest, aTargetThatNoSubjectKnowsIsAnError) {
  CampaignOptions options = campaignOptions(5);
  options.targets = {*parseTarget("hip:gfx942")};
  auto campaign = llvm::cantFail(Campaign::open(std::move(options)));
  std::atomic<bool> stop = false;
  llvm::Error error = campaign->run(stop, [](llvm::StringRef) {});
  EXPECT_EQ(llvm::toString(std::move(error)),
            "no subject compiles for hip:gfx942: afraid does not know it");
}

TEST_F(CampaignTest, aStateThatIsNoneIsAnError) {
  run(campaignOptions(5));
  std::string path = pathBelow(folder, runsFolder, campaignOptions(5).identity().name() + ".json");
  llvm::cantFail(writeFileAtomically(path, "not JSON"));
  auto campaign = Campaign::open(campaignOptions(5));
  ASSERT_FALSE(bool(campaign));
  EXPECT_NE(llvm::toString(campaign.takeError()).find(path), std::string::npos);
}

TEST_F(CampaignTest, stopsWhenTold) {
  CampaignOptions options = campaignOptions(0);
  auto campaign = llvm::cantFail(Campaign::open(std::move(options)));
  std::atomic<bool> stop = true;
  llvm::cantFail(campaign->run(stop, [](llvm::StringRef) {}));
  EXPECT_LT(campaign->counts().programs, 1000u);
}

TEST_F(CampaignTest, theSummaryNamesWhatWasFoundAndWhatWasNotJudged) {
  RunState run;
  run.counts.programs = 10;
  run.counts.inconclusive["refused: out of shared memory"] = 3;
  std::string page = summaryText(run, {});
  EXPECT_NE(page.find("3 x  refused: out of shared memory"), std::string::npos) << page;
  EXPECT_NE(page.find("0 finding(s)"), std::string::npos) << page;
}

} // namespace
