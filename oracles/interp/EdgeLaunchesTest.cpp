// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/interp/EdgeLaunches.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"

#include "gtest/gtest.h"

namespace fathom::interp {
namespace {

class EdgeLaunchesTest : public testing::Test {
protected:
  /// The edges of a kernel that sums n elements in a loop, with an argument attribute for n.
  std::vector<Launch> edges(const std::string &promise) {
    module = readModule("tt.func public @k(%p: !tt.ptr<i32>, %n: i32" + promise + R"() {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (i32) : i32 {
        %q = tt.addptr %p, %i : !tt.ptr<i32>, i32
        %x = tt.load %q : !tt.ptr<i32>
        %next = arith.addi %acc, %x : i32
        scf.yield %next : i32
      }
      tt.store %p, %sum : !tt.ptr<i32>
      tt.return
    })",
                        mlir::ParserConfig(context.get()), "test");
    return edgeLaunches(
        llvm::cantFail(parseLaunch("grid=1,1,1 rng-seed=1 args=inout:i32[64];i32=32")), *module);
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST_F(EdgeLaunchesTest, RunsALoopOnceAndNotAtAll) {
  std::vector<Launch> launches = edges("");
  auto has = [&](int64_t n) {
    return llvm::any_of(launches, [&](const Launch &edge) { return edge.args[1].integer == n; });
  };
  ASSERT_FALSE(launches.empty());
  EXPECT_EQ(launches.front().args[1].integer, 1);
  for (int64_t n : {0, 1, 2, -1, 31})
    EXPECT_TRUE(has(n)) << n;
  for (const Launch &edge : launches)
    EXPECT_EQ(edge.args[0].count, 64u);
}

TEST_F(EdgeLaunchesTest, KeepsPromises) {
  for (const Launch &edge : edges(" {tt.divisibility = 16 : i32}"))
    EXPECT_EQ(edge.args[1].integer % 16, 0);
}

TEST_F(EdgeLaunchesTest, RepeatsNothing) {
  std::vector<std::string> lines;
  for (const Launch &edge : edges(""))
    lines.push_back(printLaunch(edge));
  llvm::sort(lines);
  EXPECT_EQ(std::unique(lines.begin(), lines.end()), lines.end());
}

} // namespace
} // namespace fathom::interp
