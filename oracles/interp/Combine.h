// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the regions of tt.reduce and tt.scan do to arrays of elements, and what is left open by the order in which they are applied.
//
// The order of combination is open, in a scan its association. So a result is either the same in all orders, or has slack, or is Unspecified:
//
//   one op that is exact (integers, min, max; everything in the ring)   the same
//   one addition or product of floats                                   Sums.h: the same if all partial results are exact, else within a bound
//   any other region                                                    evaluated in two orders that differ much, and compared: settled
#ifndef FATHOM_ORACLES_INTERP_COMBINE_H
#define FATHOM_ORACLES_INTERP_COMBINE_H

#include "oracles/interp/Machine.h"

#include "mlir/IR/Region.h"
#include "llvm/ADT/SmallVector.h"

namespace fathom::interp {

enum class CombineOp : uint8_t {
  Region, ///< None of these.
  AddF,
  MulF,
  MaxNumF, ///< arith.maxnumf: NaN loses.
  MinNumF,
  MaximumF, ///< arith.maximumf: NaN wins.
  MinimumF,
  AddI,
  MulI,
  And,
  Or,
  Xor,
  MaxS,
  MinS,
  MaxU,
  MinU,
};

/// For each of the operands, the op that the region combines it by, with nothing else: it returns op(accumulator k, element k). All are Region
/// if one is. A front end writes a call where the op stands once calls are inlined: what a region calls counts as part of it, here and below.
llvm::SmallVector<CombineOp, 2> combineOps(mlir::Region &region, unsigned operands);

/// Whether an op in the region is as `wanted` says.
bool holds(mlir::Region &region, llvm::function_ref<bool(mlir::Operation *)> wanted);

/// Whether an op in the region rounds floats.
bool rounds(mlir::Region &region);

using Values = llvm::SmallVector<Value, 2>;

/// Applies the region of `i` to arrays: accumulators and elements of `count` elements each (or 1), one of each operand.
class Combiner {
public:
  Combiner(Frame &f, const Instr &i) : f(f), i(i) {}
  /// None: the run was stopped. Results have `count` elements, floats of the algebra in the ring.
  std::optional<Values> operator()(const Values &accumulators, const Values &elements,
                                   int64_t count);

private:
  bool apply(const Values &accumulators, const Values &elements, int64_t count, Values &results);
  Frame &f;
  const Instr &i;
};

/// Makes one value of two that the same region gave in two orders. What differs is poisoned as Unspecified, or, if the region rounds, within slack:
/// four times the difference (a sample of what other orders do), and an ulp of the larger one for each application: steps(k) for element k.
Value settled(const Value &a, const Value &b, const Element &element, bool rounds,
              llvm::function_ref<int64_t(int64_t)> steps);

} // namespace fathom::interp

#endif
