// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that make tensors, change their shape or combine their elements, as terms.
#include "oracles/smt/Encoder.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

bool Encoder::shapeOp(Operation *op) {
  /// Element k of the result is the operand's element at the places that are made of k's.
  auto move = [&](Value from,
                  const std::function<SmallVector<int64_t>(SmallVector<int64_t>)> &places) {
    Terms result;
    ArrayRef<int64_t> shape = shapeOf(op->getResult(0).getType());
    for (int64_t element = 0; element < countOf(shape); ++element)
      result.push_back(
          of(from)[elementAt(places(placesOf(element, shape)), shapeOf(from.getType()))]);
    set(op->getResult(0), std::move(result));
    return true;
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tt::SplatOp splat) {
        return move(splat.getSrc(), [](auto) { return SmallVector<int64_t>(); });
      })
      .Case([&](tt::UnsplatOp unsplat) { return set(unsplat, of(unsplat.getSrc())), true; })
      .Case([&](tt::MakeRangeOp range) {
        Terms result;
        for (int64_t k = 0; k < range.getType().getNumElements(); ++k)
          result.push_back(
              defined(number(int64_t(static_cast<int32_t>(range.getStart())) + k, 32)));
        set(range, std::move(result));
        return true;
      })
      .Case([&](tt::ExpandDimsOp expand) { return set(expand, of(expand.getSrc())), true; })
      .Case([&](tt::BroadcastOp broadcast) {
        return move(broadcast.getSrc(), [&](SmallVector<int64_t> places) {
          for (auto [place, size] :
               llvm::zip_equal(places, broadcast.getSrc().getType().getShape()))
            place = size == 1 ? 0 : place;
          return places;
        });
      })
      .Case([&](tt::ReshapeOp reshape) {
        if (reshape.getAllowReorder())
          stop(op, "leaves the order of the elements open");
        else
          set(reshape, of(reshape.getSrc()));
        return true;
      })
      .Case([&](tt::TransOp trans) {
        return move(trans.getSrc(), [&](SmallVector<int64_t> places) {
          SmallVector<int64_t> from(places.size());
          for (auto [dim, place] : llvm::zip_equal(trans.getOrder(), places))
            from[dim] = place;
          return from;
        });
      })
      .Case([&](tt::JoinOp join) {
        Terms result;
        for (auto [left, right] : llvm::zip_equal(of(join.getLhs()), of(join.getRhs()))) {
          result.push_back(left);
          result.push_back(right);
        }
        set(join, std::move(result));
        return true;
      })
      .Case([&](tt::SplitOp split) {
        Terms halves[2];
        for (auto [element, term] : llvm::enumerate(of(split.getSrc())))
          halves[element % 2].push_back(term);
        set(split.getOutLHS(), halves[0]);
        set(split.getOutRHS(), halves[1]);
        return true;
      })
      .Case([&](tt::ReduceOp reduce) { return encodeReduce(reduce), true; })
      .Case([&](tt::DotOp dot) {
        if (dot.getType().getElementType().isInteger())
          encodeIntegerDot(dot);
        else
          stop(op, "computes on floats");
        return true;
      })
      .Default(false);
}

/// In the order of the axis. Another order is right too, which is not known here: two reductions are equal if they are written so.
void Encoder::encodeReduce(tt::ReduceOp op) {
  ArrayRef<int64_t> shape = shapeOf(op.getSrcs()[0].getType());
  int64_t axis = op.getAxis(), length = shape[axis];
  SmallVector<int64_t> outer(shape);
  outer.erase(outer.begin() + axis);
  std::vector<Terms> results(op.getNumResults());
  for (int64_t element = 0; element < countOf(outer); ++element) {
    std::vector<Terms> sum;
    for (int64_t k = 0; k < length; ++k) {
      SmallVector<int64_t> places = placesOf(element, outer);
      places.insert(places.begin() + axis, k);
      std::vector<Terms> next;
      for (Value source : op.getSrcs())
        next.push_back({of(source)[elementAt(places, shape)]});
      if (k == 0) {
        sum = next;
        continue;
      }
      sum.insert(sum.end(), next.begin(), next.end());
      sum = encodeRegion(op.getCombineOp(), sum);
      if (stopped())
        return;
    }
    for (auto [result, value] : llvm::zip_equal(results, sum))
      result.push_back(value[0]);
  }
  for (auto [result, terms] : llvm::zip_equal(op.getResults(), results))
    set(result, terms);
}

void Encoder::encodeIntegerDot(tt::DotOp op) {
  ArrayRef<int64_t> a = op.getA().getType().getShape(), b = op.getB().getType().getShape();
  if (a.size() != 2)
    return stop(op, "has batches");
  unsigned bits = op.getType().getElementTypeBitWidth();
  if (op.getA().getType().getElementTypeBitWidth() > bits ||
      op.getB().getType().getElementTypeBitWidth() > bits)
    return stop(op, "has operands wider than its result");
  auto widen = [&](const z3::expr &x) { return z3::sext(x, bits - x.get_sort().bv_size()); };
  Terms result;
  for (int64_t i = 0; i < a[0]; ++i)
    for (int64_t j = 0; j < b[1]; ++j) {
      Term sum = of(op.getC())[i * b[1] + j];
      for (int64_t k = 0; k < a[1]; ++k) {
        const Term &x = of(op.getA())[i * a[1] + k], &y = of(op.getB())[k * b[1] + j];
        sum = {sum.bits + product(widen(x.bits), widen(y.bits)),
               sum.poison || x.poison || y.poison};
      }
      result.push_back(sum);
    }
  set(op, std::move(result));
}
