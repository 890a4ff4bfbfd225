// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which memory a kernel only reads, and which writes may change what is read through a pointer.
//
//   tt.func @kernel(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>) {     mayChange(read, written)
//     %x = tt.addptr %a, %i                                   of %x by %y: no, nothing is written through %a
//     %v = tt.load %x
//     %y = tt.addptr %b, %i                                   of %y by %y: yes
//     tt.store %y, %v
//
// A launch gives each pointer argument a buffer. Two arguments may be one buffer, where a kernel works
// in place: but then, this analysis takes for granted, the kernel would not promise to only read one
// of them. So memory behind an argument through which no op of the whole function writes, and which
// goes where it cannot be followed (into a call, inline assembly, an integer, memory), is constant
// while the kernel runs. Arguments of functions that are called are not told apart.
//
// Pointers that may become one value (by a select, the results of an if, what a loop carries) form a
// class. What is known of one is known of all, so no fixpoint is needed: one walk, near linear time.
#ifndef FATHOM_CORE_ANALYSIS_READONLYPOINTERS_H
#define FATHOM_CORE_ANALYSIS_READONLYPOINTERS_H

#include "core/ir/Triton.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace fathom {

/// Whether values of the type lead to global memory: pointers, tensors of them, block pointers,
/// tensor descriptors.
bool leadsToGlobalMemory(mlir::Type type);

/// What an op itself may write to in global memory. Ops in its regions are not looked at.
struct GlobalWrites {
  bool anywhere = false; ///< Or it orders memory, or nothing is known of it.
  llvm::SmallVector<mlir::Value, 2> through = {}; ///< Writes through these pointers.
  bool mayStop = false; ///< Ends the program under some condition: what follows may never run.
};
GlobalWrites globalWritesOf(mlir::Operation *op);

/// The facts of one function, as it is when the object is made. Values that are made later, by moving
/// ops or by building new ones on old pointers, are to be asked about by the old pointers.
class ReadOnlyPointers {
public:
  explicit ReadOnlyPointers(tt::FuncOp func);

  /// Whether all that `pointers` may point to is behind arguments that the function only reads.
  bool isOnlyRead(mlir::Value pointers) const;

  /// Whether a write through `written` may change what a read through `read` gives.
  bool mayChange(mlir::Value read, mlir::Value written) const;

private:
  struct Class {
    bool hasArgument = false;  ///< May be a pointer argument of the kernel.
    bool isUnknown = false;    ///< May be a pointer that came from elsewhere.
    bool mayBeWritten = false; ///< Something writes through it, or may do so where it went.
  };
  /// -1: a value that the analysis has not seen.
  int find(mlir::Value value) const;
  unsigned classOf(mlir::Value value);
  void merge(mlir::Value a, mlir::Value b);
  void visit(mlir::Operation *op);
  void merge(mlir::ValueRange a, mlir::ValueRange b);

  llvm::DenseMap<mlir::Value, unsigned> numbers;
  mutable llvm::SmallVector<unsigned> parents;
  llvm::SmallVector<Class> classes;
};

} // namespace fathom

#endif
