// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/Campaign.h"

#include "core/ir/Triton.h"
#include "fuzz/campaign/Summary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <set>

using namespace fathom;

namespace {

/// A compiler that dies of loops: an assertion for a for loop, a segfault for a while loop.
class AfraidOfLoops : public Subject {
public:
  llvm::StringRef name() const override { return "afraid"; }
  bool knows(const Target &target) const override { return target.vendor == Vendor::cuda; }
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &) override {
    Artifact artifact;
    program.walk([&](mlir::Operation *op) {
      if (llvm::isa<mlir::scf::ForOp>(op))
        artifact.failure =
            Failure{Failure::Kind::Assertion, "ttgir", "Loops", "no for", "L.cpp", ""};
      else if (llvm::isa<mlir::scf::WhileOp>(op))
        artifact.failure = Failure{Failure::Kind::Signal, "ttgir", "Loops", "SIGSEGV", "", ""};
    });
    return artifact;
  }
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override {
    Artifact artifact;
    artifact.stages.push_back({request.stage, text.str(), 0});
    return artifact;
  }
};

const char *const ofFor = "no-crash: assertion in Loops: no for (L.cpp)";
const char *const ofWhile = "no-crash: signal in Loops: SIGSEGV";

class CampaignTest : public testing::Test {
protected:
  void SetUp() override { llvm::sys::fs::createUniqueDirectory("fathom-campaign", folder); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  CampaignOptions campaignOptions(uint64_t programs) {
    CampaignOptions options;
    options.subjects = {"afraid"};
    options.targets = {*parseTarget("cuda:80")};
    options.seed = 11;
    options.seconds = 600;
    options.programs = programs;
    options.out = folder.str().str();
    options.reduceSeconds = 0;
    options.open = [](llvm::StringRef) -> llvm::Expected<std::unique_ptr<Subject>> {
      return std::make_unique<AfraidOfLoops>();
    };
    return options;
  }

  /// Runs a campaign to its end and gives what it counted.
  CampaignCounts run(CampaignOptions options, std::vector<std::string> *said = nullptr) {
    auto campaign = llvm::cantFail(Campaign::open(std::move(options)));
    std::atomic<bool> stop = false;
    llvm::cantFail(campaign->run(stop, [&](llvm::StringRef line) {
      if (said)
        said->push_back(line.str());
    }));
    names.clear();
    for (const Finding &finding : campaign->folder().list())
      names.push_back(finding.signature.str());
    return campaign->counts();
  }

  llvm::SmallString<128> folder;
  std::vector<std::string> names; ///< Signatures in the folder after the last run.
};

TEST_F(CampaignTest, filesEachSignatureOnceAndCountsItsMeetings) {
  CampaignCounts counts = run(campaignOptions(300));
  EXPECT_EQ(counts.programs, 300u);
  EXPECT_EQ(counts.next, 300u);
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
  CampaignCounts resumed = run(campaignOptions(180));
  EXPECT_EQ(resumed.programs, 300u);
  EXPECT_EQ(resumed.failures, whole.failures);
  EXPECT_EQ(names.size(), 2u);
  CampaignCounts nothingNew = run(campaignOptions(50));
  EXPECT_EQ(nothingNew.newFindings, 0u);
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
  ASSERT_FALSE(bool(options.known.readText(std::string(ofFor) + "\n  afraid\n", "known")));
  CampaignCounts counts = run(options);
  EXPECT_EQ(names, std::vector<std::string>{ofWhile});
  EXPECT_EQ(counts.known, counts.failures[ofFor]);
  EXPECT_EQ(counts.newFindings, 1u);
}

TEST_F(CampaignTest, shrinksWhatItFinds) {
  CampaignOptions options = campaignOptions(40);
  options.reduceSeconds = 20;
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

TEST_F(CampaignTest, anotherCampaignsFolderIsAnError) {
  run(campaignOptions(5));
  CampaignOptions options = campaignOptions(5);
  options.seed = 12;
  auto campaign = Campaign::open(std::move(options));
  ASSERT_FALSE(bool(campaign));
  EXPECT_NE(llvm::toString(campaign.takeError()).find("--seed 11"), std::string::npos);
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
  llvm::SmallString<128> path(folder);
  path += "/campaign.json";
  llvm::cantFail(writeFileAtomically(path, "not JSON"));
  auto campaign = Campaign::open(campaignOptions(5));
  ASSERT_FALSE(bool(campaign));
  EXPECT_NE(llvm::toString(campaign.takeError()).find("campaign.json"), std::string::npos);
}

TEST_F(CampaignTest, stopsWhenTold) {
  CampaignOptions options = campaignOptions(0);
  auto campaign = llvm::cantFail(Campaign::open(std::move(options)));
  std::atomic<bool> stop = true;
  llvm::cantFail(campaign->run(stop, [](llvm::StringRef) {}));
  EXPECT_LT(campaign->counts().programs, 1000u);
}

TEST_F(CampaignTest, theSummaryNamesWhatWasFoundAndWhatWasNotJudged) {
  CampaignOptions options = campaignOptions(10);
  auto findings = llvm::cantFail(FindingsFolder::open(folder));
  CampaignCounts counts;
  counts.programs = 10;
  counts.inconclusive["refused: out of shared memory"] = 3;
  std::string page = summaryText(options, counts, *findings);
  EXPECT_NE(page.find("3 x  refused: out of shared memory"), std::string::npos) << page;
  EXPECT_NE(page.find("0 finding(s)"), std::string::npos) << page;
}

} // namespace
