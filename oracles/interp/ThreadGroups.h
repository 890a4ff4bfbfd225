// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of threads that wait together, what they have started, and what they know of each other.
//
// A program is one group, and with it each partition of a ttg.warp_specialize. What is asynchronous (a copy, a product of warp groups, the store of a buffer by
// TMA) is Pending until the wait that covers it, as late as any machine may do it. Waits count within a group: cp.async groups, products and stores
// end oldest first (PTX ISA, cp.async.wait_group, wgmma.wait_group, cp.async.bulk.wait_group). Others end by a barrier in memory (Barriers.h).
//
// Partitions run in one of many orders. What two of them do to an element, one of them writing, must be ordered by barriers in all of them: clocks say whether
// it is, however the run went.
//
//   producer at 3   starts a copy, which barrier B follows: the first that B follows
//   B               is told of it when it is done: knows {producer: 3, B: 1}
//   consumer        waits for B: knows that too, and so that the copy is done
//   other consumer  waits for another barrier, that the producer arrived at at 5: knows {producer: 5}. The copy was started, but is it done?
#ifndef FATHOM_ORACLES_INTERP_THREADGROUPS_H
#define FATHOM_ORACLES_INTERP_THREADGROUPS_H

#include "oracles/interp/Machine.h"

#include <deque>
#include <memory>
#include <vector>

namespace fathom::interp {

struct SharedBuffer;

/// For each group and each barrier, by number, how far it had come in what is known to have happened.
struct Clock {
  llvm::SmallVector<uint64_t, 4> times;
  uint64_t of(unsigned number) const { return number < times.size() ? times[number] : 0; }
  void learn(unsigned number, uint64_t time) {
    if (times.size() <= number)
      times.resize(number + 1, 0);
    times[number] = std::max(times[number], time);
  }
  void learn(const Clock &other) {
    for (size_t k = 0; k < other.times.size(); ++k)
      learn(k, other.times[k]);
  }
};

/// Something asynchronous that was issued.
struct Pending {
  mlir::Operation *op = nullptr; ///< Who issued it.
  bool done = false;
  /// Who saw it done, a group or a barrier, and when.
  unsigned seenBy = 0;
  uint64_t seenAt = 0;

  /// Known to be done.
  bool isDone(const Clock &clock) const { return done && clock.of(seenBy) >= seenAt; }
  /// If it is not done yet.
  void end(unsigned number, uint64_t time) {
    if (!std::exchange(done, true))
      seenBy = number, seenAt = time;
  }
};
using PendingRef = std::shared_ptr<Pending>;

struct ThreadGroup {
  unsigned number;
  Clock clock; ///< What it knows.
  explicit ThreadGroup(unsigned number) : number(number) { clock.learn(number, 1); }
  uint64_t now() const { return clock.of(number); }
  /// Tells all that it knows, and goes on in another time.
  void tell(Clock &other) {
    other.learn(clock);
    ++clock.times[number];
  }

  std::vector<PendingRef> copies;             ///< cp.async, not in a group yet.
  std::deque<std::vector<PendingRef>> groups; ///< Of copies; the oldest first.
  std::deque<PendingRef> products;            ///< wgmma, a group each.
  std::deque<PendingRef> stores;              ///< TMA out of buffers, a group each.
  std::vector<PendingRef> tensorProducts;     ///< tcgen05, not known to be done.
  Clock doneTensorProducts;                   ///< Who saw the others end.

  // Waits: all but the last `left` end.
  void waitForProducts(size_t left) { wait(products, left); }
  void waitForStores(size_t left) { wait(stores, left); }
  void waitForCopies(size_t left) {
    for (; groups.size() > left; groups.pop_front())
      for (const PendingRef &copy : groups.front())
        copy->end(number, now());
  }

private:
  void wait(std::deque<PendingRef> &pending, size_t left) {
    for (; pending.size() > left; pending.pop_front())
      pending.front()->end(number, now());
  }
};

/// Machine::state of a program.
struct BlockState {
  BlockState() : current(&addGroup()) {}
  /// The memory of each op that allocates.
  llvm::DenseMap<mlir::Operation *, llvm::IntrusiveRefCntPtr<SharedBuffer>> buffers;
  unsigned numbers = 0;           ///< Given to groups and barriers so far.
  std::deque<ThreadGroup> groups; ///< Stay where they are.
  ThreadGroup *current;           ///< Of the frame that runs.
  bool specialized = false;       ///< Several groups run.
  ThreadGroup &addGroup() { return groups.emplace_back(numbers++); }
};

/// A pending op of `i`.
inline PendingRef issue(const Instr &i) {
  auto pending = std::make_shared<Pending>();
  pending->op = i.op;
  return pending;
}

/// Lies beside the elements of a tensor that a pending product will give; an op that reads them stops the run.
struct PendingResult : Object {
  PendingRef pending;
  void used(const Frame &f, const Instr &i) const override;
};

} // namespace fathom::interp

#endif
