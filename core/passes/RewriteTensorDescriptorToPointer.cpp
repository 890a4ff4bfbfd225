// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-rewrite-tensor-descriptor-to-pointer: tensor descriptors become tensors of pointers, masks and padding.
//
//   %d = tt.make_tensor_descriptor %base, [%m, %n], [%s, %c1]     parts: %base, ext(%m), ext(%n), %s, %c1, whether NaN is the padding
//   tt.descriptor_load %d[%i, %j]                                 a masked load of a block at (i, j), with 0 or NaN elsewhere
//   tt.descriptor_store, tt.descriptor_gather, tt.descriptor_scatter: likewise
//   tt.descriptor_reduce add, %d[%i, %j], %v                      tt.atomic_rmw, masked; min and max by the sign in the descriptor's type
//
// The parts go through loops, branches, functions and calls (ExpandValues.h). A kernel's argument becomes arguments in the order base,
// sizes, strides, padding, which is what a launcher of 3.6.0 passes.
//
// With `tma`, the compute capability of a GPU, what its TMA can do is left to it (TmaBlocks.h). Other ops use the parts where the descriptor is made in sight; where
// one is not, the whole module does. Of writes by TMA the hardware (Hopper's) drops those outside by pieces of 16 bytes, so a row must be a multiple of that: where it
// is not known to be, threads write. What a caller passes as a descriptor is taken as it is.
//
// Requires: the last stride is 1, as descriptors ask for; it is not read.
// Promises: no op on descriptors, no type !tt.tensordesc, unless TMA takes them.
// Promises: every dimension of an access is masked, elements outside are the padding, and are not written.
//
// Bugs live in: signs of places and sizes; padding that is lost; min and max of the wrong sign; rows of a gather that are outside.
#include "core/analysis/AxisInfo.h"
#include "core/passes/BlockAccess.h"
#include "core/passes/ExpandValues.h"
#include "core/passes/Passes.h"
#include "core/passes/TmaBlocks.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONREWRITETENSORDESCRIPTORTOPOINTER
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

using Rewritten = ValueExpander::Rewritten;

/// The base, then all sizes, then all strides, then whether the padding is NaN.
struct DescriptorParts {
  DescriptorParts(ArrayRef<Value> values) : values(values), rank((values.size() - 2) / 2) {}
  Value base() const { return values[0]; }
  ArrayRef<Value> shape() const { return values.slice(1, rank); }
  SmallVector<Value> strides() const {
    SmallVector<Value> result(values.slice(1 + rank, rank));
    if (rank)
      result.back() = Value(); // 1.
    return result;
  }
  Value padsWithNan() const { return values.back(); }

  ArrayRef<Value> values;
  size_t rank;
};

/// The addresses of a block, and where they are within the tensor.
struct Access {
  Value pointers, mask;
};

/// The atomic that does what a reduction does, or none.
std::optional<tt::RmwKind> atomicOf(tt::DescriptorReduceKind kind, Type element) {
  bool isFloat = isa<FloatType>(element), isUnsigned = element.isUnsignedInteger();
  switch (kind) {
  case tt::DescriptorReduceKind::Add:
    return isFloat ? tt::RmwKind::FAdd : tt::RmwKind::Add;
  case tt::DescriptorReduceKind::Min:
    return isFloat ? std::nullopt
                   : std::optional(isUnsigned ? tt::RmwKind::UMin : tt::RmwKind::Min);
  case tt::DescriptorReduceKind::Max:
    return isFloat ? std::nullopt
                   : std::optional(isUnsigned ? tt::RmwKind::UMax : tt::RmwKind::Max);
  case tt::DescriptorReduceKind::And:
    return isFloat ? std::nullopt : std::optional(tt::RmwKind::And);
  case tt::DescriptorReduceKind::Or:
    return isFloat ? std::nullopt : std::optional(tt::RmwKind::Or);
  case tt::DescriptorReduceKind::Xor:
    return isFloat ? std::nullopt : std::optional(tt::RmwKind::Xor);
  case tt::DescriptorReduceKind::Inc:
  case tt::DescriptorReduceKind::Dec:
    return {};
  }
  return {};
}

struct RewriteTensorDescriptorToPointer
    : fathom::impl::TritonRewriteTensorDescriptorToPointerBase<RewriteTensorDescriptorToPointer> {
  using TritonRewriteTensorDescriptorToPointerBase::TritonRewriteTensorDescriptorToPointerBase;

  ValueExpander expander;
  AxisInfoAnalysis *facts = nullptr; ///< Made when they are needed.

  /// Those of a descriptor that is made in sight, while only some ops are rewritten.
  std::pair<Value, SmallVector<Value>> inSight;

  ArrayRef<Value> partsOf(Value desc) {
    return inSight.first == desc ? ArrayRef<Value>(inSight.second)
                                 : ArrayRef<Value>(expander.parts(desc));
  }

  static SmallVector<Value> makeParts(tt::MakeTensorDescOp make, OpBuilder &b) {
    Location loc = make.getLoc();
    SmallVector<Value> values{make.getBase()};
    for (Value size : make.getShape())
      values.push_back(arith::ExtSIOp::create(b, loc, b.getI64Type(), size));
    llvm::append_range(values, make.getStrides());
    bool nan = make.getPadding() == tt::PaddingOption::Nan;
    values.push_back(arith::ConstantOp::create(b, loc, b.getBoolAttr(nan)));
    return values;
  }

  static bool isInGlobalMemory(tt::MakeTensorDescOp make) {
    return make.getBase().getType().getAddressSpace() == 1;
  }

  Rewritten rewriteMake(tt::MakeTensorDescOp make, OpBuilder &b) {
    if (!isInGlobalMemory(make)) {
      make.emitOpError("describes memory that is not global");
      return Rewritten::failed;
    }
    expander.setParts(make.getResult(), makeParts(make, b));
    return Rewritten::yes;
  }

  Access access(Value desc, ValueRange indices, OpBuilder &b, Location loc) {
    DescriptorParts parts(partsOf(desc));
    SmallVector<Value> strides = parts.strides();
    RankedTensorType block = cast<tt::TensorDescType>(desc.getType()).getLoadedType();
    BlockAccess access(b, loc, block.getShape(), parts.base(), parts.shape(), strides);
    for (auto [dim, index] : llvm::enumerate(indices))
      access.beginAt(dim, arith::ExtSIOp::create(b, loc, b.getI64Type(), index));
    return finish(access, block.getRank());
  }

  /// Rows that are listed, from one column on.
  Access accessRows(Value desc, RankedTensorType rows, Value list, Value column, OpBuilder &b,
                    Location loc) {
    DescriptorParts parts(partsOf(desc));
    SmallVector<Value> strides = parts.strides();
    BlockAccess access(b, loc, rows.getShape(), parts.base(), parts.shape(), strides);
    access.listPlaces(0, list);
    access.beginAt(1, arith::ExtSIOp::create(b, loc, b.getI64Type(), column));
    return finish(access, 2);
  }

  static Access finish(BlockAccess &access, unsigned rank) {
    Value pointers = access.pointers();
    return {pointers, access.inside(llvm::to_vector(llvm::seq<int32_t>(0, rank)))};
  }

  Value load(Access access, Value desc, RankedTensorType type, tt::CacheModifier cache,
             tt::EvictionPolicy evict, OpBuilder &b, Location loc) {
    Value padding = arith::ConstantOp::create(b, loc, paddingValue(type, /*nan=*/false));
    if (isa<FloatType>(type.getElementType())) {
      Value nan = arith::ConstantOp::create(b, loc, paddingValue(type, /*nan=*/true));
      Value padsWithNan = DescriptorParts(partsOf(desc)).padsWithNan();
      padding = b.createOrFold<arith::SelectOp>(loc, padsWithNan, nan, padding);
    }
    return tt::LoadOp::create(b, loc, access.pointers, access.mask, access.mask ? padding : Value(),
                              cache, evict);
  }

  void rewriteLoad(tt::DescriptorLoadOp op, OpBuilder &b) {
    RankedTensorType block = cast<tt::TensorDescType>(op.getDesc().getType()).getLoadedType();
    Value value = load(access(op.getDesc(), op.getIndices(), b, op.getLoc()), op.getDesc(), block,
                       op.getCache(), op.getEvict(), b, op.getLoc());
    op.replaceAllUsesWith(reshaped(value, op.getType().getShape(), b));
  }

  /// A tensor may have fewer dimensions than the block, and as many elements.
  static Value reshaped(Value value, ArrayRef<int64_t> shape, OpBuilder &b) {
    if (cast<RankedTensorType>(value.getType()).getShape() == shape)
      return value;
    return tt::ReshapeOp::create(b, value.getLoc(), value, shape);
  }

  void rewriteStore(tt::DescriptorStoreOp op, OpBuilder &b) {
    auto [pointers, mask] = access(op.getDesc(), op.getIndices(), b, op.getLoc());
    Value value = reshaped(op.getSrc(), cast<RankedTensorType>(pointers.getType()).getShape(), b);
    tt::StoreOp::create(b, op.getLoc(), pointers, value, mask, tt::CacheModifier::None);
  }

  Rewritten rewriteReduce(tt::DescriptorReduceOp op, OpBuilder &b) {
    Type element = op.getDesc().getType().getBlockType().getElementType();
    std::optional<tt::RmwKind> kind = atomicOf(op.getKind(), element);
    if (!kind) {
      op.emitOpError("has no atomic for ")
          << tt::stringifyDescriptorReduceKind(op.getKind()) << " of " << element;
      return Rewritten::failed;
    }
    auto [pointers, mask] = access(op.getDesc(), op.getIndices(), b, op.getLoc());
    Value value = reshaped(op.getSrc(), cast<RankedTensorType>(pointers.getType()).getShape(), b);
    tt::AtomicRMWOp::create(b, op.getLoc(), *kind, pointers, value, mask, tt::MemSemantic::Release,
                            tt::MemSyncScope::Gpu);
    return Rewritten::yes;
  }

  void rewriteGather(tt::DescriptorGatherOp op, OpBuilder &b) {
    Access rows =
        accessRows(op.getDesc(), op.getType(), op.getXOffsets(), op.getYOffset(), b, op.getLoc());
    op.replaceAllUsesWith(load(rows, op.getDesc(), op.getType(), tt::CacheModifier::None,
                               tt::EvictionPolicy::Normal, b, op.getLoc()));
  }

  void rewriteScatter(tt::DescriptorScatterOp op, OpBuilder &b) {
    auto [pointers, mask] = accessRows(op.getDesc(), op.getSrc().getType(), op.getXOffsets(),
                                       op.getYOffset(), b, op.getLoc());
    tt::StoreOp::create(b, op.getLoc(), pointers, op.getSrc(), mask, tt::CacheModifier::None);
  }

  //===--- Beside TMA ---===//

  static bool writes(Operation *op) {
    return isa<tt::DescriptorStoreOp, tt::DescriptorReduceOp, tt::DescriptorScatterOp>(op);
  }
  static bool accesses(Operation *op) {
    return writes(op) || isa<tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op);
  }

  /// A descriptor that may outlive the trip that it is made in has no memory of its own; nests of loops alone that are flattened make such ones.
  static bool isShortLived(tt::MakeTensorDescOp make) {
    for (Operation *op = make->getParentOp(); isa<scf::ForOp>(op); op = op->getParentOp())
      if (op->hasAttr("tt.flatten"))
        return false;
    return isUsedAtOnce(make);
  }

  bool isServed(Operation *op) {
    if (!canUseTma(op, tma))
      return false;
    if (auto make = dyn_cast<tt::MakeTensorDescOp>(op))
      return isShortLived(make);
    if (!accesses(op) || !isa<tt::TensorDescType>(op->getOperand(0).getType()))
      return true;
    Value desc = op->getOperand(0);
    auto make = desc.getDefiningOp<tt::MakeTensorDescOp>();
    if (make && !isServed(make))
      return false;
    if (!writes(op) ||
        (isa<BlockArgument>(desc) && isa<tt::FuncOp>(desc.getParentBlock()->getParentOp())))
      return true;
    if (!make)
      return false;
    // A row is a multiple of 16 bytes.
    if (!facts)
      facts = &getAnalysis<AxisInfoAnalysis>();
    int64_t bytes = make.getType().getBlockType().getElementTypeBitWidth() / 8;
    return facts->lookup(make.getShape().back()).divisibility(0) >= 16 / bytes;
  }

  /// Rewrites the ops that TMA does not serve. False, and nothing is done, where a descriptor of theirs is not made in sight.
  bool rewriteUnserved() {
    SmallVector<Operation *> unserved, makes;
    bool isKnown = true, isPossible = true;
    facts = nullptr;
    getOperation().walk([&](Operation *op) {
      if (isServed(op))
        return;
      isPossible &= canReduceByAtomics(op);
      if (auto make = dyn_cast<tt::MakeTensorDescOp>(op)) {
        isKnown &= llvm::all_of(make->getUsers(), accesses);
        makes.push_back(make);
        return;
      }
      auto make = op->getOperand(0).getDefiningOp<tt::MakeTensorDescOp>();
      isKnown &= make && isInGlobalMemory(make);
      unserved.push_back(op);
    });
    if (!isPossible) // Nobody can do it.
      return true;
    if (!isKnown)
      return false;
    for (Operation *op : unserved) {
      OpBuilder b(op);
      auto make = op->getOperand(0).getDefiningOp<tt::MakeTensorDescOp>();
      inSight = {make.getResult(), makeParts(make, b)};
      rewrite(op, b);
      op->erase();
      if (make->use_empty() && !llvm::is_contained(makes, make))
        makes.push_back(make);
    }
    inSight = {};
    for (Operation *make : makes)
      if (make->use_empty())
        make->erase();
    if (unserved.empty() && makes.empty())
      markAllAnalysesPreserved();
    return true;
  }

  static bool canReduceByAtomics(Operation *op) {
    auto reduce = dyn_cast<tt::DescriptorReduceOp>(op);
    auto type = reduce ? dyn_cast<tt::TensorDescType>(reduce.getDesc().getType()) : nullptr;
    return !type || atomicOf(reduce.getKind(), type.getBlockType().getElementType());
  }

  Rewritten rewrite(Operation *op, OpBuilder &b) {
    return llvm::TypeSwitch<Operation *, Rewritten>(op)
        .Case([&](tt::MakeTensorDescOp make) { return rewriteMake(make, b); })
        .Case([&](tt::DescriptorLoadOp load) { return rewriteLoad(load, b), Rewritten::yes; })
        .Case([&](tt::DescriptorStoreOp store) { return rewriteStore(store, b), Rewritten::yes; })
        .Case([&](tt::DescriptorReduceOp reduce) { return rewriteReduce(reduce, b); })
        .Case(
            [&](tt::DescriptorGatherOp gather) { return rewriteGather(gather, b), Rewritten::yes; })
        .Case([&](tt::DescriptorScatterOp scatter) {
          return rewriteScatter(scatter, b), Rewritten::yes;
        })
        .Default(Rewritten::notMine);
  }

  void runOnOperation() final {
    if (tma > 0 && rewriteUnserved())
      return;
    expander.typesOf = [](Type type, SmallVectorImpl<Type> &parts) {
      auto desc = dyn_cast<tt::TensorDescType>(type);
      // One with a layout is of a later stage.
      if (!desc || desc.getBlockType().getEncoding())
        return false;
      RankedTensorType block = desc.getLoadedType();
      parts.push_back(tt::PointerType::get(block.getElementType()));
      parts.append(2 * block.getRank(), IntegerType::get(type.getContext(), 64));
      parts.push_back(IntegerType::get(type.getContext(), 1));
      return true;
    };
    expander.rewrite = [this](Operation *op, OpBuilder &b) { return rewrite(op, b); };
    if (failed(expander.run(getOperation())))
      signalPassFailure();
  }
};

} // namespace
