// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and checks of the encodings of tensor memory: `<blockM = 128, blockN = 64, colStride = 1>`.
#include "core/ir/EncodingsChecks.h"
#include "core/ir/EncodingsSyntax.h"
#include "core/ir/TritonNvidiaGPU.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonNvidiaGPUEncodings.cpp.inc"

namespace fathom::ttng {

using ttg::Bases;

void TritonNvidiaGPUDialect::registerEncodings() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "core/ir/TritonNvidiaGPUEncodings.cpp.inc"
      >();
}

namespace {

/// Reads `<key = value, ...>`: each key by `one`, at most once.
ParseResult parseKeys(AsmParser &parser, llvm::function_ref<ParseResult(llvm::StringRef)> one) {
  llvm::SmallVector<llvm::StringRef> seen;
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&]() -> ParseResult {
    SMLoc at = parser.getCurrentLocation();
    llvm::StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (llvm::is_contained(seen, key))
      return parser.emitError(at) << "'" << key << "' is given twice";
    seen.push_back(key);
    return one(key);
  });
}

ParseResult parseFlag(AsmParser &parser, bool &flag) {
  SMLoc at = parser.getCurrentLocation();
  llvm::StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  if (word != "true" && word != "false")
    return parser.emitError(at) << "expected true or false";
  flag = word == "true";
  return success();
}

ParseResult parseBases(AsmParser &parser, Bases &bases) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    llvm::SmallVector<int32_t> basis;
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       [&] { return parser.parseInteger(basis.emplace_back()); }))
      return failure();
    bases.push_back(DenseI32ArrayAttr::get(parser.getContext(), basis));
    return success();
  });
}

/// Says one of the keys that both encodings have; nothing where it is not one.
std::optional<ParseResult> parseCluster(AsmParser &parser, llvm::StringRef key, unsigned &splitM,
                                        unsigned &splitN, Bases &cga) {
  if (key == "CTASplitM")
    return parser.parseInteger(splitM);
  if (key == "CTASplitN")
    return parser.parseInteger(splitN);
  if (key == "CGALayout")
    return parseBases(parser, cga);
  return std::nullopt;
}

ParseResult unknownKey(AsmParser &parser, llvm::StringRef key) {
  return parser.emitError(parser.getCurrentLocation())
         << "an encoding of this kind has no '" << key << "'";
}

void printCluster(AsmPrinter &printer, unsigned splitM, unsigned splitN,
                  llvm::ArrayRef<DenseI32ArrayAttr> cga, llvm::ListSeparator &comma) {
  if (splitM != 1)
    printer << llvm::StringRef(comma) << "CTASplitM = " << splitM;
  if (splitN != 1)
    printer << llvm::StringRef(comma) << "CTASplitN = " << splitN;
  if (!cga.empty()) {
    printer << llvm::StringRef(comma) << "CGALayout = ";
    ttg::print(printer, cga);
  }
}

LogicalResult checkCluster(ttg::ErrorFn error, unsigned splitM, unsigned splitN,
                           llvm::ArrayRef<DenseI32ArrayAttr> cga) {
  if (!llvm::isPowerOf2_32(splitM) || !llvm::isPowerOf2_32(splitN))
    return error() << "CTASplitM and CTASplitN must be powers of two";
  return success(ttg::checkBases(error, "CGALayout", cga, 2));
}

} // namespace

Attribute TensorMemoryEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  unsigned blockM = 0, blockN = 0, splitM = 1, splitN = 1;
  std::optional<unsigned> colStride;
  std::optional<bool> unpacked;
  Bases cga;
  bool twoCTAs = false, fp4Padded = false;
  auto one = [&](llvm::StringRef key) -> ParseResult {
    if (key == "blockM")
      return parser.parseInteger(blockM);
    if (key == "blockN")
      return parser.parseInteger(blockN);
    if (key == "colStride")
      return parser.parseInteger(colStride.emplace());
    if (key == "unpacked")
      return parseFlag(parser, unpacked.emplace());
    if (key == "twoCTAs")
      return parseFlag(parser, twoCTAs);
    if (key == "fp4Padded")
      return parseFlag(parser, fp4Padded);
    if (std::optional<ParseResult> done = parseCluster(parser, key, splitM, splitN, cga))
      return *done;
    return unknownKey(parser, key);
  };
  if (parseKeys(parser, one))
    return {};
  return parser.getChecked<TensorMemoryEncodingAttr>(at, parser.getContext(), blockM, blockN,
                                                     colStride, unpacked, splitM, splitN, cga,
                                                     twoCTAs, fp4Padded);
}

void TensorMemoryEncodingAttr::print(AsmPrinter &printer) const {
  llvm::ListSeparator comma;
  printer << '<' << llvm::StringRef(comma) << "blockM = " << getBlockM() << llvm::StringRef(comma)
          << "blockN = " << getBlockN();
  if (getColStride())
    printer << llvm::StringRef(comma) << "colStride = " << *getColStride();
  if (getUnpacked())
    printer << llvm::StringRef(comma) << "unpacked = " << (*getUnpacked() ? "true" : "false");
  printCluster(printer, getCtaSplitM(), getCtaSplitN(), getCgaBases(), comma);
  if (getTwoCTAs())
    printer << llvm::StringRef(comma) << "twoCTAs = true";
  if (getFp4Padded())
    printer << llvm::StringRef(comma) << "fp4Padded = true";
  printer << '>';
}

LogicalResult TensorMemoryEncodingAttr::verify(
    llvm::function_ref<InFlightDiagnostic()> error, unsigned blockM, unsigned blockN,
    std::optional<unsigned> colStride, std::optional<bool> unpacked, unsigned ctaSplitM,
    unsigned ctaSplitN, llvm::ArrayRef<DenseI32ArrayAttr> cgaBases, bool, bool) {
  if (blockM != 64 && blockM != 128)
    return error() << "blockM must be 64 or 128";
  if (blockN < 1 || blockN > 512 || !llvm::isPowerOf2_32(blockN))
    return error() << "blockN must be a power of two up to 512";
  if (colStride.has_value() == unpacked.has_value())
    return error() << "either colStride or unpacked must be said";
  if (colStride && *colStride != 1 && *colStride != 2 && *colStride != 4)
    return error() << "colStride must be 1, 2 or 4";
  return checkCluster(error, ctaSplitM, ctaSplitN, cgaBases);
}

Attribute TensorMemoryScalesEncodingAttr::parse(AsmParser &parser, Type) {
  SMLoc at = parser.getCurrentLocation();
  unsigned splitM = 1, splitN = 1;
  Bases cga;
  auto order = BlockRepOrder::MnThenK;
  auto one = [&](llvm::StringRef key) -> ParseResult {
    if (std::optional<ParseResult> done = parseCluster(parser, key, splitM, splitN, cga))
      return *done;
    llvm::StringRef word;
    if (key != "blockRepOrder")
      return unknownKey(parser, key);
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<BlockRepOrder> known = symbolizeBlockRepOrder(word);
    if (!known)
      return parser.emitError(at) << "unknown blockRepOrder '" << word << "'";
    order = *known;
    return success();
  };
  // Without a key there may be no brackets.
  if (failed(parser.parseOptionalLess()))
    return parser.getChecked<TensorMemoryScalesEncodingAttr>(at, parser.getContext(), splitM,
                                                             splitN, cga, order);
  if (failed(parser.parseOptionalGreater())) {
    llvm::StringRef key;
    do {
      if (parser.parseKeyword(&key) || parser.parseEqual() || one(key))
        return {};
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseGreater())
      return {};
  }
  return parser.getChecked<TensorMemoryScalesEncodingAttr>(at, parser.getContext(), splitM, splitN,
                                                           cga, order);
}

void TensorMemoryScalesEncodingAttr::print(AsmPrinter &printer) const {
  llvm::ListSeparator comma;
  printer << '<';
  printCluster(printer, getCtaSplitM(), getCtaSplitN(), getCgaBases(), comma);
  if (getBlockRepOrder() != BlockRepOrder::MnThenK)
    printer << llvm::StringRef(comma)
            << "blockRepOrder = " << stringifyBlockRepOrder(getBlockRepOrder());
  printer << '>';
}

LogicalResult TensorMemoryScalesEncodingAttr::verify(llvm::function_ref<InFlightDiagnostic()> error,
                                                     unsigned ctaSplitM, unsigned ctaSplitN,
                                                     llvm::ArrayRef<DenseI32ArrayAttr> cgaBases,
                                                     BlockRepOrder) {
  return checkCluster(error, ctaSplitM, ctaSplitN, cgaBases);
}

} // namespace fathom::ttng
