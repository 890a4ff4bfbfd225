// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers: of the block, of the cluster (which has one block here), and in shared memory; and fences, which order what is in order here anyway.
#include "oracles/interp/Barriers.h"

#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/ir/TritonNvidiaGPUWarps.h"
#include "oracles/interp/MemoryOps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace llvm;

namespace fathom::interp {

//===--- MemoryBarrier ---===//

void MemoryBarrier::endPhaseIfOver() {
  if (toCome == 0 && (bytes == 0 || bytesOfBlock == 0)) {
    ++phase;
    bytes = bytesOfBlock = 0;
    toCome = count;
    released = arrived;
  }
}

bool MemoryBarrier::arrive(uint32_t arrivals) {
  if (arrivals > toCome)
    return false;
  toCome -= arrivals;
  endPhaseIfOver();
  return true;
}

void MemoryBarrier::follow(ThreadGroup &group, std::vector<PendingRef> pending, int64_t more,
                           uint32_t arrivals, int64_t parts) {
  Signal &signal = signals.emplace_back();
  signal.pending = std::move(pending);
  signal.bytes = more;
  signal.bytesOfBlock = more / parts;
  signal.arrivals = arrivals;
  group.tell(signal.known);
}

bool MemoryBarrier::finishPhase(unsigned parity) {
  uint64_t running = phase;
  while (!isOver(parity) && phase == running && !signals.empty()) {
    Signal &signal = signals.front();
    if (signal.arrivals > toCome)
      break;
    arrived.learn(number, ++told);
    for (const PendingRef &pending : signal.pending) {
      pending->end(number, told);
      arrived.learn(pending->seenBy, pending->seenAt);
    }
    toCome -= signal.arrivals;
    bytes -= signal.bytes;
    bytesOfBlock -= signal.bytesOfBlock;
    arrived.learn(signal.known);
    signals.pop_front();
    endPhaseIfOver();
  }
  return isOver(parity);
}

BarrierRef barrierAt(Frame &f, const Instr &i, const SharedView &view) {
  if (!view.broken.empty()) {
    f.stop(view.brokenAs, i, i.op->getName().getStringRef() + " of a barrier " + view.broken);
    return nullptr;
  }
  auto found = view.buffer->barriers.find(view.range().first);
  if (found == view.buffer->barriers.end() || view.buffer->freed) {
    f.stop(Stop::Kind::Shared, i,
           i.op->getName().getStringRef() + " of a barrier that is not set up");
    return nullptr;
  }
  return found->second;
}

BarrierRef barrierOperand(Frame &f, const Instr &i, unsigned k) {
  ViewRef view = viewOperand(f, i, k);
  return view ? barrierAt(f, i, *view) : nullptr;
}

bool arrive(Frame &f, const Instr &i, MemoryBarrier &barrier, uint32_t arrivals) {
  groupOf(f).tell(barrier.arrived);
  if (barrier.arrive(arrivals))
    return true;
  f.stop(Stop::Kind::Shared, i,
         i.op->getName().getStringRef() + " arrives " + Twine(arrivals) +
             " times at a barrier whose phase waits for " + Twine(barrier.toCome) + " more of " +
             Twine(barrier.count) + " arrivals");
  return false;
}

bool waitUntil(Frame &f, const Instr &i, function_ref<bool()> ready) {
  if (ready())
    return true;
  if (f.machine.waitUntil)
    return f.machine.waitUntil(f, i, ready);
  f.stop(Stop::Kind::Deadlock, i, i.op->getName().getStringRef() + " waits for what nobody does");
  return false;
}

std::optional<bool> predicate(Frame &f, const Instr &i, int k, bool otherwise) {
  if (k < 0)
    return otherwise;
  std::optional<int64_t> value = f.scalar(i, k);
  if (!value)
    return std::nullopt;
  return (*value & 1) != 0;
}

//===--- Barriers in memory ---===//

template <class Op> static void runInit(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view || !mayWrite(f, i, *view))
    return;
  BarrierRef &barrier = view->buffer->barriers[view->range().first];
  if (barrier)
    return f.stop(Stop::Kind::Shared, i,
                  i.op->getName().getStringRef() +
                      " of a barrier that is set up already: it was not invalidated");
  barrier = std::make_shared<MemoryBarrier>();
  barrier->count = cast<Op>(i.op).getCount();
  barrier->toCome = barrier->count;
  barrier->number = blockOf(f).numbers++;
}

static void runInval(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (view && barrierAt(f, i, *view))
    view->buffer->barriers.erase(view->range().first);
}

static void runExpect(Frame &f, const Instr &i) {
  std::optional<bool> on = predicate(f, i, 1);
  if (!on || !*on)
    return;
  BarrierRef barrier = barrierOperand(f, i, 0);
  if (!barrier)
    return;
  barrier->expect(cast<ttng::BarrierExpectOp>(i.op).getSize());
  arrive(f, i, *barrier, 1);
}

static void waitFor(Frame &f, const Instr &i, unsigned phaseOperand) {
  BarrierRef barrier = barrierOperand(f, i, 0);
  if (!barrier)
    return;
  std::optional<int64_t> parity = f.scalar(i, phaseOperand);
  if (parity && waitUntil(f, i, [barrier, parity] { return barrier->finishPhase(*parity & 1); }))
    groupOf(f).clock.learn(barrier->released);
}

static void runWait(Frame &f, const Instr &i) {
  auto op = cast<ttng::WaitBarrierOp>(i.op);
  std::optional<bool> on = predicate(f, i, op.getPred() ? 2 : -1);
  if (on && *on)
    waitFor(f, i, 1);
}

static void runArrive(Frame &f, const Instr &i) {
  auto op = cast<ttng::ArriveBarrierOp>(i.op);
  std::optional<bool> on = predicate(f, i, op.getPred() ? 1 : -1);
  if (!on || !*on)
    return;
  if (BarrierRef barrier = barrierOperand(f, i, 0))
    arrive(f, i, *barrier, op.getCount());
}

/// Arrives when the copies that the threads have started so far are done. Without noIncrement the phase waits for that arrival besides its own.
template <bool mayIncrement> static void runCopyArrive(Frame &f, const Instr &i) {
  BarrierRef barrier = barrierOperand(f, i, 0);
  if (!barrier)
    return;
  ThreadGroup &group = groupOf(f);
  std::vector<PendingRef> pending = group.copies;
  for (const std::vector<PendingRef> &copies : group.groups)
    pending.insert(pending.end(), copies.begin(), copies.end());
  // Each thread of the group arrives once.
  unsigned warps = ttg::lookupNumWarps(i.op).value_or(f.machine.numWarps);
  uint32_t arrivals = warps * f.machine.threadsPerWarp;
  if constexpr (mayIncrement)
    if (!cast<ttng::AsyncCopyMbarrierArriveOp>(i.op).getNoIncrement())
      barrier->toCome += arrivals;
  barrier->follow(group, std::move(pending), 0, arrivals);
}

static void runSharedStore(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 1);
  BarrierRef barrier = view ? barrierOperand(f, i, 2) : nullptr;
  if (!barrier || !storeView(f, i, *view, f.operand(i, 0)))
    return;
  PendingRef pending = issue(i);
  startAccess(f, view, pending, /*writes=*/true);
  int64_t bytes = view->count() * view->element.bytes;
  barrier->follow(groupOf(f), {pending}, bytes, 0);
}

static void runAmdWait(Frame &f, const Instr &i) { waitFor(f, i, 1); }

static void runAmdArrive(Frame &f, const Instr &i) {
  BarrierRef barrier = barrierOperand(f, i, 0);
  if (!barrier)
    return;
  uint32_t before = barrier->phase & 1;
  if (arrive(f, i, *barrier, cast<amdg::ArriveBarrierOp>(i.op).getCount()))
    f.result(i) = Value::scalar<uint32_t>(Lane::U32, before);
}

//===--- Turns of producers and consumers ---===//

// Use number n of a buffer, counted from 0, has phase n % 2 on both sides. The consumer waits until the buffer has been filled n + 1 times, the
// producer until it has been taken n times.
namespace {
struct Turns : Object {
  struct Buffer {
    uint64_t fills = 0, takes = 0;
    Clock filled, taken; ///< What those who did it knew.
  };
  std::vector<Buffer> buffers;
};
} // namespace

static void runCreateToken(Frame &f, const Instr &i) {
  auto turns = makeIntrusiveRefCnt<Turns>();
  turns->buffers.resize(cast<nvws::CreateTokenOp>(i.op).getNumBuffers());
  f.result(i) = Value::of(std::move(turns));
}

static Turns::Buffer *turnsOperand(Frame &f, const Instr &i) {
  const Value &token = f.operand(i, 0);
  std::optional<int64_t> index = f.scalar(i, 1);
  if (!index)
    return nullptr;
  auto *turns = static_cast<Turns *>(token.object.get());
  if (!turns || *index < 0 || *index >= int64_t(turns->buffers.size())) {
    f.stop(Stop::Kind::OutOfBounds, i,
           i.op->getName().getStringRef() + " of buffer " + Twine(*index) +
               ", which does not exist");
    return nullptr;
  }
  return &turns->buffers[*index];
}

static void runProducerAcquire(Frame &f, const Instr &i) {
  Turns::Buffer *buffer = turnsOperand(f, i);
  std::optional<bool> phase = predicate(f, i, 2);
  if (buffer && phase &&
      waitUntil(f, i, [buffer, phase] { return (buffer->takes & 1) == unsigned(*phase); }))
    groupOf(f).clock.learn(buffer->taken);
}
static void runConsumerWait(Frame &f, const Instr &i) {
  Turns::Buffer *buffer = turnsOperand(f, i);
  std::optional<bool> phase = predicate(f, i, 2);
  if (buffer && phase &&
      waitUntil(f, i, [buffer, phase] { return (buffer->fills & 1) != unsigned(*phase); }))
    groupOf(f).clock.learn(buffer->filled);
}
static void runProducerCommit(Frame &f, const Instr &i) {
  if (Turns::Buffer *buffer = turnsOperand(f, i)) {
    ++buffer->fills;
    groupOf(f).tell(buffer->filled);
  }
}
static void runConsumerRelease(Frame &f, const Instr &i) {
  if (Turns::Buffer *buffer = turnsOperand(f, i)) {
    ++buffer->takes;
    groupOf(f).tell(buffer->taken);
  }
}

//===--- Barriers of threads, and fences ---===//

static void runBlockBarrier(Frame &f, const Instr &) { ++f.machine.state<ProgramState>().epoch; }

static void runNothing(Frame &, const Instr &) {}

void addBarriers(Registry &registry) {
  registry.add<ttng::InitBarrierOp>(runInit<ttng::InitBarrierOp>);
  registry.add<ttng::InvalBarrierOp>(runInval);
  registry.add<ttng::BarrierExpectOp>(runExpect);
  registry.add<ttng::WaitBarrierOp>(runWait);
  registry.add<ttng::ArriveBarrierOp>(runArrive);
  registry.add<ttng::AsyncCopyMbarrierArriveOp>(runCopyArrive<true>);
  registry.add<ttng::AsyncSharedStoreOp>(runSharedStore);
  registry.add<amdg::InitBarrierOp>(runInit<amdg::InitBarrierOp>);
  registry.add<amdg::WaitBarrierOp>(runAmdWait);
  registry.add<amdg::ArriveBarrierOp>(runAmdArrive);
  registry.add<amdg::AsyncCopyMbarrierArriveOp>(runCopyArrive<false>);

  registry.add<nvws::CreateTokenOp>(runCreateToken);
  registry.add<nvws::ProducerAcquireOp>(runProducerAcquire);
  registry.add<nvws::ProducerCommitOp>(runProducerCommit);
  registry.add<nvws::ConsumerWaitOp>(runConsumerWait);
  registry.add<nvws::ConsumerReleaseOp>(runConsumerRelease);

  registry.add<ttg::BarrierOp>(runBlockBarrier);
  registry.add<mlir::gpu::BarrierOp>(runBlockBarrier);
  registry.add<mlir::NVVM::Barrier0Op>(runBlockBarrier);
  registry.add<mlir::NVVM::BarrierOp>(runBlockBarrier);
  registry.add<mlir::ROCDL::BarrierOp>(runBlockBarrier);
  registry.add<mlir::ROCDL::SBarrierOp>(runBlockBarrier);
  registry.add<ttng::ClusterBarrierOp>(runBlockBarrier);
  registry.add<ttng::ClusterWaitOp>(runBlockBarrier);
  registry.add<ttng::ClusterArriveOp>(runNothing);

  registry.add<ttng::FenceAsyncSharedOp>(runNothing);
  registry.add<ttng::FenceMBarrierInitReleaseClusterOp>(runNothing);
  registry.add<mlir::NVVM::FenceProxyOp>(runNothing);
  registry.add<mlir::NVVM::FenceMbarrierInitOp>(runNothing);
}

} // namespace fathom::interp
