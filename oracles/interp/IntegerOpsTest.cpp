// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer ops against APInt, with operands held as arrays, as one element, and as scalars.
#include "oracles/interp/TensorTesting.h"

#include "llvm/ADT/APInt.h"

#include <random>

namespace fathom::interp {
namespace {

using llvm::APInt;
using Number = std::optional<APInt>; ///< None: undefined.

bool divides(const APInt &a, const APInt &b) {
  return !b.isZero() && !(a.isMinSignedValue() && b.isAllOnes());
}
APInt bit(bool value) { return APInt(1, value); }
Number only(bool defined, const APInt &value) { return defined ? Number(value) : std::nullopt; }
APInt product(const APInt &a, const APInt &b, bool isSigned) {
  unsigned wide = 2 * a.getBitWidth();
  return isSigned ? a.sext(wide) * b.sext(wide) : a.zext(wide) * b.zext(wide);
}
bool within(unsigned bits, const APInt &b) { return b.ult(bits); }
/// Shifts by the number's bits, of which there may be as many as the type can count.
unsigned amount(const APInt &b) { return b.getLimitedValue(b.getBitWidth()); }

struct Row {
  const char *op;
  Number (*expected)(const APInt &a, const APInt &b);
  bool unary = false;
  bool predicate = false; ///< Gives i1.
  const char *second =
      nullptr; ///< Of an op with two results: the type of the one that is not looked at.
  unsigned result = 0;
};

const Row rows[] = {
    {"arith.addi", [](auto &a, auto &b) -> Number { return a + b; }},
    {"arith.subi", [](auto &a, auto &b) -> Number { return a - b; }},
    {"arith.muli", [](auto &a, auto &b) -> Number { return a * b; }},
    {"arith.addi nsw", [](auto &a, auto &b) { bool o; APInt r = a.sadd_ov(b, o); return only(!o, r); }},
    {"arith.addi nuw", [](auto &a, auto &b) { bool o; APInt r = a.uadd_ov(b, o); return only(!o, r); }},
    {"arith.subi nsw", [](auto &a, auto &b) { bool o; APInt r = a.ssub_ov(b, o); return only(!o, r); }},
    {"arith.subi nuw", [](auto &a, auto &b) { bool o; APInt r = a.usub_ov(b, o); return only(!o, r); }},
    {"arith.muli nsw",
     [](auto &a, auto &b) {
       APInt exact = product(a, b, true), cut = a * b;
       return only(cut.sext(exact.getBitWidth()) == exact, cut);
     }},
    {"arith.muli nuw",
     [](auto &a, auto &b) {
       APInt exact = product(a, b, false), cut = a * b;
       return only(cut.zext(exact.getBitWidth()) == exact, cut);
     }},
    {"arith.divsi", [](auto &a, auto &b) { return divides(a, b) ? Number(a.sdiv(b)) : std::nullopt; }},
    {"arith.remsi", [](auto &a, auto &b) { return divides(a, b) ? Number(a.srem(b)) : std::nullopt; }},
    {"arith.divui", [](auto &a, auto &b) { return b.isZero() ? std::nullopt : Number(a.udiv(b)); }},
    {"arith.remui", [](auto &a, auto &b) { return b.isZero() ? std::nullopt : Number(a.urem(b)); }},
    {"arith.divsi exact",
     [](auto &a, auto &b) {
       return divides(a, b) && a.srem(b).isZero() ? Number(a.sdiv(b)) : std::nullopt;
     }},
    {"arith.divui exact",
     [](auto &a, auto &b) {
       return !b.isZero() && a.urem(b).isZero() ? Number(a.udiv(b)) : std::nullopt;
     }},
    {"arith.floordivsi",
     [](auto &a, auto &b) {
       return divides(a, b)
                  ? Number(llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::DOWN))
                  : std::nullopt;
     }},
    {"arith.ceildivsi",
     [](auto &a, auto &b) {
       return divides(a, b) ? Number(llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::UP))
                            : std::nullopt;
     }},
    {"arith.ceildivui",
     [](auto &a, auto &b) {
       return b.isZero() ? std::nullopt
                         : Number(llvm::APIntOps::RoundingUDiv(a, b, APInt::Rounding::UP));
     }},
    {"arith.andi", [](auto &a, auto &b) -> Number { return a & b; }},
    {"arith.ori", [](auto &a, auto &b) -> Number { return a | b; }},
    {"arith.xori", [](auto &a, auto &b) -> Number { return a ^ b; }},
    {"arith.shli", [](auto &a, auto &b) { return only(within(a.getBitWidth(), b), a.shl(amount(b))); }},
    {"arith.shrui", [](auto &a, auto &b) { return only(within(a.getBitWidth(), b), a.lshr(amount(b))); }},
    {"arith.shrsi", [](auto &a, auto &b) { return only(within(a.getBitWidth(), b), a.ashr(amount(b))); }},
    {"arith.shli nuw",
     [](auto &a, auto &b) {
       APInt r = a.shl(amount(b));
       return only(within(a.getBitWidth(), b) && r.lshr(amount(b)) == a, r);
     }},
    {"arith.shli nsw",
     [](auto &a, auto &b) {
       APInt r = a.shl(amount(b));
       return only(within(a.getBitWidth(), b) && r.ashr(amount(b)) == a, r);
     }},
    {"arith.shrui exact",
     [](auto &a, auto &b) {
       APInt r = a.lshr(amount(b));
       return only(within(a.getBitWidth(), b) && r.shl(amount(b)) == a, r);
     }},
    {"arith.maxsi", [](auto &a, auto &b) -> Number { return llvm::APIntOps::smax(a, b); }},
    {"arith.minsi", [](auto &a, auto &b) -> Number { return llvm::APIntOps::smin(a, b); }},
    {"arith.maxui", [](auto &a, auto &b) -> Number { return llvm::APIntOps::umax(a, b); }},
    {"arith.minui", [](auto &a, auto &b) -> Number { return llvm::APIntOps::umin(a, b); }},
    {"arith.cmpi eq,", [](auto &a, auto &b) -> Number { return bit(a == b); }, false, true},
    {"arith.cmpi ne,", [](auto &a, auto &b) -> Number { return bit(a != b); }, false, true},
    {"arith.cmpi slt,", [](auto &a, auto &b) -> Number { return bit(a.slt(b)); }, false, true},
    {"arith.cmpi sle,", [](auto &a, auto &b) -> Number { return bit(a.sle(b)); }, false, true},
    {"arith.cmpi sgt,", [](auto &a, auto &b) -> Number { return bit(a.sgt(b)); }, false, true},
    {"arith.cmpi sge,", [](auto &a, auto &b) -> Number { return bit(a.sge(b)); }, false, true},
    {"arith.cmpi ult,", [](auto &a, auto &b) -> Number { return bit(a.ult(b)); }, false, true},
    {"arith.cmpi ule,", [](auto &a, auto &b) -> Number { return bit(a.ule(b)); }, false, true},
    {"arith.cmpi ugt,", [](auto &a, auto &b) -> Number { return bit(a.ugt(b)); }, false, true},
    {"arith.cmpi uge,", [](auto &a, auto &b) -> Number { return bit(a.uge(b)); }, false, true},
    {"math.absi", [](auto &a, auto &) -> Number { return a.abs(); }, true},
    {"math.ctlz", [](auto &a, auto &) -> Number { return APInt(64, a.countl_zero()).trunc(a.getBitWidth()); }, true},
    {"math.cttz", [](auto &a, auto &) -> Number { return APInt(64, a.countr_zero()).trunc(a.getBitWidth()); }, true},
    {"math.ctpop", [](auto &a, auto &) -> Number { return APInt(64, a.popcount()).trunc(a.getBitWidth()); }, true},
    {"arith.addui_extended", [](auto &a, auto &b) -> Number { return a + b; }, false, false, "carry", 0},
    {"arith.addui_extended", [](auto &a, auto &b) -> Number { bool o; (void)a.uadd_ov(b, o); return bit(o); }, false, true, "carry", 1},
    {"arith.mulsi_extended", [](auto &a, auto &b) -> Number { return product(a, b, true).extractBits(a.getBitWidth(), 0); }, false, false, "high", 0},
    {"arith.mulsi_extended", [](auto &a, auto &b) -> Number { return product(a, b, true).extractBits(a.getBitWidth(), a.getBitWidth()); }, false, false, "high", 1},
    {"arith.mului_extended", [](auto &a, auto &b) -> Number { return product(a, b, false).extractBits(a.getBitWidth(), a.getBitWidth()); }, false, false, "high", 1},
};

/// Numbers that make ops wrap, shift everything out, divide by nothing.
std::vector<APInt> corners(unsigned bits) {
  std::vector<APInt> numbers;
  std::mt19937_64 rng(bits);
  for (int64_t number : {0, 1, 2, 3, -1, -2, -7})
    numbers.push_back(APInt(64, uint64_t(number)).trunc(bits));
  numbers.push_back(APInt(64, bits - 1).trunc(bits));
  numbers.push_back(APInt(64, bits).trunc(bits));
  numbers.push_back(APInt::getSignedMinValue(bits));
  numbers.push_back(APInt::getSignedMaxValue(bits));
  numbers.push_back(APInt::getSignedMinValue(bits) + 1);
  while (numbers.size() < 16)
    numbers.push_back(APInt(64, rng()).trunc(bits).lshr(numbers.size() % 2 ? bits / 2 : 0));
  return numbers;
}

TestArg bufferOfInts(const std::vector<APInt> &numbers) {
  TestArg arg;
  arg.buffer = true;
  arg.granule = (numbers[0].getBitWidth() + 7) / 8;
  for (const APInt &number : numbers) {
    uint64_t bits = number.getZExtValue();
    for (unsigned byte = 0; byte < arg.granule; ++byte)
      arg.bytes.push_back(bits >> (8 * byte));
  }
  return arg;
}
uint64_t integerAt(const Buffer &buffer, unsigned bytes, size_t k) {
  uint64_t bits = 0;
  std::memcpy(&bits, buffer.bytes.data() + k * bytes, bytes);
  return bits;
}

/// How the operands are held.
enum class Form { Arrays, FirstEqual, SecondEqual, Scalars };

struct Widths : testing::TestWithParam<unsigned> {};

/// All rows in one kernel: op k computes %r<k> from %a and %b.
void checkRows(unsigned bits, Form form, const std::vector<APInt> &a, const std::vector<APInt> &b) {
  // i4 is no type in memory here: it comes as i8.
  unsigned held = bits == 4 ? 8 : bits;
  std::string n = std::to_string(std::max(a.size(), b.size()));
  auto shaped = [&](size_t size, unsigned width) {
    std::string element = "i" + std::to_string(width);
    return size == 1 ? element : std::to_string(size) + "x" + element;
  };
  bool tensors = form != Form::Scalars;
  auto typeOf = [&](unsigned width) {
    std::string element = "i" + std::to_string(width);
    return tensors ? "tensor<" + n + "x" + element + ">" : element;
  };
  TensorKernel kernel;
  auto extend = [&](std::vector<APInt> numbers) {
    for (APInt &number : numbers)
      number = number.zext(held);
    return bufferOfInts(numbers);
  };
  kernel.input(shaped(a.size(), held), extend(a));
  kernel.input(shaped(b.size(), held), extend(b));
  for (unsigned k = 0; k < 2; ++k) {
    std::string name = k ? "b" : "a", from = "%" + std::to_string(k);
    size_t size = k ? b.size() : a.size();
    if (tensors && size == 1) {
      kernel.body("%" + name + "s = tt.splat " + from + " : i" + std::to_string(held) + " -> " +
                  typeOf(held));
      from = "%" + name + "s";
    }
    if (bits == 4)
      kernel.body("%" + name + " = arith.trunci " + from + " : " + typeOf(8) + " to " + typeOf(4));
    else
      kernel.body("%" + name + " = arith.ori " + from + ", " + from + " : " + typeOf(bits));
  }
  std::vector<unsigned> outputs;
  for (auto [k, row] : llvm::enumerate(rows)) {
    auto [op, suffix] = llvm::StringRef(row.op).split(' ');
    std::string r = "%r" + std::to_string(k), flags, results = row.second ? r + ":2" : r;
    if (suffix == "nsw" || suffix == "nuw")
      flags = " overflow<" + suffix.str() + ">", suffix = "";
    else if (suffix == "exact")
      flags = " exact", suffix = "";
    std::string operands = row.unary ? "%a" : "%a, %b";
    std::string type = typeOf(bits);
    if (llvm::StringRef(row.second) == "carry")
      type += ", " + typeOf(1);
    kernel.body(results + " = " + op.str() + " " + suffix.str() + " " + operands + flags + " : " +
                type);
    std::string value = row.second ? r + "#" + std::to_string(row.result) : r;
    unsigned width = row.predicate ? 1 : bits;
    if (width == 4) {
      kernel.body(r + "x = arith.extui " + value + " : " + typeOf(4) + " to " + typeOf(8));
      value = r + "x", width = 8;
    }
    outputs.push_back(kernel.output(value, tensors ? n + "xi" + std::to_string(width)
                                                   : "i" + std::to_string(width)));
  }
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  size_t count = std::max(a.size(), b.size());
  for (auto [k, row] : llvm::enumerate(rows)) {
    const Buffer &out = *r.memory->buffers[outputs[k]];
    unsigned bytes = row.predicate ? 1 : (held + 7) / 8;
    for (size_t at = 0; at < count; ++at) {
      const APInt &x = a[a.size() == 1 ? 0 : at], &y = b[b.size() == 1 ? 0 : at];
      Number expected = row.expected(x, y);
      uint8_t poison = out.poison.empty() ? 0 : out.poison[at];
      if (poison == (expected ? Defined : Undefined) &&
          (!expected || integerAt(out, bytes, at) == expected->getZExtValue()))
        continue;
      FAIL() << row.op << " of i" << bits << " " << llvm::toString(x, 10, true) << " "
             << llvm::toString(y, 10, true) << " is " << integerAt(out, bytes, at)
             << ", with poison " << int(poison);
    }
  }
}

TEST_P(Widths, OpsComputeWhatApIntDoes) {
  unsigned bits = GetParam();
  std::vector<APInt> numbers = corners(bits), a, b;
  for (const APInt &x : numbers)
    for (const APInt &y : numbers)
      a.push_back(x), b.push_back(y);
  checkRows(bits, Form::Arrays, a, b);
  for (unsigned k = 0; k < numbers.size(); k += 3) {
    const APInt &x = numbers[k];
    // More than the elements that a repeated operand has room for at a time.
    std::vector<APInt> many;
    for (unsigned k = 0; k < 128; ++k)
      many.insert(many.end(), numbers.begin(), numbers.end());
    checkRows(bits, Form::FirstEqual, {x}, many);
    checkRows(bits, Form::SecondEqual, many, {x});
  }
  for (unsigned k = 0; k < numbers.size(); ++k)
    checkRows(bits, Form::Scalars, {numbers[k]}, {numbers[(k + 3) % numbers.size()]});
}
INSTANTIATE_TEST_SUITE_P(IntegerOps, Widths, testing::Values(1, 4, 8, 16, 32, 64));

TEST(IntegerOps, DivideManyNumbersRight) {
  // Quotients next to an integer, where a division in floating point could go wrong.
  std::vector<int32_t> a, b;
  std::mt19937 rng(1);
  while (a.size() < 65536) {
    int32_t divisor = int32_t(rng()) >> (rng() % 31), quotient = int32_t(rng()) >> (rng() % 31);
    divisor = divisor == 0 ? 1 : divisor;
    auto number = int32_t(uint32_t(divisor) * uint32_t(quotient) + rng() % 3 - 1);
    if (number == INT32_MIN)
      continue;
    a.push_back(number);
    b.push_back(divisor);
  }
  TensorKernel kernel;
  kernel.input("65536xi32", ints(a));
  kernel.input("65536xi32", ints(b));
  kernel.body(
      "%q = arith.divsi %0, %1 : tensor<65536xi32>\n%u = arith.divui %0, %1 : tensor<65536xi32>");
  unsigned q = kernel.output("%q", "65536xi32"), u = kernel.output("%u", "65536xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  for (size_t k = 0; k < a.size(); ++k) {
    ASSERT_EQ(r.as<int32_t>(q)[k], a[k] / b[k]) << a[k] << " / " << b[k];
    ASSERT_EQ(r.as<uint32_t>(u)[k], uint32_t(a[k]) / uint32_t(b[k])) << a[k] << " / " << b[k];
    if (k > 2000)
      k += 61; // as() copies the buffer.
  }
}

TEST(IntegerOps, CastToOtherWidths) {
  std::vector<int32_t> numbers = {0,   1,     -1,        127,       128,     -128,   -129, 255,
                                  256, 65535, INT32_MIN, INT32_MAX, 1 << 20, -70000, 3,    4};
  TensorKernel kernel;
  kernel.input("16xi32", ints(numbers));
  std::string i32 = "tensor<16xi32>";
  kernel.body("%t = arith.trunci %0 : " + i32 +
              " to tensor<16xi8>\n"
              "%s = arith.extsi %t : tensor<16xi8> to tensor<16xi64>\n"
              "%u = arith.extui %t : tensor<16xi8> to tensor<16xi64>\n"
              "%nsw = arith.trunci %0 overflow<nsw> : " +
              i32 +
              " to tensor<16xi8>\n"
              "%nuw = arith.trunci %0 overflow<nuw> : " +
              i32 +
              " to tensor<16xi8>\n"
              "%one = arith.trunci %0 : " +
              i32 +
              " to tensor<16xi1>\n"
              "%minus = arith.extsi %one : tensor<16xi1> to tensor<16xi32>\n"
              "%i = arith.index_cast %0 : " +
              i32 +
              " to tensor<16xindex>\n"
              "%i64 = arith.index_cast %i : tensor<16xindex> to tensor<16xi64>\n"
              "%iu = arith.index_castui %0 : " +
              i32 +
              " to tensor<16xindex>\n"
              "%iu64 = arith.index_cast %iu : tensor<16xindex> to tensor<16xi64>");
  unsigned s = kernel.output("%s", "16xi64"), u = kernel.output("%u", "16xi64"),
           nsw = kernel.output("%nsw", "16xi8"), nuw = kernel.output("%nuw", "16xi8"),
           minus = kernel.output("%minus", "16xi32"), i64 = kernel.output("%i64", "16xi64"),
           iu64 = kernel.output("%iu64", "16xi64");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (size_t k = 0; k < numbers.size(); ++k) {
    int32_t x = numbers[k];
    EXPECT_EQ(r.as<int64_t>(s)[k], int8_t(x));
    EXPECT_EQ(r.as<int64_t>(u)[k], uint8_t(x));
    EXPECT_EQ(r.poison(nsw)[k], int8_t(x) == x ? Defined : Undefined) << x;
    EXPECT_EQ(r.poison(nuw)[k], uint8_t(x) == uint32_t(x) ? Defined : Undefined) << x;
    EXPECT_EQ(r.as<int32_t>(minus)[k], -(x & 1));
    EXPECT_EQ(r.as<int64_t>(i64)[k], x);
    EXPECT_EQ(r.as<int64_t>(iu64)[k], uint32_t(x));
  }
}

TEST(IntegerOps, PoisonFollowsElements) {
  TensorKernel kernel;
  kernel.input("4xi32", ints({1, 2, 3, 4}), {1, 0, 1, 1});
  kernel.input("4xi32", ints({10, 20, 30, 0}), {1, 1, 0, 1});
  kernel.body("%sum = arith.addi %0, %1 : tensor<4xi32>\n%q = arith.divsi %0, %1 : tensor<4xi32>");
  unsigned sum = kernel.output("%sum", "4xi32"), q = kernel.output("%q", "4xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  EXPECT_EQ(r.poison(sum), (std::vector<uint8_t>{0, Undefined, Undefined, 0}));
  EXPECT_EQ(r.poison(q), (std::vector<uint8_t>{0, Undefined, Undefined, Undefined}));
  EXPECT_EQ(r.as<int32_t>(sum)[3], 4);
}

TEST(IntegerOps, AbsorbingElementsDecideAlone) {
  TensorKernel kernel;
  kernel.input("4xi32", ints({1, 2, 3, 4}), {0, 0, 1, 0});
  kernel.input("4xi32", ints({0, -1, 0, 5}));
  kernel.body("%and = arith.andi %0, %1 : tensor<4xi32>\n%or = arith.ori %0, %1 : tensor<4xi32>\n"
              "%mul = arith.muli %0, %1 : tensor<4xi32>\n%add = arith.addi %0, %1 : tensor<4xi32>");
  unsigned andi = kernel.output("%and", "4xi32"), ori = kernel.output("%or", "4xi32"),
           mul = kernel.output("%mul", "4xi32"), add = kernel.output("%add", "4xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  EXPECT_EQ(r.poison(andi), (std::vector<uint8_t>{0, Undefined, 0, Undefined}));
  EXPECT_EQ(r.poison(ori), (std::vector<uint8_t>{Undefined, 0, 0, Undefined}));
  EXPECT_EQ(r.poison(mul), (std::vector<uint8_t>{0, Undefined, 0, Undefined}));
  EXPECT_EQ(r.poison(add), (std::vector<uint8_t>{Undefined, Undefined, 0, Undefined}));
  EXPECT_EQ(r.as<int32_t>(andi)[0], 0);
  EXPECT_EQ(r.as<int32_t>(ori)[1], -1);
}

TEST(IntegerOps, SelectTakesThePoisonOfTheChosenSide) {
  TensorKernel kernel;
  kernel.input("4xi1", bufferOf<uint8_t>({1, 0, 1, 0}), {1, 1, 1, 0});
  kernel.input("4xf32", floats({1, 2, 3, 4}), {1, 0, 0, 1});
  kernel.input("4xf32", floats({10, 20, 30, 40}));
  kernel.input("f32", floats({7}));
  kernel.body("%r = arith.select %0, %1, %2 : tensor<4xi1>, tensor<4xf32>\n"
              "%s = tt.splat %3 : f32 -> tensor<4xf32>\n"
              "%e = arith.select %0, %s, %1 : tensor<4xi1>, tensor<4xf32>\n"
              "%yes = arith.constant true\n"
              "%w = arith.select %yes, %1, %2 : tensor<4xf32>");
  unsigned out = kernel.output("%r", "4xf32"), e = kernel.output("%e", "4xf32"),
           w = kernel.output("%w", "4xf32");
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    RunResult r = kernel.run(semantics);
    ASSERT_EQ(r.stop(), "");
    EXPECT_EQ(r.poison(out), (std::vector<uint8_t>{0, 0, Undefined, Undefined}));
    EXPECT_EQ(r.poison(e), (std::vector<uint8_t>{0, Undefined, 0, Undefined}));
    EXPECT_EQ(r.poison(w), (std::vector<uint8_t>{0, Undefined, Undefined, 0}));
    if (semantics == Semantics::Ieee) {
      EXPECT_EQ(r.as<float>(out)[0], 1);
      EXPECT_EQ(r.as<float>(out)[1], 20);
      EXPECT_EQ(r.as<float>(e)[2], 7);
    } else {
      EXPECT_EQ(r.ring(out)[0], 1);
      EXPECT_EQ(r.ring(out)[1], 20);
      EXPECT_EQ(r.ring(e)[2], 7);
    }
  }
}

TEST(IntegerOps, ConstantsOfAllForms) {
  TensorKernel kernel;
  kernel.body(
      "%splat = arith.constant dense<-3> : tensor<4xi16>\n"
      "%list = arith.constant dense<[[1, -2], [300, 4]]> : tensor<2x2xi32>\n"
      "%hex = arith.constant dense<\"0x0000803F000000C0\"> : tensor<2xf32>\n"
      "%half = arith.constant dense<[0.333251953125, 0xFC00, 65504.0, -0.0]> : tensor<4xf16>\n"
      "%f8 = arith.constant dense<[1.125, 448.0]> : tensor<2xf8E4M3FN>\n"
      "%bits = arith.constant dense<[true, false, true, true]> : tensor<4xi1>\n"
      "%nan = arith.constant 0x7FC12345 : f32\n"
      "%d = arith.constant 0.1 : f64");
  unsigned splat = kernel.output("%splat", "4xi16"), list = kernel.output("%list", "2x2xi32"),
           hex = kernel.output("%hex", "2xf32"), half = kernel.output("%half", "4xf16"),
           f8 = kernel.output("%f8", "2xf8E4M3FN"), bits = kernel.output("%bits", "4xi1"),
           nan = kernel.output("%nan", "f32"), d = kernel.output("%d", "f64");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<int16_t>(splat), (std::vector<int16_t>{-3, -3, -3, -3}));
  EXPECT_EQ(r.as<int32_t>(list), (std::vector<int32_t>{1, -2, 300, 4}));
  EXPECT_EQ(r.as<float>(hex), (std::vector<float>{1, -2}));
  EXPECT_EQ(r.as<uint16_t>(half), (std::vector<uint16_t>{0x3555, 0xfc00, 0x7bff, 0x8000}));
  EXPECT_EQ(r.as<uint8_t>(f8), (std::vector<uint8_t>{0x39, 0x7e}));
  EXPECT_EQ(r.as<uint8_t>(bits), (std::vector<uint8_t>{1, 0, 1, 1}));
  EXPECT_EQ(r.as<uint32_t>(nan)[0], 0x7fc12345u);
  EXPECT_EQ(r.as<double>(d)[0], 0.1);
}

} // namespace
} // namespace fathom::interp
