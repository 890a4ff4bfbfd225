// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-operation: replaces an operation by another one of its types: an addition by a maximum, an exponential by a square root, an atomic by another one.
#include "fuzz/mutate/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fathom {

/// Operations that take and give the same types.
static ArrayRef<ArrayRef<StringRef>> exchangeable() {
  static constexpr StringRef integers[] = {
      "arith.addi", "arith.subi",  "arith.muli",  "arith.andi",  "arith.ori",
      "arith.xori", "arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui"};
  // Undefined by a zero or by a large number; the run tells.
  static constexpr StringRef partial[] = {"arith.divsi", "arith.divui", "arith.remsi",
                                          "arith.remui", "arith.shli",  "arith.shrsi",
                                          "arith.shrui"};
  static constexpr StringRef floats[] = {"arith.addf",     "arith.subf",     "arith.mulf",
                                         "arith.maximumf", "arith.minimumf", "arith.maxnumf",
                                         "arith.minnumf",  "arith.divf"};
  static constexpr StringRef unary[] = {
      "math.exp", "math.exp2", "math.sqrt", "math.rsqrt", "math.log",  "math.log2", "math.absf",
      "math.sin", "math.cos",  "math.erf",  "math.floor", "math.ceil", "arith.negf"};
  static const ArrayRef<StringRef> all[] = {integers, floats, unary, partial};
  return all;
}

static ArrayRef<StringRef> othersOf(Operation *op) {
  for (ArrayRef<StringRef> list : exchangeable())
    if (llvm::is_contained(list, op->getName().getStringRef()))
      return list;
  return {};
}

/// Another kind that the value's type has.
static bool changeKind(tt::AtomicRMWOp atomic, Choices &choices) {
  using Kind = tt::RmwKind;
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(atomic.getResult().getType()));
  if (isFloat)
    return false; // There is one.
  Kind kind = choices.pick({Kind::Add, Kind::Max, Kind::Min, Kind::And, Kind::Or, Kind::Xor,
                            Kind::UMax, Kind::UMin, Kind::Exchange});
  if (kind == atomic.getAtomicRmwOp())
    return false;
  atomic.setAtomicRmwOp(kind);
  return true;
}

bool changeOperation(MutationCase &mutation) {
  Operation *op = pickOp(mutation.program, mutation.choices, [](Operation *op) {
    return isa<tt::AtomicRMWOp>(op) || !othersOf(op).empty();
  });
  if (!op)
    return false;
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op))
    return changeKind(atomic, mutation.choices);
  StringRef name = mutation.choices.pick(othersOf(op));
  if (name == op->getName().getStringRef())
    return false;
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name, op->getOperands(), op->getResultTypes());
  Operation *changed = builder.create(state);
  op->replaceAllUsesWith(changed->getResults());
  op->erase();
  return true;
}

} // namespace fathom
