// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases what is computed for nothing, round loops too: a carried value whose only use is to compute its next one.
//
//   scf.for iter_args(%p = %p0, %q = %q0) {      scf.for iter_args(%q = %q0) {
//     use %q                                       use %q
//     %p' = addptr %p, %d
//     yield %p', %q'                               yield %q'
#ifndef FATHOM_CORE_PASSES_LAYOUTS_DEADSLOTS_H
#define FATHOM_CORE_PASSES_LAYOUTS_DEADSLOTS_H

#include "core/ir/Triton.h"

namespace fathom {

/// Loops stay, even if nothing is left in them. Whether something was erased.
bool eraseDeadSlots(tt::FuncOp function);

} // namespace fathom

#endif
