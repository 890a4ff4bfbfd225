// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of what picks one of two sides, and of comparisons.
//
// Bugs that compilers had here: min and max may take one side in a part of a group; a select follows its condition.
#include "core/analysis/axis/Rule.h"
#include "core/mutant/Mutant.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

/// Whether all of `a` is at most all of `b`, by what is known of bounds and constants that are not negative.
static bool surelyAtMost(const AxisInfo &a, const AxisInfo &b) {
  if (a.number && *a.number == 0)
    return b.isNotNegative();
  return a.isNotNegative() && b.number && *b.number >= 0 && a.below <= 62 &&
         (int64_t(1) << a.below) - 1 <= *b.number;
}

/// Which side is taken may change within a group, unless both go on alike.
AxisInfo Rule::smaller(bool isMin, bool isSigned) {
  auto left = number(0), right = number(1);
  if (left && right) {
    bool less = isSigned ? left->slt(*right) : left->ult(*right);
    return folded(less == isMin ? *left : *right);
  }
  const AxisInfo &a = lhs(), &b = rhs();
  if (surelyAtMost(a, b))
    return isMin ? a : b;
  if (surelyAtMost(b, a))
    return isMin ? b : a;
  AxisInfo out = sameWhereEqual();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    unsigned contiguity = std::min(a.exactLog(dim), b.exactLog(dim));
    out.axes[dim].contiguity = contiguity;
    out.axes[dim].divisibility =
        std::min(a.divisibilityAt(dim, contiguity), b.divisibilityAt(dim, contiguity));
  }
  bool known = a.isNotNegative() && b.isNotNegative();
  if (known)
    out.below = isMin ? std::min(a.below, b.below) : std::max(a.below, b.below);
  else if (isSigned && !isMin && (a.isNotNegative() || b.isNotNegative()))
    out.below = width - 1;
  else if (!isSigned && isMin && (a.isNotNegative() || b.isNotNegative()))
    out.below = std::min(a.below, b.below);
  else if (isSigned)
    out.below = isMin ? joinSign(a.below, b.below) : std::min(a.below, b.below);
  return within(out, type);
}

AxisInfo Rule::compare(arith::CmpIOp cmp) {
  using P = arith::CmpIPredicate;
  P predicate = cmp.getPredicate();
  auto left = number(0), right = number(1);
  if (left && right)
    return folded(APInt(1, arith::applyCmpPredicate(predicate, *left, *right)));
  AxisInfo out = sameWhereEqual();
  const AxisInfo &a = lhs(), &b = rhs();
  bool order = predicate != P::eq && predicate != P::ne;
  // x < r and x >= r change where x is a multiple of r's divisor: at a group's start. x <= r and x > r change one later,
  // which is where x < r + 1 changes.
  bool before =
      predicate == P::slt || predicate == P::sge || predicate == P::ult || predicate == P::uge;
  bool isSigned =
      predicate == P::slt || predicate == P::sle || predicate == P::sgt || predicate == P::sge;
  auto bound = [&](unsigned dim, const AxisInfo &r, const std::optional<APInt> &value,
                   bool at) -> unsigned {
    if (at)
      return r.divisibilityAt(dim, 0);
    if (!value || (isSigned ? value->isMaxSignedValue() : value->isAllOnes()))
      return 0;
    APInt next = *value + 1;
    return next.isZero() ? AxisInfo::maxLog : next.countr_zero();
  };
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    AxisInfo::Axis &axis = out.axes[dim];
    unsigned group = 0;
    if (order) {
      group = std::max(std::min({a.exactLog(dim), unsigned(b.axes[dim].constancy),
                                 bound(dim, b, right, before)}),
                       std::min({b.exactLog(dim), unsigned(a.axes[dim].constancy),
                                 bound(dim, a, left, !before)}));
    }
    // Two sides that go on alike compare alike.
    group = std::max(group, std::min(a.exactLog(dim), b.exactLog(dim)));
    axis.constancy = std::max<unsigned>(axis.constancy, group);
  }
  return within(out, type);
}

/// One side for each group where the condition is constant, so no longer groups than that.
AxisInfo Rule::select() {
  const AxisInfo &condition = operand(0), &a = operand(1), &b = operand(2);
  if (condition.number)
    return *condition.number ? a : b;
  AxisInfo out = a.join(b);
  out.onIndices |= condition.onIndices;
  bool scalar = !isa<RankedTensorType>(op->getOperand(0).getType());
  if (scalar || isMutant(Mutant::M29)) // The condition's groups are left out.
    return out;
  bool sameNumber = out.number.has_value();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    unsigned group = condition.axes[dim].constancy;
    out.limitContiguity(dim, group);
    if (!sameNumber)
      out.axes[dim].constancy = std::min<unsigned>(out.axes[dim].constancy, group);
  }
  return out;
}
