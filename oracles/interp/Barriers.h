// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers in shared memory (PTX ISA, "mbarrier"): they count arrivals and bytes, phase after phase.
//
//   init_barrier %b, 1         phase 0: 1 arrival to come, 0 bytes
//   barrier_expect %b, 4096    0 arrivals to come, 4096 bytes
//   async_tma_copy .., %b      when it is done: 0 bytes; phase 0 is over, phase 1 begins with 1 arrival to come
//   wait_barrier %b, 0         goes on once the phase of parity 0 is over, that is, while the phase that runs has parity 1
//   wait_barrier %b, 1         goes on at once before that: the phase before phase 0 counts as over
//
// What arrives when something asynchronous is done arrives as late as it may: when a wait needs it.
#ifndef FATHOM_ORACLES_INTERP_BARRIERS_H
#define FATHOM_ORACLES_INTERP_BARRIERS_H

#include "oracles/interp/SharedMemory.h"

namespace fathom::interp {

struct MemoryBarrier {
  unsigned number = 0; ///< In clocks, which count its signals.
  uint64_t told = 0;   ///< Those that it got.
  uint32_t count = 1;  ///< Arrivals of a phase.
  int64_t toCome = 1;  ///< Of those, in this phase.
  int64_t bytes = 0;   ///< That are expected and have not come.
  /// The same where what comes is counted by the part of one block of a cluster, as some releases expect it and others do not. Either ends a phase.
  int64_t bytesOfBlock = 0;
  uint64_t phase = 0; ///< The one that runs.

  /// Something asynchronous that tells the barrier when it is done.
  struct Signal {
    std::vector<PendingRef> pending;
    int64_t bytes = 0, bytesOfBlock = 0;
    uint32_t arrivals = 0;
    Clock known; ///< To who issued it.
  };
  std::deque<Signal> signals; ///< The oldest first.
  Clock arrived;              ///< What those who arrived knew, in this phase too.
  Clock released;             ///< The same at the end of the last phase.

  /// Whether the phase of that parity is over.
  bool isOver(unsigned parity) const { return (phase & 1) != (parity & 1); }
  /// The same, after what is under way has been done as far as it ends the phase that runs.
  bool finishPhase(unsigned parity);
  /// False: that is more than this phase has room for.
  bool arrive(uint32_t arrivals);
  /// `group` started something asynchronous, which a cluster does in so many parts.
  void follow(ThreadGroup &group, std::vector<PendingRef> pending, int64_t bytes, uint32_t arrivals,
              int64_t parts = 1);
  void expect(int64_t more) {
    bytes += more;
    bytesOfBlock += more;
  }

private:
  void endPhaseIfOver();
};

using BarrierRef = std::shared_ptr<MemoryBarrier>;
/// The barrier that the view shows; the run is stopped and null returned if there is none that was set up.
BarrierRef barrierAt(Frame &f, const Instr &i, const SharedView &view);
BarrierRef barrierOperand(Frame &f, const Instr &i, unsigned k);

/// Arrives; the run is stopped if the phase has no room for it.
bool arrive(Frame &f, const Instr &i, MemoryBarrier &barrier, uint32_t arrivals);

/// Waits until `ready` holds, while other frames run; false, and the run is stopped, if nobody can make it hold.
bool waitUntil(Frame &f, const Instr &i, llvm::function_ref<bool()> ready);

/// Operand k, an i1; `otherwise` if it is absent (k < 0); none: poison, and the run was stopped.
std::optional<bool> predicate(Frame &f, const Instr &i, int k, bool otherwise = true);

} // namespace fathom::interp

#endif
