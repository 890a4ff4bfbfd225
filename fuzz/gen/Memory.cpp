// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of loads and stores: tiles, scalars, chains of indirect loads, pointers carried by loops,
// masked chains. Can see bugs of coalescing, pipelining (K3, K4), axis facts (K6) and of masks.
#include "fuzz/gen/Memory.h"

#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

namespace {
/// One hint at most: PTX has no instruction for two.
struct Hints {
  tt::CacheModifier cache = tt::CacheModifier::None;
  tt::EvictionPolicy evict = tt::EvictionPolicy::Normal;
  bool isVolatile = false;
};
} // namespace

static Hints loadHints(Writer &w) {
  Hints hints;
  switch (w.choices.weighted({60, 12, 8, 4, 4, 1})) {
  case 1:
    hints.evict = tt::EvictionPolicy::Last;
    break;
  case 2:
    hints.evict = tt::EvictionPolicy::First;
    break;
  case 3:
    hints.cache = tt::CacheModifier::Ca;
    break;
  case 4:
    hints.cache = tt::CacheModifier::Cg;
    break;
  case 5:
    hints.isVolatile = true;
    break;
  }
  return hints;
}

static Hints storeHints(Writer &w) {
  using C = tt::CacheModifier;
  Hints hints;
  switch (w.choices.weighted({90, 5, 5})) {
  case 1:
    hints.cache = w.choices.pick({C::Wb, C::Cs, C::Wt, C::Cg});
    break;
  case 2:
    hints.evict = w.choices.pick({tt::EvictionPolicy::First, tt::EvictionPolicy::Last});
    break;
  }
  return hints;
}

void gen::dereference(Writer &w, Value pointers) {
  const PointerFact *fact = w.pointerFact(pointers);
  assert(fact && fact->offset.lo >= 0 && "an address out of bounds");
  Buffer &buffer = w.buffers[fact->buffer];
  buffer.size = std::max(buffer.size, fact->offset.hi + 1);
  if (buffer.twin >= 0)
    w.buffers[buffer.twin].size = std::max(w.buffers[buffer.twin].size, buffer.size);
}

Value gen::boundsMask(Writer &w, ArrayRef<int64_t> shape, const Access &access) {
  unsigned rank = shape.size();
  Value mask;
  unsigned first = rank > 1 ? w.choices.below(rank + 1) : 0; // The last: all dimensions.
  for (unsigned d = 0; d < rank; ++d) {
    if (first < rank && d != first)
      continue;
    Value line = access.lines[d];
    Type type = line.getType();
    int64_t most = w.range(line)->hi;
    int64_t limit =
        w.choices.pick<int64_t>({most + 1, shape[d], shape[d] / 2 + 1, most / 2 + 1, most + 17});
    Value bound =
        w.choices.chance(30)
            ? w.constant(type, limit)
            : splat(w, w.resize(w.scalarArg(w.types.i32, limit), w.elementOf(type)), {shape[d]});
    Value inside = alongAxis(w, compare(w, arith::CmpIPredicate::slt, line, bound), d, rank);
    inside = broadcast(w, inside, shape);
    mask = mask ? Value(arith::AndIOp::create(w.b, w.loc, mask, inside)) : inside;
  }
  return mask;
}

Value gen::loadThrough(Writer &w, Value pointers, const Access *access) {
  dereference(w, pointers);
  std::optional<Bounds> fill = w.buffers[w.pointerFact(pointers)->buffer].fill;
  Type type = tt::pointeeTypeOf(pointers.getType());
  Value mask, other;
  if (auto shaped = dyn_cast<RankedTensorType>(type)) {
    switch (w.choices.weighted({6, 4, 1})) {
    case 0:
      break;
    case 1:
      if (access)
        mask = boundsMask(w, shaped.getShape(), *access);
      else
        mask = w.find(w.withElement(type, w.types.i1));
      break;
    case 2:
      mask = w.get(w.withElement(type, w.types.i1));
      break;
    }
    if (mask) {
      // What an index buffer holds is known; what replaces it must be as well.
      if (w.isFp8(shaped.getElementType())) // The front end converts what the user wrote.
        other = w.cast(w.constant(w.withElement(type, w.types.f32), 0), shaped.getElementType());
      else
        other = fill || !w.choices.chance(20) ? w.constant(type, 0) : w.get(type);
      w.define(mask);
    }
  }
  Hints hints = loadHints(w);
  Value result = tt::LoadOp::create(w.b, w.loc, pointers, mask, other, hints.cache, hints.evict,
                                    hints.isVolatile);
  if (fill)
    w.setRange(result, mask ? fill->join({0, 0}) : *fill);
  return result;
}

Value gen::loadWhole(Writer &w, Value pointers) {
  dereference(w, pointers);
  std::optional<Bounds> fill = w.buffers[w.pointerFact(pointers)->buffer].fill;
  Value result = tt::LoadOp::create(w.b, w.loc, pointers, Value(), Value());
  return fill ? w.setRange(result, *fill) : result;
}

Value gen::loadTensor(Writer &w, ArrayRef<int64_t> shape, Type element) {
  Access access = address(w, shape, element);
  return loadThrough(w, access.pointers, &access);
}

Value gen::loadScalarValue(Writer &w, Type element) {
  if (element.isInteger(1))
    return w.cast(loadScalarValue(w, w.types.i8), element);
  unsigned buffer = w.inputBuffer(element);
  Value pointer = w.buffers[buffer].arg;
  if (w.choices.chance(70))
    pointer = w.advance(pointer, w.smallScalar());
  return loadThrough(w, pointer);
}

void gen::storeValue(Writer &w, Value value) {
  Type element = w.elementOf(value.getType());
  if (element.isInteger(1)) {
    value = w.cast(value, w.types.i8);
    element = w.types.i8;
  }
  auto shaped = dyn_cast<RankedTensorType>(value.getType());
  Value pointers =
      distinctAddress(w, shaped ? shaped.getShape() : ArrayRef<int64_t>(), element, Buffer::Out);
  Value mask;
  if (shaped && w.choices.chance(25))
    mask = w.get(w.withElement(value.getType(), w.types.i1));
  Hints hints = storeHints(w);
  tt::StoreOp::create(w.b, w.loc, pointers, value, mask, hints.cache, hints.evict);
}

// --- Rows ---

void gen::loadRow(Writer &w) { w.define(loadTensor(w, w.shape(), w.element())); }

void gen::loadScalar(Writer &w) { w.define(loadScalarValue(w, w.element())); }

void gen::storeRow(Writer &w) {
  storeValue(w, w.choices.chance(20) ? w.get(w.tensor(w.shape(), w.element())) : w.anyTensor());
}

void gen::storeScalar(Writer &w) { storeValue(w, w.get(w.element())); }

// A load whose address comes from a load, up to three links long.
void gen::loadIndirect(Writer &w) {
  Shape shape = w.shape();
  int64_t limit = w.choices.pick<int64_t>({64, 16, 256, 1024});
  Value index;
  for (uint64_t links = 1 + w.choices.below(3); links > 0; --links) {
    Type element = w.choices.pick({w.types.i32, w.types.i64, w.types.i32, w.types.i16});
    if (!index) {
      Bounds fill = w.choices.chance(40) ? Bounds{-limit, limit - 1} : Bounds{0, limit - 1};
      Access access = addressIn(w, shape, w.inputBuffer(element, fill));
      index = loadThrough(w, access.pointers, &access);
    } else {
      unsigned buffer = w.inputBuffer(element, Bounds{0, limit - 1});
      index = loadThrough(w, w.advance(splat(w, w.buffers[buffer].arg, shape), index));
    }
    index = w.define(w.bounded(index, limit));
  }
  Value offset = index;
  if (w.choices.chance(60)) // A row index times a stride, in the wide type more often than not.
    offset =
        w.multiply(w.resize(index, w.choices.pick({w.types.i64, w.types.i32})),
                   w.choices.chance(50) ? w.scalarArg(w.types.i32, w.choices.pick({64, 48, 128}))
                                        : w.i32(w.choices.pick({64, 16, 2048})));
  if (shape.size() == 2 && w.choices.chance(60)) {
    unsigned axis = w.choices.below(2);
    Value line = alongAxis(w, indexLine(w, shape[axis], 4095), axis, 2);
    offset = w.add(offset, line);
  }
  unsigned buffer = w.inputBuffer(w.element());
  w.define(loadThrough(w, w.advance(splat(w, w.buffers[buffer].arg, shape), offset)));
}

void gen::loadVisiblePointer(Writer &w) {
  Value pointer = w.find([&](Value value) {
    const PointerFact *fact = w.pointerFact(value);
    return fact && w.buffers[fact->buffer].use == Buffer::In &&
           (isa<RankedTensorType>(value.getType()) || w.choices.chance(20));
  });
  if (!pointer) {
    pointer = address(w, w.shape(), w.element()).pointers;
    w.define(pointer);
  }
  if (w.choices.chance(30))
    pointer = w.define(
        w.advance(pointer, w.multiply(w.smallScalar(16), w.i32(w.choices.pick({1, 16, 32})))));
  if (w.choices.chance(25))
    pointer = advanceTwice(w, pointer);
  w.define(loadThrough(w, pointer));
}

// A pointer that is moved as a number of bytes.
void gen::loadByNumber(Writer &w) {
  Value pointer = w.find([&](Value value) {
    const PointerFact *fact = w.pointerFact(value);
    return fact && w.buffers[fact->buffer].use == Buffer::In && fact->offset.hi < 1 << 20;
  });
  if (!pointer)
    pointer = address(w, w.shape(), w.element()).pointers;
  int64_t step = w.choices.pick({16, 0, 1, 4});
  PointerFact fact = *w.pointerFact(pointer);
  unsigned bytes = w.buffers[fact.buffer].element.getIntOrFloatBitWidth() / 8;
  Value number =
      tt::PtrToIntOp::create(w.b, w.loc, w.withElement(pointer.getType(), w.types.i64), pointer);
  if (step)
    number = arith::AddIOp::create(w.b, w.loc, number, w.constant(number.getType(), step * bytes));
  Value moved = tt::IntToPtrOp::create(w.b, w.loc, pointer.getType(), number);
  w.setPointer(moved, {fact.buffer, fact.offset + Bounds{step, step}});
  w.define(loadThrough(w, moved));
}

// Lanes that the mask leaves out are undefined, and must not be seen: the chain is stored under the
// same mask and is not visible to other rows.
void gen::maskedChain(Writer &w) {
  Shape shape = w.shape();
  Type element = w.floatElement();
  Access access = address(w, shape, element);
  Value mask = boundsMask(w, shape, access);
  Value value;
  for (uint64_t loads = 1 + w.choices.below(3); loads > 0; --loads) {
    if (value)
      access = address(w, shape, element);
    dereference(w, access.pointers);
    Hints hints = loadHints(w);
    Value loaded =
        tt::LoadOp::create(w.b, w.loc, access.pointers, mask, Value(), hints.cache, hints.evict);
    value = value ? combine(w, value, loaded) : loaded;
  }
  if (w.choices.chance(40))
    value = combine(w, value, w.get(value.getType()));
  Value pointers = distinctAddress(w, shape, element, Buffer::Out);
  tt::StoreOp::create(w.b, w.loc, pointers, value, mask, tt::CacheModifier::None);
  w.define(mask);
}
