// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of bitwise operations.
#include "core/analysis/axis/Rule.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

AxisInfo Rule::bitwise(BitKind kind) {
  auto left = number(0), right = number(1);
  if (left && right)
    return folded(kind == BitKind::bitAnd  ? *left & *right
                  : kind == BitKind::bitOr ? *left | *right
                                           : *left ^ *right);
  AxisInfo out = sameWhereEqual();
  const AxisInfo &a = lhs(), &b = rhs();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    AxisInfo::Axis &axis = out.axes[dim];
    // In an exact group only the low bits vary. Where the other side is constant and has zeros there, a union
    // follows; with ones there, and no more, so does an intersection.
    auto follow = [&](const AxisInfo &x, const AxisInfo &y, const std::optional<APInt> &mask) {
      unsigned exact = std::min<unsigned>(x.exactLog(dim), y.axes[dim].constancy);
      if (kind != BitKind::bitAnd)
        return std::min(exact, y.divisibilityAt(dim, 0));
      return mask ? std::min(exact, mask->countr_one()) : 0u;
    };
    unsigned contiguity = std::max(follow(a, b, right), follow(b, a, left));
    axis.contiguity = contiguity;
    unsigned one = a.divisibilityAt(dim, contiguity), two = b.divisibilityAt(dim, contiguity);
    axis.divisibility = kind == BitKind::bitAnd ? std::max(one, two) : std::min(one, two);
    // An intersection with zeros in the low bits does not vary in a group of them.
    if (kind == BitKind::bitAnd) {
      auto still = [&](const AxisInfo &x, const std::optional<APInt> &mask) {
        return mask ? std::min(x.exactLog(dim), mask->countr_zero()) : 0u;
      };
      axis.constancy =
          std::max<unsigned>(axis.constancy, std::max(still(a, right), still(b, left)));
    }
  }
  if (width == 1)
    return within(out, type);
  out.below = kind == BitKind::bitAnd ? std::min(a.below, b.below) : joinSign(a.below, b.below);
  return within(out, type);
}
