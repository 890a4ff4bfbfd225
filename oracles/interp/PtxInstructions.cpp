// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What single PTX instructions compute.
#include "oracles/interp/Ptx.h"

#include "oracles/interp/numbers/FloatFormat.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <functional>
#include <optional>

using namespace llvm;

namespace fathom::interp {

using Instruction = PtxProgram::Instruction;
using Result = std::optional<uint64_t>;

namespace {

struct Type {
  enum class Kind { None, Bits, Unsigned, Signed, Float, Predicate } kind = Kind::None;
  unsigned bits = 0;  ///< Of all lanes.
  unsigned lanes = 1; ///< 2 of f16x2.
  FloatKind format = FloatKind::F32;

  uint64_t mask() const { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }
  bool isFloat() const { return kind == Kind::Float; }
};

Type typeNamed(StringRef name) {
  using K = Type::Kind;
  auto number = [](FloatKind format, unsigned bits, unsigned lanes = 1) {
    return Type{K::Float, bits, lanes, format};
  };
  if (name == "pred")
    return {K::Predicate, 1};
  if (name == "f16")
    return number(FloatKind::F16, 16);
  if (name == "f16x2")
    return number(FloatKind::F16, 32, 2);
  if (name == "bf16")
    return number(FloatKind::BF16, 16);
  if (name == "bf16x2")
    return number(FloatKind::BF16, 32, 2);
  if (name == "e4m3x2")
    return number(FloatKind::F8E4M3FN, 16, 2);
  if (name == "e5m2x2")
    return number(FloatKind::F8E5M2, 16, 2);
  if (name == "f32")
    return number(FloatKind::F32, 32);
  if (name == "tf32")
    return number(FloatKind::TF32, 32);
  if (name == "f64")
    return number(FloatKind::F64, 64);
  unsigned bits;
  if (name.size() < 2 || name.drop_front().getAsInteger(10, bits) ||
      (bits != 8 && bits != 16 && bits != 32 && bits != 64))
    return {};
  switch (name[0]) {
  case 'b':
    return {K::Bits, bits};
  case 'u':
    return {K::Unsigned, bits};
  case 's':
    return {K::Signed, bits};
  default:
    return {};
  }
}

int64_t signedOf(const Type &type, uint64_t x) {
  unsigned unused = 64 - type.bits;
  return int64_t(x << unused) >> unused;
}

double decode(const Type &type, uint64_t x) {
  if (type.format == FloatKind::F64)
    return bit_cast<double>(x);
  return floats::decode(type.format, uint32_t(x & type.mask()));
}
uint64_t encode(const Type &type, double x,
                floats::Rounding rounding = floats::Rounding::NearestEven,
                floats::Overflow overflow = floats::Overflow::Infinity) {
  if (type.format == FloatKind::F64)
    return bit_cast<uint64_t>(x);
  return floats::encode(type.format, floats::roundFromDouble(type.format, x, rounding, overflow));
}

//===--- Floats ---===//

/// One lane of a computation on numbers of one type. Sums, products and quotients of two numbers of up to 32 bits, rounded from double, are rounded
/// right: a double has more than twice their digits.
Result floatLane(const Instruction &i, const Type &type, ArrayRef<uint64_t> x) {
  auto number = [&](unsigned k) { return decode(type, x[k]); };
  bool is64 = type.format == FloatKind::F64;
  if (i.name == "add" && x.size() == 2)
    return encode(type, number(0) + number(1));
  if (i.name == "sub" && x.size() == 2)
    return encode(type, number(0) - number(1));
  if (i.name == "mul" && x.size() == 2)
    return encode(type, number(0) * number(1));
  if (i.name == "div" && x.size() == 2 && i.has("rn"))
    return encode(type, number(0) / number(1));
  if (i.name == "rcp" && x.size() == 1 && i.has("rn"))
    return encode(type, 1 / number(0));
  if (i.name == "sqrt" && x.size() == 1 && i.has("rn"))
    return encode(type, std::sqrt(number(0)));
  if ((i.name == "fma" || i.name == "mad") && x.size() == 3) {
    if (is64)
      return encode(type, std::fma(number(0), number(1), number(2)));
    float a = number(0), b = number(1), c = number(2), sum;
    floats::fma(type.format, floats::Rounding::NearestEven, floats::Overflow::Infinity, &a, &b, &c,
                &sum, 1);
    return floats::encode(type.format, sum);
  }
  uint64_t sign = uint64_t(1) << (type.bits - 1);
  if (i.name == "neg" && x.size() == 1)
    return (x[0] ^ sign) & type.mask();
  if (i.name == "abs" && x.size() == 1)
    return x[0] & ~sign & type.mask();
  if ((i.name == "min" || i.name == "max") && x.size() == 2 && !i.has("xorsign")) {
    double a = number(0), b = number(1);
    if (std::isnan(a) || std::isnan(b)) {
      bool propagates = i.has("NaN") || (std::isnan(a) && std::isnan(b));
      return encode(type, propagates ? std::nan("") : std::isnan(a) ? b : a);
    }
    bool first = a == b ? std::signbit(a) == (i.name == "min") : (a < b) == (i.name == "min");
    return x[first ? 0 : 1] & type.mask();
  }
  return std::nullopt;
}

Result evaluateFloat(const Instruction &i, const Type &type, ArrayRef<uint64_t> x) {
  if (i.has("sat") || i.has("approx") || i.has("rz") || i.has("rm") || i.has("rp"))
    return std::nullopt;
  Type lane = type;
  lane.lanes = 1;
  lane.bits = type.bits / type.lanes;
  uint64_t result = 0;
  for (unsigned k = 0; k < type.lanes; ++k) {
    SmallVector<uint64_t, 3> operands;
    for (uint64_t operand : x)
      operands.push_back(operand >> (k * lane.bits) & lane.mask());
    Result one = floatLane(i, lane, operands);
    if (!one)
      return std::nullopt;
    result |= *one << (k * lane.bits);
  }
  return result;
}

//===--- Integers ---===//

Result evaluateProduct(const Instruction &i, const Type &type, ArrayRef<uint64_t> x) {
  bool adds = i.name == "mad";
  if (x.size() != (adds ? 3 : 2))
    return std::nullopt;
  bool isSigned = type.kind == Type::Kind::Signed;
  unsigned __int128 product =
      isSigned ? (unsigned __int128)((__int128)signedOf(type, x[0]) * signedOf(type, x[1]))
               : (unsigned __int128)(x[0] & type.mask()) * (x[1] & type.mask());
  uint64_t addend = adds ? x[2] : 0;
  if (i.has("wide") && type.bits < 64)
    return (uint64_t(product) + addend) & (type.bits == 32 ? ~uint64_t(0) : ~uint32_t(0));
  if (i.has("hi"))
    return (uint64_t(product >> type.bits) + addend) & type.mask();
  if (i.has("lo"))
    return (uint64_t(product) + addend) & type.mask();
  return std::nullopt;
}

/// Bytes of a pair of registers, by four selectors of four bits; the fourth copies the sign of the byte.
Result permuteBytes(ArrayRef<uint64_t> x) {
  uint64_t pair = (x[0] & 0xffffffff) | x[1] << 32, result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    unsigned selector = x[2] >> (4 * k) & 15;
    uint64_t byte = pair >> (8 * (selector & 7)) & 0xff;
    if (selector & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * k);
  }
  return result;
}

/// Any function of three bits, by the table of its eight results.
Result anyLogic(ArrayRef<uint64_t> x) {
  uint64_t result = 0;
  for (unsigned k = 0; k < 8; ++k)
    if (x[3] >> k & 1)
      result |= (k & 4 ? x[0] : ~x[0]) & (k & 2 ? x[1] : ~x[1]) & (k & 1 ? x[2] : ~x[2]);
  return result & 0xffffffff;
}

Result evaluateInteger(const Instruction &i, const Type &type, ArrayRef<uint64_t> x) {
  if (i.has("sat") || i.has("cc"))
    return std::nullopt;
  uint64_t mask = type.mask();
  bool isSigned = type.kind == Type::Kind::Signed;
  if (i.name == "mul" || i.name == "mad")
    return evaluateProduct(i, type, x);
  if (x.size() == 1) {
    if (i.name == "not")
      return ~x[0] & mask;
    if (i.name == "neg")
      return -x[0] & mask;
    if (i.name == "abs" && isSigned)
      return (signedOf(type, x[0]) < 0 ? -x[0] : x[0]) & mask;
    if (i.name == "popc")
      return uint64_t(popcount(x[0] & mask));
    if (i.name == "clz")
      return uint64_t(countl_zero(x[0] & mask)) - (64 - type.bits);
    if (i.name == "brev") {
      uint64_t reversed = 0;
      for (unsigned k = 0; k < type.bits; ++k)
        reversed |= (x[0] >> k & 1) << (type.bits - 1 - k);
      return reversed;
    }
  }
  if (x.size() == 2) {
    uint64_t a = x[0] & mask, b = x[1] & mask;
    // Shift amounts are u32, and beyond the width they shift everything out.
    uint64_t amount = x[1] & 0xffffffff;
    bool less = isSigned ? signedOf(type, a) < signedOf(type, b) : a < b;
    if (i.name == "add")
      return (a + b) & mask;
    if (i.name == "sub")
      return (a - b) & mask;
    if (i.name == "and")
      return a & b;
    if (i.name == "or")
      return a | b;
    if (i.name == "xor")
      return a ^ b;
    if (i.name == "min")
      return less ? a : b;
    if (i.name == "max")
      return less ? b : a;
    if (i.name == "shl")
      return amount >= type.bits ? 0 : (a << amount) & mask;
    if (i.name == "shr" && isSigned)
      return uint64_t(signedOf(type, a) >> std::min<uint64_t>(amount, type.bits - 1)) & mask;
    if (i.name == "shr")
      return amount >= type.bits ? 0 : a >> amount;
  }
  if (x.size() == 3) {
    if (i.name == "prmt" && i.modifiers.size() == 1)
      return permuteBytes(x);
    if (i.name == "bfe") {
      unsigned at = x[1] & 0xff, length = x[2] & 0xff;
      uint64_t field = at >= type.bits ? 0 : (x[0] & mask) >> at;
      if (length >= type.bits)
        length = type.bits;
      uint64_t kept = field & ((length >= 64 ? 0 : uint64_t(1) << length) - 1);
      if (!isSigned || length == 0)
        return kept;
      // Beyond the end there are copies of the highest bit of the field, or of the register.
      unsigned signAt = std::min(at + length - 1, type.bits - 1);
      bool negative = x[0] >> signAt & 1;
      unsigned has = signAt >= at ? signAt - at + 1 : 0;
      uint64_t beyond = has >= 64 ? 0 : ~((uint64_t(1) << has) - 1);
      return negative ? (kept | beyond) & mask : kept;
    }
    if (i.name == "sad" && i.modifiers.size() == 1) {
      uint64_t a = x[0] & mask, b = x[1] & mask;
      bool less = isSigned ? signedOf(type, a) < signedOf(type, b) : a < b;
      return ((less ? b - a : a - b) + x[2]) & mask;
    }
  }
  if (x.size() == 4) {
    if (i.name == "lop3" && i.modifiers.size() == 1)
      return anyLogic(x);
    if (i.name == "bfi") {
      unsigned at = x[2] & 0xff, length = std::min<unsigned>(x[3] & 0xff, type.bits);
      uint64_t field = at >= type.bits ? 0 : ((length >= 64 ? 0 : uint64_t(1) << length) - 1) << at;
      return ((x[1] & ~field) | (at >= type.bits ? 0 : (x[0] << at) & field)) & mask;
    }
  }
  return std::nullopt;
}

//===--- Conversions ---===//

std::optional<floats::Rounding> roundingOf(const Instruction &i) {
  if (i.has("rz"))
    return floats::Rounding::TowardZero;
  if (i.has("rna"))
    return floats::Rounding::NearestAway;
  if (i.has("rm") || i.has("rp"))
    return std::nullopt;
  return floats::Rounding::NearestEven;
}

/// The nearest number of the type: what cvt makes of a float that is out of range. NaN is 0.
uint64_t saturate(const Type &type, double x) {
  if (std::isnan(x))
    return 0;
  bool isSigned = type.kind == Type::Kind::Signed;
  double high = std::ldexp(1.0, isSigned ? type.bits - 1 : type.bits);
  double low = isSigned ? -high : 0;
  uint64_t largest = isSigned ? type.mask() >> 1 : type.mask();
  if (x >= high)
    return largest;
  if (x <= low)
    return isSigned ? (largest + 1) & type.mask() : 0;
  return (isSigned ? uint64_t(int64_t(x)) : uint64_t(x)) & type.mask();
}

Result convert(const Instruction &i, const Type &to, const Type &from, ArrayRef<uint64_t> x) {
  std::optional<floats::Rounding> rounding = roundingOf(i);
  if (i.has("relu") || i.has("sat"))
    return std::nullopt;
  // A pair, of which the first operand becomes the upper half; or a pair from a pair.
  if (to.lanes == 2) {
    auto overflow = i.has("satfinite") ? floats::Overflow::Saturate : floats::Overflow::Infinity;
    Type half = to, part = from;
    half.lanes = part.lanes = 1;
    half.bits = to.bits / 2;
    part.bits = from.bits / from.lanes;
    if (!from.isFloat() || !rounding || x.size() != (from.lanes == 2 ? 1 : 2))
      return std::nullopt;
    double high = from.lanes == 2 ? decode(part, x[0] >> part.bits) : decode(part, x[0]);
    double low = from.lanes == 2 ? decode(part, x[0]) : decode(part, x[1]);
    return encode(half, high, *rounding, overflow) << half.bits |
           encode(half, low, *rounding, overflow);
  }
  if (x.size() != 1 || from.lanes != 1)
    return std::nullopt;
  uint64_t bits = x[0] & from.mask();
  bool fromSigned = from.kind == Type::Kind::Signed;
  if (!to.isFloat() && !from.isFloat())
    return (fromSigned ? uint64_t(signedOf(from, bits)) : bits) & to.mask();
  if (to.isFloat() && from.isFloat()) {
    double number = decode(from, bits);
    // To an integer in the same type: .rni and its like.
    if (i.has("rni"))
      return encode(to, std::nearbyint(number));
    if (i.has("rzi"))
      return encode(to, std::trunc(number));
    if (i.has("rmi"))
      return encode(to, std::floor(number));
    if (i.has("rpi"))
      return encode(to, std::ceil(number));
    return rounding ? Result(encode(to, number, *rounding)) : std::nullopt;
  }
  if (to.isFloat()) {
    if (!rounding)
      return std::nullopt;
    if (to.format == FloatKind::F64)
      return encode(to, fromSigned ? double(signedOf(from, bits)) : double(bits));
    float number;
    if (fromSigned) {
      int64_t integer = signedOf(from, bits);
      floats::roundFromInt64(to.format, *rounding, floats::Overflow::Infinity, &integer, &number,
                             1);
    } else {
      floats::roundFromUInt64(to.format, *rounding, floats::Overflow::Infinity, &bits, &number, 1);
    }
    return floats::encode(to.format, number);
  }
  double number = decode(from, bits);
  if (i.has("rni"))
    return saturate(to, std::nearbyint(number));
  if (i.has("rzi"))
    return saturate(to, std::trunc(number));
  if (i.has("rmi"))
    return saturate(to, std::floor(number));
  if (i.has("rpi"))
    return saturate(to, std::ceil(number));
  return std::nullopt;
}

Result compare(const Instruction &i, const Type &type, ArrayRef<uint64_t> x) {
  if (x.size() != 2 || type.lanes != 1 || i.modifiers.size() > 3)
    return std::nullopt;
  StringRef name = i.modifiers.front();
  bool isSigned = type.kind == Type::Kind::Signed;
  uint64_t a = x[0] & type.mask(), b = x[1] & type.mask();
  bool less, equal = a == b, unordered = false;
  if (type.isFloat()) {
    double p = decode(type, a), q = decode(type, b);
    less = p < q, equal = p == q, unordered = std::isnan(p) || std::isnan(q);
  } else {
    less = isSigned ? signedOf(type, a) < signedOf(type, b) : a < b;
  }
  bool greater = !less && !equal && !unordered;
  // The unsigned lo, ls, hi, hs, and the unordered equ, neu, ltu, leu, gtu, geu.
  return llvm::StringSwitch<Result>(name)
      .Case("eq", equal)
      .Case("ne", less || greater)
      .Cases({"lt", "lo"}, less)
      .Cases({"le", "ls"}, less || equal)
      .Cases({"gt", "hi"}, greater)
      .Cases({"ge", "hs"}, greater || equal)
      .Case("equ", equal || unordered)
      .Case("neu", !equal)
      .Case("ltu", less || unordered)
      .Case("leu", less || equal || unordered)
      .Case("gtu", greater || unordered)
      .Case("geu", greater || equal || unordered)
      .Case("num", !unordered)
      .Case("nan", unordered)
      .Default(std::nullopt);
}

} // namespace

unsigned ptxTypeBits(StringRef type) { return typeNamed(type).bits; }

Result evaluatePtx(const Instruction &i, ArrayRef<uint64_t> x) {
  Type type = typeNamed(i.modifiers.back());
  if (type.kind == Type::Kind::None)
    return std::nullopt;
  if (i.name == "cvt" && i.modifiers.size() >= 2) {
    Type to = typeNamed(i.modifiers[i.modifiers.size() - 2]);
    return to.kind == Type::Kind::None ? std::nullopt : convert(i, to, type, x);
  }
  if (i.name == "mov" && x.size() == 1)
    return x[0] & type.mask();
  if (i.name == "selp" && x.size() == 3)
    return (x[2] & 1 ? x[0] : x[1]) & type.mask();
  if (i.name == "setp")
    return compare(i, type, x);
  return type.isFloat() ? evaluateFloat(i, type, x) : evaluateInteger(i, type, x);
}

} // namespace fathom::interp
