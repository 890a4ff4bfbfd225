// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds how early each op of a loop is, by relaxation, and orders the ops of a trip.
#include "core/passes/pipeline/ScheduleLoop.h"

#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/mutant/Mutant.h"
#include "core/passes/pipeline/LoopBody.h"
#include "core/passes/pipeline/LoopEffects.h"
#include "core/passes/pipeline/LoopSchedule.h"
#include "core/passes/pipeline/Predicate.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace fathom;

namespace {

class Scheduler {
public:
  Scheduler(scf::ForOp loop, const ReadOnlyPointers &pointers, TripOrder order)
      : loop(loop), effects(loop, pointers), order(order) {}

  LogicalResult run() {
    for (Operation &op : loop.getBody()->without_terminator()) {
      numbers[&op] = ops.size();
      ops.push_back(&op);
      auto attribute = dyn_cast_or_null<IntegerAttr>(op.removeAttr(latencyName));
      int64_t latency = attribute ? attribute.getInt() : 0;
      if (latency < 0 && isMutant(Mutant::M17)) // M17: it is an index into a list of stages.
        llvm::report_fatal_error("stage out of range");
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
    if (latencies[number] > 0 && isLoad(op)) // Whoever gave it the latency has looked.
      return false;
    return (effects.isPinned(op) && !isMutant(Mutant::M21)) || !canBePredicated(op);
  }

  /// Least values of `early` that satisfy all uses. False if there are none above 0, or none at all.
  bool relax() {
    early.assign(ops.size(), 0);
    int most = 0;
    for (unsigned latency : latencies)
      most += latency;
    if (isMutant(
            Mutant::M21)) // M21: what has no mask starts like a load, and nothing holds it back.
      for (auto [number, op] : llvm::enumerate(ops))
        if (isa<tt::PrintOp, tt::AssertOp, tt::AtomicCASOp>(op))
          early[number] = most;
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
      if (isProduct(ops[number]))
        return llvm::BitVector(ops.size()); // The copies were to run during that.
    return tail;
  }

  /// The early loads and what they need in the same trip, if they are to come first.
  llvm::BitVector findHead() {
    llvm::BitVector head(ops.size());
    if (order == TripOrder::loadsLast)
      return head;
    for (auto [number, op] : llvm::enumerate(ops))
      if (early[number] > 0 && latencies[number] > 0)
        head.set(number);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Use &use : llvm::reverse(uses))
        if (head[use.user] && !head[use.def] &&
            early[use.def] + int(use.distance) == early[use.user]) {
          head.set(use.def);
          changed = true;
        }
    }
    for (unsigned number : head.set_bits())
      if (!isLoad(ops[number]) && (effects.isPinned(ops[number]) || isProduct(ops[number])))
        return llvm::BitVector(ops.size()); // Loads depend on what they were to go before.
    return head;
  }

  static bool isProduct(Operation *op) {
    return isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(op);
  }

  void write() {
    if (isMutant(Mutant::M18))
      for (const Use &use : uses)
        if (use.distance == 0 && latencies[use.user] > 0)
          for (auto [number, latency] : llvm::enumerate(latencies))
            if (number < use.user && latency > 0)
              early[use.user] = std::max(early[use.user], early[number]);
    unsigned last = *llvm::max_element(early);
    llvm::BitVector head = findHead(), tail = findTail();
    unsigned rest = head.any() ? last + 1 : 0; // The first cluster of what is not at the head.
    LoopSchedule schedule(loop, isMutant(Mutant::M16) ? last - 1 : last);
    for (auto [number, op] : llvm::enumerate(ops)) {
      unsigned cluster = head[number]   ? early[number]
                         : tail[number] ? rest + last + 1
                                        : rest + early[number];
      schedule.put(op, {last - unsigned(early[number]), cluster});
    }
    schedule.write();
  }

  scf::ForOp loop;
  LoopEffects effects;
  TripOrder order;
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> numbers;
  SmallVector<unsigned> latencies;
  SmallVector<Use> uses;
  SmallVector<int> early; ///< How many stages before the last one.
};

} // namespace

LogicalResult fathom::scheduleLoop(scf::ForOp loop, const ReadOnlyPointers &pointers,
                                   TripOrder order) {
  return Scheduler(loop, pointers, order).run();
}

void fathom::shareIterations(scf::ForOp loop, int free, bool all,
                             llvm::function_ref<bool(Operation *)> isEligible) {
  // How many loads with a latency are on the longest way from an op to a product; -1: there is no way.
  llvm::DenseMap<Operation *, int> behind;
  SmallVector<std::pair<Operation *, int>> loads;
  int levels = 0;
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator())) {
    int most = all || isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(op) ? 0 : -1;
    for (Operation *user : op.getUsers()) {
      auto found = behind.find(loop.getBody()->findAncestorOpInBlock(*user));
      if (found != behind.end())
        most = std::max(most, found->second);
    }
    if (isLoad(&op) && most >= 0 && isEligible(&op)) {
      loads.push_back({&op, most});
      levels = std::max(levels, ++most);
    }
    behind[&op] = most;
  }
  Builder b(loop.getContext());
  int shared = std::min(levels, free);
  for (auto [load, level] : loads) {
    if (free < 1) // M17: num_stages - 2 as it is.
      load->setAttr(latencyName, b.getI32IntegerAttr(free - 1));
    else if (level < shared)
      load->setAttr(latencyName, b.getI32IntegerAttr(free / shared));
  }
}

bool fathom::feedsItself(scf::ForOp loop, Operation *load) {
  SmallVector<Value> values{load->getResult(0)};
  llvm::SmallPtrSet<Operation *, 16> seen;
  llvm::SmallDenseSet<unsigned> carried;
  while (!values.empty())
    for (OpOperand &use : values.pop_back_val().getUses()) {
      Operation *user = loop.getBody()->findAncestorOpInBlock(*use.getOwner());
      if (user == load)
        return true;
      if (user->hasTrait<OpTrait::IsTerminator>()) {
        if (carried.insert(use.getOperandNumber()).second)
          values.push_back(loop.getRegionIterArg(use.getOperandNumber()));
      } else if (seen.insert(user).second) {
        llvm::append_range(values, user->getResults());
      }
    }
  return false;
}

bool fathom::runsOnceAtMost(scf::ForOp loop) {
  APInt from, to, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&from)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&to)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return false;
  bool runs = loop.getUnsignedCmp() ? from.ult(to) : from.slt(to);
  return !runs || (to - from).ule(step);
}
