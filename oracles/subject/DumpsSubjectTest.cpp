// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests how logs of IR dumps are read, and how a recorded compile is replayed.
#include "oracles/subject/DumpsSubject.h"

#include "SourceDir.h"
#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "oracles/subject/Refusals.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

#include <filesystem>

using namespace fathom;
using namespace llvm;

namespace {

/// A module whose kernel stores `value`: TTIR, or TTGIR.
std::string moduleOf(int value, bool ttgir = false, StringRef kernel = "kernel") {
  return formatv("module{0} {{\n  tt.func public @{1}(%out: !tt.ptr<i32>) {{\n"
                 "    %v = arith.constant {2} : i32\n    tt.store %out, %v : !tt.ptr<i32>\n"
                 "    tt.return\n  }\n}\n",
                 ttgir ? " attributes {\"ttg.num-warps\" = 4 : i32}" : "", kernel, value)
      .str();
}

std::string llvmModule() {
  return "module attributes {\"ttg.num-warps\" = 4 : i32} {\n  llvm.func @kernel() {\n    "
         "llvm.return\n  }\n}\n";
}

std::string dumped(StringRef head, StringRef text) {
  return ("// -----// IR Dump " + head + " //----- //\n" + text + "\n\n").str();
}

std::vector<RecordedCompile> read(StringRef log) {
  Expected<std::vector<RecordedCompile>> compiles = readDumpLog(log, "log");
  if (!compiles) {
    ADD_FAILURE() << toString(compiles.takeError());
    return {};
  }
  return std::move(*compiles);
}

std::string errorOf(StringRef log) {
  Expected<std::vector<RecordedCompile>> compiles = readDumpLog(log, "log");
  return compiles ? "" : toString(compiles.takeError());
}

/// "A B C": the passes that were given IR.
std::string passesOf(const RecordedCompile &compile) {
  return join(map_range(compile.handedTo, [](const PassDump &given) { return given.pass; }), " ");
}

TEST(DumpLog, beforeEachPassInTheWordsOfAllReleases) {
  // 3.0.0 to 3.8.0, a fork of MLIR's first form, 3.9.0, and an anonymous class.
  std::vector<RecordedCompile> compiles =
      read(dumped("Before Inliner (inline) ('builtin.module' operation)", moduleOf(1)) +
           dumped("Before (anonymous namespace)::CombinePass ('builtin.module' operation)",
                  moduleOf(2)) +
           dumped("Before TritonGPUCoalesce: tritongpu-coalesce{x=1} ('builtin.module' operation)",
                  moduleOf(3, true)) +
           dumped("Before CSEPass", moduleOf(4, true)));
  ASSERT_EQ(compiles.size(), 1u);
  EXPECT_EQ(passesOf(compiles[0]), "Inliner Combine TritonGPUCoalesce CSE");
  EXPECT_EQ(compiles[0].kernel, "kernel");
  EXPECT_EQ(compiles[0].first(), moduleOf(1) + "");
  EXPECT_EQ(compiles[0].last, moduleOf(4, true));
}

TEST(DumpLog, beforeAfterAndBothAgree) {
  std::string a = moduleOf(1), b = moduleOf(2), c = moduleOf(3);
  RecordedCompile both = read(dumped("Before A", a) + dumped("After A", b) + dumped("Before B", b) +
                              dumped("After B", c))[0];
  EXPECT_EQ(passesOf(both), "A B");
  EXPECT_EQ(both.handedTo[1].text, b);
  EXPECT_EQ(both.last, c);

  RecordedCompile after = read(dumped("After A", b) + dumped("After B", c))[0];
  EXPECT_EQ(passesOf(after), "B");
  EXPECT_EQ(after.first(), b);
  EXPECT_EQ(after.last, c);

  RecordedCompile mixed =
      read(dumped("Before A", a) + dumped("After A", b) + dumped("After B", c))[0];
  EXPECT_EQ(passesOf(mixed), "A B");
  EXPECT_EQ(mixed.handedTo[1].text, b);
  EXPECT_EQ(mixed.last, c);

  RecordedCompile single = read(dumped("After A", b))[0];
  EXPECT_EQ(passesOf(single), "");
  EXPECT_EQ(single.first(), b);
}

TEST(DumpLog, passesThatWereNotDumpedAreNotBlamedOnOthers) {
  RecordedCompile compile = read(dumped("Before A", moduleOf(1)) + dumped("After A", moduleOf(2)) +
                                 dumped("Before C", moduleOf(3)))[0];
  ASSERT_EQ(compile.handedTo.size(), 3u);
  EXPECT_EQ(compile.handedTo[1].pass, "passes before C");
  EXPECT_EQ(compile.handedTo[1].text, moduleOf(2));
  EXPECT_EQ(compile.handedTo[2].pass, "C");
}

TEST(DumpLog, wordsOfOthersAreNoIr) {
  std::string log =
      "some kernel is compiled\n" +
      dumped("Before A", "a warning of a library\n" + moduleOf(1) + "x.py:3: note\n") +
      "// -----// SoftwarePipeliner internal IR Dump After: LowerLoops\n" + moduleOf(7) +
      dumped("Before B", moduleOf(2)) + dumped("After B Failed", moduleOf(3));
  RecordedCompile compile = read(log)[0];
  EXPECT_EQ(passesOf(compile), "A B");
  EXPECT_EQ(compile.line, 4u);
  EXPECT_EQ(compile.first(), moduleOf(1));
  EXPECT_EQ(compile.last, moduleOf(2));
}

TEST(DumpLog, severalCompiles) {
  std::vector<RecordedCompile> compiles =
      read(dumped("Before A", moduleOf(1)) + dumped("Before B", moduleOf(2, true)) +
           dumped("Before C", llvmModule()) +
           // The same kernel with another configuration, then another kernel.
           dumped("Before A", moduleOf(3)) + dumped("Before B", moduleOf(4, true)) +
           dumped("Before A", moduleOf(5, false, "other")));
  ASSERT_EQ(compiles.size(), 3u);
  EXPECT_EQ(passesOf(compiles[0]), "A B");
  EXPECT_EQ(compiles[0].last, moduleOf(2, true));
  EXPECT_EQ(compiles[1].first(), moduleOf(3));
  EXPECT_EQ(compiles[2].kernel, "other");
}

TEST(DumpLog, aFunctionAloneIsPutIntoItsModule) {
  std::string function =
      "tt.func public @kernel(%out: !tt.ptr<i32>) {\n  %v = arith.constant 5 : i32\n"
      "  tt.store %out, %v : !tt.ptr<i32>\n  tt.return\n}\n";
  RecordedCompile compile =
      read(dumped("Before A ('builtin.module' operation)", moduleOf(1, true)) +
           dumped("Before B ('tt.func' operation: @kernel)", function) +
           dumped("Before C ('tt.func' operation: @missing)",
                  "tt.func @missing() {\n  tt.return\n}\n"))[0];
  ASSERT_EQ(passesOf(compile), "A B");
  EXPECT_TRUE(StringRef(compile.last).contains("arith.constant 5"));
  EXPECT_TRUE(StringRef(compile.last).contains("ttg.num-warps"));
  EXPECT_TRUE(StringRef(errorOf(dumped("Before B", function))).contains("print-ir-module-scope"));
}

TEST(DumpLog, saysWhatIsWrongWithALog) {
  EXPECT_TRUE(StringRef(errorOf(moduleOf(1))).contains("MLIR_ENABLE_DUMP=1"));
  std::string whole = dumped("Before A", moduleOf(1)), cut = dumped("Before B", moduleOf(2));
  std::string text = errorOf(whole + cut.substr(0, cut.size() - 20));
  EXPECT_TRUE(StringRef(text).contains("line 11, of B, is cut short")) << text;
  text = errorOf(dumped("Before A", llvmModule()));
  EXPECT_TRUE(StringRef(text).contains("neither TTIR nor TTGIR")) << text;
}

/// A subject of the log, and the module of a text.
struct Replay {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  DumpsSubject subject;

  explicit Replay(StringRef log) : subject("dumps:log", read(log)) {}

  Expected<Artifact> compile(StringRef program, Stage stage, bool dumps = true) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        readModule(program, mlir::ParserConfig(context.get()), "program");
    return subject.compile(*module, {.target = cantFail(parseTarget("cuda:80")),
                                     .options = {},
                                     .stage = stage,
                                     .dumps = dumps});
  }
};

const std::string threePasses =
    dumped("Before A", moduleOf(1)) + dumped("Before Convert", moduleOf(2)) +
    dumped("Before Coalesce", moduleOf(3, true)) + dumped("Before Pipeline", moduleOf(4, true)) +
    dumped("Before ToLLVM", llvmModule());

TEST(DumpsSubject, replaysStagesAndDumps) {
  Replay replay(threePasses);
  Artifact artifact = cantFail(replay.compile(moduleOf(1), Stage::Ttgir));
  ASSERT_EQ(artifact.stages.size(), 2u);
  EXPECT_EQ(artifact.find(Stage::Ttir)->text, moduleOf(2));
  EXPECT_EQ(artifact.find(Stage::Ttgir)->text, moduleOf(4, true));
  EXPECT_EQ(artifact.dumps.size(), 4u);
  EXPECT_FALSE(artifact.failure);

  Artifact ttir = cantFail(replay.compile(moduleOf(1), Stage::Ttir));
  EXPECT_EQ(ttir.stages.size(), 1u);
  EXPECT_EQ(ttir.dumps.size(), 2u);
  EXPECT_TRUE(cantFail(replay.compile(moduleOf(1), Stage::Ttgir, /*dumps=*/false)).dumps.empty());
}

TEST(DumpsSubject, beginsWhereTheProgramStandsInTheLog) {
  Replay replay(threePasses);
  Artifact artifact = cantFail(replay.compile(moduleOf(3, true), Stage::Ttgir));
  ASSERT_EQ(artifact.dumps.size(), 2u);
  EXPECT_EQ(artifact.dumps[0].pass, "Coalesce");
  EXPECT_EQ(artifact.stages.size(), 1u);
}

TEST(DumpsSubject, refusesOtherPrograms) {
  Replay replay(threePasses);
  Artifact artifact = cantFail(replay.compile(moduleOf(9), Stage::Ttgir));
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(refusalReason(*artifact.failure), "not recorded");
  EXPECT_TRUE(StringRef(artifact.failure->log).contains("it records kernel;"));
}

TEST(DumpsSubject, refusesWhatWasNotRecorded) {
  Replay replay(threePasses);
  Artifact artifact = cantFail(replay.compile(moduleOf(1), Stage::Llir));
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(refusalReason(*artifact.failure), "not recorded");
}

TEST(DumpsSubject, saysWhatIsWrongWithAFile) {
  Expected<std::unique_ptr<Subject>> missing = openSubject("dumps:/nowhere/log.mlir");
  ASSERT_FALSE(missing);
  EXPECT_TRUE(StringRef(toString(missing.takeError())).contains("cannot read '/nowhere/log.mlir'"));
}

TEST(DumpsSubject, oneOfSeveralCompiles) {
  SmallString<128> path;
  int file = 0;
  ASSERT_FALSE(sys::fs::createTemporaryFile("log", "mlir", file, path));
  raw_fd_ostream(file, /*shouldClose=*/true)
      << dumped("Before A", moduleOf(1)) << dumped("Before A", moduleOf(2, false, "other"));
  std::string name = ("dumps:" + path).str();
  std::unique_ptr<Subject> second = cantFail(openSubject(name + "#2"));
  EXPECT_EQ(second->name(), name + "#2");
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> first =
      readModule(moduleOf(1), mlir::ParserConfig(context.get()), "program");
  CompileRequest request{.target = cantFail(parseTarget("cuda:80")), .options = {}};
  EXPECT_EQ(cantFail(cantFail(openSubject(name))->compile(*first, request)).stages.size(), 1u);
  EXPECT_TRUE(cantFail(second->compile(*first, request)).failure);
  Expected<std::unique_ptr<Subject>> third = openSubject(name + "#3");
  ASSERT_FALSE(third);
  EXPECT_TRUE(StringRef(toString(third.takeError())).contains("no compile 3, only 2"));
  sys::fs::remove(path);
}

/// Each hand-over of the logs that test oracles is IR that a compiler could hold.
TEST(PlantedLogs, verify) {
  unsigned count = 0;
  for (const char *folder : {"planted", "good", "logs"}) {
    std::filesystem::path path = std::string(FATHOM_SOURCE_DIR) + "/oracles/test/" + folder;
    if (!std::filesystem::exists(path))
      continue;
    for (const std::filesystem::directory_entry &entry :
         std::filesystem::directory_iterator(path)) {
      std::string name = entry.path().filename().string();
      auto file = cantFail(errorOrToExpected(MemoryBuffer::getFile(entry.path().string())));
      if (!holdsDumps(file->getBuffer()) || name == "cut-short.mlir")
        continue;
      for (const RecordedCompile &compile : read(file->getBuffer())) {
        std::vector<PassDump> given = compile.handedTo;
        given.push_back({"the end", compile.last});
        for (const PassDump &dump : given) {
          std::unique_ptr<mlir::MLIRContext> context = makeContext();
          std::string errors;
          mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
            raw_string_ostream(errors) << diagnostic.getLocation() << ": " << diagnostic << "\n";
            return mlir::success();
          });
          EXPECT_TRUE(readModule(dump.text, mlir::ParserConfig(context.get()), dump.pass))
              << folder << "/" << name << ", given to " << dump.pass << ":\n"
              << errors;
          ++count;
        }
      }
    }
  }
  RecordProperty("modules", int(count));
}

} // namespace
