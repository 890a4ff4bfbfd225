// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What mutations ask of a program: its operations, the values that are visible at one, a value of some type.
#ifndef FATHOM_FUZZ_MUTATE_PLACES_H
#define FATHOM_FUZZ_MUTATE_PLACES_H

#include "fuzz/mutate/Mutation.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace fathom {

/// The operations of the program's functions that satisfy the predicate, those in regions too, in order; no functions among them.
std::vector<mlir::Operation *> opsThat(mlir::ModuleOp program,
                                       llvm::function_ref<bool(mlir::Operation *)> wanted);

/// One of them, or null.
mlir::Operation *pickOp(mlir::ModuleOp program, Choices &choices,
                        llvm::function_ref<bool(mlir::Operation *)> wanted);

/// Whether the op stands in the region of a reduction, a scan or the like, which sees nothing from outside.
bool inCombineRegion(mlir::Operation *op);

/// The values that an op at this place could use and that satisfy the predicate, nearest first. In a function of several blocks, those of the op's own
/// block and of the first one.
std::vector<mlir::Value> visibleAt(mlir::Operation *at,
                                   llvm::function_ref<bool(mlir::Value)> wanted);

/// A visible value of the type other than `but`; else a constant. Null if there is none.
mlir::Value valueFor(mlir::Type type, mlir::Operation *at, Choices &choices, mlir::Value but = {});

/// A constant like `like` (a number, or a tensor of it), with the number in each element.
mlir::Value numberLike(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type like,
                       int64_t number);

/// Appends an argument to the kernel, and to its launch.
mlir::BlockArgument addArgument(MutationCase &mutation, mlir::Type type,
                                const interp::LaunchArg &launched);

/// Stores a value (a number, or a tensor of numbers without a layout) at the op to a fresh buffer of its own, with room for each program. False if that
/// cannot be done.
bool storeToScratch(MutationCase &mutation, mlir::Value value, mlir::Operation *at);

} // namespace fathom

#endif
