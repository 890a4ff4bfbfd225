// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules of loops: their attributes, their order, and whether values are there in time.
#include "core/passes/pipeline/LoopSchedule.h"

#include "core/ir/TritonGPU.h"
#include "core/passes/pipeline/LoopBody.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fathom;

FailureOr<std::optional<LoopSchedule>> LoopSchedule::take(scf::ForOp loop) {
  auto last = dyn_cast_or_null<IntegerAttr>(loop->removeAttr(lastStageName));
  std::optional<LoopSchedule> schedule;
  if (last)
    schedule.emplace(loop, std::max<int64_t>(0, last.getInt()));
  LogicalResult status = success();
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto stage = dyn_cast_or_null<IntegerAttr>(op.removeAttr(loopStageName));
    auto cluster = dyn_cast_or_null<IntegerAttr>(op.removeAttr(loopClusterName));
    if (!last || failed(status))
      continue;
    if (!stage || !cluster || cluster.getInt() < 0)
      status = op.emitOpError("has no place in the schedule of its loop");
    else if (stage.getInt() < 0 || stage.getInt() > last.getInt())
      status = op.emitOpError("is in stage ")
               << stage.getInt() << " of a loop whose last one is " << last.getInt();
    else
      schedule->put(&op, {unsigned(stage.getInt()), unsigned(cluster.getInt())});
  }
  if (failed(status))
    return failure();
  return schedule;
}

void LoopSchedule::write() const {
  Builder b(loop.getContext());
  loop->setAttr(lastStageName, b.getI32IntegerAttr(last));
  for (Operation &op : loop.getBody()->without_terminator()) {
    LoopSlot slot = of(&op);
    op.setAttr(loopStageName, b.getI32IntegerAttr(slot.stage));
    op.setAttr(loopClusterName, b.getI32IntegerAttr(slot.cluster));
  }
}

SmallVector<Operation *> LoopSchedule::order() const {
  SmallVector<std::tuple<unsigned, unsigned, Operation *>> places;
  for (Operation &op : loop.getBody()->without_terminator())
    places.push_back({of(&op).cluster, places.size(), &op});
  llvm::sort(places);
  return llvm::map_to_vector(places, [](auto &place) { return std::get<Operation *>(place); });
}

LogicalResult LoopSchedule::verify() const {
  SmallVector<Operation *> order = this->order();
  llvm::DenseMap<Operation *, unsigned> positions;
  for (auto [position, op] : llvm::enumerate(order))
    positions[op] = position;
  for (Operation *op : order) {
    LogicalResult status = success();
    forEachLoopOperand(loop, op, [&](Value value) {
      LoopSource source = sourceOf(loop, value);
      if (!source.result || failed(status))
        return;
      Operation *def = source.result.getOwner();
      int age = int(stage(op) + source.distance) - int(stage(def));
      if (age < 0 || (age == 0 && positions[def] >= positions[op]))
        status = op->emitOpError("is scheduled before an operand of it");
      else if (age > 0 && isa<ttg::MemDescType>(value.getType()))
        status = op->emitOpError("uses a buffer of another trip");
    });
    if (failed(status))
      return failure();
  }
  return success();
}
