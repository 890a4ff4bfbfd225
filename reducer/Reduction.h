// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction: one way to make a test case smaller. One file in reducer/step, one row in Reductions.def.
//
// A step lists the changes that it could make to the program and asks for each whether to make it; the engine (Reducer.cpp)
// owns the rest: how many at once, whether the result verifies, is smaller, is new, and still fails. So a step is short:
//
//   void eraseOp(Candidate candidate, Chunk &chunk) {
//     std::vector<Operation *> chosen;
//     candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
//       if (isErasable(op) && chunk.take())       // of 8 erasable ops, chunk [4, 8) takes the last four
//         chosen.push_back(op);
//     });
//     for (Operation *op : llvm::reverse(chosen))
//       op->erase();
//   }
//
// The rules for a step:
//  1. It asks take() once for each change, in an order that depends on the program alone, and before it changes anything: the number of
//     questions must not depend on the answers. If all are refused, it leaves the program as it is.
//  2. It makes each change that was taken, unless one made earlier has removed what that change was about.
//  3. Changes that exclude each other (forward the first operand, forward the second) are listed by alternative, then by op, so that a
//     chunk of neighbours is mostly one alternative of many ops.
//  4. It may leave invalid IR behind (the engine verifies and drops the candidate) but no dangling pointer and no endless loop.
//  5. What became unused it leaves: the engine sweeps ops that died by the change (not those that were dead before, for a bug may need them).
#ifndef FATHOM_REDUCER_REDUCTION_H
#define FATHOM_REDUCER_REDUCTION_H

#include "oracles/Chunk.h"
#include "oracles/TestCase.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fathom {

/// What a step may change: a program and how it is compiled.
struct Candidate {
  mlir::ModuleOp program;
  CompileOptions &options;
};

struct Reduction {
  llvm::StringRef name;     ///< "erase-op", the name of its file and of its test.
  llvm::StringRef sentence; ///< What it does to what.
  void (*step)(Candidate candidate, Chunk &chunk);
};

/// The rows of Reductions.def, big bites before small.
llvm::ArrayRef<Reduction> allReductions();

/// Looks a row up by name; null if there is none.
const Reduction *findReduction(llvm::StringRef name);

/// Applies a step to the candidate, sweeps what it killed, and says how many changes were on offer. The result may be invalid.
size_t applyStep(const Reduction &reduction, Candidate candidate, Chunk chunk);

} // namespace fathom

#endif
