// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes by op, from the layouts of operands and results.
#include "core/analysis/Scratch.h"

#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/layout/ConversionClass.h"
#include "core/layout/Encodings.h"
#include "core/layout/ShufflePlan.h"
#include "core/layout/Swizzle.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fathom;

unsigned fathom::bytesInShared(Type element) {
  return element.isIntOrFloat() ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8) : 8;
}

static std::optional<LinearLayout> layoutOf(RankedTensorType type) {
  if (!type.getEncoding())
    return std::nullopt;
  llvm::Expected<LinearLayout> layout = toLinearLayout(type);
  if (layout)
    return *layout;
  consumeError(layout.takeError());
  return std::nullopt;
}

static ScratchNeed needOf(uint64_t elements, uint64_t bytesOfElement) {
  return {elements, elements * bytesOfElement};
}

/// Of all elements, where nothing better is known.
static ScratchNeed needOfAll(RankedTensorType type) {
  return needOf(type.getNumElements(), bytesInShared(type.getElementType()));
}

//===--- Conversions ---===//

/// Whether registers and shuffles do it.
static bool needsNoMemory(const LinearLayout &from, const LinearLayout &to) {
  ConversionClass kind = conversionClass(from, to);
  return kind < ConversionClass::Lanes ||
         (kind == ConversionClass::Lanes && planShuffles(from, to));
}

static ScratchNeed needOfConversion(ttg::ConvertLayoutOp convert) {
  auto type = cast<RankedTensorType>(convert.getSrc().getType());
  std::optional<LinearLayout> from = layoutOf(type),
                              to = layoutOf(cast<RankedTensorType>(convert.getResult().getType()));
  if (!from || !to)
    return needOfAll(type);
  if (needsNoMemory(*from, *to))
    return {};
  unsigned bytes = bytesInShared(type.getElementType());
  std::optional<SharedSwizzle> swizzle = optimalSwizzle(*from, *to, 8 * llvm::PowerOf2Ceil(bytes));
  return swizzle ? needOf(swizzle->elementsInMemory(), bytes) : needOfAll(type);
}

//===--- Reductions and scans ---===//

/// log2 of how many warps hold different elements along the axis.
static unsigned warpsAlong(const LinearLayout &layout, Dim axis) {
  return layout.sublayout({Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()}, axis).rank() -
         layout.sublayout({Dim::reg(), Dim::lane()}, axis).rank();
}

static uint64_t bytesOfAll(ValueRange tensors) {
  uint64_t bytes = 0;
  for (Value tensor : tensors)
    bytes += bytesInShared(cast<RankedTensorType>(tensor.getType()).getElementType());
  return bytes;
}

static ScratchNeed needOfReduction(tt::ReduceOp reduce) {
  if (reduce.getSrcs().empty())
    return {};
  auto type = cast<RankedTensorType>(reduce.getSrcs().front().getType());
  uint64_t bytes = bytesOfAll(reduce.getSrcs());
  std::optional<LinearLayout> layout = layoutOf(type);
  if (!layout)
    return needOf(type.getNumElements(), bytes);
  unsigned warps = warpsAlong(*layout, Dim::axis(reduce.getAxis()));
  if (!warps)
    return {};
  return needOf((type.getNumElements() / type.getDimSize(reduce.getAxis())) << warps, bytes);
}

static ScratchNeed needOfScan(tt::ScanOp scan) {
  if (scan.getSrcs().empty())
    return {};
  auto type = cast<RankedTensorType>(scan.getSrcs().front().getType());
  uint64_t bytes = bytesOfAll(scan.getSrcs());
  std::optional<LinearLayout> layout = layoutOf(type);
  if (!layout)
    return needOf(type.getNumElements(), bytes);
  Dim axis = Dim::axis(scan.getAxis());
  if (!warpsAlong(*layout, axis))
    return {};
  llvm::SmallVector<Dim, 4> others;
  for (Dim out : layout->outDims())
    if (out != axis)
      others.push_back(out);
  // A warp's run along the axis ends where registers go on beyond the other warps.
  uint64_t last = 0;
  for (Dim in : {Dim::lane(), Dim::warp()})
    for (unsigned bit = 0; bit < layout->inBits(in); ++bit)
      last = std::max(last, layout->basis(in, bit, axis));
  unsigned runs = 0;
  for (unsigned bit = 0; bit < layout->inBits(Dim::reg()); ++bit)
    runs += layout->basis(Dim::reg(), bit, axis) > last;
  unsigned rows = layout->sublayout({Dim::reg(), Dim::lane()}, others).rank();
  return needOf(uint64_t(1) << (layout->inBits(Dim::warp()) + rows + runs), bytes);
}

//===--- The rest ---===//

static ScratchNeed needOfGather(tt::GatherOp gather) {
  auto type = cast<RankedTensorType>(gather.getSrc().getType());
  std::optional<LinearLayout> source = layoutOf(type),
                              indices =
                                  layoutOf(cast<RankedTensorType>(gather.getIndices().getType()));
  if (!source || !indices)
    return needOfAll(type);
  Dim axis = Dim::axis(gather.getAxis());
  Dim across[] = {Dim::warp(), Dim::block()};
  llvm::SmallVector<Dim, 4> others;
  for (Dim out : source->outDims())
    if (out != axis)
      others.push_back(out);
  if (source->sublayoutIsZero(across, axis) && llvm::all_of(across, [&](Dim in) {
        return source->sublayout(in, others).bases(in) == indices->sublayout(in, others).bases(in);
      }))
    return {};
  return needOfAll(type);
}

/// What an atomic op found goes to all threads that hold it.
static ScratchNeed needOfAtomic(Operation *op) {
  if (op->getNumResults() != 1 || op->use_empty())
    return {};
  Type result = op->getResult(0).getType();
  auto type = dyn_cast<RankedTensorType>(result);
  if (!type)
    return needOf(1, bytesInShared(result));
  if (std::optional<LinearLayout> layout = layoutOf(type)) {
    bool copies = false;
    for (auto [dim, mask] : layout->freeVariableMasks())
      copies |= mask && (dim == Dim::lane() || dim == Dim::warp());
    if (!copies)
      return {};
  }
  return needOfAll(type);
}

static ScratchNeed needOfCaptures(ttg::WarpSpecializeOp specialize) {
  uint64_t bytes = 0;
  for (Type type : specialize.getPartitionOp().getExplicitCaptures().getTypes()) {
    // A buffer goes as an address and offsets.
    auto buffer = dyn_cast<ttg::MemDescType>(type);
    uint64_t size = buffer                          ? 4 * (1 + buffer.getRank())
                    : isa<tt::TensorDescType>(type) ? 128
                                                    : bytesInShared(type);
    bytes = llvm::alignTo(bytes, std::min<uint64_t>(size, 8)) + size;
  }
  return {bytes, bytes, 8};
}

static ScratchNeed needOfFunction(FunctionOpInterface function) {
  uint64_t warps = 0;
  function->walk([&](ttg::WarpSpecializeOp specialize) {
    uint64_t sum = 0;
    for (int32_t number : specialize.getPartitionNumWarps())
      sum += number;
    warps = std::max(warps, sum);
  });
  return {warps, warps, 8};
}

ScratchNeed ScratchNeeds::of(Operation *op) {
  return llvm::TypeSwitch<Operation *, ScratchNeed>(op)
      .Case([&](ttg::ConvertLayoutOp convert) {
        auto [entry, fresh] =
            conversions.try_emplace({convert.getSrc().getType(), convert.getResult().getType()});
        if (fresh)
          entry->second = needOfConversion(convert);
        return entry->second;
      })
      .Case([](tt::ReduceOp reduce) { return needOfReduction(reduce); })
      .Case([](tt::ScanOp scan) { return needOfScan(scan); })
      .Case([](tt::HistogramOp histogram) {
        return needOf(cast<RankedTensorType>(histogram.getType()).getNumElements(),
                      std::max(4u, bytesInShared(histogram.getType().getElementType())));
      })
      .Case([](tt::GatherOp gather) { return needOfGather(gather); })
      .Case<tt::AtomicRMWOp, tt::AtomicCASOp, tt::AtomicLoadOp, tt::AtomicPollOp,
            ttg::LocalAtomicScatterRMWOp, amdg::BufferAtomicRMWOp, amdg::BufferAtomicCASOp>(
          [](Operation *atomic) { return needOfAtomic(atomic); })
      .Case([](ttng::TensormapCreateOp) { return needOf(128, 1); })
      .Case([](ttg::WarpSpecializeOp specialize) { return needOfCaptures(specialize); })
      .Case([](FunctionOpInterface function) { return needOfFunction(function); })
      .Default([](Operation *) { return ScratchNeed(); });
}

//===--- Buffers ---===//

uint64_t fathom::bytesOfBuffer(ttg::MemDescType type) {
  Attribute encoding = type.getEncoding();
  uint64_t elements = 1;
  for (int64_t size : type.getAllocShape())
    elements *= size;
  // Each bit of the block's number halves what a block has.
  for (DenseI32ArrayAttr basis : ttg::cgaBasesOf(encoding))
    if (llvm::any_of(basis.asArrayRef(), [](int32_t value) { return value != 0; }))
      elements = llvm::divideCeil(elements, 2);
  if (auto padded = dyn_cast<ttg::PaddedSharedEncodingAttr>(encoding); padded && elements)
    elements = paddedOffset(padded, elements - 1) + 1;
  if (auto tiled = dyn_cast<ttg::NVMMASharedEncodingAttr>(encoding); tiled && tiled.getFp4Padded())
    elements *= 2;
  return elements * bytesInShared(type.getElementType());
}

uint64_t fathom::alignmentOfBuffer(ttg::LocalAllocOp alloc) {
  uint64_t alignment = alloc.getAlignment().value_or(16);
  Attribute encoding = alloc.getType().getEncoding();
  if (auto tiled = dyn_cast<ttg::NVMMASharedEncodingAttr>(encoding))
    // The swizzle is one of addresses: a pattern of 8 rows begins at a multiple of its size.
    alignment = std::max<uint64_t>(
        alignment, tiled.getSwizzlingByteWidth() ? 8 * tiled.getSwizzlingByteWidth() : 128);
  if (auto linear = dyn_cast<ttg::SharedLinearEncodingAttr>(encoding))
    alignment = std::max<uint64_t>(alignment, linear.getAlignment());
  return alignment;
}
