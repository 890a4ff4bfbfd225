// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of floating point: their codes, and the rounding of values to their grids, in bulk.
#ifndef FATHOM_ORACLES_INTERP_NUMBERS_FLOATFORMAT_H
#define FATHOM_ORACLES_INTERP_NUMBERS_FLOATFORMAT_H

#include <cstddef>
#include <cstdint>

namespace fathom {

// The problem. A tensor of f8E4M3FN has 8-bit codes in memory, and the machine at hand adds floats. So an
// interpreter holds every element of up to 32 bits as a `float` that its type can represent, computes in
// float or double, and rounds the result to the type's grid *once*.
//
// An example. f8E4M3FN: sign, 4 exponent bits (bias 7), 3 mantissa bits. No infinity; code 0x7f is NaN.
//
//     code  0x00  0x01   0x07      0x08   0x38  0x39   0x58  0x59  0x5a   0x7e   0x7f
//     value 0     2^-9   7*2^-9    2^-6   1     1.125  16    18    20     448    NaN
//                 `- subnormal -'  `- smallest normal                     `- largest finite
//
//     round   NearestEven  TowardZero  NearestAway
//     17      16           16          18            a tie: the even mantissa (0x58), or the larger
//     19      20           18          20            a tie: the even mantissa is 0x5a
//     19.5    20           18          20
//     2^-10   0            0           2^-9          a tie among the subnormals
//     464     448          448         NaN           the tie with 480, which would be the next value
//     465     NaN          448         NaN           overflow with Overflow::Infinity; else 448
//
// And why once: 17 + 2^-10 is above the tie of 16 and 18 and rounds to 18. By way of f16, whose spacing is
// 2^-6 there, it becomes 17 and then 16.
//
// A `kind` names the type. The codes of the sub-byte kinds are held one per byte, in the low bits; in memory
// two f4E2M1 share a byte, the first in the low nibble (unpackNibbles).

enum class FloatKind : uint8_t {
  F16,
  BF16,
  F32,
  F64,
  TF32, ///< f32 with 10 mantissa bits: what tensor cores read of an f32 operand. Codes are f32's, the low 13 bits 0.
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0, ///< The scales of microscaling: 2^(code - 127), no sign, no zero.
  F6E2M3,
  F6E3M2,
  F4E2M1,
};
inline constexpr unsigned numFloatKinds = 13;

/// What is known of a kind without computing.
struct FloatFormat {
  enum class Nan : uint8_t {
    Ieee,         ///< Exponent all ones: mantissa 0 is infinity, others are NaN.
    AllOnes,      ///< Exponent and mantissa all ones is NaN; there is no infinity.
    NegativeZero, ///< The code of -0 is NaN; there is no infinity and no -0.
    None,         ///< Every code is a finite number.
  };

  const char *name; ///< As MLIR spells the type; "tf32".
  uint8_t codeBits; ///< Bits that are used of a code: 16 for F16, 6 for F6E2M3, 32 for TF32.
  uint8_t exponentBits;
  uint8_t mantissaBits; ///< Without the leading one: 10 for F16.
  int16_t bias;
  Nan nan;
  bool isSigned = true; ///< False for F8E8M0, which has no zero either.

  constexpr bool hasInf() const { return nan == Nan::Ieee; }
  constexpr bool hasNan() const { return nan != Nan::None; }
  constexpr bool hasNegativeZero() const { return isSigned && nan != Nan::NegativeZero; }
  /// Bytes of one held code: 1, 2, 4 or 8.
  constexpr unsigned codeBytes() const { return codeBits <= 8 ? 1 : codeBits / 8; }
  /// Exponent of the smallest normal value; below it the spacing stays. -14 for F16.
  constexpr int minExponent() const { return isSigned ? 1 - bias : -bias; }
  /// Exponent of the largest finite value. 15 for F16, 8 for F8E4M3FN.
  constexpr int maxExponent() const {
    return (1 << exponentBits) - 1 - bias - (hasInf() || !isSigned ? 1 : 0);
  }
  /// 65504 for F16, 448 for F8E4M3FN, 6 for F4E2M1.
  double maxFinite() const;
  /// The smallest value above zero: 2^-24 for F16.
  double minPositive() const;
};

const FloatFormat &formatOf(FloatKind kind);

namespace floats {

enum class Rounding : uint8_t {
  NearestEven,
  TowardZero,
  NearestAway, ///< To nearest, a tie to the larger magnitude.
};

/// What becomes of a value that, rounded as if exponents had no end, lies beyond the largest finite one.
///
///                       Infinity                                            Saturate
///     finite, too large infinity of its sign; NaN if the kind has NaN       largest finite value of its sign
///                       but no infinity; else the largest finite value.
///                       TowardZero: always the largest finite value
///     infinite          as above, TowardZero too                            largest finite value of its sign
///
/// F8E8M0 alone: what is below 2^-127, zero included, becomes 2^-127; what is negative becomes NaN (-0 is
/// zero); a value halfway between two powers becomes the larger (its one digit, 1, is odd).
enum class Overflow : uint8_t { Infinity, Saturate };

/// TF32's two rules: cvt.rna.tf32.f32 rounds ties away; a tensor core given a plain f32 drops its low bits.
inline constexpr Rounding tf32Convert = Rounding::NearestAway;
inline constexpr Rounding tf32TensorCore = Rounding::TowardZero;

//===--- Arrays ---===//
// n elements each. `out` may be `in`, but must not overlap it otherwise. Kinds are of up to 32 bits (not F64,
// which is held as double and needs no codec) unless said. Results do not depend on the machine.

/// The values of n codes. Exact: a NaN keeps its sign and its payload (in the top bits of the mantissa) where
/// the kind has them, signalling ones too; otherwise it is the quiet NaN 0x7fc00000, of f8E4M3FN with its sign.
/// Codes are uint8_t, uint16_t or uint32_t by the kind's codeBytes(); bits above codeBits must be zero.
void decode(FloatKind kind, const void *codes, float *out, size_t n);

/// The codes of n values, each of which the kind can represent (`round` first; other finite values give an
/// unspecified code). encode(decode(c)) = c for every code, NaNs included. Any NaN stays one: its sign and top
/// payload bits are kept where the kind has them, and if all payload would be lost, the quiet bit is set. Kinds
/// without NaN encode it as their largest value, as cvt does.
void encode(FloatKind kind, const float *in, void *codes, size_t n);

/// Rounds to the kind's grid, in one step, subnormals and overflow included. -0 stays where the kind has it,
/// also as the result of a small negative value. A NaN stays one, quiet, with the sign and the payload that
/// `encode` will keep; in a kind without NaN it becomes the largest finite value. F32 is a copy but for
/// signalling NaNs and Saturate.
void round(FloatKind kind, Rounding rounding, Overflow overflow, const float *in, float *out,
           size_t n);

/// The same from double, and still in one step: f64 -> f16 is not f64 -> f32 -> f16.
void roundFromDouble(FloatKind kind, Rounding rounding, Overflow overflow, const double *in,
                     float *out, size_t n);

/// From integers, in one step. An i64 does not fit a double: 2^60 + 2^36 + 1 is above a tie of f32.
void roundFromInt64(FloatKind kind, Rounding rounding, Overflow overflow, const int64_t *in,
                    float *out, size_t n);
void roundFromUInt64(FloatKind kind, Rounding rounding, Overflow overflow, const uint64_t *in,
                     float *out, size_t n);

/// a * b + c with one rounding, for operands of `kind` or any other floats. In bf16 no double is wide enough
/// to do it naively: 1.5 * 1.0078125 is a tie, and 1.5 * 1.0078125 - 2^-100 is below it.
/// `out` may be any of the operands.
void fma(FloatKind kind, Rounding rounding, Overflow overflow, const float *a, const float *b,
         const float *c, float *out, size_t n);

/// Two 4-bit codes per byte, the first in the low nibble: 0x21 0x43 <-> 1 2 3 4. `n` counts bytes.
void unpackNibbles(const uint8_t *bytes, uint8_t *codes, size_t n);
void packNibbles(const uint8_t *codes, uint8_t *bytes, size_t n);

//===--- One value ---===//

float decode(FloatKind kind, uint32_t code);
uint32_t encode(FloatKind kind, float value);
float round(FloatKind kind, float value, Rounding rounding = Rounding::NearestEven,
            Overflow overflow = Overflow::Infinity);
float roundFromDouble(FloatKind kind, double value, Rounding rounding = Rounding::NearestEven,
                      Overflow overflow = Overflow::Infinity);

/// The kind has this very value (or infinity, or some NaN). isExact(F8E4M3FN, 17) is false. F64 is allowed.
bool isExact(FloatKind kind, double value);

/// The spacing of the grid at |value|: from it to the next larger magnitude if it is on the grid, and twice
/// the largest error of rounding to nearest if not. Goes on beyond the largest finite value; infinite and
/// NaN give infinity. F64 is allowed.
///   ulp(F16, 1) = 2^-10, ulp(F16, 1.999) = 2^-10, ulp(F16, 0) = 2^-24, ulp(F8E4M3FN, 17) = 2.
double ulp(FloatKind kind, double value);

} // namespace floats
} // namespace fathom

#endif // FATHOM_ORACLES_INTERP_NUMBERS_FLOATFORMAT_H
