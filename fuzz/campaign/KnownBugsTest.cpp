// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/KnownBugs.h"

#include "oracles/TestCase.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace fathom;

TEST(KnownBugs, holdForTheSubjectsNamed) {
  KnownBugs known;
  ASSERT_FALSE(bool(known.readText("# a story\n"
                                   "no-crash: assertion in P: m\n"
                                   "  triton:3.1.0 triton:3.9*\n",
                                   "known.txt")));
  Signature signature{"no-crash", "assertion", "P", "m"};
  using Extent = KnownBugs::Extent;
  EXPECT_EQ(known.extent(signature, "triton:3.1.0"), Extent::Always);
  EXPECT_EQ(known.extent(signature, "triton:3.9.0"), Extent::Always);
  EXPECT_EQ(known.extent(signature, "triton:3.6.0"), Extent::None);
  EXPECT_TRUE(known.contains(signature, "triton:3.9.0", "func{}"));
  signature.message = "another";
  EXPECT_EQ(known.extent(signature, "triton:3.1.0"), Extent::None);
}

TEST(KnownBugs, mayBeOfSomeFormsAlone) {
  KnownBug bug{{"same-meaning", "difference", "P", "stored values differ"},
               {"triton:3.1.0"},
               {"../regressions/a.mlir"},
               {"func{for{dot} store}", "func{store}"},
               "# a story\n"};
  KnownBugs known;
  ASSERT_FALSE(bool(known.readText(printKnownBug(bug), "corpus/known/k.txt")));
  EXPECT_EQ(known.extent(bug.signature, "triton:3.1.0"), KnownBugs::Extent::Forms);
  EXPECT_TRUE(known.contains(bug.signature, "triton:3.1.0", "func{for{dot} store}"));
  EXPECT_FALSE(known.contains(bug.signature, "triton:3.1.0", "func{for{load} store}"));
  EXPECT_FALSE(known.contains(bug.signature, "triton:3.6.0", "func{store}"));
  const KnownBug &read = known.entries()[0];
  EXPECT_EQ(read.pathOf(read.cases[0]), "corpus/known/../regressions/a.mlir");
  EXPECT_EQ(read.pathOf("/c/a.mlir"), "/c/a.mlir");
  EXPECT_EQ(printKnownBug(read), printKnownBug(bug));
  // Of two entries, the one without forms stands for all.
  ASSERT_FALSE(bool(known.readText(bug.signature.str() + "\n  triton:*\n", "more.txt")));
  EXPECT_EQ(known.extent(bug.signature, "triton:3.1.0"), KnownBugs::Extent::Always);
}

TEST(KnownBugs, areWrittenAsTheyWereRead) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(bool(llvm::sys::fs::createUniqueDirectory("fathom-known", folder)));
  std::string file = (folder + "/k.txt").str();
  std::string head = "# Of the file.\n\n", first = "# one\nno-crash: signal in P: S\n  a b\n",
              second = "\n# two\nno-crash: signal in Q: S\n  a\n  case c.mlir\n", end = "\n# end\n";
  auto text = [&] { return (*llvm::MemoryBuffer::getFile(file))->getBuffer().str(); };
  ASSERT_FALSE(bool(writeFileAtomically(file, head + first + second + end)));
  KnownBugs known = llvm::cantFail(KnownBugs::read(folder));
  ASSERT_FALSE(bool(known.write()));
  EXPECT_EQ(text(), head + first + second + end);
  known.drop(0);
  ASSERT_FALSE(bool(known.write()));
  EXPECT_EQ(text(), "# Of the file.\n" + second + end);
  known.drop(0);
  ASSERT_FALSE(bool(known.write()));
  EXPECT_EQ(text(), "# Of the file.\n" + end);
  llvm::sys::fs::remove_directories(folder);
}

TEST(KnownBugs, sayWhatIsWrongAndWhere) {
  KnownBugs known;
  EXPECT_EQ(llvm::toString(known.readText("# c\n  triton:3.1.0\n", "k.txt")),
            "k.txt:2: subjects without a signature above them");
  EXPECT_NE(llvm::toString(known.readText("nonsense\n", "k.txt")).find("k.txt:1: "),
            std::string::npos);
  EXPECT_NE(llvm::toString(KnownBugs::read("no/such/folder").takeError()).find("no/such/folder"),
            std::string::npos);
}
