// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that layouts alone may differ between modules that run alike.
#include "fuzz/targets/RunAlike.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

/// A loop that adds to a tile, with one part replaced.
std::string program(llvm::StringRef from = "", llvm::StringRef to = "") {
  std::string text = R"(
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = arith.constant dense<1.0> : tensor<256xf32, #a>
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #a>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #a>
    %q = tt.addptr %s, %r : tensor<256x!tt.ptr<f32>, #a>, tensor<256xi32, #a>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> (tensor<256xf32, #a>) : i32 {
      %y = arith.subf %x, %one : tensor<256xf32, #a>
      scf.yield %y : tensor<256xf32, #a>
    }
    tt.store %q, %sum : tensor<256x!tt.ptr<f32>, #a>
    tt.return
  }
})";
  if (size_t at = from.empty() ? std::string::npos : text.find(from); at != std::string::npos)
    text.replace(at, from.size(), to);
  return text;
}

TEST(RunAlike, OnlyLayoutsAndTheGpuMayDiffer) {
  auto context = makeContext();
  auto read = [&](const std::string &text) {
    auto module = readModule(text, mlir::ParserConfig(context.get()), "program");
    EXPECT_TRUE(bool(module)) << text;
    return module;
  };
  auto whole = read(program());
  for (auto [from, to] :
       {std::pair("", ""), {"sizePerThread = [1]", "sizePerThread = [2]"}, {"cuda:80", "cuda:90"}})
    EXPECT_TRUE(runAlike(*whole, *read(program(from, to)))) << to;
  for (auto [from, to] :
       {std::pair("dense<1.0>", "dense<2.0>"),
        {"%x, %one : tensor", "%one, %x : tensor"},
        {"arith.subf", "arith.addf"},
        {"scf.yield %y", "scf.yield %x"},
        {"tt.store %q, %sum", "tt.store %q, %one"},
        {"start = 0 : i32}", "start = 0 : i32, tt.divisibility = 2 : i32}"},
        {"%c0 to %n", "%c1 to %n"},
        {"    tt.return", "    tt.store %q, %one : tensor<256x!tt.ptr<f32>, #a>\n    tt.return"}})
    EXPECT_FALSE(runAlike(*whole, *read(program(from, to)))) << to;
}

} // namespace
