// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/KnownBugs.h"

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
               {"func{for{dot} store}", "func{store}"}};
  KnownBugs known;
  ASSERT_FALSE(bool(known.readText(printKnownBug(bug, "a story"), "corpus/known/k.txt")));
  EXPECT_EQ(known.extent(bug.signature, "triton:3.1.0"), KnownBugs::Extent::Forms);
  EXPECT_TRUE(known.contains(bug.signature, "triton:3.1.0", "func{for{dot} store}"));
  EXPECT_FALSE(known.contains(bug.signature, "triton:3.1.0", "func{for{load} store}"));
  EXPECT_FALSE(known.contains(bug.signature, "triton:3.6.0", "func{store}"));
  EXPECT_EQ(known.entries()[0].cases[0], "corpus/known/../regressions/a.mlir");
  // Of two entries, the one without forms stands for all.
  ASSERT_FALSE(bool(known.readText(bug.signature.str() + "\n  triton:*\n", "more.txt")));
  EXPECT_EQ(known.extent(bug.signature, "triton:3.1.0"), KnownBugs::Extent::Always);
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
