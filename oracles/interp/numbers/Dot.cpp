// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplies matrices: tiles of c are kept in registers while k runs over packed panels of a and b.
#include "oracles/interp/numbers/Dot.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "oracles/interp/numbers/Ring.h"
#include "oracles/interp/numbers/WideVectors.h"

namespace fathom {
namespace {

//===--- What the number systems differ in ---===//
// Element: of the matrices. Term: what products and sums are computed in. foldEvery: so many products may be
// summed before `fold` must be called; 0 if never.

template <class T> struct Plain {
  using Element = T;
  using Term = T;
  static constexpr unsigned foldEvery = 0;
  static FATHOM_INLINE Term load(Element x) { return x; }
  static FATHOM_INLINE Term start(Element c) { return c; }
  static FATHOM_INLINE Element finish(Term sum, Element) { return sum; }
  template <class V> static FATHOM_INLINE void fold(V &) {}
};

/// Unsigned, so that i32 wraps.
struct Wrapping : Plain<uint32_t> {};

/// Finite elements as [0, p) in 64 bits. A product is at most (2^31 - 2)^2, so four of them and a folded sum,
/// below 2^34, stay below 2^64.
struct Field {
  using Element = int32_t;
  using Term = uint64_t;
  static constexpr unsigned foldEvery = 4;
  static constexpr uint64_t p = uint64_t(ring::modulus);
  static FATHOM_INLINE Term load(Element x) { return uint32_t(x < 0 ? x + ring::modulus : x); }
  static FATHOM_INLINE Term start(Element) { return 0; }
  static Element finish(Term sum, Element c) { return ring::add(c, ring::fromInt64(sum % p)); }
  template <class V> static FATHOM_INLINE void fold(V &sum) { sum = (sum & p) + (sum >> 31); }
};

//===--- Tiles ---===//

constexpr size_t tileRows = 4;
/// Terms of one panel's depth: a panel of b, 64 bytes wide, stays in the first cache.
constexpr size_t depth = 256;

/// c += a * b for one tile, from panels whose rows of `rows` and `columns` terms follow each other, k by k.
template <class System, unsigned vectorBytes, unsigned vectors>
FATHOM_INLINE inline void multiplyTile(const typename System::Term *a,
                                       const typename System::Term *b, size_t K,
                                       typename System::Term *c) {
  using Term = typename System::Term;
  typedef Term Vector __attribute__((vector_size(vectorBytes)));
  constexpr size_t lanes = vectorBytes / sizeof(Term), columns = lanes * vectors;
  Vector sums[tileRows][vectors];
  std::memcpy(&sums, c, sizeof sums);
  auto step = [&]() FATHOM_INLINE {
    Vector right[vectors];
    std::memcpy(&right, b, sizeof right);
    for (size_t row = 0; row < tileRows; ++row)
      for (unsigned v = 0; v < vectors; ++v) {
        if constexpr (System::foldEvery !=
                      0) // The low halves alone: one instruction, where i64 * i64 is many.
          sums[row][v] += (right[v] & 0xffffffff) * (a[row] & 0xffffffff);
        else {
          Vector product = right[v] * a[row];
          sums[row][v] += product;
        }
      }
    a += tileRows;
    b += columns;
  };
  size_t k = 0;
  if constexpr (System::foldEvery != 0) {
    for (; k + System::foldEvery <= K; k += System::foldEvery) {
      for (unsigned i = 0; i < System::foldEvery; ++i)
        step();
      for (auto &row : sums)
        for (Vector &sum : row)
          System::fold(sum);
    }
  }
  for (; k < K; ++k)
    step();
  std::memcpy(c, &sums, sizeof sums);
}

template <class System, unsigned vectorBytes>
FATHOM_INLINE inline void multiply(const typename System::Element *a,
                                   const typename System::Element *b, typename System::Element *c,
                                   size_t M, size_t N, size_t K, typename System::Term *packedA,
                                   typename System::Term *packedB) {
  using Term = typename System::Term;
  using Element = typename System::Element;
  constexpr unsigned vectors = 2;
  constexpr size_t columns = vectors * vectorBytes / sizeof(Term);
  for (size_t firstK = 0; firstK < K; firstK += depth) {
    size_t countK = std::min(depth, K - firstK);
    // Rows and columns beyond the end are zero, and their sums are not stored.
    for (size_t row = 0; row < M; row += tileRows)
      for (size_t r = 0; r < tileRows; ++r) {
        Term *to = packedA + row * countK + r;
        const Element *from = a + std::min(row + r, M - 1) * K + firstK;
        for (size_t k = 0; k < countK; ++k)
          to[k * tileRows] = row + r < M ? System::load(from[k]) : Term(0);
      }
    for (size_t column = 0; column < N; column += columns) {
      size_t countN = std::min(columns, N - column);
      for (size_t k = 0; k < countK; ++k) {
        const Element *from = b + (firstK + k) * N + column;
        for (size_t j = 0; j < columns; ++j)
          packedB[k * columns + j] = j < countN ? System::load(from[j]) : Term(0);
      }
      for (size_t row = 0; row < M; row += tileRows) {
        Term tile[tileRows * columns] = {};
        size_t countM = std::min(tileRows, M - row);
        for (size_t r = 0; r < countM; ++r)
          for (size_t j = 0; j < countN; ++j)
            tile[r * columns + j] = System::start(c[(row + r) * N + column + j]);
        multiplyTile<System, vectorBytes, vectors>(packedA + row * countK, packedB, countK, tile);
        for (size_t r = 0; r < countM; ++r)
          for (size_t j = 0; j < countN; ++j) {
            Element &to = c[(row + r) * N + column + j];
            to = System::finish(tile[r * columns + j], to);
          }
      }
    }
  }
}

template <class System>
void dot(const typename System::Element *a, const typename System::Element *b,
         typename System::Element *c, size_t M, size_t N, size_t K) {
  using Term = typename System::Term;
  if (!M || !N || !K)
    return;
  size_t rows = (M + tileRows - 1) / tileRows * tileRows;
  auto packedA = std::make_unique_for_overwrite<Term[]>(rows * std::min(K, depth));
  auto packedB = std::make_unique_for_overwrite<Term[]>(64 / sizeof(Term) * std::min(K, depth));
  withWideVectors([=, packedA = packedA.get(), packedB = packedB.get()](auto bytes) FATHOM_INLINE {
    multiply<System, bytes.value>(a, b, c, M, N, K, packedA, packedB);
  });
}

} // namespace

void dotF32(const float *a, const float *b, float *c, size_t M, size_t N, size_t K, float *sumAbs) {
  dot<Plain<float>>(a, b, c, M, N, K);
  if (!sumAbs)
    return;
  auto magnitudes = [](const float *from, size_t n) {
    auto to = std::make_unique_for_overwrite<float[]>(n);
    for (size_t i = 0; i < n; ++i)
      to[i] = std::fabs(from[i]);
    return to;
  };
  std::fill_n(sumAbs, M * N, 0.0f);
  dot<Plain<float>>(magnitudes(a, M * K).get(), magnitudes(b, K * N).get(), sumAbs, M, N, K);
}

void dotF64(const double *a, const double *b, double *c, size_t M, size_t N, size_t K) {
  dot<Plain<double>>(a, b, c, M, N, K);
}

void dotI32(const int32_t *a, const int32_t *b, int32_t *c, size_t M, size_t N, size_t K) {
  dot<Wrapping>(reinterpret_cast<const uint32_t *>(a), reinterpret_cast<const uint32_t *>(b),
                reinterpret_cast<uint32_t *>(c), M, N, K);
}

void dotRing(const int32_t *a, const int32_t *b, int32_t *c, size_t M, size_t N, size_t K) {
  // Specials in a spoil rows of c, in b columns: there each special's term is added by itself. All is then
  // multiplied with zeros in their place, which leaves a special sum as it is.
  auto finite = [](const int32_t *from, size_t rows, size_t columns,
                   std::unique_ptr<int32_t[]> &copy, bool *inRow, bool *inColumn) {
    for (size_t i = 0; i < rows * columns; ++i) {
      if (ring::isFinite(from[i]))
        continue;
      if (!copy) {
        copy = std::make_unique_for_overwrite<int32_t[]>(rows * columns);
        std::copy_n(from, rows * columns, copy.get());
      }
      copy[i] = 0;
      (inRow ? inRow[i / columns] : inColumn[i % columns]) = true;
    }
    return copy ? copy.get() : from;
  };
  auto rowSpoilt = std::make_unique<bool[]>(M), columnSpoilt = std::make_unique<bool[]>(N);
  std::unique_ptr<int32_t[]> copyA, copyB;
  const int32_t *finiteA = finite(a, M, K, copyA, rowSpoilt.get(), nullptr);
  const int32_t *finiteB = finite(b, K, N, copyB, nullptr, columnSpoilt.get());
  if (copyA || copyB)
    for (size_t i = 0; i < M; ++i)
      for (size_t j = 0; j < N; ++j) {
        if (!rowSpoilt[i] && !columnSpoilt[j])
          continue;
        int32_t &sum = c[i * N + j];
        for (size_t k = 0; k < K && sum != ring::nan; ++k)
          if (!ring::isFinite(a[i * K + k]) || !ring::isFinite(b[k * N + j]))
            sum = ring::add(sum, ring::mul(a[i * K + k], b[k * N + j]));
      }
  dot<Field>(finiteA, finiteB, c, M, N, K);
}

} // namespace fathom
