// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/Merge.h"

#include "fuzz/campaign/AfraidOfLoops.h"

#include "core/ir/Dialects.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <regex>

using namespace fathom;

namespace {

/// All files of a folder by path, as text, without what a clock or a merge leaves.
std::map<std::string, std::string> contents(const std::string &folder) {
  std::map<std::string, std::string> files;
  std::error_code code;
  static const std::regex times(R"x("(seconds|at)": [0-9.e+-]+| in [0-9]+:[0-9]+ \([0-9.]+/s\))x");
  for (llvm::sys::fs::recursive_directory_iterator file(folder, code), end; file != end;
       file.increment(code)) {
    llvm::StringRef name = llvm::sys::path::filename(file->path());
    if (llvm::sys::fs::is_directory(file->path()) || name.starts_with(".") ||
        name.ends_with(".jsonl"))
      continue;
    auto text = llvm::MemoryBuffer::getFile(file->path());
    files[file->path().substr(folder.size())] =
        std::regex_replace((*text)->getBuffer().str(), times, "$1");
  }
  return files;
}

class MergeTest : public CampaignTest {
protected:
  std::string path(const llvm::Twine &name) { return pathBelow(scratch, name); }

  std::string campaign(const llvm::Twine &name, CampaignOptions options) {
    options.out = path(name);
    run(options);
    return options.out;
  }
  std::vector<std::string> shards(CampaignOptions options, unsigned count) {
    std::vector<std::string> folders;
    for (options.shard = {0, count}; options.shard.index < count; ++options.shard.index)
      folders.push_back(campaign(llvm::formatv("shard-{0}", options.shard.index).str(), options));
    return folders;
  }
  std::string merged(const llvm::Twine &name, std::vector<std::string> folders) {
    llvm::cantFail(mergeFolders(path(name), folders));
    return path(name);
  }
  /// A finding as if a campaign had met it.
  void put(llvm::StringRef folder, uint64_t program, llvm::StringRef form) {
    auto context = makeContext();
    TestCase test = llvm::cantFail(
        parseTestCase("// SUBJECT: core\n// TARGET: cuda:80\nmodule {}", "t", *context));
    auto opened = llvm::cantFail(FindingsFolder::open(folder));
    Signature signature{"same-meaning", "difference", "P", "m"};
    Finding finding = makeFinding(test, signature, {"profile small", 1, program, 0, 0});
    finding.form = form;
    if (!opened->withSignature(signature).empty())
      finding.name = findingName(signature, form);
    EXPECT_TRUE(llvm::cantFail(opened->file(finding, test, "")));
  }
  /// "plain 4 B, sibling 9 A": what a folder has, by name.
  std::string findingsOf(llvm::StringRef folder) {
    std::string text;
    for (const Finding &f : llvm::cantFail(readFindings(folder)))
      text += llvm::formatv("{0}{1} {2} {3}", text.empty() ? "" : ", ",
                            f.name == findingName(f.signature) ? "plain" : "sibling",
                            f.found.program, f.form)
                  .str();
    return text;
  }
};

TEST_F(MergeTest, shardsAreOneCampaignInAnyOrderAndTwice) {
  CampaignOptions options = campaignOptions(400);
  std::string whole = campaign("whole", options);
  std::vector<std::string> parts = shards(options, 3);
  std::string once = merged("a", parts);
  std::string again = merged("b", {parts[2], parts[0], parts[2], parts[1], once});
  merged("c", {parts[1]});
  merged("c", {parts[1], parts[2]});
  std::string slowly = merged("c", {parts[0]});
  EXPECT_EQ(contents(once), contents(again));
  EXPECT_EQ(contents(once), contents(slowly));
  merged("a", {once});
  EXPECT_EQ(contents(once), contents(again));

  auto findings = [](const std::string &folder) {
    std::map<std::string, std::string> some = contents(folder);
    std::erase_if(some, [](const auto &file) {
      return llvm::StringRef(file.first).count('/') < 2 || file.first.starts_with("/runs/");
    });
    return some;
  };
  EXPECT_EQ(findings(whole), findings(once));
  EXPECT_FALSE(findings(once).empty());
  auto sums = [](const std::string &folder) {
    CampaignCounts sum;
    for (const RunState &run : llvm::cantFail(readRunStates(pathBelow(folder, runsFolder))))
      sum += run.counts;
    return std::tuple(sum.programs, sum.trials, sum.failures, sum.inconclusive, sum.invalid);
  };
  EXPECT_EQ(sums(whole), sums(once));
  EXPECT_EQ(llvm::cantFail(readRunStates(pathBelow(once, runsFolder))).size(), 3u);
}

TEST_F(MergeTest, aRunThatWentOnReplacesItsPast) {
  CampaignOptions options = campaignOptions(100);
  campaign("early", options);
  merged("a", {path("early")});
  options.programs = 200;
  campaign("early", options);
  merged("b", {path("early")});
  merged("a", {path("early")});
  EXPECT_EQ(contents(path("a")), contents(path("b")));
  merged("a", {path("b")});
  EXPECT_EQ(contents(path("a")), contents(path("b")));
}

TEST_F(MergeTest, theFirstMeetingHasThePlainNameAndEachFormIsThereOnce) {
  put(path("x"), 9, "A");
  put(path("x"), 20, "B");
  put(path("y"), 4, "B");
  put(path("y"), 5, "C");
  for (auto order : {std::vector{path("x"), path("y")}, std::vector{path("y"), path("x")}}) {
    std::string out = merged("out", order);
    std::string all = findingsOf(out);
    EXPECT_EQ(all.find("plain 4 B"), 0u) << all;
    EXPECT_NE(all.find("sibling 9 A"), std::string::npos) << all;
    EXPECT_NE(all.find("sibling 5 C"), std::string::npos) << all;
    EXPECT_EQ(all.size(), strlen("plain 4 B, sibling 5 C, sibling 9 A")) << all;
    llvm::sys::fs::remove_directories(out);
  }
}

TEST_F(MergeTest, aFailureThatWasNotReducedSaysNothingNewUnlessItIsTheFirst) {
  put(path("x"), 9, "");
  put(path("y"), 4, "A");
  EXPECT_EQ(findingsOf(merged("out", {path("x"), path("y")})), "plain 4 A");
  put(path("z"), 1, "");
  EXPECT_EQ(findingsOf(merged("out", {path("z")})), "plain 1 , sibling 4 A");
}

TEST_F(MergeTest, interruptedAnywhereItLosesNothing) {
  put(path("x"), 9, "A");
  put(path("x"), 20, "B");
  put(path("y"), 4, "B");
  put(path("y"), 5, "C");
  std::string expected = findingsOf(merged("whole", {path("x"), path("y")}));
  // The moments in between: what is to come lies there in part, in whole, and what was there has been moved away.
  std::string out = merged("out", {path("x")});
  std::string staging = pathBelow(out, stagingFolder);
  std::string plain = llvm::cantFail(readFindings(out))[0].name;
  llvm::sys::fs::create_directories(pathBelow(staging, "half"));
  llvm::cantFail(writeFileAtomically(pathBelow(staging, "half", detailsFile), "{"));
  llvm::sys::fs::rename(pathBelow(out, plain), pathBelow(staging, plain + ".0"));
  auto opened = FindingsFolder::open(out);
  ASSERT_FALSE(bool(opened));
  EXPECT_NE(llvm::toString(opened.takeError()).find("merge into"), std::string::npos);
  merged("out", {path("y")});
  EXPECT_EQ(findingsOf(out), expected);
  EXPECT_FALSE(llvm::sys::fs::exists(staging));

  // And alone, without the folders that were merged.
  llvm::sys::fs::create_directories(staging);
  llvm::sys::fs::rename(pathBelow(out, plain), pathBelow(staging, plain + ".0"));
  merged("out", {});
  EXPECT_EQ(findingsOf(out), expected);
}

TEST_F(MergeTest, whatIsNoFolderIsAnError) {
  auto result = mergeFolders(path("out"), {path("nowhere")});
  ASSERT_FALSE(bool(result));
  EXPECT_NE(llvm::toString(result.takeError()).find("nowhere'"), std::string::npos);
}

} // namespace
