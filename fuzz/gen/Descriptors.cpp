// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of tensor descriptors: blocks that are loaded, stored, combined into memory, rows that are gathered and scattered, descriptors that branches
// and loops hand on. Can see bugs of the passes that take descriptors apart or turn them into TMA, and of padding (K4, K12, K13).
#include "fuzz/gen/Descriptors.h"

#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

Shape gen::describable(ArrayRef<int64_t> shape, Type element) {
  Shape result(shape);
  result.back() = std::max<int64_t>(result.back(), 128 / element.getIntOrFloatBitWidth());
  return result;
}

/// A tensor that begins at the pointer.
static Described describeAt(Writer &w, Value base, ArrayRef<int64_t> block, ArrayRef<int64_t> tiles,
                            tt::PaddingOption padding) {
  unsigned rank = block.size();
  int64_t unit = 128 / tt::pointeeTypeOf(base.getType()).getIntOrFloatBitWidth();
  Shape extents(rank), strides(rank, 1);
  int64_t natural = 1, last = 0;
  for (unsigned i = 0; i < rank; ++i) {
    unsigned dim = rank - 1 - i;
    int64_t whole = block[dim] * tiles[dim];
    extents[dim] = std::max<int64_t>(
        1, w.choices.pick<int64_t>({whole, whole, whole - block[dim] / 2, whole - 3}));
    if (i > 0)
      strides[dim] = natural + (i == 1 ? unit * w.choices.pick({0, 0, 1, 4}) : 0);
    natural = std::max(unit, strides[dim] * whole);
    last += (extents[dim] - 1) * strides[dim];
  }
  PointerFact fact = *w.pointerFact(base);
  Buffer &buffer = w.buffers[fact.buffer];
  buffer.size = std::max(buffer.size, fact.offset.hi + last + 1);

  SmallVector<Value, 5> sizes, steps;
  for (unsigned dim = 0; dim < rank; ++dim) {
    sizes.push_back(w.choices.chance(60) ? w.scalarArg(w.types.i32, extents[dim])
                                         : w.i32(extents[dim]));
    steps.push_back(dim + 1 == rank || w.choices.chance(40)
                        ? w.constant(w.types.i64, strides[dim])
                        : w.resize(w.scalarArg(w.types.i32, strides[dim]), w.types.i64));
  }
  bool isSigned = !w.choices.chance(30);
  Value descriptor =
      tt::MakeTensorDescOp::create(w.b, w.loc, base, sizes, steps, block, isSigned, padding);
  return {descriptor, Shape(block), Shape(tiles), unit};
}

Described gen::describe(Writer &w, unsigned buffer, ArrayRef<int64_t> block,
                        ArrayRef<int64_t> tiles, tt::PaddingOption padding) {
  Value base = w.buffers[buffer].arg;
  if (w.choices.chance(30))
    base = w.advance(base, w.multiply(w.smallScalar(16), w.i32(w.choices.pick({64, 16, 1024}))));
  return describeAt(w, base, block, tiles, padding);
}

Described gen::describeInput(Writer &w, Type element, ArrayRef<int64_t> block,
                             ArrayRef<int64_t> tiles, tt::PaddingOption padding) {
  if (w.age < Age::Since36 || padding != tt::PaddingOption::Zero || !w.choices.chance(30))
    return describe(w, w.inputBuffer(element), block, tiles, padding);
  Shape extents(block);
  for (auto [dim, count] : llvm::enumerate(tiles))
    extents[dim] *= count;
  int64_t unit = 128 / element.getIntOrFloatBitWidth();
  if (block.size() > 1 && extents[0] > 3 && w.choices.chance(30))
    extents[0] -= w.choices.pick({3, 1});
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(w.b.getContext(), integer.getWidth(), IntegerType::Signed);
  auto type = tt::TensorDescType::get(RankedTensorType::get(block, element));
  return {w.descriptorArg(type, extents), Shape(block), Shape(tiles), unit};
}

// Along the last dimension at multiples of 16 bytes: TMA wants no others there, and the front end asks for them.
SmallVector<Value, 5> gen::coordinates(Writer &w, const Described &tensor) {
  SmallVector<Value, 5> result;
  for (auto [dim, block] : llvm::enumerate(tensor.block)) {
    int64_t unit = dim + 1 == tensor.block.size() ? tensor.unit : 1;
    switch (w.choices.weighted({8, 4, 2, 1})) {
    case 0:
      result.push_back(
          w.multiply(w.smallScalar(std::max<int64_t>(1, tensor.tiles[dim] - 1)), w.i32(block)));
      break;
    case 1:
      result.push_back(w.i32(0));
      break;
    case 2: // Between two tiles, or outside in part.
      result.push_back(w.add(w.multiply(w.smallScalar(4), w.i32(block)),
                             w.i32(w.choices.pick<int64_t>(
                                 {std::max(unit, block / 2), unit, 3 * unit, -5 * unit, -block}))));
      break;
    case 3:
      result.push_back(
          w.scalarArg(w.types.i32, w.choices.pick<int64_t>({block, 0, 3 * unit, -2 * unit})));
      break;
    }
  }
  return result;
}

Value gen::loadBlock(Writer &w, Value descriptor, ValueRange coordinates, unsigned rank) {
  auto load = tt::DescriptorLoadOp::create(w.b, w.loc, descriptor, coordinates);
  if (w.choices.chance(8))
    load.setEvict(w.choices.pick({tt::EvictionPolicy::Last, tt::EvictionPolicy::First}));
  ArrayRef<int64_t> shape = Writer::shapeOf(load);
  return shape.size() == rank ? Value(load) : reshape(w, load, shape.take_back(rank));
}

/// The tile with dimensions of size 1 in front, at times.
static Shape padded(Writer &w, ArrayRef<int64_t> shape) {
  Shape block(shape);
  // Of one dimension since 3.6.
  if ((block.size() < 2 && w.age < Age::Since36) || w.choices.chance(20))
    block.insert(block.begin(), w.choices.below(6 - std::min<size_t>(block.size(), 5)), 1);
  return block;
}

static Shape drawTiles(Writer &w, ArrayRef<int64_t> block) {
  Shape tiles(block.size(), 1);
  for (int64_t &tile : tiles)
    if (llvm::product_of(block) * llvm::product_of(tiles) <= 1 << 17)
      tile = w.choices.pick({2, 1, 4, 3});
  return tiles;
}

/// What TMA moves: 32 bits or less.
static Type describedElement(Writer &w) {
  Type element = w.element();
  if (element.getIntOrFloatBitWidth() <= 32)
    return element;
  return isa<FloatType>(element) ? w.types.f32 : w.types.i32;
}

void gen::loadDescriptor(Writer &w) {
  Type element = describedElement(w);
  Shape shape = describable(w.shape(), element), block = padded(w, shape);
  // A NaN is stored where it is, since not every op has one meaning for it.
  bool nan = isa<FloatType>(element) && w.choices.chance(15);
  Described tensor = describeInput(w, element, block, drawTiles(w, block),
                                   nan ? tt::PaddingOption::Nan : tt::PaddingOption::Zero);
  for (uint64_t blocks = w.choices.pick({1, 1, 2}); blocks > 0; --blocks) {
    Value value = loadBlock(w, tensor.descriptor, coordinates(w, tensor), shape.size());
    if (nan)
      storeValue(w, value);
    else
      w.define(value);
  }
}

/// Blocks of the buffer that no other program or iteration has: by where the tensor begins, or by the first coordinate.
static std::optional<std::pair<Described, SmallVector<Value, 5>>>
ownBlock(Writer &w, ArrayRef<int64_t> block, Type element, Buffer::Use use) {
  int64_t size = 5 * llvm::product_of(block); // Rows are padded to 5 times their length at most.
  auto [part, parts, whole] = ownPart(w, size, /*everyIteration=*/true);
  if (!whole)
    return std::nullopt;
  Value base = w.buffers[w.newBuffer(element, use)].arg;
  Shape tiles(block.size(), 1);
  bool byBase = part && w.choices.chance(40);
  if (byBase)
    base = w.advance(base, w.multiply(part, w.i32(size)));
  else
    tiles[0] = parts;
  Described tensor = describeAt(w, base, block, tiles, tt::PaddingOption::Zero);
  SmallVector<Value, 5> at(block.size(), w.i32(0));
  if (part && !byBase)
    at[0] = w.multiply(part, w.i32(block[0]));
  return std::pair(tensor, at);
}

/// Whether a block of a tensor in memory can have such a tile.
static bool isDescribable(Value tile) {
  auto type = dyn_cast<RankedTensorType>(tile.getType());
  if (!type || !type.getElementType().isIntOrFloat())
    return false;
  unsigned width = type.getElementTypeBitWidth();
  return width >= 8 && width <= 32 && type.getRank() <= 5 && type.getShape().back() * width >= 128;
}

void gen::storeDescribed(Writer &w, Value tile) {
  if (isDescribable(tile))
    if (auto own = ownBlock(w, w.shapeOf(tile), w.elementOf(tile.getType()), Buffer::Out)) {
      tt::DescriptorStoreOp::create(w.b, w.loc, own->first.descriptor, tile, own->second);
      return;
    }
  storeValue(w, tile);
}

void gen::storeDescriptor(Writer &w) {
  Value tile = w.find(isDescribable);
  storeDescribed(w, tile ? tile : w.anyTensor());
}

// Each element once; or, of integers, from all programs and iterations.
void gen::reduceDescriptor(Writer &w) {
  using K = tt::DescriptorReduceKind;
  Type element = w.choices.pick({w.types.i32, w.types.f32, w.types.f16, w.types.bf16});
  Shape block = describable(w.shape(), element);
  Value tile = w.get(w.tensor(block, element));
  if (isa<FloatType>(element)) {
    if (auto own = ownBlock(w, block, element, Buffer::Atomic))
      tt::DescriptorReduceOp::create(w.b, w.loc, K::Add, own->first.descriptor, tile, own->second);
    return;
  }
  K kind = w.choices.pick({K::Add, K::Max, K::Min, K::And, K::Or, K::Xor});
  Described tensor = describe(w, w.newBuffer(element, Buffer::Atomic), block, drawTiles(w, block));
  tt::DescriptorReduceOp::create(w.b, w.loc, kind, tensor.descriptor, tile, coordinates(w, tensor));
}

/// A matrix of rows that lie anywhere: 8 or more of 32 bytes or more.
static Shape rowsShape(Writer &w, Type element) {
  return {std::clamp<int64_t>(w.choices.pick({w.palette.m, w.palette.n, int64_t(8)}), 8, 64),
          std::max<int64_t>(w.choices.pick({w.palette.k, w.palette.n}),
                            256 / element.getIntOrFloatBitWidth())};
}

void gen::gatherDescriptor(Writer &w) {
  Type element = describedElement(w);
  Shape shape = rowsShape(w, element);
  int64_t rows = w.choices.pick({64, 16, 5});
  Described tensor = describeInput(w, element, {1, shape[1]}, {rows, 2});
  Value lines = w.get(w.tensor({shape[0]}, w.types.i32)); // Any rows at all.
  if (!w.choices.chance(15))
    lines = w.bounded(lines, rows);
  Value column = coordinates(w, tensor)[1];
  w.define(tt::DescriptorGatherOp::create(w.b, w.loc, w.tensor(shape, element), tensor.descriptor,
                                          lines, column));
}

// Rows that are this program's and iteration's, each once, in another order.
void gen::scatterDescriptor(Writer &w) {
  Type element = describedElement(w);
  Shape shape = rowsShape(w, element);
  Value tile = w.get(w.tensor(shape, element));
  auto [part, parts, whole] = ownPart(w, shape[0] * shape[1], /*everyIteration=*/true);
  if (!whole)
    return storeValue(w, tile);
  Described tensor = describe(w, w.newBuffer(element, Buffer::Out), {1, shape[1]},
                              {shape[0] * parts, w.choices.pick({1, 2})});
  Value lines = makeRange(w, 0, shape[0]);
  lines = w.setRange(
      arith::XOrIOp::create(w.b, w.loc, lines, w.constant(lines.getType(), w.choices.below(8))),
      {0, shape[0] - 1});
  if (part)
    lines = w.add(lines, w.multiply(part, w.i32(shape[0])));
  Value column = w.i32(w.choices.pick<int64_t>({0, 0, shape[1] / 2, -tensor.unit}));
  tt::DescriptorScatterOp::create(w.b, w.loc, tensor.descriptor, lines, column, tile);
}

// Two descriptors of one type: a branch picks one, or a loop swaps them.
void gen::descriptorThroughRegion(Writer &w) {
  Type element = describedElement(w);
  Shape block = describable(w.shape(), element), tiles = drawTiles(w, block);
  Described a = describe(w, w.inputBuffer(element), block, tiles), b = a;
  for (int tries = 0; tries < 3 && (b.descriptor == a.descriptor ||
                                    b.descriptor.getType() != a.descriptor.getType());
       ++tries)
    b = describe(w, w.inputBuffer(element), block, tiles);
  if (b.descriptor.getType() != a.descriptor.getType())
    b = a;
  if (w.choices.chance(40)) {
    auto branch = scf::IfOp::create(w.b, w.loc, a.descriptor.getType(), w.get(w.types.i1), true);
    for (auto [region, picked] :
         {std::pair(&branch.getThenRegion(), a), std::pair(&branch.getElseRegion(), b)}) {
      OpBuilder::InsertionGuard guard(w.b);
      w.b.setInsertionPointToStart(&region->front());
      w.enter({});
      if (w.choices.chance(30))
        w.define(loadBlock(w, picked.descriptor, coordinates(w, picked), block.size()));
      w.leave({});
      scf::YieldOp::create(w.b, w.loc, picked.descriptor);
    }
    a.descriptor = branch.getResult(0);
    w.define(loadBlock(w, a.descriptor, coordinates(w, a), block.size()));
    return;
  }
  SmallVector<Carried, 6> carried(3);
  carried[0].init = w.constant(w.tensor(block, element), 0);
  carried[1].init = a.descriptor;
  carried[2].init = b.descriptor;
  for (Carried &descriptor : MutableArrayRef(carried).drop_front())
    descriptor.advances = true; // Nothing else may be added to it.
  bool swaps = w.choices.chance(60), replaces = w.choices.chance(30);
  writeFor(w, drawTrip(w, 6), carried,
           [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
             Described current = a;
             current.descriptor = arguments[1];
             Value loaded = loadBlock(w, current.descriptor, coordinates(w, current), block.size());
             next[0] = combine(w, arguments[0], loaded);
             if (swaps)
               std::swap(next[1], next[2]);
             if (replaces) { // Made anew for the next iteration.
               Described fresh = describe(w, w.inputBuffer(element), block, tiles);
               if (fresh.descriptor.getType() == a.descriptor.getType())
                 next[1] = fresh.descriptor;
             }
           });
}
