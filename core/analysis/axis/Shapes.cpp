// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of what makes or moves elements: ranges, splats, broadcasts, reshapes.
#include "core/analysis/axis/Rule.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

AxisInfo Rule::makeRange(tt::MakeRangeOp range) {
  AxisInfo out = unknown();
  auto start = int32_t(range.getStart()), end = int32_t(range.getEnd());
  out.axes[0].contiguity = log(axisShape(type)[0]);
  out.axes[0].divisibility =
      start == 0 ? AxisInfo::maxLog : unsigned(llvm::countr_zero(uint32_t(start)));
  if (start >= 0)
    out.below = llvm::Log2_32_Ceil(uint32_t(end));
  return out;
}

AxisInfo Rule::splat() {
  if (auto value = number(0))
    return folded(*value);
  AxisInfo out = unknown();
  SmallVector<int64_t, 4> shape = axisShape(type);
  for (unsigned dim = 0; dim < out.rank(); ++dim)
    out.axes[dim] = {0, lhs().axes[0].divisibility, uint8_t(log(shape[dim]))};
  out.wrap = lhs().wrap;
  out.below = lhs().below;
  out.onIndices = lhs().onIndices;
  return out;
}

/// Along a new dimension each element is first in its group of one: what divides it is known of every element, along
/// whichever dimension says most.
static unsigned divisibilityOfAll(const AxisInfo &info) {
  unsigned most = 0;
  for (unsigned dim = 0; dim < info.rank(); ++dim)
    most = std::max(most, info.divisibilityAt(dim, 0));
  return most;
}

AxisInfo Rule::expandDims(unsigned axis) {
  AxisInfo out = lhs();
  uint8_t divisibility = divisibilityOfAll(lhs());
  if (axis > out.axes.size() || out.axes.size() + 1 != axisShape(type).size())
    return unknown();
  out.axes.insert(out.axes.begin() + axis, {0, divisibility, 0});
  return out;
}

AxisInfo Rule::broadcast() {
  AxisInfo out = lhs();
  SmallVector<int64_t, 4> from = axisShape(op->getOperand(0).getType()), to = axisShape(type);
  if (from.size() != to.size())
    return unknown();
  for (unsigned dim = 0; dim < out.rank(); ++dim)
    if (from[dim] != to[dim])
      out.axes[dim].constancy = log(to[dim]);
  return out;
}

AxisInfo Rule::transpose(ArrayRef<int32_t> order) {
  AxisInfo out = lhs();
  if (order.size() != out.axes.size())
    return unknown();
  for (auto [dim, from] : llvm::enumerate(order))
    out.axes[dim] = lhs().axes[from];
  return out;
}

/// By way of the row-major sequence of elements, of which the last dimensions of either shape are aligned pieces.
AxisInfo Rule::reshape(tt::ReshapeOp reshape) {
  SmallVector<int64_t, 4> from = axisShape(op->getOperand(0).getType()), to = axisShape(type);
  AxisInfo out = lhs();
  out.axes.assign(to.size(), {});
  bool uniform = true;
  for (unsigned dim = 0; dim < from.size(); ++dim)
    uniform &= lhs().axes[dim].constancy == log(from[dim]);
  unsigned every = divisibilityOfAll(lhs());
  for (auto [axis, size] : llvm::zip(out.axes, to))
    axis = {0, uint8_t(every), uint8_t(uniform ? log(size) : 0)};
  if (reshape.getAllowReorder() || uniform)
    return out;
  // The sequence: groups within the last dimension that is not of size 1, and constancy on into the ones before it
  // where that is whole.
  int last = int(from.size()) - 1;
  while (last > 0 && from[last] == 1)
    --last;
  AxisInfo::Axis flat = lhs().axes[last];
  for (int dim = last; dim > 0 && lhs().axes[dim].constancy == log(from[dim]); --dim)
    flat.constancy += lhs().axes[dim - 1].constancy;
  AxisInfo sequence = lhs();
  sequence.axes.assign(1, flat);
  // Back into dimensions: along one with `inner` elements after it, groups of constancy are that much shorter.
  unsigned inner = 0;
  bool first = true;
  for (int dim = int(to.size()) - 1; dim >= 0; --dim) {
    unsigned extent = log(to[dim]);
    AxisInfo::Axis &axis = out.axes[dim];
    if (first && extent) {
      axis.contiguity = std::min<unsigned>(flat.contiguity, extent);
      axis.divisibility = std::max<unsigned>(every, sequence.divisibilityAt(0, axis.contiguity));
      first = false;
    }
    axis.constancy = flat.constancy > inner ? std::min(flat.constancy - inner, extent) : 0;
    inner += extent;
  }
  return within(out, type);
}

AxisInfo Rule::joinTensors() {
  AxisInfo out = lhs().join(rhs());
  out.axes.push_back({0, uint8_t(divisibilityOfAll(out)), uint8_t(out.number ? 1 : 0)});
  return out;
}

AxisInfo Rule::split() {
  AxisInfo out = lhs();
  if (out.axes.size() < 2)
    return unknown();
  out.axes.pop_back();
  return out;
}
