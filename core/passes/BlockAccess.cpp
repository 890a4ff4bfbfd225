// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The addresses and the bounds of a block of a tensor in memory.
#include "core/passes/BlockAccess.h"

#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

using namespace mlir;
using namespace fathom;

/// A list of n numbers as a tensor of shape 1 x .. x n x .. x 1.
Value BlockAccess::alongDim(Value list, unsigned dim) {
  for (unsigned other = 0; other < block.size(); ++other)
    if (other != dim)
      list = tt::ExpandDimsOp::create(b, loc, list, other);
  return list;
}

Value BlockAccess::toBlock(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getShape() == block ? value : Value(tt::BroadcastOp::create(b, loc, value, block));
}

void BlockAccess::beginAt(unsigned dim, Value offset) {
  auto size = static_cast<int32_t>(block[dim]);
  if (size == 1) {
    SmallVector<int64_t> ones(block.size(), 1);
    places[dim] = tt::SplatOp::create(b, loc, offset, ones);
    return;
  }
  auto type = RankedTensorType::get({size}, b.getI64Type());
  Value range = arith::ExtSIOp::create(b, loc, type, tt::MakeRangeOp::create(b, loc, 0, size));
  Value begin = tt::SplatOp::create(b, loc, type, offset);
  places[dim] = alongDim(arith::AddIOp::create(b, loc, begin, range), dim);
}

void BlockAccess::listPlaces(unsigned dim, Value list) {
  Value along = alongDim(list, dim);
  auto type = cast<RankedTensorType>(along.getType()).clone(b.getI64Type());
  places[dim] = arith::ExtSIOp::create(b, loc, type, along);
}

Value BlockAccess::pointers() {
  Value result = tt::SplatOp::create(b, loc, base, block);
  for (unsigned dim = 0; dim < block.size(); ++dim) {
    Value distance = places[dim];
    if (Value stride = strides[dim]) {
      auto type = cast<RankedTensorType>(distance.getType());
      Value each = tt::SplatOp::create(b, loc, type, stride);
      if (isMutant(Mutant::M47)) { // M47: distances wrap at 32 bits.
        auto narrow = type.clone(b.getI32Type());
        distance = arith::MulIOp::create(b, loc, arith::TruncIOp::create(b, loc, narrow, distance),
                                         arith::TruncIOp::create(b, loc, narrow, each));
        distance = arith::ExtSIOp::create(b, loc, type, distance);
      } else {
        distance = arith::MulIOp::create(b, loc, distance, each);
      }
    }
    result = tt::AddPtrOp::create(b, loc, result, toBlock(distance));
  }
  return result;
}

Value BlockAccess::inside(ArrayRef<int32_t> dims) {
  Value result;
  for (int32_t dim : dims) {
    auto type = cast<RankedTensorType>(places[dim].getType());
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    Value size = tt::SplatOp::create(b, loc, type, shape[dim]);
    Value above = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, places[dim], zero);
    Value below = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, places[dim], size);
    Value both = toBlock(arith::AndIOp::create(b, loc, above, below));
    result = result ? Value(arith::AndIOp::create(b, loc, result, both)) : both;
  }
  return result;
}

TypedAttr fathom::paddingValue(RankedTensorType type, bool nan) {
  auto element = dyn_cast<FloatType>(type.getElementType());
  if (!nan || !element)
    return OpBuilder(type.getContext()).getZeroAttr(type);
  return SplatElementsAttr::get(type, APFloat::getNaN(element.getFloatSemantics()));
}
