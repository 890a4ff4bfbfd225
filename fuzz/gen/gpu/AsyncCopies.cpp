// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of asynchronous copies from global memory: waited for at once, several in flight, and in loops whose buffers rotate. Can see barriers and waits that are missing or
// too weak, and buffers that are given away too early (K3, K7).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/gpu/GpuWriter.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

/// Elements that copies of 4 bytes and more are made of, mostly.
static Type copiedElement(GpuWriter &w) {
  return w.choices.pick(
      {w.types.f32, w.types.f16, w.types.i32, w.types.f64, w.types.i8, w.types.i64});
}

static Shape copiedShape(GpuWriter &w) {
  Shape shape = w.shape();
  return llvm::product_of(shape) * 8 <= GpuWriter::mostBytes ? shape : Shape{16, 16};
}

static Value startCopy(GpuWriter &w, Value pointers, Value buffer, Value mask = {},
                       Value other = {}) {
  dereference(w, pointers);
  return ttg::AsyncCopyGlobalToLocalOp::create(
      w.b, w.loc, pointers, buffer, mask, other,
      tt::CacheModifierAttr::get(w.b.getContext(), tt::CacheModifier::None),
      tt::EvictionPolicyAttr::get(w.b.getContext(), tt::EvictionPolicy::Normal),
      w.b.getBoolAttr(false), w.b.getI32IntegerAttr(1));
}

static Value commit(GpuWriter &w, ValueRange tokens) {
  return ttg::AsyncCommitGroupOp::create(w.b, w.loc, ttg::AsyncTokenType::get(w.b.getContext()),
                                         tokens);
}

static Value waitFor(GpuWriter &w, ValueRange tokens, unsigned left) {
  return ttg::AsyncWaitOp::create(w.b, w.loc, tokens, w.b.getI32IntegerAttr(left));
}

/// Starts a copy of a tile into a new buffer, masked at times; gives the buffer and the token.
static std::pair<Value, Value> copyTile(GpuWriter &w) {
  Shape shape = copiedShape(w);
  Type element = copiedElement(w);
  Value buffer = ttg::LocalAllocOp::create(w.b, w.loc, w.bufferType(shape, element, true), Value(),
                                           IntegerAttr());
  Access access = address(w, shape, element);
  Value mask, other;
  if (w.choices.chance(40)) {
    mask = boundsMask(w, shape, access);
    // NVIDIA's copies write zeros, whatever is asked for.
    if (w.choices.chance(60))
      other = w.constant(w.tensor(shape, element), w.gpu.isCuda() ? 0 : w.choices.pick({0, 1}));
  }
  return {buffer, startCopy(w, access.pointers, buffer, mask, other)};
}

void gen::asyncCopy(GpuWriter &w) {
  auto [buffer, token] = copyTile(w);
  Value group = commit(w, token);
  if (w.choices.chance(30))
    w.statements(1);
  Value done = waitFor(w, group, 0);
  w.define(w.load(buffer, w.choices.chance(50) ? done : Value()));
  w.define(buffer);
}

// Two or three groups in flight, waited for one by one in the order in which they were started.
void gen::asyncCopies(GpuWriter &w) {
  SmallVector<Value, 3> buffers, groups;
  for (unsigned left = w.choices.pick({2, 3}); left > 0; --left) {
    auto [buffer, token] = copyTile(w);
    SmallVector<Value, 2> tokens{token};
    buffers.push_back(buffer);
    if (w.choices.chance(25)) { // Two copies in a group.
      auto [second, more] = copyTile(w);
      tokens.push_back(more);
      buffers.push_back(second);
    }
    groups.push_back(commit(w, tokens));
  }
  for (unsigned number = 0; number < groups.size(); ++number)
    waitFor(w, groups[number], groups.size() - 1 - number);
  for (Value buffer : buffers) {
    w.define(w.load(buffer));
    w.define(buffer);
  }
}

// A loop that reads one buffer of a ring while copies fill the others, as the pipeliner writes it.
void gen::rotatingBuffers(GpuWriter &w) {
  int64_t count = w.choices.pick({3, 2, 4});
  Shape shape = copiedShape(w);
  if (shape.size() > 3)
    shape = {32, 16};
  Type element = w.choices.pick({w.types.f32, w.types.f16, w.types.i32});
  auto one = w.bufferType(shape, element, true);
  Value ring =
      ttg::LocalAllocOp::create(w.b, w.loc, GpuWriter::listOf(count, one), Value(), IntegerAttr());
  Value pointers = address(w, shape, element).pointers;
  int64_t step = w.choices.pick({32, 16, 64, 0});
  auto advance = [&](Value pointers) { return w.advance(pointers, w.i32(step)); };
  for (int64_t number = 0; number + 1 < count; ++number) {
    commit(w, startCopy(w, pointers, w.at(ring, w.i32(number))));
    pointers = advance(pointers);
  }
  Trip trip = drawTrip(w, 6);
  // Where to write and to read next; what else is added up.
  SmallVector<Carried, 6> carried(4);
  carried[0] = {pointers, true, step, w.i32(step)};
  carried[1] = {w.i32(count - 1), true, count - 1, w.i32(1)};
  carried[2] = {w.i32(0), true, count - 1, w.i32(1)};
  carried[3].init = w.get(w.tensor(shape, element));
  for (const Carried &extra : drawCarried(w, w.choices.pick({0, 0, 1})))
    carried.push_back(extra);
  auto wrapped = [&](Value number) {
    Value next = arith::AddIOp::create(w.b, w.loc, number, w.i32(1));
    Value inside = compare(w, arith::CmpIPredicate::slt, next, w.i32(count));
    return arith::SelectOp::create(w.b, w.loc, inside, next, w.i32(0));
  };
  writeFor(w, trip, carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
    bool early = count > 2 && w.choices.chance(50);
    auto fill = [&] { commit(w, startCopy(w, arguments[0], w.at(ring, arguments[1]))); };
    // A copy into the buffer that was read last may be started before the next one is read.
    if (early)
      fill();
    waitFor(w, {}, early ? count - 1 : count - 2);
    Value tile = w.load(w.at(ring, arguments[2]));
    if (!early)
      fill();
    w.statements(w.choices.pick({0, 2}));
    next[0] = advance(arguments[0]);
    next[1] = wrapped(arguments[1]);
    next[2] = wrapped(arguments[2]);
    next[3] = combine(w, arguments[3], tile);
    for (size_t index = 4; index < carried.size(); ++index)
      next[index] = nextValue(w, carried[index], arguments[index], arguments);
  });
  waitFor(w, {}, 0);
  if (w.choices.chance(60))
    ttg::LocalDeallocOp::create(w.b, w.loc, ring);
  else
    w.define(ring);
}
