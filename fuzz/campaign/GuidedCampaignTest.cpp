// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Campaigns that read what their compiles meet, and go on from it.
#include "core/ir/Dialects.h"
#include "fuzz/campaign/AfraidOfLoops.h"
#include "fuzz/campaign/Merge.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace fathom;

namespace {

/// Counts the programs that were made of others.
class CountingSource : public GeneratorSource {
public:
  using GeneratorSource::GeneratorSource;
  llvm::Expected<std::optional<TestCase>>
  makeOffspring(uint64_t index, llvm::ArrayRef<std::vector<uint8_t>> parents,
                mlir::MLIRContext &context) override {
    ++offspring[parents.size()];
    return GeneratorSource::makeOffspring(index, parents, context);
  }
  std::atomic<unsigned> offspring[3] = {};
};

/// Has the stages, and the passes when it is asked for them, of a release.
class WithStages : public AfraidOfLoops {
public:
  using AfraidOfLoops::AfraidOfLoops;
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override {
    std::string text;
    llvm::raw_string_ostream out(text);
    program.print(out);
    Artifact artifact;
    artifact.stages = {{Stage::Ttir, text, 0}, {Stage::Ttgir, text + "\n", 0}};
    if (request.dumps)
      artifact.dumps = {{"SomePass", text}, {"OtherPass", text + "\n\n"}};
    return artifact;
  }
};

/// Counts the compiles that are watched, as the core's can be.
class Watched : public AfraidOfLoops {
public:
  explicit Watched(std::vector<bool> &compiles) : AfraidOfLoops("core"), compiles(compiles) {}
  llvm::Expected<Artifact> compile(mlir::ModuleOp, const CompileRequest &request) override {
    compiles.push_back(bool(request.watch));
    return Artifact();
  }

private:
  std::vector<bool> &compiles;
};

class GuidedCampaignTest : public CampaignTest {
protected:
  CampaignOptions guided(uint64_t programs) {
    CampaignOptions options = campaignOptions(programs);
    options.guide = true;
    return options;
  }
  /// The features of the folder's runs, one after the other.
  std::string featuresOfRuns() {
    std::string text, runs = pathBelow(folder, runsFolder);
    for (const RunState &state : llvm::cantFail(readRunStates(runs))) {
      auto file = llvm::MemoryBuffer::getFile(pathBelow(runs, featuresFile(state)));
      EXPECT_TRUE(bool(file)) << featuresFile(state);
      if (file)
        text += (*file)->getBuffer();
    }
    return text;
  }
  std::string textOf(llvm::StringRef file) {
    auto text = llvm::MemoryBuffer::getFile(pathBelow(folder, file));
    EXPECT_TRUE(bool(text)) << file.str();
    return text ? (*text)->getBuffer().str() : "";
  }
  void startAnew() {
    TearDown();
    SetUp();
  }
};

TEST_F(GuidedCampaignTest, goesOnAsIfItHadNotStopped) {
  CampaignCounts whole = run(guided(200));
  std::string met = featuresOfRuns();
  startAnew();
  for (uint64_t programs : {50, 140, 199})
    run(guided(programs));
  CampaignCounts resumed = run(guided(200));
  EXPECT_EQ(resumed.failures, whole.failures);
  EXPECT_EQ(featuresOfRuns(), met);
  EXPECT_TRUE(llvm::StringRef(met).starts_with("200\n"));
}

TEST_F(GuidedCampaignTest, threadsLearnInTheOrderOfPrograms) {
  CampaignCounts one = run(guided(200));
  std::string met = featuresOfRuns();
  startAnew();
  CampaignOptions options = guided(200);
  options.jobs = 3;
  CampaignCounts three = run(options);
  EXPECT_EQ(three.failures, one.failures);
  EXPECT_EQ(featuresOfRuns(), met);
}

TEST_F(GuidedCampaignTest, goesOnFromWhatItKept) {
  for (bool guide : {false, true}) {
    CampaignOptions options = campaignOptions(Guide::epoch * 4);
    auto source = std::make_shared<CountingSource>(*findProfile("default"), options.seed);
    options.source = source;
    options.guide = guide;
    CampaignCounts counts = run(options);
    EXPECT_EQ(counts.invalid, 0u);
    EXPECT_EQ(source->offspring[0], 0u);
    // Of the programs from the third epoch on, a tenth or more each.
    for (size_t parents : {1, 2})
      EXPECT_EQ(source->offspring[parents] > Guide::epoch * 2 / 20, guide);
  }
}

TEST_F(GuidedCampaignTest, doesNotGoOnFromWhatFails) {
  CampaignOptions options = guided(200);
  run(options);
  // Each keeper's program compiles.
  std::string text = featuresOfRuns();
  unsigned kept = 0;
  auto context = makeContext();
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    if (!line.consume_front("kept\t"))
      continue;
    std::string bytes = llvm::fromHex(line.rsplit('\t').second);
    TestCase test =
        generateTestCase(llvm::arrayRefFromStringRef(bytes), *findProfile("default"), *context);
    AfraidOfLoops subject("afraid");
    Artifact artifact = llvm::cantFail(subject.compile(*test.program, {}));
    EXPECT_FALSE(artifact.failure.has_value());
    ++kept;
  }
  EXPECT_GT(kept, 20u);
}

TEST_F(GuidedCampaignTest, readsStagesAndPassesOfSubjectsThatCannotBeWatched) {
  CampaignOptions options = guided(9);
  options.open = [](llvm::StringRef spec) -> llvm::Expected<std::unique_ptr<Subject>> {
    return std::make_unique<WithStages>(spec);
  };
  run(options);
  std::string text = featuresOfRuns();
  auto programsThatMet = [&](llvm::StringRef feature) -> llvm::StringRef {
    for (llvm::StringRef line : llvm::split(text, '\n'))
      if (auto [count, rest] = line.split('\t'); rest.split('\t').first == feature)
        return count;
    return "0";
  };
  EXPECT_EQ(programsThatMet("given|ttgir|tt.func|-"), "7") << text;
  EXPECT_EQ(programsThatMet("given|SomePass|tt.func|-"), "2")
      << "the first and the ninth are asked again";
}

TEST_F(GuidedCampaignTest, watchesTheCompileThatIsJudgedAndNoneOfThoseThatOraclesAskFor) {
  std::vector<bool> compiles;
  CampaignOptions options = guided(1);
  options.subjects = {"core"};
  options.open = [&](llvm::StringRef) -> llvm::Expected<std::unique_ptr<Subject>> {
    return std::make_unique<Watched>(compiles);
  };
  run(options);
  ASSERT_GT(compiles.size(), 1u) << "determinism compiles again";
  EXPECT_TRUE(compiles[0]);
  EXPECT_EQ(std::count(compiles.begin(), compiles.end(), true), 1);
}

TEST_F(GuidedCampaignTest, saysWhatWasMetAndWhatWasNot) {
  for (bool guide : {false, true}) {
    CampaignOptions options = campaignOptions(64);
    options.guide = guide;
    run(options);
    llvm::json::Value json = llvm::cantFail(llvm::json::parse(textOf("features.json")));
    EXPECT_GT(json.getAsObject()->getObject("counts")->getInteger("feeds"), 20);
    EXPECT_NE(textOf("blind-spots.txt").find("ops that no pass was given"), std::string::npos);
    startAnew();
  }
}

TEST_F(GuidedCampaignTest, doesNotGoOnWithoutWhatItHadMet) {
  run(guided(30));
  std::string runs = pathBelow(folder, runsFolder);
  RunState state = llvm::cantFail(readRunStates(runs)).front();
  ASSERT_FALSE(llvm::sys::fs::remove(pathBelow(runs, featuresFile(state))));
  auto campaign = Campaign::open(guided(40));
  ASSERT_FALSE(bool(campaign));
  EXPECT_NE(llvm::toString(campaign.takeError()).find(featuresFile(state)), std::string::npos);
}

TEST_F(GuidedCampaignTest, oldFeaturesAreLeftAloneUntilTheStateIsWritten) {
  run(guided(30));
  std::string runs = pathBelow(folder, runsFolder), met = featuresOfRuns();
  RunState state = llvm::cantFail(readRunStates(runs)).front(), later = state;
  // Killed between the two.
  later.counts.programs = 50;
  llvm::cantFail(writeFileAtomically(pathBelow(runs, featuresFile(later)), "50\n"));
  run(guided(150));
  std::string resumed = featuresOfRuns();
  EXPECT_FALSE(llvm::sys::fs::exists(pathBelow(runs, featuresFile(state))));
  EXPECT_FALSE(llvm::sys::fs::exists(pathBelow(runs, featuresFile(later))));
  startAnew();
  run(guided(150));
  EXPECT_EQ(featuresOfRuns(), resumed);
}

TEST_F(GuidedCampaignTest, shardsMergeInAnyOrder) {
  std::vector<std::string> shards;
  CampaignOptions options = guided(300);
  for (options.shard = {0, 2}; options.shard.index < 2; ++options.shard.index) {
    options.out = pathBelow(scratch, "shard-" + llvm::Twine(options.shard.index));
    run(options);
    shards.push_back(options.out);
  }
  std::string features[2], runs[2];
  for (int order : {0, 1}) {
    folder = pathBelow(scratch, "merged-" + llvm::Twine(order));
    // The further copy of a run is taken, with what it had met, and nothing of the other is left.
    CampaignOptions early = guided(64);
    early.shard = {1, 2};
    run(early);
    llvm::cantFail(mergeFolders(folder, shards));
    std::reverse(shards.begin(), shards.end());
    features[order] = textOf("features.json");
    runs[order] = featuresOfRuns();
  }
  EXPECT_EQ(features[0], features[1]);
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_EQ(llvm::StringRef(runs[0]).count("\nkept\t") > 30, true);
  unsigned files = 0;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator file(pathBelow(folder, runsFolder), code), end;
       file != end; file.increment(code))
    files += llvm::StringRef(file->path()).ends_with(".tsv");
  EXPECT_EQ(files, 2u);
}

} // namespace
