// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/interp/TensorTesting.h"

#include <cmath>
#include <numeric>

namespace fathom::interp {
namespace {

std::vector<float> counting(size_t n) {
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

/// A tensor of 10 x 12 elements, and coordinates.
const char *descriptor = R"(
    %rows = arith.constant 10 : i32
    %columns = arith.constant 12 : i32
    %wide = arith.constant 12 : i64
    %one = arith.constant 1 : i64
    %i = arith.constant 8 : i32
    %j = arith.constant -4 : i32
)";

TEST(Descriptors, LoadStoreAndReduceOfABlock) {
  TensorKernel kernel;
  unsigned p = kernel.pointer("p", "f32", floats(counting(120)));
  kernel.body(descriptor);
  kernel.body(R"(
    %d = tt.make_tensor_descriptor %p, [%rows, %columns], [%wide, %one] : !tt.ptr<f32>, !tt.tensordesc<tensor<4x8xf32>>
    %e = tt.make_tensor_descriptor %p, [%rows, %columns], [%wide, %one] {padding = 2 : i32} : !tt.ptr<f32>, !tt.tensordesc<tensor<4x8xf32>>
    %r = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<4x8xf32>
    %n = tt.descriptor_load %e[%i, %j] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<4x8xf32>
    %v = arith.constant dense<0.5> : tensor<4x8xf32>
    tt.descriptor_reduce add, %d[%i, %j], %v : !tt.tensordesc<tensor<4x8xf32>>, tensor<4x8xf32>
    %k = arith.constant 0 : i32
    tt.descriptor_store %d[%k, %i], %v : !tt.tensordesc<tensor<4x8xf32>>, tensor<4x8xf32>)");
  unsigned out = kernel.output("%r", "4x8xf32"), nans = kernel.output("%n", "4x8xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int k = 0; k < 32; ++k) {
    int row = 8 + k / 8, column = k % 8 - 4;
    bool inside = row < 10 && column >= 0;
    EXPECT_EQ(r.as<float>(out)[k], inside ? row * 12 + column : 0);
    EXPECT_EQ(std::isnan(r.as<float>(nans)[k]), !inside);
  }
  for (int at = 0; at < 120; ++at) {
    int row = at / 12, column = at % 12;
    float expected = at;
    if (row >= 8 && column < 4)
      expected += 0.5f;
    if (row < 4 && column >= 8)
      expected = 0.5f;
    EXPECT_EQ(r.as<float>(p)[at], expected) << at;
  }
}

/// A block of one row and what is loaded from it, of one dimension; integers that are compared with their sign or without.
TEST(Descriptors, DroppedDimensionsAndSigns) {
  for (auto [sign, largest] : {std::pair{"si32", 5}, {"ui32", -1}}) {
    TensorKernel kernel;
    unsigned p = kernel.pointer("p", "i32", ints(std::vector<int32_t>(120, -1)));
    kernel.body(descriptor);
    std::string type = std::string("!tt.tensordesc<tensor<1x4x") + sign + ">>";
    kernel.body("%d = tt.make_tensor_descriptor %p, [%rows, %columns], [%wide, %one] : "
                "!tt.ptr<i32>, " +
                type +
                "\n%v = arith.constant dense<5> : tensor<4xi32>\n"
                "tt.descriptor_reduce max, %d[%i, %i], %v : " +
                type + ", tensor<4xi32>\n%r = tt.descriptor_load %d[%i, %i] : " + type +
                " -> tensor<4xi32>");
    unsigned out = kernel.output("%r", "4xi32");
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "");
    EXPECT_EQ(r.as<int32_t>(out), std::vector<int32_t>(4, largest));
    EXPECT_EQ(r.as<int32_t>(p)[8 * 12 + 8], largest);
  }
}

TEST(Descriptors, GatherAndScatter) {
  TensorKernel kernel;
  unsigned p = kernel.pointer("p", "f32", floats(counting(120)));
  kernel.input("8xi32", ints({9, 0, 10, -1, 3, 3, 1, 2}));
  kernel.body(descriptor);
  kernel.body(R"(
    %d = tt.make_tensor_descriptor %p, [%rows, %columns], [%wide, %one] : !tt.ptr<f32>, !tt.tensordesc<tensor<1x8xf32>>
    %r = tt.descriptor_gather %d[%0, %i] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32) -> tensor<8x8xf32>
    %v = arith.constant dense<7.0> : tensor<8x8xf32>
    tt.descriptor_scatter %d[%0, %j], %v : !tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32, tensor<8x8xf32>)");
  unsigned out = kernel.output("%r", "8x8xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  const int rows[] = {9, 0, 10, -1, 3, 3, 1, 2};
  for (int k = 0; k < 64; ++k) {
    int row = rows[k / 8], column = 8 + k % 8;
    EXPECT_EQ(r.as<float>(out)[k], row >= 0 && row < 10 && column < 12 ? row * 12 + column : 0);
  }
  for (int at = 0; at < 120; ++at) {
    bool written = at % 12 < 4 && llvm::is_contained(rows, at / 12);
    EXPECT_EQ(r.as<float>(p)[at], written ? 7 : at);
  }
}

TEST(Descriptors, LastStrideMustBeOne) {
  TensorKernel kernel;
  kernel.pointer("p", "f32", floats(counting(120)));
  kernel.body(descriptor);
  kernel.body("%d = tt.make_tensor_descriptor %p, [%rows, %columns], [%one, %wide] : !tt.ptr<f32>, "
              "!tt.tensordesc<tensor<4x8xf32>>");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_TRUE(r.outcome.stop);
  EXPECT_EQ(r.outcome.stop->kind, Stop::Kind::Undefined);
}

/// Descriptors in memory, as 3.3 has them, and a load through a pointer to one, as 3.0 has it.
TEST(Descriptors, InMemory) {
  TensorKernel kernel;
  kernel.pointer("p", "f32", floats(counting(120)));
  kernel.body(R"(
    %m = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    %rows = arith.constant 10 : i32
    %columns = arith.constant 12 : i32
    %four = arith.constant 4 : i32
    %eight = arith.constant 8 : i32
    %one = arith.constant 1 : i32
    %bytes = arith.constant 48 : i64
    ttng.tensormap_create %m, %p, [%eight, %four], [%columns, %rows], [%bytes], [%one, %one] {elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<f32>, i32, i32, i32, i32, i64, i32, i32) -> ()
    %d = tt.reinterpret_tensor_descriptor %m : !tt.ptr<i8> to !tt.tensordesc<tensor<4x8xf32>>
    %a = tt.descriptor_load %d[%eight, %four] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<4x8xf32>
    %b = tt.experimental_descriptor_load %m[%eight, %four] : !tt.ptr<i8> -> tensor<4x8xf32>)");
  unsigned a = kernel.output("%a", "4x8xf32"), b = kernel.output("%b", "4x8xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int k = 0; k < 32; ++k) {
    int row = 8 + k / 8, column = 4 + k % 8;
    EXPECT_EQ(r.as<float>(a)[k], row < 10 && column < 12 ? row * 12 + column : 0);
  }
  EXPECT_EQ(r.as<float>(a), r.as<float>(b));
}

TEST(Descriptors, NobodyMadeIt) {
  TensorKernel kernel;
  kernel.pointer("p", "i8", bufferOf(std::vector<uint8_t>(128)));
  kernel.body(R"(
    %i = arith.constant 0 : i32
    %b = tt.experimental_descriptor_load %p[%i, %i] : !tt.ptr<i8> -> tensor<4x8xf32>)");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_TRUE(r.outcome.stop);
  EXPECT_EQ(r.outcome.stop->kind, Stop::Kind::Undefined);
}

} // namespace
} // namespace fathom::interp
