// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers what the tt dialect asks about layouts: those that its shape ops result in, and whether one fits a tensor.
//
// A shape op moves no data, so its result's layout is the operand's with each basis, the image of a place's bit, changed in the
// way the op changes an index. For a tt.join of 4 elements, lane -> 1, 2 becomes register -> (0,1), lane -> (1,0), (2,0).
#include "core/ir/EncodingsChecks.h"
#include "core/ir/TritonGPU.h"
#include "core/layout/Encodings.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace fathom::ttg {
namespace {

using tt::ErrorFn;

/// The images of the bits of register, lane, warp and block.
using Basis = llvm::SmallVector<int32_t, 4>;
using BasisLists = std::array<llvm::SmallVector<Basis>, 4>;

FailureOr<BasisLists> basesOf(RankedTensorType type, ErrorFn error) {
  llvm::Expected<LinearLayout> layout = toLinearLayout(type);
  if (!layout)
    return error() << llvm::toString(layout.takeError()), failure();
  BasisLists lists;
  for (auto [list, place] :
       llvm::zip(lists, std::array{Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()}))
    for (unsigned bit = 0, bits = layout->hasInDim(place) ? layout->inBits(place) : 0; bit < bits;
         ++bit) {
      Basis &basis = list.emplace_back();
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        basis.push_back(int32_t(layout->basis(place, bit, Dim::axis(axis))));
    }
  return lists;
}

/// Whether each basis is zero, or a power of two in one dim that no other basis has there.
bool isLinear(const BasisLists &lists) {
  llvm::SmallVector<uint32_t> covered;
  for (const llvm::SmallVector<Basis> &list : lists)
    for (const Basis &basis : list) {
      covered.resize(basis.size());
      unsigned nonzero = 0;
      for (auto [seen, image] : llvm::zip(covered, basis)) {
        if (image == 0)
          continue;
        if (++nonzero > 1 || !llvm::isPowerOf2_32(image) || (seen & uint32_t(image)))
          return false;
        seen |= uint32_t(image);
      }
    }
  return true;
}

/// The bases as a linear encoding, or a generic one where they are not as a linear one's.
Attribute encodingOf(MLIRContext *context, const BasisLists &lists) {
  std::array<llvm::SmallVector<DenseI32ArrayAttr>, 4> bases;
  for (auto [list, attributes] : llvm::zip(lists, bases))
    for (const Basis &basis : list)
      attributes.push_back(DenseI32ArrayAttr::get(context, basis));
  if (isLinear(lists))
    return LinearEncodingAttr::get(context, bases[0], bases[1], bases[2], bases[3]);
  return GenericLinearEncodingAttr::get(context, bases[0], bases[1], bases[2], bases[3]);
}

class Inference : public tt::LayoutInference {
public:
  using tt::LayoutInference::LayoutInference;

  FailureOr<Attribute> reduce(RankedTensorType operand, unsigned axis, ErrorFn error) const final {
    if (axis >= operand.getRank() || operand.getRank() < 2 || !isDistributed(operand.getEncoding()))
      return error() << "no layout for a reduction along " << axis << " of " << operand, failure();
    return Attribute(SliceEncodingAttr::get(getContext(), axis, operand.getEncoding()));
  }

  FailureOr<Attribute> expandDims(RankedTensorType operand, unsigned axis,
                                  ErrorFn error) const final {
    if (axis > operand.getRank())
      return error() << "no layout for a dim " << axis << " of " << operand, failure();
    auto slice = llvm::dyn_cast_or_null<SliceEncodingAttr>(operand.getEncoding());
    if (slice && slice.getDim() == axis)
      return slice.getParent();
    return changed(operand, error, [&](Basis &basis) { basis.insert(basis.begin() + axis, 0); });
  }

  FailureOr<Attribute> trans(RankedTensorType operand, llvm::ArrayRef<int32_t> order,
                             ErrorFn error) const final {
    if (int64_t(order.size()) != operand.getRank() || !checkOrder(error, order))
      return failure();
    if (auto blocked = llvm::dyn_cast_or_null<BlockedEncodingAttr>(operand.getEncoding());
        blocked && blocked.getOrder().size() == order.size())
      return transposed(blocked, order);
    return changed(operand, error, [&](Basis &basis) {
      Basis before = basis;
      for (auto [dim, source] : llvm::enumerate(order))
        basis[dim] = before[source];
    });
  }

  FailureOr<Attribute> reshape(RankedTensorType operand, llvm::ArrayRef<int64_t> shape,
                               ErrorFn error) const final {
    return changed(operand, error, [&](Basis &basis) {
      int64_t index = 0;
      for (auto [image, size] : llvm::zip(basis, operand.getShape()))
        index = index * size + image;
      basis.assign(shape.size(), 0);
      for (size_t dim = shape.size(); dim-- > 0; index /= shape[dim])
        basis[dim] = int32_t(index % shape[dim]);
    });
  }

  FailureOr<Attribute> join(RankedTensorType operand, ErrorFn error) const final {
    if (auto blocked = llvm::dyn_cast_or_null<BlockedEncodingAttr>(operand.getEncoding());
        blocked && int64_t(blocked.getOrder().size()) == operand.getRank())
      return joined(blocked);
    FailureOr<BasisLists> lists = basesOf(operand, error);
    if (failed(lists))
      return failure();
    for (llvm::SmallVector<Basis> &list : *lists)
      for (Basis &basis : list)
        basis.push_back(0);
    Basis last(operand.getRank() + 1, 0);
    last.back() = 1;
    (*lists)[0].insert((*lists)[0].begin(), last);
    return encodingOf(getContext(), *lists);
  }

  FailureOr<Attribute> split(RankedTensorType operand, ErrorFn error) const final {
    if (auto blocked = llvm::dyn_cast_or_null<BlockedEncodingAttr>(operand.getEncoding());
        blocked && operand.getRank() > 1 &&
        int64_t(blocked.getOrder().size()) == operand.getRank() &&
        blocked.getSizePerThread().back() == 2 &&
        blocked.getOrder().front() == operand.getRank() - 1 &&
        blocked.getThreadsPerWarp().back() == 1 && blocked.getWarpsPerCTA().back() == 1 &&
        llvm::all_of(blocked.getCgaBases(),
                     [](DenseI32ArrayAttr basis) { return basis.asArrayRef().back() == 0; }))
      return halved(blocked);
    FailureOr<BasisLists> lists = basesOf(operand, error);
    if (failed(lists))
      return failure();
    llvm::SmallVector<Basis> &registers = (*lists)[0];
    Basis last(operand.getRank(), 0);
    last.back() = 1;
    auto found = llvm::find(registers, last);
    if (found == registers.end())
      return error() << "needs an operand with both elements of the last dim in one thread",
             failure();
    registers.erase(found);
    for (llvm::SmallVector<Basis> &list : *lists)
      for (Basis &basis : list)
        if (basis.pop_back_val())
          return error() << "needs an operand with both elements of the last dim in one thread",
                 failure();
    return encodingOf(getContext(), *lists);
  }

  LogicalResult verifyDot(RankedTensorType a, RankedTensorType b, RankedTensorType result,
                          ErrorFn error) const final {
    auto left = llvm::dyn_cast_or_null<DotOperandEncodingAttr>(a.getEncoding());
    auto right = llvm::dyn_cast_or_null<DotOperandEncodingAttr>(b.getEncoding());
    if (!left || !right)
      return error() << "needs operands whose layouts are dot_op, not " << a << " and " << b,
             failure();
    if (left.getOpIdx() != 0 || right.getOpIdx() != 1)
      return error() << "needs operands whose layouts have opIdx 0 and 1", failure();
    if (left.getParent() != result.getEncoding() || right.getParent() != result.getEncoding())
      return error() << "needs operands whose layouts are for the result's, "
                     << result.getEncoding(),
             failure();
    if (llvm::isa<NvidiaMmaEncodingAttr>(result.getEncoding()) &&
        left.getKWidth() != right.getKWidth())
      return error() << "needs operands of one kWidth, not " << left.getKWidth() << " and "
                     << right.getKWidth(),
             failure();
    return success();
  }

  LogicalResult verifyTensor(RankedTensorType type, Operation *op, ErrorFn error) const final {
    Attribute encoding = type.getEncoding();
    if (!isDistributed(encoding))
      return error() << type << " has an encoding that is not for tensors in registers", failure();
    if (std::optional<unsigned> rank = rankOf(encoding); rank && int64_t(*rank) != type.getRank())
      return error() << type << " is of rank " << type.getRank() << ", but its layout of " << *rank,
             failure();
    Extent extent = extentOf(encoding);
    auto check = [&](std::optional<int64_t> has, std::optional<int64_t> wants, llvm::StringRef what,
                     llvm::StringRef where) -> LogicalResult {
      if (!has || !wants || *has == *wants)
        return success();
      return error() << type << " has a layout for " << *has << ' ' << what << ", but the " << where
                     << " has " << *wants,
             failure();
    };
    return success(
        succeeded(check(extent.lanes, lookupThreadsPerWarp(op), "threads per warp", "module")) &&
        succeeded(check(extent.warps, lookupNumWarps(op), "warps", "code around it")) &&
        succeeded(check(extent.blocks, lookupNumCtas(op), "blocks", "module")));
  }

  bool sameLayout(llvm::ArrayRef<int64_t> shape, Attribute left, Attribute right) const final {
    if (left == right)
      return true;
    if (!isDistributed(left) || !isDistributed(right))
      return false;
    llvm::Expected<LinearLayout> first = toLinearLayout(shape, left),
                                 second = toLinearLayout(shape, right);
    if (first && second)
      return first->removeZeroBases(Dim::reg()) == second->removeZeroBases(Dim::reg());
    // One that has no map is not known to differ.
    llvm::consumeError(first.takeError());
    llvm::consumeError(second.takeError());
    return true;
  }

  Type parseMemDesc(DialectAsmParser &parser) const final { return MemDescType::parse(parser); }

private:
  MLIRContext *getContext() const { return getDialect()->getContext(); }

  /// The layout whose bases are the operand's, changed.
  FailureOr<Attribute> changed(RankedTensorType operand, ErrorFn error,
                               llvm::function_ref<void(Basis &)> change) const {
    FailureOr<BasisLists> lists = basesOf(operand, error);
    if (failed(lists))
      return failure();
    for (llvm::SmallVector<Basis> &list : *lists)
      for (Basis &basis : list)
        change(basis);
    return encodingOf(getContext(), *lists);
  }

  /// With a last dim, the fastest, of which a thread holds both elements.
  static Attribute joined(BlockedEncodingAttr blocked) {
    auto with = [](llvm::ArrayRef<int32_t> numbers, int32_t last) {
      llvm::SmallVector<int32_t> longer(numbers);
      longer.push_back(last);
      return longer;
    };
    llvm::SmallVector<int32_t> order = {int32_t(blocked.getOrder().size())};
    llvm::append_range(order, blocked.getOrder());
    llvm::SmallVector<DenseI32ArrayAttr> cga;
    for (DenseI32ArrayAttr basis : blocked.getCgaBases())
      cga.push_back(DenseI32ArrayAttr::get(blocked.getContext(), with(basis.asArrayRef(), 0)));
    return BlockedEncodingAttr::get(blocked.getContext(), with(blocked.getSizePerThread(), 2),
                                    with(blocked.getThreadsPerWarp(), 1),
                                    with(blocked.getWarpsPerCTA(), 1), order, cga);
  }

  /// The reverse of joined().
  static Attribute halved(BlockedEncodingAttr blocked) {
    llvm::SmallVector<DenseI32ArrayAttr> cga;
    for (DenseI32ArrayAttr basis : blocked.getCgaBases())
      cga.push_back(DenseI32ArrayAttr::get(blocked.getContext(), basis.asArrayRef().drop_back()));
    return BlockedEncodingAttr::get(blocked.getContext(), blocked.getSizePerThread().drop_back(),
                                    blocked.getThreadsPerWarp().drop_back(),
                                    blocked.getWarpsPerCTA().drop_back(),
                                    blocked.getOrder().drop_front(), cga);
  }

  static Attribute transposed(BlockedEncodingAttr blocked, llvm::ArrayRef<int32_t> order) {
    llvm::SmallVector<int32_t> place(order.size());
    for (auto [dim, source] : llvm::enumerate(order))
      place[source] = int32_t(dim);
    auto permute = [&](llvm::ArrayRef<int32_t> numbers) {
      llvm::SmallVector<int32_t> permuted;
      for (int32_t source : order)
        permuted.push_back(numbers[source]);
      return permuted;
    };
    llvm::SmallVector<int32_t> dims;
    for (int32_t dim : blocked.getOrder())
      dims.push_back(place[dim]);
    llvm::SmallVector<DenseI32ArrayAttr> cga;
    for (DenseI32ArrayAttr basis : blocked.getCgaBases())
      cga.push_back(DenseI32ArrayAttr::get(blocked.getContext(), permute(basis.asArrayRef())));
    return BlockedEncodingAttr::get(blocked.getContext(), permute(blocked.getSizePerThread()),
                                    permute(blocked.getThreadsPerWarp()),
                                    permute(blocked.getWarpsPerCTA()), dims, cga);
  }
};

} // namespace

std::unique_ptr<tt::LayoutInference> makeLayoutInference(Dialect *dialect) {
  return std::make_unique<Inference>(dialect);
}

} // namespace fathom::ttg
