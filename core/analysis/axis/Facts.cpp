// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What facts are by themselves: how two join, how one prints, those of constants and of promises.
#include "core/analysis/axis/Rule.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

unsigned fathom::axisWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth();
  if (isa<IndexType>(element) || isa<tt::PointerType>(element))
    return 64;
  return 0;
}

SmallVector<int64_t, 4> fathom::axisShape(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    if (tensor.getRank() > 0 && tensor.hasStaticShape())
      return SmallVector<int64_t, 4>(tensor.getShape());
  return {1};
}

unsigned axis::unitOf(Type type) {
  auto pointer = dyn_cast<tt::PointerType>(getElementTypeOrSelf(type));
  if (!pointer || !pointer.getPointeeType().isIntOrFloat())
    return 0;
  unsigned bits = pointer.getPointeeType().getIntOrFloatBitWidth();
  return bits <= 8 ? 0 : llvm::Log2_32(bits / 8);
}

AxisInfo AxisInfo::unknown(Type type) {
  AxisInfo info;
  auto tensor = dyn_cast<RankedTensorType>(type);
  info.axes.resize(tensor && tensor.getRank() > 0 ? tensor.getRank() : 1);
  if (unsigned width = axisWidth(type))
    info.wrap = std::min(width, 64u);
  info.unit = unitOf(type);
  return info;
}

unsigned AxisInfo::divisibilityAt(unsigned dim, unsigned group) const {
  const Axis &axis = axes[dim];
  return group >= axis.contiguity ? axis.divisibility
                                  : std::min<unsigned>(axis.divisibility, group + unit);
}

void AxisInfo::limitContiguity(unsigned dim, unsigned contiguity) {
  if (contiguity >= axes[dim].contiguity)
    return;
  axes[dim].divisibility = divisibilityAt(dim, contiguity);
  axes[dim].contiguity = contiguity;
}

unsigned AxisInfo::exactLog(unsigned dim) const {
  const Axis &axis = axes[dim];
  unsigned aligned = axis.divisibility > unit ? axis.divisibility - unit : 0;
  return std::min<unsigned>(axis.contiguity, aligned);
}

int64_t AxisInfo::exactContiguity(unsigned dim) const { return int64_t(1) << exactLog(dim); }

AxisInfo AxisInfo::join(const AxisInfo &other) const {
  AxisInfo both = *this;
  if (other.axes.size() != axes.size()) {
    // Not two facts of one type; claim nothing.
    for (Axis &axis : both.axes)
      axis = {};
    both.number.reset();
    both.below = anySign;
    return both;
  }
  for (unsigned dim = 0; dim < axes.size(); ++dim) {
    unsigned contiguity = std::min(axes[dim].contiguity, other.axes[dim].contiguity);
    both.axes[dim] = {
        uint8_t(contiguity),
        uint8_t(std::min(divisibilityAt(dim, contiguity), other.divisibilityAt(dim, contiguity))),
        std::min(axes[dim].constancy, other.axes[dim].constancy)};
  }
  if (number != other.number)
    both.number.reset();
  both.wrap = std::min(wrap, other.wrap);
  both.below = joinSign(below, other.below);
  both.onIndices |= other.onIndices;
  return both;
}

void AxisInfo::print(llvm::raw_ostream &os) const {
  auto list = [&](StringRef name, auto of) {
    os << name << " = [";
    for (unsigned dim = 0; dim < rank(); ++dim)
      os << (dim ? ", " : "") << of(dim);
    os << "], ";
  };
  list("contiguity", [&](unsigned dim) { return contiguity(dim); });
  list("divisibility", [&](unsigned dim) { return divisibility(dim); });
  list("constancy", [&](unsigned dim) { return constancy(dim); });
  os << "constant_value = ";
  if (number)
    os << *number;
  else
    os << "<none>";
}

AxisInfo fathom::axisConstant(Type type, const APInt &number) {
  AxisInfo info = AxisInfo::unknown(type);
  SmallVector<int64_t, 4> shape = axisShape(type);
  unsigned divisibility = number.isZero() ? AxisInfo::maxLog : number.countr_zero();
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    info.axes[dim] = {0, uint8_t(std::min(divisibility, AxisInfo::maxLog)),
                      uint8_t(log(shape[dim]))};
  if (number.getBitWidth() > 64)
    return info;
  // The constant of an i1 is 0 or 1, of other integers it is signed.
  bool isTruth = number.getBitWidth() == 1;
  info.number = isTruth ? int64_t(number.getZExtValue()) : number.getSExtValue();
  if (*info.number >= 0 && !isTruth)
    info.below = number.getActiveBits();
  return info;
}

AxisInfo axis::within(AxisInfo info, Type type) {
  if (info.isNotNegative() && info.below >= axisWidth(type))
    info.below = AxisInfo::anySign;
  SmallVector<int64_t, 4> shape = axisShape(type);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    unsigned extent = log(shape[dim]);
    unsigned narrow = info.wrap ? info.wrap - 1 : 0;
    info.limitContiguity(dim, std::min(extent, narrow));
    info.axes[dim].constancy = std::min<unsigned>(info.axes[dim].constancy, extent);
  }
  return info;
}

AxisInfo fathom::withPromises(AxisInfo info, Type type,
                              llvm::function_ref<Attribute(StringRef)> promise) {
  auto read = [&](StringRef name, unsigned dim) -> unsigned {
    Attribute attribute = promise(name);
    int64_t number = 0;
    if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute)) {
      number = integer.getValue().isSignedIntN(64) ? integer.getValue().getSExtValue() : 0;
    } else if (auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attribute)) {
      if (dense.isSplat())
        number = dense.getSplatValue<APInt>().getSExtValue();
      else if (dim < dense.getNumElements())
        number = (*(dense.getValues<APInt>().begin() + dim)).getSExtValue();
    } else if (auto array = dyn_cast_or_null<DenseI32ArrayAttr>(attribute)) {
      number = dim < array.size() ? array[dim] : 0;
    } else if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute)) {
      number = dim < array.size() ? array[dim] : 0;
    }
    return number ? std::min<unsigned>(llvm::countr_zero(uint64_t(number)), AxisInfo::maxLog) : 0;
  };
  if (!axisWidth(type))
    return info;
  SmallVector<int64_t, 4> shape = axisShape(type);
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    AxisInfo::Axis &axis = info.axes[dim];
    // A promise of longer groups leaves fewer first elements, and of these what was known still holds.
    axis.contiguity =
        std::max<unsigned>(axis.contiguity, std::min(read("tt.contiguity", dim), log(shape[dim])));
    axis.divisibility = std::max<unsigned>(axis.divisibility, read("tt.divisibility", dim));
    axis.constancy =
        std::max<unsigned>(axis.constancy, std::min(read("tt.constancy", dim), log(shape[dim])));
  }
  return within(info, type);
}
