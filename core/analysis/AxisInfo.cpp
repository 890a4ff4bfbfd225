// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facts of AxisInfo.h of a whole program: what loops, arguments and assumptions say, beside the rules of ops (AxisRules.h);
// and what they mean for accesses of memory.
//
// Facts get weaker in few steps: numbers halve. But the bound of what is not negative could grow by one a trip, so a bound that
// grows round a loop is given up for what is assumed of an index that counts up.
#include "core/analysis/AxisInfo.h"

#include "core/analysis/Assumptions.h"
#include "core/analysis/AxisRules.h"
#include "core/analysis/ForwardFacts.h"
#include "core/ir/Triton.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "core/layout/Encodings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fathom;

namespace {

struct AxisDomain {
  using Fact = AxisInfo;

  explicit AxisDomain(Operation *root) { collectAssumptions(root); }

  AxisInfo unknown(Type type) { return AxisInfo::unknown(type); }
  AxisInfo join(const AxisInfo &one, const AxisInfo &other) { return one.join(other); }
  AxisInfo aroundLoop(const AxisInfo &old, AxisInfo joined) {
    if (joined.isNotNegative() && joined.below > old.below)
      joined.below = AxisInfo::indexSign;
    return joined;
  }
  AxisInfo argument(FunctionOpInterface function, unsigned i, AxisInfo info) {
    return withPromises(std::move(info), function.getArgumentTypes()[i],
                        [&](StringRef name) { return function.getArgAttr(i, name); });
  }
  AxisInfo rule(Operation *op, ArrayRef<const AxisInfo *> operands, unsigned result) {
    return axisRule(op, operands, result);
  }
  AxisInfo induction(scf::ForOp loop, const AxisInfo &start, const AxisInfo &end,
                     const AxisInfo &step);
  std::optional<AxisInfo> carried(scf::ForOp, unsigned, bool,
                                  llvm::function_ref<const AxisInfo *(Value)>) {
    return std::nullopt;
  }
  void assumed(Value value, AxisInfo &info);

private:
  struct Assumption {
    unsigned divisibility = 0;
    bool notNegative = false;
  };
  void collectAssumptions(Operation *root);
  DenseMap<Value, Assumption> assumptions;
};

} // namespace

/// `llvm.intr.assume` of [x % c == 0], [x > c] and [x >= c], in the block that defines x: there the assumption is
/// reached whenever x is there.
void AxisDomain::collectAssumptions(Operation *root) {
  forEachAssumption(root, [&](arith::CmpIOp cmp, const APInt &bound, Block *block) {
    auto note = [&](Value value) -> Assumption * {
      return value.getParentBlock() == block && !isa<RankedTensorType>(value.getType())
                 ? &assumptions[value]
                 : nullptr;
    };
    using P = arith::CmpIPredicate;
    Operation *remainder = cmp.getLhs().getDefiningOp();
    APInt divisor;
    if (cmp.getPredicate() == P::eq && bound.isZero() && remainder &&
        isa<arith::RemSIOp, arith::RemUIOp>(remainder) &&
        matchPattern(remainder->getOperand(1), m_ConstantInt(&divisor)) && !divisor.isZero())
      if (Assumption *that = note(remainder->getOperand(0)))
        that->divisibility = std::max(that->divisibility, divisor.countr_zero());
    bool positive = (cmp.getPredicate() == P::sgt && bound.sge(-1)) ||
                    (cmp.getPredicate() == P::sge && bound.isNonNegative());
    if (positive)
      if (Assumption *that = note(cmp.getLhs()))
        that->notNegative = true;
  });
}

void AxisDomain::assumed(Value value, AxisInfo &info) {
  if (assumptions.empty())
    return;
  auto known = assumptions.find(value);
  if (known == assumptions.end())
    return;
  info.axes[0].divisibility =
      std::max<unsigned>(info.axes[0].divisibility, known->second.divisibility);
  if (known->second.notNegative && !info.isNotNegative())
    info.below = axisWidth(value.getType()) - 1;
}

/// start + i step, and at least start.
AxisInfo AxisDomain::induction(scf::ForOp loop, const AxisInfo &start, const AxisInfo &end,
                               const AxisInfo &step) {
  AxisInfo info = AxisInfo::unknown(loop.getInductionVar().getType());
  info.axes[0].divisibility = std::min(start.divisibilityAt(0, 0), step.divisibilityAt(0, 0));
  info.onIndices = start.onIndices || step.onIndices;
  if (loop.getUnsignedCmp())
    return info;
  unsigned width = axisWidth(loop.getInductionVar().getType());
  if (start.isNotNegative())
    info.below = end.isNotNegative() ? end.below : width - 1;
  else
    info.below = start.below;
  return info;
}

struct AxisInfoAnalysis::Solver {
  explicit Solver(Operation *root) : domain(root), facts(root, domain) {}

  AxisDomain domain;
  ForwardFacts<AxisDomain> facts;

  struct LayoutFacts {
    unsigned fastest;
    unsigned registers;
  };
  DenseMap<Type, LayoutFacts> layouts;
  LayoutFacts layoutOf(RankedTensorType type);
};

//===--- Questions ---===//

AxisInfoAnalysis::AxisInfoAnalysis(Operation *root) : solver(std::make_unique<Solver>(root)) {}
AxisInfoAnalysis::~AxisInfoAnalysis() = default;

const AxisInfo &AxisInfoAnalysis::lookup(Value value) { return solver->facts.lookup(value); }

void AxisInfoAnalysis::forget(Value value) { solver->facts.forget(value); }

void AxisInfoAnalysis::transfer(Value from, Value to) {
  solver->facts.set(to, AxisInfo(lookup(from)));
}

SmallVector<int32_t> fathom::layoutOrder(RankedTensorType type) {
  int32_t rank = type.getRank();
  if (auto blocked = dyn_cast_or_null<ttg::BlockedEncodingAttr>(type.getEncoding()))
    if (int32_t(blocked.getOrder().size()) == rank)
      return SmallVector<int32_t>(blocked.getOrder());
  SmallVector<int32_t> order;
  auto put = [&](int32_t dim) {
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  };
  if (auto slice = dyn_cast_or_null<ttg::SliceEncodingAttr>(type.getEncoding())) {
    SmallVector<int64_t> shape(type.getShape());
    int32_t gone = slice.getDim();
    if (gone <= rank) {
      shape.insert(shape.begin() + gone, 1);
      for (int32_t dim :
           layoutOrder(RankedTensorType::get(shape, type.getElementType(), slice.getParent())))
        if (dim != gone)
          put(dim > gone ? dim - 1 : dim);
    }
  } else if (type.getEncoding()) {
    auto layout = toLinearLayout(type);
    if (!layout) {
      llvm::consumeError(layout.takeError());
    } else {
      for (Dim in : {Dim::reg(), Dim::lane(), Dim::warp()})
        for (unsigned bit = 0; bit < layout->inBits(in); ++bit)
          for (int32_t dim = 0; dim < rank; ++dim)
            if (layout->basis(in, bit, Dim::axis(dim)))
              put(dim);
    }
  }
  for (int32_t dim = rank; dim-- > 0;)
    put(dim);
  return order;
}

unsigned fathom::contiguousRegisters(RankedTensorType type, unsigned dim) {
  if (dim >= type.getRank() || !type.getEncoding())
    return 1;
  if (auto blocked = dyn_cast<ttg::BlockedEncodingAttr>(type.getEncoding()))
    if (blocked.getOrder().size() == size_t(type.getRank()) &&
        unsigned(blocked.getOrder()[0]) == dim)
      return std::min<int64_t>(blocked.getSizePerThread()[dim], type.getShape()[dim]);
  auto layout = toLinearLayout(type);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return 1;
  }
  unsigned bits = 0;
  for (; bits < layout->inBits(Dim::reg()); ++bits)
    for (unsigned other = 0; other < type.getRank(); ++other)
      if (layout->basis(Dim::reg(), bits, Dim::axis(other)) !=
          (other == dim ? uint64_t(1) << bits : 0))
        return 1u << bits;
  return 1u << bits;
}

AxisInfoAnalysis::Solver::LayoutFacts AxisInfoAnalysis::Solver::layoutOf(RankedTensorType type) {
  auto known = layouts.find(type);
  if (known != layouts.end())
    return known->second;
  unsigned fastest = layoutOrder(type)[0];
  LayoutFacts found{fastest, contiguousRegisters(type, fastest)};
  layouts[type] = found;
  return found;
}

/// The type of a tensor that lies in registers; null for anything else.
static RankedTensorType laidOut(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() > 0 && tensor.getEncoding() ? tensor : RankedTensorType();
}

unsigned AxisInfoAnalysis::alignment(Value pointers) {
  RankedTensorType type = laidOut(pointers.getType());
  return type ? lookup(pointers).exactContiguity(solver->layoutOf(type).fastest) : 1;
}

unsigned AxisInfoAnalysis::contiguity(Value pointers) {
  RankedTensorType type = laidOut(pointers.getType());
  return type ? std::min(alignment(pointers), solver->layoutOf(type).registers) : 1;
}

unsigned AxisInfoAnalysis::maskAlignment(Value mask) {
  RankedTensorType type = laidOut(mask.getType());
  return type ? lookup(mask).constancy(solver->layoutOf(type).fastest) : 1;
}

static unsigned bitsOf(Type element) {
  if (auto pointer = dyn_cast<tt::PointerType>(element))
    element = pointer.getPointeeType();
  if (isa<tt::PointerType>(element))
    return 64;
  return element.isIntOrFloat() ? std::max(8u, element.getIntOrFloatBitWidth()) : 64;
}

unsigned AxisInfoAnalysis::vectorWidth(Value pointers) {
  RankedTensorType type = laidOut(pointers.getType());
  if (!type || !isa<tt::PointerType>(type.getElementType()))
    return 1;
  return std::min(128 / bitsOf(type.getElementType()), contiguity(pointers));
}

unsigned AxisInfoAnalysis::vectorWidth(Operation *access) {
  auto masked = [&](unsigned width, Value mask) {
    return mask ? std::min(width, maskAlignment(mask)) : width;
  };
  // By base and offsets: the base divides too.
  auto based = [&](Value base, Value offsets, Value mask, unsigned promised) -> unsigned {
    RankedTensorType type = laidOut(offsets.getType());
    auto pointer = dyn_cast<tt::PointerType>(base.getType());
    if (!type || !pointer)
      return 1;
    unsigned bits = bitsOf(pointer);
    unsigned registers = solver->layoutOf(type).registers;
    unsigned width = std::max(std::min(contiguity(offsets), registers), promised);
    int64_t bytes = lookup(base).divisibility(0);
    unsigned aligned = std::max<int64_t>(1, bytes / std::max(1u, bits / 8));
    return masked(std::min({width, aligned, 128 / bits}), mask);
  };
  return TypeSwitch<Operation *, unsigned>(access)
      .Case([&](tt::LoadOp op) { return masked(vectorWidth(op.getPtr()), op.getMask()); })
      .Case([&](tt::StoreOp op) { return masked(vectorWidth(op.getPtr()), op.getMask()); })
      .Case([&](tt::AtomicRMWOp op) { return masked(vectorWidth(op.getPtr()), op.getMask()); })
      .Case([&](ttg::AsyncCopyGlobalToLocalOp op) {
        unsigned width = vectorWidth(op.getSrc());
        if (RankedTensorType type = laidOut(op.getSrc().getType())) {
          // What the op itself promises, as far as a thread holds it.
          unsigned promised =
              std::min<unsigned>(op.getContiguity(), solver->layoutOf(type).registers);
          width = std::max(width, std::min(promised, 128 / bitsOf(type.getElementType())));
        }
        return masked(width, op.getMask());
      })
      .Case([&](amdg::BufferLoadOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), op.getContiguity());
      })
      .Case([&](amdg::BufferStoreOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), op.getContiguity());
      })
      .Case([&](amdg::BufferLoadToLocalOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), op.getContiguity());
      })
      .Case([&](amdg::BufferAtomicRMWOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), 1);
      })
      .Default([](Operation *) { return 1u; });
}
