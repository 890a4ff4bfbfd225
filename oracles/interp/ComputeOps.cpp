// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops that combine elements: registers all of them, and interprets tt.histogram and tt.gather.
//
// A value outside a histogram's bins may be counted anywhere: all bins are Undefined. An index outside tt.gather's operand makes its element Undefined.
#include "oracles/interp/ComputeOps.h"
#include "oracles/interp/Movement.h"

#include "core/ir/Triton.h"

using namespace llvm;

namespace fathom::interp {

//===--- histogram ---===//

namespace {
struct HistogramPlan {
  Element from, to;
  int64_t bins;
};
} // namespace

static const void *prepareHistogram(mlir::Operation *op, Preparer &p) {
  auto histogram = cast<tt::HistogramOp>(op);
  return p.make<HistogramPlan>(*p.element(histogram.getSrc().getType()),
                               *p.element(histogram.getType()), elementCount(histogram.getType()));
}

static void runHistogram(Frame &f, const Instr &i) {
  const auto &plan = i.get<HistogramPlan>();
  Value from = f.full(i, 0);
  const Value *mask = i.operands.size() > 1 ? &f.operand(i, 1) : nullptr;
  std::vector<uint64_t> counts(plan.bins, 0);
  uint8_t poison = Defined;
  for (int64_t k = 0; k < from.count; ++k) {
    if (mask) {
      int64_t at = mask->count == 1 ? 0 : k;
      if (mask->poison)
        poison = std::max(poison, mask->poisons()[at]);
      if (!mask->elements<uint8_t>()[at])
        continue;
    }
    if (from.poison)
      poison = std::max(poison, from.poisons()[k]);
    int64_t bin = from.signedInteger(plan.from.bits, k);
    if (bin < 0 || bin >= plan.bins)
      poison = Undefined;
    else
      ++counts[bin];
  }
  Value result = Value::make(plan.to.lane, plan.bins);
  for (int64_t k = 0; k < plan.bins; ++k) {
    uint64_t count = counts[k] & plan.to.mask();
    switch (plan.to.lane) {
    case Lane::U8:
      result.elements<uint8_t>()[k] = count;
      break;
    case Lane::U16:
      result.elements<uint16_t>()[k] = count;
      break;
    case Lane::U32:
      result.elements<uint32_t>()[k] = count;
      break;
    default:
      result.elements<uint64_t>()[k] = count;
      break;
    }
  }
  f.result(i) = poison ? poisoned(std::move(result), Poison(poison)) : std::move(result);
}

//===--- gather ---===//

namespace {
struct GatherPlan {
  unsigned indexBits;
  int64_t axisSize, axisStride; ///< Of the source.
  /// Of each element of the result: the place in the source if the index were 0.
  std::vector<uint32_t> start;
};
} // namespace

static const void *prepareGather(mlir::Operation *op, Preparer &p) {
  auto gather = cast<tt::GatherOp>(op);
  auto *plan = p.make<GatherPlan>();
  ArrayRef<int64_t> from = gather.getSrc().getType().getShape();
  ArrayRef<int64_t> to = gather.getType().getShape();
  const int64_t axis = gather.getAxis();
  plan->indexBits = gather.getIndices().getType().getElementTypeBitWidth();
  plan->start = {0};
  SmallVector<int64_t> strides(from.size(), 1);
  for (int64_t d = from.size() - 1; d-- > 0;)
    strides[d] = strides[d + 1] * from[d + 1];
  plan->axisSize = from[axis], plan->axisStride = strides[axis];
  for (int64_t d = 0; d < int64_t(to.size()); ++d) {
    std::vector<uint32_t> next;
    next.reserve(plan->start.size() * to[d]);
    for (uint32_t place : plan->start)
      for (int64_t k = 0; k < to[d]; ++k)
        next.push_back(d == axis ? place : place + k * strides[d]);
    plan->start = std::move(next);
  }
  return plan;
}

static void runGather(Frame &f, const Instr &i) {
  const auto &plan = i.get<GatherPlan>();
  Value from = f.full(i, 0);
  const Value &indices = f.operand(i, 1);
  const int64_t count = plan.start.size();
  std::vector<uint32_t> table(count);
  Array poison;
  auto set = [&](int64_t k, uint8_t why) {
    if (!poison)
      poison = Array::zeros(count);
    poison.as<uint8_t>()[k] = std::max(poison.as<uint8_t>()[k], why);
  };
  for (int64_t k = 0; k < count; ++k) {
    int64_t at = indices.count == 1 ? 0 : k;
    int64_t index = indices.signedInteger(plan.indexBits, at);
    if (indices.poison && indices.poisons()[at]) {
      set(k, indices.poisons()[at]);
      index = 0;
    } else if (index < 0 || index >= plan.axisSize) {
      set(k, Undefined);
      index = 0;
    }
    table[k] = plan.start[k] + uint32_t(index * plan.axisStride);
  }
  Value result = Frame::spread(gathered(from, table.data(), count), count);
  if (poison) {
    Value open;
    open.count = count;
    open.poison = poison;
    result.poison = Frame::mergePoison({&result, &open}, count);
  }
  f.result(i) = std::move(result);
}

void addComputeOps(Registry &registry) {
  addReduce(registry);
  addScan(registry);
  addDots(registry);
  registry.add<tt::HistogramOp>(runHistogram, prepareHistogram);
  registry.add<tt::GatherOp>(runGather, prepareGather);
}

} // namespace fathom::interp
