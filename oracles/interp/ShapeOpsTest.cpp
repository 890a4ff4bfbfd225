// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/interp/TensorTesting.h"

#include <numeric>

namespace fathom::interp {
namespace {

template <class T> std::vector<T> counting(size_t n, int start = 0) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), T(start));
  return values;
}

TEST(ShapeOps, Trans2D) {
  TensorKernel kernel;
  kernel.input("4x32xi16", bufferOf(counting<int16_t>(128)));
  kernel.body("%r = tt.trans %0 {order = array<i32: 1, 0>} : tensor<4x32xi16> -> tensor<32x4xi16>");
  unsigned out = kernel.output("%r", "32x4xi16");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  std::vector<int16_t> result = r.as<int16_t>(out);
  for (int row = 0; row < 32; ++row)
    for (int column = 0; column < 4; ++column)
      EXPECT_EQ(result[row * 4 + column], column * 32 + row);
}

/// All orders of four dimensions, one of them of size 1, of elements of 1 to 8 bytes.
TEST(ShapeOps, TransOfAnyOrder) {
  const int shape[] = {4, 2, 1, 8};
  const char *elements[] = {"i8", "i16", "f32", "i64"};
  std::vector<int> order = {0, 1, 2, 3};
  unsigned number = 0;
  do {
    std::string element = elements[number++ % 4];
    auto type = [&](const std::vector<int> &dims) {
      std::string text;
      for (int d : dims)
        text += std::to_string(shape[d]) + "x";
      return text + element;
    };
    TensorKernel kernel;
    kernel.input(type({0, 1, 2, 3}), element == "i8"    ? bufferOf(counting<int8_t>(64))
                                     : element == "i16" ? bufferOf(counting<int16_t>(64))
                                     : element == "i64" ? bufferOf(counting<int64_t>(64))
                                                        : bufferOf(counting<float>(64)));
    std::string orderText =
        llvm::join(llvm::map_range(order, [](int d) { return std::to_string(d); }), ", ");
    kernel.body("%r = tt.trans %0 {order = array<i32: " + orderText + ">} : tensor<" +
                type({0, 1, 2, 3}) + "> -> tensor<" + type(order) + ">");
    unsigned out = kernel.output("%r", type(order));
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "") << orderText;
    std::vector<double> result;
    if (element == "i8")
      llvm::append_range(result, r.as<int8_t>(out));
    else if (element == "i16")
      llvm::append_range(result, r.as<int16_t>(out));
    else if (element == "i64")
      llvm::append_range(result, r.as<int64_t>(out));
    else
      llvm::append_range(result, r.as<float>(out));
    const int strides[] = {16, 8, 8, 1};
    int at = 0;
    for (int a = 0; a < shape[order[0]]; ++a)
      for (int b = 0; b < shape[order[1]]; ++b)
        for (int c = 0; c < shape[order[2]]; ++c)
          for (int d = 0; d < shape[order[3]]; ++d, ++at)
            EXPECT_EQ(result[at], a * strides[order[0]] + b * strides[order[1]] +
                                      c * strides[order[2]] + d * strides[order[3]])
                << orderText;
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ShapeOps, BroadcastSeveralDimensions) {
  TensorKernel kernel;
  kernel.input("1x2x1x4xi32", ints(counting<int32_t>(8)));
  kernel.body("%r = tt.broadcast %0 : tensor<1x2x1x4xi32> -> tensor<2x2x8x4xi32>");
  kernel.body("%c = tt.reshape %0 : tensor<1x2x1x4xi32> -> tensor<8x1x1xi32>");
  kernel.body("%s = tt.broadcast %c : tensor<8x1x1xi32> -> tensor<8x4x2xi32>");
  unsigned out = kernel.output("%r", "2x2x8x4xi32"), last = kernel.output("%s", "8x4x2xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int k = 0; k < 128; ++k)
    EXPECT_EQ(r.as<int32_t>(out)[k], k / 32 % 2 * 4 + k % 4);
  for (int k = 0; k < 64; ++k)
    EXPECT_EQ(r.as<int32_t>(last)[k], k / 8);
}

TEST(ShapeOps, JoinSplitSplatExpandRange) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 2, 3, 4}));
  kernel.input("f32", floats({7}));
  kernel.body(R"(
    %s = tt.splat %1 : f32 -> tensor<4xf32>
    %j = tt.join %0, %s : tensor<4xf32> -> tensor<4x2xf32>
    %a, %b = tt.split %j : tensor<4x2xf32> -> tensor<4xf32>
    %e = tt.expand_dims %b {axis = 0 : i32} : tensor<4xf32> -> tensor<1x4xf32>
    %o = tt.splat %1 : f32 -> tensor<1x1xf32>
    %u = tt.unsplat %o : tensor<1x1xf32>
    %r = tt.make_range {end = 12 : i32, start = 8 : i32} : tensor<4xi32>)");
  unsigned joined = kernel.output("%j", "4x2xf32"), a = kernel.output("%a", "4xf32"),
           e = kernel.output("%e", "1x4xf32"), u = kernel.output("%u", "f32"),
           range = kernel.output("%r", "4xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(joined), (std::vector<float>{1, 7, 2, 7, 3, 7, 4, 7}));
  EXPECT_EQ(r.as<float>(a), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(r.as<float>(e), (std::vector<float>(4, 7)));
  EXPECT_EQ(r.as<float>(u), (std::vector<float>{7}));
  EXPECT_EQ(r.as<int32_t>(range), (std::vector<int32_t>{8, 9, 10, 11}));
}

TEST(ShapeOps, PoisonMovesWithElements) {
  TensorKernel kernel;
  kernel.input("2x4xf32", floats({0, 1, 2, 3, 4, 5, 6, 7}), {1, 1, 0, 1, 1, 1, 1, 1});
  kernel.body("%r = tt.trans %0 {order = array<i32: 1, 0>} : tensor<2x4xf32> -> tensor<4x2xf32>");
  kernel.body("%a, %b = tt.split %r : tensor<4x2xf32> -> tensor<4xf32>");
  unsigned out = kernel.output("%r", "4x2xf32"), left = kernel.output("%a", "4xf32"),
           right = kernel.output("%b", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.poison(out), (std::vector<uint8_t>{0, 0, 0, 0, Undefined, 0, 0, 0}));
  EXPECT_EQ(r.poison(left), (std::vector<uint8_t>{0, 0, Undefined, 0}));
  EXPECT_TRUE(r.poison(right).empty());
}

TEST(ShapeOps, OrdersThatAreLeftOpen) {
  TensorKernel kernel;
  kernel.input("2x4xi32", ints({3, 1, 4, 1, 5, 9, 2, 6}));
  kernel.input("4xi32", ints({5, 5, 5, 5}));
  kernel.body(R"(
    %open = tt.reshape %0 allow_reorder : tensor<2x4xi32> -> tensor<8xi32>
    %same = tt.cat %1, %1 : tensor<4xi32> -> tensor<8xi32>
    %flat = tt.reshape %0 allow_reorder : tensor<2x4xi32> -> tensor<8xi32>
    %sum = "tt.reduce"(%flat) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<8xi32>) -> i32)");
  unsigned open = kernel.output("%open", "8xi32"), same = kernel.output("%same", "8xi32"),
           sum = kernel.output("%sum", "i32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.poison(open), std::vector<uint8_t>(8, Unspecified));
  EXPECT_TRUE(r.poison(same).empty());
  EXPECT_EQ(r.as<int32_t>(same), std::vector<int32_t>(8, 5));
  EXPECT_TRUE(r.poison(sum).empty());
  EXPECT_EQ(r.as<int32_t>(sum)[0], 31);
}

/// As front ends write it: what combines is called, in functions with blocks that nothing reaches.
TEST(ShapeOps, OrderOfWhatACalledFunctionReduces) {
  for (auto [op, seen] : {std::pair{"arith.maxnumf", false}, {"arith.subf", true}}) {
    TensorKernel kernel;
    kernel.input("2x4xf32", floats({3, 1, 4, 1, 5, 9, 2, 6}));
    kernel.body(R"(
    %flat = tt.reshape %0 allow_reorder : tensor<2x4xf32> -> tensor<8xf32>
    %all = "tt.reduce"(%flat) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = tt.call @outer(%a, %b) : (f32, f32) -> f32
      tt.reduce.return %c : f32
    }) : (tensor<8xf32>) -> f32)");
    kernel.function(R"(
  tt.func private @outer(%a: f32, %b: f32) -> f32 {
    %0 = tt.call @inner(%b, %a) : (f32, f32) -> f32
    tt.return %0 : f32
  ^bb1:
    %1 = ub.poison : f32
    tt.return %1 : f32
  }
  tt.func private @inner(%a: f32, %b: f32) -> f32 {
    %0 = )" + std::string(op) +
                    R"( %a, %b : f32
    tt.return %0 : f32
  })");
    unsigned all = kernel.output("%all", "f32");
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "");
    EXPECT_EQ(!r.poison(all).empty(), seen) << op;
    if (!seen)
      EXPECT_EQ(r.as<float>(all)[0], 9);
  }
}

/// A function that calls itself is not looked into for ever.
TEST(ShapeOps, OrderOfWhatAFunctionReducesThatCallsItself) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({3, 1, 4, 1}));
  kernel.body(R"(
    %all = "tt.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = tt.call @again(%a, %b) : (f32, f32) -> f32
      tt.reduce.return %c : f32
    }) : (tensor<4xf32>) -> f32)");
  kernel.function(R"(
  tt.func private @again(%a: f32, %b: f32) -> f32 {
    %0 = tt.call @again(%a, %b) : (f32, f32) -> f32
    tt.return %0 : f32
  })");
  kernel.output("%all", "f32");
  EXPECT_NE(kernel.run(Semantics::Ieee).stop(), "");
}

/// A constant of the algebra beside a ring element becomes one.
TEST(ShapeOps, JoinOfConstantAndRing) {
  TensorKernel kernel;
  kernel.input("2xf32", floats({0.5, 3}));
  kernel.body(R"(
    %c = arith.constant dense<0.5> : tensor<2xf32>
    %j = tt.join %0, %c : tensor<2xf32> -> tensor<2x2xf32>)");
  unsigned out = kernel.output("%j", "2x2xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  std::vector<int32_t> ring = r.ring(out);
  ASSERT_EQ(ring.size(), 4u);
  EXPECT_EQ(ring[0], ring[1]);
  EXPECT_EQ(ring[0], ring[3]);
  EXPECT_EQ(ring[2], 3);
}

} // namespace
} // namespace fathom::interp
