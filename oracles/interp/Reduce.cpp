// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tt.reduce: combines the elements along an axis.
//
// A tensor is [outer][n][inner] with the axis in the middle. A single op that is exact goes over the arrays as they are. A region is run on whole arrays, in
// log2(n) steps, and twice, to see whether the order matters (Combine.h), for x0 .. x3:
//
//   forwards    (x0 x1) (x2 x3)       the earlier one is the accumulator: of a tie the first, of x - y the signs + - - +
//   backwards   ((x3 x2) x1) x0       of a tie the last, - - - +
//
// and so on with groups of two, or of four. Two trees of one shape would not do: a mean of two, and a difference of 64, are the same in both.
//
// Poison: a single op passes on the worst of its elements; a region's ops do what they do.
#include "oracles/interp/CombineExact.h"
#include "oracles/interp/ComputeOps.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/Sums.h"

#include "core/ir/Triton.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

namespace {

struct ReducePlan {
  int64_t outer = 1, n = 1, inner = 1;
  SmallVector<Element, 2> elements;
  SmallVector<CombineOp, 2> ops;
  bool rounds = false;
  std::vector<uint32_t> neighbours; ///< Order of the axis' elements in which halves are neighbours.
};

} // namespace

//===--- Single ops ---===//

/// out[r][j] = op over k of in[r][k][j].
template <class T, class Op>
static void reduceArray(const T *from, T *to, int64_t rows, int64_t n, int64_t inner, Op op) {
  constexpr int64_t lanes = 64 / sizeof(T);
  withWideVectors([=](auto) FATHOM_INLINE {
    for (int64_t r = 0; r < rows; ++r) {
      const T *in = from + r * n * inner;
      T *out = to + r * inner;
      if (inner > 1) {
        std::copy_n(in, inner, out);
        for (int64_t k = 1; k < n; ++k) {
          const T *row = in + k * inner;
          FATHOM_VECTORISE
          for (int64_t j = 0; j < inner; ++j)
            out[j] = op(out[j], row[j]);
        }
        continue;
      }
      if (n < 2 * lanes) {
        T all = in[0];
        for (int64_t k = 1; k < n; ++k)
          all = op(all, in[k]);
        *out = all;
        continue;
      }
      T part[lanes];
      std::copy_n(in, lanes, part);
      for (int64_t k = lanes; k < n; k += lanes) // n is a power of two.
        for (int64_t j = 0; j < lanes; ++j)
          part[j] = op(part[j], in[k + j]);
      for (int64_t half = lanes / 2; half; half /= 2)
        for (int64_t j = 0; j < half; ++j)
          part[j] = op(part[j], part[j + half]);
      *out = part[0];
    }
  });
}

namespace {
struct Axis {
  int64_t rows, n, inner;
};
} // namespace

/// None if an element is special. Halves of 16 bits are summed, since lanes of 32 bits hold those of 2^15 elements.
static std::optional<int64_t> sumOfFinite(const int32_t *from, int64_t n) {
  int64_t sum = 0;
  if (n < 256) { // Less than a call costs.
    uint32_t special = 0;
    for (int64_t k = 0; k < n; ++k) {
      sum += from[k];
      special |= (from[k] > ring::largest) | (from[k] < -ring::largest);
    }
    return special ? std::nullopt : std::optional<int64_t>(sum);
  }
  for (int64_t at = 0; at < n; at += 1 << 15) {
    int32_t low = 0, high = 0, special = 0;
    int32_t *lowAt = &low, *highAt = &high, *specialAt = &special;
    const int64_t count = std::min(n - at, int64_t(1) << 15);
    withWideVectors([=, x = from + at](auto) FATHOM_INLINE {
      int32_t lows = 0, highs = 0, specials = 0;
      FATHOM_VECTORISE
      for (int64_t k = 0; k < count; ++k) {
        lows += x[k] & 0xffff;
        highs += x[k] >> 16;
        specials |= (x[k] > ring::largest) | (x[k] < -ring::largest);
      }
      *lowAt = lows, *highAt = highs, *specialAt = specials;
    });
    if (special)
      return std::nullopt;
    sum += int64_t(high) * (1 << 16) + low;
  }
  return sum;
}

/// Sums of ring elements: finite ones fit 64 bits by far.
static void sumRing(const Axis &axis, const Value &in, Value &out) {
  const int32_t *from = in.elements<int32_t>();
  int32_t *to = out.elements<int32_t>();
  if (axis.inner > 1) {
    for (int64_t r = 0; r < axis.rows; ++r, to += axis.inner)
      for (int64_t k = 0; k < axis.n; ++k, from += axis.inner)
        if (k == 0)
          std::copy_n(from, axis.inner, to);
        else
          ring::add(to, from, to, axis.inner);
    return;
  }
  for (int64_t r = 0; r < axis.rows; ++r, from += axis.n) {
    std::optional<int64_t> sum = sumOfFinite(from, axis.n);
    if (sum) {
      to[r] = ring::fromInt64(*sum);
      continue;
    }
    to[r] = from[0];
    for (int64_t k = 1; k < axis.n; ++k)
      to[r] = ring::add(to[r], from[k]);
  }
}

/// Other ops of ring elements, by halves: what `apply` does to arrays.
static void halveRing(const Axis &axis, const Value &in, Value &out, RingOp apply) {
  std::vector<int32_t> row;
  for (int64_t r = 0; r < axis.rows; ++r) {
    const int32_t *from = in.elements<int32_t>() + r * axis.n * axis.inner;
    row.assign(from, from + axis.n * axis.inner);
    for (int64_t n = axis.n / 2; n > 0; n /= 2)
      apply(row.data(), row.data() + n * axis.inner, row.data(), n * axis.inner);
    std::copy_n(row.data(), axis.inner, out.elements<int32_t>() + r * axis.inner);
  }
}

static Value productsOf(const Axis &axis, const Value &in, FloatKind kind) {
  SettledValue result(in.lane, kind, axis.rows * axis.inner);
  for (int64_t r = 0; r < axis.rows; ++r)
    for (int64_t j = 0; j < axis.inner; ++j) {
      Product product;
      for (int64_t k = 0; k < axis.n; ++k) {
        int64_t at = (r * axis.n + k) * axis.inner + j;
        product.multiply(in.lane == Lane::F64 ? in.elements<double>()[at]
                                              : double(in.elements<float>()[at]),
                         in.slack ? in.slacks()[at] : 0.0f);
      }
      result.set(r * axis.inner + j, settle(product, kind, axis.n));
    }
  return std::move(result.value);
}

static Value reduceExactly(CombineOp op, const Axis &axis, const Value &in,
                           const Element &element) {
  Value out = Value::make(in.lane, axis.rows * axis.inner);
  if (in.lane == Lane::Ring) {
    if (op == CombineOp::AddF)
      sumRing(axis, in, out);
    else
      halveRing(axis, in, out, ringOpOf(op));
    return out;
  }
  withExactOp(op, in.lane, element.mask(), [&](auto zero, auto combine) {
    using T = decltype(zero);
    reduceArray(in.elements<T>(), out.elements<T>(), axis.rows, axis.n, axis.inner, combine);
  });
  return out;
}

/// out[r][j] = the largest of in[r][k][j].
template <class T> static Array largest(const Axis &axis, const Array &in) {
  Array out = Array::make(axis.rows * axis.inner * sizeof(T));
  reduceArray(in.as<T>(), out.as<T>(), axis.rows, axis.n, axis.inner,
              [](T a, T b) FATHOM_INLINE { return a > b ? a : b; });
  return out;
}

static Value reduceSimply(CombineOp op, const Axis &axis, const Value &in, const Element &element) {
  Value out;
  if (in.lane == Lane::Ring || !isSumOrProduct(op)) {
    out = reduceExactly(op, axis, in, element);
    if (in.slack)
      out.slack = largest<float>(axis, in.slack);
  } else if (op == CombineOp::AddF) {
    out = sumsOf(in, element.kind, axis.rows, axis.n, axis.inner);
  } else {
    out = productsOf(axis, in, element.kind);
  }
  if (in.poison) {
    Value worst = out;
    worst.poison = largest<uint8_t>(axis, in.poison);
    out.poison = Frame::mergePoison({&out, &worst}, out.count);
  }
  return out;
}

//===--- Regions ---===//

/// The order of the axis' elements in which row k of the first half is followed, on the axis, by row k of the second one, and so in each half: 0 4 2 6 1 5 3 7.
static std::vector<uint32_t> reversedBits(int64_t n) {
  std::vector<uint32_t> order{0};
  // Of the order for n / 2: every place twice, the lower half of the axis before the upper.
  while (int64_t(order.size()) < n) {
    std::vector<uint32_t> next;
    for (uint32_t k : order)
      next.push_back(2 * k);
    for (uint32_t k : order)
      next.push_back(2 * k + 1);
    order = std::move(next);
  }
  return order;
}

/// Elements [from, from + count) of all values.
static Values slicedAll(const Values &values, int64_t from, int64_t count) {
  Values result;
  for (const Value &value : values)
    result.push_back(from == 0 ? first(value, count) : sliced(value, from, count));
  return result;
}

/// Of [n][width] in reversedBits order, the row that they combine to.
static std::optional<Values> forwards(Combiner &combine, Values values, int64_t n, int64_t width) {
  while (n > 1) {
    n /= 2;
    const int64_t count = n * width;
    std::optional<Values> combined =
        combine(slicedAll(values, 0, count), slicedAll(values, count, count), count);
    if (!combined)
      return std::nullopt;
    values = std::move(*combined);
  }
  return values;
}
static std::optional<Values> backwards(Combiner &combine, Values values, int64_t n, int64_t width) {
  while (n > 1) {
    const int64_t parts = std::min<int64_t>(n, 4), count = n / parts * width;
    // The parts in the order of the axis, from the last one.
    constexpr int64_t fromLast[2][4] = {{1, 0}, {3, 1, 2, 0}};
    const int64_t *order = fromLast[parts == 4];
    std::optional<Values> combined = slicedAll(values, order[0] * count, count);
    for (int64_t part = 1; part < parts; ++part) {
      combined = combine(*combined, slicedAll(values, order[part] * count, count), count);
      if (!combined)
        return std::nullopt;
    }
    values = std::move(*combined);
    n /= parts;
  }
  return values;
}

static void reduceByRegion(Frame &f, const Instr &i, const ReducePlan &plan, Values values) {
  const int64_t width = plan.outer * plan.inner;
  for (Value &value : values)
    value =
        rowsInOrder(transposed(value, 1, plan.outer, plan.n, plan.inner), plan.neighbours, width);
  Combiner combine(f, i);
  std::optional<Values> once = forwards(combine, values, plan.n, width);
  if (!once)
    return;
  std::optional<Values> again = backwards(combine, values, plan.n, width);
  if (!again)
    return;
  for (unsigned k = 0; k < values.size(); ++k)
    f.result(i, k) = settled((*once)[k], (*again)[k], plan.elements[k], plan.rounds,
                             [&](int64_t) { return plan.n > 2 ? plan.n - 1 : 0; });
}

//===--- The op ---===//

static const void *prepareReduce(mlir::Operation *op, Preparer &p) {
  auto reduce = cast<tt::ReduceOp>(op);
  auto *plan = p.make<ReducePlan>();
  ArrayRef<int64_t> shape = cast<mlir::RankedTensorType>(reduce.getSrcs()[0].getType()).getShape();
  const int64_t axis = reduce.getAxis();
  for (int64_t d = 0; d < int64_t(shape.size()); ++d)
    (d < axis ? plan->outer : d > axis ? plan->inner : plan->n) *= shape[d];
  for (mlir::Value operand : reduce.getSrcs()) {
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
  plan->ops = combineOps(reduce.getCombineOp(), plan->elements.size());
  // A comparison with sign needs a lane as wide as the type.
  for (auto [combine, element] : zip(plan->ops, plan->elements))
    if ((combine == CombineOp::MaxS || combine == CombineOp::MinS) && element.bits < 8)
      plan->ops.assign(plan->ops.size(), CombineOp::Region);
  plan->rounds = rounds(reduce.getCombineOp());
  plan->neighbours = reversedBits(plan->n);
  return plan;
}

static void runReduce(Frame &f, const Instr &i) {
  const auto &plan = i.get<ReducePlan>();
  Values values;
  for (unsigned k = 0; k < i.operands.size(); ++k) {
    values.push_back(f.inRing(f.full(i, k)));
    f.charge(i, values.back().count);
  }
  if (f.stopped())
    return;
  if (plan.ops[0] == CombineOp::Region)
    return reduceByRegion(f, i, plan, std::move(values));
  const Axis axis{plan.outer, plan.n, plan.inner};
  for (unsigned k = 0; k < values.size(); ++k)
    f.result(i, k) = reduceSimply(plan.ops[k], axis, values[k], plan.elements[k]);
}

/// Whoever runs the region reads the operands.
static void runReturn(Frame &, const Instr &) {}

void addReduce(Registry &registry) {
  registry.add<tt::ReduceOp>(runReduce, prepareReduce);
  registry.add<tt::ReduceReturnOp>(runReturn);
}

} // namespace fathom::interp
