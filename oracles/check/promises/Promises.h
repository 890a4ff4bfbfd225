// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes of the core promise of their results, as far as it can be read off the IR that they were given and the IR that they made.
//
//   // Promises: no tt.make_tensor_ptr, no tt.advance, no type !tt.ptr<tensor<..>>.        at the head of core/passes/RewriteTensorPointer.cpp
//   FATHOM_PROMISE("TritonRewriteTensorPointer", blockPointersAreGone, "a pointer to a tensor is left")      a row of Promises.def
//   std::string blockPointersAreGone(const PassRun &run)                                    in the file that the row's section names
//
// A check decides by itself: it uses neither the pass's code nor, but where a promise is about them, the analyses that the pass decided by.
#ifndef FATHOM_ORACLES_CHECK_PROMISES_PROMISES_H
#define FATHOM_ORACLES_CHECK_PROMISES_PROMISES_H

#include "core/target/Target.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace fathom {

/// One run of a pass.
struct PassRun {
  mlir::ModuleOp before, after; ///< Both verify.
  const Target &target;
};

struct Promise {
  llvm::StringRef pass;   ///< As dumps call it: "TritonGPUCoalesce".
  llvm::StringRef broken; ///< What is wrong where it does not hold.
  /// The op that breaks it, printed; empty: it holds.
  std::string (*findBreach)(const PassRun &run);
};

llvm::ArrayRef<Promise> allPromises();

/// Whether any row is the pass's.
bool promisesAnything(llvm::StringRef pass);

/// The op, without its regions, as a breach is told.
std::string printedOp(mlir::Operation *op);

/// The first op for which the predicate holds, printed, or empty.
std::string findOp(mlir::ModuleOp module, llvm::function_ref<bool(mlir::Operation *)> breaks);

// Asked of licm on its own, on the program as it is given.

/// No load is left in a loop's own block while all it uses is defined outside, nothing in the loop writes, and registers are left.
std::string findInvariantLoad(mlir::ModuleOp module);

} // namespace fathom

#endif
