// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops in the layouts that they have to have, and in others: verifiers are not asked.
#include "oracles/check/replicas/ThreadMaps.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

constexpr const char *prologue = R"(
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
#other = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #b}>
#columns = #ttg.slice<{dim = 0, parent = #b}>
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#joined = #ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0]], block = []}>
#split = #ttg.linear<{register = [[1, 0]], lane = [[0, 1], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0]], block = []}>
#flat = #ttg.linear<{register = [[1], [2], [256], [512]], lane = [[4], [8], [16], [32], [64]], warp = [[128]], block = []}>
#flat2 = #ttg.linear<{register = [[1], [2], [256], [512]], lane = [[8], [4], [16], [32], [64]], warp = [[128]], block = []}>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%m: tensor<64x16xf32, #b>, %v: tensor<64xf32, #rows>, %r: tensor<64xf32, #row>, %c: tensor<64x1xf32, #b>) {
)";

struct Case {
  const char *op;
  Found expected;
};

const Case cases[] = {
    {"%x = tt.expand_dims %v {axis = 1 : i32} : tensor<64xf32, #rows> -> tensor<64x1xf32, #b>",
     Found::All},
    {"%x = tt.expand_dims %v {axis = 1 : i32} : tensor<64xf32, #rows> -> tensor<64x1xf32, #other>",
     Found::Missing},
    {"%x = tt.broadcast %c : tensor<64x1xf32, #b> -> tensor<64x16xf32, #b>", Found::All},
    {"%x = tt.broadcast %c : tensor<64x1xf32, #b> -> tensor<64x16xf32, #other>", Found::Missing},
    {"%x = tt.trans %m {order = array<i32: 1, 0>} : tensor<64x16xf32, #b> -> tensor<16x64xf32, #t>",
     Found::All},
    {"%x = tt.trans %m {order = array<i32: 1, 0>} : tensor<64x16xf32, #b> -> tensor<16x64xf32, #b>",
     Found::Missing},
    {"%x = tt.reshape %m : tensor<64x16xf32, #b> -> tensor<1024xf32, #flat>", Found::All},
    {"%x = tt.reshape %m : tensor<64x16xf32, #b> -> tensor<1024xf32, #flat2>", Found::Missing},
    {"%x = tt.join %r, %r : tensor<64xf32, #row> -> tensor<64x2xf32, #joined>", Found::All},
    {"%x = tt.join %r, %r : tensor<64xf32, #row> -> tensor<64x2xf32, #split>", Found::Missing},
    {R"(%x = "tt.reduce"(%m) <{axis = 1 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x16xf32, #b>) -> tensor<64xf32, #rows>)",
     Found::All},
    {R"(%x = "tt.reduce"(%m) <{axis = 1 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x16xf32, #b>) -> tensor<64xf32, #row>)",
     Found::Missing},
    {R"(%x = "tt.scan"(%m) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      tt.scan.return %z : f32
    }) : (tensor<64x16xf32, #b>) -> tensor<64x16xf32, #other>)",
     Found::Missing},
    {"%x = arith.extf %m : tensor<64x16xf32, #b> to tensor<64x16xf64, #other>", Found::Missing},
    {"%x = arith.extf %m : tensor<64x16xf32, #b> to tensor<64x16xf64, #b>", Found::All},
};

Found worst(mlir::ModuleOp module) {
  ThreadMaps maps;
  Found found = Found::All;
  module.walk([&](mlir::Operation *op) {
    for (const ElementNeed &need : elementNeeds(op))
      if (Found here = maps.find(need); here != Found::All)
        found = here;
  });
  return found;
}

TEST(ThreadMaps, findWhatOpsNeed) {
  for (const Case &one : cases) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
    auto module =
        readModule(std::string(prologue) + one.op + "\ntt.return\n}\n}\n", config, "test");
    ASSERT_TRUE(module) << one.op;
    EXPECT_EQ(worst(*module), one.expected) << one.op;
  }
}

TEST(ThreadMaps, splitNeedsBothHalvesInOneThread) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  for (auto [encoding, expected] : {std::pair("#joined", Found::All), {"#split", Found::Missing}}) {
    std::string text = prologue;
    text.replace(text.find("%r: tensor<64xf32, #row>"), 2,
                 "%s: tensor<64x2xf32, " + std::string(encoding) + ">, %r");
    text += "%x, %y = tt.split %s : tensor<64x2xf32, " + std::string(encoding) +
            "> -> tensor<64xf32, #row>\ntt.return\n}\n}\n";
    mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
    auto module = readModule(text, config, "test");
    ASSERT_TRUE(module) << text;
    EXPECT_EQ(worst(*module), expected) << encoding;
  }
}

} // namespace
