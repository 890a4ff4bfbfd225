// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/Verdict.h"

#include "gtest/gtest.h"

using namespace fathom;

TEST(Signature, printsAsOneLineAndReadsBack) {
  Signature withPass{"no-crash", "assertion", "TritonGPUCoalesce", "x == y (Coalesce.cpp)"};
  EXPECT_EQ(withPass.str(), "no-crash: assertion in TritonGPUCoalesce: x == y (Coalesce.cpp)");
  Signature withoutPass{"no-crash", "timeout", "", ""};
  for (const Signature &each : {withPass, withoutPass}) {
    llvm::Expected<Signature> read = parseSignature(each.str());
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    EXPECT_EQ(*read, each);
  }
  llvm::Expected<Signature> bad = parseSignature("nothing of the kind");
  EXPECT_FALSE(bool(bad));
  llvm::consumeError(bad.takeError());
}

TEST(Signature, idIsStableAndTellsApart) {
  Signature a{"no-crash", "assertion", "P", "m"}, b = a;
  b.message = "n";
  EXPECT_EQ(a.id().size(), 8u);
  EXPECT_EQ(a.id(), Signature(a).id());
  EXPECT_NE(a.id(), b.id());
}

// Each pair is one bug met twice: in another program, in another release's folder, with other types.
TEST(NormaliseMessage, abstractsWhatDiffersBetweenTwoMeetings) {
  const std::pair<const char *, const char *> same[] = {
      {"/build/a/lib/Coalesce.cpp:12: bad", "/home/b/Coalesce.cpp:90: bad"},
      {"operand %12 has 3 uses", "operand %arg0 has 17 uses"},
      {"'tt.dot' op operand 'tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma}>>'",
       "'tt.dot' op operand 'tensor<64x32xbf16>'"},
      {"failed to legalize   operation 'x' on i32", "failed to legalize operation 'x' on f16"},
      {"from () to ('tensor<1x1xf16>')", "from () to ('i32')"},
      {"pointer 0x7f00aa is bad", "pointer 0x55 is bad"},
      {"call to @kernel", "call to @kernel_1"},
      {"failed to legalize operation 'x' that was explicitly marked illegal",
       "failed to legalize operation 'x' that was explicitly marked illegal: %1 = \"x\"(%0) : "
       "(i32) -> i32"},
  };
  for (auto [one, other] : same)
    EXPECT_EQ(normaliseMessage(one), normaliseMessage(other));
}

TEST(NormaliseMessage, keepsWhatTellsBugsApart) {
  EXPECT_EQ(normaliseMessage("Assertion rewrittenValue"), "Assertion rewrittenValue");
  EXPECT_NE(normaliseMessage("failed to legalize operation 'tt.load'"),
            normaliseMessage("failed to legalize operation 'tt.dot'"));
  EXPECT_EQ(normaliseMessage("byteWidth == 16 || byteWidth == 8"),
            "byteWidth == N || byteWidth == N");
}

TEST(NormaliseMessage, cutsLongText) {
  EXPECT_LE(normaliseMessage(std::string(10000, 'a')).size(), 200u);
}
