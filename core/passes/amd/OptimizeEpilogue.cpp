// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores products in the layout that they were computed in, instead of through shared memory.
//
//   %1 = ttg.convert_layout %0 : #mma -> #blocked         %2 = arith.truncf %0 : #mma
//   %2 = arith.truncf %1 : #blocked                       %3 = ttg.convert_layout %p : #blocked -> #mma
//   tt.store %p, %2, %m : #blocked                        tt.store %3, %2, %m' : #mma
//
// The pointers' conversion goes away where they are recomputed in the other layout, as the next removal of conversions does.
// Between the conversion and a store there may be ops on one tensor, element by element. There may be several stores, as in two branches, but the value
// must go to nothing else.
//
// Promises: each store writes the same values to the same addresses under the same mask, in its place.
// Bugs that live here: an op in between that moves elements, another use of what is stored.
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

/// What becomes of a value.
struct Epilogue {
  SmallVector<Operation *> ops; ///< Each before its users.
  SmallVector<tt::StoreOp> stores;

  /// Adds all that is made of the value; false if it does not only go to stores.
  bool add(Value value) {
    for (OpOperand &use : value.getUses()) {
      Operation *op = use.getOwner();
      if (auto store = dyn_cast<tt::StoreOp>(op)) {
        if (use.get() != store.getValue() || !isBlocked(store.getPtr()))
          return false;
        stores.push_back(store);
        continue;
      }
      if (op->getNumOperands() != 1 || op->getNumResults() != 1 || op->getNumRegions() ||
          !op->hasTrait<OpTrait::Elementwise>() || !isMemoryEffectFree(op) || ops.size() >= mostOps)
        return false;
      ops.push_back(op);
      if (!add(op->getResult(0)))
        return false;
    }
    return true;
  }

private:
  static constexpr size_t mostOps = 64;
};

void storeAsComputed(ttg::ConvertLayoutOp convert) {
  Attribute layout = cast<RankedTensorType>(convert.getSrc().getType()).getEncoding();
  Epilogue epilogue;
  if (!isa<ttg::AMDMfmaEncodingAttr, ttg::AMDWmmaEncodingAttr>(layout) ||
      !isBlocked(convert.getResult()) || convert->use_empty() || !epilogue.add(convert.getResult()))
    return;
  // They change in place.
  convert.getResult().replaceAllUsesWith(convert.getSrc());
  for (Operation *op : epilogue.ops) {
    Value result = op->getResult(0);
    result.setType(cast<RankedTensorType>(result.getType()).cloneWithEncoding(layout));
  }
  for (tt::StoreOp store : epilogue.stores) {
    OpBuilder builder(store);
    auto inLayout = [&](Value tensor) {
      return ttg::ConvertLayoutOp::create(
                 builder, store.getLoc(),
                 cast<RankedTensorType>(tensor.getType()).cloneWithEncoding(layout), tensor)
          .getResult();
    };
    store.getPtrMutable().assign(inLayout(store.getPtr()));
    if (Value mask = store.getMask())
      store.getMaskMutable().assign(inLayout(mask));
  }
  convert.erase();
}

struct OptimizeEpilogue : fathom::impl::TritonAMDGPUOptimizeEpilogueBase<OptimizeEpilogue> {
  void runOnOperation() override {
    SmallVector<ttg::ConvertLayoutOp> conversions;
    getOperation().walk([&](ttg::ConvertLayoutOp convert) { conversions.push_back(convert); });
    for (ttg::ConvertLayoutOp convert : conversions)
      storeAsComputed(convert);
  }
};

} // namespace
