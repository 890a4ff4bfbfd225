// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops that make tensors and change their shape, and ttg.convert_layout.
//
// Elements lie row-major, so that splat, expand_dims, reshape and a change of layout do nothing.
//
// tt.cat, and tt.reshape with allow_reorder, put the elements in an order that the language leaves open. Here it is row-major, and the elements are
// poisoned as Unspecified, unless they are all equal or every way that the result is used leads to an op that does not see an order
// (orderIsSeen). With that, a sum over all elements is checked, and an element at a place is not.
#include "oracles/interp/Combine.h"
#include "oracles/interp/Machine.h"
#include "oracles/interp/Movement.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"

using namespace llvm;

namespace fathom::interp {

static ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return cast<mlir::RankedTensorType>(value.getType()).getShape();
}

/// splat, unsplat, expand_dims, reshape, convert_layout.
static void runSame(Frame &f, const Instr &i) { f.result(i) = f.operand(i, 0); }

static void runMakeRange(Frame &f, const Instr &i) {
  auto range = cast<tt::MakeRangeOp>(i.op);
  int64_t count = elementCount(range.getType());
  Value result = Value::make(Lane::U32, count);
  auto *to = result.elements<uint32_t>();
  uint32_t start = range.getStart();
  for (int64_t k = 0; k < count; ++k)
    to[k] = start + uint32_t(k);
  f.result(i) = std::move(result);
}

//===--- broadcast ---===//

namespace {
/// [outer][inner] -> [outer][times][inner].
struct Repeat {
  int64_t outer, times, inner;
};
struct RepeatPlan {
  SmallVector<Repeat, 2> repeats;
};
} // namespace

/// One repeat for each group of neighbouring dimensions that are repeated, innermost first.
static const void *prepareBroadcast(mlir::Operation *op, Preparer &p) {
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0)), to = shapeOf(op->getResult(0));
  auto *plan = p.make<RepeatPlan>();
  int64_t inner = 1;
  for (int64_t d = from.size(); d-- > 0; inner *= to[d])
    if (from[d] != to[d]) {
      int64_t outer = llvm::product_of(from.take_front(d));
      Repeat *last = plan->repeats.empty() ? nullptr : &plan->repeats.back();
      if (last && last->inner * last->times == inner && last->outer == outer)
        last->times *= to[d];
      else
        plan->repeats.push_back({outer, to[d], inner});
    }
  return plan;
}

static void runBroadcast(Frame &f, const Instr &i) {
  Value value = f.operand(i, 0);
  for (const Repeat &repeat : i.get<RepeatPlan>().repeats)
    value = repeated(value, repeat.outer, repeat.times, repeat.inner);
  f.result(i) = std::move(value);
}

//===--- trans ---===//

namespace {
/// A permutation as one exchange of two neighbouring groups of dimensions, or as a table.
struct TransPlan {
  int64_t outer = 1, a = 1, b = 1, inner = 1;
  std::vector<uint32_t> table;
};
} // namespace

static const void *prepareTrans(mlir::Operation *op, Preparer &p) {
  auto trans = cast<tt::TransOp>(op);
  ArrayRef<int64_t> shape = shapeOf(trans.getSrc());
  // Dimensions of size 1 are nowhere, and neighbours that stay together are one dimension.
  SmallVector<int64_t> order;
  for (int32_t d : trans.getOrder())
    if (shape[d] != 1)
      order.push_back(d);
  SmallVector<SmallVector<int64_t, 4>> groups; // In the result's order.
  auto nextOf = [&](int64_t d) {
    do
      ++d;
    while (d < int64_t(shape.size()) && shape[d] == 1);
    return d;
  };
  for (int64_t d : order)
    if (!groups.empty() && nextOf(groups.back().back()) == d)
      groups.back().push_back(d);
    else
      groups.push_back({d});
  auto size = [&](ArrayRef<int64_t> group) {
    int64_t elements = 1;
    for (int64_t d : group)
      elements *= shape[d];
    return elements;
  };
  auto *plan = p.make<TransPlan>();
  if (groups.size() <= 1)
    return plan;
  // Groups that are where they were, at the front and at the back.
  size_t front = 0, back = groups.size();
  SmallVector<SmallVector<int64_t, 4>> before(groups);
  llvm::sort(before, [](const auto &x, const auto &y) { return x.front() < y.front(); });
  while (front < back && groups[front] == before[front])
    plan->outer *= size(groups[front++]);
  while (back > front && groups[back - 1] == before[back - 1])
    plan->inner *= size(groups[--back]);
  if (back - front == 2) {
    plan->a = size(before[front]);
    plan->b = size(before[front + 1]);
    return plan;
  }
  // The source's place of each element of the result.
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t d = shape.size() - 1; d-- > 0;)
    strides[d] = strides[d + 1] * shape[d + 1];
  plan->table = {0};
  for (int32_t d : trans.getOrder()) {
    std::vector<uint32_t> next;
    next.reserve(plan->table.size() * shape[d]);
    for (uint32_t place : plan->table)
      for (int64_t k = 0; k < shape[d]; ++k)
        next.push_back(place + k * strides[d]);
    plan->table = std::move(next);
  }
  return plan;
}

static void runTrans(Frame &f, const Instr &i) {
  const auto &plan = i.get<TransPlan>();
  const Value &value = f.operand(i, 0);
  if (value.count == 1)
    f.result(i) = value;
  else if (!plan.table.empty())
    f.result(i) = gathered(value, plan.table.data(), plan.table.size());
  else
    f.result(i) = transposed(value, plan.outer, plan.a, plan.b, plan.inner);
}

//===--- join, split ---===//

/// Both values in the ring if one is.
static void unify(const Frame &f, Value &a, Value &b) {
  if (a.lane == b.lane)
    return;
  a = f.inRing(a);
  b = f.inRing(b);
}

/// Both operands, one behind the other in each of `outer` parts.
static Value both(const Frame &f, const Instr &i, int64_t outer, int64_t inner) {
  Value a = f.operand(i, 0), b = f.operand(i, 1);
  unify(f, a, b);
  return interleaved({a, b}, outer, inner);
}

static void runJoin(Frame &f, const Instr &i) {
  f.result(i) = both(f, i, elementCount(i.op->getOperand(0).getType()), 1);
}

static void runSplit(Frame &f, const Instr &i) {
  const Value value = f.operand(i, 0);
  int64_t half = elementCount(i.op->getResult(0).getType());
  for (unsigned k : {0, 1})
    f.result(i, k) = deinterleaved(value, 2, k, half, 1);
}

//===--- Orders that are left open ---===//

namespace {
struct OrderPlan {
  bool seen = true;
};
} // namespace

/// A reduction whose result no order of the elements changes: over all of them, or over the dimension that a reshape in ttg split off the last one. The
/// latter is how a compiler sums within threads first; it knows that the elements of a row stay in that row.
static bool reducesAnyOrder(tt::ReduceOp reduce, bool splitsRow) {
  int64_t rank = shapeOf(reduce.getSrcs()[0]).size();
  if (reduce.getNumOperands() != 1 || (rank != 1 && !(splitsRow && reduce.getAxis() == rank - 1)))
    return false;
  return combineOps(reduce.getCombineOp(), 1)[0] != CombineOp::Region;
}

/// Whether some use of the value depends on the order of its elements.
static bool orderIsSeen(mlir::Value value, bool splitsRow, unsigned depth = 0) {
  return !all_of(value.getUses(), [&](mlir::OpOperand &use) {
    mlir::Operation *user = use.getOwner();
    if (auto reduce = dyn_cast<tt::ReduceOp>(user))
      return reducesAnyOrder(reduce, splitsRow);
    if (auto histogram = dyn_cast<tt::HistogramOp>(user))
      return !histogram.getMask();
    // What passes the elements on, or computes with each of them alone.
    bool passes = isa<ttg::ConvertLayoutOp>(user);
    if (auto reshape = dyn_cast<tt::ReshapeOp>(user))
      passes = reshape.getAllowReorder() || reshape.getType().getRank() == 1;
    if (user->getNumOperands() == 1 && user->hasTrait<mlir::OpTrait::Elementwise>())
      passes = mlir::isMemoryEffectFree(user);
    return passes && depth < 8 &&
           none_of(
               user->getResults(),
               [&](mlir::Value result) {
                 return orderIsSeen(result, splitsRow && !isa<tt::ReshapeOp>(user), depth + 1);
               });
  });
}

static const void *prepareReshape(mlir::Operation *op, Preparer &p) {
  auto reshape = cast<tt::ReshapeOp>(op);
  auto *plan = p.make<OrderPlan>();
  ArrayRef<int64_t> from = shapeOf(reshape.getSrc()), to = shapeOf(reshape);
  bool splitsRow = reshape.getType().getEncoding() && to.size() == from.size() + 1 &&
                   from.drop_back() == to.drop_back(2);
  plan->seen = reshape.getAllowReorder() && orderIsSeen(reshape, splitsRow);
  return plan;
}

static const void *prepareCat(mlir::Operation *op, Preparer &p) {
  auto *plan = p.make<OrderPlan>();
  plan->seen = orderIsSeen(op->getResult(0), /*splitsRow=*/false);
  return plan;
}

static void setReordered(Frame &f, const Instr &i, Value value) {
  bool open = i.get<OrderPlan>().seen && !allEqual(value);
  f.result(i) = open ? poisoned(std::move(value), Unspecified) : std::move(value);
}

static void runReshape(Frame &f, const Instr &i) { setReordered(f, i, f.operand(i, 0)); }

static void runCat(Frame &f, const Instr &i) {
  setReordered(f, i, both(f, i, 1, elementCount(i.op->getOperand(0).getType())));
}

void addShapeOps(Registry &registry) {
  registry.add<tt::SplatOp>(runSame);
  registry.add<tt::UnsplatOp>(runSame);
  registry.add<tt::ExpandDimsOp>(runSame);
  registry.add<tt::ReshapeOp>(runReshape, prepareReshape);
  registry.add<tt::BroadcastOp>(runBroadcast, prepareBroadcast);
  registry.add<tt::TransOp>(runTrans, prepareTrans);
  registry.add<tt::JoinOp>(runJoin);
  registry.add<tt::SplitOp>(runSplit);
  registry.add<tt::CatOp>(runCat, prepareCat);
  registry.add<tt::MakeRangeOp>(runMakeRange);
  registry.addElementwise<ttg::ConvertLayoutOp>(runSame);
}

} // namespace fathom::interp
