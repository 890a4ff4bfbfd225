// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of quotients and remainders, of shifts to the right too.
//
// Bugs that compilers had here: a quotient rounds to zero, so (III) is not about signed integers that may be negative; a remainder's divisibility is
// of the smaller groups.
#include "core/analysis/axis/Rule.h"
#include "core/mutant/Mutant.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

/// A quotient by 2^s that rounds down, so that (III) holds of any sign.
AxisInfo Rule::shiftRight(bool isSigned) {
  auto left = number(0), right = number(1);
  if (left && right && right->ult(width))
    return folded(isSigned ? left->ashr(*right) : left->lshr(*right));
  if (right && right->isZero())
    return lhs();
  AxisInfo out = sameWhereEqual();
  if (!right || !right->ult(width))
    return out;
  unsigned shift = right->getZExtValue();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    AxisInfo::Axis &axis = out.axes[dim];
    axis.constancy = std::max<unsigned>(axis.constancy, std::min(lhs().exactLog(dim), shift));
    unsigned divisibility = lhs().divisibilityAt(dim, 0);
    axis.divisibility = divisibility > shift ? divisibility - shift : 0;
    // Beyond the width only zero divides, and stays zero.
    if (divisibility >= width)
      axis.divisibility = divisibility;
  }
  if (lhs().isNotNegative())
    out.below = lhs().below > shift ? lhs().below - shift : 0;
  else if (!isSigned)
    out.below = width - shift;
  else
    out.below = lhs().below;
  return within(out, type);
}

/// Whether (III) applies: the numerator has no sign, or is not negative. Says in `out` if that is assumed.
bool Rule::numeratorIsNotNegative(bool isSigned, AxisInfo &out) const {
  if (!isSigned || lhs().isNotNegative())
    return true;
  if (isMutant(Mutant::M28)) // The sign is not looked at.
    return true;
  if (lhs().below != indexSign)
    return false;
  out.onIndices = true;
  return true;
}

std::optional<AxisInfo>
Rule::dividedNumbers(llvm::function_ref<APInt(const APInt &, const APInt &)> divide,
                     bool isSigned) {
  auto left = number(0), right = number(1);
  if (!right || !(left || right->isZero()))
    return std::nullopt;
  bool isUndefined =
      right->isZero() || (isSigned && left->isMinSignedValue() && right->isAllOnes());
  return isUndefined ? sameWhereEqual() : folded(divide(*left, *right));
}

unsigned Rule::dividedGroup(unsigned dim) const {
  return std::min(
      {lhs().exactLog(dim), unsigned(rhs().axes[dim].constancy), rhs().divisibilityAt(dim, 0)});
}

AxisInfo Rule::divide(bool isSigned) {
  if (auto known = dividedNumbers(
          [&](const APInt &x, const APInt &y) { return isSigned ? x.sdiv(y) : x.udiv(y); },
          isSigned))
    return *known;
  auto right = number(1);
  if (right && right->isOne())
    return lhs();
  AxisInfo out = sameWhereEqual();
  const AxisInfo &a = lhs(), &b = rhs();
  bool positive = right && (!isSigned || right->isStrictlyPositive());
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    AxisInfo::Axis &axis = out.axes[dim];
    unsigned group = dividedGroup(dim);
    // (III); a negative divisor only changes the quotient's sign.
    if (group > axis.constancy && numeratorIsNotNegative(isSigned, out))
      axis.constancy = group;
    // An exact quotient by a power of two.
    unsigned divisibility = a.divisibilityAt(dim, 0);
    if (positive && right->isPowerOf2() && divisibility >= right->logBase2())
      axis.divisibility = divisibility < width ? divisibility - right->logBase2() : divisibility;
  }
  bool shrinks = b.isNotNegative() || !isSigned;
  if (a.isNotNegative() && shrinks)
    out.below = positive ? std::max<int>(0, int(a.below) - int(right->logBase2())) : a.below;
  else if (!isSigned && right)
    out.below = width - right->logBase2();
  else if (isSigned && a.below != anySign && !(right && right->isNegative()))
    out.below = indexSign; // What divides an index is a size.
  return within(out, type);
}

AxisInfo Rule::remainder(bool isSigned) {
  if (auto known = dividedNumbers(
          [&](const APInt &x, const APInt &y) { return isSigned ? x.srem(y) : x.urem(y); },
          isSigned))
    return *known;
  auto right = number(1);
  if (right && right->isOne())
    return folded(APInt::getZero(width));
  const AxisInfo &a = lhs(), &b = rhs();
  bool positive = right && (!isSigned || right->isStrictlyPositive());
  // Already less than the divisor.
  if (positive && a.isNotNegative() && right->logBase2() >= a.below)
    return a;
  AxisInfo out = sameWhereEqual();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    AxisInfo::Axis &axis = out.axes[dim];
    unsigned group = dividedGroup(dim);
    if (group && numeratorIsNotNegative(isSigned, out)) // (III)
      axis.contiguity = group;
    // x - r q divides by what divides x and r, of whatever sign. Of x, that is at the new groups (II).
    unsigned numerator =
        isMutant(Mutant::M32) ? a.axes[dim].divisibility : a.divisibilityAt(dim, axis.contiguity);
    axis.divisibility = std::min(numerator, b.divisibilityAt(dim, axis.contiguity));
  }
  unsigned divisorBits = b.isNotNegative() ? b.below : width;
  if (!isSigned || a.isNotNegative()) {
    unsigned numeratorBits = a.isNotNegative() ? a.below : width;
    out.below = std::min(numeratorBits, divisorBits);
    if (out.below >= width)
      out.below = anySign;
  } else {
    out.below = a.below;
  }
  return within(out, type);
}
