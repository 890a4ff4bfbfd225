// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between which numbers the integers of a program lie, of a tensor all its elements.
//
//   %i = scf.for 0 to 64 step 16           signed [0, 63]
//   %x = %i + (0 .. 15)                    signed [0, 78]
//   iter_args(%s = 5), yields %s + 2       signed [5, 11] in the loop, [5, 13] after it: at most 4 trips
//
// Ops of arith say themselves what they make of ranges (MLIR's InferIntRangeInterface); those of tt, and loops, are here.
// Poison satisfies every claim.
#ifndef FATHOM_CORE_ANALYSIS_INTEGERRANGES_H
#define FATHOM_CORE_ANALYSIS_INTEGERRANGES_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

#include <memory>
#include <optional>

namespace fathom {

/// The ranges of a module, or of one function called by anybody.
///
///   IntegerRanges ranges(module);
///   ranges.lookup(value)->smax()            // of the elements' bit width
class IntegerRanges {
public:
  explicit IntegerRanges(mlir::Operation *root);
  ~IntegerRanges();
  IntegerRanges(const IntegerRanges &) = delete;

  /// Nothing for what holds no integers; the whole range of the type where nothing is known.
  std::optional<mlir::ConstantIntRanges> lookup(mlir::Value value);
  /// To be called for the results of an op that is going to be erased.
  void forget(mlir::Value value);

private:
  struct Solver;
  std::unique_ptr<Solver> solver;
};

} // namespace fathom

#endif
