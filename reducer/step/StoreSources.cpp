// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores the results of loops, branches and loads that a stored value is made from, each by itself, in place of the value.
#include "reducer/Reduction.h"

#include "core/ir/Triton.h"
#include "reducer/StandIn.h"
#include "reducer/step/PointersFor.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace fathom {

/// Collects what a value is made from. Ops that only compute are looked through; `through` counts them.
static void collectSources(Value value, llvm::SetVector<Value> &sources,
                           llvm::SetVector<Operation *> &through) {
  Operation *op = value.getDefiningOp();
  if (!op || op->hasTrait<OpTrait::ConstantLike>())
    return;
  if (op->getNumRegions() || !isPure(op)) {
    sources.insert(value);
    return;
  }
  if (through.insert(op))
    for (Value operand : op->getOperands())
      collectSources(operand, sources, through);
}

void storeSources(Candidate candidate, Chunk &chunk) {
  std::vector<std::pair<tt::StoreOp, llvm::SetVector<Value>>> chosen;
  candidate.program.walk([&](tt::StoreOp store) {
    llvm::SetVector<Value> sources;
    llvm::SetVector<Operation *> through;
    collectSources(store.getValue(), sources, through);
    bool possible = llvm::all_of(sources, [&](Value source) {
      Type pointers = pointersFor(source.getType());
      return pointers && hasArgument(pointers, store);
    });
    // Each source takes a store, so that there must be more to be had from what is between.
    if (possible && !sources.empty() && through.size() > sources.size() && chunk.take())
      chosen.push_back({store, sources});
  });
  for (auto &[store, sources] : chosen) {
    for (Value source : sources)
      storeThroughFreshPointer(source, store);
    store.erase();
  }
}

} // namespace fathom
