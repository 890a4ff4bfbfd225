// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What it takes to have a value in another layout: which ops and slots are computed in other layouts, and what is converted instead.
//
//   %a = load : #A                    plan of %d in #B, where %b, %c have no other users:
//   %b = arith.addf %a, %a               compute  addf in #B, exp in #B, in place
//   %c = math.exp %b                     convert  %a to #B, where it is defined
//   %d = convert_layout %c : #A -> #B
//
// A plan is made from the bottom up: at each value it is asked what is cheaper, to convert it where it is defined, or to compute it and to
// have what it is computed from. What is planned once is there for all; what turns out to be dearer than a conversion is taken back.
// The number of values that are looked at is bounded.
#ifndef FATHOM_CORE_PASSES_LAYOUTS_PLAN_H
#define FATHOM_CORE_PASSES_LAYOUTS_PLAN_H

#include "core/passes/Passes.h"
#include "core/passes/layouts/CarriedValues.h"
#include "core/passes/layouts/ConversionCosts.h"
#include "core/passes/layouts/Frequency.h"

#include "llvm/ADT/DenseSet.h"

namespace fathom {

/// A value in another layout than its own.
using Wanted = std::pair<mlir::Value, mlir::Attribute>;

/// A flexible op (with Plan::wholeOp for a slot number), or a slot, in another layout.
using Recomputed = std::pair<Slot, mlir::Attribute>;

class Plan {
public:
  static constexpr unsigned wholeOp = ~0u - 2;
  /// How many values a plan looks at.
  static constexpr unsigned budget = 160;

  struct Step {
    enum Kind { Compute, Convert, Bypass } kind;
    Slot node; ///< Compute.
    mlir::Value
        value; ///< Convert: what; Bypass: the result of a conversion that is not needed for it.
    mlir::Attribute layout; ///< Compute, Convert: the layout wanted.
    int64_t
        cost; ///< Compute: beside the op as it is. Convert: the conversion. Bypass: what is saved.
    int64_t saved; ///< Compute: what the op costs now. Convert: what others may share.
    bool once;     ///< Compute: must not be done twice.
  };

  /// `there` says whether a value is known to be there in a layout, `mayRepeat` whether nothing can change what a load reads.
  Plan(mlir::Operation *conversion, Frequency &frequency, ConversionCosts &costs,
       llvm::function_ref<mlir::Value(mlir::Value, mlir::Attribute)> there,
       llvm::function_ref<bool(tt::LoadOp)> mayRepeat)
      : conversion(conversion), frequency(frequency), costs(costs), there(there),
        mayRepeat(mayRepeat) {}

  /// Plans the conversion's operand in the layout of its result; whether it is worth doing.
  bool isWorthIt();
  /// Plans a product's operand by converting what is loaded for it; whether that can be done.
  bool hoistsToLoads();

  llvm::ArrayRef<Step> getSteps() const { return steps; }
  /// Whether nothing will need the op or slot as it is: it is changed in place.
  bool isInPlace(Slot node) const { return dying.contains(node); }
  bool computes(Slot node, mlir::Attribute layout) const {
    return computed.contains({node, layout});
  }
  bool converts(mlir::Value value, mlir::Attribute layout) const {
    return converted.contains({value, layout});
  }

  /// The op or slot that defines the value, and the layout that it has when the value has `layout`; a null op if there is none.
  static Recomputed definitionOf(mlir::Value value, mlir::Attribute layout);
  /// What the op or slot takes in when it has `layout`.
  static llvm::SmallVector<std::pair<mlir::OpOperand *, mlir::Attribute>>
  inputsOf(Slot node, mlir::Attribute layout);
  static llvm::SmallVector<mlir::Value, 2> valuesOf(Slot node);
  static mlir::Attribute valueLayout(mlir::Value value, Slot node, mlir::Attribute layout);

private:
  /// What it costs to have the value in the layout, where it is defined; once that is `limit` it is not looked further.
  int64_t want(mlir::Value value, mlir::Attribute layout, int64_t limit);
  int64_t wantBefore(mlir::Operation *bypassed, mlir::Attribute layout, int64_t limit);
  int64_t convert(mlir::Value value, mlir::Attribute layout, mlir::RankedTensorType from);
  bool wantFromLoads(mlir::Value value, mlir::Attribute layout);
  void compute(Slot node, mlir::Attribute layout);
  void takeBack(size_t length);
  bool isOnce(mlir::Operation *op) const;
  bool isThere(mlir::Value value, mlir::Attribute layout);
  bool usesDie(mlir::Value value, mlir::Attribute layout);
  void findDying();
  bool forbidRepeats();

  mlir::Operation *conversion;
  Frequency &frequency;
  ConversionCosts &costs;
  llvm::function_ref<mlir::Value(mlir::Value, mlir::Attribute)> there;
  llvm::function_ref<bool(tt::LoadOp)> mayRepeat;
  llvm::SmallVector<Step> steps;
  llvm::DenseSet<Recomputed> computed;
  llvm::DenseMap<Slot, unsigned> nodes; ///< How many layouts each is computed in.
  llvm::DenseSet<Wanted> converted;
  llvm::DenseSet<mlir::Operation *> bypassed;
  llvm::DenseSet<Slot> dying;
  llvm::DenseSet<Slot> forbidden;   ///< Not to be computed.
  llvm::DenseSet<mlir::Value> kept; ///< Wanted as they are.
  int64_t bonus = 0;                ///< What the conversions are worth beyond this plan.
  unsigned looked = 0;
};

} // namespace fathom

#endif
