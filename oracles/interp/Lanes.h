// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole-array loops of ops that work element by element: kernels, chosen once when an op is prepared, and what runs them on values.
//
// A kernel is a loop over plain arrays, compiled for one lane of each operand. An operand that is held as one element beside others of n is
// repeated in a small buffer, a piece of the arrays at a time, so that no kernel has to know about it:
//
//   struct Add { template <class I> static FATHOM_INLINE auto of(typename I::U a, typename I::U b) { ... } };
//   template <class I> void addKernel(const Span &s) { mapLanes<U, U, U>(s, [](U a, U b) FATHOM_INLINE { return Add::of<I>(a, b); }); }
//   ...
//   Value out = Value::make(lane, countOf(in));
//   runKernel(addKernel<Int<32>>, in, out);
#ifndef FATHOM_ORACLES_INTERP_LANES_H
#define FATHOM_ORACLES_INTERP_LANES_H

#include "oracles/interp/Machine.h"
#include "oracles/interp/numbers/WideVectors.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace fathom::interp {

/// n elements of each operand, and room for n of the result.
struct Span {
  const void *in[3];
  void *out;
  int64_t n;
  /// Whatever tells kernels of one kind apart: a hash's key, a set of flags.
  uint64_t key = 0;

  template <class T> const T *operand(unsigned k) const { return static_cast<const T *>(in[k]); }
  template <class T> T *result() const { return static_cast<T *>(out); }
};
using Kernel = void (*)(const Span &);

/// At most three operands; `out` has as many elements as the longest of them, or one.
void runKernel(Kernel kernel, llvm::ArrayRef<const Value *> in, Value &out, uint64_t key = 0);

/// The operands of an instruction, in order.
using Operands = llvm::SmallVector<const Value *, 4>;
inline Operands operandsOf(const Frame &f, const Instr &i) {
  Operands operands;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    operands.push_back(&f.operand(i, k));
  return operands;
}
/// Elements of a result of these.
inline int64_t countOf(llvm::ArrayRef<const Value *> operands) {
  int64_t count = 1;
  for (const Value *value : operands)
    count = std::max(count, value->count);
  return count;
}

/// Where `flags` (U8, of the value's count) are not zero and no poison is yet: poisons the element.
void poisonWhere(const Value &flags, Poison poison, Value &value);

//===--- Loops of kernels ---===//
// The functor is FATHOM_INLINE and captures by value. What the vectoriser cannot widen for the baseline stays a scalar loop, without a warning.
// mapSlowly is for functors that call a function.

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
template <class R, class A, class F> void mapLanes(const Span &s, F f) {
  const A *a = s.operand<A>(0);
  R *out = s.result<R>();
  if (s.n == 1) {
    *out = f(*a);
    return;
  }
  withWideVectors([=, n = s.n](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (int64_t k = 0; k < n; ++k)
      out[k] = f(a[k]);
  });
}
template <class R, class A, class B, class F> void mapLanes(const Span &s, F f) {
  const A *a = s.operand<A>(0);
  const B *b = s.operand<B>(1);
  R *out = s.result<R>();
  if (s.n == 1) {
    *out = f(*a, *b);
    return;
  }
  withWideVectors([=, n = s.n](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (int64_t k = 0; k < n; ++k)
      out[k] = f(a[k], b[k]);
  });
}
template <class R, class A, class B, class C, class F> void mapLanes(const Span &s, F f) {
  const A *a = s.operand<A>(0);
  const B *b = s.operand<B>(1);
  const C *c = s.operand<C>(2);
  R *out = s.result<R>();
  if (s.n == 1) {
    *out = f(*a, *b, *c);
    return;
  }
  withWideVectors([=, n = s.n](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (int64_t k = 0; k < n; ++k)
      out[k] = f(a[k], b[k], c[k]);
  });
}
#pragma clang diagnostic pop
template <class R, class A, class F> void mapSlowly(const Span &s, F f) {
  for (int64_t k = 0; k < s.n; ++k)
    s.result<R>()[k] = f(s.operand<A>(0)[k]);
}
template <class R, class A, class B, class F> void mapSlowly(const Span &s, F f) {
  for (int64_t k = 0; k < s.n; ++k)
    s.result<R>()[k] = f(s.operand<A>(0)[k], s.operand<B>(1)[k]);
}

/// The bits of a float without its sign are ordered as magnitudes are: infinity after all numbers, NaN after it.
template <class T> using MagnitudeOf = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
template <class T> MagnitudeOf<T> largestMagnitude(const T *numbers, int64_t n) {
  using Bits = MagnitudeOf<T>;
  Bits largest = 0;
  for (int64_t k = 0; k < n; ++k) {
    Bits magnitude = std::bit_cast<Bits>(numbers[k]) & (Bits(~Bits(0)) >> 1);
    largest = magnitude > largest ? magnitude : largest;
  }
  return largest;
}

//===--- Integers ---===//

/// An integer type of up to 64 bits, as its lane holds it: bits above the width are zero.
template <unsigned Bits> struct Int {
  static constexpr unsigned bits = Bits;
  static constexpr unsigned bytes = Bits <= 8 ? 1 : Bits / 8;
  template <class T1, class T2, class T4, class T8>
  using OfBytes = std::conditional_t<
      bytes == 1, T1, std::conditional_t<bytes == 2, T2, std::conditional_t<bytes == 4, T4, T8>>>;
  using U = OfBytes<uint8_t, uint16_t, uint32_t, uint64_t>;
  using S = OfBytes<int8_t, int16_t, int32_t, int64_t>;
  /// What C++ computes in without promoting to a signed type.
  using W = std::conditional_t<bytes == 8, uint64_t, uint32_t>;

  static constexpr U mask = U(U(~U(0)) >> (8 * bytes - Bits));
  static constexpr U signBit = U(W(1) << (Bits - 1));
  static FATHOM_INLINE U cut(W x) { return U(x & W(mask)); }
  static FATHOM_INLINE S sign(U x) {
    return S(S(U(x << (8 * bytes - Bits))) >> (8 * bytes - Bits));
  }
};

/// Calls f with the Int of that many bits and returns what it returns; a default value if there is none.
template <class F> auto forBits(unsigned bits, F f) -> decltype(f(Int<32>())) {
  switch (bits) {
  case 1:
    return f(Int<1>());
  case 4:
    return f(Int<4>());
  case 8:
    return f(Int<8>());
  case 16:
    return f(Int<16>());
  case 32:
    return f(Int<32>());
  case 64:
    return f(Int<64>());
  default:
    return {};
  }
}

// Parts of the families of Machine.h that have a file of their own.
void addConstants(Registry &registry);    ///< arith.constant
void addIntegerCasts(Registry &registry); ///< arith: ext, trunc, index_cast, cmpi, select
void addBitcasts(Registry &registry); ///< arith.bitcast, tt.bitcast, tt.int_to_ptr, tt.ptr_to_int
void addMicroscaledCasts(
    Registry &registry); ///< ttg.fp4_to_fp, amdg.scaled_upcast_fp4, amdg.scaled_upcast_fp8
void addInlineAsm(Registry &registry); ///< tt.elementwise_inline_asm

} // namespace fathom::interp

#endif
