// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What integer ops compute on one element, for any width: what the kernels of IntegerOps.cpp are made of.
//
// of(a, b) is the result, for operands for which the op is not `undefined`; for others it is any number, but computed without undefined behaviour of C++.
// harmless(b): nothing is undefined by this second operand, whatever the first.
#ifndef FATHOM_ORACLES_INTERP_INTEGERELEMENTS_H
#define FATHOM_ORACLES_INTERP_INTEGERELEMENTS_H

#include "oracles/interp/Lanes.h"

namespace fathom::interp::integers {

/// What `Span::key` holds for the check of an op: arith::IntegerOverflowFlags, and the flag `exact`.
enum Promise : uint64_t { NoSignedWrap = 1, NoUnsignedWrap = 2, Exact = 4 };

template <class I>
FATHOM_INLINE bool overflowsSigned(typename I::U a, typename I::U b, typename I::U sum) {
  return (typename I::U((a ^ sum) & (b ^ sum)) & I::signBit) != 0;
}

struct Add {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return I::cut(typename I::W(a) + b);
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    auto sum = of<I>(a, b);
    return ((promises & NoUnsignedWrap) && sum < a) ||
           ((promises & NoSignedWrap) && overflowsSigned<I>(a, b, sum));
  }
};
struct Sub {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return I::cut(typename I::W(a) - b);
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    auto difference = of<I>(a, b);
    return ((promises & NoUnsignedWrap) && a < b) ||
           ((promises & NoSignedWrap) && ((a ^ b) & (a ^ difference) & I::signBit) != 0);
  }
};
struct Mul {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return I::cut(typename I::W(a) * b);
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    if constexpr (I::bits == 64) {
      uint64_t low;
      int64_t signedLow;
      return ((promises & NoUnsignedWrap) && __builtin_mul_overflow(a, b, &low)) ||
             ((promises & NoSignedWrap) &&
              __builtin_mul_overflow(I::sign(a), I::sign(b), &signedLow));
    } else {
      int64_t product = int64_t(I::sign(a)) * I::sign(b);
      return ((promises & NoUnsignedWrap) && (uint64_t(a) * b) > I::mask) ||
             ((promises & NoSignedWrap) && product != I::sign(of<I>(a, b)));
    }
  }
};

struct And {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return typename I::U(a & b);
  }
};
struct Or {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return typename I::U(a | b);
  }
};
struct Xor {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return typename I::U(a ^ b);
  }
};

/// Shift amounts are taken modulo a power of two that is at least the width, for C++'s sake.
template <class I> FATHOM_INLINE unsigned amount(typename I::U b) {
  return unsigned(b) & (8 * I::bytes - 1);
}
struct ShiftLeft {
  template <class I> static bool harmless(uint64_t b) { return b < I::bits; }
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return I::cut(typename I::W(a) << amount<I>(b));
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    typename I::U shifted = of<I>(a, b);
    auto back = typename I::U(I::sign(shifted) >> amount<I>(b));
    return (b >= I::bits) ||
           ((promises & NoUnsignedWrap) && typename I::U(shifted >> amount<I>(b)) != a) ||
           ((promises & NoSignedWrap) && I::cut(back) != a);
  }
};
template <class I> FATHOM_INLINE bool losesBits(typename I::U a, typename I::U b) {
  return typename I::U((a >> amount<I>(b)) << amount<I>(b)) != a;
}
struct ShiftRightUnsigned {
  template <class I> static bool harmless(uint64_t b) { return b < I::bits; }
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return typename I::U(a >> amount<I>(b));
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    return (b >= I::bits) || ((promises & Exact) && losesBits<I>(a, b));
  }
};
struct ShiftRightSigned {
  template <class I> static bool harmless(uint64_t b) { return b < I::bits; }
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return I::cut(typename I::U(I::sign(a) >> amount<I>(b)));
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    return (b >= I::bits) || ((promises & Exact) && losesBits<I>(a, b));
  }
};

struct MaxSigned {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return I::sign(a) < I::sign(b) ? b : a;
  }
};
struct MinSigned {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return I::sign(b) < I::sign(a) ? b : a;
  }
};
struct MaxUnsigned {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return a < b ? b : a;
  }
};
struct MinUnsigned {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    return b < a ? b : a;
  }
};

inline bool fitsDouble(int64_t a) { return a > -(int64_t(1) << 53) && a < int64_t(1) << 53; }
/// The quotient, rounded towards zero. A double (for at most 16 bits a float) divides many at a time, and
/// truncated it is the quotient: a / b < q + 1 differs from the integer q + 1 by 1 / b at least, more than rounding moves it, for a < 2^53.
template <class I> FATHOM_INLINE typename I::S divideSigned(typename I::S a, typename I::S b) {
  if constexpr (I::bits <= 16)
    return typename I::S(int32_t(float(a) / float(b)));
  else if constexpr (I::bits == 32)
    return int32_t(double(a) / double(b));
  else
    return fitsDouble(a) && fitsDouble(b) ? int64_t(double(a) / double(b)) : a / b;
}
template <class I> FATHOM_INLINE typename I::U divideUnsigned(typename I::U a, typename I::U b) {
  if constexpr (I::bits <= 16)
    return typename I::U(int32_t(float(a) / float(b)));
  else if constexpr (I::bits == 32)
    return uint32_t(int64_t(double(a) / double(b)));
  else
    return (a | b) >> 53 ? a / b : uint64_t(int64_t(double(int64_t(a)) / double(int64_t(b))));
}
template <class I> FATHOM_INLINE bool dividesNot(typename I::U a, typename I::U b) {
  return (b == 0) | ((a == I::signBit) & (b == I::mask));
}

enum class Towards { Zero, Floor, Ceiling };
template <Towards towards> struct DivideSigned {
  template <class I> static bool harmless(uint64_t b) { return b != 0 && b != I::mask; }
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    using S = typename I::S;
    S x = I::sign(a), y = dividesNot<I>(a, b) ? S(1) : I::sign(b);
    S quotient = divideSigned<I>(x, y);
    if constexpr (towards != Towards::Zero) {
      S rest = S(x - quotient * y);
      bool negative = (rest ^ y) < 0;
      if constexpr (towards == Towards::Floor)
        quotient = S(quotient - S((rest != 0) & negative));
      else
        quotient = S(quotient + S((rest != 0) & !negative));
    }
    return I::cut(typename I::U(quotient));
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    return dividesNot<I>(a, b) ||
           ((promises & Exact) && I::cut(typename I::W(of<I>(a, b)) * b) != a);
  }
};
struct RemSigned {
  template <class I> static bool harmless(uint64_t b) { return b != 0 && b != I::mask; }
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    using S = typename I::S;
    S x = I::sign(a), y = dividesNot<I>(a, b) ? S(1) : I::sign(b);
    return I::cut(typename I::U(S(x - divideSigned<I>(x, y) * y)));
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t) {
    return dividesNot<I>(a, b);
  }
};
template <Towards towards> struct DivideUnsigned {
  template <class I> static bool harmless(uint64_t b) { return b != 0; }
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    using U = typename I::U;
    U y = b == 0 ? U(1) : b;
    U quotient = divideUnsigned<I>(a, y);
    if constexpr (towards == Towards::Ceiling)
      quotient = I::cut(typename I::W(quotient) + (U(typename I::W(quotient) * y) != a));
    return quotient;
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t promises) {
    return (b == 0) || ((promises & Exact) && I::cut(typename I::W(of<I>(a, b)) * b) != a);
  }
};
struct RemUnsigned {
  template <class I> static bool harmless(uint64_t b) { return b != 0; }
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    using U = typename I::U;
    U y = b == 0 ? U(1) : b;
    return U(a - typename I::W(divideUnsigned<I>(a, y)) * y);
  }
  template <class I> static FATHOM_INLINE bool undefined(typename I::U, typename I::U b, uint64_t) {
    return b == 0;
  }
};

/// To a negative power as MLIR expands it: of 1 and -1 the usual, of 0 undefined, of others 0.
struct Power {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    using U = typename I::U;
    if (I::sign(b) < 0)
      return a == 1 ? U(1) : a == I::mask ? U(b & 1 ? I::mask : U(1)) : U(0);
    typename I::W power = 1, base = a;
    for (U left = b; left; left >>= 1) {
      if (left & 1)
        power *= base;
      base *= base;
    }
    return I::cut(power);
  }
  template <class I>
  static FATHOM_INLINE bool undefined(typename I::U a, typename I::U b, uint64_t) {
    return a == 0 && I::sign(b) < 0;
  }
};

/// The high half of the product of all bits.
struct MulHighUnsigned {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    if constexpr (I::bits == 64)
      return uint64_t((unsigned __int128)(a)*b >> 64);
    else
      return typename I::U((uint64_t(a) * b) >> I::bits);
  }
};
struct MulHighSigned {
  template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) {
    if constexpr (I::bits == 64)
      return uint64_t((__int128)(int64_t(a)) * int64_t(b) >> 64);
    else
      return I::cut(typename I::W((int64_t(I::sign(a)) * I::sign(b)) >> I::bits));
  }
};

struct Abs {
  template <class I> static FATHOM_INLINE auto of(typename I::U a) {
    return a & I::signBit ? I::cut(-typename I::W(a)) : a;
  }
};
struct LeadingZeros {
  template <class I> static FATHOM_INLINE auto of(typename I::U a) {
    return typename I::U(a ? __builtin_clzll(a) - (64 - int(I::bits)) : int(I::bits)) & I::mask;
  }
};
struct TrailingZeros {
  template <class I> static FATHOM_INLINE auto of(typename I::U a) {
    return typename I::U(a ? __builtin_ctzll(a) : int(I::bits)) & I::mask;
  }
};
struct PopCount {
  template <class I> static FATHOM_INLINE auto of(typename I::U a) {
    return typename I::U(__builtin_popcountll(a));
  }
};

} // namespace fathom::interp::integers

#endif
