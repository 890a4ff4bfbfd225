// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places of elements, by the layouts of buffers.
#include "oracles/check/shared/BufferPlaces.h"

#include "core/layout/Encodings.h"

using namespace llvm;

namespace fathom {

unsigned elementBytes(mlir::Type element) {
  return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 8;
}

/// The dims that the encoding lays out; those in front of them count whole buffers.
static ArrayRef<int64_t> laidOut(ttg::LocalAllocOp alloc) {
  ArrayRef<int64_t> shape = alloc.getType().getShape();
  if (std::optional<unsigned> rank = ttg::rankOf(alloc.getType().getEncoding()))
    return shape.take_back(std::min<size_t>(*rank, shape.size()));
  // The encoding fits any rank; an op that picks one of several buffers tells.
  bool several = any_of(alloc->getUsers(),
                        [](mlir::Operation *user) { return isa<ttg::MemDescIndexOp>(user); });
  return several ? shape.drop_front() : shape;
}

Expected<std::vector<uint32_t>> bytePlaces(ttg::LocalAllocOp alloc) {
  ttg::MemDescType type = alloc.getType();
  unsigned bytes = elementBytes(type.getElementType());
  ArrayRef<int64_t> one = laidOut(alloc);
  Expected<LinearLayout> layout =
      toLinearLayout(one, type.getEncoding(), type.getElementTypeBitWidth());
  if (!layout)
    return layout.takeError();
  uint64_t size = 1;
  for (int64_t length : one)
    size *= length;
  if (uint64_t(1) << layout->totalInBits() != size || !layout->isInvertible())
    return createStringError("a buffer that is spread over blocks, or holds elements twice");
  auto padded = dyn_cast<ttg::PaddedSharedEncodingAttr>(type.getEncoding());
  std::vector<uint32_t> result(type.getNumElements());
  uint64_t buffers = size ? result.size() / size : 0;
  for (uint64_t offset = 0; offset < size; ++offset) {
    // The first dim is in the lowest bits.
    uint64_t packed = layout->applyPacked(offset), element = 0;
    for (int64_t length : one) {
      element = element * length + (packed & (length - 1));
      packed >>= Log2_64(length);
    }
    for (uint64_t buffer = 0; buffer < buffers; ++buffer) {
      uint64_t at = buffer * size + offset;
      result[buffer * size + element] = (padded ? paddedOffset(padded, at) : at) * bytes;
    }
  }
  return result;
}

} // namespace fathom
