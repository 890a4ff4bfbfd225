// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says whether a program that verifies is worth asking about: whether it is free of the faults that would turn a compiler's bug into
// the program's own.
#ifndef FATHOM_REDUCER_PLAUSIBLE_H
#define FATHOM_REDUCER_PLAUSIBLE_H

#include "mlir/IR/BuiltinOps.h"

namespace fathom {

/// The number of places where the program does what no front end emits or what has no meaning, as far as constants show it:
///  - division by zero, a shift by the width or more;
///  - a loop that runs from a value to itself, or from a variable to a constant, or whose step is not a positive constant;
///  - a branch or a loop on a constant condition;
///  - a dot with a side below 16.
/// It comes first in the reducer's order (Size.h): a candidate may have no more of them than the test case it came from.
unsigned countImplausible(mlir::ModuleOp program);

} // namespace fathom

#endif
