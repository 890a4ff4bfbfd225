// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts against APFloat, and what bits mean in the algebra.
#include "oracles/interp/TensorTesting.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

#include <cmath>
#include <map>
#include <random>

namespace fathom::interp {
namespace {

using llvm::APFloat;

//===--- Floats to floats ---===//

struct Target {
  const char *name;
  FloatKind kind;
  const llvm::fltSemantics &(*semantics)();
};
const Target targets[] = {{"f16", FloatKind::F16, APFloat::IEEEhalf},
                          {"bf16", FloatKind::BF16, APFloat::BFloat},
                          {"f8E5M2", FloatKind::F8E5M2, APFloat::Float8E5M2},
                          {"f8E4M3FN", FloatKind::F8E4M3FN, APFloat::Float8E4M3FN}};

/// Numbers of every magnitude, and next to ties: where two roundings give another result than one.
std::vector<float> hardNumbers() {
  std::vector<float> numbers = {0.0f,
                                -0.0f,
                                1.0f,
                                65504.0f,
                                65519.99f,
                                65520.0f,
                                448.0f,
                                464.0f,
                                465.0f,
                                57344.0f,
                                61440.0f,
                                1e-45f,
                                -3e38f,
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN()};
  std::mt19937 rng(1);
  while (numbers.size() < 2048) {
    uint32_t bits = rng();
    // Few bits set above, and few below.
    if (rng() % 2)
      bits = (bits & 0xfff80000) | (1u << rng() % 19) | (rng() % 2);
    numbers.push_back(llvm::bit_cast<float>(bits));
  }
  return numbers;
}

TEST(Casts, RoundOnceToEveryType) {
  std::vector<float> numbers = hardNumbers();
  for (const Target &target : targets)
    for (bool toZero : {false, true})
      for (bool from64 : {false, true}) {
        std::string to = std::string("tensor<2048x") + target.name + ">";
        TensorKernel kernel;
        kernel.input("2048xf32", floats(numbers));
        std::string from = "%0", fromType = "tensor<2048xf32>";
        if (from64) {
          kernel.body("%w = arith.extf %0 : tensor<2048xf32> to tensor<2048xf64>");
          from = "%w", fromType = "tensor<2048xf64>";
        }
        kernel.body("%r = tt.fp_to_fp " + from + ", rounding = " + (toZero ? "rtz" : "rtne") +
                    " : " + fromType + " -> " + to + "\n%back = tt.fp_to_fp %r : " + to +
                    " -> tensor<2048xf32>");
        unsigned out = kernel.output("%back", "2048xf32");
        RunResult r = kernel.run(Semantics::Ieee);
        ASSERT_EQ(r.stop(), "");
        std::vector<float> actual = r.as<float>(out);
        std::vector<uint8_t> poison = r.poison(out);
        bool eight = formatOf(target.kind).codeBits == 8;
        auto limit = float(formatOf(target.kind).maxFinite());
        for (size_t k = 0; k < numbers.size(); ++k) {
          APFloat number(numbers[k]);
          bool lost;
          number.convert(target.semantics(),
                         toZero ? APFloat::rmTowardZero : APFloat::rmNearestTiesToEven, &lost);
          float expected = number.convertToFloat();
          if (eight && std::isinf(numbers[k])) {
            EXPECT_EQ(poison[k], Unspecified);
            continue;
          }
          if (std::isnan(numbers[k])) {
            EXPECT_TRUE(std::isnan(actual[k]));
            continue;
          }
          if (eight && !std::isfinite(expected)) {
            // Saturates where that is what the type means.
            EXPECT_EQ(poison[k], target.kind == FloatKind::F8E4M3FN ? Defined : Unspecified)
                << numbers[k];
            EXPECT_EQ(actual[k], std::copysign(limit, numbers[k]));
            continue;
          }
          if (toZero && std::isfinite(numbers[k]) && std::fabs(numbers[k]) > limit)
            expected = std::copysign(
                limit, numbers[k]); // APFloat makes NaN of it in a type without infinity.
          ASSERT_EQ(llvm::bit_cast<uint32_t>(actual[k]), llvm::bit_cast<uint32_t>(expected))
              << target.name << (toZero ? " rtz " : " rtne ") << numbers[k] << ": " << actual[k]
              << ", not " << expected;
          ASSERT_TRUE(poison.empty() || poison[k] == Defined) << numbers[k];
        }
      }
}

TEST(Casts, TruncfByItsRoundingMode) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1.0004883f, 1.0014648f, -1.0004883f, 1.0007f}));
  std::string rest = " : tensor<4xf32> to tensor<4xf16>\n";
  kernel.body("%e = arith.truncf %0" + rest + "%z = arith.truncf %0 toward_zero" + rest +
              "%a = arith.truncf %0 to_nearest_away" + rest);
  unsigned e = kernel.output("%e", "4xf16"), z = kernel.output("%z", "4xf16"),
           a = kernel.output("%a", "4xf16");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  // The first three are ties.
  EXPECT_EQ(r.as<uint16_t>(e), (std::vector<uint16_t>{0x3c00, 0x3c02, 0xbc00, 0x3c01}));
  EXPECT_EQ(r.as<uint16_t>(z), (std::vector<uint16_t>{0x3c00, 0x3c01, 0xbc00, 0x3c00}));
  EXPECT_EQ(r.as<uint16_t>(a), (std::vector<uint16_t>{0x3c01, 0x3c02, 0xbc01, 0x3c01}));
}

//===--- Integers and floats ---===//

TEST(Casts, IntegersRoundOnceToFloats) {
  std::mt19937_64 rng(3);
  std::vector<int64_t> numbers = {
      0,     1,   -1, INT64_MIN, INT64_MAX, 16777217, (int64_t(1) << 60) + (int64_t(1) << 36) + 1,
      65520, 2049};
  while (numbers.size() < 256)
    numbers.push_back(int64_t(rng()) >> (rng() % 63));
  struct Kind {
    const char *name;
    const llvm::fltSemantics &(*semantics)();
    unsigned bytes;
  };
  for (Kind to : {Kind{"f16", APFloat::IEEEhalf, 2}, Kind{"bf16", APFloat::BFloat, 2},
                  Kind{"f32", APFloat::IEEEsingle, 4}, Kind{"f64", APFloat::IEEEdouble, 8}})
    for (unsigned bits : {1, 8, 16, 32, 64}) {
      std::string type = "256x" + std::string(to.name),
                  i = "tensor<256xi" + std::to_string(bits) + ">";
      TensorKernel kernel;
      kernel.input("256xi64", bufferOf(numbers));
      kernel.body(bits == 64 ? "%n = arith.ori %0, %0 : tensor<256xi64>"
                             : "%n = arith.trunci %0 : tensor<256xi64> to " + i);
      kernel.body("%s = arith.sitofp %n : " + i + " to tensor<" + type +
                  ">\n%u = arith.uitofp %n : " + i + " to tensor<" + type + ">");
      unsigned s = kernel.output("%s", type), u = kernel.output("%u", type);
      RunResult r = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "");
      for (size_t k = 0; k < numbers.size(); ++k)
        for (bool isSigned : {true, false}) {
          llvm::APInt number = llvm::APInt(64, numbers[k]).trunc(bits);
          APFloat expected(to.semantics());
          expected.convertFromAPInt(number, isSigned, APFloat::rmNearestTiesToEven);
          uint64_t actual = 0;
          std::memcpy(&actual, r.memory->buffers[isSigned ? s : u]->bytes.data() + k * to.bytes,
                      to.bytes);
          ASSERT_EQ(actual, expected.bitcastToAPInt().getZExtValue())
              << numbers[k] << " as i" << bits << " to " << to.name;
        }
    }
}

TEST(Casts, FloatsThatFitBecomeIntegers) {
  std::vector<float> numbers = {0,
                                -0.0f,
                                0.99f,
                                -0.99f,
                                1,
                                -1,
                                127.9f,
                                128,
                                -128.9f,
                                -129,
                                255.9f,
                                256,
                                32767.5f,
                                65535.9f,
                                2147483520.0f,
                                2147483648.0f,
                                -2147483648.0f,
                                -2147483904.0f,
                                4294967040.0f,
                                4294967296.0f,
                                9.2233715e18f,
                                9.2233720e18f,
                                -9.2233720e18f,
                                1.8446743e19f,
                                1.8446744e19f,
                                std::numeric_limits<float>::quiet_NaN(),
                                std::numeric_limits<float>::infinity(),
                                1e-30f,
                                7.5f,
                                -8.5f,
                                1.5f,
                                -1.5f};
  ASSERT_EQ(numbers.size(), 32u);
  for (bool wide : {false, true})
    for (unsigned bits : {1, 8, 16, 32, 64})
      for (bool isSigned : {true, false}) {
        TensorKernel kernel;
        kernel.input("32xf32", floats(numbers));
        std::string from = wide ? "tensor<32xf64>" : "tensor<32xf32>",
                    to = "32xi" + std::to_string(bits);
        kernel.body(wide ? "%w = arith.extf %0 : tensor<32xf32> to tensor<32xf64>"
                         : "%w = arith.addf %0, %0 : tensor<32xf32>");
        kernel.body(std::string("%r = arith.") + (isSigned ? "fptosi " : "fptoui ") +
                    (wide ? "%w" : "%0") + " : " + from + " to tensor<" + to + ">");
        unsigned out = kernel.output("%r", to);
        RunResult r = kernel.run(Semantics::Ieee);
        ASSERT_EQ(r.stop(), "");
        std::vector<uint8_t> poison = r.poison(out);
        for (size_t k = 0; k < numbers.size(); ++k) {
          llvm::APSInt expected(bits, !isSigned);
          bool exact;
          bool fits =
              APFloat(numbers[k]).convertToInteger(expected, APFloat::rmTowardZero, &exact) !=
              APFloat::opInvalidOp;
          ASSERT_EQ(poison[k], fits ? Defined : Undefined)
              << numbers[k] << " to i" << bits << " " << isSigned;
          unsigned bytes = (bits + 7) / 8;
          uint64_t actual = 0;
          std::memcpy(&actual, r.memory->buffers[out]->bytes.data() + k * bytes, bytes);
          if (fits)
            ASSERT_EQ(actual, expected.getZExtValue())
                << numbers[k] << " to i" << bits << " " << isSigned;
        }
      }
}

//===--- Four-bit floats ---===//

TEST(Casts, UnpackFourBitFloats) {
  // Codes 0 to 7 are 0 0.5 1 1.5 2 3 4 6.
  for (unsigned axis : {0, 1}) {
    TensorKernel kernel;
    kernel.input("2x2xi8", bufferOf<uint8_t>({0x10, 0x32, 0x54, 0xf6}));
    std::string shape = axis ? "2x4xf16" : "4x2xf16";
    kernel.body("%r = ttg.fp4_to_fp %0 {axis = " + std::to_string(axis) +
                " : i32} : tensor<2x2xi8> -> tensor<" + shape + ">");
    unsigned out = kernel.output("%r", shape);
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "");
    EXPECT_EQ(halvesOf(r.as<uint16_t>(out)),
              axis ? (std::vector<float>{0, 0.5f, 1, 1.5f, 2, 3, 4, -6})
                   : (std::vector<float>{0, 1, 0.5f, 1.5f, 2, 4, 3, -6}));
  }
}

TEST(Casts, ScaleMicroscaledFloats) {
  TensorKernel kernel;
  kernel.input("1x4xi8", bufferOf<uint8_t>({0x21, 0x43, 0x65, 0x77}));
  kernel.input("1x2xi8", bufferOf<uint8_t>({128, 0}));
  kernel.input("1x8xbf16",
               bufferOf(codesOf<uint16_t>(FloatKind::BF16, {1, 2, 4, 8, 0.5f, 0.25f, 1, 0})));
  kernel.body("%r = amdg.scaled_upcast_fp4 %0 scale %1 {axis = 1 : i32} : tensor<1x4xi8>, "
              "tensor<1x2xi8> -> tensor<1x8xbf16>\n"
              "%s = amdg.scaled_upcast_fp4 %0 scale %2 {axis = 1 : i32} : tensor<1x4xi8>, "
              "tensor<1x8xbf16> -> tensor<1x8xbf16>\n"
              "%rf = arith.extf %r : tensor<1x8xbf16> to tensor<1x8xf32>\n%sf = arith.extf %s : "
              "tensor<1x8xbf16> to tensor<1x8xf32>");
  unsigned out = kernel.output("%rf", "1x8xf32"), s = kernel.output("%sf", "1x8xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  // A scale for four numbers; the code 0 is read in two ways.
  std::vector<float> scaled = r.as<float>(out);
  scaled.resize(4);
  EXPECT_EQ(scaled, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(r.poison(out),
            (std::vector<uint8_t>{0, 0, 0, 0, Unspecified, Unspecified, Unspecified, Unspecified}));
  EXPECT_EQ(r.as<float>(s), (std::vector<float>{0.5f, 2, 6, 16, 1.5f, 1, 6, 0}));
}

//===--- Bits ---===//

TEST(Bitcasts, KeepBits) {
  TensorKernel kernel;
  std::vector<uint32_t> bits = {0x7fc12345, 0xff800000, 1, 0x80000000};
  std::vector<uint16_t> codes = {0x7e01, 0x8000, 0x0001, 0x3c00};
  kernel.input("4xi32", bufferOf(bits));
  kernel.input("4xi16", bufferOf(codes));
  kernel.body("%f = tt.bitcast %0 : tensor<4xi32> -> tensor<4xf32>\n%i = tt.bitcast %f : "
              "tensor<4xf32> -> tensor<4xi32>\n"
              "%h = arith.bitcast %1 : tensor<4xi16> to tensor<4xf16>\n%b = tt.bitcast %h : "
              "tensor<4xf16> -> tensor<4xbf16>\n"
              "%j = arith.bitcast %b : tensor<4xbf16> to tensor<4xi16>");
  unsigned i = kernel.output("%i", "4xi32"), j = kernel.output("%j", "4xi16");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<uint32_t>(i), bits);
  EXPECT_EQ(r.as<uint16_t>(j), codes);
}

/// The exchange of two elements by xor of their bits, which sorts do.
void checkExchange(const std::string &type, const std::string &bits, TestArg a, TestArg b) {
  std::string f = "tensor<64x" + type + ">", i = "tensor<64x" + bits + ">", shape = "64x" + type;
  TensorKernel kernel;
  kernel.input(shape, std::move(a));
  kernel.input(shape, std::move(b));
  kernel.body("%x = arith.mulf %0, %1 : " + f + "\n%y = arith.addf %0, %1 : " + f +
              "\n%xi = tt.bitcast %x : " + f + " -> " + i + "\n%yi = tt.bitcast %y : " + f +
              " -> " + i + "\n%both = arith.xori %xi, %yi : " + i +
              "\n%yback = arith.xori %both, %xi : " + i +
              "\n%xback = arith.xori %both, %yi : " + i + "\n%xf = tt.bitcast %xback : " + i +
              " -> " + f + "\n%yf = tt.bitcast %yback : " + i + " -> " + f);
  unsigned x = kernel.output("%x", shape), y = kernel.output("%y", shape),
           xf = kernel.output("%xf", shape), yf = kernel.output("%yf", shape);
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  std::vector<uint8_t> poison = r.poison(xf);
  unsigned open = 0;
  for (unsigned k = 0; k < 64; ++k) {
    bool isOpen = !poison.empty() && poison[k] == Unspecified;
    open += isOpen;
    EXPECT_TRUE(isOpen || r.ring(xf)[k] == r.ring(x)[k]) << k;
    EXPECT_TRUE((!r.poison(yf).empty() && r.poison(yf)[k]) || r.ring(yf)[k] == r.ring(y)[k]) << k;
  }
  // 128 hashes of 16 bits seldom meet, and of 32 bits never.
  EXPECT_LE(open, type == "f32" ? 0u : 4u);
}

TEST(Bitcasts, GiveRingElementsBack) {
  std::vector<float> a(64), b(64);
  for (unsigned k = 0; k < 64; ++k)
    a[k] = 0.25f * k + 0.1f, b[k] = k % 3 ? 3.5f - k : k;
  checkExchange("f32", "i32", floats(a), floats(b));
  std::vector<float> ah(64), bh(64);
  fathom::floats::round(FloatKind::F16, fathom::floats::Rounding::NearestEven,
                        fathom::floats::Overflow::Infinity, a.data(), ah.data(), 64);
  fathom::floats::round(FloatKind::F16, fathom::floats::Rounding::NearestEven,
                        fathom::floats::Overflow::Infinity, b.data(), bh.data(), 64);
  checkExchange("f16", "i16", halves(ah), halves(bh));
}

TEST(Bitcasts, RealBitsWhereThereAreSome) {
  EXPECT_EQ(ringBits(FloatKind::F32, 3), 0x40400000u);
  EXPECT_EQ(ringBits(FloatKind::F32, -1), 0xbf800000u);
  EXPECT_EQ(ringBits(FloatKind::F32, ring::posInf), 0x7f800000u);
  EXPECT_EQ(ringBits(FloatKind::F64, ring::inv(3)), llvm::bit_cast<uint64_t>(double(ring::inv(3))));
  EXPECT_EQ(ringBits(FloatKind::F32, ring::fromDouble(-5.5)), llvm::bit_cast<uint32_t>(-5.5f));
  EXPECT_EQ(ringBits(FloatKind::F64, ring::fromDouble(0.125)), llvm::bit_cast<uint64_t>(0.125));
  EXPECT_EQ(ringOfBits(FloatKind::F32, llvm::bit_cast<uint32_t>(-5.5f)), ring::fromDouble(-5.5));
  // Any number of a narrow type.
  EXPECT_EQ(ringBits(FloatKind::F16, ring::fromDouble(0.333251953125)), 0x3555u);
  EXPECT_EQ(ringBits(FloatKind::F16, ring::fromDouble(128)), 0x5800u);
  EXPECT_EQ(ringBits(FloatKind::F8E4M3FN, ring::fromDouble(-1.125)), 0xb9u);
  // No real value: other bits, that stand for no other element.
  for (int32_t element : {ring::fromDouble(0.1), ring::fromDouble(1e10), ring::inv(3)}) {
    uint64_t bits = ringBits(FloatKind::F32, element);
    EXPECT_NE(ringBits(FloatKind::F32, ringOfBits(FloatKind::F32, bits)), bits) << element;
    EXPECT_TRUE(std::isfinite(llvm::bit_cast<float>(uint32_t(bits))));
  }
}

/// Every value of a narrow type has bits that stand for the same element: its own, or those of a larger one.
TEST(Bitcasts, NarrowTypesHaveTheirValues) {
  for (FloatKind kind :
       {FloatKind::F16, FloatKind::BF16, FloatKind::F8E4M3FN, FloatKind::F8E4M3FNUZ,
        FloatKind::F8E5M2, FloatKind::F8E5M2FNUZ, FloatKind::F8E8M0, FloatKind::F6E2M3,
        FloatKind::F6E3M2, FloatKind::F4E2M1}) {
    std::map<int32_t, double> largest;
    for (uint32_t code = 0; code < 1u << formatOf(kind).codeBits; ++code) {
      double value = fathom::floats::decode(kind, code);
      int32_t element = ringOfBits(kind, code);
      double &most = largest.try_emplace(element, value).first->second;
      if (std::fabs(value) > std::fabs(most))
        most = value;
    }
    for (auto [element, value] : largest) {
      double got = fathom::floats::decode(kind, uint32_t(ringBits(kind, element)));
      if (std::isnan(value))
        ASSERT_TRUE(std::isnan(got)) << formatOf(kind).name;
      else
        ASSERT_EQ(got, value) << formatOf(kind).name << " " << element;
    }
    // Other elements get bits of some number.
    std::mt19937 rng(1);
    for (unsigned k = 0; k < 2000; ++k) {
      int32_t element = ring::fromInt64(rng());
      uint64_t bits = ringBits(kind, element);
      ASSERT_LT(bits, 1u << formatOf(kind).codeBits);
      double got = fathom::floats::decode(kind, uint32_t(bits));
      ASSERT_TRUE(std::isfinite(got));
      ASSERT_TRUE(!largest.count(element) || got == largest[element]);
    }
  }
}

TEST(Bitcasts, PointersAreAddresses) {
  TensorKernel kernel;
  unsigned buffer = kernel.pointer("p", "f32", floats({1, 2, 3, 4}));
  kernel.body("%a = tt.ptr_to_int %p : !tt.ptr<f32> -> i64\n%eight = arith.constant 8 : i64\n%b = "
              "arith.addi %a, %eight : i64\n"
              "%q = tt.int_to_ptr %b : i64 -> !tt.ptr<f32>\n%qi = tt.bitcast %q : !tt.ptr<f32> -> "
              "!tt.ptr<i32>\n%x = tt.load %qi : !tt.ptr<i32>");
  unsigned out = kernel.output("%x", "i32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(out)[0], 3);
  (void)buffer;
}

TEST(Algebra, CastsKeepTheElement) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({0.1f, 3, -70000, 1e-9f}));
  kernel.input("4xi32", ints({123456789, -5, 0, 7}));
  kernel.body(
      "%h = arith.truncf %0 : tensor<4xf32> to tensor<4xf16>\n%w = arith.extf %h : tensor<4xf16> "
      "to tensor<4xf32>\n"
      "%e = tt.fp_to_fp %0, rounding = rtne : tensor<4xf32> -> tensor<4xf8E5M2>\n%ew = tt.fp_to_fp "
      "%e : tensor<4xf8E5M2> -> tensor<4xf32>\n"
      "%s = arith.sitofp %1 : tensor<4xi32> to tensor<4xf32>\n%i = arith.fptosi %s : tensor<4xf32> "
      "to tensor<4xi32>\n"
      "%c = arith.constant dense<0.1> : tensor<4xf32>\n%ch = arith.truncf %c : tensor<4xf32> to "
      "tensor<4xf16>\n%cw = arith.extf %ch : tensor<4xf16> to tensor<4xf32>\n"
      "%sum = arith.addf %cw, %0 : tensor<4xf32>");
  unsigned w = kernel.output("%w", "4xf32"), ew = kernel.output("%ew", "4xf32"),
           s = kernel.output("%s", "4xf32"), i = kernel.output("%i", "4xi32"),
           sum = kernel.output("%sum", "4xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  std::vector<int32_t> elements = {ring::fromDouble(0.1f), 3, -70000, ring::fromDouble(1e-9f)};
  EXPECT_EQ(r.ring(w), elements);
  EXPECT_EQ(r.ring(ew), elements);
  EXPECT_EQ(r.ring(s), (std::vector<int32_t>{123456789, -5, 0, 7}));
  EXPECT_EQ(r.as<int32_t>(i), (std::vector<int32_t>{123456789, -5, 0, 7}));
  // A constant is rounded, as a compiler folds it.
  EXPECT_EQ(r.ring(sum)[0],
            ring::add(ring::fromDouble(fathom::floats::round(FloatKind::F16, 0.1f)), elements[0]));
}

} // namespace
} // namespace fathom::interp
