// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans how to have a value in another layout.
#include "core/passes/layouts/Plan.h"

#include "core/mutant/Mutant.h"
#include "core/passes/layouts/LayoutRules.h"
#include "core/passes/layouts/Sources.h"

using namespace mlir;
using namespace fathom;

static constexpr int64_t tooMuch = int64_t(1) << 60;

/// M8: atomics are taken for ops without effects, that cost nothing.
static bool isFreeByMutant(Operation *op) {
  return isMutant(Mutant::M8) && isa<tt::AtomicRMWOp, tt::AtomicCASOp>(op);
}

/// Whether it may be computed in another layout.
static bool isComputable(Operation *op) {
  return layoutRuleOf(op) == LayoutRule::Flexible || isFreeByMutant(op);
}

bool Plan::isOnce(Operation *op) const {
  if (isFreeByMutant(op))
    return false;
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return !mayRepeat(load);
  // What reduces is not done twice: two orders of summation differ.
  return !isMemoryEffectFree(op) || isa<tt::ReduceOp, tt::ScanOp, tt::GatherOp>(op);
}

Recomputed Plan::definitionOf(Value value, Attribute layout) {
  if (std::optional<Slot> slot = slotOf(value))
    return isMissedByMutant(*slot) ? Recomputed() : Recomputed(*slot, layout);
  Operation *def = value.getDefiningOp();
  if (!def || !isComputable(def))
    return {};
  Attribute opLayout = opLayoutFromResult(def, cast<OpResult>(value).getResultNumber(), layout);
  // There and back can end in the same layout by another name, which a product does not take.
  if (!canHaveLayout(def, opLayout) ||
      resultLayout(def, cast<OpResult>(value).getResultNumber(), opLayout) != layout)
    return {};
  return {Slot{def, wholeOp}, opLayout};
}

SmallVector<std::pair<OpOperand *, Attribute>> Plan::inputsOf(Slot node, Attribute layout) {
  SmallVector<std::pair<OpOperand *, Attribute>> inputs;
  if (node.index != wholeOp) {
    for (OpOperand *input : fathom::inputsOf(node))
      inputs.push_back({input, layout});
    return inputs;
  }
  for (OpOperand &operand : node.op->getOpOperands())
    if (layoutOf(operand.get()) && !takesAnyLayout(operand))
      inputs.push_back({&operand, operandLayout(node.op, operand.getOperandNumber(), layout)});
  return inputs;
}

SmallVector<Value, 2> Plan::valuesOf(Slot node) {
  if (node.index != wholeOp)
    return fathom::valuesOf(node);
  return SmallVector<Value, 2>(node.op->getResults());
}

Attribute Plan::valueLayout(Value value, Slot node, Attribute layout) {
  return node.index != wholeOp
             ? layout
             : resultLayout(node.op, cast<OpResult>(value).getResultNumber(), layout);
}

/// A value of a node as far as cost is concerned, in the layout that it is computed in.
static RankedTensorType typeIn(Slot node, Attribute layout) {
  if (node.index != Plan::wholeOp)
    return withLayout(fathom::valuesOf(node)[0].getType(), layout);
  if (!isa<tt::ReduceOp, tt::SplitOp>(node.op))
    for (Value result : node.op->getResults())
      if (layoutOf(result))
        return withLayout(result.getType(), layout);
  for (Value operand : node.op->getOperands())
    if (layoutOf(operand))
      return withLayout(operand.getType(), layout);
  return {};
}

static Attribute layoutNow(Slot node) {
  return node.index != Plan::wholeOp ? layoutOf(fathom::valuesOf(node)[0])
                                     : currentOpLayout(node.op);
}

static Block *blockOf(Slot node) {
  return node.index != Plan::wholeOp ? fathom::valuesOf(node)[0].getParentBlock()
                                     : node.op->getBlock();
}

int64_t Plan::convert(Value value, Attribute layout, RankedTensorType from) {
  int64_t cost = costs.conversion(from, layout) * frequency.factor(value.getParentBlock());
  if (!converted.insert({value, layout}).second)
    return 0;
  // A value with users outside the plan may be wanted again: part of what it costs is not this plan's.
  bool shareable =
      frequency.exponent(value.getParentBlock()) <= frequency.exponent(conversion->getBlock()) &&
      llvm::any_of(value.getUsers(), [&](Operation *user) {
        return user != conversion && !bypassed.contains(user) && !nodes.contains({user, wholeOp});
      });
  steps.push_back({Step::Convert, {}, value, layout, cost, shareable ? cost / 4 : 0, false});
  bonus += steps.back().saved;
  return cost;
}

void Plan::compute(Slot node, Attribute layout) {
  int64_t factor = frequency.factor(blockOf(node));
  bool isOp = node.index != wholeOp;
  RankedTensorType then = typeIn(node, layout), now = typeIn(node, layoutNow(node));
  // A slot that is there twice costs a move of its registers.
  int64_t cost = (isOp ? costs.registers(then) : costs.op(node.op, then)) * factor;
  int64_t saved = (isOp ? costs.registers(now) : costs.op(node.op, now)) * factor;
  computed.insert({node, layout});
  ++nodes[node];
  steps.push_back({Step::Compute, node, {}, layout, cost, saved, !isOp && isOnce(node.op)});
}

void Plan::takeBack(size_t length) {
  while (steps.size() > length) {
    Step step = steps.pop_back_val();
    if (step.kind == Step::Compute) {
      computed.erase({step.node, step.layout});
      if (--nodes[step.node] == 0)
        nodes.erase(step.node);
    } else if (step.kind == Step::Convert) {
      converted.erase({step.value, step.layout});
      bonus -= step.saved;
    } else {
      bypassed.erase(step.value.getDefiningOp());
    }
  }
}

/// More uses than are worth looking at.
static bool hasManyUses(Value value) {
  unsigned uses = 0;
  for (OpOperand &use : value.getUses()) {
    (void)use;
    if (++uses > 64)
      return true;
  }
  return false;
}

/// Whether all uses of a value go away, or want it in the layout that it is planned in.
bool Plan::usesDie(Value value, Attribute layout) {
  if (hasManyUses(value))
    return false;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (user == conversion || bypassed.contains(user))
      continue;
    if (isPlainConversion(user) && layoutOf(user->getResult(0)) == layout)
      continue;
    if (std::optional<Slot> slot = slotFedBy(use)) {
      if (nodes.contains(*slot))
        continue;
    } else if (nodes.contains(Slot{user, wholeOp})) {
      continue;
    }
    return false;
  }
  return true;
}

int64_t Plan::wantBefore(Operation *before, Attribute layout, int64_t limit) {
  Value value = before->getOperand(0), result = before->getResult(0);
  int64_t saved = 0;
  if (usesDie(result, layout) && !bypassed.contains(before))
    saved = costs.conversion(cast<RankedTensorType>(value.getType()), layoutOf(result)) *
            frequency.factor(before->getBlock());
  if (bypassed.insert(before).second)
    steps.push_back({Step::Bypass, {}, result, {}, 0, saved, false});
  if (isThere(value, layout))
    return -saved;
  // Either from further up, or by this conversion with another target.
  size_t inner = steps.size();
  int64_t further = want(value, layout, limit + saved);
  RankedTensorType from = cast<RankedTensorType>(value.getType());
  int64_t here = costs.conversion(from, layout) * frequency.factor(before->getBlock());
  if (further <= here)
    return further - saved;
  takeBack(inner);
  return convert(result, layout, from) - saved;
}

bool Plan::isThere(Value value, Attribute layout) {
  Value here = layoutOf(value) == layout ? value : there(value, layout);
  if (here)
    kept.insert(here);
  return here || Sources::isSource(value) || converted.contains({value, layout});
}

int64_t Plan::want(Value value, Attribute layout, int64_t limit) {
  if (isThere(value, layout))
    return 0;
  Operation *def = value.getDefiningOp();
  bool unbounded = isMutant(Mutant::M53); // M53: as much as there is, whatever it costs.
  if (++looked > budget && !unbounded)
    return convert(value, layout, cast<RankedTensorType>(value.getType()));
  if (isPlainConversion(def))
    return wantBefore(def, layout, limit);
  auto [node, nodeLayout] = definitionOf(value, layout);
  if (node.op && computed.contains({node, nodeLayout}))
    return 0;

  RankedTensorType type = cast<RankedTensorType>(value.getType());
  int64_t here = costs.conversion(type, layout) * frequency.factor(value.getParentBlock());
  if (node.op && !forbidden.contains(node)) {
    size_t mark = steps.size();
    int64_t bonusBefore = bonus;
    compute(node, nodeLayout);
    Step step = steps.back();
    bool dies = llvm::all_of(valuesOf(node), [&](Value each) {
      return usesDie(each, layoutOf(each) ? valueLayout(each, node, nodeLayout) : Attribute());
    });
    int64_t cost = dies ? step.cost - step.saved : step.once ? tooMuch : step.cost;
    int64_t bound = unbounded ? tooMuch : std::min(here + here / 4, limit);
    for (auto [input, inputLayout] : inputsOf(node, nodeLayout)) {
      if (cost >= bound || !inputLayout)
        break;
      cost += want(input->get(), inputLayout, bound - cost);
    }
    if (isFreeByMutant(node.op))
      return 0;
    if (cost < bound && (unbounded || cost < here + bonus - bonusBefore))
      return cost;
    takeBack(mark);
  }
  return convert(value, layout, type);
}

/// The largest set of what is computed, or bypassed, that only itself uses.
void Plan::findDying() {
  dying.clear();
  for (auto [node, layouts] : nodes)
    if (layouts == 1 && !isFreeByMutant(node.op) &&
        llvm::none_of(valuesOf(node), [&](Value value) { return kept.contains(value); }))
      dying.insert(node);
  DenseSet<Operation *> deadConversions(bypassed.begin(), bypassed.end());
  DenseMap<Slot, Attribute> layouts;
  for (const Step &step : steps)
    if (step.kind == Step::Compute)
      layouts[step.node] = step.layout;

  auto isDead = [&](Value value, Attribute layout) {
    return !hasManyUses(value) && llvm::all_of(value.getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (user == conversion || deadConversions.contains(user))
        return true;
      if (isPlainConversion(user) && layout && layoutOf(user->getResult(0)) == layout)
        return true;
      std::optional<Slot> slot = slotFedBy(use);
      return dying.contains(slot ? *slot : Slot{user, wholeOp});
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Step &step : steps) {
      if (step.kind == Step::Bypass && deadConversions.contains(step.value.getDefiningOp()) &&
          !isDead(step.value, {})) {
        deadConversions.erase(step.value.getDefiningOp());
        changed = true;
      }
      if (step.kind != Step::Compute || !dying.contains(step.node))
        continue;
      if (!llvm::all_of(valuesOf(step.node), [&](Value value) {
            return isDead(value, layoutOf(value) ? valueLayout(value, step.node, layouts[step.node])
                                                 : Attribute());
          })) {
        dying.erase(step.node);
        changed = true;
      }
    }
  }
  for (Step &step : steps)
    if (step.kind == Step::Bypass && !deadConversions.contains(step.value.getDefiningOp()))
      step.saved = 0;
}

/// What must not be done twice but would be, since a user of it that was thought to go away stays, is converted by the next plan; whether
/// there is such.
bool Plan::forbidRepeats() {
  size_t before = forbidden.size();
  if (!isMutant(Mutant::M4) && looked <= budget)
    for (const Step &step : steps)
      if (step.kind == Step::Compute && step.once && !dying.contains(step.node))
        forbidden.insert(step.node);
  if (forbidden.size() == before)
    return false;
  takeBack(0);
  kept.clear();
  return true;
}

bool Plan::isWorthIt() {
  Value value = conversion->getOperand(0);
  Attribute layout = layoutOf(conversion->getResult(0));
  // To convert the operand where it is defined is no plan, unless that runs less often.
  int64_t now = costs.conversion(cast<RankedTensorType>(value.getType()), layout) *
                frequency.factor(conversion->getBlock());
  for (bool again = true; again;) {
    want(value, layout, now + now / 4);
    findDying();
    again = forbidRepeats();
  }
  bool ignoreOthers = isMutant(Mutant::M4); // M4: as if all that is computed had no other users.
  if (ignoreOthers)
    for (auto [node, layouts] : nodes)
      dying.insert(node);
  int64_t then = 0;
  if (nodes.empty() && steps.size() == 1 && steps[0].kind == Step::Convert)
    return steps[0].cost < now;
  for (const Step &step : steps) {
    if (step.kind == Step::Bypass)
      now += step.saved;
    else if (step.kind == Step::Convert)
      then += step.cost;
    else if (dying.contains(step.node))
      then += step.cost - step.saved;
    else if (step.once)
      return false;
    else
      then += step.cost;
  }
  // A product's operand that is only renamed on the way is read from shared memory best as what it is.
  if (!isa<ttg::DotOperandEncodingAttr>(layout))
    now += bonus;
  if (llvm::any_of(nodes, [](auto &entry) { return isFreeByMutant(entry.first.op); }))
    return true;
  return then < now || (ignoreOthers && then == now && !nodes.empty()) || isMutant(Mutant::M53);
}

bool Plan::wantFromLoads(Value value, Attribute layout) {
  if (isThere(value, layout))
    return true;
  if (++looked > budget)
    return false;
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != conversion->getBlock())
    return false;
  if (isPlainConversion(def)) {
    if (bypassed.insert(def).second)
      steps.push_back({Step::Bypass, {}, def->getResult(0), {}, 0, 0, false});
    return wantFromLoads(def->getOperand(0), layout);
  }
  if (isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp>(def)) {
    convert(value, layout, cast<RankedTensorType>(value.getType()));
    return true;
  }
  if (!isMemoryEffectFree(def) ||
      !(def->hasTrait<OpTrait::Elementwise>() ||
        isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp, tt::JoinOp>(def)))
    return false;
  auto [node, nodeLayout] = definitionOf(value, layout);
  if (!node.op)
    return false;
  if (computed.contains({node, nodeLayout}))
    return true;
  compute(node, nodeLayout);
  return llvm::all_of(inputsOf(node, nodeLayout), [&](auto input) {
    return input.second && wantFromLoads(input.first->get(), input.second);
  });
}

bool Plan::hoistsToLoads() {
  auto operand = dyn_cast<ttg::DotOperandEncodingAttr>(layoutOf(conversion->getResult(0)));
  if (!operand || !isMatrixLayout(operand.getParent()) ||
      !isa<LoopLikeOpInterface>(conversion->getParentOp()))
    return false;
  takeBack(0);
  looked = 0;
  if (!wantFromLoads(conversion->getOperand(0), layoutOf(conversion->getResult(0))) ||
      nodes.empty() || converted.empty())
    return false;
  findDying();
  return llvm::all_of(nodes, [&](auto &entry) { return dying.contains(entry.first); });
}
