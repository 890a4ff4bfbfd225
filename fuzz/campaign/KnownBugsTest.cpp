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
  EXPECT_TRUE(known.contains(signature, "triton:3.1.0"));
  EXPECT_TRUE(known.contains(signature, "triton:3.9.0"));
  EXPECT_FALSE(known.contains(signature, "triton:3.6.0"));
  signature.message = "another";
  EXPECT_FALSE(known.contains(signature, "triton:3.1.0"));
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
