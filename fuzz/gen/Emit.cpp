// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the ops that rows use most.
#include "fuzz/gen/Emit.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

Value gen::splat(Writer &w, Value scalar, ArrayRef<int64_t> shape) {
  return w.sameFacts(scalar, tt::SplatOp::create(w.b, w.loc, scalar, shape));
}

Value gen::expandDims(Writer &w, Value tensor, int64_t axis) {
  return w.sameFacts(tensor, tt::ExpandDimsOp::create(w.b, w.loc, tensor, axis));
}

Value gen::broadcast(Writer &w, Value tensor, ArrayRef<int64_t> shape) {
  if (Writer::shapeOf(tensor) == shape)
    return tensor;
  return w.sameFacts(tensor, tt::BroadcastOp::create(w.b, w.loc, tensor, shape));
}

Value gen::alongAxis(Writer &w, Value line, unsigned axis, unsigned rank) {
  // Leading unit dimensions first, as the front end does for [None, :] and [:, None].
  for (unsigned i = 0; i < axis; ++i)
    line = expandDims(w, line, 0);
  for (unsigned i = axis + 1; i < rank; ++i)
    line = expandDims(w, line, i);
  return line;
}

Value gen::makeRange(Writer &w, int64_t start, int64_t end) {
  return w.setRange(tt::MakeRangeOp::create(w.b, w.loc, start, end), {start, end - 1});
}

Value gen::trans(Writer &w, Value tensor, ArrayRef<int32_t> order) {
  return w.sameFacts(tensor, tt::TransOp::create(w.b, w.loc, tensor, order));
}

Value gen::reshape(Writer &w, Value tensor, ArrayRef<int64_t> shape) {
  return w.sameFacts(tensor, tt::ReshapeOp::create(w.b, w.loc, tensor, shape));
}

Value gen::dot(Writer &w, Value a, Value b, Value c, tt::InputPrecision precision) {
  return tt::DotOp::create(w.b, w.loc, a, b, c, precision);
}

Value gen::compare(Writer &w, arith::CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(w.b, w.loc, predicate, a, b);
}

Value gen::select(Writer &w, Value condition, Value yes, Value no) {
  Value result = arith::SelectOp::create(w.b, w.loc, condition, yes, no);
  auto a = w.range(yes), b = w.range(no);
  return a && b ? w.setRange(result, a->join(*b)) : result;
}

// The region of a reduce or scan: one block over accumulators and incoming elements.
template <typename ReturnOp>
static void writeCombine(Writer &w, Region &region, ValueRange inputs, Combine combine) {
  OpBuilder::InsertionGuard guard(w.b);
  SmallVector<Type, 6> arguments;
  for (int side = 0; side < 2; ++side)
    for (Value input : inputs)
      arguments.push_back(Writer::elementOf(input.getType()));
  SmallVector<Location, 6> locations(arguments.size(), w.loc);
  Block *block = w.b.createBlock(&region, region.end(), arguments, locations);
  ValueRange values = block->getArguments();
  SmallVector<Value, 4> results =
      combine(w, values.take_front(inputs.size()), values.drop_front(inputs.size()));
  ReturnOp::create(w.b, w.loc, results);
}

SmallVector<Value, 4> gen::reduce(Writer &w, ValueRange inputs, int64_t axis, Combine combine) {
  auto op = tt::ReduceOp::create(w.b, w.loc, inputs, axis);
  writeCombine<tt::ReduceReturnOp>(w, op.getCombineOp(), inputs, combine);
  return SmallVector<Value, 4>(op->getResults());
}

SmallVector<Value, 4> gen::scan(Writer &w, ValueRange inputs, int64_t axis, bool reverse,
                                Combine combine) {
  auto op = tt::ScanOp::create(w.b, w.loc, inputs, axis, reverse);
  writeCombine<tt::ScanReturnOp>(w, op.getCombineOp(), inputs, combine);
  return SmallVector<Value, 4>(op->getResults());
}
