// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places of elements, by the layouts of buffers.
#include "oracles/check/shared/BufferPlaces.h"

#include "core/layout/Encodings.h"

using namespace llvm;

namespace fathom {

unsigned elementBytes(mlir::Type element) {
  return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 8;
}

namespace {
/// What an encoding lays out: of a list of buffers, one.
struct OneBuffer {
  ArrayRef<int64_t> shape;
  mlir::Attribute encoding;
};
} // namespace

/// What an op that picks one of several buffers picks, the op may be in a partition of specialised warps; null if there is none.
static ttg::MemDescType pickedOf(mlir::Value buffers) {
  size_t dims = cast<ttg::MemDescType>(buffers.getType()).getShape().size();
  for (mlir::OpOperand &use : buffers.getUses()) {
    mlir::Operation *user = use.getOwner();
    ttg::MemDescType one;
    if (isa<ttg::MemDescIndexOp, ttg::MemDescSubviewOp>(user))
      one = cast<ttg::MemDescType>(user->getResult(0).getType());
    else if (isa<ttg::WarpSpecializePartitionsOp>(user))
      for (mlir::Region &partition : user->getRegions())
        if (!one)
          one = pickedOf(partition.getArgument(use.getOperandNumber()));
    if (one && one.getShape().size() < dims)
      return one;
  }
  return {};
}

static OneBuffer oneBuffer(ttg::LocalAllocOp alloc) {
  ttg::MemDescType whole = alloc.getType();
  // The list's encoding may fit any rank, or be read as if it were for the whole.
  if (ttg::MemDescType one = pickedOf(alloc.getResult()))
    return {whole.getShape().take_back(one.getShape().size()), one.getEncoding()};
  std::optional<unsigned> rank = ttg::rankOf(whole.getEncoding());
  size_t dims = whole.getShape().size();
  return {whole.getShape().take_back(rank ? std::min<size_t>(*rank, dims) : dims),
          whole.getEncoding()};
}

Expected<std::vector<uint32_t>> bytePlaces(ttg::LocalAllocOp alloc) {
  ttg::MemDescType type = alloc.getType();
  unsigned bytes = elementBytes(type.getElementType());
  auto [one, encoding] = oneBuffer(alloc);
  // In one dim there is nothing to swizzle, and as many barriers as stages are no power of two.
  if (one.size() == 1 && one.size() == type.getShape().size() &&
      isa<ttg::SwizzledSharedEncodingAttr>(encoding)) {
    std::vector<uint32_t> row(one.front());
    for (auto [number, place] : enumerate(row))
      place = number * bytes;
    return row;
  }
  Expected<LinearLayout> layout = toLinearLayout(one, encoding, type.getElementTypeBitWidth());
  if (!layout)
    return layout.takeError();
  uint64_t size = 1;
  for (int64_t length : one)
    size *= length;
  if (uint64_t(1) << layout->totalOutBits() != size || !layout->isSurjective())
    return createStringError("a buffer that is spread over blocks");
  auto padded = dyn_cast<ttg::PaddedSharedEncodingAttr>(encoding);
  std::vector<uint32_t> result(type.getNumElements());
  uint64_t buffers = size ? result.size() / size : 0;
  // Of an element that lies in several places the first one counts.
  uint64_t places = uint64_t(1) << layout->totalInBits();
  for (uint64_t offset = places; offset-- > 0;) {
    // The first dim is in the lowest bits.
    uint64_t packed = layout->applyPacked(offset), element = 0;
    for (int64_t length : one) {
      element = element * length + (packed & (length - 1));
      packed >>= Log2_64(length);
    }
    for (uint64_t buffer = 0; buffer < buffers; ++buffer) {
      uint64_t at = buffer * places + offset;
      result[buffer * size + element] = (padded ? paddedOffset(padded, at) : at) * bytes;
    }
  }
  return result;
}

} // namespace fathom
