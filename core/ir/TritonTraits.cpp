// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies the tensors of an op: their sizes, their encodings, and that the encodings agree.
#include "core/ir/Triton.h"

using namespace mlir;
using namespace fathom::tt;

namespace {

/// Calls verify with each ranked tensor type of the op's operands and results, and what it is
/// called. Each type once: most ops have one or two.
LogicalResult
forEachTensor(Operation *op,
              function_ref<LogicalResult(RankedTensorType, StringRef, unsigned)> verify) {
  SmallVector<Type, 4> seen;
  auto each = [&](TypeRange types, StringRef what) {
    for (auto [index, type] : llvm::enumerate(types)) {
      if (llvm::is_contained(seen, type))
        continue;
      seen.push_back(type);
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (failed(verify(tensor, what, index)))
          return failure();
    }
    return success();
  };
  return success(succeeded(each(op->getOperandTypes(), "operand")) &&
                 succeeded(each(op->getResultTypes(), "result")));
}

} // namespace

LogicalResult fathom::tt::verifyTensorSize(Operation *op) {
  return forEachTensor(
      op, [&](RankedTensorType type, StringRef what, unsigned index) -> LogicalResult {
        auto say = [&] {
          return op->emitOpError() << what << " #" << index << ": " << type << " ";
        };
        if (!type.hasStaticShape())
          return say() << "has a dynamic shape";
        int64_t elements = 1;
        for (int64_t size : type.getShape()) {
          // Each factor is checked, so that the product cannot overflow.
          if (size < 1 || size > maxTensorElements || (elements *= size) > maxTensorElements)
            return say() << (size < 1 ? "has an empty dimension"
                                      : "has more elements than the limit, 1048576");
        }
        if (!llvm::isPowerOf2_64(elements))
          return say() << "has " << elements << " elements, which is no power of two";
        return success();
      });
}

LogicalResult fathom::tt::verifyTensorLayouts(Operation *op) {
  return forEachTensor(op,
                       [&](RankedTensorType type, StringRef what, unsigned index) -> LogicalResult {
                         const LayoutInference *layouts = layoutInferenceOf(type.getEncoding());
                         if (!layouts)
                           return success();
                         return layouts->verifyTensor(type, op, [&] {
                           return op->emitOpError() << what << " #" << index << ": ";
                         });
                       });
}

LogicalResult fathom::tt::verifySameEncoding(Operation *op, bool withResults) {
  Attribute first;
  return forEachTensor(
      op, [&](RankedTensorType type, StringRef what, unsigned index) -> LogicalResult {
        Attribute encoding = type.getEncoding();
        if (!encoding || (!withResults && what == "result"))
          return success();
        if (!first)
          first = encoding;
        if (encoding != first)
          return op->emitOpError() << "needs one encoding, but " << what << " #" << index << " has "
                                   << encoding << " where another has " << first;
        return success();
      });
}
