// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of which only claims are known: terms that have contiguity, divisibility and constancy by the way they are made.
#include "oracles/smt/facts/Lanes.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

/// The offset of a lane in its group of 2^log, as a number of bits.
z3::expr Lanes::offset(const z3::expr &place, unsigned log, unsigned unit, unsigned bits) {
  z3::expr low = log ? z3::zext(place.extract(log - 1, 0), 32 - log) : index32(0);
  low = bits > 32 ? z3::zext(low, bits - 32) : bits < 32 ? low.extract(bits - 1, 0) : low;
  return z3::shl(low, c.bv_val(unit, bits));
}

/// A term that has the contiguity, divisibility and constancy that are claimed of it by the way it is made: that of its group's first
/// lane, with zeros at the end, and how far the lane is from there. An undefined element goes on like its group.
z3::expr Lanes::asClaimed(Value value, Index index,
                          llvm::function_ref<z3::expr(const Index &)> make) {
  const AxisInfo &info = claims.axes.lookup(value);
  unsigned isNumber = axisWidth(value.getType()), zeros = 0;
  unsigned bits = bitsOf(getElementTypeOrSelf(value.getType())).value_or(64);
  z3::expr far = c.bv_val(0, bits);
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    AxisInfo::Axis axis = info.axes[dim];
    unsigned group = axis.contiguity;
    // Modulo less than the type: supposeClaims says so.
    if (info.wrapBits() + info.unit < bits)
      group = info.exactLog(dim);
    if (!isNumber || axis.constancy)
      group = 0;
    if (dim < index.size() && group)
      far = far + offset(index[dim], group, info.unit, bits);
    if (isNumber)
      zeros = std::max(zeros, info.divisibilityAt(dim, group));
    index = inGroup(index, dim, std::max<unsigned>(group, axis.constancy));
  }
  z3::expr first = make(index);
  if (zeros >= bits)
    first = c.bv_val(0, bits);
  else if (zeros)
    first = z3::concat(first.extract(bits - 1, zeros), number(0, zeros));
  return first + far;
}

void Lanes::supposeClaims(Value value, const Index &index, const Term &term,
                          const std::string &name) {
  const AxisInfo &info = claims.axes.lookup(value);
  unsigned bits = term.bits.get_sort().bv_size(), number = axisWidth(value.getType());
  auto argument = dyn_cast<BlockArgument>(value);
  bool isInput = argument && isa<tt::FuncOp>(argument.getOwner()->getParentOp());
  auto suppose = [&](const z3::expr &fact) {
    (isInput ? ofInputs : hypotheses).push_back(term.poison || fact);
  };
  unsigned modulus = info.wrapBits() + info.unit;
  for (unsigned dim = 0; number && modulus < bits && dim < index.size(); ++dim) {
    AxisInfo::Axis axis = info.axes[dim];
    if (!axis.contiguity)
      continue;
    z3::expr start = apply(name + "c" + std::to_string(dim), inGroup(index, dim, axis.contiguity),
                           c.bv_sort(bits));
    suppose(divides(start, axis.divisibility));
    z3::expr expected = start + offset(index[dim], axis.contiguity, info.unit, bits);
    suppose((term.bits - expected).extract(modulus - 1, 0) == c.bv_val(0, modulus));
  }
  if (!number)
    return;
  if (info.constant())
    suppose(term.bits == c.bv_val(*info.constant(), bits));
  if (info.isNotNegative() && info.below < bits)
    suppose(z3::ult(term.bits, z3::shl(c.bv_val(1, bits), c.bv_val(unsigned(info.below), bits))));
  std::optional<ConstantIntRanges> range = claims.ranges.lookup(value);
  if (range && range->smin().getBitWidth() == bits && bits <= 64) {
    auto value = [&](const APInt &n) { return c.bv_val(n.getZExtValue(), bits); };
    suppose(term.bits >= value(range->smin()) && term.bits <= value(range->smax()) &&
            z3::uge(term.bits, value(range->umin())) && z3::ule(term.bits, value(range->umax())));
  }
}

Term Lanes::leaf(Value value, const Index &index, const Trips &trips) {
  bool isRoot = value == root && !tripBefore;
  std::string name = (isRoot ? "root" : "v") + std::to_string(numberOf(value.getAsOpaquePointer()));
  for (auto [loop, trip] : trips)
    name += "@" + std::to_string(trip);
  unsigned bits = bitsOf(getElementTypeOrSelf(value.getType())).value_or(64);
  Term term{apply(name, index, c.bv_sort(bits)), apply(name + "?", index, c.bool_sort())};
  auto argument = dyn_cast<BlockArgument>(value);
  auto function = argument ? dyn_cast<tt::FuncOp>(argument.getOwner()->getParentOp()) : nullptr;
  bool given = function && argument.getOwner() == &function.getBody().front();
  if (given)
    term.poison = c.bool_val(false);
  else
    leaveOpen(value.getDefiningOp() ? value.getDefiningOp()->getName().getStringRef()
                                    : StringRef("an argument of a block"));
  if ((question != Question::exact && !isRoot) || given) {
    term.bits = asClaimed(value, index,
                          [&](const Index &place) { return apply(name, place, c.bv_sort(bits)); });
    supposeClaims(value, index, term, name);
  }
  if (given && isa<IntegerType>(value.getType()))
    integerArguments.insert({argument.getArgNumber(), term.bits});
  return term;
}
