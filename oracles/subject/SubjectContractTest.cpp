// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every row of Subjects.def promises: it compiles a program, and whatever a compile does to itself is a failure of that
// compile alone.
//
// Each kind of subject has a stand-in here that fails as the name of the program's function says, in a pass called Planted.
#include "SourceDir.h"
#include "core/ir/Dialects.h"
#include "core/mutant/Mutant.h"
#include "oracles/subject/Subject.h"

#include "gtest/gtest.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace fathom;
using namespace llvm;

namespace {

std::string testFolder() { return std::string(FATHOM_SOURCE_DIR) + "/oracles/subject/test"; }

/// Fails as the function's name says.
struct Planted : mlir::PassWrapper<Planted, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Planted)
  StringRef getArgument() const override { return "planted"; }
  StringRef getName() const override { return "Planted"; }
  void runOnOperation() override {
    StringRef name;
    for (mlir::Operation &op : *getOperation().getBody())
      name = mlir::cast<mlir::SymbolOpInterface>(op).getName();
    if (name == "assertion") {
      errs() << "core: /src/lib/Transforms/Planted.cpp:7: void f(): Assertion `planted && \"on "
                "purpose\"' failed.\n";
      std::abort();
    }
    if (name == "segfault")
      ::raise(SIGSEGV);
    while (name == "hang")
      ::pause();
    if (name == "slow")
      ::sleep(3);
    std::vector<std::string> hoard;
    while (name == "memory")
      hoard.emplace_back(1 << 20, 'x');
    if (name == "garbage") {
      std::string junk(64, '\xff');
      for (int fd = 3; fd < 64; ++fd)
        (void)!::write(fd, junk.data(), junk.size());
      ::_exit(0);
    }
    if (name == "diagnostic") {
      getOperation().emitError("planted diagnostic");
      signalPassFailure();
    }
  }
};

struct Row {
  const char *kind; ///< With "_" and its argument where the kind has a row without one too.
  std::string spec;
  const char *passes; ///< That run the planted one; empty: the stages do.
  Stage stage;
};

void PrintTo(const Row &row, std::ostream *out) { *out << row.kind; }

/// The stand-in of a kind of subjects. A new row of Subjects.def fails the test until it has one.
Row standIn(StringRef kind, StringRef argument) {
  if (kind == "triton")
    return {"triton", "triton:" + testFolder() + "/fake_triton", "", Stage::Ttgir};
  if (kind == "opt")
    return {"opt", "opt:" + testFolder() + "/fake-opt", "planted", Stage::Ttir};
  if (kind == "core" && argument.empty())
    return {"core", "core", "planted", Stage::Ttir};
  if (kind == "core")
    return {"core_MUTANT", "core:M25", "planted", Stage::Ttir};
  if (kind == "dumps")
    return {"dumps", "dumps:" + testFolder() + "/add.dumps.mlir", "", Stage::Ttir};
  return {"", "", "", Stage::Ttir};
}

std::vector<Row> allRows() {
  return {
#define FATHOM_SUBJECT(KIND, CLASS, ARGUMENT, WHAT) standIn(KIND, ARGUMENT),
#include "oracles/subject/Subjects.def"
#undef FATHOM_SUBJECT
  };
}

size_t openDescriptors() {
  auto entries = std::filesystem::directory_iterator("/proc/self/fd");
  return std::distance(begin(entries), end(entries));
}

class SubjectContract : public testing::TestWithParam<Row> {
protected:
  void SetUp() override {
    static const bool registered = [] {
      mlir::PassRegistration<Planted>();
      return true;
    }();
    (void)registered;
    ASSERT_FALSE(GetParam().spec.empty()) << "this row of Subjects.def has no stand-in";
    context = makeContext();
    Expected<std::unique_ptr<Subject>> opened = openSubject(GetParam().spec);
    ASSERT_TRUE(static_cast<bool>(opened)) << toString(opened.takeError());
    subject = std::move(*opened);
  }

  /// Adds two vectors, and has the given name.
  mlir::OwningOpRef<mlir::ModuleOp> program(StringRef name) {
    std::string text = R"(module {
      tt.func public @NAME(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %sum: !tt.ptr<f32>, %n: i32) {
        %block = arith.constant 128 : i32
        %pid = tt.get_program_id x : i32
        %start = arith.muli %pid, %block : i32
        %lanes = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
        %starts = tt.splat %start : i32 -> tensor<128xi32>
        %at = arith.addi %starts, %lanes : tensor<128xi32>
        %ns = tt.splat %n : i32 -> tensor<128xi32>
        %inside = arith.cmpi slt, %at, %ns : tensor<128xi32>
        %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
        %xp = tt.addptr %xs, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
        %a = tt.load %xp, %inside : tensor<128x!tt.ptr<f32>>
        %ys = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
        %yp = tt.addptr %ys, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
        %b = tt.load %yp, %inside : tensor<128x!tt.ptr<f32>>
        %c = arith.addf %a, %b : tensor<128xf32>
        %ss = tt.splat %sum : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
        %sp = tt.addptr %ss, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
        tt.store %sp, %c, %inside : tensor<128x!tt.ptr<f32>>
        tt.return
      }
    })";
    text.replace(text.find("NAME"), 4, name.str());
    return mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  }

  Artifact compile(StringRef name, double seconds = 30) {
    mlir::OwningOpRef<mlir::ModuleOp> module = program(name);
    CompileRequest request{.target = cantFail(parseTarget("cuda:80")),
                           .options = {},
                           .stage = GetParam().stage,
                           .passes = GetParam().passes,
                           .dumps = dumps,
                           .limits = {.seconds = seconds, .megabytes = 256}};
    Expected<Artifact> artifact = subject->compile(*module, request);
    if (!artifact) {
      ADD_FAILURE() << toString(artifact.takeError());
      return {};
    }
    return std::move(*artifact);
  }

  void expectAlive() {
    Artifact artifact = compile("add");
    EXPECT_FALSE(artifact.failure) << artifact.failure->log;
    const StageText *made = artifact.find(GetParam().stage);
    ASSERT_TRUE(made);
    EXPECT_TRUE(StringRef(made->text).contains("tt.func public @add"));
  }

  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<Subject> subject;
  bool dumps = false;
};

/// Those who run a compiler, which may die.
class RunningSubjectContract : public SubjectContract {
protected:
  void SetUp() override {
    if (StringRef(GetParam().kind) == "dumps")
      GTEST_SKIP() << "a recorded compile runs no compiler";
    SubjectContract::SetUp();
  }
};

TEST_P(SubjectContract, compilesTheAddKernel) {
  expectAlive();
  EXPECT_TRUE(subject->knows(cantFail(parseTarget("cuda:80"))));
  EXPECT_EQ(subject->name(), GetParam().spec);
}

TEST_P(SubjectContract, dumpsBeforeEachPass) {
  dumps = true;
  Artifact artifact = compile("add");
  ASSERT_FALSE(artifact.failure) << artifact.failure->log;
  ASSERT_FALSE(artifact.dumps.empty());
  for (const PassDump &dump : artifact.dumps)
    EXPECT_TRUE(StringRef(dump.text).contains("tt.store")) << dump.pass << "\n" << dump.text;
  EXPECT_TRUE(any_of(artifact.dumps, [](const PassDump &dump) { return dump.pass == "Planted"; }));
}

TEST_P(RunningSubjectContract, survivesAnAssertion) {
  Artifact artifact = compile("assertion");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Assertion);
  EXPECT_EQ(artifact.failure->message, "planted && \"on purpose\"");
  EXPECT_EQ(artifact.failure->sourceFile, "Planted.cpp");
  EXPECT_EQ(artifact.failure->pass, "Planted");
  EXPECT_FALSE(StringRef(artifact.failure->log).contains("flaky")) << artifact.failure->log;
  expectAlive();
}

TEST_P(RunningSubjectContract, survivesASegfault) {
  Artifact artifact = compile("segfault");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Signal);
  EXPECT_EQ(artifact.failure->message, "SIGSEGV");
  EXPECT_EQ(artifact.failure->pass, "Planted");
  expectAlive();
}

TEST_P(RunningSubjectContract, survivesAHang) {
  auto began = std::chrono::steady_clock::now();
  Artifact artifact =
      compile("hang", /*seconds=*/0.2); // By the clock six times as much, and again to confirm it.
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Timeout);
  EXPECT_LT(took.count(), 5);
  expectAlive();
}

// As on a machine where others have the processors.
TEST_P(RunningSubjectContract, waitsForWhoGetsNoProcessor) {
  Artifact artifact = compile("slow", /*seconds=*/2);
  EXPECT_FALSE(artifact.failure) << artifact.failure->message;
}

TEST_P(RunningSubjectContract, survivesAMemoryBlowUp) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  if (StringRef(GetParam().kind).starts_with("core"))
    GTEST_SKIP()
        << "AddressSanitizer reserves terabytes, so that the fork's memory cannot be bounded";
#endif
#endif
  Artifact artifact = compile("memory");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Memory) << artifact.failure->log;
  expectAlive();
}

TEST_P(RunningSubjectContract, survivesGarbageOnItsPipes) {
  Artifact artifact = compile("garbage");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Garbage) << artifact.failure->log;
  expectAlive();
}

TEST_P(RunningSubjectContract, tellsADiagnosticFromACrash) {
  Artifact artifact = compile("diagnostic");
  ASSERT_TRUE(artifact.failure);
  EXPECT_EQ(artifact.failure->kind, Failure::Kind::Error) << artifact.failure->log;
  EXPECT_EQ(artifact.failure->message, "planted diagnostic");
  EXPECT_EQ(artifact.failure->pass, "Planted");
  expectAlive();
}

TEST_P(RunningSubjectContract, leaksNoDescriptors) {
  expectAlive();
  (void)compile("assertion");
  (void)compile("garbage");
  expectAlive();
  size_t before = openDescriptors();
  for (int i = 0; i < 5; ++i) {
    (void)compile("assertion");
    (void)compile("garbage");
    expectAlive();
  }
  EXPECT_EQ(openDescriptors(), before);
}

INSTANTIATE_TEST_SUITE_P(Subjects, SubjectContract, testing::ValuesIn(allRows()),
                         [](const auto &info) { return std::string(info.param.kind); });
INSTANTIATE_TEST_SUITE_P(Subjects, RunningSubjectContract, testing::ValuesIn(allRows()),
                         [](const auto &info) { return std::string(info.param.kind); });

TEST(OpenSubject, listsTheKindsForAnUnknownOne) {
  Expected<std::unique_ptr<Subject>> opened = openSubject("gcc:13");
  ASSERT_FALSE(opened);
  std::string text = toString(opened.takeError());
  EXPECT_TRUE(StringRef(text).contains("'gcc:13'"));
  EXPECT_TRUE(StringRef(text).contains("triton:VERSION or PATH")) << text;
  EXPECT_TRUE(StringRef(text).contains("core"));
}

TEST(OpenSubject, listsTheMutantsForAnUnknownOne) {
  Expected<std::unique_ptr<Subject>> opened = openSubject("core:M0");
  ASSERT_FALSE(opened);
  EXPECT_TRUE(StringRef(toString(opened.takeError())).contains("M25"));
}

/// The stages of the core, and that a mutant is in the fork alone.
TEST(CoreSubject, makesTtgirForTheTarget) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    tt.func @k(%p: !tt.ptr<i32>) {
      %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
      %at = tt.addptr %ps, %range : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      tt.store %at, %range : tensor<64x!tt.ptr<i32>>
      tt.return
    })",
                                                        context.get());
  ASSERT_TRUE(module);
  std::unique_ptr<Subject> subject = cantFail(openSubject("core:M25"));
  Expected<Artifact> made = subject->compile(
      *module,
      {.target = cantFail(parseTarget("hip:gfx942")), .options = {.numWarps = 2}, .dumps = true});
  ASSERT_TRUE(static_cast<bool>(made)) << toString(made.takeError());
  ASSERT_FALSE(made->failure) << made->failure->log;
  ASSERT_TRUE(made->find(Stage::Ttir));
  EXPECT_FALSE(StringRef(made->find(Stage::Ttir)->text).contains("ttg."));
  const StageText *ttgir = made->find(Stage::Ttgir);
  ASSERT_TRUE(ttgir);
  for (StringRef part : {"\"ttg.num-warps\" = 2", "hip:gfx942", "\"ttg.threads-per-warp\" = 64"})
    EXPECT_TRUE(StringRef(ttgir->text).contains(part)) << part.str() << " in\n" << ttgir->text;
  EXPECT_TRUE(any_of(made->dumps,
                     [](const PassDump &dump) { return dump.pass == "ConvertTritonToTritonGPU"; }));
  EXPECT_FALSE(isMutant(Mutant::M25));

  Expected<Artifact> later = subject->compile(
      *module, {.target = cantFail(parseTarget("cuda:80")), .options = {}, .stage = Stage::Llir});
  ASSERT_TRUE(static_cast<bool>(later));
  ASSERT_TRUE(later->failure);
  EXPECT_EQ(later->failure->message, "core has no stage llir yet");
}

TEST(OpenSubject, saysWhatIsWrongWithABinary) {
  Expected<std::unique_ptr<Subject>> missing = openSubject("opt:/nowhere/mlir-opt");
  ASSERT_FALSE(missing);
  EXPECT_TRUE(StringRef(toString(missing.takeError())).contains("cannot run '/nowhere/mlir-opt'"));
}

} // namespace
