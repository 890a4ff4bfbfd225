// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings operands of products to shared memory and to their layout early.
//
// Three rewrites, each a local one:
//
//   turned operand of wgmma     local_alloc(trans(x))              memdesc_trans(local_alloc(x))        the unit reads it turned
//   turned operand of mma.sync  cvt(trans(x)) : dot_op             local_load(memdesc_trans(local_alloc(x))) : dot_op
//   loaded operand              cvt(ext(load)) : dot_op            ext(cvt(load)) : dot_op              fewer bytes to exchange
//
// The last one moves a conversion to an operand above ops on each element, up to the loads: the load can then be an asynchronous copy to
// shared memory, and what is read from there is the narrow type. It applies where all values behind the operand, in its region, are loads
// (one at least), constants and arithmetic on them, where the narrow type fills 32 bits with the operand's kWidth, and not to narrowing ops
// (which would make more bytes) and selects.
//
// Promises: no effect is moved or repeated; a product's operands keep their layout, so that both have one kWidth.
// Bugs that live here: the kWidth of the narrow type, the swizzle and the turn of a buffer.
#include "core/analysis/AxisInfo.h"
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"
#include "core/passes/SharedBuffers.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/SetVector.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUOPTIMIZEDOTOPERANDS
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The operand of a transposition of a matrix; null if the value is none.
tt::TransOp turned(Value value) {
  auto trans = value.getDefiningOp<tt::TransOp>();
  return trans && trans.getOrder() == llvm::ArrayRef<int32_t>{1, 0} ? trans : tt::TransOp();
}

/// The value before a conversion of its layout.
Value unconverted(Value value) {
  auto convert = value.getDefiningOp<ttg::ConvertLayoutOp>();
  return convert ? Value(convert.getSrc()) : value;
}

Attribute sharedMemory(Operation *op) { return ttg::SharedMemorySpaceAttr::get(op->getContext()); }

//===--- turned operands ---------------------------------------------------------------------===//

/// wgmma's operand: the buffer is filled as x lies.
void turnBuffer(ttg::LocalAllocOp alloc) {
  auto layout = dyn_cast<ttg::NVMMASharedEncodingAttr>(alloc.getType().getEncoding());
  tt::TransOp trans = alloc.getSrc() ? turned(alloc.getSrc()) : tt::TransOp();
  if (!layout || !trans || alloc.getType().getMutableMemory() || !alloc->hasOneUse())
    return;
  auto dot = dyn_cast<ttng::WarpGroupDotOp>(*alloc->user_begin());
  if (!dot)
    return;
  RankedTensorType type = typeOf(trans.getSrc());
  unsigned bits = type.getElementTypeBitWidth();
  llvm::SmallVector<int32_t> order = layoutOrder(typeOf(unconverted(trans.getSrc())));
  // Other types than of 16 bits are read along k.
  if (bits != 16)
    order = dot.getA() == alloc.getResult() ? llvm::SmallVector<int32_t>{0, 1}
                                            : llvm::SmallVector<int32_t>{1, 0};
  if (!ttg::cgaBasesOf(type.getEncoding()).empty())
    return;
  unsigned swizzle = swizzledBytes(type.getDimSize(order[0]), type.getDimSize(order[1]), bits);
  auto of = [&](llvm::ArrayRef<int64_t> shape, bool transposed) {
    return ttg::MemDescType::get(
        shape, type.getElementType(),
        ttg::NVMMASharedEncodingAttr::get(alloc.getContext(), swizzle, transposed, bits,
                                          /*fp4Padded=*/false, layout.getCgaBases(), /*rank=*/0),
        sharedMemory(alloc));
  };
  OpBuilder builder(alloc);
  Value buffer =
      ttg::LocalAllocOp::create(builder, alloc.getLoc(), of(type.getShape(), order[0] == 0),
                                trans.getSrc(), alloc.getAlignmentAttr());
  Value view = ttg::MemDescTransOp::create(
      builder, alloc.getLoc(), of(alloc.getType().getShape(), order[0] != 0), buffer, {1, 0});
  alloc.replaceAllUsesWith(isMutant(Mutant::M56) ? buffer : view); // M56: as it was filled
  alloc.erase();
}

/// mma.sync's operand.
bool turnThroughBuffer(ttg::ConvertLayoutOp convert) {
  tt::TransOp trans = turned(convert.getSrc());
  auto operand = dyn_cast<ttg::DotOperandEncodingAttr>(typeOf(convert).getEncoding());
  auto mma = operand ? dyn_cast<ttg::NvidiaMmaEncodingAttr>(operand.getParent()) : nullptr;
  if (!trans || !mma || mma.getVersionMajor() != 2 || !operand.getKWidth() ||
      !convert->hasOneUse() || !isa<tt::DotOp>(*convert->user_begin()) ||
      !ttg::cgaBasesOf(mma).empty())
    return false;
  RankedTensorType type = typeOf(trans.getSrc());
  if (!type.getElementType().isIntOrFloat() || type.getElementTypeBitWidth() < 8)
    return false;
  llvm::SmallVector<int32_t> order = layoutOrder(typeOf(unconverted(trans.getSrc())));
  unsigned k = operand.getOpIdx() == 0 ? 1 : 0; // Of the turned operand.
  OpBuilder builder(convert);
  auto buffer =
      ttg::MemDescType::get(type.getShape(), type.getElementType(),
                            bufferForOperand(type, order, 1 - k, operand), sharedMemory(convert));
  std::swap(order[0], order[1]);
  auto view = ttg::MemDescType::get(
      trans.getType().getShape(), type.getElementType(),
      bufferForOperand(cast<RankedTensorType>(trans.getType()), order, k, operand),
      sharedMemory(convert));
  Location loc = convert.getLoc();
  Value filled = ttg::LocalAllocOp::create(builder, loc, buffer, trans.getSrc(), IntegerAttr());
  Value seen = ttg::MemDescTransOp::create(builder, loc, view, filled, {1, 0});
  if (isMutant(Mutant::M56)) // M56: as it was filled
    seen = filled;
  convert.replaceAllUsesWith(
      ttg::LocalLoadOp::create(builder, loc, convert.getType(), seen, Value()).getResult());
  convert.erase();
  return true;
}

//===--- loaded operands ---------------------------------------------------------------------===//

bool isOnElements(Operation *op) {
  return isa<tt::FpToFpOp, tt::BitcastOp>(op) ||
         (isa<arith::ArithDialect>(op->getDialect()) && op->getNumOperands() &&
          op->hasTrait<OpTrait::Elementwise>() && isMemoryEffectFree(op));
}

/// What is behind a value in the region of the op that makes it.
class Sources {
public:
  /// Nothing but loads, constants and ops on elements, and a load.
  bool areLoads(Operation *op) {
    Answer answer = behind(op, mostDepth);
    return answer.onlyLoads && answer.aLoad;
  }

private:
  struct Answer {
    bool onlyLoads = true, aLoad = false;
  };

  /// Longer expressions than this are not looked through.
  static constexpr unsigned mostDepth = 1024;

  Answer behind(Operation *op, unsigned depth) {
    if (op->hasTrait<OpTrait::ConstantLike>())
      return {};
    if (isa<tt::LoadOp>(op))
      return {true, true};
    if (depth == 0 || (!isOnElements(op) && !isa<ttg::ConvertLayoutOp>(op)))
      return {false, false};
    auto [found, isNew] = known.try_emplace(op);
    if (!isNew)
      return found->second;
    Answer answer;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && source->getParentRegion() == op->getParentRegion()) {
        Answer its = behind(source, depth - 1);
        answer.onlyLoads &= its.onlyLoads;
        answer.aLoad |= its.aLoad;
      }
    return known[op] = answer;
  }

  llvm::DenseMap<Operation *, Answer> known;
};

class Hoisting {
public:
  void run(ttg::ConvertLayoutOp convert) {
    llvm::SmallVector<ttg::ConvertLayoutOp> work = {convert};
    while (!work.empty())
      hoist(work.pop_back_val(), work);
  }

  /// Users come before what they use.
  void eraseReplaced() {
    for (Operation *op : replaced)
      if (isOpTriviallyDead(op))
        op->erase();
    replaced.clear();
  }

private:
  void hoist(ttg::ConvertLayoutOp convert, llvm::SmallVectorImpl<ttg::ConvertLayoutOp> &work) {
    Operation *op = convert.getSrc().getDefiningOp();
    auto operand = dyn_cast<ttg::DotOperandEncodingAttr>(typeOf(convert).getEncoding());
    if (!op || !operand || op->getNumResults() != 1 || !isOnElements(op) ||
        isa<arith::TruncIOp, arith::TruncFOp, arith::SelectOp>(op))
      return;
    unsigned bits = 64;
    for (Value value : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type || !type.getElementType().isIntOrFloat())
        return;
      bits = std::min(bits, type.getElementTypeBitWidth());
    }
    if (bits < 8 || (operand.getKWidth() && operand.getKWidth() * bits < 32 &&
                     bits < typeOf(convert).getElementTypeBitWidth()))
      return;
    if (op->getParentRegion() != convert->getParentRegion() || !sources.areLoads(op))
      return;

    OpBuilder builder(convert);
    IRMapping mapping;
    for (Value value : op->getOperands()) {
      if (mapping.contains(value))
        continue;
      RankedTensorType type = typeOf(value).cloneWithEncoding(operand);
      DenseElementsAttr constant;
      if (matchPattern(value, m_Constant(&constant)) && constant.isSplat()) {
        mapping.map(value,
                    arith::ConstantOp::create(builder, convert.getLoc(), constant.reshape(type))
                        .getResult());
        continue;
      }
      auto inner =
          ttg::ConvertLayoutOp::create(builder, convert.getLoc(), type, unconverted(value));
      mapping.map(value, inner.getResult());
      work.push_back(inner);
    }
    Operation *moved = builder.clone(*op, mapping);
    moved->getResult(0).setType(typeOf(op->getResult(0)).cloneWithEncoding(operand));
    convert.getResult().replaceAllUsesWith(moved->getResult(0));
    replaced.insert(convert);
    replaced.insert(op);
  }

  Sources sources;
  /// Erased at last: `sources` knows ops by their addresses.
  llvm::SetVector<Operation *> replaced;
};

struct OptimizeDotOperands : fathom::impl::TritonGPUOptimizeDotOperandsBase<OptimizeDotOperands> {
  using TritonGPUOptimizeDotOperandsBase::TritonGPUOptimizeDotOperandsBase;

  void runOnOperation() override {
    llvm::SmallVector<ttg::LocalAllocOp> allocs;
    llvm::SmallVector<ttg::ConvertLayoutOp> converts;
    llvm::SmallVector<tt::TransOp> transpositions;
    getOperation().walk([&](Operation *op) {
      if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
        allocs.push_back(alloc);
      else if (auto trans = dyn_cast<tt::TransOp>(op))
        transpositions.push_back(trans);
      else if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
               convert &&
               isa_and_nonnull<ttg::DotOperandEncodingAttr>(typeOf(convert).getEncoding()))
        converts.push_back(convert);
    });
    if (allocs.empty() && converts.empty() && transpositions.empty())
      return markAllAnalysesPreserved();
    for (ttg::LocalAllocOp alloc : allocs)
      turnBuffer(alloc);
    Hoisting hoisting;
    for (ttg::ConvertLayoutOp convert : converts)
      if (!turnThroughBuffer(convert) && hoistLayoutConversion)
        hoisting.run(convert);
    hoisting.eraseReplaced();
    for (tt::TransOp trans : llvm::reverse(transpositions))
      if (isOpTriviallyDead(trans))
        trans.erase();
  }
};

} // namespace
