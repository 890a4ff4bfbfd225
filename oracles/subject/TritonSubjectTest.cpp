// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests what only Triton's worker can meet: death of the worker, flaky failures, failures that name no pass; on a stand-in.
#include "oracles/subject/TritonSubject.h"

#include "SourceDir.h"

#include "gtest/gtest.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace fathom;
using namespace llvm;

namespace {

std::string standIn() {
  return std::string(FATHOM_SOURCE_DIR) + "/oracles/subject/test/fake_triton";
}

struct TritonSubjectTest : testing::Test {
  void SetUp() override {
    Expected<std::unique_ptr<Subject>> opened = openSubject("triton:" + standIn());
    ASSERT_TRUE(static_cast<bool>(opened)) << toString(opened.takeError());
    owner = std::move(*opened);
    subject = static_cast<TritonSubject *>(owner.get());
  }

  /// A program whose function has the name: that is all that the stand-in looks at.
  Artifact compile(StringRef name) {
    Expected<Artifact> artifact =
        subject->compileText("module {\n  tt.func @" + name.str() + "()\n}\n", request);
    if (!artifact) {
      ADD_FAILURE() << toString(artifact.takeError());
      return {};
    }
    return std::move(*artifact);
  }

  std::unique_ptr<Subject> owner;
  TritonSubject *subject = nullptr;
  CompileRequest request{.target = cantFail(parseTarget("cuda:80")),
                         .options = {},
                         .stage = Stage::Ttgir,
                         .passes = "",
                         .dumps = false,
                         .limits = {.seconds = 20, .megabytes = 512}};
};

TEST_F(TritonSubjectTest, makesAllStages) {
  request.stage = Stage::Binary;
  Artifact artifact = compile("fine");
  ASSERT_FALSE(artifact.failure) << artifact.failure->log;
  ASSERT_EQ(artifact.stages.size(), 5u);
  EXPECT_EQ(artifact.find(Stage::Asm)->text, "// 80\n");
  EXPECT_EQ(artifact.find(Stage::Binary)->text, std::string("\x7f"
                                                            "ELF\0\xff",
                                                            6));
  EXPECT_TRUE(StringRef(artifact.find(Stage::Ttgir)->text).contains("// tritongpu-pipeline"));
}

TEST_F(TritonSubjectTest, startsAfterTheTtgirStageWithTtgir) {
  request.stage = Stage::Llir;
  Expected<Artifact> artifact = subject->compileText(
      "module attributes {\"ttg.num-warps\" = 8 : i32} {\n  tt.func @fine()\n}\n", request);
  ASSERT_TRUE(static_cast<bool>(artifact));
  ASSERT_FALSE(artifact->failure) << artifact->failure->log;
  ASSERT_EQ(artifact->stages.size(), 1u);
  EXPECT_EQ(artifact->stages[0].stage, Stage::Llir);
}

TEST_F(TritonSubjectTest, runsSinglePasses) {
  request.passes = "canonicalize, tritongpu-pipeline";
  Artifact artifact = compile("assertion"); // The pass that would fail is not among them.
  ASSERT_FALSE(artifact.failure) << artifact.failure->log;
  StringRef text = artifact.stages.front().text;
  EXPECT_TRUE(text.contains("// canonicalize\n// tritongpu-pipeline\n")) << text.str();
}

TEST_F(TritonSubjectTest, refusesPassesThatItCannotRun) {
  request.passes = "tritongpu-colaesce";
  Artifact artifact = compile("fine");
  ASSERT_TRUE(artifact.failure);
  EXPECT_TRUE(
      StringRef(artifact.failure->message).contains("no pass is called 'tritongpu-colaesce'"));
  request.passes =
      "tritongpu-prefetch"; // The stand-in's pipeline does not have it, but it takes no arguments.
  EXPECT_FALSE(compile("fine").failure);
}

TEST_F(TritonSubjectTest, restartsAWorkerThatDied) {
  int before = subject->workerId();
  Artifact artifact = compile("worker_dies");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Garbage);
  EXPECT_TRUE(StringRef(artifact.failure->message).contains("without an answer"))
      << artifact.failure->message;
  EXPECT_FALSE(compile("fine").failure);
  EXPECT_NE(subject->workerId(), before);
  ::kill(subject->workerId(), SIGKILL); // And one that died between two jobs.
  ::usleep(100000);
  (void)compile("fine");
  EXPECT_FALSE(compile("fine").failure);
}

TEST_F(TritonSubjectTest, takesOnlyARefusalForANo) {
  EXPECT_TRUE(subject->knows(request.target));
  EXPECT_FALSE(subject->knows(cantFail(parseTarget("cuda:120"))));
  // Who left without an answer did not say no; a compile tells what happened.
  request.target = cantFail(parseTarget("cuda:75"));
  EXPECT_TRUE(subject->knows(request.target));
  Artifact artifact = compile("fine");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Garbage);
}

TEST_F(TritonSubjectTest, survivesHalfAnAnswer) {
  Artifact artifact = compile("half_an_answer");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Garbage);
  EXPECT_TRUE(StringRef(artifact.failure->message).contains("exit code 3"))
      << artifact.failure->message;
  EXPECT_FALSE(compile("fine").failure);
}

TEST_F(TritonSubjectTest, saysWhenAFailureIsNotMetAgain) {
  Artifact artifact = compile("flaky");
  std::filesystem::remove("/tmp/fathom-flaky-" + std::to_string(subject->workerId()));
  ASSERT_TRUE(artifact.failure);
  EXPECT_TRUE(StringRef(artifact.failure->log)
                  .contains("flaky: a second run of the same program went well"))
      << artifact.failure->log;
}

TEST_F(TritonSubjectTest, namesThePassOfATimeOut) {
  request.limits.seconds = 0.2;
  EXPECT_EQ(compile("hang").failure->pass, "Planted");
}

TEST_F(TritonSubjectTest, asksOnceWhenNothingIsToBeConfirmed) {
  request.confirm = false;
  EXPECT_EQ(compile("assertion").failure->pass, ""); // Nobody named it yet.
  request.confirm = true;
  EXPECT_EQ(compile("assertion").failure->pass, "Planted");
  request.confirm = false;
  EXPECT_EQ(compile("assertion").failure->pass, "Planted");
  EXPECT_EQ(compile("segfault").failure->pass, "Planted");
  EXPECT_FALSE(compile("fine").failure);
}

TEST_F(TritonSubjectTest, endsWhatAJobStarted) {
  request.limits.seconds = 0.2;
  EXPECT_EQ(compile("orphan").failure->kind, Failure::Kind::Timeout);
  EXPECT_FALSE(compile("fine").failure);
}

TEST_F(TritonSubjectTest, boundsTheLogAndKeepsItsEnd) {
  Artifact artifact = compile("noise");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->message, "after much noise");
  EXPECT_LT(artifact.failure->log.size(), 70000u);
  EXPECT_TRUE(StringRef(artifact.failure->log).contains("bytes left out"));
}

TEST_F(TritonSubjectTest, namesKindsOfFailures) {
  EXPECT_EQ(compile("unreachable").failure->kind, Failure::Kind::Unreachable);
  EXPECT_EQ(compile("fatal").failure->kind, Failure::Kind::Fatal);
  EXPECT_EQ(compile("verifier").failure->kind, Failure::Kind::Verifier);
  EXPECT_EQ(compile("speechless").failure->message, "exit code 7 without a word");
  EXPECT_EQ(compile("not_read").failure->stage, "parse");
  EXPECT_FALSE(compile("chatter").failure);
  request.options.numWarps = 3;
  EXPECT_EQ(compile("fine").failure->stage, "options");
}

TEST_F(TritonSubjectTest, namesASignalThatTheCompilerCaught) {
  for (bool confirm : {true, false}) {
    request.confirm = confirm;
    Artifact artifact = compile("swallowed");
    ASSERT_TRUE(artifact.failure);
    EXPECT_EQ(artifact.failure->kind, Failure::Kind::Signal);
    EXPECT_EQ(artifact.failure->message, "SIGSEGV");
    EXPECT_EQ(artifact.failure->pass, "Planted");
  }
}

TEST_F(TritonSubjectTest, blamesNoPassForWhatComesAfterThem) {
  request.stage = Stage::Llir;
  Artifact artifact = compile("after_the_passes");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->stage, "llir");
  EXPECT_EQ(artifact.failure->pass, "");
}

TEST_F(TritonSubjectTest, showsLlvmNothingWhenTold) {
  request.stage = Stage::Llir;
  request.llvm = false;
  Artifact artifact = compile("after_the_passes");
  ASSERT_FALSE(artifact.failure) << artifact.failure->log;
  EXPECT_TRUE(artifact.find(Stage::Ttgir));
  EXPECT_FALSE(artifact.find(Stage::Llir));
  EXPECT_EQ(compile("assertion").failure->pass, "Planted");
}

TEST_F(TritonSubjectTest, dumpsPassByPassUpToLlvmsDialect) {
  request.stage = Stage::Llir;
  request.dumps = true;
  Artifact artifact = compile("fine");
  ASSERT_EQ(artifact.dumps.size(), 5u);
  const char *names[] = {"Canonicalizer", "Canonicalizer", "Planted", "TritonGPUPipeline",
                         "Canonicalizer"};
  for (auto [dump, name] : zip(artifact.dumps, names))
    EXPECT_EQ(dump.pass, name);
  EXPECT_FALSE(StringRef(artifact.dumps[2].text).contains("// tritongpu-coalesce"));
  EXPECT_TRUE(StringRef(artifact.dumps[3].text).contains("// tritongpu-coalesce"));
  // A pass that only this program has run.
  request.passes = "tritongpu-prefetch";
  EXPECT_EQ(compile("fine").dumps[0].pass, "TritonGPUPrefetch");
  request.passes = "";
  Expected<Artifact> lowered =
      subject->compileText("module {\n  tt.func @fine()\n  llvm.func @fine()\n}\n", request);
  ASSERT_TRUE(static_cast<bool>(lowered));
  EXPECT_TRUE(lowered->dumps.empty());
  EXPECT_EQ(lowered->stages.size(), 3u);
}

TEST_F(TritonSubjectTest, givesNoTwoJobsTheSameAddresses) {
  std::set<std::string> texts;
  for (int i = 0; i < 12; ++i)
    texts.insert(compile("addresses").find(Stage::Ttgir)->text);
  EXPECT_TRUE(StringRef(*texts.begin()).contains("// a block at 0x"));
  EXPECT_GE(texts.size(), 8u);
}

TEST_F(TritonSubjectTest, keepsItsMemory) {
  auto residentMegabytes = [&] {
    std::ifstream statm("/proc/" + std::to_string(subject->workerId()) + "/statm");
    long all = 0, resident = 0;
    statm >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE) >> 20;
  };
  for (int i = 0; i < 20; ++i)
    (void)compile("noise");
  long before = residentMegabytes();
  for (int i = 0; i < 60; ++i)
    (void)compile("noise");
  EXPECT_LE(residentMegabytes(), before + 2);
}

std::string errorOf(StringRef spec) {
  Expected<std::unique_ptr<Subject>> opened = openSubject(spec);
  return opened ? std::string("it opened") : toString(opened.takeError());
}

TEST(OpenTriton, aWrongVersionListsTheRightOnes) {
  std::string text = errorOf("triton:9.9.9");
  EXPECT_TRUE(StringRef(text).contains("there is no Triton 9.9.9; there are 3.0.0, 3.1.0")) << text;
}

TEST(OpenTriton, aMissingFolder) {
  EXPECT_TRUE(
      StringRef(errorOf("triton:/nowhere/python")).contains("there is no folder /nowhere/python"));
}

TEST(OpenTriton, aFolderWithoutThePackage) {
  EXPECT_TRUE(StringRef(errorOf("triton:/proc/self")).contains("does not hold the package triton"));
}

TEST(OpenTriton, aPackageThatDoesNotImport) {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fathom-broken-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "triton");
  std::ofstream(folder / "triton" / "__init__.py")
      << "raise ImportError('libtriton.so: wrong ELF class')\n";
  std::string text = errorOf("triton:" + folder.string());
  EXPECT_TRUE(StringRef(text).contains("does not start with")) << text;
  EXPECT_TRUE(StringRef(text).contains("libtriton.so: wrong ELF class")) << text;
  std::ofstream(folder / "triton" / "__init__.py") << "import os\nos.abort()\n";
  text = errorOf("triton:" + folder.string());
  EXPECT_TRUE(StringRef(text).contains("it died of SIGABRT")) << text;
  std::filesystem::remove_all(folder);
}

TEST(OpenTriton, noPython) {
  ::setenv("FATHOM_PYTHON", "/nowhere/python3", 1);
  std::string text = errorOf("triton:3.1.0");
  ::unsetenv("FATHOM_PYTHON");
  EXPECT_TRUE(StringRef(text).contains("cannot start /nowhere/python3")) << text;
  EXPECT_TRUE(StringRef(text).contains("set FATHOM_PYTHON")) << text;
}

} // namespace
