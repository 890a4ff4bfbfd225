// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and checks of the encodings of tensors in registers.
#include "core/ir/EncodingsChecks.h"
#include "core/ir/EncodingsSyntax.h"
#include "core/ir/Spelling.h"
#include "core/ir/TritonGPUEncodings.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace fathom::ttg {

//===-- blocked --===//

Attribute BlockedEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  Ints size = fields->numbers("sizePerThread"), threads = fields->numbers("threadsPerWarp"),
       warps = fields->numbers("warpsPerCTA"), order = fields->numbers("order");
  Bases cga = fields->cga();
  if (!fields->done())
    return {};
  return parser.getChecked<BlockedEncodingAttr>(at, parser.getContext(), llvm::ArrayRef(size),
                                                llvm::ArrayRef(threads), llvm::ArrayRef(warps),
                                                llvm::ArrayRef(order), llvm::ArrayRef(cga));
}

void BlockedEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<{sizePerThread = ";
  ttg::print(printer, getSizePerThread());
  printer << ", threadsPerWarp = ";
  ttg::print(printer, getThreadsPerWarp());
  printer << ", warpsPerCTA = ";
  ttg::print(printer, getWarpsPerCTA());
  printer << ", order = ";
  ttg::print(printer, getOrder());
  printCga(printer, getCgaBases());
  printer << "}>";
}

LogicalResult BlockedEncodingAttr::verify(ErrorFn error, llvm::ArrayRef<int32_t> sizePerThread,
                                          llvm::ArrayRef<int32_t> threadsPerWarp,
                                          llvm::ArrayRef<int32_t> warpsPerCTA,
                                          llvm::ArrayRef<int32_t> order,
                                          llvm::ArrayRef<DenseI32ArrayAttr> cgaBases) {
  size_t rank = sizePerThread.size();
  if (threadsPerWarp.size() != rank || warpsPerCTA.size() != rank || order.size() != rank)
    return error()
           << "sizePerThread, threadsPerWarp, warpsPerCTA and order must have the same length";
  return success(checkPowersOfTwo(error, "sizePerThread", sizePerThread) &&
                 checkPowersOfTwo(error, "threadsPerWarp", threadsPerWarp) &&
                 checkPowersOfTwo(error, "warpsPerCTA", warpsPerCTA) && checkOrder(error, order) &&
                 checkBases(error, "CGALayout", cgaBases, rank));
}

//===-- slice --===//

Attribute SliceEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned dim = fields->number("dim");
  Attribute parent = fields->attribute("parent");
  if (!fields->done())
    return {};
  return parser.getChecked<SliceEncodingAttr>(at, parser.getContext(), dim, parent);
}

void SliceEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<{dim = " << getDim() << ", parent = " << getParent() << "}>";
}

LogicalResult SliceEncodingAttr::verify(ErrorFn error, unsigned dim, Attribute parent) {
  if (!isDistributed(parent))
    return error() << "the parent of a slice must be an encoding of tensors in registers, not "
                   << parent;
  std::optional<unsigned> rank = rankOf(parent);
  if (rank && (*rank < 2 || dim >= *rank))
    return error() << "a slice of dim " << dim << " needs a parent of rank "
                   << std::max(2u, dim + 1) << " or more, and this one has " << *rank;
  return success();
}

//===-- dot_op --===//

Attribute DotOperandEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned opIdx = fields->number("opIdx");
  Attribute parent = fields->attribute("parent");
  unsigned kWidth = fields->number("kWidth", 0);
  if (!fields->done())
    return {};
  return parser.getChecked<DotOperandEncodingAttr>(at, parser.getContext(), opIdx, parent, kWidth);
}

void DotOperandEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<{opIdx = " << getOpIdx() << ", parent = " << getParent();
  if (getKWidth())
    printer << ", kWidth = " << getKWidth();
  printer << "}>";
}

LogicalResult DotOperandEncodingAttr::verify(ErrorFn error, unsigned opIdx, Attribute parent,
                                             unsigned kWidth) {
  if (opIdx > 1)
    return error() << "opIdx must be 0 or 1";
  if (!isDistributed(parent))
    return error() << "the parent of a dot_op must be an encoding of tensors in registers, not "
                   << parent;
  if (kWidth && !llvm::isPowerOf2_32(kWidth))
    return error() << "kWidth must be a power of two";
  if (kWidth && llvm::isa<BlockedEncodingAttr>(parent))
    return error() << "a dot_op of a blocked parent has no kWidth";
  if (auto mma = llvm::dyn_cast<NvidiaMmaEncodingAttr>(parent)) {
    if (mma.getVersionMajor() == 2 && !kWidth)
      return error() << "a dot_op of an nvidia_mma of version 2 needs a kWidth";
    if (mma.getVersionMajor() == 3 && opIdx != 0)
      return error() << "a dot_op of an nvidia_mma of version 3 can only be operand 0";
  }
  return success();
}

//===-- nvidia_mma --===//

Attribute NvidiaMmaEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned major = fields->number("versionMajor"), minor = fields->number("versionMinor", 0);
  Ints warps = fields->numbers("warpsPerCTA");
  Bases cga = fields->cga();
  Ints shape = fields->numbers("instrShape", /*optional=*/true);
  if (!fields->done())
    return {};
  if (shape.empty())
    shape = {16, 8};
  return parser.getChecked<NvidiaMmaEncodingAttr>(at, parser.getContext(), major, minor,
                                                  llvm::ArrayRef(warps), llvm::ArrayRef(cga),
                                                  llvm::ArrayRef(shape));
}

void NvidiaMmaEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<{versionMajor = " << getVersionMajor() << ", versionMinor = " << getVersionMinor()
          << ", warpsPerCTA = ";
  ttg::print(printer, getWarpsPerCTA());
  printCga(printer, getCgaBases());
  printer << ", instrShape = ";
  ttg::print(printer, getInstrShape());
  printer << "}>";
}

LogicalResult NvidiaMmaEncodingAttr::verify(ErrorFn error, unsigned versionMajor, unsigned,
                                            llvm::ArrayRef<int32_t> warpsPerCTA,
                                            llvm::ArrayRef<DenseI32ArrayAttr> cgaBases,
                                            llvm::ArrayRef<int32_t> instrShape) {
  if (versionMajor < 1 || versionMajor > 5)
    return error() << "versionMajor must be from 1 to 5";
  if (instrShape.size() < 2 || instrShape.size() > 3)
    return error() << "instrShape must have two or three entries";
  for (int32_t size : instrShape)
    if (size < 1)
      return error() << "the entries of instrShape must be positive";
  return success(checkPowersOfTwo(error, "warpsPerCTA", warpsPerCTA) &&
                 checkBases(error, "CGALayout", cgaBases, warpsPerCTA.size()));
}

//===-- amd_mfma --===//

Attribute AMDMfmaEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  unsigned version = fields->number(fields->has("versionMajor") ? "versionMajor" : "version");
  unsigned minor = fields->number("versionMinor", 0);
  Ints warps = fields->numbers("warpsPerCTA"), shape = fields->numbers("instrShape");
  bool transposed = fields->flag("isTransposed");
  Bases cga = fields->cga();
  Ints tiles = fields->numbers("tilesPerWarp", /*optional=*/true);
  unsigned width = fields->number("elementBitWidth", 0);
  // 3.5 names the accumulator's type, of which only the width matters.
  if (fields->has("elementType"))
    if (auto type = llvm::dyn_cast<TypeAttr>(fields->attribute("elementType")))
      width = type.getValue().isF64() ? 64 : 0;
  if (!fields->done())
    return {};
  if (llvm::all_of(tiles, [](int32_t count) { return count == 1; }))
    tiles.clear();
  return parser.getChecked<AMDMfmaEncodingAttr>(
      at, parser.getContext(), version, minor, llvm::ArrayRef(warps), llvm::ArrayRef(shape),
      transposed, llvm::ArrayRef(cga), llvm::ArrayRef(tiles), width == 32 ? 0 : width);
}

void AMDMfmaEncodingAttr::print(AsmPrinter &printer) const {
  const Spelling &spelling = tt::spellingOf(getContext());
  printer << (spelling.mfmaMajorMinor ? "<{versionMajor = " : "<{version = ") << getVersion();
  if (getVersionMinor() || spelling.mfmaMajorMinor)
    printer << ", versionMinor = " << getVersionMinor();
  printer << ", warpsPerCTA = ";
  ttg::print(printer, getWarpsPerCTA());
  printer << ", instrShape = ";
  ttg::print(printer, spelling.mfmaWithoutK ? getInstrShape().take_front(2) : getInstrShape());
  printer << ", isTransposed = " << (getIsTransposed() ? "true" : "false");
  printCga(printer, getCgaBases());
  if (!getTilesPerWarp().empty()) {
    printer << ", tilesPerWarp = ";
    ttg::print(printer, getTilesPerWarp());
  }
  if (getElementBitWidth())
    printer << ", elementBitWidth = " << getElementBitWidth();
  printer << "}>";
}

LogicalResult AMDMfmaEncodingAttr::verify(ErrorFn error, unsigned version, unsigned,
                                          llvm::ArrayRef<int32_t> warpsPerCTA,
                                          llvm::ArrayRef<int32_t> instrShape, bool,
                                          llvm::ArrayRef<DenseI32ArrayAttr> cgaBases,
                                          llvm::ArrayRef<int32_t> tilesPerWarp,
                                          unsigned elementBitWidth) {
  if (version < 1 || version > 4)
    return error() << "version must be from 1 to 4";
  if (instrShape.size() < 2 || instrShape.size() > 3)
    return error() << "instrShape must have two or three entries";
  if (!tilesPerWarp.empty() && tilesPerWarp.size() != warpsPerCTA.size())
    return error() << "tilesPerWarp and warpsPerCTA must have the same length";
  if (elementBitWidth && elementBitWidth != 64)
    return error() << "elementBitWidth must be 32 or 64";
  return success(checkPowersOfTwo(error, "warpsPerCTA", warpsPerCTA) &&
                 checkPowersOfTwo(error, "instrShape", instrShape) &&
                 checkBases(error, "CGALayout", cgaBases, warpsPerCTA.size()) &&
                 (tilesPerWarp.empty() || checkPowersOfTwo(error, "tilesPerWarp", tilesPerWarp)));
}

//===-- amd_wmma --===//

Attribute AMDWmmaEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  // Up to 3.1 there is the one.
  unsigned version = fields->number("version", 1);
  // As for mfma, though no release writes it so.
  bool transposed =
      fields->flag(fields->has("isTransposed") ? "isTransposed" : "isTranspose", false);
  Ints warps, tiles;
  Bases ctaRegister, ctaWarp;
  if (std::optional<Fields> cta = fields->nested("ctaLayout")) {
    ctaRegister = cta->bases("register", /*optional=*/true);
    ctaWarp = cta->bases("warp", /*optional=*/true); // Of one warp there is none.
    if (!cta->done())
      return {};
  } else {
    warps = fields->numbers("warpsPerCTA");
    tiles = fields->numbers("tilesPerWarp", /*optional=*/true);
  }
  Bases cga = fields->cga();
  Ints shape = fields->numbers("instrShape", /*optional=*/true);
  // The sixteen times sixteen of every version before 3.
  if (shape == Ints{16, 16, 16})
    shape.clear();
  if (llvm::all_of(tiles, [](int32_t count) { return count == 1; }))
    tiles.clear();
  if (!fields->done())
    return {};
  return parser.getChecked<AMDWmmaEncodingAttr>(
      at, parser.getContext(), version, transposed, llvm::ArrayRef(warps), llvm::ArrayRef(tiles),
      llvm::ArrayRef(ctaRegister), llvm::ArrayRef(ctaWarp), llvm::ArrayRef(cga),
      llvm::ArrayRef(shape));
}

void AMDWmmaEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<{version = " << getVersion()
          << ", isTranspose = " << (getIsTransposed() ? "true" : "false");
  if (getWarpsPerCTA().empty()) {
    printer << ", ctaLayout = {";
    if (!getCtaRegister().empty()) {
      printer << "register = ";
      ttg::print(printer, getCtaRegister());
      printer << ", ";
    }
    printer << "warp = ";
    ttg::print(printer, getCtaWarp());
    printer << "}";
  } else {
    printer << ", warpsPerCTA = ";
    ttg::print(printer, getWarpsPerCTA());
  }
  if (!getTilesPerWarp().empty()) {
    printer << ", tilesPerWarp = ";
    ttg::print(printer, getTilesPerWarp());
  }
  printCga(printer, getCgaBases());
  if (!getInstrShape().empty()) {
    printer << ", instrShape = ";
    ttg::print(printer, getInstrShape());
  }
  printer << "}>";
}

LogicalResult AMDWmmaEncodingAttr::verify(ErrorFn error, unsigned version, bool,
                                          llvm::ArrayRef<int32_t> warpsPerCTA,
                                          llvm::ArrayRef<int32_t> tilesPerWarp,
                                          llvm::ArrayRef<DenseI32ArrayAttr> ctaRegister,
                                          llvm::ArrayRef<DenseI32ArrayAttr> ctaWarp,
                                          llvm::ArrayRef<DenseI32ArrayAttr> cgaBases,
                                          llvm::ArrayRef<int32_t> instrShape) {
  if (version < 1 || version > 3)
    return error() << "version must be from 1 to 3";
  if (!warpsPerCTA.empty() && (!ctaRegister.empty() || !ctaWarp.empty()))
    return error() << "warps are said either by warpsPerCTA or by ctaLayout";
  if (!tilesPerWarp.empty() && tilesPerWarp.size() != warpsPerCTA.size())
    return error() << "tilesPerWarp and warpsPerCTA must have the same length";
  if (!instrShape.empty() && instrShape.size() != 3)
    return error() << "instrShape must have three entries";
  size_t rank = !warpsPerCTA.empty()  ? warpsPerCTA.size()
                : !ctaWarp.empty()    ? ctaWarp.front().size()
                : ctaRegister.empty() ? 0
                                      : ctaRegister.front().size();
  return success((warpsPerCTA.empty() || checkPowersOfTwo(error, "warpsPerCTA", warpsPerCTA)) &&
                 (tilesPerWarp.empty() || checkPowersOfTwo(error, "tilesPerWarp", tilesPerWarp)) &&
                 (instrShape.empty() || checkPowersOfTwo(error, "instrShape", instrShape)) &&
                 checkBases(error, "register", ctaRegister, rank) &&
                 checkBases(error, "warp", ctaWarp, rank) &&
                 (rank == 0 || checkBases(error, "CGALayout", cgaBases, rank)));
}

//===-- linear and generic_linear --===//

template <typename Encoding> static Attribute parseLinear(AsmParser &parser) {
  SMLoc at = parser.getCurrentLocation();
  std::optional<Fields> fields = Fields::parse(parser);
  if (!fields)
    return {};
  Bases registers = fields->bases("register"), lanes = fields->bases("lane"),
        warps = fields->bases("warp"), blocks = fields->bases("block");
  if (!fields->done())
    return {};
  return parser.getChecked<Encoding>(at, parser.getContext(), llvm::ArrayRef(registers),
                                     llvm::ArrayRef(lanes), llvm::ArrayRef(warps),
                                     llvm::ArrayRef(blocks));
}

template <typename Encoding> static void printLinear(AsmPrinter &printer, Encoding encoding) {
  printer << "<{register = ";
  print(printer, encoding.getRegisterBases());
  printer << ", lane = ";
  print(printer, encoding.getLaneBases());
  printer << ", warp = ";
  print(printer, encoding.getWarpBases());
  printer << ", block = ";
  print(printer, encoding.getBlockBases());
  printer << "}>";
}

static unsigned rankOfBases(std::initializer_list<llvm::ArrayRef<DenseI32ArrayAttr>> lists) {
  for (llvm::ArrayRef<DenseI32ArrayAttr> bases : lists)
    if (!bases.empty())
      return bases.front().size();
  return 0;
}

static bool checkLinear(ErrorFn error, llvm::ArrayRef<DenseI32ArrayAttr> registers,
                        llvm::ArrayRef<DenseI32ArrayAttr> lanes,
                        llvm::ArrayRef<DenseI32ArrayAttr> warps,
                        llvm::ArrayRef<DenseI32ArrayAttr> blocks) {
  unsigned rank = rankOfBases({registers, lanes, warps, blocks});
  return checkBases(error, "register", registers, rank) && checkBases(error, "lane", lanes, rank) &&
         checkBases(error, "warp", warps, rank) && checkBases(error, "block", blocks, rank);
}

Attribute LinearEncodingAttr::parse(AsmParser &parser, Type) {
  return parseLinear<LinearEncodingAttr>(parser);
}
void LinearEncodingAttr::print(AsmPrinter &printer) const { printLinear(printer, *this); }
unsigned LinearEncodingAttr::getRank() const {
  return rankOfBases({getRegisterBases(), getLaneBases(), getWarpBases(), getBlockBases()});
}

LogicalResult LinearEncodingAttr::verify(ErrorFn error, llvm::ArrayRef<DenseI32ArrayAttr> registers,
                                         llvm::ArrayRef<DenseI32ArrayAttr> lanes,
                                         llvm::ArrayRef<DenseI32ArrayAttr> warps,
                                         llvm::ArrayRef<DenseI32ArrayAttr> blocks) {
  if (!checkLinear(error, registers, lanes, warps, blocks))
    return failure();
  // A bijection up to zero bases: every power of two below a dim's size is the image of exactly one basis.
  llvm::SmallVector<uint32_t> covered(rankOfBases({registers, lanes, warps, blocks}), 0);
  for (llvm::ArrayRef<DenseI32ArrayAttr> bases : {registers, lanes, warps, blocks})
    for (DenseI32ArrayAttr basis : bases) {
      unsigned nonzero = 0;
      for (auto [dim, image] : llvm::enumerate(basis.asArrayRef())) {
        if (image == 0)
          continue;
        if (++nonzero > 1 || !llvm::isPowerOf2_32(image))
          return error()
                 << "each basis of a linear encoding must be zero or one power of two in one dim";
        if (covered[dim] & uint32_t(image))
          return error() << "two bases of a linear encoding have the same image " << image
                         << " in dim " << dim;
        covered[dim] |= uint32_t(image);
      }
    }
  for (auto [dim, mask] : llvm::enumerate(covered))
    if (mask & (mask + 1))
      return error() << "no basis of the linear encoding has the image " << ((mask + 1) & ~mask)
                     << " in dim " << dim;
  return success();
}

Attribute GenericLinearEncodingAttr::parse(AsmParser &parser, Type) {
  return parseLinear<GenericLinearEncodingAttr>(parser);
}
void GenericLinearEncodingAttr::print(AsmPrinter &printer) const { printLinear(printer, *this); }
unsigned GenericLinearEncodingAttr::getRank() const {
  return rankOfBases({getRegisterBases(), getLaneBases(), getWarpBases(), getBlockBases()});
}

LogicalResult GenericLinearEncodingAttr::verify(ErrorFn error,
                                                llvm::ArrayRef<DenseI32ArrayAttr> registers,
                                                llvm::ArrayRef<DenseI32ArrayAttr> lanes,
                                                llvm::ArrayRef<DenseI32ArrayAttr> warps,
                                                llvm::ArrayRef<DenseI32ArrayAttr> blocks) {
  return success(checkLinear(error, registers, lanes, warps, blocks));
}

} // namespace fathom::ttg
