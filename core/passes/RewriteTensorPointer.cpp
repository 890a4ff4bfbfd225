// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-rewrite-tensor-pointer: block pointers become tensors of pointers, masks and padding.
//
//   %p = tt.make_tensor_ptr %base, [%m, %n], [%s, %c1], [%i, %j]        parts: %base, %m, %n, %s, 1, ext(%i), ext(%j)
//   %q = tt.advance %p, [%x, %y]                                       the same, with ext(%i) + ext(%x) and ext(%j) + ext(%y)
//   tt.load %q {boundaryCheck = [0], padding = nan}
// becomes a load of base + (i + x + [0..])[:, None] * s + (j + y + [0..])[None, :], masked by 0 <= rows < m, with NaN elsewhere.
// The parts go through loops, branches, functions and calls (ExpandValues.h); pointers and masks are made where they are used
// (BlockAccess.h), and CSE finds the ones that are equal.
//
// Requires: offsets of a block pointer, and their sums, fit in i32 in the source, as its types say. Nothing else.
// Promises: no tt.make_tensor_ptr, no tt.advance, no type !tt.ptr<tensor<..>>.
// Promises: only the dimensions in boundaryCheck are masked; an element outside of them that had no padding stays undefined.
//
// Bugs live in: offsets and distances of 32 bits (M47); padding of the wrong value or type (M48); a dimension of boundaryCheck that is
// forgotten; pointers that go through while, if and early returns.
#include "core/mutant/Mutant.h"
#include "core/passes/BlockAccess.h"
#include "core/passes/ExpandValues.h"
#include "core/passes/Passes.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONREWRITETENSORPOINTER
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

RankedTensorType blockOf(Type type) {
  return cast<RankedTensorType>(cast<tt::PointerType>(type).getPointeeType());
}

/// The base, then for each dimension its size, its stride, its offset.
struct BlockParts {
  BlockParts(ArrayRef<Value> values) : values(values), rank((values.size() - 1) / 3) {}
  Value base() const { return values[0]; }
  ArrayRef<Value> shape() const { return values.slice(1, rank); }
  ArrayRef<Value> strides() const { return values.slice(1 + rank, rank); }
  ArrayRef<Value> offsets() const { return values.slice(1 + 2 * rank, rank); }

  ArrayRef<Value> values;
  size_t rank;
};

struct RewriteTensorPointer : fathom::impl::TritonRewriteTensorPointerBase<RewriteTensorPointer> {
  ValueExpander expander;

  SmallVector<Value> widen(ValueRange values, OpBuilder &b, Location loc) {
    return llvm::map_to_vector(values, [&](Value value) -> Value {
      return arith::ExtSIOp::create(b, loc, b.getI64Type(), value);
    });
  }

  void rewriteMake(tt::MakeTensorPtrOp make, OpBuilder &b) {
    SmallVector<Value> values{make.getBase()};
    llvm::append_range(values, make.getShape());
    llvm::append_range(values, make.getStrides());
    llvm::append_range(values, widen(make.getOffsets(), b, make.getLoc()));
    expander.setParts(make.getResult(), values);
  }

  void rewriteAdvance(tt::AdvanceOp advance, OpBuilder &b) {
    SmallVector<Value> values(expander.parts(advance.getPtr()));
    SmallVector<Value> deltas = widen(advance.getOffsets(), b, advance.getLoc());
    size_t first = values.size() - deltas.size();
    for (auto [index, delta] : llvm::enumerate(deltas))
      values[first + index] =
          arith::AddIOp::create(b, advance.getLoc(), values[first + index], delta);
    expander.setParts(advance.getResult(), values);
  }

  /// The pointers, and the mask if there is one.
  std::pair<Value, Value> accessOf(Value pointer, ArrayRef<int32_t> boundaryCheck, Value mask,
                                   OpBuilder &b, Location loc) {
    BlockParts parts(expander.parts(pointer));
    // Strides that are known to be 1 need no product.
    SmallVector<Value> strides = llvm::map_to_vector(parts.strides(), [](Value stride) {
      return matchPattern(stride, m_One()) ? Value() : stride;
    });
    RankedTensorType block = blockOf(pointer.getType());
    BlockAccess access(b, loc, block.getShape(), parts.base(), parts.shape(), strides);
    for (auto [dim, offset] : llvm::enumerate(parts.offsets()))
      access.beginAt(dim, offset);
    Value pointers = access.pointers();
    Value inside = access.inside(boundaryCheck);
    if (inside && mask)
      return {pointers, arith::AndIOp::create(b, loc, inside, mask)};
    return {pointers, inside ? inside : mask};
  }

  void rewriteLoad(tt::LoadOp load, OpBuilder &b) {
    Location loc = load.getLoc();
    auto [pointers, mask] =
        accessOf(load.getPtr(), load.getBoundaryCheck(), load.getMask(), b, loc);
    Value other = load.getOther();
    if (mask && !other && load.getPadding()) {
      bool nan = *load.getPadding() == tt::PaddingOption::Nan &&
                 !isMutant(Mutant::M48); // M48: zero, whatever was asked for.
      other = arith::ConstantOp::create(b, loc,
                                        paddingValue(cast<RankedTensorType>(load.getType()), nan));
    }
    auto made = tt::LoadOp::create(b, loc, pointers, mask, other, load.getCache(), load.getEvict(),
                                   load.getIsVolatile());
    made->setDiscardableAttrs(load->getDiscardableAttrDictionary());
    load.replaceAllUsesWith(made.getResult());
  }

  void rewriteStore(tt::StoreOp store, OpBuilder &b) {
    auto [pointers, mask] =
        accessOf(store.getPtr(), store.getBoundaryCheck(), store.getMask(), b, store.getLoc());
    auto made = tt::StoreOp::create(b, store.getLoc(), pointers, store.getValue(), mask,
                                    store.getCache(), store.getEvict());
    made->setDiscardableAttrs(store->getDiscardableAttrDictionary());
  }

  void runOnOperation() final {
    expander.typesOf = [](Type type, SmallVectorImpl<Type> &parts) {
      // One with a layout is of a later stage.
      if (!tt::isBlockPointer(type) || blockOf(type).getEncoding())
        return false;
      parts.push_back(tt::elementPointerOf(type));
      parts.append(3 * blockOf(type).getRank(), IntegerType::get(type.getContext(), 64));
      return true;
    };
    expander.rewrite = [this](Operation *op, OpBuilder &b) {
      return llvm::TypeSwitch<Operation *, ValueExpander::Rewritten>(op)
          .Case([&](tt::MakeTensorPtrOp make) {
            return rewriteMake(make, b), ValueExpander::Rewritten::yes;
          })
          .Case([&](tt::AdvanceOp advance) {
            return rewriteAdvance(advance, b), ValueExpander::Rewritten::yes;
          })
          .Case(
              [&](tt::LoadOp load) { return rewriteLoad(load, b), ValueExpander::Rewritten::yes; })
          .Case([&](tt::StoreOp store) {
            return rewriteStore(store, b), ValueExpander::Rewritten::yes;
          })
          .Default(ValueExpander::Rewritten::notMine);
    };
    if (failed(expander.run(getOperation())))
      signalPassFailure();
  }
};

} // namespace
