// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes values of a wanted type: constants, and what a program computes when nothing visible will
// do.
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

Type Writer::withElement(Type like, Type element) {
  if (auto type = dyn_cast<RankedTensorType>(like))
    return RankedTensorType::get(type.getShape(), element);
  return element;
}

Type Writer::elementOf(Type type) {
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    return shaped.getElementType();
  return type;
}

// Constants stand at the top of the kernel, once each, as canonicalization leaves them.
Value Writer::constantFloat(Type type, double value) {
  Value &slot = constants[{type, llvm::bit_cast<int64_t>(value)}];
  if (slot)
    return slot;
  OpBuilder top(entry, entry->begin());
  auto element = cast<FloatType>(elementOf(type));
  Attribute attribute = FloatAttr::get(element, value);
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    attribute = DenseElementsAttr::get(shaped, attribute);
  return slot = arith::ConstantOp::create(top, loc, type, cast<TypedAttr>(attribute));
}

Value Writer::constant(Type type, int64_t value) {
  Type element = elementOf(type);
  if (isa<FloatType>(element))
    return constantFloat(type, value);
  Value &slot = constants[{type, value}];
  if (slot)
    return slot;
  OpBuilder top(entry, entry->begin());
  unsigned width = element.getIntOrFloatBitWidth();
  APInt bits(width, uint64_t(value), /*isSigned=*/true, /*implicitTrunc=*/true);
  Attribute attribute = IntegerAttr::get(element, bits);
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    attribute = DenseElementsAttr::get(shaped, bits);
  slot = arith::ConstantOp::create(top, loc, type, cast<TypedAttr>(attribute));
  if (width > 1)
    setRange(slot, {bits.getSExtValue(), bits.getSExtValue()});
  return slot;
}

Shape Writer::shape(unsigned rank) {
  if (rank == 0)
    return choices.pick<Shape>(palette.shapes);
  SmallVector<Shape, 8> fitting;
  for (const Shape &shape : palette.shapes)
    if (shape.size() == rank)
      fitting.push_back(shape);
  if (fitting.empty()) { // Only rank 3 may be missing.
    Shape shape(rank, 2);
    shape[rank - 1] = palette.n;
    shape[0] = 4;
    return shape;
  }
  return choices.pick<Shape>(fitting);
}

Type Writer::element() {
  return choices.pick({palette.wide, palette.narrow, palette.data, types.i32, palette.wide,
                       palette.narrow, types.f32, palette.index});
}

Type Writer::floatElement() { return choices.pick({palette.wide, palette.narrow, types.f32}); }

Type Writer::intElement() { return choices.pick({types.i32, palette.data, palette.index}); }

bool Writer::isExact(Value value, unsigned depth) {
  if (auto argument = dyn_cast<BlockArgument>(value)) // What a loop carries may be a sum.
    return argument.getOwner()->isEntryBlock() &&
           isa<tt::FuncOp>(argument.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  if (isa<tt::LoadOp>(op))
    return op->getNumOperands() < 3 || (depth && isExact(op->getOperand(2), depth - 1));
  return depth && op->getNumRegions() == 0 && op->getName().getDialectNamespace() != "math" &&
         !isa<tt::DotOp, tt::DotScaledOp, tt::CallOp, arith::DivFOp, tt::ApproxDivFOp,
              tt::AtomicRMWOp, tt::AtomicCASOp, tt::ExternElementwiseOp,
              tt::ElementwiseInlineAsmOp>(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isExact(operand, depth - 1); });
}

Value Writer::exactFloat(Type type) {
  if (Value value = find([&](Value value) { return value.getType() == type && isExact(value); }))
    return value;
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    return loadTensor(*this, shaped.getShape(), shaped.getElementType());
  return loadScalarValue(*this, type);
}

Value Writer::make(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  Type element = elementOf(type);
  assert(element.isIntOrFloat() && "pointers are made by address()");
  // Nested operands end in a constant soon.
  struct Nesting {
    unsigned &level;
    explicit Nesting(unsigned &level) : level(++level) {}
    ~Nesting() { --level; }
  } nesting(making);
  bool leaf = making > 3;

  if (element.isInteger(1)) {
    if (leaf)
      return constant(type, 1);
    Type operand = withElement(type, choices.pick({types.i32, palette.wide}));
    bool isFloat = isa<FloatType>(elementOf(operand));
    auto number = [&] { return isFloat ? exactFloat(operand) : get(operand); };
    Value a = number(), c = choices.chance(50) ? number() : constant(operand, choices.below(8));
    if (isFloat)
      return arith::CmpFOp::create(
          b, loc,
          choices.pick(
              {arith::CmpFPredicate::OLT, arith::CmpFPredicate::OGT, arith::CmpFPredicate::OGE}),
          a, c);
    return compare(*this,
                   choices.pick({arith::CmpIPredicate::slt, arith::CmpIPredicate::sge,
                                 arith::CmpIPredicate::eq, arith::CmpIPredicate::ne}),
                   a, c);
  }

  auto number = [&] { return constant(type, choices.pick({0, 1, 2, 3, 7, -1, 16})); };
  if (isFp8(element)) {
    if (leaf || !shaped)
      return tt::FpToFpOp::create(
          b, loc, type, get(withElement(type, types.f32)),
          tt::RoundingModeAttr::get(b.getContext(), tt::RoundingMode::Rtne));
    return loadTensor(*this, shaped.getShape(), element);
  }
  if (leaf)
    return number();

  if (!shaped)
    switch (choices.weighted({3, 3, 3, 2, 2})) {
    case 0:
      return number();
    case 1:
      // A number that a user passes is an i32 or an f32 (an i64 if it is huge).
      return cast(scalarArg(isa<FloatType>(element) ? types.f32 : types.i32,
                            choices.pick({1, 2, 3, 5, 16, 48})),
                  element);
    case 2:
      return loadScalarValue(*this, element);
    case 3:
      return cast(smallScalar(), element);
    case 4:
      if (Value other = find([&](Value value) { return value.getType().isIntOrFloat(); }))
        return cast(other, element);
      return number();
    }

  Shape shape(shaped.getShape());
  switch (choices.weighted({2, 10, 5, 2, 4, 2, 2})) {
  case 0:
    return number();
  case 1:
    return loadTensor(*this, shape, element);
  case 2: // Another element type of the same shape.
    if (Value other = find([&](Value value) {
          auto other = dyn_cast<RankedTensorType>(value.getType());
          return other && other.getShape() == ArrayRef<int64_t>(shape) &&
                 other.getElementType().isIntOrFloat() && other.getElementType() != element;
        }))
      return cast(other, element);
    return loadTensor(*this, shape, element);
  case 3:
    return splat(*this, get(element), shape);
  case 4: { // A line stretched over the tile.
    unsigned axis = choices.below(shape.size());
    Value line = get(tensor({shape[axis]}, element));
    return broadcast(*this, alongAxis(*this, line, axis, shape.size()), shape);
  }
  case 5: { // Coordinates.
    unsigned axis = choices.below(shape.size());
    Value line = makeRange(*this, 0, shape[axis]);
    return cast(broadcast(*this, alongAxis(*this, line, axis, shape.size()), shape), element);
  }
  case 6: // A tile summed along one axis.
    if (shape.size() == 1)
      if (Value tile = find([&](Value value) {
            auto tile = dyn_cast<RankedTensorType>(value.getType());
            return tile && tile.getRank() == 2 && tile.getElementType() == element &&
                   llvm::is_contained(tile.getShape(), shape[0]);
          })) {
        int64_t axis = shapeOf(tile)[0] == shape[0] ? 1 : 0;
        return cast(reduceTile(*this, tile, axis), element);
      }
    return loadTensor(*this, shape, element);
  }
  llvm_unreachable("all alternatives return");
}
