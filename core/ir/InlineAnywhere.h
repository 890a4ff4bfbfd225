// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets MLIR's inliner move the operations of a dialect wherever their function is inlined.
#ifndef FATHOM_CORE_IR_INLINEANYWHERE_H
#define FATHOM_CORE_IR_INLINEANYWHERE_H

#include "mlir/Transforms/InliningUtils.h"

namespace fathom {

/// For a dialect that has neither calls nor functions: each operation and each region of one may be inlined.
struct InlineAnywhere : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool, mlir::IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(mlir::Region *, mlir::Region *, bool, mlir::IRMapping &) const final {
    return true;
  }
};

} // namespace fathom

#endif
