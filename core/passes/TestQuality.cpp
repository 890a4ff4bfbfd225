// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints, as remarks, what the speed of a kernel in TTGIR hangs on: conversions of layouts, accesses of global memory, and products.
//
//   remark: convert lanes bytes=1024 loops=1
//   remark: load bits=128 width=8 accesses=2 loops=1 pipelined
//   remark: product mma loops=1
//
// loops is how many loops there are around the op. A conversion comes with its class (core/layout/ConversionClass.h) and the size of the tensor, a product with the kind
// of the unit that computes it. An access comes with the number of bits and elements that a thread accesses at once, and how often it does
// so for the whole tensor; an access by TMA has none of these. With `locations` ` at LOCATION` follows, so that what became of one
// access can be found in the outputs of two compilers.
//
//   pipelined  a later trip reads what is loaded: the value goes into a buffer, or is carried, and is not read in its own trip
//   invariant  each trip of the innermost loop that loads gets the same: the address does not change, nor does the mask but for being all false in
//              some trips, and nothing in the loop may write there. What computes the address may be in the loop
#include "core/analysis/AxisInfo.h"
#include "core/analysis/ReadOnlyPointers.h"
#include "core/layout/ConversionClass.h"
#include "core/layout/Encodings.h"
#include "core/passes/Passes.h"
#include "core/passes/SharedBuffers.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace fathom {
#define GEN_PASS_DEF_TESTQUALITY
#include "core/passes/Passes.h.inc"

namespace {

Operation *loopAround(Operation *op) {
  do
    op = op->getParentOp();
  while (op && !isa<LoopLikeOpInterface>(op));
  return op;
}

unsigned loopsAround(Operation *op) {
  unsigned loops = 0;
  while ((op = loopAround(op)))
    ++loops;
  return loops;
}

unsigned bitsOf(Type element) {
  return element.isIntOrFloat() ? std::max(8u, element.getIntOrFloatBitWidth()) : 64;
}

int64_t bytesOf(RankedTensorType type) {
  return type.getNumElements() * bitsOf(type.getElementType()) / 8;
}

/// An op that accesses global memory, as printed.
struct Access {
  StringRef kind;
  Type type;                ///< Of what is accessed; null for TMA.
  SmallVector<Value> where; ///< Pointers, offsets, coordinates.
  Value mask;
};

std::optional<Access> accessOf(Operation *op) {
  using Result = std::optional<Access>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([](tt::LoadOp op) -> Result {
        return Access{"load", op.getType(), {op.getPtr()}, op.getMask()};
      })
      .Case([](tt::StoreOp op) -> Result {
        return Access{"store", op.getValue().getType(), {op.getPtr()}, op.getMask()};
      })
      .Case([](tt::AtomicRMWOp op) -> Result {
        return Access{"atomic", op.getVal().getType(), {op.getPtr()}, op.getMask()};
      })
      .Case([](ttg::AsyncCopyGlobalToLocalOp op) -> Result {
        return Access{"copy", op.getSrc().getType(), {op.getSrc()}, op.getMask()};
      })
      .Case([](amdg::BufferLoadOp op) -> Result {
        return Access{"load", op.getType(), {op.getPtr(), op.getOffsets()}, op.getMask()};
      })
      .Case([](amdg::BufferStoreOp op) -> Result {
        return Access{
            "store", op.getValue().getType(), {op.getPtr(), op.getOffsets()}, op.getMask()};
      })
      .Case([](amdg::BufferAtomicRMWOp op) -> Result {
        return Access{
            "atomic", op.getValue().getType(), {op.getPtr(), op.getOffsets()}, op.getMask()};
      })
      .Case([](amdg::BufferLoadToLocalOp op) -> Result {
        return Access{
            "copy", op.getOffsets().getType(), {op.getPtr(), op.getOffsets()}, op.getMask()};
      })
      .Case([](ttng::AsyncTMACopyGlobalToLocalOp op) -> Result {
        Access access{"tma", {}, {op.getDesc()}, {}};
        llvm::append_range(access.where, op.getCoord());
        return access;
      })
      .Case([](tt::DescriptorLoadOp op) -> Result {
        return Access{"descriptor", {}, SmallVector<Value>(op->getOperands()), {}};
      })
      .Default([](Operation *) { return Result(); });
}

/// What a loop computes anew in each trip though it is the same.
class Invariance {
public:
  Invariance(Operation *loop, const ReadOnlyPointers &pointers) : loop(loop), pointers(pointers) {
    loop->walk([&](Operation *op) {
      // Ops on shared memory say of themselves that they have effects anywhere.
      if (isa_and_present<ttg::TritonGPUDialect>(op->getDialect()) && !isa<ttg::BarrierOp>(op))
        return;
      GlobalWrites its = globalWritesOf(op);
      anywhere |= its.anywhere && op != loop;
      written.append(its.through);
    });
  }

  bool isInvariant(const Access &access) {
    if (anywhere || llvm::any_of(written, [&](Value value) {
          return pointers.mayChange(access.where.front(), value);
        }))
      return false;
    return llvm::all_of(access.where, [&](Value value) { return isInvariant(value); }) &&
           (!access.mask || isWholeOrNothing(access.mask));
  }

private:
  bool isInvariant(Value value) {
    if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
      return true;
    auto [it, isNew] = known.try_emplace(value, false);
    if (!isNew)
      return it->second;
    bool answer = false;
    Operation *op = value.getDefiningOp();
    if (!op) {
      // A value that the loop only passes on.
      auto counted = dyn_cast<scf::ForOp>(loop);
      if (counted && value.getParentBlock() == counted.getBody() &&
          value != counted.getInductionVar())
        answer = counted.getTiedLoopYieldedValue(cast<BlockArgument>(value))->get() == value;
    } else if (auto load = dyn_cast<tt::LoadOp>(op)) {
      answer = !load.getIsVolatile() && isInvariant(*accessOf(op)) &&
               (!load.getMask() || isInvariant(load.getMask())) &&
               (!load.getOther() || isInvariant(load.getOther()));
    } else if (isMemoryEffectFree(op) &&
               (op->getNumRegions() == 0 || isa<tt::ReduceOp, tt::ScanOp>(op))) {
      answer = llvm::all_of(op->getOperands(), [&](Value operand) { return isInvariant(operand); });
    }
    return known[value] = answer;
  }

  /// The mask is the same in all trips, or false in whole.
  bool isWholeOrNothing(Value mask) {
    if (isInvariant(mask) || !isa<RankedTensorType>(mask.getType()))
      return true;
    if (auto both = mask.getDefiningOp<arith::AndIOp>())
      return isWholeOrNothing(both.getLhs()) && isWholeOrNothing(both.getRhs());
    return mask.getDefiningOp<tt::SplatOp>() != nullptr;
  }

  Operation *loop;
  const ReadOnlyPointers &pointers;
  bool anywhere = false;
  SmallVector<Value> written;
  llvm::DenseMap<Value, bool> known;
};

/// All that is made of the value in this trip goes into buffers or on to the next trip.
bool isForLater(Operation *load) {
  Operation *loop = loopAround(load);
  if (!loop || load->use_empty())
    return false;
  SmallVector<std::pair<Operation *, bool>> left{{load, false}}; // Whether it was computed with.
  while (!left.empty()) {
    auto [op, isComputed] = left.pop_back_val();
    for (Operation *user : op->getUsers()) {
      if (isa<ttg::LocalStoreOp>(user) || (isa<scf::YieldOp>(user) && !isComputed))
        continue;
      bool isStep = user->getNumResults() == 1 && user->getNumRegions() == 0 && isPure(user) &&
                    !isa<tt::DotOp, tt::DotScaledOp>(user);
      if (!isStep || left.size() > 64)
        return false;
      left.push_back({user, isComputed || !isa<ttg::ConvertLayoutOp>(user)});
    }
  }
  return true;
}

StringRef unitOf(Operation *product) {
  if (isa<ttng::WarpGroupDotOp>(product))
    return "wgmma";
  Attribute encoding = cast<RankedTensorType>(product->getResult(0).getType()).getEncoding();
  if (isa_and_present<ttg::NvidiaMmaEncodingAttr>(encoding))
    return "mma";
  if (isa_and_present<ttg::AMDMfmaEncodingAttr>(encoding))
    return "mfma";
  return isa_and_present<ttg::AMDWmmaEncodingAttr>(encoding) ? "wmma" : "none";
}

struct TestQuality : impl::TestQualityBase<TestQuality> {
  using TestQualityBase::TestQualityBase;

  void runOnOperation() override {
    AxisInfoAnalysis facts(getOperation());
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>()) {
      ReadOnlyPointers pointers(func);
      llvm::DenseMap<Operation *, std::unique_ptr<Invariance>> loops;
      func.walk([&](Operation *op) {
        std::string text;
        llvm::raw_string_ostream os(text);
        std::optional<Access> access = accessOf(op);
        if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(op)) {
          os << "convert " << classOf(convert) << " bytes=" << bytesOf(convert.getType());
        } else if (isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(op)) {
          os << "product " << unitOf(op);
        } else if (access) {
          printAccess(os, op, *access, facts);
        } else {
          return;
        }
        os << " loops=" << loopsAround(op);
        if (access) {
          bool isCopy = access->kind == "copy" || access->kind == "tma";
          bool isLoad = isCopy || access->kind == "load" || access->kind == "descriptor";
          Operation *loop = loopAround(op);
          if (isLoad && loop && (isCopy || isForLater(op)))
            os << " pipelined";
          if (isLoad && loop) {
            std::unique_ptr<Invariance> &its = loops[loop];
            if (!its)
              its = std::make_unique<Invariance>(loop, pointers);
            if (its->isInvariant(*access))
              os << " invariant";
          }
        }
        if (locations)
          os << " at " << op->getLoc();
        op->emitRemark(text);
      });
    }
    markAllAnalysesPreserved();
  }

  static StringRef classOf(ttg::ConvertLayoutOp convert) {
    llvm::Expected<ConversionClass> kind =
        conversionClass(convert.getSrc().getType(), convert.getType());
    if (kind)
      return toString(*kind);
    llvm::consumeError(kind.takeError());
    return "unknown";
  }

  static void printAccess(raw_ostream &os, Operation *op, const Access &access,
                          AxisInfoAnalysis &facts) {
    os << access.kind;
    if (!access.type)
      return;
    Type element = getElementTypeOrSelf(access.type);
    // What is copied is of the type that the pointers point to.
    Type pointers = getElementTypeOrSelf(access.where.front().getType());
    if (access.kind == "copy")
      element = cast<tt::PointerType>(pointers).getPointeeType();
    unsigned bits = bitsOf(element);
    unsigned width = facts.vectorWidth(op), accesses = 1;
    auto tensor = dyn_cast<RankedTensorType>(access.type);
    // A copy is as wide as both memories have it, whatever contiguity it claims.
    if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op)) {
      auto copied = RankedTensorType::get(tensor.getShape(), element, tensor.getEncoding());
      width =
          std::min(width, contiguousInBuffer(copied, copy.getResult().getType().getEncoding(), bits)
                              .value_or(width));
    }
    if (tensor && tensor.getEncoding()) {
      if (llvm::Expected<LinearLayout> layout = toLinearLayout(tensor))
        accesses =
            llvm::divideCeil(1u << layout->removeZeroBases(Dim::reg()).inBits(Dim::reg()), width);
      else
        llvm::consumeError(layout.takeError());
    }
    os << " bits=" << bits * width << " width=" << width << " accesses=" << accesses;
  }
};

} // namespace
} // namespace fathom
