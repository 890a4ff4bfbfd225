// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps watch over who reads and writes the elements of buffers: what is pending in them, and what other partitions do to them.
#include "oracles/interp/SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace llvm;

namespace fathom::interp {

void PendingResult::used(const Frame &f, const Instr &i) const {
  // A select on one condition is a choice of registers: the compiler keeps such a value in them.
  if (pending->done || isa<mlir::arith::SelectOp>(i.op))
    return;
  const_cast<Frame &>(f).stop(Stop::Kind::Shared, i,
                              i.op->getName().getStringRef() + " uses the result of " +
                                  pending->op->getName().getStringRef() +
                                  " before a wait that covers it");
}

//===--- Views ---===//

static const SharedView &underlying(const SharedView &view) {
  return view.reinterpreted ? underlying(*view.reinterpreted->from) : view;
}

bool overlap(const SharedView &first, const SharedView &second) {
  const SharedView &a = underlying(first), &b = underlying(second);
  auto [firstA, lastA] = a.range();
  auto [firstB, lastB] = b.range();
  if (lastA < firstB || lastB < firstA)
    return false;
  std::vector<bool> shown(lastA - firstA + 1);
  for (int32_t place : a.places())
    shown[place - firstA] = true;
  return any_of(b.places(), [&](int32_t place) {
    return place >= firstA && place <= lastA && shown[place - firstA];
  });
}

/// The elements of a view, of which the buffer may keep a note.
static ViewRef regionOf(const SharedView &view) {
  ViewRef region = makeIntrusiveRefCnt<SharedView>(underlying(view));
  region->buffer = nullptr;
  return region;
}

static bool sameRegion(const SharedView &a, const SharedView &b) {
  return a.offset == b.offset && a.table == b.table && a.shape == b.shape && a.strides == b.strides;
}

static bool isUsable(Frame &f, const Instr &i, const SharedView &view) {
  StringRef name = i.op->getName().getStringRef();
  if (!view.broken.empty()) {
    f.stop(view.brokenAs, i, name + " of a buffer " + view.broken);
    return false;
  }
  if (view.buffer->freed) {
    f.stop(Stop::Kind::Shared, i, name + " of a buffer that was freed");
    return false;
  }
  return true;
}

//===--- What is pending ---===//

static void dropDone(std::vector<PendingAccess> &accesses) {
  llvm::erase_if(accesses, [](const PendingAccess &access) { return access.pending->done; });
}

static bool isFree(Frame &f, const Instr &i, const SharedView &view, bool writes, Among among) {
  std::vector<PendingAccess> &accesses = view.buffer->accesses;
  if (accesses.empty())
    return true;
  dropDone(accesses);
  for (const PendingAccess &access : accesses) {
    if ((!writes && !access.writes) || (among != Among::None && access.among == among) ||
        !overlap(*access.region, view))
      continue;
    f.stop(Stop::Kind::Shared, i,
           i.op->getName().getStringRef() + (writes ? " writes" : " reads") + " elements that " +
               access.pending->op->getName().getStringRef() + " still " +
               (access.writes ? "writes" : "reads") + ": no wait covers it");
    return false;
  }
  return true;
}

//===--- Other partitions ---===//

/// Whether what was done to the elements is known to have happened; notes the access.
static bool isOrdered(Frame &f, const Instr &i, const SharedView &view, bool writes, Among among) {
  BlockState &block = blockOf(f);
  if (!block.specialized)
    return true;
  const ThreadGroup &group = *block.current;
  Touch *earlier = nullptr;
  for (Touch &touch : view.buffer->touches) {
    bool own = touch.group == group.number;
    bool isKnown = touch.pending ? touch.pending->isDone(group.clock)
                                 : group.clock.of(touch.group) >= touch.time;
    if (own && isKnown && touch.writes == writes && sameRegion(*touch.region, underlying(view)))
      earlier = &touch;
    if (isKnown || (!writes && !touch.writes) ||
        (own && among != Among::None && touch.among == among) || !overlap(*touch.region, view))
      continue;
    StringRef who = touch.pending ? touch.pending->op->getName().getStringRef()
                                  : StringRef("another partition");
    f.stop(Stop::Kind::Shared, i,
           i.op->getName().getStringRef() + (writes ? " writes" : " reads") + " elements that " +
               who + (touch.writes ? " writes" : " reads") +
               ", and no barrier that this partition waits for orders the two");
    return false;
  }
  Touch touch{regionOf(view), group.number, group.now(), writes, among, nullptr};
  if (earlier)
    *earlier = std::move(touch);
  else
    view.buffer->touches.push_back(std::move(touch));
  return true;
}

bool mayRead(Frame &f, const Instr &i, const SharedView &view, Among among) {
  return isUsable(f, i, view) && isFree(f, i, view, /*writes=*/false, among) &&
         isOrdered(f, i, view, /*writes=*/false, among);
}
bool mayWrite(Frame &f, const Instr &i, const SharedView &view, Among among) {
  return isUsable(f, i, view) && isFree(f, i, view, /*writes=*/true, among) &&
         isOrdered(f, i, view, /*writes=*/true, among);
}

void startAccess(Frame &f, const ViewRef &view, PendingRef pending, bool writes, Among among) {
  SharedBuffer &buffer = *view->buffer;
  const BlockState &block = blockOf(f);
  if (block.specialized)
    for (Touch &touch : buffer.touches)
      if (touch.group == block.current->number && !touch.pending && touch.writes == writes &&
          sameRegion(*touch.region, underlying(*view)))
        touch.pending = pending;
  // A loop that reads a buffer which nobody writes never looks for what is pending.
  if (buffer.accesses.size() >= 32)
    dropDone(buffer.accesses);
  buffer.accesses.push_back({regionOf(*view), std::move(pending), writes, among});
}

} // namespace fathom::interp
