// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/FeatureCounts.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

const char *const program = R"(
module {
  tt.func public @kernel(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ins = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %ip = tt.addptr %ins, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %op = tt.addptr %outs, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %v = tt.load %ip cacheModifier = ca : tensor<64x!tt.ptr<f32>>
      tt.store %op, %v : tensor<64x!tt.ptr<f32>>
    } {tt.num_stages = 2 : i32}
    tt.return
  }
}
)";

class FeaturesTest : public testing::Test {
protected:
  mlir::OwningOpRef<mlir::ModuleOp> read(llvm::StringRef text) {
    return readModule(text, mlir::ParserConfig(context.get()), "test");
  }
  void expectMet(std::initializer_list<const char *> names) {
    for (const char *name : names)
      EXPECT_TRUE(met.contains(name)) << name;
    if (HasFailure())
      for (const auto &[id, name] : met.all())
        llvm::errs() << name << "\n";
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = read(program);
  Target target = *parseTarget("cuda:80");
  Features met;
  FeatureReader reader{met};
};

TEST_F(FeaturesTest, readsAProgram) {
  reader.readProgram(*module, {.numWarps = 8});
  expectMet({"type|tt.load|*f32 > f32", "shape|tt.load|1 > 1", "feeds|tt.load|tt.store",
             "feeds|tt.addptr|tt.load", "nest|scf.for|tt.load", "together|scf.for|tt.load",
             "attribute|tt.load|cache=2", "attribute|scf.for|tt.num_stages=2",
             "option|num-warps|8"});
  EXPECT_FALSE(met.contains("nest|scf.for|tt.splat"));
}

TEST_F(FeaturesTest, comparesWhatAPassMadeWithWhatItWasGiven) {
  reader.startFrom(*module);
  mlir::OwningOpRef<mlir::ModuleOp> after = module->clone();
  after->walk([](mlir::Operation *op) {
    if (op->getName().getStringRef() == "tt.store")
      op->erase();
  });
  reader.readResult("DropStores", *after);
  expectMet({"given|DropStores|tt.store|-", "given|DropStores|tt.load|- > -",
             "rewrite|DropStores|-tt.store|-"});
  for (const auto &[id, name] : met.all())
    EXPECT_TRUE(!llvm::StringRef(name).starts_with("rewrite|") ||
                llvm::StringRef(name).contains("tt.store"))
        << name;
  reader.readResult("DoNothing", *after);
  EXPECT_FALSE(met.contains("given|DoNothing|tt.store|-"));
}

TEST_F(FeaturesTest, namesLayoutsByKind) {
  auto kind = [&](const char *text) {
    auto type = llvm::cast<mlir::RankedTensorType>(mlir::parseType(text, context.get()));
    return layoutKind(type.getEncoding());
  };
  std::string blocked = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], "
                        "warpsPerCTA = [4, 1], order = [1, 0]}>";
  std::string mma = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], "
                    "instrShape = [16, 8]}>";
  EXPECT_EQ(kind("tensor<4xf32>"), "-");
  EXPECT_EQ(kind(("tensor<4x4xf32, " + blocked + ">").c_str()), "blocked");
  EXPECT_EQ(kind(("tensor<4xf32, #ttg.slice<{dim = 0, parent = " + blocked + "}>>").c_str()),
            "slice<blocked>");
  EXPECT_EQ(kind(("tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = " + mma + ", kWidth = 2}>>")
                     .c_str()),
            "dot_op1<nvidia_mma2>");
}

TEST_F(FeaturesTest, readsCompilesOfTheCoreInTheirForks) {
  std::unique_ptr<Subject> core = cantFail(openSubject("core"));
  ForkedReader forks = cantFail(ForkedReader::open());
  CompileRequest request{.target = target, .options = {}, .watch = forks.watch()};
  for (int again = 0; again < 2; ++again) {
    ASSERT_FALSE(cantFail(core->compile(*module, request)).failure);
    met = {};
    forks.collect(met);
    expectMet({"given|ConvertTritonToTritonGPU|tt.load|- > -",
               "rewrite|ConvertTritonToTritonGPU|-tt.load|- > -",
               "rewrite|ConvertTritonToTritonGPU|+tt.load|blocked > blocked",
               "given|TritonGPUPipeline|tt.store|blocked"});
  }
  met = {};
  forks.collect(met);
  EXPECT_EQ(met.size(), 0u);

  // Dumps say the same of the passes that change something.
  request.watch = nullptr;
  request.dumps = true;
  readArtifact(*module, cantFail(core->compile(*module, request)), reader);
  expectMet({"rewrite|ConvertTritonToTritonGPU|+tt.load|blocked > blocked",
             "given|TritonLoopInvariantCodeMotion|tt.load|blocked > blocked"});
}

TEST_F(FeaturesTest, countsProgramsAndMerges) {
  Features one, other;
  one.add("feeds|a|b");
  one.add("feeds|b|c");
  other.add("feeds|a|b");
  FeatureCounts counts;
  EXPECT_EQ(counts.add(one), 2u);
  EXPECT_EQ(counts.add(other), 0u);
  EXPECT_EQ(counts.text(), "2\tfeeds|a|b\n1\tfeeds|b|c\n");
  FeatureCounts read = cantFail(FeatureCounts::parse(counts.text(), "f"));
  read.add(counts);
  EXPECT_EQ(read.text(), "4\tfeeds|a|b\n2\tfeeds|b|c\n");
  EXPECT_EQ(read.of(Features::idOf("feeds|a|b")), 4u);
  EXPECT_EQ(read.byKind()["feeds"], 2u);
  EXPECT_EQ(llvm::toString(FeatureCounts::parse("1\tfeeds|a|b\nx\n", "f").takeError()),
            "f:2: a line of features is a count, a tab and a name such as 'feeds|tt.load|tt.dot'");
}

TEST_F(FeaturesTest, laysFeaturesOut) {
  FeatureCounts counts =
      cantFail(FeatureCounts::parse("3\tgiven|P|ttg.convert_layout|blocked > slice<blocked>\n"
                                    "2\tgiven|Q|ttg.convert_layout|blocked > slice<blocked>\n"
                                    "1\trewrite|P|-tt.dot|. > .\n"
                                    "4\ttogether|tt.dot|tt.load\n",
                                    "f"));
  EXPECT_EQ(FeatureMatrix::givenToPasses(counts).at("ttg.convert_layout", "P"), 3u);
  EXPECT_EQ(FeatureMatrix::conversions(counts).at("blocked", "slice<blocked>"), 5u);
  EXPECT_EQ(FeatureMatrix::conversions(counts).at("slice<blocked>", "blocked"), 0u);
  EXPECT_EQ(FeatureMatrix::rewrittenByPasses(counts).at("P", "-tt.dot"), 1u);
  EXPECT_EQ(FeatureMatrix::layoutsOfOps(counts).at("ttg.convert_layout", "slice<blocked>"), 5u);
  EXPECT_EQ(FeatureMatrix::together(counts).at("tt.load", "tt.dot"), 4u);
  EXPECT_EQ(
      llvm::formatv("{0}", llvm::json::Value(FeatureMatrix::rewrittenByPasses(counts).json()))
          .str(),
      R"({"cells":[[0,0,1]],"columns":["-tt.dot"],"name":"pass x op rewritten","rows":["P"]})");
}

} // namespace
