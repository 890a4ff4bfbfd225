// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of functions that a kernel calls, inlined or not: with tiles, scalars and pointers for arguments, with shared memory of their own, loops and
// early returns, and calls of other functions. Can see barriers and places in shared memory that end at a call (K7), and values that meet where
// functions return (K12).
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

/// A function has its own constants: those of Writer stand in the kernel.
static Value number(Writer &w, Type type, int64_t value) {
  Type element = Writer::elementOf(type);
  TypedAttr attribute = isa<FloatType>(element) ? TypedAttr(FloatAttr::get(element, double(value)))
                                                : IntegerAttr::get(element, value);
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    attribute = DenseElementsAttr::get(shaped, Attribute(attribute));
  return arith::ConstantOp::create(w.b, w.loc, attribute);
}

/// The tile folded along an axis and stretched again: values that go through shared memory.
static Value folded(Writer &w, Value tile) {
  Shape shape(w.shapeOf(tile));
  unsigned axis = w.choices.below(shape.size());
  Value line = w.cast(reduceTile(w, tile, axis), w.elementOf(tile.getType()));
  line = shape.size() == 1 ? splat(w, line, shape) : broadcast(w, expandDims(w, line, axis), shape);
  return combine(w, tile, line);
}

static Value turned(Writer &w, Value tile) {
  if (w.shapeOf(tile).size() != 2)
    return folded(w, tile);
  return combine(w, tile, reshape(w, trans(w, tile, {1, 0}), w.shapeOf(tile)));
}

/// What a function makes of a tile and another of its type, and of a small number.
static Value work(Writer &w, Value x, Value y, Value count) {
  switch (w.choices.below(5)) {
  case 0:
    return folded(w, combine(w, x, y));
  case 1:
    return combine(w, turned(w, x), y);
  case 2: { // Prefix sums.
    bool isFloat = isa<FloatType>(w.elementOf(x.getType()));
    Value sums = scan(w, x, w.choices.below(w.shapeOf(x).size()), w.choices.chance(30),
                      [&](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
                        if (isFloat)
                          return {arith::MaxNumFOp::create(w.b, w.loc, a[0], b[0])};
                        return {arith::AddIOp::create(w.b, w.loc, a[0], b[0])};
                      })[0];
    return combine(w, sums, y);
  }
  case 3: {
    auto loop = scf::ForOp::create(w.b, w.loc, number(w, w.types.i32, 0), count,
                                   number(w, w.types.i32, 1), ValueRange{x});
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToEnd(loop.getBody());
    Value next = combine(w, folded(w, loop.getRegionIterArg(0)), y);
    scf::YieldOp::create(w.b, w.loc, next);
    return loop.getResult(0);
  }
  default: {
    Value positive = compare(w, arith::CmpIPredicate::sgt, count, number(w, w.types.i32, 1));
    auto branch = scf::IfOp::create(w.b, w.loc, x.getType(), positive, true);
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
      OpBuilder::InsertionGuard guard(w.b);
      w.b.setInsertionPointToStart(&region->front());
      scf::YieldOp::create(w.b, w.loc,
                           region == &branch.getThenRegion() ? folded(w, x) : turned(w, y));
    }
    return branch.getResult(0);
  }
  }
}

/// Pointers to a tile that lies row by row from there on.
static Value rowByRow(Writer &w, Value base, ArrayRef<int64_t> shape) {
  Value offset;
  int64_t stride = 1;
  for (int dim = int(shape.size()) - 1; dim >= 0; stride *= shape[dim--]) {
    Value term =
        alongAxis(w, tt::MakeRangeOp::create(w.b, w.loc, 0, shape[dim]), dim, shape.size());
    if (stride != 1)
      term = arith::MulIOp::create(w.b, w.loc, term, number(w, term.getType(), stride));
    term = broadcast(w, term, shape);
    offset = offset ? Value(arith::AddIOp::create(w.b, w.loc, offset, term)) : term;
  }
  return tt::AddPtrOp::create(w.b, w.loc, splat(w, base, shape), offset);
}

static bool takesTiles(tt::FuncOp function) {
  return isa<RankedTensorType>(function.getFunctionType().getInput(0));
}

/// A function of two tiles, a small number and where to store a tile, row by row; it gives a tile. The front end hands no tile of several elements to a
/// function that stays one: such a function gets pointers, and loads its tiles.
static tt::FuncOp writeFunction(Writer &w, RankedTensorType tile, bool isVoid, unsigned depth,
                                bool mayTakePointers) {
  Type pointer = w.pointer(tile.getElementType());
  bool oneElement = tile.getNumElements() == 1, stays = !w.choices.chance(30);
  bool byPointer = stays && mayTakePointers && !oneElement;
  Type operand = byPointer ? pointer : Type(tile);
  SmallVector<Type, 4> arguments{operand, operand, w.types.i32, pointer};
  SmallVector<Type, 1> results;
  if (!isVoid)
    results.push_back(tile);
  tt::FuncOp callee = depth < 2 && w.choices.chance(25)
                          ? writeFunction(w, tile, false, depth + 1, byPointer)
                          : tt::FuncOp();
  OpBuilder::InsertionGuard guard(w.b);
  tt::FuncOp function =
      w.addFunction(w.b.getFunctionType(arguments, results), byPointer || (stays && oneElement));
  Block *block = &function.getBody().front();
  w.b.setInsertionPointToStart(block);
  Value x = block->getArgument(0), y = block->getArgument(1), count = block->getArgument(2);
  if (byPointer)
    for (Value *side : {&x, &y})
      *side = tt::LoadOp::create(w.b, w.loc, rowByRow(w, *side, tile.getShape()));
  auto leave = [&](Value value) {
    tt::ReturnOp::create(w.b, w.loc, isVoid ? ValueRange{} : ValueRange{value});
  };
  if (w.choices.chance(25)) { // Early.
    Value done = compare(w, arith::CmpIPredicate::eq, count, number(w, w.types.i32, 1));
    Block *early = w.b.createBlock(&function.getBody()),
          *rest = w.b.createBlock(&function.getBody());
    w.b.setInsertionPointToEnd(block);
    cf::CondBranchOp::create(w.b, w.loc, done, early, rest);
    w.b.setInsertionPointToEnd(early);
    leave(y);
    w.b.setInsertionPointToEnd(rest);
  }
  Value result = work(w, x, y, count);
  for (uint64_t calls = callee ? w.choices.pick({1, 2}) : 0; calls > 0; --calls) {
    SmallVector<Value, 4> operands{result, y, count, block->getArgument(3)};
    bool tiles = takesTiles(callee);
    if (!tiles)
      std::copy_n(block->args_begin(), 2, operands.begin());
    Value given = tt::CallOp::create(w.b, w.loc, callee, operands).getResult(0);
    result = tiles ? given : combine(w, result, given);
  }
  if (isVoid)
    tt::StoreOp::create(w.b, w.loc, rowByRow(w, block->getArgument(3), tile.getShape()), result,
                        Value(), tt::CacheModifier::None);
  leave(result);
  return function;
}

/// A tile in memory, for a function to load.
static Value tileInMemory(Writer &w, RankedTensorType tile) {
  Value base = w.buffers[w.inputBuffer(tile.getElementType())].arg;
  if (w.choices.chance(50))
    base = w.advance(base, w.multiply(w.smallScalar(16), w.i32(w.choices.pick({16, 64, 1}))));
  PointerFact fact = *w.pointerFact(base);
  Buffer &buffer = w.buffers[fact.buffer];
  buffer.size = std::max(buffer.size, fact.offset.hi + tile.getNumElements());
  return base;
}

void gen::call(Writer &w) {
  Type element = w.choices.pick({w.types.f32, w.palette.wide, w.types.i32, w.types.f16});
  RankedTensorType tile = w.tensor(w.shape(), element);
  bool isVoid = w.choices.chance(40);
  int64_t size = tile.getNumElements();
  Part part = ownPart(w, size, false);
  unsigned buffer = w.newBuffer(element, Buffer::Out);
  w.buffers[buffer].size = size * part.count;
  Value base = w.buffers[buffer].arg;
  if (part.index)
    base = w.advance(base, w.multiply(part.index, w.i32(size)));
  tt::FuncOp callee;
  if (w.choices.chance(40))
    callee = w.findFunction([&](tt::FuncOp function) {
      FunctionType type = function.getFunctionType();
      if ((type.getNumResults() == 0) != isVoid)
        return false;
      if (takesTiles(function))
        return type.getInput(0) == tile;
      return !isVoid
                 ? type.getResult(0) == tile
                 : llvm::any_of(function.getBody().getOps<tt::StoreOp>(), [&](tt::StoreOp store) {
                     return store.getValue().getType() == tile;
                   });
    });
  if (!callee)
    callee = writeFunction(w, tile, isVoid, 0, true);
  Value x, y;
  if (takesTiles(callee))
    x = w.get(tile), y = w.get(tile);
  else
    x = tileInMemory(w, tile), y = tileInMemory(w, tile);
  auto made = tt::CallOp::create(w.b, w.loc, callee, ValueRange{x, y, w.smallScalar(4), base});
  if (!isVoid)
    w.define(made.getResult(0));
}
