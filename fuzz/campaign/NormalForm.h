// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is left of a reduced program when everything is left out that one bug may have otherwise from program to program: names, numbers, shapes,
// element types, the order and the number of operations. Two failures with one signature whose reduced programs have one normal form are taken for one
// bug; where the forms differ, somebody should look.
//
//   %for = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cst) {          func{for{dot load.mask int splat} store}
//     %p = arith.addi %i, %n            ->
//     %load = tt.load %ptrs, %m
//     %dot = tt.dot %load, ...
//
// A form is a set of words for each region: operations by name (load and store with the operands that they may lack), integer arithmetic, comparisons and
// floating-point arithmetic as one word each, what a region-holding operation holds in braces. Terminators, constants and what makes tensors of scalars
// are left out: reduced programs are full of them, whatever is wrong.
#ifndef FATHOM_FUZZ_CAMPAIGN_NORMALFORM_H
#define FATHOM_FUZZ_CAMPAIGN_NORMALFORM_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace fathom {

/// One line. Requires a verified program; equal for programs that differ by renaming, by numbers, or by the order of operations.
std::string normalForm(mlir::ModuleOp program);

/// Eight hex digits of the form, for file names.
std::string formId(llvm::StringRef form);

} // namespace fathom

#endif
