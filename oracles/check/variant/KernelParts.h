// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What variants ask of a kernel: its loops, where its pointers come from, what may be moved.
#ifndef FATHOM_ORACLES_CHECK_VARIANT_KERNELPARTS_H
#define FATHOM_ORACLES_CHECK_VARIANT_KERNELPARTS_H

#include "oracles/check/variant/Variant.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace fathom {

/// The kernel's loops that have, or have no, loop inside; outer ones first.
std::vector<mlir::scf::ForOp> innermostLoops(tt::FuncOp kernel);
std::vector<mlir::scf::ForOp> outerLoops(tt::FuncOp kernel);
std::vector<mlir::scf::ForOp> allLoops(tt::FuncOp kernel);

/// Those of them that are to be changed.
std::vector<mlir::scf::ForOp> takeLoops(VariantCase &variant, std::vector<mlir::scf::ForOp> loops);

/// The number of the argument whose buffer all pointers of the value point into, as far as address arithmetic shows it.
std::optional<unsigned> bufferOf(mlir::Value pointers, tt::FuncOp kernel);

/// Whether the op computes a value that depends on its operands alone, or loads from a buffer that the launch says is only read: it may stand
/// anywhere in its block between its operands and its users.
bool isMovable(mlir::Operation *op, const VariantCase &variant);

/// The constant 0 of a number type or of a tensor of numbers, or null.
mlir::Attribute zeroOf(mlir::Type type);
/// The number 42 likewise: a value that no store should leave.
mlir::Attribute strangeOf(mlir::Type type);

} // namespace fathom

#endif
