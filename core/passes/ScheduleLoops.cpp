// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-schedule-loops: gives each op of a loop with latencies its stage, and its place within a trip.
//
// Every op runs as late as it can: in the last stage, unless what depends on it makes it run earlier. An op is as many stages early as
//
//   early(op) = max over its uses of early(use) + latency(op) - distance(use)
//
// where the distance is 0 for a use in the same iteration and 1 for one in the next (the loop carries the value). It is never below 0.
//
//                                              latency   early   stage
//   %a = tt.load %p                               2        2       0
//   %d = tt.dot %a, ..                                     0       2
//   %next = tt.addptr %p, %step  -> %p                     1       1     the load of the next iteration is 2 early
//
// Within a trip of the pipelined loop the later stages come first (an op may read what an earlier iteration's op of a later stage makes in the
// same trip), so that loads are issued last; within a stage the order of the text holds. An scf.if of the last stage, and what must follow it,
// come after everything: copies are under way while it runs.
//
// Ops with effects, and reads of what the loop writes, keep their order: they are all in the last stage. Where a load's address depends on such
// an op, the load loses its latency.
//
// Requires: nothing. Loops without tt.latency are left alone.
// Promises: tt.latency is gone, and the schedule that is written passes LoopSchedule::verify.
// Promises: no op has a stage above tt.scheduled_max_stage.
//
// Bugs live here: more stages are given out than the loop says (M16); a load whose address is loaded gets the stage of its address (M18).
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"
#include "core/passes/pipeline/LoopBody.h"
#include "core/passes/pipeline/LoopEffects.h"
#include "core/passes/pipeline/LoopSchedule.h"
#include "core/passes/pipeline/Predicate.h"

#include "llvm/ADT/BitVector.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUSCHEDULELOOPS
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

class Scheduler {
public:
  Scheduler(scf::ForOp loop, const ReadOnlyPointers &pointers)
      : loop(loop), effects(loop, pointers) {}

  LogicalResult run() {
    for (Operation &op : loop.getBody()->without_terminator()) {
      numbers[&op] = ops.size();
      ops.push_back(&op);
      auto attribute = dyn_cast_or_null<IntegerAttr>(op.removeAttr(latencyName));
      int64_t latency = attribute ? attribute.getInt() : 0;
      if (latency < 0 || latency > 1024)
        return op.emitOpError("cannot have a latency of ") << latency;
      latencies.push_back(latency);
    }
    findUses();
    if (!settle())
      return success();
    write();
    return success();
  }

private:
  struct Use {
    unsigned def, user, distance;
    bool isBuffer;
  };

  void findUses() {
    for (auto [user, op] : llvm::enumerate(ops))
      forEachLoopOperand(loop, op, [&](Value value) {
        LoopSource source = sourceOf(loop, value);
        if (source.result)
          uses.push_back({numbers.lookup(source.result.getOwner()), unsigned(user), source.distance,
                          isa<ttg::MemDescType>(value.getType())});
      });
  }

  /// Finds how early each op is. False: no op is.
  bool settle() {
    for (;;) {
      if (!relax())
        return false;
      llvm::BitVector stuck(ops.size());
      for (auto [number, op] : llvm::enumerate(ops))
        if (early[number] > 0 && isStuck(number))
          stuck.set(number);
      if (stuck.none())
        return true;
      forget(stuck);
    }
  }

  /// Whether the op must be in the last stage.
  bool isStuck(unsigned number) {
    Operation *op = ops[number];
    if (latencies[number] > 0 && isa<tt::LoadOp>(op)) // Whoever gave it the latency has looked.
      return false;
    return (effects.isPinned(op) && !isMutant(Mutant::M21)) || !canBePredicated(op);
  }

  /// Least values of `early` that satisfy all uses. False if there are none above 0, or none at all.
  bool relax() {
    early.assign(ops.size(), 0);
    int most = 0;
    for (unsigned latency : latencies)
      most += latency;
    bool changed = most > 0;
    while (changed) {
      changed = false;
      for (const Use &use : llvm::reverse(uses)) {
        if (use.isBuffer && use.distance > 0)
          return false;
        int needed = early[use.user] + int(latencies[use.def]) - int(use.distance);
        if (needed > early[use.def]) {
          early[use.def] = needed;
          changed = true;
        }
        // A buffer is read in the trip that fills it.
        if (use.isBuffer && early[use.user] < early[use.def]) {
          early[use.user] = early[use.def];
          changed = true;
        }
        if (early[use.def] > most)
          return false; // Each round through a recurrence asks for more.
      }
    }
    return llvm::any_of(early, [](int its) { return its > 0; });
  }

  /// Takes the latency from each op that depends on one of these.
  void forget(llvm::BitVector reached) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Use &use : uses)
        if (reached[use.def] && !reached[use.user]) {
          reached.set(use.user);
          changed = true;
        }
    }
    bool any = false;
    for (unsigned number : reached.set_bits()) {
      any |= latencies[number] > 0;
      latencies[number] = 0;
    }
    if (!any)
      latencies.assign(latencies.size(), 0);
  }

  /// The ops of the last stage that come after everything else in a trip.
  llvm::BitVector findTail() {
    llvm::BitVector tail(ops.size());
    for (auto [number, op] : llvm::enumerate(ops))
      if (early[number] == 0 && (isa<scf::IfOp>(op) || (tail.any() && effects.isPinned(op))))
        tail.set(number);
    for (bool changed = tail.any(); changed;) {
      changed = false;
      for (const Use &use : uses) {
        if (!tail[use.def] || tail[use.user] || early[use.user] != int(use.distance))
          continue; // Read in a later trip.
        if (use.distance > 0)
          return llvm::BitVector(ops.size()); // An earlier stage needs it in the same trip.
        tail.set(use.user);
        changed = true;
      }
      // What has an effect stays behind the effects before it.
      if (int first = tail.find_first(); first >= 0)
        for (unsigned number = first + 1; number < ops.size(); ++number)
          if (!tail[number] && early[number] == 0 && effects.isPinned(ops[number])) {
            tail.set(number);
            changed = true;
          }
    }
    for (unsigned number : tail.set_bits())
      if (isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(ops[number]))
        return llvm::BitVector(ops.size()); // The copies were to run during that.
    return tail;
  }

  void write() {
    if (isMutant(Mutant::M18))
      for (const Use &use : uses)
        if (use.distance == 0 && latencies[use.user] > 0)
          for (auto [number, latency] : llvm::enumerate(latencies))
            if (number < use.user && latency > 0)
              early[use.user] = std::max(early[use.user], early[number]);
    unsigned last = *llvm::max_element(early);
    llvm::BitVector tail = findTail();
    LoopSchedule schedule(loop, isMutant(Mutant::M16) ? last - 1 : last);
    for (auto [number, op] : llvm::enumerate(ops))
      schedule.put(
          op, {unsigned(last - early[number]), unsigned(tail[number] ? last + 1 : early[number])});
    schedule.write();
  }

  scf::ForOp loop;
  LoopEffects effects;
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> numbers;
  SmallVector<unsigned> latencies;
  SmallVector<Use> uses;
  SmallVector<int> early; ///< How many stages before the last one.
};

struct TritonGPUScheduleLoops : fathom::impl::TritonGPUScheduleLoopsBase<TritonGPUScheduleLoops> {
  using TritonGPUScheduleLoopsBase::TritonGPUScheduleLoopsBase;

  void runOnOperation() override {
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) {
        if (llvm::any_of(*loop.getBody(), [](Operation &op) { return op.hasAttr(latencyName); }))
          loops.push_back(loop);
      });
      if (loops.empty())
        continue;
      ReadOnlyPointers pointers(func);
      for (scf::ForOp loop : loops)
        if (failed(Scheduler(loop, pointers).run()))
          return signalPassFailure();
    }
  }
};

} // namespace
