// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries out the plans for conversions that are worth it (Plan.h).
//
// What the plan computes in place changes its types; of the rest a copy is made right after the original, so that it is there
// wherever the original is: a copy is used again by later plans, and always dominates. A slot that stays gets a second one beside it:
//
//   scf.for iter_args(%p = %p0 : #A)         scf.for iter_args(%p = %p0 : #A, %q = %q0 : #B)
//     %c = convert_layout %p : #A -> #B        ... %c is %q
//     use %p, %c                               use %p, %q
//     %p' = addptr %p, %d : #A                 %p' = addptr %p, %d : #A,  %q' = addptr %q, %d' : #B
//     yield %p'                                yield %p', %q'
#include "core/passes/layouts/Rematerialize.h"

#include "core/analysis/ReadOnlyPointers.h"
#include "core/mutant/Mutant.h"
#include "core/passes/layouts/LayoutRules.h"
#include "core/passes/layouts/Placement.h"
#include "core/passes/layouts/Plan.h"

#include "mlir/IR/Iterators.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace fathom;

namespace {

class Rematerializer {
public:
  Rematerializer(tt::FuncOp function, ConversionCosts &costs) : function(function), costs(costs) {}

  void run() {
    SmallVector<Operation *> conversions;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isPlainConversion(op))
        conversions.push_back(op);
    });
    auto there = [&](Value value, Attribute layout) { return copyOf(value, layout); };
    // The facts are those of when they are first asked for; values that came later may be anything.
    std::optional<ReadOnlyPointers> pointers;
    auto mayRepeat = [&](tt::LoadOp load) {
      if (load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv)
        return false;
      if (!pointers)
        pointers.emplace(function);
      return pointers->isOnlyRead(load.getPtr());
    };
    for (Operation *conversion : conversions) {
      if (conversion->use_empty())
        continue;
      if (std::optional<Wanted> same = sameAlready(conversion)) {
        replace(conversion, conversion->getOperand(0));
        continue;
      }
      Plan plan(conversion, frequency, costs, there, mayRepeat);
      if (plan.isWorthIt() || plan.hoistsToLoads())
        carryOut(plan, conversion);
    }
    for (Operation *op : replaced)
      op->destroy();
  }

private:
  std::optional<Wanted> sameAlready(Operation *conversion) const {
    Value value = conversion->getOperand(0);
    Attribute layout = layoutOf(conversion->getResult(0));
    return layoutOf(value) == layout ? std::optional(Wanted(value, layout)) : std::nullopt;
  }

  Value copyOf(Value value, Attribute layout) const {
    auto found = copies.find(value);
    Value copy = found == copies.end() ? Value() : found->second.lookup(layout);
    return copy && layoutOf(copy) == layout ? copy : Value(); // A copy may have been changed since.
  }

  void replace(Operation *conversion, Value value) {
    conversion->replaceAllUsesWith(ValueRange(value));
    conversion->dropAllReferences();
    conversion->remove();
    replaced.push_back(conversion);
  }

  void carryOut(Plan &plan, Operation *conversion) {
    current = &plan;
    point = conversion;
    SmallVector<Plan::Step> steps(plan.getSteps());
    moved.clear();
    renamed.clear();
    done.clear();
    Value value = conversion->getOperand(0);
    Attribute layout = layoutOf(conversion->getResult(0));

    // Slots first, so that what goes round a loop is there.
    addSlots(steps);
    for (Plan::Step &step : steps) {
      if (step.kind != Plan::Step::Compute || step.node.index == Plan::wholeOp ||
          !plan.isInPlace(step.node))
        continue;
      for (Value each : fathom::valuesOf(now(step.node)))
        each.setType(withLayout(each.getType(), step.layout));
    }
    for (Plan::Step &step : steps)
      if (step.kind == Plan::Step::Compute && step.node.index != Plan::wholeOp &&
          plan.isInPlace(step.node))
        for (OpOperand *input : fathom::inputsOf(now(step.node)))
          input->set(get(input->get(), step.layout, input->getOwner()));
    for (auto &[operand, inputLayout] : pending) {
      // The operand is a conversion that stands in.
      Operation *standIn = operand->get().getDefiningOp();
      operand->set(get(standIn->getOperand(0), inputLayout, operand->getOwner()));
      standIn->erase();
    }
    pending.clear();

    Value better = get(renamed.lookup_or(value, value), layout, conversion);
    for (Plan::Step &step : steps)
      shareWithConversions(step, conversion);
    replace(conversion, better);
    current = nullptr;
  }

  /// The slot as it is after loops were replaced.
  Slot now(Slot slot) const {
    auto found = moved.find(slot);
    return found == moved.end() ? slot : found->second;
  }
  void addSlots(ArrayRef<Plan::Step> steps) {
    llvm::MapVector<Operation *, SmallVector<const Plan::Step *>> added;
    for (const Plan::Step &step : steps)
      if (step.kind == Plan::Step::Compute && step.node.index != Plan::wholeOp &&
          !current->isInPlace(step.node))
        added[step.node.op].push_back(&step);
    for (auto &[op, list] : added)
      growOp(op, list);
  }

  void growOp(Operation *op, ArrayRef<const Plan::Step *> list) {
    unsigned slots = numSlots(op), before = op->getNumOperands();
    SmallVector<NewSlot> fresh;
    unsigned newBefore = 0, newAfter = 0;
    SmallVector<unsigned> numbers; // Of the new slots, among their kind.
    bool isWhile = isa<scf::WhileOp>(op);
    for (const Plan::Step *step : list) {
      NewSlot slot;
      slot.type = withLayout(fathom::valuesOf(step->node)[0].getType(), step->layout);
      slot.kind = isWhile && step->node.index >= before ? SlotKind::After : SlotKind::Before;
      numbers.push_back(slot.kind == SlotKind::After ? newAfter++ : newBefore++);
      for (OpOperand *input : fathom::inputsOf(step->node)) {
        OpBuilder builder(input->getOwner());
        slot.inputs.push_back(
            ttg::ConvertLayoutOp::create(builder, op->getLoc(), slot.type, input->get()));
      }
      fresh.push_back(slot);
    }
    SmallVector<Value> results(op->getResults());
    Operation *grown = appendSlots(op, fresh);
    replaced.push_back(op);
    rename(results, grown->getResults());
    // Numbers of slots that were there.
    for (unsigned slot = 0; slot < slots; ++slot)
      moved[Slot{op, slot}] = Slot{grown, isWhile && slot >= before ? slot + newBefore : slot};
    for (auto [step, number, slot] : llvm::zip(list, numbers, fresh)) {
      unsigned index = !isWhile                        ? slots + number
                       : slot.kind == SlotKind::Before ? before + number
                                                       : slots + newBefore + number;
      Slot added{grown, index};
      for (auto [original, copy] :
           llvm::zip(fathom::valuesOf(now(step->node)), fathom::valuesOf(added)))
        copies[original][step->layout] = copy;
      for (OpOperand *input : fathom::inputsOf(added))
        pending.push_back({input, step->layout});
    }
  }

  void rename(ArrayRef<Value> before, ValueRange after) {
    DenseMap<Value, Value> now;
    for (auto [old, value] : llvm::zip(before, after)) {
      renamed.insert(old, value);
      now[old] = value;
      if (auto found = copies.find(old); found != copies.end()) {
        auto moving = std::move(found->second);
        copies.erase(found);
        copies[value] = std::move(moving);
      }
    }
    for (auto &[original, layouts] : copies)
      for (auto &[layout, copy] : layouts)
        if (auto found = now.find(copy); found != now.end())
          copy = found->second;
  }

  /// The value in the layout, as planned.
  Value get(Value value, Attribute layout, Operation *user) {
    value = renamed.lookup_or(value, value);
    if (layoutOf(value) == layout)
      return value;
    if (Sources::isSource(value))
      return sources.in(value, layout, user);
    if (Value copy = copyOf(value, layout); copy && !isMutant(Mutant::M53))
      return copy;
    Operation *def = value.getDefiningOp();
    if (isPlainConversion(def)) {
      if (!current->converts(value, layout))
        return get(def->getOperand(0), layout, user);
      OpBuilder builder(def->getContext());
      builder.setInsertionPointAfter(def);
      return copies[value][layout] = ttg::ConvertLayoutOp::create(
                 builder, def->getLoc(), withLayout(value.getType(), layout), def->getOperand(0));
    }
    auto [node, nodeLayout] = Plan::definitionOf(value, layout);
    if (node.op && node.index == Plan::wholeOp && current->computes(node, nodeLayout))
      return computeAs(node, nodeLayout, value);
    return copies[value][layout] = convertAtDefinition(value, layout);
  }

  Value computeAs(Slot node, Attribute layout, Value value) {
    Operation *op = node.op;
    if (current->isInPlace(node)) {
      if (!done.insert(op).second)
        return value;
      SmallVector<std::pair<OpOperand *, Value>> inputs;
      for (auto [operand, inputLayout] : Plan::inputsOf(node, layout))
        inputs.push_back({operand, get(operand->get(), inputLayout, op)});
      SmallVector<Type> types;
      for (OpResult result : op->getResults())
        types.push_back(
            layoutOf(result)
                ? withLayout(result.getType(), resultLayout(op, result.getResultNumber(), layout))
                : result.getType());
      for (auto [operand, input] : inputs)
        operand->set(input);
      for (auto [result, type] : llvm::zip(op->getResults(), types))
        result.setType(type);
      return value;
    }
    SmallVector<std::pair<unsigned, Value>> inputs;
    for (auto [operand, inputLayout] : Plan::inputsOf(node, layout))
      inputs.push_back({operand->getOperandNumber(), get(operand->get(), inputLayout, op)});
    OpBuilder builder(op->getContext());
    if (isMutant(Mutant::M5))
      builder.setInsertionPoint(point); // M5: where it is wanted first.
    else
      builder.setInsertionPointAfter(op);
    Operation *copy = builder.clone(*op);
    for (auto [number, input] : inputs)
      copy->setOperand(number, input);
    for (auto [before, after] : llvm::zip(op->getResults(), copy->getResults()))
      if (layoutOf(before)) {
        Attribute resultIn = resultLayout(op, after.getResultNumber(), layout);
        after.setType(withLayout(before.getType(), resultIn));
        copies[before][resultIn] = after;
      }
    return copy->getResult(cast<OpResult>(value).getResultNumber());
  }

  /// Other conversions to what is there now are not needed any more.
  void shareWithConversions(const Plan::Step &step, Operation *conversion) {
    SmallVector<Value, 2> values;
    if (step.kind == Plan::Step::Convert)
      values.push_back(renamed.lookup_or(step.value, step.value));
    else if (step.kind == Plan::Step::Compute)
      values = Plan::valuesOf(step.node.index == Plan::wholeOp ? step.node : now(step.node));
    for (Value value : values)
      for (Operation *user : llvm::to_vector(value.getUsers())) {
        if (user == conversion || !isPlainConversion(user))
          continue;
        Attribute layout = layoutOf(user->getResult(0));
        Value better = layoutOf(value) == layout ? value : copyOf(value, layout);
        if (better && better != user->getResult(0))
          user->getResult(0).replaceAllUsesWith(better);
      }
  }

  /// Values that were replaced.
  struct Renamed {
    DenseMap<Value, Value> map;
    Value lookup_or(Value value, Value other) const {
      auto found = map.find(value);
      return found == map.end() ? other : found->second;
    }
    void insert(Value old, Value value) { map[old] = value; }
    void clear() { map.clear(); }
  };

  tt::FuncOp function;
  ConversionCosts &costs;
  Frequency frequency;
  Sources sources;
  DenseMap<Value, DenseMap<Attribute, Value>> copies; ///< Right after the original.
  SmallVector<Operation *> replaced; ///< Out of the program, and destroyed at last.

  // Of the plan that is carried out.
  Plan *current = nullptr;
  Operation *point = nullptr;
  DenseMap<Slot, Slot> moved;
  Renamed renamed;
  DenseSet<Operation *> done;
  SmallVector<std::pair<OpOperand *, Attribute>> pending;
};

} // namespace

void fathom::rematerialize(tt::FuncOp function, ConversionCosts &costs) {
  if (!function.isDeclaration())
    Rematerializer(function, costs).run();
}

bool fathom::eraseDeadOps(tt::FuncOp function) {
  bool any = false;
  function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op->getNumRegions() > 0 || !isOpTriviallyDead(op))
      return;
    op->erase();
    any = true;
  });
  return any;
}
