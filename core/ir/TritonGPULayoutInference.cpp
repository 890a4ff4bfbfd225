// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers what the tt dialect asks about layouts: those that its shape ops result in, and whether one fits a tensor.
#include "core/ir/TritonGPU.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace fathom::ttg {
namespace {

using tt::ErrorFn;

class Inference : public tt::LayoutInference {
public:
  using tt::LayoutInference::LayoutInference;

  FailureOr<Attribute> reduce(RankedTensorType operand, unsigned axis, ErrorFn error) const final {
    if (axis >= operand.getRank() || operand.getRank() < 2 || !isDistributed(operand.getEncoding()))
      return error() << "no layout for a reduction along " << axis << " of " << operand, failure();
    return Attribute(SliceEncodingAttr::get(getContext(), axis, operand.getEncoding()));
  }

  FailureOr<Attribute> expandDims(RankedTensorType operand, unsigned axis, ErrorFn error) const final {
    auto slice = llvm::dyn_cast<SliceEncodingAttr>(operand.getEncoding());
    if (!slice || slice.getDim() != axis)
      return error() << "needs an operand whose layout is a slice of dim " << axis << ", not "
                     << operand.getEncoding(),
             failure();
    return slice.getParent();
  }

  FailureOr<Attribute> trans(RankedTensorType operand, llvm::ArrayRef<int32_t> order, ErrorFn error) const final {
    return operand.getEncoding();
  }

  FailureOr<Attribute> reshape(RankedTensorType operand, llvm::ArrayRef<int64_t>, ErrorFn) const final {
    return operand.getEncoding();
  }

  FailureOr<Attribute> join(RankedTensorType operand, ErrorFn) const final { return operand.getEncoding(); }
  FailureOr<Attribute> split(RankedTensorType operand, ErrorFn) const final { return operand.getEncoding(); }

  LogicalResult verifyDot(RankedTensorType a, RankedTensorType b, RankedTensorType result,
                          ErrorFn error) const final {
    auto left = llvm::dyn_cast<DotOperandEncodingAttr>(a.getEncoding());
    auto right = llvm::dyn_cast<DotOperandEncodingAttr>(b.getEncoding());
    if (!left || !right)
      return error() << "needs operands whose layouts are dot_op, not " << a << " and " << b, failure();
    if (left.getOpIdx() != 0 || right.getOpIdx() != 1)
      return error() << "needs operands whose layouts have opIdx 0 and 1", failure();
    if (left.getParent() != result.getEncoding() || right.getParent() != result.getEncoding())
      return error() << "needs operands whose layouts are for the result's, " << result.getEncoding(), failure();
    return success();
  }

  LogicalResult verifyTensor(RankedTensorType type, Operation *op, ErrorFn error) const final {
    Attribute encoding = type.getEncoding();
    if (!isDistributed(encoding))
      return error() << type << " has an encoding that is not for tensors in registers", failure();
    if (std::optional<unsigned> rank = rankOf(encoding); rank && int64_t(*rank) != type.getRank())
      return error() << type << " is of rank " << type.getRank() << ", but its layout of " << *rank, failure();
    Extent extent = extentOf(encoding);
    auto check = [&](std::optional<int64_t> has, std::optional<int64_t> wants, llvm::StringRef what,
                     llvm::StringRef where) -> LogicalResult {
      if (!has || !wants || *has == *wants)
        return success();
      return error() << type << " has a layout for " << *has << ' ' << what << ", but the " << where << " has "
                     << *wants,
             failure();
    };
    return success(succeeded(check(extent.lanes, lookupThreadsPerWarp(op), "threads per warp", "module")) &&
                   succeeded(check(extent.warps, lookupNumWarps(op), "warps", "code around it")) &&
                   succeeded(check(extent.blocks, lookupNumCtas(op), "blocks", "module")));
  }

  bool sameLayout(llvm::ArrayRef<int64_t>, Attribute left, Attribute right) const final {
    return left == right || (isDistributed(left) && isDistributed(right));
  }

  Type parseMemDesc(DialectAsmParser &parser) const final { return MemDescType::parse(parser); }

private:
  MLIRContext *getContext() const { return getDialect()->getContext(); }
};

} // namespace

std::unique_ptr<tt::LayoutInference> makeLayoutInference(Dialect *dialect) {
  return std::make_unique<Inference>(dialect);
}

} // namespace fathom::ttg
