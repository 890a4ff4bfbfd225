// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slots through which values go in and out of scf.for, scf.while and scf.if.
//
// All values of a slot have one type; what feeds it must have that type too:
//
//   op         slots                           values of slot i                    fed by
//   scf.for    one an init                     iteration argument, result          init, what the body yields
//   scf.while  first one a before-argument     before-argument                     init, what the body yields
//              then one a result               after-argument, result              what scf.condition passes on
//   scf.if     one a result                    result                              what both branches yield
//
// A while's two lists differ in number and order: its body yields before-arguments, never results.
#ifndef FATHOM_CORE_PASSES_LAYOUTS_CARRIEDVALUES_H
#define FATHOM_CORE_PASSES_LAYOUTS_CARRIEDVALUES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace fathom {

struct Slot {
  mlir::Operation *op = nullptr;
  unsigned index = 0;
  bool operator==(const Slot &) const = default;
};

unsigned numSlots(mlir::Operation *op);
llvm::SmallVector<mlir::Value, 2> valuesOf(Slot slot);
llvm::SmallVector<mlir::OpOperand *, 2> inputsOf(Slot slot);

/// The slot that a value belongs to.
std::optional<Slot> slotOf(mlir::Value value);
/// The slot that an operand feeds.
std::optional<Slot> slotFedBy(mlir::OpOperand &operand);

/// Whether a mutant lets slots like this one keep their layouts, whatever feeds them.
bool isMissedByMutant(Slot slot);

/// Gives the op further slots, of the given types, each fed with the values in `inputs` (in the order of inputsOf). The op is
/// replaced, its regions are moved; results and slots that were there keep their numbers among their kind. Returns the new op; the
/// old one is taken out of its block, and the caller's to destroy (tables may name its results until then).
/// A `while` gets before-slots only for Before, after-slots only for After.
enum class SlotKind { Before, After };
struct NewSlot {
  SlotKind kind = SlotKind::Before;
  mlir::Type type;
  llvm::SmallVector<mlir::Value, 2> inputs;
};
mlir::Operation *appendSlots(mlir::Operation *op, llvm::ArrayRef<NewSlot> slots);

} // namespace fathom

template <> struct llvm::DenseMapInfo<fathom::Slot> {
  using Pair = llvm::DenseMapInfo<std::pair<mlir::Operation *, unsigned>>;
  static fathom::Slot getEmptyKey() { return {Pair::getEmptyKey().first, ~0u}; }
  static fathom::Slot getTombstoneKey() { return {Pair::getTombstoneKey().first, ~0u - 1}; }
  static unsigned getHashValue(const fathom::Slot &slot) {
    return Pair::getHashValue({slot.op, slot.index});
  }
  static bool isEqual(const fathom::Slot &left, const fathom::Slot &right) { return left == right; }
};

#endif
