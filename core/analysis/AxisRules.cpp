// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of AxisInfo, an op each. All numbers here are logarithms to base 2.
//
// Write c, d, k for the facts of a value along one dimension, and e = min(c, d) for its exact
// contiguity. What every rule keeps, beside the claims themselves:
//
//   (I) In each aligned group of 2^e, element i is the first one + i as a signed and as an unsigned
//       number: the group does not wrap.
//
// Proof for one n-bit operation: the group's first element divides by 2^e and the others follow modulo
// 2^n, so only the e low bits change (e < n: contiguity is kept below n). An extension changes all
// elements of such a group alike; a truncation keeps the low bits. For sums see `sum`.
//
// And what is used again and again:
//
//   (II) Elements at multiples of 2^g, g < c, divide by 2^min(d, g): the first of their group divides by
//        2^d, and they follow by a multiple of 2^g (divisibilityAt, limitContiguity).
//   (III) x in [m 2^g, (m+1) 2^g) and r a multiple of 2^g: x does not pass a multiple of r but where it
//        starts. So floor(x / r) and [x < r] are the same for all such x, and x - r floor(x / r)
//        follows x.
//
// Bugs that compilers had here: a quotient rounds to zero, so (III) is not about signed integers that may be
// negative; a remainder's divisibility is of the smaller groups; min and max may take one side in a part
// of a group; a select follows its condition; a shift by an amount that is not known is no product; an i1
// or a constant is extended by its sign or by zeros.
#include "core/analysis/AxisRules.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "core/mutant/Mutant.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fathom;
using llvm::APInt;

static constexpr uint8_t anySign = AxisInfo::anySign, indexSign = AxisInfo::indexSign;
/// The largest factor that an index is assumed to be multiplied by without a wrap: elements of a tile.
static constexpr unsigned tileLog = 20;

//===--- Types ---===//

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

static unsigned log(int64_t size) { return size > 0 ? llvm::Log2_64(size) : 0; }

static unsigned unitOf(Type type) {
  auto pointer = dyn_cast<tt::PointerType>(getElementTypeOrSelf(type));
  if (!pointer || !pointer.getPointeeType().isIntOrFloat())
    return 0;
  unsigned bits = pointer.getPointeeType().getIntOrFloatBitWidth();
  return bits <= 8 ? 0 : llvm::Log2_32(bits / 8);
}

//===--- AxisInfo ---===//

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

/// Of two signs, one that holds of both.
static uint8_t joinSign(uint8_t left, uint8_t right) { return std::max(left, right); }

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

//===--- Making facts ---===//

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

/// What does not go beyond the type: no more contiguity or constancy than there are elements, and no sign bit in what is
/// not negative.
static AxisInfo within(AxisInfo info, Type type) {
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

//===--- The rules ---===//

namespace {

/// One op's rule: its operands' facts in `in`, and its result's type.
struct Rule {
  Operation *op;
  ArrayRef<const AxisInfo *> in;
  Type type;
  unsigned width; ///< Of the result: bits of an integer or a pointer.

  const AxisInfo &operand(unsigned i) const { return *in[i]; }
  const AxisInfo &lhs() const { return *in[0]; }
  const AxisInfo &rhs() const { return *in[1]; }
  AxisInfo unknown() const { return AxisInfo::unknown(type); }
  std::optional<APInt> number(unsigned i) const;

  AxisInfo visit(unsigned result);
  AxisInfo sameWhereEqual();
  AxisInfo folded(APInt value) { return axisConstant(type, value); }

  AxisInfo constant(arith::ConstantOp constant);
  AxisInfo makeRange(tt::MakeRangeOp range);
  AxisInfo extend(bool isSigned);
  AxisInfo truncate();
  AxisInfo sum(unsigned scale);
  AxisInfo difference();
  AxisInfo product();
  AxisInfo scaled(unsigned shift);
  AxisInfo shiftLeft();
  AxisInfo shiftRight(bool isSigned);
  AxisInfo divide(bool isSigned);
  AxisInfo remainder(bool isSigned);
  AxisInfo bitwise(unsigned kind);
  AxisInfo smaller(bool isMin, bool isSigned);
  AxisInfo compare(arith::CmpIOp cmp);
  AxisInfo select();
  AxisInfo cast();
  AxisInfo splat();
  AxisInfo expandDims(unsigned axis);
  AxisInfo broadcast();
  AxisInfo transpose(ArrayRef<int32_t> order);
  AxisInfo reshape(tt::ReshapeOp reshape);
  AxisInfo joinTensors();
  AxisInfo split();
  AxisInfo load(tt::LoadOp load);
  AxisInfo programId();

  bool numeratorIsNotNegative(bool isSigned, AxisInfo &out) const;
};

} // namespace

std::optional<APInt> Rule::number(unsigned i) const {
  unsigned bits = axisWidth(op->getOperand(i).getType());
  if (!in[i]->number || bits == 0 || bits > 64)
    return std::nullopt;
  return APInt(bits, uint64_t(*in[i]->number), /*isSigned=*/true, /*implicitTrunc=*/true);
}

/// What is computed of each element alone is equal where the operands are.
AxisInfo Rule::sameWhereEqual() {
  AxisInfo out = unknown();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    unsigned constancy = log(axisShape(type)[dim]);
    for (const AxisInfo *info : in)
      if (info->rank() == out.rank())
        constancy = std::min<unsigned>(constancy, info->axes[dim].constancy);
      else
        constancy = 0;
    out.axes[dim].constancy = constancy;
  }
  for (const AxisInfo *info : in)
    out.onIndices |= info->onIndices;
  return out;
}

AxisInfo Rule::constant(arith::ConstantOp constant) {
  Attribute value = constant.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return folded(integer.getValue());
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (dense && dense.isSplat() && isa<IntegerType, IndexType>(dense.getElementType()))
    return folded(dense.getSplatValue<APInt>());
  AxisInfo out = unknown();
  if (dense && dense.isSplat())
    for (auto [axis, size] : llvm::zip(out.axes, axisShape(type)))
      axis.constancy = log(size);
  return out;
}

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

//===--- Casts ---===//

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

//===--- Sums and products ---===//

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

//===--- Quotients and remainders ---===//

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

AxisInfo Rule::divide(bool isSigned) {
  auto left = number(0), right = number(1);
  if (right && right->isZero())
    return sameWhereEqual(); // Undefined.
  if (left && right)
    return left->isMinSignedValue() && right->isAllOnes() && isSigned
               ? sameWhereEqual()
               : folded(isSigned ? left->sdiv(*right) : left->udiv(*right));
  if (right && right->isOne())
    return lhs();
  AxisInfo out = sameWhereEqual();
  const AxisInfo &a = lhs(), &b = rhs();
  bool positive = right && (!isSigned || right->isStrictlyPositive());
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    AxisInfo::Axis &axis = out.axes[dim];
    unsigned group =
        std::min({a.exactLog(dim), unsigned(b.axes[dim].constancy), b.divisibilityAt(dim, 0)});
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
  auto left = number(0), right = number(1);
  if (right && right->isZero())
    return sameWhereEqual(); // Undefined.
  if (left && right)
    return left->isMinSignedValue() && right->isAllOnes() && isSigned
               ? sameWhereEqual()
               : folded(isSigned ? left->srem(*right) : left->urem(*right));
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
    unsigned group =
        std::min({a.exactLog(dim), unsigned(b.axes[dim].constancy), b.divisibilityAt(dim, 0)});
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

//===--- Bits ---===//

enum BitKind : unsigned { bitAnd, bitOr, bitXor };

AxisInfo Rule::bitwise(unsigned kind) {
  auto left = number(0), right = number(1);
  if (left && right)
    return folded(kind == bitAnd  ? *left & *right
                  : kind == bitOr ? *left | *right
                                  : *left ^ *right);
  AxisInfo out = sameWhereEqual();
  const AxisInfo &a = lhs(), &b = rhs();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    AxisInfo::Axis &axis = out.axes[dim];
    // In an exact group only the low bits vary. Where the other side is constant and has zeros there, a union
    // follows; with ones there, and no more, so does an intersection.
    auto follow = [&](const AxisInfo &x, const AxisInfo &y, const std::optional<APInt> &mask) {
      unsigned exact = std::min<unsigned>(x.exactLog(dim), y.axes[dim].constancy);
      if (kind != bitAnd)
        return std::min(exact, y.divisibilityAt(dim, 0));
      return mask ? std::min(exact, mask->countr_one()) : 0u;
    };
    unsigned contiguity = std::max(follow(a, b, right), follow(b, a, left));
    axis.contiguity = contiguity;
    unsigned one = a.divisibilityAt(dim, contiguity), two = b.divisibilityAt(dim, contiguity);
    axis.divisibility = kind == bitAnd ? std::max(one, two) : std::min(one, two);
    // An intersection with zeros in the low bits does not vary in a group of them.
    if (kind == bitAnd) {
      auto still = [&](const AxisInfo &x, const std::optional<APInt> &mask) {
        return mask ? std::min(x.exactLog(dim), mask->countr_zero()) : 0u;
      };
      axis.constancy =
          std::max<unsigned>(axis.constancy, std::max(still(a, right), still(b, left)));
    }
  }
  if (width == 1)
    return within(out, type);
  out.below = kind == bitAnd ? std::min(a.below, b.below) : joinSign(a.below, b.below);
  return within(out, type);
}

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

//===--- Comparisons and selections ---===//

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

//===--- Shapes ---===//

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

//===--- The rest ---===//

/// Equal pointers under equal masks load equal values, unless somebody writes in between.
AxisInfo Rule::load(tt::LoadOp load) {
  if (load.getIsVolatile() || tt::isBlockPointer(load.getPtr().getType()))
    return unknown();
  return sameWhereEqual();
}

/// A dimension of the grid has up to 2^31 - 1 programs.
AxisInfo Rule::programId() {
  AxisInfo out = unknown();
  out.below = 31;
  return out;
}

AxisInfo Rule::visit(unsigned result) {
  return TypeSwitch<Operation *, AxisInfo>(op)
      .Case([&](arith::ConstantOp o) { return constant(o); })
      .Case([&](arith::AddIOp) { return sum(0); })
      .Case([&](tt::AddPtrOp) { return sum(unitOf(type)); })
      .Case([&](arith::MulIOp) { return product(); })
      .Case([&](tt::SplatOp) { return splat(); })
      .Case([&](tt::BroadcastOp) { return broadcast(); })
      .Case([&](tt::ExpandDimsOp o) { return expandDims(o.getAxis()); })
      .Case([&](tt::MakeRangeOp o) { return makeRange(o); })
      .Case<ttg::ConvertLayoutOp, amdg::InThreadTransposeOp>([&](auto) { return lhs(); })
      .Case([&](arith::CmpIOp o) { return compare(o); })
      .Case([&](arith::AndIOp) { return bitwise(bitAnd); })
      .Case([&](arith::OrIOp) { return bitwise(bitOr); })
      .Case([&](arith::XOrIOp) { return bitwise(bitXor); })
      .Case([&](arith::SubIOp) { return difference(); })
      .Case([&](arith::DivSIOp) { return divide(true); })
      .Case([&](arith::DivUIOp) { return divide(false); })
      .Case([&](arith::RemSIOp) { return remainder(true); })
      .Case([&](arith::RemUIOp) { return remainder(false); })
      .Case([&](arith::MinSIOp) { return smaller(true, true); })
      .Case([&](arith::MaxSIOp) { return smaller(false, true); })
      .Case([&](arith::MinUIOp) { return smaller(true, false); })
      .Case([&](arith::MaxUIOp) { return smaller(false, false); })
      .Case([&](arith::ShLIOp) { return shiftLeft(); })
      .Case([&](arith::ShRSIOp) { return shiftRight(true); })
      .Case([&](arith::ShRUIOp) { return shiftRight(false); })
      .Case([&](arith::SelectOp) { return select(); })
      .Case([&](arith::ExtSIOp) { return extend(true); })
      .Case([&](arith::ExtUIOp) { return extend(false); })
      .Case([&](arith::TruncIOp) { return truncate(); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](auto) {
        unsigned from = axisWidth(op->getOperand(0).getType());
        if (from > width)
          return truncate();
        return from < width ? extend(isa<arith::IndexCastOp>(op)) : lhs();
      })
      .Case<tt::BitcastOp, arith::BitcastOp, tt::IntToPtrOp, tt::PtrToIntOp>(
          [&](auto) { return cast(); })
      .Case([&](tt::LoadOp o) { return load(o); })
      .Case([&](tt::TransOp o) { return transpose(o.getOrder()); })
      .Case([&](tt::ReshapeOp o) { return reshape(o); })
      .Case([&](tt::JoinOp) { return joinTensors(); })
      .Case([&](tt::SplitOp) { return split(); })
      .Case<tt::GetProgramIdOp, tt::GetNumProgramsOp>([&](auto) { return programId(); })
      .Default([&](Operation *) {
        if (op->hasTrait<mlir::OpTrait::Elementwise>() && !in.empty() &&
            !isa<tt::ElementwiseInlineAsmOp>(op) && op->getNumRegions() == 0 &&
            isMemoryEffectFree(op))
          return sameWhereEqual();
        return unknown();
      });
}

AxisInfo fathom::axisRule(Operation *op, ArrayRef<const AxisInfo *> operands, unsigned result) {
  Type type = op->getResult(result).getType();
  Rule rule{op, operands, type, axisWidth(type)};
  AxisInfo out = rule.visit(result);
  if (op->getRawDictionaryAttrs().empty())
    return out;
  return withPromises(std::move(out), type,
                      [&](StringRef name) { return op->getDiscardableAttr(name); });
}
