// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which elements of its operands an op takes from registers of the thread that holds the result: of ops that move no data.
#ifndef FATHOM_ORACLES_CHECK_REPLICAS_ELEMENTNEEDS_H
#define FATHOM_ORACLES_CHECK_REPLICAS_ELEMENTNEEDS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace fathom {

/// Linear over the bits of an element's row-major number: what each bit gives, and what number 0 gives.
struct ElementMap {
  llvm::SmallVector<uint64_t, 20> bits;
  uint64_t zero = 0;
};

/// Who holds element e of a tensor of the type `at` needs an element n of one of the type `of`, in the same thread, with from(n) = to(e).
///
///   %r = tt.trans %x {order = [1, 0]}      at r's type, of x's: to swaps the halves of the number, from is the identity
///   %r = "tt.reduce"(%x) {axis = 1}        from drops the axis: any element of the row will do
struct ElementNeed {
  mlir::RankedTensorType at, of;
  ElementMap to, from;
};

/// None: the op takes nothing from its own thread's registers alone, or nobody knows what.
llvm::SmallVector<ElementNeed, 2> elementNeeds(mlir::Operation *op);

} // namespace fathom

#endif
