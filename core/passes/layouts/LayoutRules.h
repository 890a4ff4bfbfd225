// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the layouts of an op's tensors hang together: which of them follow from one, and which are given.
//
// Most ops are free to compute in any layout, but then all their tensors follow from it. That one layout is called the op's:
//
//   op                                       its layout is that of     and then
//   arith.addi %a, %b                        the result                the operands have the same
//   tt.expand_dims %x {axis = 1}             the result                the operand has slice<1, it>
//   tt.reduce %x {axis = 1}                  the operands              the results have slice<1, it>
//   tt.split %x                              the operand               the results have it without the register of the last dim
//
// Other ops are pinned: their tensors have the layouts that they were given for a reason (a wide load, a product), or for one that
// is not understood. A source (a constant, a range) can be made again in any layout for nothing, and a sink takes any.
#ifndef FATHOM_CORE_PASSES_LAYOUTS_LAYOUTRULES_H
#define FATHOM_CORE_PASSES_LAYOUTS_LAYOUTRULES_H

#include "core/ir/Triton.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace fathom {

enum class LayoutRule {
  Pinned,   ///< Operands and results keep their layouts.
  Carried,  ///< scf.for, scf.while, scf.if and what ends their regions: see CarriedValues.h.
  Source,   ///< No tensor goes in; can be made in any layout.
  Sink,     ///< No tensor comes out; each operand may be in any layout.
  Flexible, ///< All layouts follow from the op's.
};

LayoutRule layoutRuleOf(mlir::Operation *op);

/// The layout of a tensor; null for any other value.
mlir::Attribute layoutOf(mlir::Value value);
mlir::RankedTensorType withLayout(mlir::Type tensor, mlir::Attribute layout);

/// For a flexible op: what its layout makes an operand's (a result's); null if nothing does. A tensor operand of which
/// `takesAnyLayout` holds is not bound to the op's layout.
mlir::Attribute operandLayout(mlir::Operation *op, unsigned operand, mlir::Attribute opLayout);
mlir::Attribute resultLayout(mlir::Operation *op, unsigned result, mlir::Attribute opLayout);
bool takesAnyLayout(mlir::OpOperand &operand);

/// The op's layout that gives an operand (a result) this layout; null if none does.
mlir::Attribute opLayoutFromOperand(mlir::Operation *op, unsigned operand, mlir::Attribute layout);
mlir::Attribute opLayoutFromResult(mlir::Operation *op, unsigned result, mlir::Attribute layout);

/// The op's layout as it is; null if it has no tensors.
mlir::Attribute currentOpLayout(mlir::Operation *op);
/// Whether every tensor of a flexible op has a layout when the op has this one.
bool canHaveLayout(mlir::Operation *op, mlir::Attribute opLayout);

/// Whether the elements of a reshape that may reorder them can be taken from this layout, each register of each thread for one.
bool mayReorderFrom(tt::ReshapeOp reshape, mlir::Attribute layout);

/// Whether a load or store moves enough that the layout which it was given is worth a conversion.
bool isExpensiveAccess(mlir::Operation *op);

/// Whether the layout is that of a product's result on a matrix unit, or a slice of one.
bool isMatrixLayout(mlir::Attribute layout);

/// A conversion that this pass may remove.
bool isPlainConversion(mlir::Operation *op);
/// The value before any plain conversions.
mlir::Value throughConversions(mlir::Value value);

} // namespace fathom

#endif
