// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-nvidia-optimize-descriptor-encoding: says how the blocks of each descriptor lie in shared memory, as the encoding of its type.
//
//   !tt.tensordesc<tensor<64x64xf16>>   ->   !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, ..}>>>
//
// The layout follows from the block alone (TmaBlocks.h), and is what wgmma wants of an operand that is not turned: so types are replaced, wherever they are,
// and nothing need be known of where values go. Blocks of one row that are gathered have the layout of the rows together, unless single rows are read or
// written too.
// A type stays without encoding, and its descriptors are no descriptors of TMA, where an op asks what TMA cannot do, or a descriptor comes as raw bytes.
//
// Requires: one block in a cluster; otherwise nothing is done.
// Promises: all values of one type have one type afterwards.
// Promises: descriptors have an encoding only if TMA can do all that is asked of their type.
#include "core/passes/Passes.h"
#include "core/passes/TmaBlocks.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONNVIDIAGPUOPTIMIZEDESCRIPTORENCODING
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

/// What is asked of the descriptors of a type.
struct Demand {
  bool isWhole = false;        ///< Blocks are read or written.
  std::optional<int64_t> rows; ///< So many rows, at least, are gathered or scattered at once.
  bool isDeclined = false;
};

struct OptimizeDescriptorEncoding
    : fathom::impl::TritonNvidiaGPUOptimizeDescriptorEncodingBase<OptimizeDescriptorEncoding> {
  void runOnOperation() override {
    if (ttg::lookupNumCtas(getOperation()).value_or(1) > 1)
      return;
    demands.clear();
    int capability = tmaCapability(getOperation());
    getOperation().walk([&](Operation *op) { look(op, capability); });
    AttrTypeReplacer replacer;
    bool any = false;
    llvm::DenseMap<Type, Type> types;
    for (auto &[type, demand] : demands)
      if (Type its = encoded(type, demand)) {
        types[type] = its;
        any = true;
      }
    if (!any)
      return markAllAnalysesPreserved();
    replacer.addReplacement([&](tt::TensorDescType type) -> std::optional<Type> {
      Type its = types.lookup(type);
      return its ? its : type;
    });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false, /*replaceTypes=*/true);
  }

  Demand *demandOf(Value value) {
    auto type = dyn_cast<tt::TensorDescType>(value.getType());
    return type && !type.getBlockType().getEncoding() ? &demands[type] : nullptr;
  }

  void look(Operation *op, int capability) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          demandOf(argument);
    bool isRaw = isa<tt::ReinterpretTensorDescOp, ttng::ReinterpretTensorDescOp>(op);
    bool isDeclined = isRaw || isa<ttng::TensorDescToTMAPtrOp>(op) || !canUseTma(op, capability);
    auto demand = [&](Value value) {
      Demand *its = demandOf(value);
      if (!its)
        return;
      its->isDeclined |= isDeclined;
      its->isWhole |= isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp, tt::DescriptorReduceOp>(op);
      auto rows = [&](Type type) {
        int64_t number = cast<RankedTensorType>(type).getDimSize(0);
        its->rows = std::min(its->rows.value_or(number), number);
      };
      if (auto gather = dyn_cast<tt::DescriptorGatherOp>(op))
        rows(gather.getType());
      else if (auto scatter = dyn_cast<tt::DescriptorScatterOp>(op))
        rows(scatter.getSrc().getType());
    };
    llvm::for_each(op->getOperands(), demand);
    llvm::for_each(op->getResults(), demand);
  }

  static Type encoded(tt::TensorDescType type, const Demand &demand) {
    ttg::NVMMASharedEncodingAttr layout;
    if (!demand.isDeclined)
      layout = tmaLayout(type, demand.isWhole ? std::nullopt : demand.rows);
    return layout ? tt::TensorDescType::get(type.getBlockType().cloneWithEncoding(layout)) : Type();
  }

  llvm::MapVector<tt::TensorDescType, Demand> demands;
};

} // namespace
