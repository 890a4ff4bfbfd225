// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When each op of a loop's body runs, once iterations overlap.
//
// An op of stage s does the work of iteration i while the last stage does that of iteration i - (last - s): the loads of stage 0 are
// `last` iterations ahead. Within one trip of the new loop ops go by cluster, then in the order of the text.
//
//                          stage cluster         trip:   0         1         2
//     %a = tt.load %p        0      1                  mul a0    mul a1    mul a2
//     %b = mul %a            2      0                  load a2   load a3   load a4     (a0, a1: before the loop)
//
// Passes hand a schedule on as attributes, spelled as upstream does: loop.stage and loop.cluster on each op, tt.scheduled_max_stage
// on the loop.
#ifndef FATHOM_CORE_PASSES_PIPELINE_LOOPSCHEDULE_H
#define FATHOM_CORE_PASSES_PIPELINE_LOOPSCHEDULE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace fathom {

inline constexpr llvm::StringLiteral latencyName = "tt.latency";
inline constexpr llvm::StringLiteral numStagesName = "tt.num_stages";
inline constexpr llvm::StringLiteral loopStageName = "loop.stage";
inline constexpr llvm::StringLiteral loopClusterName = "loop.cluster";
inline constexpr llvm::StringLiteral lastStageName = "tt.scheduled_max_stage";

struct LoopSlot {
  unsigned stage = 0, cluster = 0;
  bool operator==(const LoopSlot &) const = default;
};

class LoopSchedule {
public:
  /// No op has a slot.
  LoopSchedule(mlir::scf::ForOp loop, unsigned last) : loop(loop), last(last) {}

  /// Of the attributes, which are removed. Nothing where the loop has none; failure, with a diagnostic, where
  /// an op has none or a stage after the last one.
  static llvm::FailureOr<std::optional<LoopSchedule>> take(mlir::scf::ForOp loop);
  /// As attributes.
  void write() const;

  /// The body has moved to another loop op.
  void moveTo(mlir::scf::ForOp newLoop) { loop = newLoop; }

  mlir::Block *body() const { return loop.getBody(); }
  unsigned lastStage() const { return last; }
  void put(mlir::Operation *op, LoopSlot slot) { slots[op] = slot; }
  void erase(mlir::Operation *op) { slots.erase(op); }
  LoopSlot of(mlir::Operation *op) const { return slots.lookup(op); }
  unsigned stage(mlir::Operation *op) const { return of(op).stage; }

  /// The ops of the body in the order in which a trip of the new loop runs them.
  llvm::SmallVector<mlir::Operation *> order() const;

  /// Success if each value is there when it is read, and no buffer is carried from one trip to the next. A diagnostic says what is not.
  llvm::LogicalResult verify() const;

private:
  mutable mlir::scf::ForOp loop; // An op's accessors are not const.
  unsigned last;
  llvm::DenseMap<mlir::Operation *, LoopSlot> slots;
};

} // namespace fathom

#endif
