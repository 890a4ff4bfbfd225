// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and checks of the types of ttg.
#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"

using namespace mlir;

#define GET_TYPEDEF_CLASSES
#include "core/ir/TritonGPUTypes.cpp.inc"

namespace fathom::ttg {

void TritonGPUDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "core/ir/TritonGPUTypes.cpp.inc"
      >();
}

// <64x32xf16, #shared, #smem, mutable, 3x64x32>
Type MemDescType::parse(AsmParser &parser) {
  SMLoc at = parser.getCurrentLocation();
  llvm::SmallVector<int64_t> shape, allocShape;
  Type element;
  Attribute encoding, space;
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma() || parser.parseAttribute(encoding))
    return {};
  bool isMutable = false;
  allocShape = shape;
  while (succeeded(parser.parseOptionalComma())) {
    if (!isMutable && succeeded(parser.parseOptionalKeyword("mutable"))) {
      isMutable = true;
      continue;
    }
    OptionalParseResult parsed = space || isMutable ? OptionalParseResult(std::nullopt)
                                                    : parser.parseOptionalAttribute(space);
    if (parsed.has_value()) {
      if (failed(*parsed))
        return {};
      continue;
    }
    allocShape.clear();
    if (parser.parseDimensionList(allocShape, /*allowDynamic=*/false, /*withTrailingX=*/false))
      return {};
    break;
  }
  if (parser.parseGreater())
    return {};
  // Texts of 2024 may leave the memory out.
  if (!space)
    space = SharedMemorySpaceAttr::get(parser.getContext());
  if (element.isIntOrFloat())
    encoding = withElementWidth(encoding, element.getIntOrFloatBitWidth(), shape.size());
  return parser.getChecked<MemDescType>(at, parser.getContext(), shape, element, encoding, space,
                                        isMutable, allocShape);
}

void MemDescType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t size : getShape())
    printer << size << 'x';
  const Spelling &spelling = tt::spellingOf(getContext());
  printer << getElementType() << ", " << getEncoding();
  if (!spelling.memdescWithoutSpace)
    printer << ", " << getMemorySpace();
  if (getMutableMemory())
    printer << ", mutable";
  if (isView() && !spelling.memdescWithoutBuffer) {
    printer << ", ";
    llvm::interleave(getAllocShape(), printer, "x");
  }
  printer << '>';
}

LogicalResult MemDescType::verify(llvm::function_ref<InFlightDiagnostic()> error,
                                  llvm::ArrayRef<int64_t> shape, Type elementType,
                                  Attribute encoding, Attribute memorySpace, bool,
                                  llvm::ArrayRef<int64_t> allocShape) {
  if (shape.empty())
    return error() << "a memdesc needs a dimension";
  for (llvm::ArrayRef<int64_t> sizes : {shape, allocShape})
    for (int64_t size : sizes)
      if (size < 1 || size > (int64_t(1) << 40))
        return error() << "the sizes of a memdesc must be from 1 to 2^40";
  if (allocShape.size() < shape.size())
    return error() << "the buffer of a memdesc has at least the view's rank";
  for (auto [size, whole] : llvm::zip(shape, allocShape.take_back(shape.size())))
    if (size > whole)
      return error() << "a view is not larger than its buffer";
  if (!elementType.isIntOrFloat() && !llvm::isa<tt::PointerType>(elementType))
    return error() << "the elements of a memdesc must be numbers or pointers, not " << elementType;
  if (llvm::isa_and_nonnull<SharedMemorySpaceAttr>(memorySpace)) {
    if (!isShared(encoding))
      return error() << "a memdesc in shared memory cannot have the encoding " << encoding;
    // The rank of a buffer of several buffers is one more than its encoding's.
    if (std::optional<unsigned> rank = rankOf(encoding);
        rank && shape.size() != *rank && shape.size() != *rank + 1)
      return error() << "a memdesc of rank " << shape.size() << " cannot have an encoding of rank "
                     << *rank;
    return success();
  }
  if (llvm::isa_and_nonnull<ttng::TensorMemorySpaceAttr>(memorySpace)) {
    if (!llvm::isa_and_nonnull<ttng::TensorMemoryEncodingAttr,
                               ttng::TensorMemoryScalesEncodingAttr>(encoding) &&
        !isShared(encoding) && !isDistributed(encoding))
      return error() << "a memdesc in tensor memory cannot have the encoding " << encoding;
    return success();
  }
  return error() << "unknown memory " << memorySpace;
}

MemDescType MemDescType::cloneWith(std::optional<llvm::ArrayRef<int64_t>> shape,
                                   Type elementType) const {
  return get(getContext(), shape.value_or(getShape()), elementType, getEncoding(), getMemorySpace(),
             getMutableMemory(), getAllocShape());
}

bool MemDescType::isInSharedMemory() const {
  return llvm::isa<SharedMemorySpaceAttr>(getMemorySpace());
}
bool MemDescType::isInTensorMemory() const {
  return llvm::isa<ttng::TensorMemorySpaceAttr>(getMemorySpace());
}

} // namespace fathom::ttg
