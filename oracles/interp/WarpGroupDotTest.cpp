// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of warp groups that are pending while the program goes on.
#include "oracles/interp/GpuTesting.h"

using namespace fathom::interp;

namespace {

// out[k] = the first row of a * b + c, with a = 2, b[r][c] = c, c = 1: 64 x 16 times 16 x 16. BODY computes %d.
std::string productKernel(const char *body) {
  return replaced(R"(
  tt.func public @k(%out: !tt.ptr<f32>, %u: i1) {
    %two = arith.constant dense<2.0> : tensor<64x16xf16, #b2>
    %c = arith.constant dense<1.0> : !acc
    %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #b2}>>
    %f = arith.sitofp %r : tensor<16xi32, #ttg.slice<{dim = 0, parent = #b2}>> to tensor<16xf16, #ttg.slice<{dim = 0, parent = #b2}>>
    %e = tt.expand_dims %f {axis = 0 : i32} : tensor<16xf16, #ttg.slice<{dim = 0, parent = #b2}>> -> tensor<1x16xf16, #b2>
    %columns = tt.broadcast %e : tensor<1x16xf16, #b2> -> tensor<16x16xf16, #b2>
    %a = ttg.local_alloc %two : (tensor<64x16xf16, #b2>) -> !lhs
    %b = ttg.local_alloc %columns : (tensor<16x16xf16, #b2>) -> !rhs
    BODY
    %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #mma}>>
    %max = "tt.reduce"(%d) <{axis = 0 : i32}> ({
    ^bb0(%l0: f32, %l1: f32):
      %l2 = arith.maximumf %l0, %l1 : f32
      tt.reduce.return %l2 : f32
    }) : (!acc) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #mma}>>
    %p = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #mma}>>
    %q = tt.addptr %p, %i : tensor<16x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #mma}>>, tensor<16xi32, #ttg.slice<{dim = 0, parent = #mma}>>
    tt.store %q, %max : tensor<16x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #mma}>>
    tt.return
  }
)",
                  {{"BODY", body}});
}

TestArg flag(bool value) {
  TestArg arg;
  arg.scalar = Value::scalar<uint8_t>(Lane::U8, value);
  return arg;
}

RunResult runProduct(const char *body, bool flagged = true, Semantics semantics = Semantics::Ieee) {
  return runGpu(productKernel(body), {floats(std::vector<float>(16)), flag(flagged)}, semantics);
}

constexpr const char *dotAsync = "%x = ttng.warp_group_dot %a, %b, %c {inputPrecision = 0 : i32, "
                                 "isAsync = true} : !lhs * !rhs -> !acc\n";

TEST(WarpGroupDotTest, ResultAfterItsWait) {
  std::string body =
      std::string(dotAsync) + "%d = ttng.warp_group_dot_wait %x {pendings = 0 : i32} : !acc";
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    RunResult result = runProduct(body.c_str(), true, semantics);
    expectEnd(result);
    for (int32_t k = 0; k < 16; ++k) {
      if (semantics == Semantics::Ieee)
        EXPECT_EQ(result.as<float>(0)[k], 16 * 2 * k + 1);
      else
        EXPECT_EQ(result.ring(0)[k], 16 * 2 * k + 1);
    }
  }
}

TEST(WarpGroupDotTest, SynchronousNeedsNoWait) {
  RunResult result = runProduct(
      "%d = ttng.warp_group_dot %a, %b, %c {inputPrecision = 0 : i32} : !lhs * !rhs -> !acc");
  expectEnd(result);
  EXPECT_EQ(result.as<float>(0)[3], 97);
}

TEST(WarpGroupDotTest, UseCOff) {
  const char *body =
      "%d = ttng.warp_group_dot %a, %b, %c, %u {inputPrecision = 0 : i32} : !lhs * !rhs -> !acc";
  EXPECT_EQ(runProduct(body, true).as<float>(0)[3], 97);
  EXPECT_EQ(runProduct(body, false).as<float>(0)[3], 96);
}

TEST(WarpGroupDotTest, OperandInRegisters) {
  RunResult result = runProduct(R"(
    %l = ttg.local_load %a : !lhs -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    %x = ttng.warp_group_dot %l, %b, %c {inputPrecision = 0 : i32, isAsync = true} : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !rhs -> !acc
    %d = ttng.warp_group_dot_wait %x {pendings = 0 : i32} : !acc)");
  expectEnd(result);
  EXPECT_EQ(result.as<float>(0)[3], 97);
}

TEST(WarpGroupDotTest, ResultBeforeItsWait) {
  for (const char *wait : {"%d = arith.addf %x, %c : !acc",
                           "%w = ttng.warp_group_dot_wait %x {pendings = 1 : i32} : !acc\n"
                           "%d = arith.addf %w, %c : !acc"})
    expectStop(runProduct((dotAsync + std::string(wait)).c_str()), Stop::Kind::Shared,
               "arith.addf uses the result of ttng.warp_group_dot before a wait");
}

TEST(WarpGroupDotTest, ChainOfAccumulators) {
  std::string body = std::string(dotAsync) + R"(
    %y = ttng.warp_group_dot %a, %b, %x {inputPrecision = 0 : i32, isAsync = true} : !lhs * !rhs -> !acc
    %d = ttng.warp_group_dot_wait %y {pendings = 0 : i32} : !acc)";
  RunResult result = runProduct(body.c_str());
  expectEnd(result);
  EXPECT_EQ(result.as<float>(0)[3], 193);
}

TEST(WarpGroupDotTest, OperandIsNotWrittenUntilTheWait) {
  std::string store = "ttg.local_store %two, %a : tensor<64x16xf16, #b2> -> !lhs\n";
  std::string wait = "%d = ttng.warp_group_dot_wait %x {pendings = 0 : i32} : !acc\n";
  expectStop(runProduct((dotAsync + store + wait).c_str()), Stop::Kind::Shared,
             "ttg.local_store writes elements that ttng.warp_group_dot still reads");
  expectEnd(runProduct((dotAsync + wait + store).c_str()));
}

// The second of two waits for all but one: the first product is over, and its operand may be written.
TEST(WarpGroupDotTest, WaitEndsTheOldest) {
  std::string body = std::string(dotAsync) + R"(
    %b2nd = ttg.local_alloc %columns : (tensor<16x16xf16, #b2>) -> !rhs
    %y = ttng.warp_group_dot %a, %b2nd, %c {inputPrecision = 0 : i32, isAsync = true} : !lhs * !rhs -> !acc
    %w:2 = ttng.warp_group_dot_wait %x, %y {pendings = 1 : i32} : !acc, !acc
    ttg.local_store %columns, %WHICH : tensor<16x16xf16, #b2> -> !rhs
    %d = ttng.warp_group_dot_wait %w#1 {pendings = 0 : i32} : !acc)";
  expectEnd(runProduct(replaced(body, {{"WHICH", "b"}}).c_str()));
  expectStop(runProduct(replaced(body, {{"WHICH", "b2nd"}}).c_str()), Stop::Kind::Shared,
             "ttg.local_store writes elements");
}

// A buffer that is allocated in a loop is the same memory each time.
TEST(WarpGroupDotTest, BufferAllocatedAgain) {
  const char *body = R"(
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %l = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %c) -> (!acc) : i32 {
      %again = ttg.local_alloc %columns : (tensor<16x16xf16, #b2>) -> !rhs
      %x = ttng.warp_group_dot %a, %again, %acc {inputPrecision = 0 : i32, isAsync = true} : !lhs * !rhs -> !acc
      %w = ttng.warp_group_dot_wait %x {pendings = PENDINGS : i32} : !acc
      scf.yield %w : !acc
    }
    %d = ttng.warp_group_dot_wait %l {pendings = 0 : i32} : !acc)";
  expectEnd(runProduct(replaced(body, {{"PENDINGS", "0"}}).c_str()));
  expectStop(runProduct(replaced(body, {{"PENDINGS", "1"}}).c_str()), Stop::Kind::Shared,
             "ttg.local_alloc writes elements that ttng.warp_group_dot still reads");
}

} // namespace
