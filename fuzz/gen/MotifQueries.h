// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The questions about IR that the rows of Motifs.def are made of.
#ifndef FATHOM_FUZZ_GEN_MOTIFQUERIES_H
#define FATHOM_FUZZ_GEN_MOTIFQUERIES_H

#include "core/ir/Triton.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace fathom::motif {

using namespace mlir;
using Test = llvm::function_ref<bool(Operation *)>;

/// The numbers of a launch: what a value is, where a constant or an argument says it.
class Known {
public:
  Known(ModuleOp program, llvm::StringRef launch);
  std::optional<int64_t> operator()(Value value) const;

private:
  SmallVector<std::optional<int64_t>> arguments;
  Block *entry = nullptr;
};

// --- Types ---
bool isTile(Value value);
bool isFlag(Value value);    ///< A scalar i1.
bool isPointer(Value value); ///< Or a tile of them.
int64_t elementsOf(Value value);
unsigned rankOf(Value value);
unsigned bitsOf(Value value);
/// "f16", "f8E5M2", "i32": of a scalar, or of a tile's elements; of what a pointer points to.
bool hasElement(Value value, llvm::StringRef element);

// --- Uses and definitions ---
/// Whether the test holds for an op that the value is computed from; not further than arguments of blocks.
bool behind(Value value, Test test);
template <typename... Ops> bool behind(Value value) {
  return behind(value, [](Operation *op) { return isa<Ops...>(op); });
}
/// Whether the test holds for an op that is computed from the value; not out of regions.
bool ahead(Value value, Test test);
template <typename... Ops> bool ahead(Value value) {
  return ahead(value, [](Operation *op) { return isa<Ops...>(op); });
}
/// Whether a region of the op has one of these anywhere inside.
template <typename... Ops> bool contains(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return inner != op && isa<Ops...>(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}
bool contains(Operation *op, Test test);
unsigned uses(Value value);

// --- Loops ---
/// The innermost scf.for or scf.while around the op, or null.
Operation *loopOf(Operation *op);
scf::ForOp forOf(Operation *op);
unsigned loopsAround(Operation *op);
bool definedOutside(Value value, Operation *loop);
/// What iterations yield for each carried value.
ValueRange yieldsOf(Operation *loop);
ValueRange argumentsOf(Operation *loop); ///< Of the body.
bool yieldsTwice(ValueRange yields);
/// Two carried tiles or pointers change places.
bool swaps(Operation *loop);
/// A carried value that reaches another slot in each iteration, and another one from there: so many iterations late.
unsigned lateness(scf::ForOp loop);
/// Through how many regions around the op one of its results is handed on as it is.
unsigned handedOn(Operation *op);
std::optional<int64_t> tripsOf(scf::ForOp loop, const Known &known);
bool isInverted(scf::ForOp loop, const Known &known);
int64_t attributeOf(Operation *loop, llvm::StringRef name, int64_t otherwise = -1);
bool startEqual(scf::ForOp loop, bool yieldEqual);
bool usedInAndAfter(scf::ForOp loop);

// --- Nests that ask to be flattened ---
scf::ForOp innerLoop(scf::ForOp outer); ///< The first; null if it does not ask or has none.
unsigned innerLoops(scf::ForOp outer);
bool hasPrologue(scf::ForOp outer); ///< A value from before the inner loop is used after it begins.
bool hasEpilogue(scf::ForOp outer); ///< Something is computed of what the inner loop gives.

// --- Reductions in loops ---
/// How an iteration's reduction becomes the next value of a carried one.
struct Update {
  scf::ForOp loop; ///< Null: it does not.
  unsigned slot = 0;
  Operation *op = nullptr; ///< What gives the next value; null: the reduction does.
  BlockArgument accumulator;
};
Update updateOf(tt::ReduceOp reduce);
/// `first` and `second` operand of the update: 'a' accumulator, 'r' reduction, '?' anything else.
bool isUpdate(tt::ReduceOp reduce, char first, char second);
bool updatesOtherwise(tt::ReduceOp reduce); ///< By another operation than the reduction's own.
bool updatesByCast(tt::ReduceOp reduce);
bool updatesTwice(tt::ReduceOp reduce);

// --- Loads ---
/// How many loads of the loop stand one behind the other in the load's address: 0 for an address that needs none.
unsigned chainOf(tt::LoadOp load);
bool feedsDot(Value value);
bool isInvariant(tt::LoadOp load); ///< In a loop, with operands from outside.
bool usedInBranchOnly(tt::LoadOp load);
bool sameBuffer(Value a, Value b);
bool storesThere(Operation *loop, tt::LoadOp load);
Value bufferOf(Value pointer);
/// A quotient or a remainder of signed numbers from both sides of zero.
bool crossesZero(Value value, bool remainder);

// --- Products ---
bool isDot(tt::DotOp dot, llvm::StringRef a, llvm::StringRef b);
bool hasSize(tt::DotOp dot, llvm::function_ref<bool(int64_t, int64_t, int64_t)> test);
bool converts(tt::FpToFpOp cast, llvm::StringRef from, llvm::StringRef to);
/// All lanes see what the collective gives: it is stretched, or an address is made of it.
bool readByAll(Value value);
bool returnsBefore(Operation *op);
bool expandsOtherwise(tt::ExpandDimsOp expand, bool meets);

} // namespace fathom::motif

#endif
