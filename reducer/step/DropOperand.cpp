// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops operands that an op can do without: a load's mask and other value, a store's mask.
#include "reducer/Reduction.h"

#include "core/ir/Triton.h"

using namespace mlir;

namespace fathom {

namespace {
struct Optional {
  Operation *op;
  enum Which { Mask, Other } which;
};
} // namespace

static std::vector<Optional> listOptional(ModuleOp program) {
  std::vector<Optional> all;
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto load = dyn_cast<tt::LoadOp>(op)) {
      if (load.getMask())
        all.push_back({op, Optional::Mask});
      if (load.getOther())
        all.push_back({op, Optional::Other});
    } else if (auto store = dyn_cast<tt::StoreOp>(op)) {
      if (store.getMask())
        all.push_back({op, Optional::Mask});
    } else if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op)) {
      if (atomic.getMask())
        all.push_back({op, Optional::Mask});
    } else if (auto histogram = dyn_cast<tt::HistogramOp>(op)) {
      if (histogram.getMask())
        all.push_back({op, Optional::Mask});
    }
  });
  return all;
}

static void drop(Operation *op, Optional::Which which) {
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    // Without a mask the other value has no meaning.
    load.getOtherMutable().clear();
    if (which == Optional::Mask)
      load.getMaskMutable().clear();
  } else if (auto store = dyn_cast<tt::StoreOp>(op)) {
    store.getMaskMutable().clear();
  } else if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op)) {
    atomic.getMaskMutable().clear();
  } else {
    cast<tt::HistogramOp>(op).getMaskMutable().clear();
  }
}

void dropOperand(Candidate candidate, Chunk &chunk) {
  std::vector<Optional> chosen;
  for (const Optional &optional : listOptional(candidate.program))
    if (chunk.take())
      chosen.push_back(optional);
  for (const Optional &optional : chosen)
    drop(optional.op, optional.which);
}

} // namespace fathom
