// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the generator knows of values: bounds of integers, and which buffer a pointer points into
// and where.
//
// Facts are what makes every access in bounds by construction. They hold for the launch that the
// test case describes:
//
//   %r = make_range 0..64         range 0..63
//   %s = muli %r, %stride         range 0..3024; %stride is an argument that the launch sets to 48
//   %p = addptr splat(%buf), %s   points into %buf at 0..3024, which gets 3025 elements or more
//
// An integer without a range may be anything, and is bounded (bounded() in Writer.h) before it is
// used as an index.
#ifndef FATHOM_FUZZ_GEN_FACTS_H
#define FATHOM_FUZZ_GEN_FACTS_H

#include "mlir/IR/Value.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fathom::gen {

/// Inclusive bounds.
struct Bounds {
  int64_t lo = 0, hi = 0;

  bool within(int64_t low, int64_t high) const { return lo >= low && hi <= high; }
  Bounds operator+(Bounds other) const { return {lo + other.lo, hi + other.hi}; }
  Bounds operator-(Bounds other) const { return {lo - other.hi, hi - other.lo}; }
  Bounds operator*(Bounds other) const {
    auto [least, most] = std::minmax({lo * other.lo, lo * other.hi, hi * other.lo, hi * other.hi});
    return {least, most};
  }
  Bounds join(Bounds other) const { return {std::min(lo, other.lo), std::max(hi, other.hi)}; }
};

/// Where a pointer, or each pointer of a tensor, points.
struct PointerFact {
  unsigned buffer; ///< Index into Writer::buffers.
  Bounds offset;   ///< In elements.
};

/// A pointer argument of the kernel.
struct Buffer {
  enum Use : uint8_t { In, Out, Atomic };
  mlir::Value arg;
  mlir::Type element;
  Use use;
  int64_t size = 1;           ///< In elements; grows with the accesses.
  std::optional<Bounds> fill; ///< Bounds of the contents, of an input buffer that holds indices.
  int twin = -1; ///< Another buffer that pointers into this one may point into: as big as this one.
};

/// A scalar argument of the kernel and the value that the launch gives it.
struct ScalarArg {
  mlir::Value arg;
  int64_t value = 0;
};

} // namespace fathom::gen

#endif
