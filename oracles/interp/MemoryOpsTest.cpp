// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, atomics, block pointers, prints and assertions.
#include "oracles/interp/TensorTesting.h"
#include "oracles/interp/numbers/Ring.h"

#include <cmath>
#include <numeric>

namespace fathom::interp {
namespace {

std::vector<float> counting(size_t n) {
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

bool has(const RunResult &r, Hazard::Kind kind) {
  return llvm::any_of(r.outcome.hazards, [&](const Hazard &h) { return h.kind == kind; });
}

//===--- Pointers ---===//

TEST(Load, MaskAndOther) {
  TensorKernel kernel;
  kernel.input("4xi1", bufferOf<uint8_t>({1, 0, 1, 0}));
  kernel.pointer("p", "f32", floats({1, 2, 3})); // The last lane would be outside.
  kernel.body(R"(
    %r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %q = tt.addptr %s, %r : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    %o = arith.constant dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>
    %a = tt.load %q, %0, %o : tensor<4x!tt.ptr<f32>>
    %b = tt.load %q, %0 : tensor<4x!tt.ptr<f32>>)");
  unsigned a = kernel.output("%a", "4xf32"), b = kernel.output("%b", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop() + algebra.stop(), "");
  EXPECT_EQ(r.as<float>(a), (std::vector<float>{1, 6, 3, 8}));
  EXPECT_TRUE(r.poison(a).empty());
  EXPECT_EQ(algebra.ring(a), (std::vector<int32_t>{1, 6, 3, 8}));
  EXPECT_EQ(r.poison(b), (std::vector<uint8_t>{0, Undefined, 0, Undefined}));
}

TEST(Load, OneAddressForAllLanes) {
  TensorKernel kernel;
  kernel.pointer("p", "f32", floats({4}));
  kernel.body(R"(
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %off = arith.constant dense<false> : tensor<4xi1>
    %o = arith.constant dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>
    %a = tt.load %s : tensor<4x!tt.ptr<f32>>
    %b = tt.load %s, %off, %o : tensor<4x!tt.ptr<f32>>)");
  unsigned a = kernel.output("%a", "4xf32"), b = kernel.output("%b", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(a), std::vector<float>(4, 4));
  EXPECT_EQ(r.as<float>(b), (std::vector<float>{5, 6, 7, 8}));
}

// A compiler makes a literal of it, and folds what is computed from that.
TEST(Load, WhatIsNeverReadIsALiteral) {
  TensorKernel kernel;
  kernel.input("4xi1", bufferOf<uint8_t>({1, 0, 1, 0}));
  kernel.pointer("p", "f32", floats({4}));
  kernel.body(R"(
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %off = arith.cmpi ne, %0, %0 : tensor<4xi1>
    %never = arith.andi %0, %off : tensor<4xi1>
    %o = arith.constant dense<0.0> : tensor<4xf32>
    %a = tt.load %s, %never, %o : tensor<4x!tt.ptr<f32>>
    %b = math.log %a : tensor<4xf32>
    %c = math.log %o : tensor<4xf32>)");
  unsigned b = kernel.output("%b", "4xf32"), c = kernel.output("%c", "4xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.ring(b), r.ring(c));
}

TEST(Load, OutOfBounds) {
  TensorKernel kernel;
  kernel.input("8xf32", floats({1, 2, 3}));
  kernel.output("%0", "8xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_TRUE(r.outcome.stop);
  EXPECT_EQ(r.outcome.stop->kind, Stop::Kind::OutOfBounds);
  EXPECT_NE(r.stop().find("arg0"), std::string::npos) << r.stop();
}

/// An address that is undefined does no harm in a lane that is off.
TEST(Load, UndefinedAddresses) {
  for (bool on : {false, true}) {
    TensorKernel kernel;
    kernel.input("4xi32", ints({0, 1, 2, 3}), {1, 1, 0, 1});
    kernel.input("4xi1", bufferOf<uint8_t>({1, 1, on, 1}));
    kernel.pointer("p", "f32", floats({1, 2, 3, 4}));
    kernel.body(R"(
      %s = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
      %q = tt.addptr %s, %0 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
      %o = arith.constant dense<9.0> : tensor<4xf32>
      %a = tt.load %q, %1, %o : tensor<4x!tt.ptr<f32>>)");
    unsigned a = kernel.output("%a", "4xf32");
    RunResult r = kernel.run(Semantics::Ieee);
    if (on) {
      ASSERT_TRUE(r.outcome.stop);
      EXPECT_EQ(r.outcome.stop->kind, Stop::Kind::Undefined);
    } else {
      ASSERT_EQ(r.stop(), "");
      EXPECT_EQ(r.as<float>(a), (std::vector<float>{1, 2, 9, 4}));
    }
  }
}

TEST(Store, UndefinedMask) {
  TensorKernel kernel;
  kernel.input("2xi1", bufferOf<uint8_t>({1, 1}), {1, 0});
  kernel.pointer("p", "f32", floats({1, 2}));
  kernel.body(R"(
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>>
    %v = arith.constant dense<9.0> : tensor<2xf32>
    tt.store %s, %v, %0 : tensor<2x!tt.ptr<f32>>)");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_TRUE(r.outcome.stop);
  EXPECT_EQ(r.outcome.stop->kind, Stop::Kind::Undefined);
}

TEST(Store, MaskedAndTwoValuesAtOneAddress) {
  TensorKernel kernel;
  kernel.input("4xi1", bufferOf<uint8_t>({1, 0, 1, 1}));
  unsigned p = kernel.pointer("p", "i32", ints({0, 0, 0, 0}));
  kernel.pointer("q", "i32", ints({0}));
  kernel.body(R"(
    %r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
    %a = tt.addptr %s, %r : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
    %v = arith.addi %r, %r : tensor<4xi32>
    tt.store %a, %v, %0 : tensor<4x!tt.ptr<i32>>
    %one = tt.splat %q : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
    tt.store %one, %v : tensor<4x!tt.ptr<i32>>)");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<int32_t>(p), (std::vector<int32_t>{0, 0, 4, 6}));
  EXPECT_TRUE(has(r, Hazard::Kind::LaneRace));
}

//===--- Atomics ---===//

TEST(Atomics, KindsOfRmw) {
  struct Row {
    const char *kind;
    int32_t before, value, after;
  };
  for (auto [kind, before, value, after] :
       {Row{"add", 5, 3, 8}, Row{"and", 6, 3, 2}, Row{"or", 6, 3, 7}, Row{"xor", 6, 3, 5},
        Row{"max", -1, 3, 3}, Row{"umax", -1, 3, -1}, Row{"min", -1, 3, -1}, Row{"umin", -1, 3, 3},
        Row{"exch", 5, 3, 3}}) {
    TensorKernel kernel;
    unsigned p = kernel.pointer("p", "i32", ints({before}));
    kernel.scalar("v", "i32", Value::scalar<uint32_t>(Lane::U32, value));
    kernel.body(std::string("%on = arith.constant true\n%r = tt.atomic_rmw ") + kind +
                ", acq_rel, gpu, %p, %v, %on : (!tt.ptr<i32>, i32, i1) -> i32");
    unsigned old = kernel.output("%r", "i32");
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "") << kind;
    EXPECT_EQ(r.as<int32_t>(p)[0], after) << kind;
    EXPECT_EQ(r.as<int32_t>(old)[0], before) << kind;
  }
}

TEST(Atomics, MaskedLanesGiveNothing) {
  TensorKernel kernel;
  kernel.input("4xi1", bufferOf<uint8_t>({1, 0, 1, 0}));
  unsigned p = kernel.pointer("p", "f32", floats({1, 2, 3, 4}));
  kernel.body(R"(
    %r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %a = tt.addptr %s, %r : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    %v = arith.constant dense<10.0> : tensor<4xf32>
    %old = tt.atomic_rmw fadd, relaxed, gpu, %a, %v, %0 : (tensor<4x!tt.ptr<f32>>, tensor<4xf32>, tensor<4xi1>) -> tensor<4xf32>)");
  unsigned old = kernel.output("%old", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(p), (std::vector<float>{11, 2, 13, 4}));
  EXPECT_EQ(r.poison(old), (std::vector<uint8_t>{0, Undefined, 0, Undefined}));
  EXPECT_FALSE(has(r, Hazard::Kind::Order));
}

TEST(Atomics, AllProgramsAddToOneElement) {
  for (bool used : {false, true}) {
    TensorKernel kernel;
    unsigned p = kernel.pointer("p", "i32", ints({0}));
    kernel.pointer("q", "i32", ints(std::vector<int32_t>(8)));
    kernel.body(R"(
      %x = tt.get_program_id x : i32
      %on = arith.constant true
      %old = tt.atomic_rmw add, relaxed, gpu, %p, %x, %on : (!tt.ptr<i32>, i32, i1) -> i32)");
    if (used)
      kernel.body(R"(
        %t = tt.addptr %q, %x : !tt.ptr<i32>, i32
        tt.store %t, %old : !tt.ptr<i32>)");
    RunResult r = kernel.run(Semantics::Ieee, {8, 1, 1});
    ASSERT_EQ(r.stop(), "");
    EXPECT_EQ(r.as<int32_t>(p)[0], 28);
    EXPECT_EQ(has(r, Hazard::Kind::Order), used);
    EXPECT_FALSE(has(r, Hazard::Kind::ProgramRace));
  }
}

TEST(Atomics, CompareAndSwap) {
  TensorKernel kernel;
  unsigned p = kernel.pointer("p", "i32", ints({3, 4}));
  kernel.body(R"(
    %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %s = tt.splat %p : !tt.ptr<i32> -> tensor<2x!tt.ptr<i32>>
    %a = tt.addptr %s, %r : tensor<2x!tt.ptr<i32>>, tensor<2xi32>
    %c = arith.constant dense<4> : tensor<2xi32>
    %v = arith.constant dense<9> : tensor<2xi32>
    %old = tt.atomic_cas acq_rel, gpu, %a, %c, %v : (tensor<2x!tt.ptr<i32>>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>)");
  unsigned old = kernel.output("%old", "2xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<int32_t>(p), (std::vector<int32_t>{3, 9}));
  EXPECT_EQ(r.as<int32_t>(old), (std::vector<int32_t>{3, 4}));
}

TEST(Atomics, LoadStoreAndPoll) {
  TensorKernel kernel;
  unsigned p = kernel.pointer("p", "i32", ints({7}));
  kernel.body(R"(
    %old = tt.atomic_load acquire, gpu, %p : (!tt.ptr<i32>) -> i32
    %v = arith.constant 8 : i32
    tt.atomic_store release, gpu, %p, %v : !tt.ptr<i32>
    %soon = arith.constant 100 : i64
    %yes = tt.atomic_poll acquire, gpu, %p, %v : !tt.ptr<i32>, i32 -> i1
    %maybe = tt.atomic_poll acquire, gpu, %p, %old timeout %soon : !tt.ptr<i32>, i32 -> i1)");
  unsigned old = kernel.output("%old", "i32"), yes = kernel.output("%yes", "i1"),
           maybe = kernel.output("%maybe", "i1");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<int32_t>(p)[0], 8);
  EXPECT_EQ(r.as<int32_t>(old)[0], 7);
  EXPECT_EQ(r.as<uint8_t>(yes)[0], 1);
  EXPECT_TRUE(r.poison(yes).empty());
  EXPECT_EQ(r.poison(maybe), std::vector<uint8_t>{Unspecified});
}

//===--- Block pointers ---===//

/// A 10 x 12 tensor in blocks of 4 x 8: the last one has two rows and four columns inside.
std::string blockPointer(int row, int column) {
  return R"(
    %rows = arith.constant 10 : i64
    %columns = arith.constant 12 : i64
    %one = arith.constant 1 : i64
    %zero = arith.constant 0 : i32
    %i = arith.constant )" +
         std::to_string(row) + " : i32\n %j = arith.constant " + std::to_string(column) +
         R"( : i32
    %start = tt.make_tensor_ptr %p, [%rows, %columns], [%columns, %one], [%zero, %j] {order = array<i32: 1, 0>} : <tensor<4x8xf32>>
    %b = tt.advance %start, [%i, %zero] : <tensor<4x8xf32>>
)";
}

TEST(BlockPointers, BoundariesAndPadding) {
  TensorKernel kernel;
  kernel.pointer("p", "f32", floats(counting(120)));
  kernel.body(blockPointer(8, 8));
  kernel.body(R"(
    %r = tt.load %b {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<4x8xf32>>
    %n = tt.load %b {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<4x8xf32>>
    %u = tt.load %b {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<4x8xf32>>)");
  unsigned zeros = kernel.output("%r", "4x8xf32"), nans = kernel.output("%n", "4x8xf32"),
           undefined = kernel.output("%u", "4x8xf32");
  RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop() + algebra.stop(), "");
  for (int k = 0; k < 32; ++k) {
    int row = 8 + k / 8, column = 8 + k % 8;
    bool inside = row < 10 && column < 12;
    float expected = inside ? row * 12 + column : 0;
    EXPECT_EQ(r.as<float>(zeros)[k], expected);
    EXPECT_EQ(std::isnan(r.as<float>(nans)[k]), !inside);
    EXPECT_EQ(r.poison(undefined)[k], inside ? Defined : Undefined);
    EXPECT_EQ(algebra.ring(zeros)[k], int32_t(expected));
    EXPECT_EQ(algebra.ring(nans)[k], inside ? int32_t(expected) : ring::nan);
  }
}

/// Without a check of the columns the row behind is read, and the store changes it.
TEST(BlockPointers, UncheckedDimension) {
  TensorKernel kernel;
  unsigned p = kernel.pointer("p", "f32", floats(counting(120)));
  kernel.body(blockPointer(-2, 8));
  kernel.body(R"(
    %r = tt.load %b {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<4x8xf32>>
    %v = arith.constant dense<-1.0> : tensor<4x8xf32>
    tt.store %b, %v {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<4x8xf32>>)");
  unsigned out = kernel.output("%r", "4x8xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int k = 0; k < 32; ++k)
    EXPECT_EQ(r.as<float>(out)[k], k < 16 ? 0 : (k / 8 - 2) * 12 + 8 + k % 8);
  for (int at = 0; at < 120; ++at)
    EXPECT_EQ(r.as<float>(p)[at], at / 12 < 2 && at % 12 >= 8 ? -1 : at);
}

//===--- Programs ---===//

TEST(Programs, GridAndPrints) {
  TensorKernel kernel;
  kernel.input("2xf32", floats({0.5, -3}), {1, 0});
  kernel.body(R"(
    %x = tt.get_program_id x : i32
    %y = tt.get_program_id y : i32
    %n = tt.get_num_programs z : i32
    %m = arith.constant dense<-1> : tensor<2xi8>
    tt.print " at: " {hex = false, isSigned = array<i32: 1, 1, 1>} : %x, %y, %n : i32, i32, i32
    tt.print " f: " {hex = false, isSigned = array<i32: 0, 0>} : %0, %m : tensor<2xf32>, tensor<2xi8>
    tt.print " h: " {hex = true, isSigned = array<i32: 0, 0>} : %m, %x : tensor<2xi8>, i32)");
  RunResult r = kernel.run(Semantics::Ieee, {1, 2, 3});
  ASSERT_EQ(r.stop(), "");
  ASSERT_EQ(r.outcome.prints.size(), 18u);
  EXPECT_EQ(r.outcome.prints[0], "pid (0, 0, 0) at: 0; 0; 3");
  EXPECT_EQ(r.outcome.prints[1], "pid (0, 0, 0) f: 0.5 ?; 255 255");
  EXPECT_EQ(r.outcome.prints[2], "pid (0, 0, 0) h: 0xff 0xff; 0x00000000");
  EXPECT_EQ(r.outcome.prints[15], "pid (0, 1, 2) at: 0; 1; 3");
  EXPECT_TRUE(has(r, Hazard::Kind::Poison));
}

TEST(Programs, Assertions) {
  for (bool holds : {true, false}) {
    TensorKernel kernel;
    kernel.input("2xi1", bufferOf<uint8_t>({1, holds}));
    kernel.body("tt.assert %0, \"must hold\" : tensor<2xi1>");
    RunResult r = kernel.run(Semantics::Ieee);
    EXPECT_EQ(r.stop(), holds ? "" : "tt.assert: must hold");
    if (!holds)
      EXPECT_EQ(r.outcome.stop->kind, Stop::Kind::Assert);
  }
}

} // namespace
} // namespace fathom::interp
