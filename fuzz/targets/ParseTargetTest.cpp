// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the parse target's parts: tokens, mutations, verdicts on texts, and crashes that are
// filed.
#include "core/ir/Dialects.h"
#include "fuzz/targets/CrashLoop.h"
#include "fuzz/targets/ReadAndPrint.h"
#include "fuzz/targets/TextMutator.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <csignal>
#include <set>
#include <unistd.h>

using namespace fathom;

namespace {

std::vector<std::string> spellings(llvm::StringRef text) {
  std::vector<std::string> list;
  for (const Token &token : tokenize(text))
    list.push_back(text.slice(token.begin, token.end).str());
  return list;
}

TEST(TextMutatorTest, Tokens) {
  EXPECT_EQ(spellings("%0 = tt.load %p : tensor<16x0x1fx!tt.ptr<f32>, #b> -> i1"),
            (std::vector<std::string>{"%0", "=", "tt.load", "%p", ":",       "tensor", "<",
                                      "16", "x", "0x1f",    "x",  "!tt.ptr", "<",      "f32",
                                      ">",  ",", "#b",      ">",  "->",      "i1"}));
  EXPECT_EQ(spellings("\"a \\\" b\" 1.5e3"), (std::vector<std::string>{"\"a \\\" b\"", "1.5e3"}));
  EXPECT_EQ(spellings("\"open"), (std::vector<std::string>{"\"open"}));
  std::vector<Token> tokens = tokenize("f16 bf16 !x.y 7 for \"f16\" ,");
  std::vector<Token::Kind> kinds;
  for (const Token &token : tokens)
    kinds.push_back(token.kind);
  EXPECT_EQ(kinds, (std::vector<Token::Kind>{Token::type, Token::type, Token::type, Token::number,
                                             Token::word, Token::string, Token::punctuation}));
}

TEST(TextMutatorTest, SameNumbersSameText) {
  std::vector<std::string> texts = {"func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n",
                                    "\"x\"() {a = 1 : i32}\n"};
  TextMutator mutator(texts);
  std::set<std::string> seen;
  for (uint64_t index = 0; index != 2000; ++index) {
    std::string text = mutator.mutate(1, index);
    EXPECT_EQ(text, mutator.mutate(1, index));
    seen.insert(text);
  }
  EXPECT_GT(seen.size(), 300u);
  EXPECT_NE(mutator.mutate(1, 5), mutator.mutate(2, 5));
}

TEST(ReadAndPrintTest, Verdicts) {
  auto context = makeContext();
  auto expect = [&](llvm::StringRef text, bool accepted) {
    ReadingResult result = readAndPrint(*context, text);
    EXPECT_EQ(result.problem, "") << text.str();
    EXPECT_EQ(result.accepted, accepted) << text.str();
  };
  expect("tt.func @f(%a: i32) { tt.return }", true);
  expect("", true);
  // A block uses what a later one defines.
  expect("tt.func @f(%c: i1) { cf.br ^b ^a: cf.cond_br %x, ^b, ^b ^b: %x = arith.xori %c, %c : i1 "
         "cf.cond_br %c, ^a, ^c ^c: tt.return }",
         true);
  expect("tt.func @f(%a: i32) { tt.return", false);
  expect("tt.func @f() { %0 = tt.get_program_id w : i32 tt.return }", false);
  expect("\"a.b\"() : () -> ()", false);
  expect("// --allow-unregistered-dialect\n\"a.b\"() : () -> ()", true);
}

class CrashLoopTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("crash-loop", path));
    loop.folder = path.str().str();
    loop.input = [](uint64_t index) { return "input " + std::to_string(index); };
  }
  void TearDown() override { llvm::sys::fs::remove_directories(loop.folder); }
  CrashLoop loop;
};

TEST_F(CrashLoopTest, EachFailureIsFiledAndTheRunGoesOn) {
  loop.secondsPerInput = 1;
  loop.run = [](llvm::StringRef text) -> CrashLoop::Result {
    if (text == "input 3")
      raise(SIGSEGV);
    if (text == "input 4" || text == "input 5")
      return {"odd " + text.str()};
    if (text == "input 8")
      for (;;)
        pause();
    return {"", text == "input 9"};
  };
  auto report = loop.runAll(0, 10);
  ASSERT_TRUE(bool(report));
  EXPECT_EQ(report->failures, 4u);
  EXPECT_EQ(report->accepted, 1u);
  EXPECT_EQ(report->classes.size(), 3u);
  EXPECT_EQ(report->classes["odd input N"], 4u);
  EXPECT_EQ(report->classes["hang"], 8u);
  auto file = llvm::MemoryBuffer::getFile(loop.folder + "/odd-input-n-5.mlir");
  ASSERT_TRUE(bool(file));
  EXPECT_EQ((*file)->getBuffer(), "input 5");
  EXPECT_FALSE(llvm::sys::fs::exists(loop.folder + "/current.mlir"));
}

TEST_F(CrashLoopTest, AnInterruptEndsTheRunWithItsReport) {
  loop.run = [](llvm::StringRef text) -> CrashLoop::Result {
    if (text == "input 3") {
      kill(getppid(), SIGINT); // A terminal's Ctrl-C reaches both.
      raise(SIGINT);
    }
    return {"", true};
  };
  auto report = loop.runAll(0, 10);
  ASSERT_TRUE(bool(report));
  EXPECT_EQ(report->inputs, 4u);
  EXPECT_EQ(report->accepted, 3u);
  EXPECT_EQ(report->failures, 0u);
}

TEST_F(CrashLoopTest, AFolderThatCannotBeMadeIsAnError) {
  loop.folder = "/dev/null/findings";
  loop.run = [](llvm::StringRef) { return CrashLoop::Result(); };
  auto report = loop.runAll(0, 1);
  ASSERT_FALSE(bool(report));
  llvm::consumeError(report.takeError());
}

TEST(CrashSignatureTest, AssertionsStacksAndWords) {
  EXPECT_EQ(
      crashSignature("Aborted",
                     "x: A.cpp:12: void f(): Assertion `n < 10' failed.\n #0 0x00 g (lib+0x1)\n"),
      "x: A.cpp:N: void f(): Assertion `n < N' failed.");
  llvm::StringRef expected = "Segmentation fault | mlir::Type::walk | main";
  EXPECT_EQ(crashSignature("Segmentation fault",
                           " #0 0x00007f llvm::sys::PrintStackTrace(int) (/lib/a.so+0x12)\n"
                           " #1 0x00007f (/lib/a.so+0x12)\n"
                           " #2 0x00007f mlir::Type::walk(int) (/lib/a.so+0x12)\n"
                           "#10 0x00007f main (/bin/b+0x12)\n"),
            expected);
  EXPECT_EQ(crashSignature("Segmentation fault",
                           "0  libA.so 0x00007f llvm::sys::PrintStackTrace(int) + 54\n"
                           "1  libA.so 0x00007f\n"
                           "2  libA.so 0x00007f mlir::Type::walk(int) + 8\n"
                           "3  b       0x00007f main + 8\n"),
            expected);
  EXPECT_EQ(crashSignature("wrong", "fathom: prints differently\n"), "prints differently");
  EXPECT_EQ(
      crashSignature("exit 1",
                     "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n"
                     "SUMMARY: AddressSanitizer: heap-use-after-free /a/B.cpp:1:2 in f(int)\n"),
      "AddressSanitizer: heap-use-after-free in f(int)");
  EXPECT_EQ(
      crashSignature("exit 1",
                     "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior /a/B.cpp:1:2 \n"),
      "UndefinedBehaviorSanitizer: undefined-behavior");
}

} // namespace
