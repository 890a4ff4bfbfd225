// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttg.async_*: copies from global to shared memory that go on while the program does (PTX ISA, cp.async; on AMD, loads to LDS).
//
// Copies are put into groups by ttg.async_commit_group, and groups end in order: ttg.async_wait {num = 1} ends all but the last one. A group may be empty.
// A copy in no group is ended by no wait. Tokens order ops for the compiler; the machine has none.
#include "oracles/interp/Barriers.h"
#include "oracles/interp/MemoryOps.h"

#include "core/ir/TritonAMDGPU.h"

using namespace llvm;

namespace fathom::interp {

namespace {
struct AsyncCopy {
  Element element;
  int64_t count;
  int mask, other; ///< Operand numbers; -1: absent.
  /// What cp.async writes where the mask is false are zeros, whatever `other` is.
  bool zeroFill;
};
} // namespace

/// NVIDIA's lowering of the copy has no use for `other`.
static bool isForNvidia(mlir::Operation *op) {
  auto target =
      op->getParentOfType<mlir::ModuleOp>()->getAttrOfType<mlir::StringAttr>(ttg::targetName);
  return target && target.getValue().starts_with("cuda");
}

static const void *prepareCopy(mlir::Operation *op, Preparer &p) {
  auto copy = cast<ttg::AsyncCopyGlobalToLocalOp>(op);
  ttg::MemDescType type = copy.getResult().getType();
  int mask = copy.getMask() ? 2 : -1;
  int other = copy.getOther() ? (copy.getMask() ? 3 : 2) : -1;
  return p.make<AsyncCopy>(
      AsyncCopy{*p.element(type), type.getNumElements(), mask, other, isForNvidia(op)});
}

static bool isEmpty(const Lanes &lanes) {
  const uint8_t *on = lanes.on();
  return on && std::find(on, on + lanes.count, 1) == on + lanes.count;
}

static void runCopy(Frame &f, const Instr &i) {
  const auto &copy = i.get<AsyncCopy>();
  ViewRef view = viewOperand(f, i, 1);
  if (!view || !mayWrite(f, i, *view, Among::EmptyCopies))
    return;
  const Value *mask = copy.mask < 0 ? nullptr : &f.operand(i, copy.mask);
  std::optional<Lanes> lanes = lanesOf(f, i, f.operand(i, 0), mask, copy.count);
  if (!lanes)
    return;
  Value other = copy.other < 0 || copy.zeroFill ? zeroOf(copy.element) : f.operand(i, copy.other);
  std::optional<Value> loaded = loadLanes(f, i, *lanes, copy.element, &other);
  if (!loaded || !writeView(f, i, *view, *loaded))
    return;
  PendingRef pending = issue(i);
  startAccess(f, view, pending, /*writes=*/true,
              isEmpty(*lanes) ? Among::EmptyCopies : Among::None);
  groupOf(f).copies.push_back(std::move(pending));
}

static void runCommit(Frame &f, const Instr &) {
  ThreadGroup &group = groupOf(f);
  group.groups.push_back(std::exchange(group.copies, {}));
}

static void runWait(Frame &f, const Instr &i) {
  groupOf(f).waitForCopies(cast<ttg::AsyncWaitOp>(i.op).getNum());
}

// Counts instructions, which how many they are for a copy depends on layouts. None left is all done, in any group or in none.
static const void *prepareAmdWait(mlir::Operation *op, Preparer &p) {
  if (cast<amdg::AsyncWaitOp>(op).getNumInst() != 0)
    p.unsupported("counts instructions, not groups");
  return nullptr;
}
static void runAmdWait(Frame &f, const Instr &) {
  ThreadGroup &group = groupOf(f);
  group.groups.push_back(std::exchange(group.copies, {}));
  group.waitForCopies(0);
}

void addAsyncCopies(Registry &registry) {
  registry.add<ttg::AsyncCopyGlobalToLocalOp>(runCopy, prepareCopy);
  registry.add<ttg::AsyncCommitGroupOp>(runCommit);
  registry.add<ttg::AsyncWaitOp>(runWait);
  registry.add<amdg::AsyncWaitOp>(runAmdWait, prepareAmdWait);
}

} // namespace fathom::interp
