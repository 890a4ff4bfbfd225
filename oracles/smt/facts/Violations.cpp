// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each claim of a value, as the lanes that would break it.
#include "oracles/smt/facts/Lanes.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

static unsigned depthOf(Question question) {
  return question == Question::step ? 1 : question == Question::window ? 5 : ~0u;
}

Index Lanes::anyLane() {
  Index index;
  for (auto [dim, size] : llvm::enumerate(shapeOf(root.getType()))) {
    index.push_back(size == 1 ? index32(0)
                              : c.bv_const(("lane" + std::to_string(dim)).c_str(), 32));
    hypotheses.push_back(z3::ult(index.back(), index32(size)));
  }
  return index;
}

std::vector<Violation> Lanes::violationsOfAxes() {
  const AxisInfo &info = claims.axes.lookup(root);
  withoutNegativeIndices = info.assumed();
  unsigned isNumber = axisWidth(root.getType()), depth = depthOf(question);
  std::vector<Violation> all;
  Index first = anyLane();
  auto lane = [&](const Index &index) { return std::pair(index, at(root, index, trips, depth)); };
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    AxisInfo::Axis axis = info.axes[dim];
    if (isNumber && axis.divisibility) {
      auto x = lane(inGroup(first, dim, axis.contiguity));
      all.push_back({"axis-info",
                     "divisibility",
                     !x.second.poison && !divides(x.second.bits, axis.divisibility),
                     {x}});
    }
    if (dim >= first.size())
      continue;
    z3::expr other = c.bv_const(("other" + std::to_string(dim)).c_str(), 32);
    auto pair = [&](unsigned log, auto differ, const char *rule) {
      auto x = lane(first), y = lane(inGroup(first, dim, log, other));
      z3::expr far = y.first[dim] - x.first[dim];
      all.push_back(
          {"axis-info",
           rule,
           !x.second.poison && !y.second.poison && differ(x.second.bits, y.second.bits, far),
           {x, y}});
    };
    if (axis.constancy)
      pair(axis.constancy, [&](auto &x, auto &y, auto &) { return x != y; }, "constancy");
    if (!isNumber || !axis.contiguity)
      continue;
    // How far y is to be from x, in so many bits.
    auto distance = [&](const z3::expr &far, unsigned bits) {
      z3::expr wide = bits > 32   ? z3::sext(far, bits - 32)
                      : bits < 32 ? far.extract(bits - 1, 0)
                                  : far;
      return z3::shl(wide, c.bv_val(unsigned(info.unit), bits));
    };
    unsigned modulus = std::min<unsigned>(info.wrapBits() + info.unit, isNumber);
    bool allExact = isNumber > 1 && info.exactLog(dim) == axis.contiguity;
    if (!allExact)
      pair(
          axis.contiguity,
          [&](auto &x, auto &y, auto &far) {
            return (y - x).extract(modulus - 1, 0) !=
                   distance(far, isNumber).extract(modulus - 1, 0);
          },
          "contiguity");
    if (unsigned exact = info.exactLog(dim); exact && isNumber > 1)
      pair(
          exact,
          [&](auto &x, auto &y, auto &far) {
            return z3::sext(y, 1) - z3::sext(x, 1) != distance(far, isNumber + 1);
          },
          "contiguity");
  }
  if (isNumber && (info.constant() || (info.isNotNegative() && info.below < isNumber))) {
    auto x = lane(first);
    if (info.constant())
      all.push_back({"axis-info",
                     "constant",
                     !x.second.poison && x.second.bits != number(*info.constant(), isNumber),
                     {x}});
    if (info.isNotNegative() && info.below < isNumber)
      all.push_back({"axis-info",
                     "bound",
                     !x.second.poison && z3::lshr(x.second.bits, number(info.below, isNumber)) != 0,
                     {x}});
  }
  return all;
}

/// A product lies between those of its factors' ends, which takes the solver long to see.
void Lanes::supposeProductBounds(arith::MulIOp product, const Term &x) {
  std::optional<ConstantIntRanges> left = claims.ranges.lookup(product.getLhs()),
                                   right = claims.ranges.lookup(product.getRhs());
  if (!left || !right)
    return;
  unsigned bits = x.bits.get_sort().bv_size();
  auto value = [&](const APInt &n) { return c.bv_val(n.getZExtValue(), bits); };
  auto between = [&](const APInt(&ends)[4], bool isSigned) {
    auto less = [&](const APInt &a, const APInt &b) { return isSigned ? a.slt(b) : a.ult(b); };
    APInt low = *std::min_element(ends, ends + 4, less),
          high = *std::max_element(ends, ends + 4, less);
    if (isSigned && low.isSignedIntN(bits) && high.isSignedIntN(bits))
      hypotheses.push_back(x.poison ||
                           (x.bits >= value(low.trunc(bits)) && x.bits <= value(high.trunc(bits))));
    if (!isSigned && high.isIntN(bits))
      hypotheses.push_back(x.poison || (z3::uge(x.bits, value(low.trunc(bits))) &&
                                        z3::ule(x.bits, value(high.trunc(bits)))));
  };
  APInt a = left->smin().sext(2 * bits), b = left->smax().sext(2 * bits),
        p = right->smin().sext(2 * bits), q = right->smax().sext(2 * bits);
  between({a * p, a * q, b * p, b * q}, true);
  a = left->umin().zext(2 * bits), b = left->umax().zext(2 * bits);
  p = right->umin().zext(2 * bits), q = right->umax().zext(2 * bits);
  between({a * p, a * q, b * p, b * q}, false);
}

std::vector<Violation> Lanes::violationsOfRange() {
  std::optional<ConstantIntRanges> range = claims.ranges.lookup(root);
  unsigned bits = axisWidth(root.getType());
  if (!range || !bits || bits > 64 || range->smin().getBitWidth() != bits ||
      *range == ConstantIntRanges::maxRange(bits))
    return {};
  Index first = anyLane();
  Term x = at(root, first, trips, depthOf(question));
  auto value = [&](const APInt &n) { return c.bv_val(n.getZExtValue(), bits); };
  if (auto product = root.getDefiningOp<arith::MulIOp>(); product && question == Question::step)
    supposeProductBounds(product, x);
  z3::expr outside = x.bits < value(range->smin()) || x.bits > value(range->smax()) ||
                     z3::ult(x.bits, value(range->umin())) || z3::ugt(x.bits, value(range->umax()));
  return {{"integer-range", "range", !x.poison && outside, {{first, x}}}};
}
