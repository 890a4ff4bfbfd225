// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, prints and verifies the types and attributes of the tt dialect, in every spelling.
#include "core/ir/Triton.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom::tt;

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonAttributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "core/ir/TritonTypes.cpp.inc"

void TritonDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "core/ir/TritonTypes.cpp.inc"
      >();
}

void TritonDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "core/ir/TritonAttributes.cpp.inc"
      >();
}

Type TritonDialect::parseType(DialectAsmParser &parser) const {
  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  OptionalParseResult parsed = generatedTypeParser(parser, &mnemonic, type);
  if (parsed.has_value())
    return type;
  if (mnemonic == "memdesc")
    if (Dialect *ttg = getContext()->getLoadedDialect("ttg"))
      if (auto *layouts = ttg->getRegisteredInterface<LayoutInference>())
        return layouts->parseMemDesc(parser);
  parser.emitError(loc) << "unknown type of dialect tt: " << mnemonic;
  return {};
}

void TritonDialect::printType(Type type, DialectAsmPrinter &printer) const {
  if (failed(generatedTypePrinter(type, printer)))
    llvm_unreachable("a type of the tt dialect without a printer");
}

// !tt.ptr<f32>, !tt.ptr<f32, 3>
Type PointerType::parse(AsmParser &parser) {
  Type pointee;
  int addressSpace = 1;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseType(pointee))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseInteger(addressSpace))
    return {};
  if (parser.parseGreater())
    return {};
  return PointerType::getChecked([&] { return parser.emitError(loc); }, pointee, addressSpace);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << "<" << getPointeeType();
  if (getAddressSpace() != 1)
    printer << ", " << getAddressSpace();
  printer << ">";
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError, Type pointeeType,
                                  int addressSpace) {
  if (auto tensor = dyn_cast<RankedTensorType>(pointeeType)) {
    if (!tensor.hasStaticShape())
      return emitError() << "a pointer to a tensor needs its static shape, but got " << tensor;
  } else if (isa<ShapedType, FunctionType, TupleType>(pointeeType)) {
    return emitError() << "invalid pointee type: " << pointeeType;
  }
  if (addressSpace < 0)
    return emitError() << "invalid address space: " << addressSpace;
  return success();
}

// !tt.tensordesc<tensor<8x8xf16, #shared>>, !tt.tensordesc<8x8xf16, #shared>
Type TensorDescType::parse(AsmParser &parser) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  auto error = [&] { return parser.emitError(loc); };
  if (parser.parseLess())
    return {};
  RankedTensorType block;
  Type type;
  OptionalParseResult whole = parser.parseOptionalType(type);
  if (whole.has_value()) {
    if (failed(*whole))
      return {};
    block = dyn_cast<RankedTensorType>(type);
    if (!block) {
      error() << "expected a ranked tensor type or a shape, but got " << type;
      return {};
    }
  } else {
    SmallVector<int64_t> shape;
    Type element;
    Attribute encoding;
    if (parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(element))
      return {};
    if (succeeded(parser.parseOptionalComma()) && parser.parseAttribute(encoding))
      return {};
    block = RankedTensorType::getChecked(error, shape, element, encoding);
    if (!block)
      return {};
  }
  if (parser.parseGreater())
    return {};
  return TensorDescType::getChecked(error, block);
}

void TensorDescType::print(AsmPrinter &printer) const {
  RankedTensorType block = getBlockType();
  if (spellingOf(getContext()).signlessDescriptors)
    block = RankedTensorType::get(block.getShape(), getLoadedType().getElementType(),
                                  block.getEncoding());
  if (!spellingOf(getContext()).bareTensorDesc) {
    printer << "<" << block << ">";
    return;
  }
  printer << "<";
  printer.printDimensionList(block.getShape());
  printer << (block.getRank() ? "x" : "") << block.getElementType();
  if (block.getEncoding())
    printer << ", " << block.getEncoding();
  printer << ">";
}

LogicalResult TensorDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                                     RankedTensorType blockType) {
  if (!blockType.hasStaticShape())
    return emitError() << "the block of a tensor descriptor needs a static shape";
  if (!isa<FloatType, IntegerType>(blockType.getElementType()))
    return emitError() << "invalid element type of a tensor descriptor: "
                       << blockType.getElementType();
  return success();
}

RankedTensorType TensorDescType::getLoadedType() const {
  Type element = getBlockType().getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(getContext(), integer.getWidth());
  return RankedTensorType::get(getBlockType().getShape(), element);
}

// #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>, its keys in any order and
// each of them optional.
Attribute CachePolicyAttr::parse(AsmParser &parser, Type) {
  CacheModifier cache = CacheModifier::None;
  EvictionPolicy evict = EvictionPolicy::Normal;
  auto key = [&]() -> ParseResult {
    StringRef name, value;
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual() || parser.parseKeyword(&value))
      return failure();
    if (name == "cache_modifier") {
      if (auto known = symbolizeCacheModifier(value))
        return cache = *known, success();
    } else if (name == "eviction_policy") {
      if (auto known = symbolizeEvictionPolicy(value))
        return evict = *known, success();
    } else {
      return parser.emitError(loc) << "unknown key of a cache policy: " << name;
    }
    return parser.emitError(loc) << "unknown " << name << ": " << value;
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, key))
    return {};
  return CachePolicyAttr::get(parser.getContext(), cache, evict);
}

void CachePolicyAttr::print(AsmPrinter &printer) const {
  printer << "<cache_modifier = " << stringifyCacheModifier(getCacheModifier())
          << ", eviction_policy = " << stringifyEvictionPolicy(getEvictionPolicy()) << ">";
}
