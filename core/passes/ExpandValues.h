// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces each value of some types by several values, through loops, branches, functions and calls.
//
// A block pointer, say, is a base and two offsets. Then
//
//   %r = scf.for .. iter_args(%p = %a) -> (!tt.ptr<tensor<8x8xf32>>) { .. scf.yield %q }
// becomes
//   %r:3 = scf.for .. iter_args(%b = %a0, %x = %a1, %y = %a2) -> (!tt.ptr<f32>, i64, i64) { .. scf.yield %q0, %q1, %q2 }
//
// The parts stand where the value stood: in operands, results, block arguments, signatures. What is the same in every iteration is
// carried too, which canonicalize finds.
//
//   ValueExpander expander;
//   expander.typesOf = [](Type t, SmallVectorImpl<Type> &parts) { .. return true if t is to be replaced; };
//   expander.rewrite = [](Operation *op) { .. setParts(result, ..), or use parts(operand); return success if it was one of yours };
//   if (failed(expander.run(module))) signalPassFailure();
#ifndef FATHOM_CORE_PASSES_EXPANDVALUES_H
#define FATHOM_CORE_PASSES_EXPANDVALUES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace fathom {

class ValueExpander {
public:
  /// What the caller's rewrite made of an op.
  enum class Rewritten { yes, notMine, failed };

  /// Appends the types of the parts; false for a type that stays.
  std::function<bool(mlir::Type, llvm::SmallVectorImpl<mlir::Type> &)> typesOf;
  /// Rewrites an op that makes or takes apart such values; the builder stands before it. Its results that stay have been replaced after
  /// `yes`, and the op is erased. It is asked before anything is done with the op. After `failed` it has said why.
  std::function<Rewritten(mlir::Operation *, mlir::OpBuilder &)> rewrite;

  /// Rewrites all functions of a module. A module without such values is not changed. Fails, after a diagnostic, at an op that is
  /// neither the caller's nor control flow; the module is then not valid.
  mlir::LogicalResult run(mlir::ModuleOp module);

  /// The parts of a value whose definition was visited.
  llvm::ArrayRef<mlir::Value> parts(mlir::Value value) const { return partsOf.find(value)->second; }
  void setParts(mlir::Value value, llvm::ArrayRef<mlir::Value> values) {
    partsOf[value] = llvm::SmallVector<mlir::Value>(values);
  }

private:
  bool expands(mlir::Type type) const;
  bool touches(mlir::Operation *op) const;
  void expandArguments(mlir::Block &block);
  void expandSignature(mlir::Operation *function);
  mlir::LogicalResult visit(mlir::Region &region);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult rebuild(mlir::Operation *op);
  bool expandEach(mlir::Operation *op, mlir::OpBuilder &b);

  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> partsOf;
  llvm::SmallVector<mlir::Operation *> gone;                           ///< Erased last first.
  llvm::SmallVector<std::pair<mlir::Block *, unsigned>> goneArguments; ///< Erased last first.
};

} // namespace fathom

#endif
