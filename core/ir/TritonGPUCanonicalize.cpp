// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What canonicalize does with ops of ttg: conversions of layouts go away where what makes or takes the tensor can do without.
//
//   cvt(x : T -> T)                            x
//   cvt(cvt(x))                                cvt(x)
//   cvt(splat s), cvt(make_range), cvt(dense)  the same in the other layout
//   cvt(local_load m)                          local_load m, where it stood, in the other layout
//   cvt(histogram), cvt(cat), cvt(reshape allow_reorder)      the same in the other layout
//   local_alloc(cvt x), local_store(cvt x), histogram(cvt x), gather of cvt(x), reshape(cvt x) allow_reorder      of x
//   local_alloc(local_load m)                  m, if nobody can tell: neither may be written
//
// None of it applies to a conversion from the result of NVIDIA's products to an operand of another product: that one is free of
// shared memory as it is, and merged it would not be. Ops whose order of elements is open (cat, reshape allow_reorder) are taken to
// another layout only where the conversion is their one user: a value has one order.
#include "core/ir/Dialects.h"
#include "core/ir/TritonGPU.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::ttg;

namespace {

Attribute encodingOf(Value value) { return cast<RankedTensorType>(value.getType()).getEncoding(); }

bool isProductToOperand(ConvertLayoutOp convert) {
  return isa_and_nonnull<NvidiaMmaEncodingAttr>(encodingOf(convert.getSrc())) &&
         isa_and_nonnull<DotOperandEncodingAttr>(encodingOf(convert.getResult()));
}

/// The operand of a conversion that may be left out; null if the value is none.
Value withoutConversion(Value value) {
  auto convert = value.getDefiningOp<ConvertLayoutOp>();
  return convert && !isProductToOperand(convert) ? Value(convert.getSrc()) : Value();
}

//===--- what is converted -------------------------------------------------------------------===//

/// What makes the operand, made in the result's layout instead; null if it cannot be.
Value remade(ConvertLayoutOp convert, PatternRewriter &rewriter) {
  Operation *source = convert.getSrc().getDefiningOp();
  RankedTensorType type = convert.getType();
  Location loc = convert.getLoc();
  if (auto splat = dyn_cast<tt::SplatOp>(source))
    return tt::SplatOp::create(rewriter, loc, type, splat.getSrc());
  if (auto range = dyn_cast<tt::MakeRangeOp>(source))
    return tt::MakeRangeOp::create(rewriter, loc, type, range.getStart(), range.getEnd());
  if (DenseElementsAttr constant; matchPattern(convert.getSrc(), m_Constant(&constant)))
    return constant.isSplat() ? arith::ConstantOp::create(rewriter, loc, constant.reshape(type))
                              : Value();
  if (auto load = dyn_cast<LocalLoadOp>(source)) {
    rewriter.setInsertionPoint(load);
    return LocalLoadOp::create(rewriter, loc, type, load.getSrc(), load.getToken());
  }
  if (auto histogram = dyn_cast<tt::HistogramOp>(source)) {
    rewriter.setInsertionPoint(histogram);
    return tt::HistogramOp::create(rewriter, loc, type, histogram.getSrc(), histogram.getMask());
  }
  if (!source->hasOneUse())
    return {};
  if (auto reshape = dyn_cast<tt::ReshapeOp>(source))
    return reshape.getAllowReorder() && !reshape.getEfficientLayout()
               ? tt::ReshapeOp::create(rewriter, loc, type, reshape.getSrc(),
                                       /*allow_reorder=*/true, /*efficient_layout=*/false)
               : Value();
  if (auto cat = dyn_cast<tt::CatOp>(source)) {
    // Only as many registers as both operands have can be their registers one after the other.
    auto registers = [](RankedTensorType tensor) -> uint64_t {
      auto blocked = dyn_cast_or_null<BlockedEncodingAttr>(tensor.getEncoding());
      if (!blocked || blocked.getOrder().size() != size_t(tensor.getRank()))
        return 0;
      uint64_t count = 1;
      for (auto [size, perThread, lanes, warps] :
           llvm::zip(tensor.getShape(), blocked.getSizePerThread(), blocked.getThreadsPerWarp(),
                     blocked.getWarpsPerCTA())) {
        uint64_t tile = uint64_t(perThread) * lanes * warps;
        count *= uint64_t(perThread) * std::max<uint64_t>(1, uint64_t(size) / tile);
      }
      return blocked.getCgaBases().empty() ? count : 0;
    };
    uint64_t after = registers(type);
    return after && after == registers(cast<RankedTensorType>(cat.getType()))
               ? tt::CatOp::create(rewriter, loc, type, cat.getLhs(), cat.getRhs())
               : Value();
  }
  return {};
}

LogicalResult foldConversion(ConvertLayoutOp convert, PatternRewriter &rewriter) {
  if (convert.getType() == convert.getSrc().getType()) {
    rewriter.replaceOp(convert, convert.getSrc());
    return success();
  }
  if (isProductToOperand(convert) || !convert.getSrc().getDefiningOp())
    return failure();
  if (auto inner = convert.getSrc().getDefiningOp<ConvertLayoutOp>()) {
    rewriter.modifyOpInPlace(convert, [&] { convert.getSrcMutable().assign(inner.getSrc()); });
    return success();
  }
  Value value = remade(convert, rewriter);
  if (!value)
    return failure();
  rewriter.replaceOp(convert, value);
  return success();
}

//===--- what takes a converted tensor -------------------------------------------------------===//

LogicalResult foldIntoAlloc(LocalAllocOp alloc, PatternRewriter &rewriter) {
  if (!alloc.getSrc())
    return failure();
  if (auto load = alloc.getSrc().getDefiningOp<LocalLoadOp>();
      load && load.getSrc().getType() == alloc.getType() && !load.getToken() &&
      !alloc.getType().getMutableMemory()) {
    rewriter.replaceOp(alloc, load.getSrc());
    return success();
  }
  Value source = withoutConversion(alloc.getSrc());
  if (!source)
    return failure();
  rewriter.modifyOpInPlace(alloc, [&] { alloc.getSrcMutable().assign(source); });
  return success();
}

LogicalResult foldIntoLocalStore(LocalStoreOp store, PatternRewriter &rewriter) {
  Value source = withoutConversion(store.getSrc());
  if (!source)
    return failure();
  rewriter.modifyOpInPlace(store, [&] { store.getSrcMutable().assign(source); });
  return success();
}

LogicalResult foldIntoHistogram(tt::HistogramOp histogram, PatternRewriter &rewriter) {
  Value source = withoutConversion(histogram.getSrc());
  if (!source)
    return failure();
  Value mask = histogram.getMask();
  if (mask)
    mask = ConvertLayoutOp::create(
        rewriter, mask.getLoc(),
        cast<RankedTensorType>(mask.getType()).cloneWithEncoding(encodingOf(source)), mask);
  rewriter.replaceOpWithNewOp<tt::HistogramOp>(histogram, histogram.getType(), source, mask);
  return success();
}

LogicalResult foldIntoGather(tt::GatherOp gather, PatternRewriter &rewriter) {
  if (gather.getEfficientLayout())
    return failure();
  Value source = withoutConversion(gather.getSrc());
  if (!source)
    return failure();
  rewriter.modifyOpInPlace(gather, [&] { gather.getSrcMutable().assign(source); });
  return success();
}

LogicalResult foldIntoReshape(tt::ReshapeOp reshape, PatternRewriter &rewriter) {
  if (!reshape.getAllowReorder() || reshape.getEfficientLayout())
    return failure();
  Value source = withoutConversion(reshape.getSrc());
  if (!source)
    return failure();
  rewriter.modifyOpInPlace(reshape, [&] { reshape.getSrcMutable().assign(source); });
  return success();
}

} // namespace

void TritonGPUDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {
  patterns.add(foldConversion);
  patterns.add(foldIntoAlloc);
  patterns.add(foldIntoLocalStore);
  patterns.add(foldIntoHistogram);
  patterns.add(foldIntoGather);
  patterns.add(foldIntoReshape);
}
