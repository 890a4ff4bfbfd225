// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/report/Report.h"

#include "fuzz/campaign/FindingsFolder.h"
#include "fuzz/campaign/NormalForm.h"
#include "fuzz/report/Sarif.h"
#include "oracles/TestCase.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

using namespace fathom;
using namespace llvm;

namespace {
class ReportTest : public testing::Test {
protected:
  void SetUp() override { sys::fs::createUniqueDirectory("fathom-report", folder); }
  void TearDown() override { sys::fs::remove_directories(folder); }

  void write(const Twine &name, StringRef text) {
    SmallString<128> path(folder);
    sys::path::append(path, name);
    sys::fs::create_directories(sys::path::parent_path(path));
    ASSERT_FALSE(bool(writeFileAtomically(path, text)));
  }
  /// Files a finding and says its name.
  std::string fileFinding(StringRef signature, StringRef form = "",
                          json::Object more = json::Object()) {
    Finding finding{cantFail(parseSignature(signature))};
    finding.name = findingName(finding.signature, form);
    finding.form = form.str();
    finding.subject = "triton:3.1.0";
    finding.target = "cuda:80";
    finding.more = std::move(more);
    write(finding.name + "/finding.json", printFinding(finding));
    write(finding.name + "/original.mlir", original);
    return finding.name;
  }
  Report read() { return cantFail(readReport(folder)); }
  std::string errorOf(StringRef path) {
    Expected<Report> report = readReport(path);
    return report ? "none" : toString(report.takeError());
  }
  static std::string joined(const std::vector<std::string> &lines) { return join(lines, "\n"); }

  static constexpr const char *signature = "no-crash: assertion in P: a < b (F.cpp)",
                              *original =
                                  "module {\n  tt.func @kernel() {\n    tt.return\n  }\n}\n",
                              *reduced = "// Found as "
                                         "no-crash: assertion in P: a < b (F.cpp)\n"
                                         "module {\n  tt.func @kernel() {\n    tt.return\n  }\n}\n";
  SmallString<128> folder;
};
} // namespace

TEST_F(ReportTest, aFolderThatIsNoneIsAnError) {
  EXPECT_NE(errorOf("/no/such").find("there is no folder '/no/such'"), std::string::npos);
  EXPECT_FALSE(sys::fs::exists("/no/such"));
  EXPECT_NE(errorOf(folder).find("is no findings folder"), std::string::npos);
}

TEST_F(ReportTest, anEmptyCampaignHasNoFindings) {
  write("campaign.json", R"({"programs": 0, "failures": {}})");
  Report report = read();
  EXPECT_TRUE(report.findings.empty());
  EXPECT_FALSE(report.state.empty());
  EXPECT_NE(joined(report.gaps).find("no journal"), std::string::npos);
  EXPECT_NE(joined(report.gaps).find("features.json is not there"), std::string::npos);
}

TEST_F(ReportTest, aFolderThatACampaignWorksInCanBeReported) {
  Expected<FolderLock> lock = FolderLock::take(folder);
  ASSERT_TRUE(bool(lock));
  write("campaign.json", R"({"programs": 7})");
  EXPECT_EQ(read().campaign.getInteger("programs"), 7);
}

TEST_F(ReportTest, aFindingHasWhatItsFilesSay) {
  write("campaign.json", R"x({"failures": {"no-crash: assertion in P: a < b (F.cpp)": 7}})x");
  std::string name =
      fileFinding(signature, "", json::Object{{"first_bad", "triton:3.0.0"}, {"ops", 3}});
  EXPECT_EQ(read().findings.at(0).original, original);
  write(name + "/reduced.mlir", reduced);
  Report report = read();
  ASSERT_EQ(report.findings.size(), 1u);
  const ReportedFinding &finding = report.findings[0];
  EXPECT_EQ(finding.filed.signature.str(), signature);
  EXPECT_EQ(finding.met, 7u);
  EXPECT_EQ(finding.reduced, reduced);
  EXPECT_TRUE(finding.original.empty()) << "there is a reduced one";
  EXPECT_EQ(finding.firstBad(), "triton:3.0.0");
  EXPECT_EQ(finding.firstGood(), "");
  json::Value json = toJson(report);
  const json::Object &printed = *(*json.getAsObject()->getArray("findings"))[0].getAsObject();
  EXPECT_EQ(printed.getObject("signature")->getString("pass"), "P");
  EXPECT_EQ(printed.getString("target"), "cuda:80");
  EXPECT_EQ(printed.getInteger("ops"), 3);
}

TEST_F(ReportTest, whatCannotBeReadIsSaidAndTheRestIsShown) {
  write("campaign.json", "{\"programs\": 3,");
  write("features.json", "[]");
  write("runs/a.journal.jsonl", "{\"seconds\": 1}\nnonsense\n{\"seconds\": 2}\n{\"secon");
  write(".merge/runs/b.json", "");
  fileFinding(signature);
  Report report = read();
  std::string gaps = joined(report.gaps);
  for (const char *gap :
       {"campaign.json cannot be read", "features.json holds no JSON object",
        "line 2 of the journal of a ", "line 4 of the journal of a ", "a merge into the folder"})
    EXPECT_NE(gaps.find(gap), std::string::npos) << gaps;
  ASSERT_EQ(report.journals.size(), 1u);
  EXPECT_EQ(report.journals[0].getAsObject()->getArray("lines")->size(), 2u);
  EXPECT_EQ(report.findings.size(), 1u);
}

TEST_F(ReportTest, theMiddleOfALongLogIsLeftOut) {
  write(fileFinding(signature) + "/log.txt", "begin" + std::string(100000, '.') + "end");
  std::string log = read().findings.at(0).log;
  EXPECT_TRUE(StringRef(log).starts_with("begin") && StringRef(log).ends_with("end"));
  EXPECT_LT(log.size(), 20000u);
  EXPECT_NE(log.find("left out"), std::string::npos);
}

TEST_F(ReportTest, thoseMetMostComeFirst) {
  write("campaign.json",
        R"({"failures": {"no-crash: signal in B: m": 9, "no-crash: signal in A: m": 2}})");
  fileFinding("no-crash: signal in A: m");
  fileFinding("no-crash: signal in B: m");
  Report report = read();
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(report.findings[0].filed.signature.pass, "B");
}

TEST_F(ReportTest, aResultOfSarifIsAtTheProgramOfItsTest) {
  write("campaign.json", R"x({"failures": {"no-crash: assertion in P: a < b (F.cpp)": 7}})x");
  std::string name = fileFinding(signature);
  write(name + "/reduced.mlir", reduced);
  fileFinding("metamorphic: peel-loops: m");
  std::string further = fileFinding("metamorphic: peel-loops: m", "func{store}");
  Report report = read();
  report.folder = "./out/all findings";
  json::Value sarif = sarifOf(report, "1.2.3");
  const json::Object &run = *(*sarif.getAsObject()->getArray("runs"))[0].getAsObject();
  const json::Array &rules = *run.getObject("tool")->getObject("driver")->getArray("rules");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[1].getAsObject()->getString("id"), "metamorphic");
  const json::Array &results = *run.getArray("results");
  ASSERT_EQ(results.size(), 3u);
  auto place = [&](size_t index) {
    const json::Object &location =
        *(*results[index].getAsObject()->getArray("locations"))[0].getAsObject()->getObject(
            "physicalLocation");
    return (*location.getObject("artifactLocation")->getString("uri") + ":" +
            Twine(*location.getObject("region")->getInteger("startLine")))
        .str();
  };
  EXPECT_EQ(place(0), "out/all%20findings/" + name + "/reduced.mlir:3");
  EXPECT_EQ(place(2), "out/all%20findings/" + further + "/original.mlir:2");
  EXPECT_EQ(results[0].getAsObject()->getString("ruleId"), "no-crash");
  auto fingerprint = [&](size_t index) {
    return results[index]
        .getAsObject()
        ->getObject("partialFingerprints")
        ->getString("primaryLocationLineHash");
  };
  std::string id = report.findings[1].filed.signature.id();
  EXPECT_EQ(fingerprint(1), id + ":1");
  EXPECT_EQ(fingerprint(2), id + "-" + formId("func{store}") + ":1");
}
