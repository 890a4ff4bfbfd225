// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether loads of a loop may run some iterations earlier than they stand.
//
//   for .. { tt.store %out, %v; %x = tt.load %in }     yes, if %in is only read (core/analysis/ReadOnlyPointers.h)
//   for .. { tt.assert %c; %x = tt.load %in }          no: it may protect the load
//   for .. { tt.atomic_add %lock, 0; %x = .. }         no, unless its result is unused: another program may have been waited for
#ifndef FATHOM_CORE_PASSES_PIPELINE_LOOPEFFECTS_H
#define FATHOM_CORE_PASSES_PIPELINE_LOOPEFFECTS_H

#include "core/analysis/ReadOnlyPointers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace fathom {

/// Whether the op reads global memory into a value that a loop may ask for early: tt.load, tt.descriptor_load, tt.descriptor_gather. Operand 0 says where.
bool isLoad(mlir::Operation *op);

class LoopEffects {
public:
  LoopEffects(mlir::scf::ForOp loop, const ReadOnlyPointers &pointers);

  /// No op of the loop stops the program, orders memory, is a loop, or does what nobody knows: the order of its loads is free where the memory
  /// that they read is not written.
  bool isOpen() const { return open; }

  /// Whether the loop may write what a read through these pointers gives.
  bool mayChange(mlir::Value read) const;

  /// Whether the op, with what it holds, must keep its place among the others of this kind: it has an effect, or
  /// reads what the loop may write.
  bool isPinned(mlir::Operation *op) const;

private:
  const ReadOnlyPointers &pointers;
  llvm::SmallVector<mlir::Value> written;
  bool open = true;
};

} // namespace fathom

#endif
