// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/KnownCheck.h"

#include "fuzz/campaign/AfraidOfLoops.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace fathom;

namespace {

class KnownCheckTest : public CampaignTest {
protected:
  void SetUp() override {
    CampaignTest::SetUp();
    writeCase("while.mlir", R"(
    scf.while : () -> () {
      scf.condition(%b)
    } do {
      scf.yield
    })");
    writeCase("for.mlir", R"(
    scf.for %i = %n to %n step %n : i32 {
      scf.if %b {
        tt.store %p, %n : !tt.ptr<i32>
      }
    })");
    list = pathBelow(scratch, "known.txt");
  }

  void writeCase(llvm::StringRef file, const std::string &body,
                 const std::string &head = "// TARGET: cuda:80\n") {
    llvm::cantFail(writeFileAtomically(
        pathBelow(scratch, file),
        head + "module {\n  tt.func public @kernel(%p: !tt.ptr<i32>, %n: i32, %b: i1) {" + body +
            "\n    tt.return\n  }\n}\n"));
  }

  /// Checks the list; gives what differs, a line each, and what the list would be.
  std::string check(const std::string &text, std::vector<std::string> cases,
                    std::vector<std::string> subjects) {
    llvm::cantFail(writeFileAtomically(list, text));
    KnownBugs known = llvm::cantFail(KnownBugs::read(scratch));
    KnownCheckOptions options;
    options.subjects = std::move(subjects);
    options.newFile = pathBelow(scratch, "learned.txt");
    options.open = campaignOptions(0).open;
    for (const std::string &file : cases)
      options.cases.push_back(pathBelow(scratch, file));
    std::string lines;
    for (const KnownDifference &difference : llvm::cantFail(checkKnown(known, options)))
      lines += (difference.kind == KnownDifference::Kind::Gone ? "gone " : "missing ") +
               difference.subject + " " + difference.signature.str() + "\n";
    llvm::cantFail(known.write());
    return lines;
  }
  std::string textOf(llvm::StringRef file) {
    auto text = llvm::MemoryBuffer::getFile(pathBelow(scratch, file));
    return text ? (*text)->getBuffer().str() : "";
  }

  std::string list;
};

TEST_F(KnownCheckTest, learnsFromACaseWhatEachSubjectHas) {
  std::string assertion = ofFor, signal = ofWhile;
  EXPECT_EQ(check("", {"for.mlir", "while.mlir"}, {"afraid", "afraid:of-whiles"}),
            "missing afraid " + assertion + "\nmissing afraid " + signal +
                "\nmissing afraid:of-whiles " + signal + "\n");
  // An assertion is known by its place; two bugs that end in a signal may be told by their form alone.
  EXPECT_EQ(textOf("learned.txt"), "\n# for.mlir\n" + assertion + "\n  afraid\n  case for.mlir\n" +
                                       "\n# while.mlir\n" + signal +
                                       "\n  afraid afraid:of-whiles\n  case while.mlir\n" +
                                       "  form func{while{}{}}\n");
  // Once it is learned, nothing differs.
  EXPECT_EQ(check("", {"for.mlir", "while.mlir"}, {"afraid", "afraid:of-whiles"}), "");
}

TEST_F(KnownCheckTest, aSubjectThatHasLostABugLosesItsPlaceInTheList) {
  std::string entry = "# loops\n" + std::string(ofFor) + "\n  afraid afraid:of-whiles\n",
              withCase = "  case for.mlir\n";
  EXPECT_EQ(check(entry + withCase, {}, {"afraid", "afraid:of-whiles"}),
            "gone afraid:of-whiles " + std::string(ofFor) + "\n");
  EXPECT_EQ(textOf("known.txt"), "# loops\n" + std::string(ofFor) + "\n  afraid\n" + withCase);
  // Nobody can say so of one that names no case, nor of a subject that was not asked.
  EXPECT_EQ(check(entry, {}, {"afraid", "afraid:of-whiles"}), "");
  EXPECT_EQ(check(entry + withCase, {}, {"afraid"}), "");
  EXPECT_EQ(textOf("known.txt"), entry + withCase);
}

TEST_F(KnownCheckTest, aSubjectThatDoesNotKnowTheTargetSaysNothing) {
  writeCase("for.mlir", "", "// TARGET: hip:gfx942\n");
  std::string entry = std::string(ofFor) + "\n  afraid\n  case for.mlir\n";
  EXPECT_EQ(check(entry, {}, {"afraid"}), "");
  writeCase("for.mlir", "");
  EXPECT_EQ(check(entry, {}, {"afraid"}), "gone afraid " + std::string(ofFor) + "\n");
  EXPECT_EQ(textOf("known.txt"), "");
}

TEST_F(KnownCheckTest, aNewSubjectJoinsTheEntryOfTheCase) {
  std::string entry = "# a story\n" + std::string(ofWhile) + "\n";
  EXPECT_EQ(
      check(entry + "  afraid\n  case while.mlir\n  form func{other}\n", {}, {"afraid:of-whiles"}),
      "missing afraid:of-whiles " + std::string(ofWhile) + "\n");
  EXPECT_EQ(textOf("known.txt"), entry + "  afraid afraid:of-whiles\n  case while.mlir\n" +
                                     "  form func{other}\n  form func{while{}{}}\n");
  EXPECT_EQ(textOf("learned.txt"), "");
}

TEST_F(KnownCheckTest, asksWhoFoundTheCase) {
  // What round-trip finds, no-crash would hide.
  std::string head = "// Found as round-trip: difference in ttgir: tt.load\n// TARGET: cuda:80\n";
  writeCase("for.mlir", "\n    scf.for %i = %n to %n step %n : i32 {\n    }", head);
  EXPECT_EQ(check("", {"for.mlir"}, {"afraid"}), "");
  writeCase("for.mlir", "\n    scf.for %i = %n to %n step %n : i32 {\n    }");
  EXPECT_EQ(check("", {"for.mlir"}, {"afraid"}), "missing afraid " + std::string(ofFor) + "\n");
}

TEST_F(KnownCheckTest, namesTheCaseThatIsNotThere) {
  KnownBugs known;
  llvm::cantFail(known.readText(std::string(ofFor) + "\n  afraid\n  case no.mlir\n", list));
  KnownCheckOptions options;
  options.subjects = {"afraid"};
  std::string said = llvm::toString(checkKnown(known, options).takeError());
  EXPECT_NE(said.find("no.mlir"), std::string::npos) << said;
}

} // namespace
