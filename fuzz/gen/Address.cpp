// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes addresses in the forms that kernels use, each within bounds that are known.
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// No access goes further than so many elements, so that a launch needs little memory.
static constexpr int64_t farthest = 1 << 21;

const PointerFact *Writer::pointerFact(Value pointer) const {
  auto found = pointers.find(pointer);
  return found == pointers.end() ? nullptr : &found->second;
}

Value Writer::setPointer(Value pointer, PointerFact fact) {
  pointers[pointer] = fact;
  return pointer;
}

Value Writer::advance(Value pointer, Value offset) {
  PointerFact fact = *pointerFact(pointer);
  std::optional<Bounds> bounds = range(offset);
  assert(bounds && "an offset without bounds");
  fact.offset = fact.offset + *bounds;
  if (fact.offset.hi > farthest || fact.offset.lo < 0)
    return pointer;
  if (auto shaped = dyn_cast<RankedTensorType>(pointer.getType()))
    if (!isa<RankedTensorType>(offset.getType()))
      offset = splat(*this, offset, shaped.getShape());
  return setPointer(tt::AddPtrOp::create(b, loc, pointer, offset), fact);
}

Value gen::advanceTwice(Writer &w, Value pointer) {
  for (unsigned step = 0; step < 2; ++step)
    pointer = w.advance(pointer, w.choices.chance(70)
                                     ? w.constant(w.types.i8, w.choices.pick({100, 120, 64, 7}))
                                     : w.constant(w.types.i16, w.choices.pick({1000, 64, 3})));
  return pointer;
}

Value gen::indexLine(Writer &w, int64_t length, int64_t most) {
  Value line;
  auto start = [&] { // Where this program's, or this iteration's, part begins.
    return splat(w, w.multiply(w.smallScalar(16), w.i32(length)), {length});
  };
  switch (w.choices.weighted({16, 12, 8, 4, 6, 2, 4, 2, 2, 2, 2, 2, 2})) {
  case 0:
    line = makeRange(w, 0, length);
    break;
  case 1:
    line = w.add(start(), makeRange(w, 0, length));
    if (w.choices.chance(12) &&
        length > 1) { // What the user promises, truly: blocks of the length.
      auto hint = [&](int64_t number) {
        return DenseElementsAttr::get(RankedTensorType::get({1}, w.types.i32), int32_t(number));
      };
      line.getDefiningOp()->setDiscardableAttr("tt.contiguity", hint(length));
      line.getDefiningOp()->setDiscardableAttr("tt.divisibility", hint(length));
    }
    break;
  case 2:
    line = w.find([&](Value value) {
      auto shaped = dyn_cast<RankedTensorType>(value.getType());
      return shaped && shaped.getRank() == 1 && shaped.getDimSize(0) == length && w.range(value) &&
             shaped.getElementTypeBitWidth() >= 32;
    });
    if (!line)
      line = makeRange(w, 0, length);
    break;
  case 3: { // Wrapped around or grouped, by a constant or an argument.
    Value base =
        w.choices.chance(50) ? w.add(start(), makeRange(w, 0, length)) : makeRange(w, 0, length);
    int64_t number = w.choices.pick<int64_t>({length, 8, 16, 3, 48, 4});
    Value by = w.choices.chance(50) ? w.constant(base.getType(), number)
                                    : splat(w, w.scalarArg(w.types.i32, number), {length});
    int64_t last = w.range(base)->hi;
    if (w.choices.chance(40))
      line = w.setRange(arith::DivSIOp::create(w.b, w.loc, base, by), {0, last / number});
    else
      line =
          w.setRange(arith::RemSIOp::create(w.b, w.loc, base, by), {0, std::min(last, number - 1)});
    break;
  }
  case 4: { // Read from memory; negative ones count from the end.
    int64_t limit = std::min<int64_t>(most + 1, w.choices.pick<int64_t>({64, 16, 256}));
    Bounds fill = w.choices.chance(40) ? Bounds{-limit, limit - 1} : Bounds{0, limit - 1};
    unsigned buffer = w.inputBuffer(w.choices.pick({w.types.i32, w.types.i64}), fill);
    Value at =
        w.choices.chance(30) ? w.add(start(), makeRange(w, 0, length)) : makeRange(w, 0, length);
    line = loadThrough(w, w.advance(splat(w, w.buffers[buffer].arg, {length}), at));
    break;
  }
  case 5:
    line = w.subtract(w.constant(w.tensor({length}, w.types.i32), length - 1),
                      makeRange(w, 0, length));
    break;
  case 6: { // A window that crosses zero.
    line = w.subtract(makeRange(w, 0, length),
                      w.constant(w.tensor({length}, w.types.i32), length / 2));
    if (w.choices.chance(40)) {
      int64_t number = w.choices.pick<int64_t>({2, 4, 3, 8});
      Bounds bounds = *w.range(line);
      line =
          w.setRange(arith::DivSIOp::create(w.b, w.loc, line, w.constant(line.getType(), number)),
                     {bounds.lo / number, bounds.hi / number});
    }
    line = w.bounded(line, std::min(length, most + 1));
    break;
  }
  case 7:
    line = w.multiply(makeRange(w, 0, length), w.constant(w.tensor({length}, w.types.i32), 2));
    break;
  case 8: { // The last elements again and again.
    line = w.add(start(), makeRange(w, 0, length));
    int64_t last = w.choices.pick<int64_t>({length - 1, length / 2, 48, 7});
    Value most = w.choices.chance(50) ? w.constant(line.getType(), last)
                                      : splat(w, w.scalarArg(w.types.i32, last), {length});
    line = w.setRange(arith::MinSIOp::create(w.b, w.loc, line, most), {0, last});
    break;
  }
  case 9: { // Left of some element one line, right of it another.
    Value range = makeRange(w, 0, length), other = w.add(start(), range);
    Value at = w.constant(range.getType(), w.choices.pick<int64_t>({length / 2, 3, 16}));
    line = select(w, compare(w, arith::CmpIPredicate::slt, range, at), range, other);
    break;
  }
  case 10: { // In groups, by a shift.
    Value by = w.constant(w.tensor({length}, w.types.i32), w.choices.pick({1, 2, 4}));
    line = w.add(start(), makeRange(w, 0, length));
    line = w.setRange(arith::ShRSIOp::create(w.b, w.loc, line, by), {0, w.range(line)->hi});
    break;
  }
  case 12: { // Bits set, flipped or moved up.
    Value range = makeRange(w, 0, length);
    uint64_t kind = length < 2 ? 1 : w.choices.below(3);
    Value number = w.constant(range.getType(),
                              kind == 1 ? w.choices.pick({1, 2})
                                        : std::min<int64_t>(w.choices.pick({1, 3, 8}), length - 1));
    switch (kind) {
    case 0:
      line = w.setRange(arith::XOrIOp::create(w.b, w.loc, range, number), {0, length - 1});
      break;
    case 1:
      line = w.setRange(arith::ShLIOp::create(w.b, w.loc, range, number), {0, (length - 1) * 4});
      break;
    case 2:
      line = w.setRange(arith::OrIOp::create(w.b, w.loc, range, number), {0, length - 1});
      break;
    }
    break;
  }
  case 11: { // The remainder in a window that crosses zero, or its distance from zero.
    int64_t number = w.choices.pick<int64_t>({8, 4, 3, length});
    line = w.subtract(makeRange(w, 0, length),
                      w.constant(w.tensor({length}, w.types.i32), length / 2));
    if (w.choices.chance(60))
      line =
          w.setRange(arith::RemSIOp::create(w.b, w.loc, line, w.constant(line.getType(), number)),
                     {1 - number, number - 1});
    else
      line = w.setRange(arith::MaxSIOp::create(w.b, w.loc, line, w.constant(line.getType(), 0)),
                        {0, length - 1});
    break;
  }
  }
  return w.define(w.bounded(line, most + 1));
}

// A stride: a constant or an argument.
static Value stride(Writer &w, int64_t natural) {
  int64_t number = w.choices.pick<int64_t>({natural, natural, 64, 128, 48, 17, 512});
  return w.choices.chance(60) ? w.scalarArg(w.types.i32, number) : w.i32(number);
}

Access gen::addressIn(Writer &w, ArrayRef<int64_t> shape, unsigned buffer) {
  unsigned rank = shape.size();
  Access access;
  access.element = w.buffers[buffer].element;
  Value base = w.buffers[buffer].arg;
  if (w.choices.chance(30))
    base = w.advance(base, w.multiply(w.smallScalar(16), w.i32(w.choices.pick({16, 1, 64, 1024}))));

  bool wide = w.palette.index == w.types.i64 && w.choices.chance(70);
  unsigned contiguous = rank == 1 || !w.choices.chance(30) ? rank - 1 : w.choices.below(rank);
  int64_t natural = 1;
  SmallVector<Value, 4> terms(rank);
  for (unsigned i = 0; i < rank; ++i) {
    unsigned d = rank - 1 - i; // Innermost first, for the strides.
    Value line = indexLine(w, shape[d], rank > 1 && d != contiguous ? 255 : 4095);
    access.lines.insert(access.lines.begin(), line);
    if (wide)
      line = w.resize(line, w.types.i64);
    Value term = alongAxis(w, line, d, rank);
    if (d != contiguous || w.choices.chance(6))
      term = w.multiply(term, stride(w, std::max<int64_t>(natural, 16)));
    natural *= shape[d];
    terms[d] = term;
  }

  switch (rank == 1 ? 0 : w.choices.below(3)) {
  case 0: { // All offsets summed, then one addptr.
    Value sum;
    for (Value term : terms)
      sum = sum ? w.add(sum, term) : term;
    access.pointers = w.advance(splat(w, base, shape), broadcast(w, sum, shape));
    break;
  }
  case 1:
  case 2: { // Pointers along one dimension, stretched, then moved along the next.
    bool forward = w.choices.below(2) == 0;
    Shape grown(rank, 1);
    Value pointers;
    for (unsigned i = 0; i < rank; ++i) {
      unsigned d = forward ? i : rank - 1 - i;
      grown[d] = shape[d];
      pointers = pointers ? broadcast(w, pointers, grown) : splat(w, base, grown);
      pointers = w.advance(pointers, broadcast(w, terms[d], grown));
    }
    access.pointers = pointers;
    break;
  }
  }
  if (w.choices.chance(6))
    access.pointers = advanceTwice(w, access.pointers);
  return access;
}

Access gen::address(Writer &w, ArrayRef<int64_t> shape, Type element) {
  return addressIn(w, shape, w.inputBuffer(element));
}

Part gen::ownPart(Writer &w, int64_t size, bool everyIteration) {
  Part own;
  auto split = [&](Value index, int64_t count) {
    if (size * own.count * count > farthest) {
      own.whole = false;
      return;
    }
    own.index = own.index ? w.add(own.index, w.multiply(index, w.i32(own.count))) : index;
    own.count *= count;
  };
  if (w.grid > 1) {
    Value id = tt::GetProgramIdOp::create(w.b, w.loc, tt::ProgramAxis::X);
    split(w.setRange(id, {0, w.grid - 1}), w.grid);
  }
  for (const Writer::Scope &scope : llvm::reverse(w.scopes)) {
    if (!scope.loop)
      continue;
    auto bounds = scope.counter ? w.range(scope.counter) : std::nullopt;
    if (!bounds || !bounds->within(0, 127)) {
      own.whole = false;
      continue;
    }
    // An iteration may overwrite what the one before stored: the same lanes do it, in order. Clones
    // of an unrolled body may differ in which lanes these are.
    if (scope.unrolled || everyIteration || w.choices.chance(60))
      split(scope.counter.getType().isInteger(32) ? scope.counter
                                                  : w.resize(scope.counter, w.types.i32),
            bounds->hi + 1);
  }
  return own;
}

Value gen::distinctAddress(Writer &w, ArrayRef<int64_t> shape, Type element, Buffer::Use use) {
  unsigned buffer = w.newBuffer(element, use), rank = shape.size();
  int64_t size = llvm::product_of(shape);
  auto [part, parts, whole] = ownPart(w, size, false);
  w.buffers[buffer].size = size * parts;

  Value base = w.buffers[buffer].arg;
  if (rank == 0)
    return part ? w.advance(base, part) : base;
  bool late = part && w.choices.chance(40);
  if (part && !late)
    base = w.advance(base, w.multiply(part, w.i32(size)));

  // Row-major, or with two dimensions swapped in memory.
  auto order = llvm::to_vector<4>(llvm::seq(rank));
  if (rank > 1 && w.choices.chance(25))
    std::swap(order[rank - 1], order[rank - 2]);
  SmallVector<int64_t, 4> strides(rank);
  int64_t natural = 1;
  for (unsigned i = 0; i < rank; ++i) {
    strides[order[rank - 1 - i]] = natural;
    natural *= shape[order[rank - 1 - i]];
  }
  Value pointers, sum;
  bool steps = w.choices.chance(50);
  Shape grown(rank, 1);
  for (unsigned d = 0; d < rank; ++d) {
    Value term = alongAxis(w, makeRange(w, 0, shape[d]), d, rank);
    if (strides[d] != 1)
      term = w.multiply(term, w.choices.chance(50) ? w.scalarArg(w.types.i32, strides[d])
                                                   : w.i32(strides[d]));
    if (late && d == 0)
      term = w.add(term, w.multiply(part, w.i32(size)));
    grown[d] = shape[d];
    if (steps) {
      pointers = pointers ? broadcast(w, pointers, grown) : splat(w, base, grown);
      pointers = w.advance(pointers, broadcast(w, term, grown));
    } else {
      sum = sum ? w.add(sum, term) : term;
    }
  }
  return steps ? pointers : w.advance(splat(w, base, shape), broadcast(w, sum, shape));
}
