// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tt.scan: the inclusive prefix combinations along an axis; reverse: the suffixes.
//
// The order of elements is fixed, how they are put in parentheses is open. A single op that is exact runs along the axis. A region is run on whole
// arrays in two ways (Combine.h), for x0 .. x3:
//
//   doubling  each row with the row 1, 2, 4, .. before it           row 3: (x0 x1) (x2 x3)    log2(n) runs
//   blocks    along blocks of about sqrt(n) rows at once, then      row 3: ((x0 x1) x2) x3    2 sqrt(n) runs
//             along the blocks' last rows, then those with the rest
//
// The two differ in each row but the first two, as blocks have 4 rows at least, if there are as many.
#include "oracles/interp/CombineExact.h"
#include "oracles/interp/ComputeOps.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/Sums.h"

#include "core/ir/Triton.h"

#include <numeric>

using namespace llvm;

namespace fathom::interp {

namespace {

struct ScanPlan {
  int64_t outer = 1, n = 1, inner = 1;
  SmallVector<Element, 2> elements;
  SmallVector<CombineOp, 2> ops;
  bool rounds = false, reverse = false;

  int64_t count() const { return outer * n * inner; }
  /// Calls step(place of the row, place of the row before it or -1) for all rows of `inner` elements, in the order of the scan.
  template <class Step> void forRows(Step step) const {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t k = 0; k < n; ++k) {
        int64_t row = reverse ? n - 1 - k : k, before = reverse ? row + 1 : row - 1;
        step((o * n + row) * inner, k == 0 ? -1 : (o * n + before) * inner);
      }
  }
  /// The same element by element: step(place, number of elements before it).
  template <class Step> void forElements(Step step) const {
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t j = 0; j < inner; ++j)
        for (int64_t k = 0; k < n; ++k)
          step((o * n + (reverse ? n - 1 - k : k)) * inner + j, k);
  }
};

} // namespace

//===--- Single ops ---===//

template <class T, class Op>
static void scanArray(const ScanPlan &plan, const T *in, T *out, Op op) {
  plan.forRows([&](int64_t row, int64_t before) {
    if (before < 0) {
      std::copy_n(in + row, plan.inner, out + row);
      return;
    }
    const T *__restrict last = out + before, *__restrict next = in + row;
    T *__restrict to = out + row;
    for (int64_t j = 0; j < plan.inner; ++j)
      to[j] = op(last[j], next[j]);
  });
}

static void scanRing(CombineOp op, const ScanPlan &plan, const Value &in, Value &out) {
  RingOp apply = ringOpOf(op);
  const int32_t *from = in.elements<int32_t>();
  int32_t *to = out.elements<int32_t>();
  plan.forRows([&](int64_t row, int64_t before) {
    if (before < 0)
      std::copy_n(from + row, plan.inner, to + row);
    else
      apply(to + before, from + row, to + row, plan.inner);
  });
}

static double floatAt(const Value &value, int64_t at) {
  return value.lane == Lane::F64 ? value.elements<double>()[at]
                                 : double(value.elements<float>()[at]);
}

/// Products of the first 1, 2, .. factors, with what their order leaves open.
static Value scanProducts(const ScanPlan &plan, const Value &in, FloatKind kind) {
  SettledValue result(in.lane, kind, in.count);
  Product product;
  plan.forElements([&](int64_t at, int64_t before) {
    if (before == 0)
      product = {};
    product.multiply(floatAt(in, at), in.slack ? in.slacks()[at] : 0.0f);
    result.set(at, settle(product, kind, before + 1));
  });
  return std::move(result.value);
}

static Value scanExactly(CombineOp op, const ScanPlan &plan, const Value &in,
                         const Element &element) {
  Value out = Value::make(in.lane, in.count);
  if (in.lane == Lane::Ring) {
    scanRing(op, plan, in, out);
    return out;
  }
  withExactOp(op, in.lane, element.mask(), [&](auto zero, auto combine) {
    using T = decltype(zero);
    scanArray(plan, in.elements<T>(), out.elements<T>(), combine);
  });
  return out;
}

/// The largest so far.
template <class T> static Array largest(const ScanPlan &plan, const Array &in, int64_t count) {
  Array out = Array::make(count * sizeof(T));
  scanArray(plan, in.as<T>(), out.as<T>(), [](T a, T b) { return a > b ? a : b; });
  return out;
}

static Value scanSimply(CombineOp op, const ScanPlan &plan, const Value &in,
                        const Element &element) {
  Value out;
  if (in.lane == Lane::Ring || !isSumOrProduct(op)) {
    out = scanExactly(op, plan, in, element);
    if (in.slack)
      out.slack = largest<float>(plan, in.slack, in.count);
  } else if (op == CombineOp::AddF) {
    out = prefixSumsOf(in, element.kind, plan.outer, plan.n, plan.inner, plan.reverse);
  } else {
    out = scanProducts(plan, in, element.kind);
  }
  if (in.poison) {
    Value worst = out;
    worst.poison = largest<uint8_t>(plan, in.poison, in.count);
    out.poison = Frame::mergePoison({&out, &worst}, in.count);
  }
  return out;
}

//===--- Regions ---===//

/// Rows of [n][width], each with the rows before it.
static std::optional<Values> scanByDoubling(Combiner &combine, Values values, int64_t n,
                                            int64_t width) {
  for (int64_t distance = 1; distance < n; distance *= 2) {
    const int64_t count = (n - distance) * width;
    Values before, after;
    for (const Value &value : values) {
      before.push_back(first(value, count));
      after.push_back(sliced(value, distance * width, count));
    }
    std::optional<Values> combined = combine(before, after, count);
    if (!combined)
      return std::nullopt;
    for (auto [value, rest] : zip(values, *combined))
      value = joined({first(value, distance * width), rest});
  }
  return values;
}

/// The values' elements [from, from + count).
static Values slicedAll(const Values &values, int64_t from, int64_t count) {
  Values result;
  for (const Value &value : values)
    result.push_back(sliced(value, from, count));
  return result;
}

static std::optional<Values> scanByBlocks(Combiner &combine, const Values &values, int64_t n,
                                          int64_t width) {
  const int64_t rows = std::max(std::min<int64_t>(n, 4), int64_t(1) << Log2_64(n) / 2);
  const int64_t blocks = n / rows;
  const int64_t across = blocks * width;
  // [blocks][rows][width] -> [rows][blocks][width], and along the rows of all blocks at once.
  Values turned;
  for (const Value &value : values)
    turned.push_back(transposed(value, 1, blocks, rows, width));
  std::vector<Values> steps{slicedAll(turned, 0, across)};
  for (int64_t row = 1; row < rows; ++row) {
    std::optional<Values> next =
        combine(steps.back(), slicedAll(turned, row * across, across), across);
    if (!next)
      return std::nullopt;
    steps.push_back(std::move(*next));
  }
  if (blocks == 1) {
    Values result;
    for (unsigned k = 0; k < values.size(); ++k) {
      std::vector<Value> parts;
      for (const Values &step : steps)
        parts.push_back(step[k]);
      result.push_back(joined(parts));
    }
    return result;
  }
  // What lies before the second block, the third, ...
  std::vector<Values> prefixes{slicedAll(steps.back(), 0, width)};
  for (int64_t block = 1; block + 1 < blocks; ++block) {
    std::optional<Values> next =
        combine(prefixes.back(), slicedAll(steps.back(), block * width, width), width);
    if (!next)
      return std::nullopt;
    prefixes.push_back(std::move(*next));
  }
  // All rows of all blocks but the first.
  const int64_t rest = (blocks - 1) * width;
  Values before, after;
  for (unsigned k = 0; k < values.size(); ++k) {
    std::vector<Value> parts, tails;
    for (const Values &prefix : prefixes)
      parts.push_back(prefix[k]);
    for (const Values &step : steps)
      tails.push_back(sliced(step[k], width, rest));
    before.push_back(repeated(joined(parts), 1, rows, rest));
    after.push_back(joined(tails));
  }
  std::optional<Values> later = combine(before, after, rows * rest);
  if (!later)
    return std::nullopt;
  Values result;
  for (unsigned k = 0; k < values.size(); ++k) {
    std::vector<Value> parts;
    for (int64_t row = 0; row < rows; ++row) {
      parts.push_back(first(steps[row][k], width));
      parts.push_back(sliced((*later)[k], row * rest, rest));
    }
    result.push_back(transposed(joined(parts), 1, rows, blocks, width));
  }
  return result;
}

static void scanByRegion(Frame &f, const Instr &i, const ScanPlan &plan, Values values) {
  const int64_t width = plan.outer * plan.inner;
  std::vector<uint32_t> backwards(plan.n);
  std::iota(backwards.rbegin(), backwards.rend(), 0u);
  for (Value &value : values) {
    value = transposed(value, 1, plan.outer, plan.n, plan.inner);
    if (plan.reverse)
      value = rowsInOrder(value, backwards, width);
  }
  Combiner combine(f, i);
  std::optional<Values> once = scanByDoubling(combine, values, plan.n, width);
  if (!once)
    return;
  std::optional<Values> again = once;
  if (plan.n > 2) // Two have one way.
    again = scanByBlocks(combine, values, plan.n, width);
  if (!again)
    return;
  for (unsigned k = 0; k < values.size(); ++k) {
    Value result = settled((*once)[k], (*again)[k], plan.elements[k], plan.rounds, [&](int64_t at) {
      int64_t before = at / width;
      return before < 2 ? 0 : before;
    });
    if (plan.reverse)
      result = rowsInOrder(result, backwards, width);
    f.result(i, k) = transposed(result, 1, plan.n, plan.outer, plan.inner);
  }
}

//===--- The op ---===//

static const void *prepareScan(mlir::Operation *op, Preparer &p) {
  auto scan = cast<tt::ScanOp>(op);
  auto *plan = p.make<ScanPlan>();
  ArrayRef<int64_t> shape = cast<mlir::RankedTensorType>(scan.getSrcs()[0].getType()).getShape();
  const int64_t axis = scan.getAxis();
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    (d < axis ? plan->outer : d > axis ? plan->inner : plan->n) *= shape[d];
  plan->reverse = scan.getReverse();
  for (mlir::Value operand : scan.getSrcs()) {
    std::optional<Element> element = p.element(operand.getType());
    if (!element) {
      p.unsupported("elements of a type that cannot be held");
      return nullptr;
    }
    plan->elements.push_back(*element);
  }
  if (!isPowerOf2_64(plan->n)) {
    p.unsupported("an axis of " + Twine(plan->n) + " elements, which is no power of two");
    return nullptr;
  }
  plan->ops = combineOps(scan.getCombineOp(), plan->elements.size());
  // A comparison with sign needs a lane as wide as the type.
  for (auto [combine, element] : zip(plan->ops, plan->elements))
    if ((combine == CombineOp::MaxS || combine == CombineOp::MinS) && element.bits < 8)
      plan->ops.assign(plan->ops.size(), CombineOp::Region);
  plan->rounds = rounds(scan.getCombineOp());
  return plan;
}

static void runScan(Frame &f, const Instr &i) {
  const auto &plan = i.get<ScanPlan>();
  Values values;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    values.push_back(f.inRing(f.full(i, k)));
  if (plan.ops[0] == CombineOp::Region)
    return scanByRegion(f, i, plan, std::move(values));
  for (unsigned k = 0; k < values.size(); ++k)
    f.result(i, k) = scanSimply(plan.ops[k], plan, values[k], plan.elements[k]);
}

/// Whoever runs the region reads the operands.
static void runReturn(Frame &, const Instr &) {}

void addScan(Registry &registry) {
  registry.add<tt::ScanOp>(runScan, prepareScan);
  registry.add<tt::ScanReturnOp>(runReturn);
}

} // namespace fathom::interp
