// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pins how each release is written for, and that what it cannot say is an error.
#include "oracles/subject/ReleaseSpelling.h"

#include "SourceDir.h"
#include "core/ir/Dialects.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace fathom;

namespace {

struct ReleaseSpelling : testing::Test {
  std::unique_ptr<MLIRContext> context = makeContext();

  /// The program with these arguments and this op, printed for the release; or what the error says.
  std::string spell(StringRef release, StringRef arguments, StringRef ops) {
    std::string text = ("tt.func @f(" + arguments + ") {\n" + ops + "\ntt.return }").str();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context.get());
    if (!module)
      return "cannot be read";
    llvm::Expected<std::string> printed = printForRelease(*module, release);
    return printed ? *printed : llvm::toString(printed.takeError());
  }
};

/// One op in the spelling of several releases.
#define EXPECT_HAS(release, text)                                                                  \
  EXPECT_NE(spell(release, arguments, ops).find(text), std::string::npos)                          \
      << release << ": " << spell(release, arguments, ops)

TEST_F(ReleaseSpelling, Reshape) {
  StringRef arguments = "%v: tensor<8xf32>";
  StringRef ops = "%0 = tt.reshape %v allow_reorder : tensor<8xf32> -> tensor<4x2xf32>";
  EXPECT_HAS("3.0.0", "tt.reshape %arg0 {allow_reorder = true} : ");
  EXPECT_HAS("3.1.0", "tt.reshape %arg0 {allow_reorder = true} : ");
  EXPECT_HAS("3.2.0", "tt.reshape %arg0 allow_reorder : ");
  EXPECT_HAS("3.9.0", "tt.reshape %arg0 allow_reorder : ");
  ops = "%0 = tt.reshape %v : tensor<8xf32> -> tensor<4x2xf32>";
  EXPECT_HAS("3.1.0", "tt.reshape %arg0 {allow_reorder = false} : ");
  EXPECT_HAS("3.6.0", "tt.reshape %arg0 : ");
}

TEST_F(ReleaseSpelling, CacheHints) {
  StringRef arguments = "%p: !tt.ptr<f32>";
  StringRef ops =
      "%0 = tt.load %p cacheModifier = cg : !tt.ptr<f32>\n tt.store %p, %0 : !tt.ptr<f32>";
  EXPECT_HAS("3.0.0", "tt.load %arg0 cacheModifier = cg : !tt.ptr<f32>");
  EXPECT_HAS("3.8.0", "tt.load %arg0 cacheModifier = cg : !tt.ptr<f32>");
  EXPECT_HAS("3.9.0", "tt.load %arg0 {cachePolicy = #tt.cache_policy<cache_modifier = cg, "
                      "eviction_policy = evict_normal>} : !tt.ptr<f32>");
  EXPECT_HAS("3.9.0", "tt.store %arg0, %0 : !tt.ptr<f32>");
  ops = "%0 = tt.load %p cacheModifier = wt : !tt.ptr<f32>";
  EXPECT_HAS("3.9.0", "Triton 3.9.0 cannot say cacheModifier = wb or wt of a load (at tt.load)");
  ops = "%0 = tt.load %p cacheModifier = cv : !tt.ptr<f32>";
  EXPECT_HAS("3.1.0", "Triton 3.1.0 cannot say cacheModifier = cv (at tt.load)");
}

TEST_F(ReleaseSpelling, PrintAndAssert) {
  StringRef arguments = "%c: i1, %i: i32";
  StringRef ops = "tt.assert %c, \"no\" : i1\n"
                  "tt.print \"x\" {hex = false, isSigned = array<i32: 1>} : %i : i32";
  // Only tensors could be asserted.
  EXPECT_HAS("3.1.0", "tt.splat %arg0 : i1 -> tensor<1xi1>");
  EXPECT_HAS("3.1.0", "tt.assert %0, \"no\", \"unknown\", \"unknown\", 0 : tensor<1xi1>");
  EXPECT_HAS("3.1.0", "tt.print \"x\" {hex = false} : %arg1 : i32");
  EXPECT_HAS("3.2.0", "tt.assert %arg0, \"no\" : i1");
  EXPECT_HAS("3.2.0", "tt.print \"x\" {hex = false, isSigned = array<i32: 1>} : %arg1 : i32");
}

TEST_F(ReleaseSpelling, Fp8) {
  StringRef arguments = "%v: tensor<8xf8E4M3FN>";
  StringRef ops = "%c = arith.constant dense<1.0> : tensor<8xf8E4M3FN>\n"
                  "%d = arith.constant 2.0 : f8E4M3FN\n"
                  "%0 = tt.fp_to_fp %v : tensor<8xf8E4M3FN> -> tensor<8xf32>";
  EXPECT_HAS("3.1.0", "@f(%arg0: tensor<8xf8E4M3FNUZ>)");
  // The bits stay: FNUZ stood for FN, and its exponents are biased by one more.
  EXPECT_HAS("3.1.0", "arith.constant dense<5.000000e-01> : tensor<8xf8E4M3FNUZ>");
  EXPECT_HAS("3.1.0", "arith.constant 1.000000e+00 : f8E4M3FNUZ");
  EXPECT_HAS("3.1.0", "tt.fp_to_fp %arg0 : tensor<8xf8E4M3FNUZ> -> tensor<8xf32>");
  EXPECT_HAS("3.2.0", "tt.fp_to_fp %arg0 : tensor<8xf8E4M3FN> -> tensor<8xf32>");
}

TEST_F(ReleaseSpelling, Descriptors) {
  StringRef arguments = "%p: !tt.ptr<i32>, %n: i32, %s: i64";
  StringRef ops =
      "%0 = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : <i32>, <tensor<8x8xsi32>>\n"
      "%1 = tt.descriptor_load %0[%n, %n] : !tt.tensordesc<tensor<8x8xsi32>> -> tensor<8x8xi32>";
  EXPECT_HAS("3.2.0", "Triton 3.2.0 has no such op (at tt.make_tensor_descriptor)");
  EXPECT_HAS(
      "3.3.1",
      "tt.experimental_descriptor_load %0[%arg1, %arg1] : !tt.tensordesc<tensor<8x8xi32>> -> ");
  EXPECT_HAS("3.7.1", "tt.descriptor_load %0[%arg1, %arg1] : !tt.tensordesc<tensor<8x8xsi32>> -> ");
  EXPECT_HAS("3.8.0", "tt.descriptor_load %0[%arg1, %arg1] : !tt.tensordesc<8x8xsi32> -> ");
  EXPECT_HAS("3.8.0", " : <i32>, <8x8xsi32>");
}

TEST_F(ReleaseSpelling, BlockPointers) {
  StringRef arguments = "%p: !tt.ptr<tensor<8xf32>>";
  StringRef ops = "%0 = tt.load %p {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>";
  EXPECT_HAS("3.7.1", "tt.load %arg0 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>");
  EXPECT_HAS("3.8.0", "Triton 3.8.0 has no block pointers (at tt.load)");
}

// Where they are made, they are pointers and masks for those that have none, through loops too.
TEST_F(ReleaseSpelling, BlockPointersForReleasesWithout) {
  StringRef arguments = "%p: !tt.ptr<f32>, %l: i64, %i: i32, %q: tensor<8x!tt.ptr<f32>>";
  StringRef ops =
      "%0 = tt.make_tensor_ptr %p, [%l], [%l], [%i] {order = array<i32: 0>} : <tensor<8xf32>>\n"
      "%1 = scf.for %k = %i to %i step %i iter_args(%b = %0) -> (!tt.ptr<tensor<8xf32>>) : i32 {\n"
      "%2 = tt.load %b {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>\n"
      "tt.store %q, %2 : tensor<8x!tt.ptr<f32>>\n"
      "%3 = tt.advance %b, [%i] : <tensor<8xf32>>\n"
      "scf.yield %3 : !tt.ptr<tensor<8xf32>>\n}";
  EXPECT_HAS("3.7.1", "tt.advance");
  for (const char *release : {"3.8.0", "3.9.0"}) {
    EXPECT_HAS(release, "tt.load %");
    EXPECT_EQ(spell(release, arguments, ops).find("tt.advance"), std::string::npos);
    EXPECT_EQ(spell(release, arguments, ops).find("tensor_ptr"), std::string::npos);
  }
}

TEST_F(ReleaseSpelling, OpsOfSomeReleases) {
  StringRef arguments = "%v: tensor<8xf32>, %i: tensor<8xi32>, %b: i1, %l: i64";
  StringRef ops =
      "%0 = tt.gather %v[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>";
  EXPECT_HAS("3.2.0", "Triton 3.2.0 has no such op (at tt.gather)");
  EXPECT_HAS("triton:3.3.1", "tt.gather %arg0[%arg1]");
  ops = "%0 = tt.approx_divf %v, %v : tensor<8xf32>\n";
  EXPECT_HAS("3.9.0", "tt.approx_divf %arg0, %arg0 : tensor<8xf32>");
  EXPECT_HAS("3.8.0", "arith.divf %arg0, %arg0 : tensor<8xf32>");
  // Hints and promises are dropped where there are none.
  ops = "llvm.intr.assume %b : i1\n%0 = arith.trunci %l overflow<nsw> : i64 to i32";
  EXPECT_HAS("3.6.0", "llvm.intr.assume %arg2 : i1");
  EXPECT_HAS("3.6.0", "arith.trunci %arg3 overflow<nsw> : i64 to i32");
  EXPECT_EQ(spell("3.1.0", arguments, ops).find("assume"), std::string::npos);
  EXPECT_HAS("3.4.0", "arith.trunci %arg3 : i64 to i32");
}

TEST_F(ReleaseSpelling, DotScaled) {
  StringRef arguments =
      "%a: tensor<16x32xi8>, %s: tensor<16x2xi8>, %b: tensor<64x16xf8E5M2>, %c: tensor<16x16xf32>";
  StringRef ops =
      "%0 = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = e5m2 {fastMath = false} : "
      "tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E5M2> -> tensor<16x16xf32>";
  EXPECT_HAS("3.2.0", "tt.bitcast %arg2 : tensor<64x16xf8E5M2> -> tensor<64x16xi8>");
  EXPECT_HAS("3.2.0", "tt.dot_scaled %arg0, %arg1, %0, %arg3 lhs = e2m1 rhs = e5m2");
  EXPECT_HAS("3.3.1", "tt.dot_scaled %arg0 scale %arg1, %arg2, %arg3 lhs = e2m1 rhs = e5m2");
  EXPECT_HAS("3.1.0", "Triton 3.1.0 has no such op (at tt.dot_scaled)");
}

TEST_F(ReleaseSpelling, NamesInStringsAndSymbolsStay) {
  StringRef arguments = "%c: tensor<8xi1>";
  StringRef ops = "tt.assert %c, \"tt.descriptor_load ttg.x\" {ttg.hint = 1 : i32, \"ttg.a-b\" = 2 "
                  ": i32} : tensor<8xi1>";
  EXPECT_HAS(
      "3.2.0",
      "\"tt.descriptor_load ttg.x\" {\"triton_gpu.a-b\" = 2 : i32, triton_gpu.hint = 1 : i32}");
}

TEST_F(ReleaseSpelling, GpuDialects) {
  StringRef text = R"(
    #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
    #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
    #nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>
    #smem = #ttg.shared_memory
    module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
      tt.func @f(%i: i32, %n: !ttg.memdesc<32x64xf16, #nvmma, #smem>) {
        %0 = ttg.local_alloc : () -> !ttg.memdesc<2x16x64xf32, #shared, #smem, mutable>
        %1 = ttg.memdesc_index %0[%i] : !ttg.memdesc<2x16x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<16x64xf32, #shared, #smem, mutable>
        %2 = ttg.local_load %1 : !ttg.memdesc<16x64xf32, #shared, #smem, mutable> -> tensor<16x64xf32, #blocked>
        %3 = ttg.async_commit_group
        %4 = ttg.async_commit_group tokens %3
        ttg.barrier all
        tt.return
      }
    })";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context.get());
  ASSERT_TRUE(module);
  auto has = [&](StringRef release, StringRef piece) {
    std::string printed = llvm::cantFail(printForRelease(*module, release));
    EXPECT_NE(printed.find(piece.str()), std::string::npos) << piece.str() << "\n" << printed;
  };
  has("3.1.0", "\"triton_gpu.num-warps\" = 4 : i32");
  has("3.1.0", "#triton_gpu.shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0], "
               "hasLeadingOffset = false}>");
  has("3.1.0", "#triton_gpu.shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1], "
               "hasLeadingOffset = true}>");
  has("3.1.0", "CTAsPerCGA = [1, 2], CTASplitNum = [1, 2], CTAOrder = [1, 0]");
  has("3.1.0", "triton_gpu.memdesc_subview");
  has("3.1.0", "!tt.memdesc<2x16x64xf32, #shared1, mutable>");
  has("3.2.0", "!tt.memdesc<2x16x64xf32, #shared1, #smem, mutable>");
  has("3.4.0", "ttg.memdesc_subview");
  has("3.4.0", "ttg.async_commit_group %");
  has("3.5.1", "ttg.memdesc_index");
  has("3.5.1", "ttg.async_commit_group tokens %");
  has("3.5.1", "CTAsPerCGA = [1, 2]");
  has("3.6.0", "CGALayout = ");
  has("3.6.0", "gpu.barrier");
  has("3.7.1", "ttg.barrier all");
}

TEST_F(ReleaseSpelling, Versions) {
  EXPECT_TRUE(bool(spellingOfRelease("3.12.0+git1234")));
  EXPECT_TRUE(spellingOfRelease("4.0.0")->cachePolicyAttribute);
  for (StringRef bad : {"", "three", "2.3.1", "3"}) {
    llvm::Expected<Spelling> spelling = spellingOfRelease(bad);
    EXPECT_FALSE(bool(spelling)) << bad.str();
    llvm::consumeError(spelling.takeError());
  }
}

// For each kernel and each release that reads its own text of it, there is a spelling.
TEST_F(ReleaseSpelling, KernelsCanBeSpelled) {
  std::string folder = FATHOM_SOURCE_DIR "/../shared/kernels/";
  auto index = llvm::MemoryBuffer::getFile(folder + "index.jsonl");
  if (!index)
    GTEST_SKIP() << "no ../shared/kernels";
  SmallVector<StringRef> lines;
  (*index)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    llvm::Expected<llvm::json::Value> row = llvm::json::parse(line);
    ASSERT_TRUE(bool(row));
    std::string file = row->getAsObject()->getString("ttir")->str();
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(folder + file, context.get());
    ASSERT_TRUE(module) << file;
    const llvm::json::Object *compiled = row->getAsObject()->getObject("compiles");
    if (!compiled)
      continue;
    for (auto &[release, targets] : *compiled) {
      bool compiles = false;
      if (const llvm::json::Object *outcomes = targets.getAsObject())
        for (auto &[target, outcome] : *outcomes)
          compiles |= outcome.getAsString() == StringRef("ok");
      llvm::Expected<std::string> text = printForRelease(*module, StringRef(release));
      EXPECT_TRUE(!compiles || text) << file << " for " << StringRef(release).str();
      if (!text) {
        llvm::consumeError(text.takeError());
        continue;
      }
      OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(*text, context.get());
      EXPECT_TRUE(again) << file << " for " << StringRef(release).str();
    }
  }
}

} // namespace
