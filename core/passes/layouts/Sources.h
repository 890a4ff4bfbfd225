// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, ranges and the like, made again in other layouts, each once.
#ifndef FATHOM_CORE_PASSES_LAYOUTS_SOURCES_H
#define FATHOM_CORE_PASSES_LAYOUTS_SOURCES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace fathom {

class Sources {
public:
  static bool isSource(mlir::Value value);
  /// The source in this layout, beside the source; `user` is who wants it.
  mlir::Value in(mlir::Value source, mlir::Attribute layout, mlir::Operation *user);

private:
  llvm::DenseMap<std::pair<mlir::Value, mlir::Attribute>, mlir::Value> made;
  llvm::DenseMap<mlir::Value, mlir::Value> last;
};

} // namespace fathom

#endif
