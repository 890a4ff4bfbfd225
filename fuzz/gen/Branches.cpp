// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of scf.if and of early returns. Can see bugs of values, layouts and pointers that meet where
// branches join (K1, K12, K14).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// A scalar that no compiler can know: a loaded flag, a comparison of the program's id or of an
// argument.
static Value opaque(Writer &w) {
  switch (w.choices.below(4)) {
  case 0:
    return w.get(w.types.i1);
  case 1:
    return w.cast(loadScalarValue(w, w.choices.pick({w.types.i32, w.types.i8})), w.types.i1);
  case 2:
    return compare(w, arith::CmpIPredicate::eq, w.smallScalar(), w.i32(w.choices.below(3)));
  default:
    return compare(w, arith::CmpIPredicate::sgt, w.scalarArg(w.types.i32, w.choices.pick({0, 3})),
                   w.i32(0));
  }
}

void gen::ifRow(Writer &w) {
  Value condition = opaque(w);
  if (w.choices.chance(20))
    w.define(condition);
  // What both branches give: a tile, a scalar, or a pointer that one of them moves.
  struct Outcome {
    Type type;
    Value pointer; // Of pointers: where both start.
  };
  SmallVector<Outcome, 3> outcomes;
  for (uint64_t left = w.choices.below(4); left > 0; --left)
    switch (w.choices.weighted({6, 2, 2, 2})) {
    case 0:
      outcomes.push_back({w.tensor(w.shape(), w.element()), {}});
      break;
    case 1:
      outcomes.push_back({w.choices.pick({w.types.f32, w.types.i32, w.types.i1}), {}});
      break;
    case 2: {
      Value pointer = w.find([&](Value value) {
        const PointerFact *fact = w.pointerFact(value);
        return fact && w.buffers[fact->buffer].use == Buffer::In;
      });
      if (!pointer)
        pointer = address(w, w.shape(), w.element()).pointers;
      outcomes.push_back({pointer.getType(), pointer});
      break;
    }
    case 3:
      outcomes.push_back({w.tensor(w.shape(), w.types.i1), {}});
      break;
    }
  SmallVector<Type, 3> types;
  for (const Outcome &outcome : outcomes)
    types.push_back(outcome.type);
  bool hasElse = !outcomes.empty() || w.choices.chance(40);
  auto op = scf::IfOp::create(w.b, w.loc, types, condition, hasElse);

  SmallVector<int64_t, 3> moved(outcomes.size(), 0);
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    if (region->empty())
      continue;
    OpBuilder::InsertionGuard guard(w.b);
    Block *block = &region->front();
    w.b.setInsertionPointToStart(block);
    w.enter({});
    w.statements(4);
    SmallVector<Value, 3> yields, data;
    for (auto [index, outcome] : llvm::enumerate(outcomes)) {
      if (outcome.pointer) {
        int64_t step = w.choices.pick({0, 16, 1, 64});
        Value pointer = step ? w.advance(outcome.pointer, w.i32(step)) : outcome.pointer;
        moved[index] = std::max(moved[index], step);
        yields.push_back(pointer);
        continue;
      }
      yields.push_back(w.get(outcome.type));
    }
    for (auto [outcome, value] : llvm::zip_equal(outcomes, yields))
      if (!outcome.pointer)
        data.push_back(value);
    w.leave(data);
    unsigned next = 0;
    for (auto [outcome, value] : llvm::zip_equal(outcomes, yields))
      if (!outcome.pointer)
        value = data[next++];
    if (!outcomes.empty())
      scf::YieldOp::create(w.b, w.loc, yields);
  }
  for (auto [outcome, result, most] : llvm::zip_equal(outcomes, op.getResults(), moved)) {
    if (outcome.pointer) {
      PointerFact fact = *w.pointerFact(outcome.pointer);
      w.setPointer(result, {fact.buffer, fact.offset + Bounds{0, most}});
      w.growth[result] = {outcome.pointer, most};
    }
    w.define(result);
  }
}

// What one side of a branch gives: a tile or a number, or a pointer that it moves.
static Value drawOutcome(Writer &w, Type type, Value pointer, int64_t &moved) {
  if (!pointer)
    return w.get(type);
  int64_t step = w.choices.pick({0, 16, 1, 64});
  moved = std::max(moved, step);
  return step ? w.advance(pointer, w.i32(step)) : pointer;
}

// Blocks that meet again with values, as the front end writes a branch that may return: one side, or a branch in it, ends the kernel.
void gen::returnInBranch(Writer &w) {
  Value taken = opaque(w);
  Region *body = w.b.getBlock()->getParent();
  Block *here = w.b.getBlock();
  SmallVector<Value, 3> pointers;
  SmallVector<Type, 3> types;
  for (uint64_t left = 1 + w.choices.below(3); left > 0; --left) {
    Value pointer;
    if (w.choices.chance(35))
      pointer = w.find([&](Value value) {
        const PointerFact *fact = w.pointerFact(value);
        return fact && w.buffers[fact->buffer].use == Buffer::In;
      });
    pointers.push_back(pointer);
    types.push_back(pointer ? pointer.getType()
                            : w.choices.pick<Type>({w.tensor(w.shape(), w.element()), w.types.i32,
                                                    w.tensor(w.shape(), w.types.f32)}));
  }
  Block *sides[2] = {w.b.createBlock(body), w.b.createBlock(body)};
  Block *end =
      w.b.createBlock(body, body->end(), types, SmallVector<Location, 3>(types.size(), w.loc));
  w.b.setInsertionPointToEnd(here);
  cf::CondBranchOp::create(w.b, w.loc, taken, sides[0], sides[1]);
  uint64_t returning = w.choices.below(2);
  SmallVector<int64_t, 3> moved(types.size(), 0);
  for (unsigned side : {0, 1}) {
    w.b.setInsertionPointToEnd(sides[side]);
    w.enter({});
    w.statements(2);
    SmallVector<Value, 3> values, data;
    for (auto [type, pointer, most] : llvm::zip_equal(types, pointers, moved)) {
      values.push_back(drawOutcome(w, type, pointer, most));
      if (!pointer)
        data.push_back(values.back());
    }
    Value done = side == returning ? opaque(w) : Value();
    w.leave(data);
    unsigned next = 0;
    for (auto [value, pointer] : llvm::zip_equal(values, pointers))
      if (!pointer)
        value = data[next++];
    if (done) {
      Block *leave = w.b.createBlock(end), *rest = w.b.createBlock(end);
      w.b.setInsertionPointToEnd(sides[side]);
      cf::CondBranchOp::create(w.b, w.loc, done, leave, rest);
      w.b.setInsertionPointToEnd(leave);
      tt::ReturnOp::create(w.b, w.loc);
      w.b.setInsertionPointToEnd(rest);
    }
    cf::BranchOp::create(w.b, w.loc, end, values);
  }
  w.b.setInsertionPointToEnd(end);
  for (auto [value, pointer, most] : llvm::zip_equal(end->getArguments(), pointers, moved)) {
    if (pointer) {
      PointerFact fact = *w.pointerFact(pointer);
      w.setPointer(value, {fact.buffer, fact.offset + Bounds{0, most}});
      w.growth[value] = {pointer, most};
    }
    w.define(value);
  }
}

// The rest of the kernel runs only where a condition holds.
void gen::earlyReturn(Writer &w) {
  Value done = opaque(w);
  Region *body = w.b.getBlock()->getParent();
  Block *here = w.b.getBlock(), *leave = w.b.createBlock(body), *rest = w.b.createBlock(body);
  w.b.setInsertionPointToEnd(here);
  cf::CondBranchOp::create(w.b, w.loc, done, leave, rest);
  w.b.setInsertionPointToEnd(leave);
  tt::ReturnOp::create(w.b, w.loc);
  w.b.setInsertionPointToEnd(rest);
}
