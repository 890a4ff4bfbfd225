// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What conversions and ops cost, in instructions of a thread, roughly.
//
//   costs.conversion(type, layout)   // through shared memory: a barrier or two, and 24 for each 32-bit register
//   costs.op(op, type)               // 1 for each register, 8 for what takes several instructions
#ifndef FATHOM_CORE_PASSES_LAYOUTS_CONVERSIONCOSTS_H
#define FATHOM_CORE_PASSES_LAYOUTS_CONVERSIONCOSTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace fathom {

class ConversionCosts {
public:
  /// Registers of 32 bits that a thread needs for the tensor, copies included.
  int64_t registers(mlir::RankedTensorType type);
  int64_t conversion(mlir::RankedTensorType from, mlir::Attribute to);
  /// Of an op whose results (operands, where those are larger) are of this type.
  int64_t op(mlir::Operation *op, mlir::RankedTensorType type);
  /// Of an access of global memory by such a tensor, that takes up to `width` neighbours at once.
  int64_t access(mlir::RankedTensorType type, unsigned width);

private:
  llvm::DenseMap<mlir::Type, int64_t> knownRegisters;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Attribute>, int64_t> knownConversions;
};

} // namespace fathom

#endif
