// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short names for the ops that rows write most, with their result types inferred.
#ifndef FATHOM_FUZZ_GEN_EMIT_H
#define FATHOM_FUZZ_GEN_EMIT_H

#include "fuzz/gen/Writer.h"

namespace fathom::gen {

/// A scalar in each element.
Value splat(Writer &w, Value scalar, ArrayRef<int64_t> shape);
Value expandDims(Writer &w, Value tensor, int64_t axis);
/// Stretches unit dimensions; the value itself where the shape is the same already.
Value broadcast(Writer &w, Value tensor, ArrayRef<int64_t> shape);
/// A 1-D value along `axis` of a tensor of rank `rank`, all other dimensions 1.
Value alongAxis(Writer &w, Value line, unsigned axis, unsigned rank);
Value makeRange(Writer &w, int64_t start, int64_t end);
Value trans(Writer &w, Value tensor, ArrayRef<int32_t> order);
Value reshape(Writer &w, Value tensor, ArrayRef<int64_t> shape);
Value dot(Writer &w, Value a, Value b, Value c, tt::InputPrecision precision);
Value compare(Writer &w, mlir::arith::CmpIPredicate predicate, Value a, Value b);
Value select(Writer &w, Value condition, Value yes, Value no);
/// Folds n tensors along an axis by a region over 2n scalars, accumulators first.
using Combine = llvm::function_ref<SmallVector<Value, 4>(Writer &, ValueRange, ValueRange)>;
SmallVector<Value, 4> reduce(Writer &w, ValueRange inputs, int64_t axis, Combine combine);
SmallVector<Value, 4> scan(Writer &w, ValueRange inputs, int64_t axis, bool reverse,
                           Combine combine);

/// One of the 8-bit floats that the program's releases have.
Type drawFp8(Writer &w);

/// One value out of two of a type, by an op that uses both.
Value combine(Writer &w, Value a, Value b);

} // namespace fathom::gen

#endif
