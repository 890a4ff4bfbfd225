// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of extensions, truncations and casts.
//
// Bugs that compilers had here: an i1 or a constant is extended by its sign or by zeros.
#include "core/analysis/axis/Rule.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

/// All elements of an exact group change alike, and what follows modulo 2^n goes on to. Divisibility by a
/// power of two beyond n is that of zero.
AxisInfo Rule::extend(bool isSigned) {
  unsigned from = axisWidth(op->getOperand(0).getType());
  if (auto value = number(0))
    return folded(isSigned ? value->sext(width) : value->zext(width));
  AxisInfo out = lhs();
  out.number.reset();
  out.wrap = std::min<unsigned>(out.wrap, from);
  // All ones for true: divides by nothing more than one does.
  if (!isSigned && !out.isNotNegative())
    out.below = from;
  return within(out, type);
}

AxisInfo Rule::truncate() {
  if (auto value = number(0))
    return folded(value->trunc(width));
  AxisInfo out = lhs();
  out.wrap = std::min<unsigned>(out.wrap, width);
  if (out.isNotNegative() && out.below >= width)
    out.below = anySign;
  return within(out, type);
}

/// Pointers of one pointee as another, and integers as pointers: the steps are other ones, the bytes are not.
AxisInfo Rule::cast() {
  AxisInfo out = unknown();
  bool numeric = width && axisWidth(op->getOperand(0).getType()) == width;
  out.onIndices = lhs().onIndices;
  bool sameSteps = numeric && out.unit == lhs().unit;
  if (sameSteps)
    out.wrap = lhs().wrap;
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    out.axes[dim] = lhs().axes[dim];
    if (!numeric) {
      out.axes[dim].contiguity = out.axes[dim].divisibility = 0;
    } else if (!sameSteps) {
      out.axes[dim].divisibility = lhs().divisibilityAt(dim, 0);
      out.axes[dim].contiguity = 0;
    }
  }
  if (numeric && unitOf(op->getOperand(0).getType()) == unitOf(type) &&
      getElementTypeOrSelf(op->getOperand(0).getType()) == getElementTypeOrSelf(type)) {
    out.number = lhs().number;
    out.below = lhs().below;
  }
  return out;
}
