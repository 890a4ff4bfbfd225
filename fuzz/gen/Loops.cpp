// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of counted loops. Can see bugs of layout propagation through regions (K1), of pipelining
// (K3) and of restructuring and hoisting (K5).
#include "fuzz/gen/Loops.h"

#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

Trip gen::drawTrip(Writer &w, int64_t most) {
  most = std::max<int64_t>(1, std::min(most, w.tripsLeft()));
  Trip trip;
  int64_t count = std::min<int64_t>(most, w.choices.pick({3, 2, 4, 1, 5, 8, 16}));
  int64_t first = 0;
  trip.lower = w.i32(0);
  trip.step = w.i32(1);
  switch (w.choices.weighted({8, 6, 3, 3, 2, 2, 2, 2, 2})) {
  case 0:
    trip.upper = w.i32(count);
    break;
  case 1:
    trip.upper = w.scalarArg(w.types.i32, w.choices.chance(8) ? 0 : count);
    break;
  case 2: { // Blocks of an extent, rounded up.
    int64_t block = w.choices.pick({32, 16, 64});
    Value extent = w.scalarArg(w.types.i32, count * block - w.choices.pick({0, 5}));
    Value rounded = w.add(extent, w.i32(block - 1));
    trip.upper = w.setRange(arith::DivSIOp::create(w.b, w.loc, rounded, w.i32(block)), {0, count});
    break;
  }
  case 3: { // In steps of a block.
    int64_t block = w.choices.pick({32, 16, 2});
    trip.step = w.i32(block);
    trip.upper = w.scalarArg(w.types.i32, count * block);
    trip.counter = {0, (count - 1) * block};
    trip.trips = count;
    return trip;
  }
  case 4: { // Persistent: from the program's id, in steps of the grid.
    Value id = tt::GetProgramIdOp::create(w.b, w.loc, tt::ProgramAxis::X);
    trip.lower = w.setRange(id, {0, w.grid - 1});
    Value programs = tt::GetNumProgramsOp::create(w.b, w.loc, tt::ProgramAxis::X);
    trip.step = w.setRange(programs, {w.grid, w.grid});
    int64_t tiles = count * w.grid;
    trip.upper = w.scalarArg(w.types.i32, tiles - (count > 1 ? w.choices.pick({0, 1}) : 0));
    trip.counter = {0, tiles - 1};
    trip.trips = count;
    return trip;
  }
  case 5: // Read from memory.
    trip.upper =
        loadThrough(w, w.advance(w.buffers[w.inputBuffer(w.types.i32, Bounds{0, count})].arg,
                                 w.smallScalar(16)));
    break;
  case 6: { // Dependent on an outer counter; may be empty or inverted.
    Value outer = w.smallScalar(8);
    trip.lower = outer;
    first = w.range(outer)->lo;
    if (w.choices.chance(50)) {
      trip.upper = w.scalarArg(w.types.i32, count);
    } else {
      trip.upper = w.add(outer, w.i32(count));
      trip.counter = {first, w.range(outer)->hi + count - 1};
      trip.trips = count;
      return trip;
    }
    break;
  }
  case 7: { // From 1, or below zero.
    first = w.choices.pick({1, -2});
    trip.lower = w.i32(first);
    trip.upper = w.scalarArg(w.types.i32, std::max<int64_t>(0, first + count));
    break;
  }
  case 8: { // From one argument to another, which may be smaller; the last step may end beyond it.
    int64_t low = w.choices.pick({2, 0, 3, -1, 8}), step = w.choices.pick({2, 1, 3});
    int64_t high = low + std::min(w.choices.pick<int64_t>({-2, 5, 1, -1, 0, 3, 7}), most * step);
    trip.lower = w.choices.chance(70) ? w.scalarArg(w.types.i32, low) : w.i32(low);
    trip.upper = w.scalarArg(w.types.i32, high);
    trip.step = w.i32(step);
    trip.trips = high <= low ? 0 : (high - low + step - 1) / step;
    trip.counter = {low, low + std::max<int64_t>(0, trip.trips - 1) * step};
    return trip;
  }
  }
  // An i64 loop, at times.
  if (w.choices.chance(6)) {
    trip.lower = w.resize(trip.lower, w.types.i64);
    trip.upper = w.resize(trip.upper, w.types.i64);
    trip.step = w.resize(trip.step, w.types.i64);
  }
  int64_t last = w.range(trip.upper)->hi;
  trip.trips = std::max<int64_t>(0, last - first);
  trip.counter = {first, std::max(first, last - 1)};
  return trip;
}

void gen::drawLoopAttributes(Writer &w, Operation *loop, bool nest, int64_t trips) {
  if (w.choices.chance(9))
    loop->setAttr("tt.num_stages", w.b.getI32IntegerAttr(w.choices.pick({2, 1, 3, 4, 5, 0, 6})));
  if (w.choices.chance(nest ? 12 : 1))
    loop->setAttr("tt.flatten", w.b.getUnitAttr());
  switch (w.choices.below(40)) {
  case 38:
    loop->setAttr("tt.disallow_acc_multi_buffer", w.b.getUnitAttr());
    break;
  case 39:
    loop->setAttr("tt.warp_specialize", w.b.getUnitAttr());
    break;
  }
}

// --- Carried values ---

SmallVector<Carried, 6> gen::drawCarried(Writer &w, unsigned most) {
  SmallVector<Carried, 6> list;
  for (uint64_t left = w.choices.below(most + 1); left > 0; --left) {
    Carried carried;
    if (!list.empty() && !list.back().advances && w.choices.chance(15)) {
      carried.init = w.get(list.back().init.getType());
      list.push_back(carried);
      continue;
    }
    switch (w.choices.weighted({6, 4, 3, 2, 2, 2, 2, 1, 1})) {
    case 8: // A number that settles.
      carried.init = w.constant(w.choices.pick({w.types.i32, w.types.i1}), w.choices.below(2));
      break;
    case 0:
      carried.init = w.get(w.tensor(w.shape(), w.floatElement()));
      break;
    case 1: { // Tile pointers, as matmul kernels move them.
      Value pointer = w.find([&](Value value) {
        const PointerFact *fact = w.pointerFact(value);
        return fact && w.buffers[fact->buffer].use == Buffer::In &&
               isa<RankedTensorType>(value.getType());
      });
      carried.init =
          pointer && !w.choices.chance(40) ? pointer : address(w, w.shape(), w.element()).pointers;
      carried.advances = true;
      carried.step = w.choices.pick({32, 1, 16, 64, 128, 0});
      carried.by = carried.step % 16 == 0 && w.choices.chance(30)
                       ? w.scalarArg(w.types.i32, carried.step)
                       : w.i32(carried.step);
      break;
    }
    case 2:
      carried.init = w.smallScalar(32);
      carried.advances = true;
      carried.step = w.choices.pick({1, 2, 32});
      carried.by = w.i32(carried.step);
      break;
    case 3:
      carried.init = w.get(w.tensor(w.shape(), w.intElement()));
      break;
    case 4:
      carried.init = w.get(w.choices.pick({w.types.f32, w.types.i32, w.types.i64}));
      break;
    case 5:
      carried.init = w.get(w.types.i1);
      break;
    case 6:
      carried.init = w.buffers[w.inputBuffer(w.element())].arg;
      carried.advances = true;
      carried.step = w.choices.pick({16, 1, 64});
      carried.by = w.i32(carried.step);
      break;
    case 7:
      carried.init = w.get(w.tensor(w.shape(), w.types.i1));
      break;
    }
    // The step may be taken by an inner loop as well, or twice.
    if (carried.advances && w.choices.chance(20)) {
      carried.trips = w.choices.pick({2, 4});
      carried.step *= carried.trips;
    }
    list.push_back(carried);
  }
  return list;
}

// Whether the value is `base` moved by at most `most`: by additions that the generator wrote, or by
// none.
static bool movedWithin(Writer &w, Value value, Value base, int64_t most) {
  for (int steps = 0; steps < 8; ++steps) {
    if (value == base)
      return most >= 0;
    if (auto grown = w.growth.find(value); grown != w.growth.end()) { // Out of an inner loop.
      most -= grown->second.second;
      value = grown->second.first;
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (auto addptr = dyn_cast<tt::AddPtrOp>(op)) {
      auto by = w.range(addptr.getOffset());
      if (!by || by->lo < 0)
        return false;
      most -= by->hi;
      value = addptr.getPtr();
    } else if (auto add = dyn_cast<arith::AddIOp>(op)) {
      auto by = w.range(add.getRhs());
      if (!by || by->lo < 0)
        return false;
      most -= by->hi;
      value = add.getLhs();
    } else {
      return false;
    }
  }
  return false;
}

Value gen::nextValue(Writer &w, const Carried &carried, Value argument, ValueRange arguments) {
  Type type = argument.getType();
  if (carried.advances) {
    if (w.pointerFact(argument) && argument.use_empty() && !w.choices.chance(10))
      w.define(loadThrough(w, argument));
    if (carried.trips > 1 || w.choices.chance(15)) // Moved already by something in the body.
      if (Value moved = w.find([&](Value value) {
            return value.getType() == type && value != argument &&
                   movedWithin(w, value, argument, carried.step);
          }))
        return moved;
    if (w.choices.chance(6))
      return argument;
    Value moved = isa<tt::PointerType>(w.elementOf(type)) ? w.advance(argument, carried.by)
                                                          : w.add(argument, carried.by);
    if (w.choices.chance(8)) // Only where some condition holds.
      return w.sameFacts(moved,
                         arith::SelectOp::create(w.b, w.loc, w.get(w.types.i1), moved, argument));
    return moved;
  }
  if (type.isIntOrIndex() && w.choices.chance(18)) // Another number ever after.
    return w.constant(type, w.choices.pick({1, 0, -1}));
  switch (w.choices.weighted({16, 10, 2, 5, 1})) {
  case 4: // One from before the loop.
    for (size_t i = 0; i < w.scopes.back().visible; ++i)
      if (w.pool[i].getType() == type && w.pool[i] != carried.init)
        return w.pool[i];
    [[fallthrough]];
  case 0: {
    Value update = w.get(type);
    return update == argument ? combine(w, argument, w.make(type)) : combine(w, argument, update);
  }
  case 1:
    return w.get(type);
  case 2:
    return argument;
  case 3:
    for (Value other : arguments)
      if (other != argument && other.getType() == type && !w.pointerFact(other))
        return other;
    return combine(w, argument, w.get(type));
  }
  llvm_unreachable("all alternatives return");
}

void gen::carryFacts(Writer &w, const Carried &carried, Value value, int64_t steps) {
  if (!carried.advances)
    return;
  Bounds growth{0, carried.step * std::max<int64_t>(0, steps)};
  if (const PointerFact *fact = w.pointerFact(carried.init))
    w.setPointer(value, {fact->buffer, fact->offset + growth});
  else if (auto bounds = w.range(carried.init))
    w.setRange(value, *bounds + growth);
}

void gen::yieldTwice(Writer &w, ArrayRef<Carried> carried, MutableArrayRef<Value> next) {
  if (next.size() < 2 || w.choices.chance(60))
    return;
  unsigned from = w.choices.below(next.size());
  if (!carried[from].advances)
    for (unsigned i = 0; i < next.size(); ++i)
      if (!carried[i].advances && next[i].getType() == next[from].getType())
        next[i] = next[from];
}

void gen::leaveLoop(Writer &w, ArrayRef<Carried> carried, MutableArrayRef<Value> next) {
  SmallVector<Value, 6> data;
  SmallVector<unsigned, 6> places;
  for (auto [index, one] : llvm::enumerate(carried))
    if (!one.advances) {
      data.push_back(next[index]);
      places.push_back(index);
    }
  w.leave(data);
  for (auto [place, value] : llvm::zip_equal(places, data))
    next[place] = value;
}

SmallVector<Value, 6> gen::writeFor(Writer &w, const Trip &trip, ArrayRef<Carried> carried,
                                    LoopBody body) {
  SmallVector<Value, 6> inits;
  for (const Carried &one : carried)
    inits.push_back(one.init);
  auto loop = scf::ForOp::create(w.b, w.loc, trip.lower, trip.upper, trip.step, inits);
  Writer::Scope scope;
  scope.counter = loop.getInductionVar();
  scope.trips = trip.trips;
  scope.loop = true;
  if (w.choices.chance(5) && trip.trips <= 6) {
    loop->setAttr("tt.loop_unroll_factor", w.b.getI32IntegerAttr(w.choices.pick({2, 2, 3, 4, 1})));
    scope.unrolled = true;
  }
  w.setRange(scope.counter, trip.counter);

  SmallVector<Value, 6> next;
  {
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToEnd(loop.getBody());
    if (!loop.getBody()->empty()) { // MLIR adds the terminator of a loop that carries nothing.
      w.b.setInsertionPoint(loop.getBody()->getTerminator());
    }
    w.enter(scope);
    w.define(scope.counter);
    for (auto [one, argument] : llvm::zip_equal(carried, loop.getRegionIterArgs())) {
      carryFacts(w, one, argument, trip.trips - 1);
      w.define(argument);
      next.push_back(argument);
    }
    body(scope.counter, loop.getRegionIterArgs(), next);
    leaveLoop(w, carried, next);
    if (!carried.empty())
      scf::YieldOp::create(w.b, w.loc, next);
  }
  bool nest = !loop.getBody()->getOps<scf::ForOp>().empty();
  drawLoopAttributes(w, loop, nest, trip.trips);
  SmallVector<Value, 6> results(loop.getResults());
  for (auto [one, result] : llvm::zip_equal(carried, results)) {
    carryFacts(w, one, result, trip.trips);
    if (one.advances)
      w.growth[result] = {one.init, one.step * trip.trips};
    w.define(result);
  }
  return results;
}

void gen::forRow(Writer &w) {
  SmallVector<Carried, 6> carried = drawCarried(w, 5);
  Trip trip = drawTrip(w, 8);
  writeFor(w, trip, carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
    w.statements(5);
    for (auto [index, one] : llvm::enumerate(carried))
      next[index] = nextValue(w, one, arguments[index], arguments);
    yieldTwice(w, carried, next);
  });
}
