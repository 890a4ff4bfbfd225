// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LAUNCH lines are read back as they are printed, what is wrong with one is said, and buffers hold what it says.
#include "oracles/interp/Launch.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "core/ir/Triton.h"
#include "oracles/interp/DescriptorOps.h"

#include "gtest/gtest.h"

#include <cstring>
#include <set>

using namespace llvm;

namespace fathom::interp {
namespace {

TEST(Launch, LinesAreReadBackAsTheyArePrinted) {
  for (StringRef line : {
           "grid=1,1,1 rng-seed=1",
           "grid=2,1,1 rng-seed=7 "
           "args=f16[4096];i64[64]{-8..7};out:f32[1024];atomic:i32[64];i32=48;f32=0.5",
           "grid=4,2,3 rng-seed=18446744073709551615 "
           "args=inout:bf16[7];i1=1;i64=-9223372036854775808",
           "grid=1,1,1 rng-seed=0 "
           "args=i32[64]{0+16i};i32[64]{63-1i};i32[64]{-3+5i%64};f32[4]{0+1i}",
           "grid=1,1,1 rng-seed=0 "
           "args=i32[8]{5};i32[8]{128|-256|32};inout:i32[2]{0};atomic:i32[1]{1}",
           "grid=1,1,1 rng-seed=0 "
           "args=i64[4]{->f16[4096]};i64[4]{->out:f16[64]};ptr[2]{->i32[8]{0..3}}",
           "grid=1,1,1 rng-seed=0 "
           "args=desc:f16[256x64];out:desc:f8E5M2[32];f64=1e-300;f32=-0;f32=inf",
       }) {
    Expected<Launch> launch = parseLaunch(line);
    ASSERT_TRUE(bool(launch)) << toString(launch.takeError());
    EXPECT_EQ(printLaunch(*launch), line);
  }
}

TEST(Launch, WhatTheGeneratorWritesIsRead) {
  Expected<Launch> launch =
      parseLaunch("grid=4,1,1 rng-seed=1 args=f16[4096];i64[64]{-8..7};f32=-0.25;i32=48");
  ASSERT_TRUE(bool(launch));
  EXPECT_EQ(launch->programs(), 4u);
  EXPECT_EQ(launch->args[1].contents.first, -8);
  EXPECT_EQ(launch->args[2].number, -0.25);
  EXPECT_EQ(launch->args[3].integer, 48);
}

TEST(Launch, AnErrorSaysWhichPartIsWrong) {
  struct {
    StringRef line, error;
  } rows[] = {
      {"rng-seed=1", "does not say the grid"},
      {"grid=0,1,1", "'grid=0,1,1' has a number that is not above 0"},
      {"grid=1,1,1,1", "has not one to three numbers"},
      {"grid=1,1,1 seed=1", "'seed=1' is not one of grid=, rng-seed=, args="},
      {"grid=1,1,1 args=f16", "'f16' is no buffer like f16[4096]"},
      {"grid=1,1,1 args=f16[4", "'f16[4' is no buffer"},
      {"grid=1,1,1 args=f16[4]x", "'f16[4]x' goes on after its size"},
      {"grid=1,1,1 args=f16[4x4]", "'f16[4x4]' has several dimensions; only a desc: may"},
      {"grid=1,1,1 args=f16[-4]", "has a size that is no number"},
      {"grid=1,1,1 args=desc:f16[1048576x1048576x1048576]",
       "has a size that is no number up to 2^40"},
      {"grid=1,1,1 args=i32[4]{7..0}", "'7..0' are bounds without a number between them"},
      {"grid=1,1,1 args=i32[4]{a|b}", "'a|b' is not one of"},
      {"grid=1,1,1 args=i32[4]{16i}", "'16i' is no sequence like"},
      {"grid=1,1,1 args=i32[4]{0+1i%0}", "a modulus above 0"},
      {"grid=1,1,1 args=i32=1.5", "'i32=1.5' has a value that is no integer"},
      {"grid=1,1,1 args=f32=x", "'f32=x' has a value that is no number"},
      {"grid=1,1,1 args=i32=1;;i32=2", "'' is no buffer"},
  };
  for (const auto &row : rows) {
    Expected<Launch> launch = parseLaunch(row.line);
    ASSERT_FALSE(bool(launch)) << row.line.str();
    std::string error = toString(launch.takeError());
    EXPECT_NE(error.find(row.error), std::string::npos) << error;
  }
}

/// A kernel with these arguments, and its memory under a launch.
class Materialised {
public:
  Materialised(StringRef arguments, StringRef line, Semantics semantics = Semantics::Ieee,
               uint64_t limit = 0)
      : context(makeContext()), memory(semantics) {
    std::string text = ("module { tt.func public @k(" + arguments + ") { tt.return } }").str();
    module = readModule(text, mlir::ParserConfig(context.get()), "test");
    EXPECT_TRUE(module) << text;
    Expected<Launch> launch = parseLaunch(("grid=1,1,1 " + line).str());
    if (!launch) {
      error = toString(launch.takeError());
      return;
    }
    auto kernel = *module->getOps<tt::FuncOp>().begin();
    Expected<std::vector<Value>> made = materialise(*launch, kernel, memory, limit);
    if (made)
      values = std::move(*made);
    else
      error = toString(made.takeError());
  }

  template <class T> std::vector<T> elements(unsigned buffer) const {
    const PooledVector<uint8_t> &bytes = memory.buffers[buffer]->bytes;
    std::vector<T> result(bytes.size() / sizeof(T));
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Memory memory;
  std::vector<Value> values;
  std::string error;
};

TEST(Launch, BuffersHoldWhatBracesSay) {
  Materialised m(
      "%a: !tt.ptr<i32>, %b: !tt.ptr<i64>, %c: !tt.ptr<f32>, %d: !tt.ptr<i16>, %e: !tt.ptr<i32>, "
      "%f: !tt.ptr<i8>",
      "rng-seed=3 "
      "args=i32[5]{3+5i%7};i64[4]{63-16i};f32[3]{0+1i};i16[5]{1|2};out:i32[3];i8[1000]{-2..1}");
  ASSERT_EQ(m.error, "");
  EXPECT_EQ(m.elements<int32_t>(0), std::vector<int32_t>({3, 8, 6, 4, 9}));
  EXPECT_EQ(m.elements<int64_t>(1), std::vector<int64_t>({63, 47, 31, 15}));
  EXPECT_EQ(m.elements<float>(2), std::vector<float>({0, 1, 2}));
  EXPECT_EQ(m.elements<int16_t>(3), std::vector<int16_t>({1, 2, 1, 2, 1}));
  EXPECT_EQ(m.elements<int32_t>(4), std::vector<int32_t>({0, 0, 0}));
  std::vector<int8_t> bounded = m.elements<int8_t>(5);
  EXPECT_EQ(std::set<int8_t>(bounded.begin(), bounded.end()), std::set<int8_t>({-2, -1, 0, 1}));
}

TEST(Launch, RngFloatsAreThoseOfTheHeader) {
  Materialised m("%a: !tt.ptr<f32>, %b: !tt.ptr<f16>, %c: !tt.ptr<f8E4M3FN>, %d: !tt.ptr<f64>",
                 "rng-seed=3 args=f32[6400];f16[6400];f8E4M3FN[6400];f64[6400]");
  ASSERT_EQ(m.error, "");
  std::vector<float> single = m.elements<float>(0);
  unsigned integers = 0, zeros = 0, ones = 0, negativeZeros = 0;
  double sum = 0;
  for (float x : single) {
    EXPECT_LE(std::fabs(x), 16);
    EXPECT_EQ(x * 16, std::rint(x * 16)); // A multiple of 1/16: sums are exact.
    integers += x == std::rint(x) && x != 0 && std::fabs(x) <= 4;
    zeros += x == 0;
    negativeZeros += x == 0 && std::signbit(x);
    ones += std::fabs(x) == 1;
    sum += x;
  }
  // Within four standard deviations of 75%, 7/64, 1/64 and 18/64.
  EXPECT_NEAR(integers, 4800, 140);
  EXPECT_NEAR(zeros, 700, 100);
  EXPECT_NEAR(negativeZeros, 100, 40);
  EXPECT_NEAR(ones, 1800, 144);
  EXPECT_NEAR(sum, 6400 * 16.8125 / 64, 4 * 80 * 3.5);
  // Other arguments have other numbers, in codes of their own.
  std::vector<uint16_t> half = m.elements<uint16_t>(1);
  std::vector<uint8_t> quarter = m.elements<uint8_t>(2);
  std::vector<double> twice = m.elements<double>(3);
  unsigned same = 0;
  for (unsigned k = 0; k < 6400; ++k) {
    float x = floats::decode(FloatKind::F16, half[k]),
          y = floats::decode(FloatKind::F8E4M3FN, quarter[k]);
    EXPECT_EQ(x * 16, std::rint(x * 16));
    EXPECT_EQ(y * 16, std::rint(y * 16));
    EXPECT_EQ(twice[k] * 16, std::rint(twice[k] * 16));
    same += x == single[k] && y == single[k];
  }
  EXPECT_LT(same, 640u);
}

TEST(Launch, RngIntegersAreSmallMostly) {
  Materialised m("%a: !tt.ptr<i32>, %b: !tt.ptr<i64>, %c: !tt.ptr<i1>",
                 "rng-seed=3 args=i32[4096];i64[4096];i1[4096]");
  ASSERT_EQ(m.error, "");
  unsigned small = 0, medium = 0, wide = 0;
  for (int64_t x : m.elements<int64_t>(1)) {
    small += x >= -8 && x < 8;
    medium += x >= -128 && x < 128;
    wide += x > INT32_MAX || x < INT32_MIN;
  }
  EXPECT_NEAR(small, 4096 / 2 + 4096 / 64, 140);
  EXPECT_NEAR(medium, 4096 * 3 / 4, 140);
  EXPECT_NEAR(wide, 4096 / 4, 140);
  unsigned ones = 0;
  for (uint8_t x : m.elements<uint8_t>(2)) {
    EXPECT_LE(x, 1);
    ones += x;
  }
  EXPECT_NEAR(ones, 2048, 140);
}

TEST(Launch, ALongerBufferHasTheSameBeginning) {
  StringRef arguments = "%a: !tt.ptr<f16>, %b: !tt.ptr<i32>";
  Materialised shorter(arguments, "rng-seed=3 args=f16[100];i32[100]{0..99}");
  Materialised longer(arguments, "rng-seed=3 args=f16[1000];i32[1000]{0..99}");
  Materialised other(arguments, "rng-seed=4 args=f16[100];i32[100]{0..99}");
  for (unsigned b : {0u, 1u}) {
    const auto &head = shorter.memory.buffers[b]->bytes, &whole = longer.memory.buffers[b]->bytes;
    EXPECT_TRUE(std::equal(head.begin(), head.end(), whole.begin()));
    EXPECT_NE(head, other.memory.buffers[b]->bytes);
  }
}

TEST(Launch, ABufferGrowsIntoWhatALongerOneHolds) {
  StringRef arguments = "%a: !tt.ptr<f32>";
  Materialised whole(arguments, "rng-seed=3 args=f32[64]");
  Materialised growing(arguments, "rng-seed=3 args=f32[0]", Semantics::Ieee, /*limit=*/256);
  Element element = *elementOf(mlir::Float32Type::get(growing.context.get()), Semantics::Ieee);
  std::vector<uint64_t> addresses;
  for (unsigned k = 0; k < 64; ++k)
    addresses.push_back(growing.memory.buffers[0]->base + 4 * k);
  Access access;
  Value value = Value::make(Lane::F32, 64);
  ASSERT_FALSE(growing.memory.load(addresses.data(), nullptr, 64, element, value, access));
  EXPECT_EQ(std::vector<float>(value.elements<float>(), value.elements<float>() + 64),
            whole.elements<float>(0));
  addresses[0] += 256;
  std::optional<Fault> fault =
      growing.memory.load(addresses.data(), nullptr, 1, element, value, access);
  ASSERT_TRUE(fault);
  EXPECT_TRUE(fault->budget);
}

TEST(Launch, BytesAreTheSameInBothSemantics) {
  StringRef arguments = "%a: !tt.ptr<f16>, %x: f32", line = "rng-seed=3 args=f16[100];f32=0.5";
  Materialised ieee(arguments, line), algebra(arguments, line, Semantics::Algebra);
  EXPECT_EQ(ieee.memory.buffers[0]->bytes, algebra.memory.buffers[0]->bytes);
  EXPECT_EQ(ieee.values[1].lane, Lane::F32);
  EXPECT_EQ(*ieee.values[1].elements<float>(), 0.5f);
  // What is not a constant of the program is in the ring: 1/2 there.
  EXPECT_EQ(algebra.values[1].lane, Lane::Ring);
  EXPECT_EQ(*algebra.values[1].elements<int32_t>(), -1073741823);
}

TEST(Launch, ScalarsHaveTheirTypes) {
  Materialised m("%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: f16, %g: f64",
                 "args=i1=1;i8=-1;i16=65535;i32=-2;i64=-3;f16=2049;f64=0.1");
  ASSERT_EQ(m.error, "");
  EXPECT_EQ(m.values[0].integer(), 1u);
  EXPECT_EQ(m.values[1].integer(), 255u);
  EXPECT_EQ(m.values[2].signedInteger(16), -1);
  EXPECT_EQ(m.values[3].signedInteger(32), -2);
  EXPECT_EQ(m.values[4].signedInteger(64), -3);
  EXPECT_EQ(*m.values[5].elements<float>(), 2048); // f16 has no 2049.
  EXPECT_EQ(*m.values[6].elements<double>(), 0.1);
}

TEST(Launch, ABufferOfAddressesHasBuffersOfItsOwn) {
  Materialised m("%a: !tt.ptr<i64>, %b: !tt.ptr<!tt.ptr<f16>>",
                 "rng-seed=3 args=i64[2]{->f32[8]};ptr[1]{->out:f16[4]}");
  ASSERT_EQ(m.error, "");
  ASSERT_EQ(m.memory.buffers.size(), 5u);
  for (unsigned k : {0u, 1u}) {
    const Buffer *inner = m.memory.find(m.elements<uint64_t>(0)[k]);
    ASSERT_TRUE(inner);
    EXPECT_EQ(inner->name, "arg0[" + std::to_string(k) + "]");
    EXPECT_EQ(inner->bytes.size(), 32u);
  }
  EXPECT_NE(m.elements<float>(1), m.elements<float>(2));
  EXPECT_EQ(m.memory.find(m.elements<uint64_t>(3)[0])->name, "arg1[0]");
}

TEST(Launch, ADescriptorIsRowMajor) {
  Materialised m("%a: !tt.tensordesc<tensor<32x64xf16>>", "args=desc:f16[96x128]");
  ASSERT_EQ(m.error, "");
  auto *descriptor = static_cast<Descriptor *>(m.values[0].object.get());
  ASSERT_TRUE(descriptor);
  EXPECT_EQ(ArrayRef<int64_t>(descriptor->shape), ArrayRef<int64_t>({96, 128}));
  EXPECT_EQ(ArrayRef<int64_t>(descriptor->strides), ArrayRef<int64_t>({128, 1}));
  EXPECT_EQ(m.memory.buffers[0]->bytes.size(), 96u * 128 * 2);
}

TEST(Launch, WhatDoesNotFitTheKernelIsAnError) {
  struct {
    StringRef arguments, line, error;
  } rows[] = {
      {"%a: i32", "args=i32=1;i32=2", "it has 2 arguments, and the kernel k takes 1"},
      {"%a: i32", "args=i64=1", "arg0 is a scalar of i64, and the kernel k takes i32"},
      {"%a: i32", "args=i32[4]", "arg0 is a buffer of i32, and the kernel k takes i32"},
      {"%a: !tt.ptr<f16>", "args=f32[4]",
       "arg0 is a buffer of f32, and the kernel k takes !tt.ptr<f16>"},
      {"%a: i8", "args=i8=256", "arg0 is 256, which does not fit i8"},
      {"%a: i32 {tt.divisibility = 16 : i32}", "args=i32=24", "is a multiple of 16"},
      {"%a: !tt.tensordesc<tensor<8x8xf16>>", "args=f16[64]", "takes !tt.tensordesc"},
      {"%a: !tt.tensordesc<tensor<8x8xf16>>", "args=desc:f16[64]", "has 1 dimensions"},
      {"%a: !tt.ptr<i32>", "args=i32[4]{->f16[4]}",
       "must have 1 to 4096 elements of type i64 or ptr"},
      {"%a: !tt.ptr<i8>", "args=i8[8589934592]", "is larger than 4 GiB"},
  };
  for (const auto &row : rows) {
    Materialised m(row.arguments, row.line);
    EXPECT_NE(m.error.find(row.error), std::string::npos) << row.line.str() << ": " << m.error;
  }
}

} // namespace
} // namespace fathom::interp
