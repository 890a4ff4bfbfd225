// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is left of a reduced program when everything is left out that one bug may have otherwise from program to program: names, numbers, shapes,
// element types, the order and the number of operations. Two failures with one signature whose reduced programs have one normal form are taken for one
// bug; where the forms differ, somebody should look.
//
//   %for = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %cst) {          func{for{dot load.mask}}
//     %p = arith.addi %i, %n            ->
//     %load = tt.load %ptrs, %m
//     %dot = tt.dot %load, ...
//
// A form is a set of words for each region: operations by name (load and store with the operands that they may lack), floating-point arithmetic as one
// word, what a region-holding operation holds in braces. Left out is what reduced programs are full of, whatever is wrong: constants, arithmetic of
// integers, comparisons, pointers, what makes tensors of scalars, plain stores, and plain loads outside of all loops and branches. What loops carry is left out
// too: one wrong wait was reduced to loops that carry a float, a pointer, or both.
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
