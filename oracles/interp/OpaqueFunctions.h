// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of which nothing is known but that equal operands give equal results. Algebra only.
#ifndef FATHOM_ORACLES_INTERP_OPAQUEFUNCTIONS_H
#define FATHOM_ORACLES_INTERP_OPAQUEFUNCTIONS_H

#include "oracles/interp/Lanes.h"

namespace fathom::interp {

/// A keyed hash of the operands, element by element: an element of the ring for a float, as many bits as it has for an integer or a pointer. `elements` says
/// what the operands are.
Value computeOpaque(Frame &f, uint64_t key, llvm::ArrayRef<const Value *> in,
                    llvm::ArrayRef<Element> elements, const Element &result);

} // namespace fathom::interp

#endif
