// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and checks of the encodings of buffers in shared memory.
#include "core/ir/EncodingsChecks.h"
#include "core/ir/EncodingsSyntax.h"
#include "core/ir/Spelling.h"
#include "core/ir/TritonGPUEncodings.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace fathom::ttg {

//===-- swizzled_shared and amd_rotating_shared --===//

static bool checkSwizzle(ErrorFn error, unsigned vec, unsigned perPhase, unsigned maxPhase,
                         llvm::ArrayRef<int32_t> order,
                         llvm::ArrayRef<DenseI32ArrayAttr> cgaBases) {
  return checkPowersOfTwo(error, "vec", int32_t(vec)) &&
         checkPowersOfTwo(error, "perPhase", int32_t(perPhase)) &&
         checkPowersOfTwo(error, "maxPhase", int32_t(maxPhase)) && checkOrder(error, order) &&
         checkBases(error, "CGALayout", cgaBases, order.size());
}

static void printSwizzle(AsmPrinter &printer, unsigned vec, unsigned perPhase, unsigned maxPhase,
                         llvm::ArrayRef<int32_t> order,
                         llvm::ArrayRef<DenseI32ArrayAttr> cgaBases) {
  printer << "<{vec = " << vec << ", perPhase = " << perPhase << ", maxPhase = " << maxPhase
          << ", order = ";
  print(printer, order);
  printCga(printer, cgaBases);
}

Attribute SwizzledSharedEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned vec = fields->number("vec"), perPhase = fields->number("perPhase"),
           maxPhase = fields->number("maxPhase");
  Ints order = fields->numbers("order");
  Bases cga = fields->cga();
  bool leading = fields->flag("hasLeadingOffset", false);
  if (!fields->done())
    return {};
  return parser.getChecked<SwizzledSharedEncodingAttr>(at, parser.getContext(), vec, perPhase,
                                                       maxPhase, llvm::ArrayRef(order),
                                                       llvm::ArrayRef(cga), leading);
}

void SwizzledSharedEncodingAttr::print(AsmPrinter &printer) const {
  printSwizzle(printer, getVec(), getPerPhase(), getMaxPhase(), getOrder(), getCgaBases());
  if (getHasLeadingOffset())
    printer << ", hasLeadingOffset = true";
  else if (tt::spellingOf(getContext()).sharedEncoding)
    printer << ", hasLeadingOffset = false";
  printer << "}>";
}

LogicalResult SwizzledSharedEncodingAttr::verify(ErrorFn error, unsigned vec, unsigned perPhase,
                                                 unsigned maxPhase, llvm::ArrayRef<int32_t> order,
                                                 llvm::ArrayRef<DenseI32ArrayAttr> cgaBases, bool) {
  return success(checkSwizzle(error, vec, perPhase, maxPhase, order, cgaBases));
}

Attribute AMDRotatingSharedEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned vec = fields->number("vec"), perPhase = fields->number("perPhase"),
           maxPhase = fields->number("maxPhase");
  Ints order = fields->numbers("order");
  Bases cga = fields->cga();
  if (!fields->done())
    return {};
  return parser.getChecked<AMDRotatingSharedEncodingAttr>(
      at, parser.getContext(), vec, perPhase, maxPhase, llvm::ArrayRef(order), llvm::ArrayRef(cga));
}

void AMDRotatingSharedEncodingAttr::print(AsmPrinter &printer) const {
  printSwizzle(printer, getVec(), getPerPhase(), getMaxPhase(), getOrder(), getCgaBases());
  printer << "}>";
}

LogicalResult AMDRotatingSharedEncodingAttr::verify(ErrorFn error, unsigned vec, unsigned perPhase,
                                                    unsigned maxPhase,
                                                    llvm::ArrayRef<int32_t> order,
                                                    llvm::ArrayRef<DenseI32ArrayAttr> cgaBases) {
  return success(checkSwizzle(error, vec, perPhase, maxPhase, order, cgaBases));
}

//===-- nvmma_shared --===//

Attribute NVMMASharedEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned bytes = fields->number("swizzlingByteWidth");
  bool transposed = fields->flag("transposed");
  unsigned width = fields->number("elementBitWidth");
  bool padded = fields->flag("fp4Padded", false);
  Bases cga = fields->cga();
  unsigned rank = fields->number("rank", 0);
  if (!fields->done())
    return {};
  return parser.getChecked<NVMMASharedEncodingAttr>(at, parser.getContext(), bytes, transposed,
                                                    width, padded, llvm::ArrayRef(cga),
                                                    rank == 2 ? 0 : rank);
}

void NVMMASharedEncodingAttr::print(AsmPrinter &printer) const {
  if (tt::spellingOf(getContext()).sharedEncoding) {
    printSwizzle(printer, getVec(), getPerPhase(), getMaxPhase(),
                 getTransposed() ? llvm::ArrayRef<int32_t>{0, 1} : llvm::ArrayRef<int32_t>{1, 0},
                 getCgaBases());
    printer << ", hasLeadingOffset = true}>";
    return;
  }
  printer << "<{swizzlingByteWidth = " << getSwizzlingByteWidth()
          << ", transposed = " << (getTransposed() ? "true" : "false")
          << ", elementBitWidth = " << getElementBitWidth();
  if (getFp4Padded())
    printer << ", fp4Padded = true";
  printCga(printer, getCgaBases());
  if (getRank())
    printer << ", rank = " << getRank();
  printer << "}>";
}

LogicalResult NVMMASharedEncodingAttr::verify(ErrorFn error, unsigned swizzlingByteWidth, bool,
                                              unsigned elementBitWidth, bool,
                                              llvm::ArrayRef<DenseI32ArrayAttr> cgaBases,
                                              unsigned rank) {
  if (swizzlingByteWidth != 0 && swizzlingByteWidth != 32 && swizzlingByteWidth != 64 &&
      swizzlingByteWidth != 128)
    return error() << "swizzlingByteWidth must be 0, 32, 64 or 128";
  if (elementBitWidth < 4 || elementBitWidth > 128 || !llvm::isPowerOf2_32(elementBitWidth))
    return error() << "elementBitWidth must be a power of two from 4 to 128";
  if (cgaBases.empty())
    return success();
  return success(checkBases(error, "CGALayout", cgaBases, rank ? rank : cgaBases.front().size()));
}

unsigned NVMMASharedEncodingAttr::getPerPhase() const {
  return getSwizzlingByteWidth() ? 128 / getSwizzlingByteWidth() : 1;
}

unsigned NVMMASharedEncodingAttr::getMaxPhase() const {
  return getSwizzlingByteWidth() ? getSwizzlingByteWidth() / 16 : 1;
}

unsigned NVMMASharedEncodingAttr::getVec() const {
  return std::max(1u, 128 / getElementBitWidth());
}

//===-- padded_shared --===//

/// The bases of the identity that walks dims in the order, the first of it fastest.
static Bases identity(MLIRContext *context, llvm::ArrayRef<int32_t> order,
                      llvm::ArrayRef<int32_t> shape) {
  Bases bases;
  for (int32_t dim : order) {
    Ints basis(shape.size(), 0);
    for (int64_t image = 1; image < shape[dim]; image *= 2) {
      basis[dim] = int32_t(image);
      bases.push_back(DenseI32ArrayAttr::get(context, basis));
    }
  }
  return bases;
}

/// The order and the shape whose identity the bases are, if they are one's; dims of size 1 come last.
static std::optional<std::pair<Ints, Ints>> asIdentity(llvm::ArrayRef<DenseI32ArrayAttr> bases) {
  if (bases.empty())
    return std::nullopt;
  Ints order, shape(bases.front().size(), 1);
  for (DenseI32ArrayAttr basis : bases) {
    llvm::ArrayRef<int32_t> images = basis.asArrayRef();
    const int32_t *found = llvm::find_if(images, [](int32_t image) { return image != 0; });
    if (found == images.end())
      return std::nullopt;
    int32_t dim = int32_t(found - images.begin());
    if (order.empty() || order.back() != dim)
      order.push_back(dim);
    if (*found != shape[dim] || shape[dim] > (1 << 29))
      return std::nullopt;
    shape[dim] *= 2;
  }
  for (int32_t dim = 0; dim < int32_t(shape.size()); ++dim)
    if (shape[dim] == 1)
      order.push_back(dim);
  // The bases of a dim that comes twice, or an entry beside another, are not there.
  if (order.size() != shape.size() ||
      identity(bases.front().getContext(), order, shape) != Bases(bases))
    return std::nullopt;
  return std::pair(order, shape);
}

Attribute PaddedSharedEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  Ints intervals, paddings;
  auto parsePair = [&]() -> ParseResult {
    int32_t &interval = intervals.emplace_back(), &padding = paddings.emplace_back();
    return failure(parser.parseInteger(interval) || parser.parseColon() || parser.parsePlus() ||
                   parser.parseInteger(padding));
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return {};
  std::optional<Fields> fields = Fields::parseBraces(parser);
  if (!fields || parser.parseGreater())
    return {};
  Ints order;
  Bases offsets, blocks;
  if (fields->has("order")) {
    order = fields->numbers("order");
    Ints shape = fields->numbers("shape", /*optional=*/true);
    blocks = fields->cga();
    if (!fields->done())
      return {};
    if (!shape.empty()) {
      auto error = [&] { return parser.emitError(at); };
      if (shape.size() != order.size())
        return error() << "order and shape must have the same length", Attribute();
      if (!checkOrder(error, order) || !checkPowersOfTwo(error, "shape", shape))
        return {};
      offsets = identity(parser.getContext(), order, shape);
      // A shape of ones has no bases, so the order is all that says the rank.
      if (!offsets.empty())
        order.clear();
    }
  } else {
    offsets = fields->bases("offset");
    blocks = fields->bases("block", /*optional=*/true);
    if (!fields->done())
      return {};
  }
  return parser.getChecked<PaddedSharedEncodingAttr>(
      at, parser.getContext(), llvm::ArrayRef(intervals), llvm::ArrayRef(paddings),
      llvm::ArrayRef(order), llvm::ArrayRef(offsets), llvm::ArrayRef(blocks));
}

void PaddedSharedEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(llvm::zip(getIntervals(), getPaddings()), printer, [&](auto pair) {
    printer << std::get<0>(pair) << ":+" << std::get<1>(pair);
  });
  printer << "] {";
  if (!getOrder().empty()) {
    printer << "order = ";
    ttg::print(printer, getOrder());
    printCga(printer, getBlockBases());
  } else if (auto identity = asIdentity(getOffsetBases()); identity && getBlockBases().empty()) {
    printer << "order = ";
    ttg::print(printer, identity->first);
    printer << ", shape = ";
    ttg::print(printer, identity->second);
  } else {
    printer << "offset = ";
    ttg::print(printer, getOffsetBases());
    printer << ", block = ";
    ttg::print(printer, getBlockBases());
  }
  printer << "}>";
}

/// The bases of a map from offsets and blocks have as many entries as the first of them.
static bool checkOffsetsAndBlocks(ErrorFn error, llvm::ArrayRef<DenseI32ArrayAttr> offsetBases,
                                  llvm::ArrayRef<DenseI32ArrayAttr> blockBases) {
  size_t rank = !offsetBases.empty() ? offsetBases.front().size()
                : blockBases.empty() ? 0
                                     : blockBases.front().size();
  return checkBases(error, "offset", offsetBases, rank) &&
         checkBases(error, "block", blockBases, rank);
}

LogicalResult PaddedSharedEncodingAttr::verify(ErrorFn error, llvm::ArrayRef<int32_t> intervals,
                                               llvm::ArrayRef<int32_t> paddings,
                                               llvm::ArrayRef<int32_t> order,
                                               llvm::ArrayRef<DenseI32ArrayAttr> offsetBases,
                                               llvm::ArrayRef<DenseI32ArrayAttr> blockBases) {
  if (intervals.size() != paddings.size())
    return error() << "there must be as many paddings as intervals";
  if (!checkPowersOfTwo(error, "the list of intervals", intervals) ||
      !checkPowersOfTwo(error, "the list of paddings", paddings))
    return failure();
  for (size_t i = 0; i < intervals.size(); ++i)
    if (llvm::is_contained(intervals.take_front(i), intervals[i]))
      return error() << "the intervals must differ from one another";
  if (!order.empty())
    return success(checkOrder(error, order) &&
                   checkBases(error, "CGALayout", blockBases, order.size()));
  return success(checkOffsetsAndBlocks(error, offsetBases, blockBases));
}

//===-- shared_linear --===//

Attribute SharedLinearEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  std::optional<Fields> fields = Fields::parseBraces(parser);
  if (!fields)
    return {};
  Bases offsets = fields->bases("offset"), blocks = fields->bases("block", /*optional=*/true);
  unsigned alignment = 16;
  if (fields->has("alignment"))
    alignment = fields->number("alignment");
  else if (succeeded(parser.parseOptionalComma()) &&
           (parser.parseKeyword("alignment") || parser.parseEqual() ||
            parser.parseInteger(alignment)))
    return {};
  if (parser.parseGreater() || !fields->done())
    return {};
  return parser.getChecked<SharedLinearEncodingAttr>(
      at, parser.getContext(), llvm::ArrayRef(offsets), llvm::ArrayRef(blocks), alignment);
}

void SharedLinearEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<{offset = ";
  ttg::print(printer, getOffsetBases());
  if (!getBlockBases().empty()) {
    printer << ", block = ";
    ttg::print(printer, getBlockBases());
  }
  printer << "}, alignment = " << getAlignment() << ">";
}

LogicalResult SharedLinearEncodingAttr::verify(ErrorFn error,
                                               llvm::ArrayRef<DenseI32ArrayAttr> offsetBases,
                                               llvm::ArrayRef<DenseI32ArrayAttr> blockBases,
                                               unsigned alignment) {
  if (!llvm::isPowerOf2_32(alignment))
    return error() << "alignment must be a power of two";
  return success(checkOffsetsAndBlocks(error, offsetBases, blockBases));
}

//===-- partitioned_shared --===//

Attribute PartitionedSharedEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned partitions = fields->number("numPartitions"), groups = fields->number("numGroups"),
           dim = fields->number("partitionDim");
  Attribute layout = fields->attribute("partitionLayout");
  if (!fields->done())
    return {};
  return parser.getChecked<PartitionedSharedEncodingAttr>(at, parser.getContext(), partitions,
                                                          groups, dim, layout);
}

void PartitionedSharedEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<{numPartitions = " << getNumPartitions() << ", numGroups = " << getNumGroups()
          << ", partitionDim = " << getPartitionDim()
          << ", partitionLayout = " << getPartitionLayout() << "}>";
}

LogicalResult PartitionedSharedEncodingAttr::verify(ErrorFn error, unsigned numPartitions,
                                                    unsigned numGroups, unsigned partitionDim,
                                                    Attribute partitionLayout) {
  if (!isShared(partitionLayout) || llvm::isa<PartitionedSharedEncodingAttr>(partitionLayout))
    return error()
           << "partitionLayout must be an encoding of buffers that is not itself partitioned";
  if (std::optional<unsigned> rank = rankOf(partitionLayout); rank && partitionDim >= *rank)
    return error() << "partitionDim must be below the rank of partitionLayout, " << *rank;
  return success(checkPowersOfTwo(error, "numPartitions", int32_t(numPartitions)) &&
                 checkPowersOfTwo(error, "numGroups", int32_t(numGroups)));
}

} // namespace fathom::ttg
