// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests each Triton release that is in the cache: it compiles for both vendors, dumps, and runs single passes. Without a release
// in the cache there is nothing to test (oracles/subject/triton_wheels.py fetch VERSION).
#include "core/ir/Dialects.h"
#include "oracles/subject/Releases.h"
#include "oracles/subject/Subject.h"
#include "oracles/subject/TritonSubject.h"

#include "gtest/gtest.h"

using namespace fathom;
using namespace llvm;

namespace {

/// Adds up a row of a matrix in a loop, with a dot in it for the passes that look for one.
constexpr StringLiteral program = R"(module {
  tt.func public @row(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %step = arith.constant dense<256> : tensor<16x16xi32>
    %sixteen = arith.constant dense<16> : tensor<16x1xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %columns = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %down = arith.muli %rows, %sixteen : tensor<16x1xi32>
    %downs = tt.broadcast %down : tensor<16x1xi32> -> tensor<16x16xi32>
    %acrosses = tt.broadcast %columns : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %downs, %acrosses : tensor<16x16xi32>
    %base = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %first = tt.addptr %base, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %first) -> (tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>) : i32 {
      %a = tt.load %p : tensor<16x16x!tt.ptr<f16>>
      %d = tt.dot %a, %a, %acc : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
      %next = tt.addptr %p, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      scf.yield %d, %next : tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>
    }
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %op = tt.addptr %outs, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %op, %sum#0 : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
})";

std::vector<std::string> releases() {
  Expected<std::vector<std::string>> cached = cachedReleases();
  if (cached)
    return *cached;
  consumeError(cached.takeError());
  return {};
}

class TritonReleases : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    context = makeContext();
    module = mlir::parseSourceString<mlir::ModuleOp>(program, context.get());
    ASSERT_TRUE(module);
    Expected<std::unique_ptr<Subject>> opened = openSubject("triton:" + GetParam());
    ASSERT_TRUE(static_cast<bool>(opened)) << toString(opened.takeError());
    subject = std::move(*opened);
  }

  Artifact compile(StringRef target, Stage stage, std::string passes = "", bool dumps = false) {
    CompileRequest request{.target = cantFail(parseTarget(target)),
                           .options = {.numWarps = 4, .numStages = 2, .numCtas = 1},
                           .stage = stage,
                           .passes = std::move(passes),
                           .dumps = dumps,
                           .limits = {}};
    Expected<Artifact> artifact = subject->compile(*module, request);
    if (!artifact) {
      ADD_FAILURE() << toString(artifact.takeError());
      return {};
    }
    if (artifact->failure)
      ADD_FAILURE() << failureKindName(artifact->failure->kind).str() << " in "
                    << artifact->failure->stage << ": " << artifact->failure->message << "\n"
                    << artifact->failure->log;
    return std::move(*artifact);
  }

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<Subject> subject;
};

TEST_P(TritonReleases, compilesForBothVendors) {
  Artifact ptx = compile("cuda:80", Stage::Asm);
  ASSERT_TRUE(ptx.find(Stage::Asm));
  EXPECT_TRUE(StringRef(ptx.find(Stage::Asm)->text).contains(".entry row"));
  Artifact gcn = compile("hip:gfx942", Stage::Asm);
  ASSERT_TRUE(gcn.find(Stage::Asm));
  EXPECT_TRUE(StringRef(gcn.find(Stage::Asm)->text).contains(".amdhsa_kernel row"));
}

TEST_P(TritonReleases, tellsWhatALauncherNeeds) {
  StringRef release = GetParam();
  unsigned scratch = release < "3.3" ? 0 : release < "3.4" ? 1 : 2;
  for (StringRef target : {"cuda:90", "hip:gfx942"}) {
    Artifact artifact = compile(target, Stage::Binary);
    ASSERT_TRUE(artifact.kernel) << target.str();
    const KernelInfo &kernel = *artifact.kernel;
    EXPECT_EQ(kernel.name, "row");
    EXPECT_EQ(kernel.numWarps, 4u);
    EXPECT_EQ(kernel.threadsPerWarp, target == "cuda:90" ? 32u : 64u);
    EXPECT_EQ(kernel.numCtas, 1u);
    EXPECT_EQ(kernel.cluster, (std::array<unsigned, 3>{1, 1, 1}));
    EXPECT_GT(kernel.sharedBytes, 0u);
    EXPECT_EQ(kernel.globalScratchBytes, 0u);
    EXPECT_EQ(kernel.scratchParameters, scratch) << target.str();
    std::vector<unsigned> sizes{8, 8, 4};
    sizes.resize(3 + scratch, 8);
    EXPECT_EQ(kernel.parameterBytes, sizes) << target.str();
    ASSERT_TRUE(artifact.find(Stage::Binary));
    EXPECT_TRUE(StringRef(artifact.find(Stage::Binary)->text)
                    .starts_with("\x7f"
                                 "ELF"));
  }
  EXPECT_FALSE(compile("cuda:90", Stage::Llir).kernel);
}

TEST_P(TritonReleases, fusesOnlyWhenItMay) {
  StringRef text =
      "module {\n  tt.func public @fused(%x: f32, %y: f32, %z: f32, %out: !tt.ptr<f32>) {\n"
      "    %p = arith.mulf %x, %y : f32\n    %s = arith.addf %p, %z : f32\n"
      "    tt.store %out, %s : !tt.ptr<f32>\n    tt.return\n  }\n}\n";
  for (bool fusion : {true, false}) {
    CompileRequest request{.target = cantFail(parseTarget("cuda:90")),
                           .options = {},
                           .stage = Stage::Asm,
                           .fpFusion = fusion};
    Expected<Artifact> artifact = static_cast<TritonSubject &>(*subject).compileText(text, request);
    ASSERT_TRUE(static_cast<bool>(artifact)) << toString(artifact.takeError());
    ASSERT_TRUE(artifact->find(Stage::Asm));
    EXPECT_EQ(StringRef(artifact->find(Stage::Asm)->text).contains("fma.rn.f32"), fusion);
  }
}

TEST_P(TritonReleases, knowsItsTargets) {
  for (StringRef target : {"cuda:80", "cuda:90", "hip:gfx90a", "hip:gfx942"})
    EXPECT_TRUE(subject->knows(cantFail(parseTarget(target)))) << target.str();
  bool old = GetParam() == "3.0.0" || GetParam() == "3.1.0";
  EXPECT_EQ(subject->knows(cantFail(parseTarget("hip:gfx950"))), !old);
  bool hasBlackwell = !old && GetParam() != "3.2.0";
  EXPECT_EQ(subject->knows(cantFail(parseTarget("cuda:100"))), hasBlackwell);
  EXPECT_EQ(subject->knows(cantFail(parseTarget("cuda:120"))), hasBlackwell);
}

// 3.9.0 reads a load's hints in its own spelling only; the others read the older one as it stands.
TEST_P(TritonReleases, refusesHintsOfAnotherRelease) {
  StringRef text = "module {\n  tt.func public @hints(%p: !tt.ptr<f32>) {\n"
                   "    %v = tt.load %p evictionPolicy = evict_last : !tt.ptr<f32>\n"
                   "    tt.store %p, %v : !tt.ptr<f32>\n    tt.return\n  }\n}\n";
  CompileRequest request{
      .target = cantFail(parseTarget("cuda:80")), .options = {}, .stage = Stage::Ttgir};
  Expected<Artifact> asItStands = static_cast<TritonSubject &>(*subject).compileText(text, request);
  ASSERT_TRUE(static_cast<bool>(asItStands)) << toString(asItStands.takeError());
  bool refused = asItStands->failure && asItStands->failure->stage == "parse";
  EXPECT_EQ(refused, GetParam() == "3.9.0");

  mlir::OwningOpRef<mlir::ModuleOp> hints =
      mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  Expected<Artifact> spelled = subject->compile(*hints, request);
  ASSERT_TRUE(static_cast<bool>(spelled)) << toString(spelled.takeError());
  EXPECT_FALSE(spelled->failure) << spelled->failure->log;
}

TEST_P(TritonReleases, dumpsTheIrBeforeEachPass) {
  Artifact artifact = compile("cuda:80", Stage::Ttgir, "", /*dumps=*/true);
  EXPECT_GT(artifact.dumps.size(), 20u);
  auto isNamed = [&](StringRef name) {
    return any_of(artifact.dumps, [&](const PassDump &dump) { return dump.pass == name; });
  };
  EXPECT_TRUE(isNamed("TritonGPURemoveLayoutConversions"));
  EXPECT_TRUE(isNamed("TritonGPUPipeline"));
  EXPECT_TRUE(isNamed("Canonicalizer"));
}

TEST_P(TritonReleases, runsSinglePasses) {
  Artifact artifact = compile("cuda:80", Stage::Ttgir,
                              "convert-triton-to-tritongpu,tritongpu-coalesce,tritongpu-pipeline");
  ASSERT_EQ(artifact.stages.size(), 1u);
  EXPECT_TRUE(StringRef(artifact.stages[0].text).contains("#blocked"));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TritonReleases);
INSTANTIATE_TEST_SUITE_P(Cached, TritonReleases, testing::ValuesIn(releases()),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

} // namespace
