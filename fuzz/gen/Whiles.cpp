// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of scf.while. Its condition may forward fewer values than are carried, so that arguments,
// yields and results differ in number. Can see bugs of layout propagation that mixes these up (K1:
// issues 4178 and 11558).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

SmallVector<Value, 6> gen::writeWhile(Writer &w, Value start, Value bound,
                                      ArrayRef<Carried> carried, unsigned flags, LoopBody body) {
  Bounds from = *w.range(start), to = *w.range(bound);
  int64_t step = w.choices.pick({1, 1, 1, 2});
  int64_t trips = std::max<int64_t>(0, (to.hi - from.lo + step - 1) / step);

  // Slots: the counter and the flags stand anywhere between the carried values.
  enum Kind { Counter, Flag, Datum };
  struct Slot {
    Kind kind;
    unsigned index; // Into carried.
    Value init;
    bool forwarded = true;
    unsigned result = 0;
  };
  SmallVector<Slot, 8> slots;
  for (auto [index, one] : llvm::enumerate(carried))
    slots.push_back({Datum, unsigned(index), one.init});
  auto insert = [&](Slot slot) {
    // The last place is the simplest: there it changes nothing for the others.
    unsigned place = slots.size() - w.choices.below(slots.size() + 1);
    slots.insert(slots.begin() + place, slot);
  };
  insert({Counter, 0, start});
  for (unsigned i = 0; i < flags; ++i) {
    Slot flag{Flag, 0, w.choices.chance(60) ? w.constant(w.types.i1, 1) : w.get(w.types.i1)};
    flag.forwarded = !w.choices.chance(50);
    insert(flag);
  }
  SmallVector<Value, 8> inits;
  SmallVector<Type, 8> before, after;
  for (Slot &slot : slots) {
    inits.push_back(slot.init);
    before.push_back(slot.init.getType());
    if (!slot.forwarded)
      continue;
    slot.result = after.size();
    after.push_back(slot.init.getType());
  }

  auto loop = scf::WhileOp::create(w.b, w.loc, after, inits);
  SmallVector<Location, 8> places(before.size(), w.loc);
  {
    OpBuilder::InsertionGuard guard(w.b);
    Block *head = w.b.createBlock(&loop.getBefore(), {}, before, places);
    Value going;
    SmallVector<Value, 8> forwarded;
    for (auto [slot, argument] : llvm::zip_equal(slots, head->getArguments())) {
      Value term;
      if (slot.kind == Counter)
        term = compare(w, arith::CmpIPredicate::slt, argument, bound);
      else if (slot.kind == Flag)
        term = argument;
      if (term)
        going = going ? Value(arith::AndIOp::create(w.b, w.loc, going, term)) : term;
      if (slot.forwarded)
        forwarded.push_back(argument);
    }
    scf::ConditionOp::create(w.b, w.loc, going, forwarded);
  }
  {
    OpBuilder::InsertionGuard guard(w.b);
    places.resize(after.size(), w.loc);
    Block *inner = w.b.createBlock(&loop.getAfter(), {}, after, places);
    Writer::Scope scope;
    scope.trips = trips;
    scope.loop = true;
    SmallVector<Value, 6> arguments(carried.size()), next;
    Value counter;
    for (Slot &slot : slots)
      if (slot.kind == Counter) {
        counter =
            w.setRange(inner->getArgument(slot.result), {from.lo, std::max(from.lo, to.hi - 1)});
        scope.counter = counter;
      }
    w.enter(scope);
    for (Slot &slot : slots) {
      if (!slot.forwarded)
        continue;
      Value argument = inner->getArgument(slot.result);
      if (slot.kind == Datum) {
        carryFacts(w, carried[slot.index], argument, trips - 1);
        arguments[slot.index] = argument;
      }
      w.define(argument);
    }
    next = arguments;
    body(counter, arguments, next);
    SmallVector<Value, 8> yields;
    Value going;
    for (Slot &slot : slots)
      if (slot.kind == Flag) {
        if (!going || w.choices.chance(50)) // Two flags may be fed by one value.
          going = w.get(w.types.i1);
        slot.init = going;
      }
    leaveLoop(w, carried, next);
    for (const Slot &slot : slots)
      yields.push_back(slot.kind == Counter ? w.add(counter, w.i32(step))
                       : slot.kind == Flag  ? slot.init
                                            : next[slot.index]);
    scf::YieldOp::create(w.b, w.loc, yields);
  }
  SmallVector<Value, 6> results(carried.size());
  for (const Slot &slot : slots) {
    if (!slot.forwarded)
      continue;
    Value result = loop.getResult(slot.result);
    if (slot.kind == Counter)
      w.setRange(result, {from.lo, std::max(from.hi, to.hi + step - 1)});
    if (slot.kind == Datum) {
      const Carried &one = carried[slot.index];
      carryFacts(w, one, result, trips);
      if (one.advances)
        w.growth[result] = {one.init, one.step * trips};
      results[slot.index] = result;
    }
    if (slot.kind != Counter || w.choices.chance(40))
      w.define(result);
  }
  return results;
}

void gen::whileRow(Writer &w) {
  SmallVector<Carried, 6> carried = drawCarried(w, 4);
  int64_t most = std::min<int64_t>(w.tripsLeft(), w.choices.pick({3, 2, 4, 1, 8}));
  Value start = w.choices.chance(50) ? w.i32(0) : w.smallScalar(4);
  Value bound;
  switch (w.choices.below(3)) {
  case 0:
    bound = w.scalarArg(w.types.i32, most);
    break;
  case 1:
    bound = w.i32(most);
    break;
  case 2:
    bound = loadThrough(w, w.advance(w.buffers[w.inputBuffer(w.types.i32, Bounds{0, most})].arg,
                                     w.smallScalar(16)));
    break;
  }
  writeWhile(w, start, bound, carried, w.choices.pick({0, 1, 0, 2}),
             [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
               w.statements(5);
               for (auto [index, one] : llvm::enumerate(carried))
                 next[index] = nextValue(w, one, arguments[index], arguments);
               yieldTwice(w, carried, next);
             });
}
