// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests each row of Refusals.def by its example, and what is no refusal.
#include "oracles/subject/Refusals.h"

#include "oracles/Verdict.h"

#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"

using namespace fathom;
using namespace llvm;

namespace {

Failure error(StringRef message, Failure::Kind kind = Failure::Kind::Error,
              StringRef stage = "ttgir") {
  return {kind, stage.str(), "", message.str(), "", ""};
}

TEST(Refusals, eachExampleMatchesItsOwnRowOnly) {
  for (const Refusal &row : allRefusals()) {
    std::string why;
    EXPECT_TRUE(Regex(row.pattern).isValid(why)) << row.pattern.str() << ": " << why;
    std::string message = normaliseMessage(row.example);
    for (const Refusal &other : allRefusals())
      EXPECT_EQ(Regex(other.pattern).match(message), &other == &row)
          << "the pattern " << other.pattern.str() << " on the example '" << message << "'";
    EXPECT_EQ(refusalReason(error(row.example)), row.reason);
  }
}

TEST(Refusals, bugsAreNone) {
  EXPECT_FALSE(refusalReason(
      error("failed to legalize operation 'ttg.async_copy_global_to_local' that was explicitly "
            "marked illegal")));
  EXPECT_FALSE(refusalReason(error(
      "cp.async does not support transfers smaller than 4 bytes; calculated this as 2 bytes")));
  EXPECT_FALSE(refusalReason(error("operation scheduled before its operands")));
  EXPECT_FALSE(refusalReason(error("Cannot select: intrinsic %llvm.nvvm.x", Failure::Kind::Fatal)));
}

TEST(Refusals, aCrashIsNoneWhateverItSays) {
  StringRef text = "num_warps must be a power of 2";
  EXPECT_TRUE(refusalReason(error(text)));
  EXPECT_TRUE(refusalReason(error(text, Failure::Kind::Fatal)));
  for (Failure::Kind kind : {Failure::Kind::Assertion, Failure::Kind::Unreachable,
                             Failure::Kind::Signal, Failure::Kind::Verifier, Failure::Kind::Timeout,
                             Failure::Kind::Memory, Failure::Kind::Garbage})
    EXPECT_FALSE(refusalReason(error(text, kind)));
}

TEST(Refusals, errorsBeforeTheFirstPass) {
  EXPECT_EQ(refusalReason(error("expected ':'", Failure::Kind::Error, "parse")),
            "not read by the compiler");
  EXPECT_EQ(refusalReason(error("ValueError: waves_per_eu", Failure::Kind::Error, "options")),
            "options out of range");
  EXPECT_FALSE(refusalReason(error("Cast failed", Failure::Kind::Assertion, "parse")));
}

} // namespace
