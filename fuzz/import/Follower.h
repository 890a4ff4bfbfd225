// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares a program in the making with a file's program, op by op as they are written.
//
// The generator writes ops in the order of the program, and constants at the top of the kernel, each before the last. So what is written so far is known to be
// right or wrong at once: the op that comes next in its block must be the one that the file has there, with its types, attributes and operands.
//
//   file                            written                      matched  likeness
//   %0 = tt.make_range 0..32        %0 = tt.make_range 0..32     3
//   %1 = tt.expand_dims %0 {0}      %1 = tt.expand_dims %0 {1}   3        high: the op is right, the axis and the type are not
//
// (What is matched counts the kernel and its arguments too.)
#ifndef FATHOM_FUZZ_IMPORT_FOLLOWER_H
#define FATHOM_FUZZ_IMPORT_FOLLOWER_H

#include "core/ir/Triton.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace fathom {

/// What a program is compared with; read once, followed many times.
class Followed {
public:
  explicit Followed(mlir::ModuleOp program);

  mlir::Block *body; ///< The module's.
  mlir::Block *entry =
      nullptr; ///< The kernel's; null where the first op is no function with a body.
  llvm::SmallVector<mlir::DictionaryAttr, 0> hints; ///< Attributes of the kernel's arguments.
  llvm::SmallVector<mlir::Operation *, 0>
      constants;                    ///< Those at the kernel's top, the first written first.
  mlir::Operation *first = nullptr; ///< The kernel's first op that is none of them.
  unsigned size = 0;                ///< Ops, constants and arguments: what a whole match counts.
};

class Follower : public mlir::OpBuilder::Listener {
public:
  explicit Follower(const Followed &followed) : followed(followed) {}

  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) override;
  /// Looks at what no listener is told of: arguments, constants.
  void poll();
  /// Compares what is known at the end only: attributes of the arguments. The program is the file's if this does not fail.
  void finish(mlir::ModuleOp written);

  bool failed() const { return wrong; }
  /// So many ops, constants and arguments are the file's.
  unsigned matched() const { return count; }
  /// How like the first wrong one is to the one that the file has there, 0 to 99.
  unsigned likeness() const { return alike; }
  /// What is wrong, as a number: the same for the same.
  uint64_t difference() const { return differs; }
  /// What the file has where the first wrong op is; may be null.
  mlir::Operation *wanted() const { return want; }

  /// Arguments so far.
  unsigned argumentCount() const { return arguments; }

  // How the file goes on; null where it does not.
  /// The op that has to come next at the builder's insertion point.
  mlir::Operation *upcoming(mlir::OpBuilder &builder);
  mlir::Operation *upcomingConstant() const;
  mlir::Type upcomingArgument() const;
  /// Where the operands of such an op come from, as a number: constants and arguments that are there or are to come, the op before, others.
  uint64_t originOfOperands(mlir::Operation *theirs);

private:
  void fail(unsigned likeness, uint64_t difference, mlir::Operation *wanted);
  void match(mlir::Operation *op, mlir::Operation *other);
  void settle(mlir::Operation *op);
  mlir::Block *blockOf(mlir::Block *block);
  mlir::Value valueOf(mlir::Value value);
  mlir::Operation *after(mlir::Operation *previous, mlir::Block *other);
  bool sameOperands(mlir::Operation *op, mlir::Operation *other, unsigned *same);

  const Followed &followed;
  tt::FuncOp kernel;
  mlir::Operation *top = nullptr; ///< The kernel's first op when last looked at.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> ops;
  llvm::DenseSet<mlir::Operation *> met; ///< The values of `ops`.
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks;
  unsigned arguments = 0, constants = 0, count = 0, alike = 0;
  bool wrong = false;
  uint64_t differs = 0;
  mlir::Operation *want = nullptr, *last = nullptr; ///< Of the file; `last` is the last right one.
};

} // namespace fathom

#endif
