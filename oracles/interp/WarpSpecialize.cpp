// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttg.warp_specialize: frames that run at once. Only one of them really runs; it goes on until it has to wait, and then the next one that need not.
//
//   default    runs . . . waits                     runs, ends
//   partition0                  runs . . . waits
//   partition1                                runs . . . ends
//
// So a run is the same each time. If all that have not ended wait for what no other will do, that is a deadlock.
#include "oracles/interp/Barriers.h"

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace llvm;

namespace fathom::interp {

namespace {

/// The frames of one ttg.warp_specialize. A thread of its own for each keeps its place in its nest of loops; the baton says whose turn it is.
class Partitions {
public:
  explicit Partitions(Machine &machine) : machine(machine) {}

  /// Number 0 is who calls run.
  void add(std::function<void()> body, ThreadGroup *group) {
    members.push_back({std::move(body), group});
  }

  void run(BlockState &state) {
    block = &state;
    ThreadGroup *outside = block->current;
    auto outerWait = std::exchange(
        machine.waitUntil,
        [this](Frame &f, const Instr &i, function_ref<bool()> ready) { return wait(f, i, ready); });
    std::vector<std::thread> threads;
    std::unique_lock<std::mutex> lock(mutex);
    for (size_t k = 1; k < members.size(); ++k)
      threads.emplace_back([this, k] {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this, k] { return turn == k; });
        work(k);
      });
    work(0);
    changed.wait(lock, [this] { return allEnded(); });
    lock.unlock();
    for (std::thread &thread : threads)
      thread.join();
    machine.waitUntil = std::move(outerWait);
    block->current = outside;
  }

private:
  struct Member {
    std::function<void()> body;
    ThreadGroup *group;
    // What it waits for, and where; null if it does not.
    std::optional<function_ref<bool()>> ready = {};
    Frame *frame = nullptr;
    const Instr *at = nullptr;
    bool ended = false;
  };

  bool allEnded() const {
    return all_of(members, [](const Member &member) { return member.ended; });
  }

  void work(size_t k) {
    if (!machine.stop)
      members[k].body();
    members[k].ended = true;
    pass(k);
  }

  /// Gives the baton to the next one that can go on.
  void pass(size_t from) {
    for (size_t step = 1; step <= members.size(); ++step) {
      size_t k = (from + step) % members.size();
      const Member &member = members[k];
      // After a stop all go on, to end.
      if (member.ended || (member.ready && !machine.stop && !(*member.ready)()))
        continue;
      turn = k;
      block->current = member.group;
      changed.notify_all();
      return;
    }
    if (allEnded())
      return changed.notify_all();
    stopAsDeadlock();
    pass(from);
  }

  bool wait(Frame &f, const Instr &i, function_ref<bool()> ready) {
    size_t self = turn;
    Member &member = members[self];
    member.ready = ready;
    member.frame = &f;
    member.at = &i;
    pass(self);
    // This thread has the mutex since it began.
    std::unique_lock<std::mutex> lock(mutex, std::adopt_lock);
    changed.wait(lock, [this, self] { return turn == self; });
    lock.release();
    member.ready.reset();
    return !machine.stop;
  }

  void stopAsDeadlock() {
    unsigned waiting = count_if(members, [](const Member &member) { return !member.ended; });
    const Member &first = *find_if(members, [](const Member &member) { return !member.ended; });
    first.frame->stop(Stop::Kind::Deadlock, *first.at,
                      first.at->op->getName().getStringRef() +
                          " waits for what nobody does: " + Twine(waiting) + " of " +
                          Twine(members.size()) + " partitions wait, the others have ended");
  }

  Machine &machine;
  BlockState *block = nullptr;
  std::deque<Member> members;
  std::mutex mutex; ///< Held by who has the baton.
  std::condition_variable changed;
  size_t turn = 0;
};

} // namespace

static void runWarpSpecialize(Frame &f, const Instr &i) {
  const Instr &holder = i.regions[1]->blocks.front().instrs.front();
  SmallVector<Value, 8> captured;
  for (uint32_t slot : holder.operands)
    captured.push_back(f.slots[slot]);

  BlockState &block = blockOf(f);
  Partitions partitions(f.machine);
  partitions.add(
      [&] {
        const Instr *end = f.run(*i.regions[0]);
        if (!end)
          return;
        SmallVector<Value, 8> yielded;
        for (uint32_t slot : end->operands)
          yielded.push_back(f.slots[slot]);
        for (auto [slot, value] : zip(i.results, yielded))
          f.slots[slot] = value;
      },
      block.current);
  std::deque<Frame> frames;
  for (const Region *region : holder.regions) {
    Frame &frame = frames.emplace_back(f.machine, f.code);
    frame.depth = f.depth;
    for (auto [slot, value] : zip(region->blocks.front().arguments, captured))
      frame.slots[slot] = value;
    ThreadGroup &group = block.addGroup();
    // All that was done before is known.
    block.current->tell(group.clock);
    partitions.add([&frame, region] { frame.run(*region); }, &group);
  }
  block.specialized = true;
  partitions.run(block);
  block.specialized = false;
  for (const ThreadGroup &group : block.groups)
    block.current->clock.learn(group.clock);
}

static void runNothing(Frame &, const Instr &) {}

//===--- The pipeliner's ---===//

// The loop that is pipelined runs `stage` iterations behind its first stage: iv < ub - (maxStage - stage) * step.
static void runPredicateStage(Frame &f, const Instr &i) {
  auto op = cast<ttg::PredicateStageOp>(i.op);
  std::optional<int64_t> iv = f.scalar(i, 0), ub = f.scalar(i, 1), step = f.scalar(i, 2);
  if (iv && ub && step)
    f.result(i) = Value::scalar<uint8_t>(
        Lane::U8, *iv < *ub - (int64_t(op.getMaxStage()) - int64_t(op.getStage())) * *step);
}

/// What results are where the mask is off is undefined.
static void runMask(Frame &f, const Instr &i) {
  std::optional<bool> on = predicate(f, i, 0);
  if (!on)
    return;
  if (!*on) {
    for (auto [k, result] : enumerate(i.op->getResults()))
      f.result(i, k) =
          isa<ttg::MemDescType>(result.getType()) ? Value() : undefinedOf(f, result.getType());
    return;
  }
  const Instr *end = f.run(*i.regions[0]);
  if (!end)
    return;
  for (auto [k, slot] : enumerate(end->operands))
    f.result(i, k) = f.slots[slot];
}

static void runWarpId(Frame &f, const Instr &i) { f.result(i) = differsByThread(); }

static const void *prepareInlineAsm(mlir::Operation *, Preparer &p) {
  p.unsupported("is assembly on registers");
  return nullptr;
}

void addWarpSpecialize(Registry &registry) {
  registry.add<ttg::WarpSpecializeOp>(runWarpSpecialize);
  registry.add<ttg::WarpSpecializePartitionsOp>(runNothing);
  registry.add<ttg::WarpYieldOp>(runNothing);
  registry.add<ttg::WarpReturnOp>(runNothing);
  registry.add<ttg::PredicateStageOp>(runPredicateStage);
  registry.add<ttg::MaskOp>(runMask);
  registry.add<ttg::MaskReturnOp>(runNothing);
  registry.add<ttg::WarpIdOp>(runWarpId);
  registry.add<ttg::InlineAsmOp>(runNothing, prepareInlineAsm);
}

} // namespace fathom::interp
