// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores products in the layout that they were computed in, instead of through shared memory.
//
//   %1 = ttg.convert_layout %0 : #mma -> #blocked         %2 = arith.truncf %0 : #mma
//   %2 = arith.truncf %1 : #blocked                       %3 = ttg.convert_layout %p : #blocked -> #mma
//   tt.store %p, %2, %m : #blocked                        tt.store %3, %2, %m' : #mma
//
// The pointers' conversion goes away where they are recomputed in the other layout, as the next removal of conversions does.
// Between the conversion and the store there may be ops on one tensor, element by element, with no other use.
//
// Promises: each store writes the same values to the same addresses under the same mask, in its place.
// Bugs that live here: an op in between that moves elements, a second use of what is stored.
#include "core/passes/Passes.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONAMDGPUOPTIMIZEEPILOGUE
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

bool isBlocked(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa_and_nonnull<ttg::BlockedEncodingAttr>(type.getEncoding());
}

void storeAsComputed(tt::StoreOp store) {
  if (!isBlocked(store.getPtr()) || !isBlocked(store.getValue()))
    return;
  llvm::SmallVector<Operation *> between;
  Value value = store.getValue();
  ttg::ConvertLayoutOp convert;
  while (!convert) {
    Operation *op = value.getDefiningOp();
    if (!op || !op->hasOneUse())
      return;
    if ((convert = dyn_cast<ttg::ConvertLayoutOp>(op)))
      break;
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 || op->getNumRegions() ||
        !op->hasTrait<OpTrait::Elementwise>() || !isMemoryEffectFree(op) ||
        !isa<RankedTensorType>(op->getOperand(0).getType()))
      return;
    between.push_back(op);
    value = op->getOperand(0);
  }
  Attribute layout = cast<RankedTensorType>(convert.getSrc().getType()).getEncoding();
  if (!isa<ttg::AMDMfmaEncodingAttr, ttg::AMDWmmaEncodingAttr>(layout))
    return;
  OpBuilder builder(store);
  Location loc = store.getLoc();
  auto inLayout = [&](Value tensor) {
    return ttg::ConvertLayoutOp::create(
               builder, loc, cast<RankedTensorType>(tensor.getType()).cloneWithEncoding(layout),
               tensor)
        .getResult();
  };
  // Each has one use: they change in place.
  value = convert.getSrc();
  for (Operation *op : llvm::reverse(between)) {
    op->setOperand(0, value);
    value = op->getResult(0);
    value.setType(cast<RankedTensorType>(value.getType()).cloneWithEncoding(layout));
  }
  store.getPtrMutable().assign(inLayout(store.getPtr()));
  store.getValueMutable().assign(value);
  if (Value mask = store.getMask())
    store.getMaskMutable().assign(inLayout(mask));
  if (convert->use_empty())
    convert.erase();
}

struct OptimizeEpilogue : fathom::impl::TritonAMDGPUOptimizeEpilogueBase<OptimizeEpilogue> {
  void runOnOperation() override { getOperation().walk(storeAsComputed); }
};

} // namespace
