// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `algebra` semantics of floats: elements of a prime field, in which sums may be taken in any order.
#ifndef FATHOM_ORACLES_INTERP_NUMBERS_RING_H
#define FATHOM_ORACLES_INTERP_NUMBERS_RING_H

#include <cstddef>
#include <cstdint>

namespace fathom::ring {

// The problem. A compiler may re-associate the sum of a reduction, split a dot product over warps, or fuse a
// multiply and an add. Floats then differ in their last bits, and a comparison needs a tolerance, under which
// real bugs hide: one lost term of 4096 small ones. In a ring all these rewrites are exact, so results can be
// compared bit by bit; and in a large field a wrong dataflow gives another element with near certainty.
//
// Here a float value is an element of Z/p, p = 2^31 - 1, held as the centred int32_t: |x| <= 2^30 - 1.
//
//     value   0   1  -1   3   0.5          0.25       1/3         1000000   2^31
//     held    0   1  -1   3   -1073741823  536870912  -715827882  1000000   1
//
//     0.5 + 0.5 = -2147483646 = 1 - p       0.25 * 4 = 2^31 = 1 + p       1/3 * 3 = -2147483646 = 1 - p
//
// Small integers are themselves, so a test of exact integers reads the same in both semantics; negation is int
// negation. Every double m * 2^e is embedded exactly (2 has the inverse 2^30), so a constant 0.1f is one element,
// whatever computes it. What is no field operation (exp, sin, ...) is a keyed hash of its operands: equal operands,
// equal results, and nothing else.
//
// An order is no notion of a field. Compares, minimum and maximum, signs, and conversions to integers go by the real
// number that an element stands for, which is the one that a compiler would have folded it to if it is a small one:
//
//     |x| < 2^20                                                   x                  3 is 3
//     |x * 2^k mod p| < 2^16 for some k of 1 to 14                 that over 2^k      -1073741823 is 1/2
//     else                                                         x                  -715827882 (1/3) is -715827882
//
// The first row that holds counts: of the few fractions of 11 bits or more that share their element with a small integer,
// the integer (524288, not 1/4096), and of larger integers that share theirs with a fraction, the fraction
// (129/128, not 2^24 + 1). No two elements have the same number, as those of the middle row, fractions, are no
// integers. So the order is total, and minimum and maximum are associative and commutative. What is neither
// small nor such a fraction falls anywhere, but everywhere at the same place.
//
// Three more codes stand for what floats have besides numbers:
//
//     -inf = INT32_MIN + 1     +inf = INT32_MAX     NaN = INT32_MIN       (their int negation fits too)
//
// with rules under which add and mul are still commutative and associative, min and max too:
//
//     add    NaN, inf + -inf -> NaN                    inf + finite, inf + inf -> inf
//     mul    NaN, 0 * inf -> NaN    x * inf -> s(x) inf, where s(x) = +1 if x is a square mod p, else -1,
//            s(inf) = 1, s(-inf) = -1
//     inv    1/0 = +inf             1/inf = 1/-inf = 0         a / b = a * inv(b), so 0/0 = inf/inf = NaN
//     min    -inf < finite < +inf; with NaN by the function's name
//
// s is the Legendre symbol. s(1) = 1, s(-1) = -1 and s(2) = 1, so that 1 * inf = inf, -1 * inf = -inf and a
// power of two keeps infinity; but s(3) = -1 and 3 * inf = -inf. The plain sign would break associativity,
// (a * b) * inf = a * (b * inf), as products wrap around p; s is the only rule that keeps it together with
// -1 * x = -x.

inline constexpr int32_t modulus = 2147483647;
inline constexpr int32_t largest = (modulus - 1) / 2; ///< 2^30 - 1: the largest finite value.
inline constexpr int32_t posInf = INT32_MAX;
inline constexpr int32_t negInf = INT32_MIN + 1;
inline constexpr int32_t nan = INT32_MIN;

inline bool isFinite(int32_t x) { return x >= -largest && x <= largest; }

/// The real number of the header: numberOf(-1073741823) = 0.5. Infinities and NaN are themselves.
double numberOf(int32_t x);

//===--- Arrays ---===//
// n elements each, all of them finite (|x| <= largest) or special; other codes are not allowed. `out` may be
// any of the inputs, but must not overlap one otherwise.

void add(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
void sub(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
void mul(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
/// add(mul(a, b), c), exactly: contraction cannot be seen.
void fma(const int32_t *a, const int32_t *b, const int32_t *c, int32_t *out, size_t n);
/// mul(a, inv(b)).
void div(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
void inv(const int32_t *a, int32_t *out, size_t n);
void neg(const int32_t *a, int32_t *out, size_t n);
/// -x where the number of x is below 0, else x.
void abs(const int32_t *a, int32_t *out, size_t n);
/// x or -x, whichever has the sign of the other's number. NaN has none, and counts as not negative.
void copySign(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
/// -1, 0 or 1 by the number; NaN stays.
void signum(const int32_t *a, int32_t *out, size_t n);

/// minimumf, maximumf: NaN if one is NaN.
void minimum(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
void maximum(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
/// minnumf, maxnumf: the other one if one is NaN.
void minNumber(const int32_t *a, const int32_t *b, int32_t *out, size_t n);
void maxNumber(const int32_t *a, const int32_t *b, int32_t *out, size_t n);

/// A predicate is the set of relations under which it holds: oge = Greater | Equal, une = Less | Greater |
/// Unordered, ord = Less | Equal | Greater, true = all four, false = 0.
enum Relation : uint8_t { Equal = 1, Greater = 2, Less = 4, Unordered = 8 };
/// out = 1 where the relation of a and b is in `relations`, else 0.
void compare(uint8_t relations, const int32_t *a, const int32_t *b, uint8_t *out, size_t n);

//===--- Into the field and out of it ---===//

/// x mod p, centred. 2^31 -> 1.
void fromInt64(const int64_t *in, int32_t *out, size_t n);
void fromUInt64(const uint64_t *in, int32_t *out, size_t n);
/// The exact embedding of m * 2^e; infinities and NaN to the special codes, -0 to 0.
void fromDouble(const double *in, int32_t *out, size_t n);
void fromFloat(const float *in, int32_t *out, size_t n);

/// To an integer of `bits` (1 to 64) bits, sign- or zero-extended: the number without its fraction if that fits, else
/// 32 keyed bits of a hash, cut to the width. The specials never fit. toInt(-7/2, 8 bits, signed) = -3.
void toInt(uint64_t key, const int32_t *in, unsigned bits, bool isSigned, int64_t *out, size_t n);

//===--- What is no field operation ---===//
// `key` is one number per function (sin, exp2, ...) and, where it has them, per attribute.

/// A function of one operand: 31 well-mixed bits of (key, x), reduced into the field. NaN -> NaN; the
/// infinities are operands like others. Mixing: two rounds of a 32-bit finaliser (xor-shift, multiply), the
/// halves of the key entering before each, so that it is a bijection of 32 bits before the last cut.
void hash1(uint64_t key, const int32_t *x, int32_t *out, size_t n);
/// A function of two, not symmetric: hash2(k, x, y) and hash2(k, y, x) differ. NaN if one is NaN.
void hash2(uint64_t key, const int32_t *x, const int32_t *y, int32_t *out, size_t n);
/// hash1 for exp and exp2, which masks rely on: -inf -> 0, +inf -> +inf, 0 -> 1.
void hashExp(uint64_t key, const int32_t *x, int32_t *out, size_t n);
enum class Whole : uint8_t { Floor, Ceil, Round, RoundEven, Trunc }; ///< Round: halves away from 0.
/// A fraction as its number is rounded; x if |x| < 2^20; else a keyed hash of that range, so that applying it twice
/// is applying it once. Infinities and NaN stay.
void integerValued(Whole rule, uint64_t key, const int32_t *x, int32_t *out, size_t n);

//===--- One value ---===//

int32_t add(int32_t a, int32_t b);
int32_t sub(int32_t a, int32_t b);
int32_t mul(int32_t a, int32_t b);
int32_t div(int32_t a, int32_t b);
int32_t inv(int32_t a);
int32_t neg(int32_t a);
int32_t minimum(int32_t a, int32_t b);
int32_t maximum(int32_t a, int32_t b);
int32_t minNumber(int32_t a, int32_t b);
int32_t maxNumber(int32_t a, int32_t b);
int32_t fromInt64(int64_t x);
int32_t fromDouble(double x);
int32_t hash1(uint64_t key, int32_t x);
int32_t hash2(uint64_t key, int32_t x, int32_t y);
/// s of the header: +1 for squares and +inf, -1 for non-squares and -inf, 0 for 0 and NaN. Not that of the number.
int sign(int32_t x);

} // namespace fathom::ring

#endif // FATHOM_ORACLES_INTERP_NUMBERS_RING_H
