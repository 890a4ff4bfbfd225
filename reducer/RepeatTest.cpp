// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a predicate is asked, and what is said of it.
#include "reducer/Repeat.h"
#include "core/ir/Dialects.h"

#include <gtest/gtest.h>

using namespace fathom;

namespace {

class RepeatTest : public testing::Test {
protected:
  /// Says yes by the letters of the word, over and over: y or n.
  Interesting says(const char *word) {
    return [this, text = std::string(word)](mlir::ModuleOp,
                                            const CompileOptions &) -> llvm::Expected<bool> {
      return text[asked++ % text.size()] == 'y';
    };
  }
  Frequency measure(const char *word) {
    asked = 0;
    return llvm::cantFail(measureFrequency(says(word), *program, {}, 20, 100));
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> program =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
  unsigned asked = 0;
};

TEST_F(RepeatTest, WhatAlwaysSaysTheSameIsAskedFiveTimes) {
  for (const char *word : {"y", "n"}) {
    Frequency frequency = measure(word);
    EXPECT_FALSE(frequency.flaky());
    EXPECT_EQ(5u, frequency.asked);
  }
  EXPECT_EQ(1u, measure("y").triesToBeSure());
}

TEST_F(RepeatTest, WhatChangesIsAskedToTheEnd) {
  EXPECT_EQ("5 of 20", measure("ynnn").str());
  EXPECT_TRUE(measure("yyyyn").flaky());
  // 0.75 ** 17 < 0.01
  EXPECT_EQ(17u, (Frequency{5, 19}.triesToBeSure()));
}

TEST_F(RepeatTest, OneYesIsEnough) {
  EXPECT_TRUE(llvm::cantFail(anyOf(says("nnyn"), 4)(*program, {})));
  EXPECT_EQ(3u, asked);
  EXPECT_FALSE(llvm::cantFail(anyOf(says("nny"), 2)(*program, {})) && asked == 2);
}

TEST_F(RepeatTest, AnErrorEndsIt) {
  Interesting broken = [](mlir::ModuleOp, const CompileOptions &) -> llvm::Expected<bool> {
    return llvm::createStringError("gone");
  };
  EXPECT_EQ("gone", llvm::toString(measureFrequency(broken, *program, {}, 20, 1).takeError()));
  EXPECT_EQ("gone", llvm::toString(anyOf(broken, 2)(*program, {}).takeError()));
}

} // namespace
