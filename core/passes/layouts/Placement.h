// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where conversions are put: one for all uses of a value in a layout, before the first of them, out of loops that do not define it.
//
//   Placement placement;
//   placement.want(use, value, layout);   // for each use that needs another layout than the value has
//   placement.place();
#ifndef FATHOM_CORE_PASSES_LAYOUTS_PLACEMENT_H
#define FATHOM_CORE_PASSES_LAYOUTS_PLACEMENT_H

#include "core/passes/layouts/Sources.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace fathom {

class Placement {
public:
  /// The use gets the value now, whatever its layout, and the value in this layout when all is placed.
  void want(mlir::OpOperand &use, mlir::Value value, mlir::Attribute layout);
  void place();

private:
  Sources sources;
  llvm::MapVector<std::pair<mlir::Value, mlir::Attribute>, llvm::SmallVector<mlir::OpOperand *>>
      wanted;
};

/// Converts a value where it is defined.
mlir::Value convertAtDefinition(mlir::Value value, mlir::Attribute layout);

} // namespace fathom

#endif
