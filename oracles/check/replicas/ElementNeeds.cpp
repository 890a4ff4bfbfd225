// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Needs by op.
#include "oracles/check/replicas/ElementNeeds.h"

#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;

namespace fathom {
using mlir::RankedTensorType;

using Index = SmallVector<int64_t, 4>;
using Needs = SmallVector<ElementNeed, 2>;

static Index indexOf(uint64_t number, ArrayRef<int64_t> shape) {
  Index index(shape.size());
  for (size_t d = shape.size(); d-- > 0; number /= shape[d])
    index[d] = number % shape[d];
  return index;
}
static uint64_t numberOf(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  uint64_t number = 0;
  for (auto [at, size] : zip_equal(index, shape))
    number = number * size + at;
  return number;
}
static unsigned bitsOf(RankedTensorType type) { return Log2_64(type.getNumElements()); }

/// The map of a function from index to index that is linear but for what it gives for 0.
static ElementMap mapOf(RankedTensorType type, ArrayRef<int64_t> resultShape,
                        function_ref<Index(Index)> function) {
  ElementMap map;
  auto at = [&](uint64_t number) {
    return numberOf(function(indexOf(number, type.getShape())), resultShape);
  };
  map.zero = at(0);
  for (unsigned bit = 0; bit < bitsOf(type); ++bit)
    map.bits.push_back(at(uint64_t(1) << bit) ^ map.zero);
  return map;
}
static ElementMap identity(RankedTensorType type) {
  return mapOf(type, type.getShape(), [](Index index) { return index; });
}

/// The same number, in whatever shape.
static ElementNeed same(RankedTensorType at, RankedTensorType of) {
  return {at, of, identity(at), identity(of)};
}
static ElementNeed needOf(RankedTensorType at, RankedTensorType of, function_ref<Index(Index)> to) {
  return {at, of, mapOf(at, of.getShape(), to), identity(of)};
}

/// All tensors of the shape side by side: each needs the others.
static Needs sideBySide(mlir::Operation *op) {
  Needs needs;
  SmallVector<RankedTensorType> tensors;
  auto add = [&](mlir::Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.getEncoding())
      tensors.push_back(tensor);
  };
  for_each(op->getResultTypes(), add);
  for_each(op->getOperandTypes(), add);
  for (RankedTensorType other : tensors)
    if (other.getShape() == tensors.front().getShape() &&
        other.getEncoding() != tensors.front().getEncoding())
      needs.push_back(same(tensors.front(), other));
  return needs;
}

static RankedTensorType tensorOf(mlir::Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Needs reduceNeeds(tt::ReduceOp reduce) {
  Needs needs;
  size_t axis = reduce.getAxis();
  for (auto [operand, result] : zip_equal(reduce.getOperands(), reduce.getResults())) {
    auto to = dyn_cast<RankedTensorType>(result.getType());
    if (!to)
      continue;
    RankedTensorType from = tensorOf(operand);
    needs.push_back({to, from, identity(to), mapOf(from, to.getShape(), [&](Index index) {
                       index.erase(index.begin() + axis);
                       return index;
                     })});
  }
  return needs;
}

static Needs fp4Needs(RankedTensorType result, RankedTensorType operand, size_t axis) {
  return {needOf(result, operand, [&](Index index) {
    index[axis] /= 2;
    return index;
  })};
}

Needs elementNeeds(mlir::Operation *op) {
  return TypeSwitch<mlir::Operation *, Needs>(op)
      .Case<tt::ExpandDimsOp, amdg::InThreadTransposeOp>(
          [](auto op) { return Needs{same(tensorOf(op.getResult()), tensorOf(op.getSrc()))}; })
      .Case([](tt::ReshapeOp op) {
        return op.getAllowReorder() ? Needs{} : Needs{same(op.getType(), op.getSrc().getType())};
      })
      .Case([](tt::BroadcastOp op) {
        ArrayRef<int64_t> shape = op.getSrc().getType().getShape();
        return Needs{needOf(op.getType(), op.getSrc().getType(), [&](Index index) {
          for (auto [at, size] : zip_equal(index, shape))
            at = size == 1 ? 0 : at;
          return index;
        })};
      })
      .Case([](tt::TransOp op) {
        return Needs{needOf(op.getType(), op.getSrc().getType(), [&](Index index) {
          Index source(index.size());
          for (auto [at, dim] : zip_equal(index, op.getOrder()))
            source[dim] = at;
          return source;
        })};
      })
      .Case([](tt::JoinOp op) {
        return Needs{needOf(op.getType(), op.getLhs().getType(), [](Index index) {
          index.pop_back();
          return index;
        })};
      })
      .Case([](tt::SplitOp op) {
        Needs needs;
        for (int64_t half : {0, 1})
          needs.push_back(needOf(op.getOutLHS().getType(), op.getSrc().getType(), [&](Index index) {
            index.push_back(half);
            return index;
          }));
        return needs;
      })
      .Case([](tt::ReduceOp op) { return reduceNeeds(op); })
      .Case([](tt::ScanOp op) {
        Needs needs;
        for (auto [result, operand] : zip_equal(op.getResults(), op.getOperands()))
          needs.push_back(same(tensorOf(result), tensorOf(operand)));
        return needs;
      })
      .Case([](tt::GatherOp op) { return Needs{same(op.getType(), op.getIndices().getType())}; })
      .Case([](ttg::Fp4ToFpOp op) {
        return fp4Needs(op.getType(), op.getSrc().getType(), op.getAxis());
      })
      .Case([](amdg::ScaledUpcastFp4Op op) {
        return fp4Needs(tensorOf(op.getOutput()), tensorOf(op.getInput()), op.getAxis());
      })
      .Case([](amdg::ExtractSliceOp op) {
        return Needs{needOf(tensorOf(op.getResult()), tensorOf(op.getSource()), [&](Index index) {
          for (auto [at, offset] : zip_equal(index, op.getStaticOffsets()))
            at += offset;
          return index;
        })};
      })
      .Case([](amdg::ConcatOp op) {
        RankedTensorType part = tensorOf(op.getSources().front());
        return Needs{needOf(tensorOf(op.getResult()), part, [&](Index index) {
          for (auto [at, size] : zip_equal(index, part.getShape()))
            at %= size;
          return index;
        })};
      })
      .Case([](tt::HistogramOp op) {
        // The counts go through shared memory; an element and its mask do not.
        if (!op.getMask())
          return Needs{};
        return Needs{same(op.getSrc().getType(), cast<RankedTensorType>(op.getMask().getType()))};
      })
      .Case([](ttng::WarpGroupDotOp op) {
        // What the accumulator's instructions take from registers.
        auto a = dyn_cast<RankedTensorType>(op.getA().getType());
        auto operand = a ? dyn_cast_or_null<ttg::DotOperandEncodingAttr>(a.getEncoding())
                         : ttg::DotOperandEncodingAttr();
        if (!operand)
          return Needs{};
        auto taken = ttg::DotOperandEncodingAttr::get(op.getContext(), operand.getOpIdx(),
                                                      tensorOf(op.getD()).getEncoding(),
                                                      operand.getKWidth());
        return Needs{same(a.cloneWithEncoding(taken), a)};
      })
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp, tt::AtomicLoadOp,
            tt::AtomicStoreOp, ttg::AsyncCopyGlobalToLocalOp, ttg::LocalScatterOp,
            ttg::LocalGatherOp, amdg::BufferLoadOp, amdg::BufferStoreOp, amdg::BufferAtomicRMWOp,
            amdg::BufferAtomicCASOp, amdg::BufferLoadToLocalOp>(
          [](mlir::Operation *op) { return sideBySide(op); })
      .Default([](mlir::Operation *op) {
        return op->hasTrait<mlir::OpTrait::Elementwise>() ? sideBySide(op) : Needs{};
      });
}

} // namespace fathom
