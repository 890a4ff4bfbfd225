// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/Answers.h"

#include "core/ir/Dialects.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {
/// Whether the module has a second function; counts how often it was asked.
struct HasTwo {
  unsigned asked = 0;
  Interesting predicate() {
    return [this](mlir::ModuleOp program, const CompileOptions &) -> llvm::Expected<bool> {
      ++asked;
      return std::distance(program.getBody()->begin(), program.getBody()->end()) == 2;
    };
  }
};
} // namespace

TEST(Answers, areKeptOverARestartAndAHalfLineIsNone) {
  llvm::SmallString<128> folder;
  llvm::sys::fs::createUniqueDirectory("fathom-answers", folder);
  std::string path = (folder + "/below/answers").str();
  auto context = makeContext();
  auto parse = [&](const std::string &text) {
    return llvm::cantFail(parseTestCase(text, "t", *context));
  };
  const std::string one = "tt.func public @a() { tt.return }\n";
  TestCase alone = parse(one), two = parse(one + "tt.func private @b() { tt.return }\n");
  HasTwo first;
  Interesting asks = rememberAnswers(first.predicate(), openAnswers(path));
  EXPECT_FALSE(llvm::cantFail(asks(*alone.program, {})));
  EXPECT_TRUE(llvm::cantFail(asks(*two.program, {})));
  EXPECT_TRUE(llvm::cantFail(asks(*two.program, {})));
  EXPECT_EQ(first.asked, 2u);

  // Another process, after a kill in the middle of the third answer.
  {
    std::error_code code;
    llvm::raw_fd_ostream out(path, code, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::FA_Write,
                             llvm::sys::fs::OF_Append);
    out << "0123456789abcdef y";
  }
  HasTwo second;
  asks = rememberAnswers(second.predicate(), openAnswers(path));
  EXPECT_FALSE(llvm::cantFail(asks(*alone.program, {})));
  EXPECT_TRUE(llvm::cantFail(asks(*two.program, {})));
  EXPECT_EQ(second.asked, 0u);
  EXPECT_FALSE(llvm::cantFail(asks(*alone.program, {.numWarps = 8})));
  EXPECT_EQ(second.asked, 1u) << "other knobs are another question";
  llvm::sys::fs::remove_directories(folder);
}

TEST(Answers, thatCannotBeKeptAreAnError) {
  auto context = makeContext();
  TestCase test = llvm::cantFail(parseTestCase("module {}", "t", *context));
  HasTwo two;
  llvm::Expected<bool> answer =
      rememberAnswers(two.predicate(), openAnswers("/proc/no/answers"))(*test.program, {});
  ASSERT_FALSE(bool(answer));
  EXPECT_NE(llvm::toString(answer.takeError()).find("/proc/no"), std::string::npos);
}
