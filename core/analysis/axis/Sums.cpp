// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of sums, differences and products.
//
// Bugs that compilers had here: a shift by an amount that is not known is no product.
#include "core/analysis/axis/Rule.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

/// The largest factor that an index is assumed to be multiplied by without a wrap: elements of a tile.
static constexpr unsigned tileLog = 20;

static uint8_t signOfSum(uint8_t left, uint8_t right, unsigned width) {
  if (left == anySign || right == anySign)
    return anySign;
  if (left < indexSign && right < indexSign && std::max(left, right) + 1u < width)
    return std::max(left, right) + 1;
  return indexSign;
}

/// lhs + rhs 2^scale. In a group where one side is constant the other is followed; first elements divide by
/// what divides both. For (I): e <= c <= the constancy of one side, and e <= d <= the divisibility of the other,
/// so the group is exact there, and adding what divides by 2^e too changes no low bit.
AxisInfo Rule::sum(unsigned scale) {
  if (scale == 0 && !unitOf(type)) {
    auto left = number(0), right = number(1);
    if (left && right)
      return folded(*left + *right);
    if (left && left->isZero())
      return rhs();
    if (right && right->isZero())
      return lhs();
  }
  AxisInfo out = unknown();
  const AxisInfo &a = lhs(), &b = rhs();
  out.onIndices = a.onIndices || b.onIndices;
  unsigned offsetBits = std::min<unsigned>(b.wrap, axisWidth(op->getOperand(1).getType()));
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    unsigned follows = std::min(a.axes[dim].contiguity, b.axes[dim].constancy);
    unsigned followed = std::min(a.axes[dim].constancy, b.axes[dim].contiguity);
    unsigned contiguity = std::max(follows, followed);
    if (contiguity)
      out.wrap = std::min<unsigned>(out.wrap, follows >= followed ? a.wrap : offsetBits);
    unsigned right = std::min(b.divisibilityAt(dim, contiguity) + scale, AxisInfo::maxLog);
    out.axes[dim] = {uint8_t(contiguity),
                     uint8_t(std::min(a.divisibilityAt(dim, contiguity), right)),
                     std::min(a.axes[dim].constancy, b.axes[dim].constancy)};
  }
  out.below = signOfSum(a.below, b.below, width);
  return within(out, type);
}

/// As a sum, but nothing follows what is subtracted; two sides that go on alike stay as far apart.
AxisInfo Rule::difference() {
  auto left = number(0), right = number(1);
  if (left && right)
    return folded(*left - *right);
  if (right && right->isZero())
    return lhs();
  AxisInfo out = unknown();
  const AxisInfo &a = lhs(), &b = rhs();
  out.onIndices = a.onIndices || b.onIndices;
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    unsigned contiguity = std::min(a.axes[dim].contiguity, b.axes[dim].constancy);
    if (contiguity)
      out.wrap = std::min(out.wrap, a.wrap);
    unsigned alike = std::min(a.exactLog(dim), b.exactLog(dim));
    out.axes[dim] = {
        uint8_t(contiguity),
        uint8_t(std::min(a.divisibilityAt(dim, contiguity), b.divisibilityAt(dim, contiguity))),
        uint8_t(std::max<unsigned>(alike, std::min(a.axes[dim].constancy, b.axes[dim].constancy)))};
  }
  return within(out, type);
}

static uint8_t signOfProduct(const AxisInfo &a, const AxisInfo &b, unsigned width, bool scalar) {
  if (a.below == anySign || b.below == anySign)
    return anySign;
  if (a.isNotNegative() && b.isNotNegative() && unsigned(a.below) + b.below < width)
    return a.below + b.below;
  // An index times a tile's size, or a number of programs times another; but no hash.
  if (a.number || b.number)
    return (a.number ? a : b).below <= tileLog ? indexSign : anySign;
  return scalar ? indexSign : anySign;
}

AxisInfo Rule::product() {
  auto left = number(0), right = number(1);
  if (left && right)
    return folded(*left * *right);
  if ((left && left->isZero()) || (right && right->isZero()))
    return folded(APInt::getZero(width));
  if (left && left->isOne())
    return rhs();
  if (right && right->isOne())
    return lhs();
  AxisInfo out = unknown();
  const AxisInfo &a = lhs(), &b = rhs();
  out.onIndices = a.onIndices || b.onIndices;
  for (unsigned dim = 0; dim < out.rank(); ++dim)
    // Groups of one: each element divides by what divides every element of either side.
    out.axes[dim] = {
        0, uint8_t(std::min(a.divisibilityAt(dim, 0) + b.divisibilityAt(dim, 0), AxisInfo::maxLog)),
        std::min(a.axes[dim].constancy, b.axes[dim].constancy)};
  out.below = signOfProduct(a, b, width, !isa<RankedTensorType>(type));
  return out;
}

/// lhs 2^shift.
AxisInfo Rule::scaled(unsigned shift) {
  AxisInfo out = unknown();
  out.onIndices = lhs().onIndices;
  for (unsigned dim = 0; dim < out.rank(); ++dim)
    out.axes[dim] = {0, uint8_t(std::min(lhs().divisibilityAt(dim, 0) + shift, AxisInfo::maxLog)),
                     lhs().axes[dim].constancy};
  if (lhs().isNotNegative() && lhs().below + shift < width)
    out.below = lhs().below + shift;
  else if (lhs().below != anySign && shift <= tileLog)
    out.below = indexSign;
  return out;
}

AxisInfo Rule::shiftLeft() {
  auto left = number(0), right = number(1);
  if (left && right && right->ult(width))
    return folded(left->shl(*right));
  if (right && right->isZero())
    return lhs();
  if (right && right->ult(width))
    return scaled(right->getZExtValue());
  // By whatever amount, bits only come in as zeros from the right.
  AxisInfo out = sameWhereEqual();
  for (unsigned dim = 0; dim < out.rank(); ++dim)
    out.axes[dim].divisibility = lhs().divisibilityAt(dim, 0);
  return out;
}
