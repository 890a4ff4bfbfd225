// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/TestCase.h"

#include "core/ir/Dialects.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fathom;

static const char *const text = R"(// RUN: fathom check %s
// A kernel that does nothing.
// SUBJECT: triton:3.1.0, core
// TARGET: cuda:80, hip:gfx942
// OPTIONS: num-warps=8 num-stages=2 num-ctas=1
// STAGE: llir
// LAUNCH: grid=2,1,1 rng-seed=7
// ORIGIN: choices:default:00ff
module {
  tt.func public @kernel() {
    tt.return
  }
}
)";

TEST(TestCase, readsAndPrintsWhatItRead) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  llvm::Expected<TestCase> test = parseTestCase(text, "t.mlir", *context);
  ASSERT_TRUE(bool(test)) << llvm::toString(test.takeError());
  EXPECT_EQ(test->subjects, (std::vector<std::string>{"triton:3.1.0", "core"}));
  ASSERT_EQ(test->targets.size(), 2u);
  EXPECT_EQ(test->targets[1].str(), "hip:gfx942");
  EXPECT_EQ(test->options, (CompileOptions{8, 2, 1}));
  EXPECT_EQ(test->stage, Stage::Llir);
  EXPECT_EQ(test->launch, "grid=2,1,1 rng-seed=7");
  EXPECT_EQ(test->origin, "choices:default:00ff");
  EXPECT_EQ(test->otherLines.size(), 2u);

  std::string printed = printTestCase(*test);
  llvm::Expected<TestCase> again = parseTestCase(printed, "t.mlir", *context);
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(printTestCase(*again), printed);
}

TEST(TestCase, aLogOfDumpsIsTheProgramThatItBeginsWith) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string log =
      "// LAUNCH: grid=2,1,1\n"
      "// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //\n"
      "module {\n  tt.func public @first() {\n    tt.return\n  }\n}\n\n"
      "// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //\n"
      "module {\n  tt.func public @second() {\n    tt.return\n  }\n}\n";
  llvm::Expected<TestCase> test = parseTestCase(log, "log.mlir", *context);
  ASSERT_TRUE(bool(test)) << llvm::toString(test.takeError());
  EXPECT_EQ(test->launch, "grid=2,1,1");
  EXPECT_TRUE(test->otherLines.empty());
  EXPECT_TRUE(test->program->lookupSymbol("first"));
  EXPECT_FALSE(test->program->lookupSymbol("second"));
  EXPECT_EQ(test->subjects, (std::vector<std::string>{"dumps:log.mlir#1"}));

  llvm::Expected<TestCase> cut = parseTestCase(log.substr(0, log.size() - 2), "log.mlir", *context);
  ASSERT_FALSE(bool(cut));
  EXPECT_NE(llvm::toString(cut.takeError()).find("line 9, of CSE, is cut short"),
            std::string::npos);
  // A place in the program is a place in the file.
  log.replace(log.find("tt.return"), 9, "tt.nonsense");
  llvm::Expected<TestCase> bad = parseTestCase(log, "log.mlir", *context);
  ASSERT_FALSE(bool(bad));
  EXPECT_NE(llvm::toString(bad.takeError()).find("log.mlir:5:5: "), std::string::npos);
}

TEST(TestCase, errorsNameFileLineAndWhatIsWrong) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  const std::pair<const char *, const char *> bad[] = {
      {"// TARGET: cuda:80, cuda:81\nmodule {}", "t.mlir:1: no target 'cuda:81'"},
      {"\n// OPTIONS: num-wraps=4\nmodule {}", "t.mlir:2: no option 'num-wraps'"},
      {"// OPTIONS: num-warps=four\nmodule {}", "needs a number, not 'four'"},
      {"// STAGE: ptx\nmodule {}", "no stage 'ptx'; there are ttir"},
      {"// a comment\nmodule {\n  tt.nonsense\n}", "t.mlir:3:3: custom op"},
      {"func", "t.mlir:1:1: "},
      {"// nothing but a comment\n", "t.mlir: holds no module"},
  };
  for (auto [input, expected] : bad) {
    llvm::Expected<TestCase> test = parseTestCase(input, "t.mlir", *context);
    ASSERT_FALSE(bool(test)) << input;
    std::string error = llvm::toString(test.takeError());
    EXPECT_NE(error.find(expected), std::string::npos) << error;
  }
  llvm::Expected<TestCase> missing = readTestCase("no/such.mlir", *context);
  ASSERT_FALSE(bool(missing));
  EXPECT_NE(llvm::toString(missing.takeError()).find("no/such.mlir"), std::string::npos);
}

namespace {
class WriteFileAtomically : public testing::Test {
protected:
  void SetUp() override { llvm::sys::fs::createUniqueDirectory("fathom-write", folder); }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }
  std::string path(llvm::StringRef name) {
    llvm::SmallString<128> result(folder);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  std::vector<std::string> names() {
    std::vector<std::string> result;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(folder, code), end; it != end; it.increment(code))
      result.push_back(llvm::sys::path::filename(it->path()).str());
    return result;
  }
  llvm::SmallString<128> folder;
};
} // namespace

TEST_F(WriteFileAtomically, replacesTheWholeFileAndLeavesNothingElse) {
  for (std::string body : {"first, and long", "second"}) {
    ASSERT_FALSE(bool(writeFileAtomically(path("f"), body)));
    EXPECT_EQ((*llvm::MemoryBuffer::getFile(path("f")))->getBuffer(), body);
  }
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
}

TEST_F(WriteFileAtomically, aFullDiskLeavesTheOldFileAndSaysWhich) {
  ASSERT_FALSE(bool(writeFileAtomically(path("f"), "old")));
  // The limit on a file's size stands in for a full disk; the write fails with EFBIG.
  struct rlimit before, small;
  getrlimit(RLIMIT_FSIZE, &before);
  small = before;
  small.rlim_cur = 4096;
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  llvm::Error error = writeFileAtomically(path("f"), std::string(1 << 20, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::string message = llvm::toString(std::move(error));
  EXPECT_NE(message.find("cannot write '" + path("f")), std::string::npos) << message;
  EXPECT_EQ((*llvm::MemoryBuffer::getFile(path("f")))->getBuffer(), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
}

TEST_F(WriteFileAtomically, aMissingFolderIsAnError) {
  EXPECT_NE(llvm::toString(writeFileAtomically(path("no/such/f"), "x")).find("no/such/f"),
            std::string::npos);
}
