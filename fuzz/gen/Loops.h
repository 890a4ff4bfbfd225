// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with carried values of every kind, for the control-flow rows and for templates.
//
// A carried pointer or index advances by a bounded amount in each iteration, so that its facts are
// known beforehand:
//
//   init at 0..63, step at most 32, 4 trips:  argument at 0..159, result at 0..191
//
// Other carried integers may be anything; carried pointers that don't advance stay where `init` is.
#ifndef FATHOM_FUZZ_GEN_LOOPS_H
#define FATHOM_FUZZ_GEN_LOOPS_H

#include "fuzz/gen/Writer.h"

namespace fathom::gen {

struct Carried {
  Value init;
  bool advances = false; ///< A pointer, or an integer with a range: stays within its facts plus
                         ///< `step` an iteration.
  int64_t step = 0;      ///< At most so much is added in an iteration, at least 0.
  Value by;              ///< The usual increment: nextValue() adds it.
  int64_t trips = 1; ///< How often the increment may be added in an iteration (an inner loop does).
};

/// Fills `next`, which holds the arguments to start with.
using LoopBody = llvm::function_ref<void(Value counter, ValueRange arguments,
                                         llvm::MutableArrayRef<Value> next)>;

/// The bounds of an scf.for.
struct Trip {
  Value lower, upper, step;
  Bounds counter;    ///< Of the induction variable.
  int64_t trips = 1; ///< At most.
};
/// Bounds in one of many forms: constants, arguments, loaded or dependent on outer counters; zero
/// trips among them.
Trip drawTrip(Writer &w, int64_t most);

/// The carried values of a loop, of mixed kinds in random order.
SmallVector<Carried, 6> drawCarried(Writer &w, unsigned most);
/// What an iteration makes of one carried value: updated, replaced, passed on, or swapped with
/// another.
Value nextValue(Writer &w, const Carried &carried, Value argument, ValueRange arguments);
/// Now and then: one value for several carried ones of its type.
void yieldTwice(Writer &w, ArrayRef<Carried> carried, llvm::MutableArrayRef<Value> next);

/// Facts of a carried value after at most so many iterations.
void carryFacts(Writer &w, const Carried &carried, Value value, int64_t steps);
/// Ends the body: what is unused in it is added to the values that may be anything.
void leaveLoop(Writer &w, ArrayRef<Carried> carried, llvm::MutableArrayRef<Value> next);

/// Writes an scf.for; its results are defined and returned.
SmallVector<Value, 6> writeFor(Writer &w, const Trip &trip, ArrayRef<Carried> carried,
                               LoopBody body);
/// Writes an scf.while that counts from `start` up to `bound`, the counter being carried at a
/// random place and the condition forwarding all or some of the values; `flags` adds i1 values that
/// the condition alone sees. Returns the results that belong to `carried`; null where the condition
/// did not forward one.
SmallVector<Value, 6> writeWhile(Writer &w, Value start, Value bound, ArrayRef<Carried> carried,
                                 unsigned flags, LoopBody body);
/// Attributes that the front end puts on loops.
void drawLoopAttributes(Writer &w, mlir::Operation *loop, bool nest, int64_t trips);

} // namespace fathom::gen

#endif
