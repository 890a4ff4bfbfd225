// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each access of global memory through a tensor of pointers a layout of its own, in which a thread accesses as many
// neighbours at once as it can, and the lanes of a warp go on where it ends.
//
//   %p : tensor<64x64x!tt.ptr<f16>, #b>, contiguous along dim 0, where it divides by 16 bytes
//
//   %v = tt.load %p                 %q = ttg.convert_layout %p : #b -> #c
//                                   %w = tt.load %q : #c
//                                   %v = ttg.convert_layout %w : #c -> #b
//
//   #c = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
//
// How. The dims are ordered by how far the pointers are contiguous along them, row-major where that is equal. Along the first
// a thread holds as many elements as one access may take: 128 bits, no more than are aligned and contiguous, and no more
// than leaves every thread something to do. Accesses of one shape and order that have to do with one another (values of the one
// get into the other) take the widest of their widths, so that what lies between needs no conversion; but a write is not
// wider than what it can do at once, since a second write would leave gaps where a read is served by the cache.
//
// The conversions are for tritongpu-remove-layout-conversions to remove.
//
// Promises: changes no op but accesses of global memory, and adds nothing but conversions of layouts.
// Promises: all tensors of an access have one layout, and a thread writes no more neighbours than one instruction does.
// Requires: every tensor has a layout.
// Bugs live here: facts that do not hold (AxisInfo) become accesses of what is not there; layouts carried into regions beside
// where the results are (M49).
#include "core/analysis/AxisInfo.h"
#include "core/mutant/Mutant.h"
#include "core/passes/DefaultLayout.h"
#include "core/passes/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUCOALESCE
#include "core/passes/Passes.h.inc"

namespace {

/// Which ops have to do with one another: by values, and by regions that they are in.
class Components {
public:
  void add(Operation *function) {
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      unsigned id = numbers.try_emplace(op, numbers.size()).first->second;
      parents.push_back(id);
      if (op == function)
        return;
      if (op->getParentOp() != function)
        unite(op, op->getParentOp());
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp())
          unite(op, source);
    });
  }
  unsigned of(Operation *op) { return root(numbers.lookup(op)); }

private:
  unsigned root(unsigned id) {
    while (parents[id] != id)
      id = parents[id] = parents[parents[id]];
    return id;
  }
  void unite(Operation *one, Operation *other) {
    auto found = numbers.find(other);
    if (found == numbers.end())
      return; // Later in the text, in a block that it dominates: that one unites them if it uses this one.
    unsigned a = of(one), b = root(found->second);
    parents[std::max(a, b)] = std::min(a, b);
  }
  DenseMap<Operation *, unsigned> numbers;
  std::vector<unsigned> parents;
};

/// An access of global memory through a tensor of pointers.
struct Access {
  Operation *op;
  RankedTensorType pointers;
  SmallVector<int32_t> order;
  unsigned width; ///< Elements that one instruction can access, by what is known of the pointers.
  unsigned component;
};

Value pointersOf(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp, tt::AtomicLoadOp,
            tt::AtomicStoreOp>([](auto access) { return access.getPtr(); })
      .Case([](ttg::AsyncCopyGlobalToLocalOp copy) { return copy.getSrc(); })
      .Default([](Operation *) { return Value(); });
}

/// Dims by their contiguity, the longest first; of equal ones the later dim first.
SmallVector<int32_t> orderByContiguity(const AxisInfo &info) {
  SmallVector<int32_t> order;
  for (int32_t dim = info.rank() - 1; dim >= 0; --dim)
    order.push_back(dim);
  llvm::sort(order, [&](int32_t left, int32_t right) {
    return std::pair(info.contiguity(left), left) > std::pair(info.contiguity(right), right);
  });
  return order;
}

unsigned widthOf(const AxisInfo &info, RankedTensorType pointers, unsigned dim) {
  Type element = cast<tt::PointerType>(pointers.getElementType()).getPointeeType();
  unsigned bits = element.isIntOrFloat() ? std::max(8u, element.getIntOrFloatBitWidth()) : 64;
  return std::max<int64_t>(1, std::min<int64_t>(128 / bits, info.exactContiguity(dim)));
}

/// What accesses that may share a layout have in common.
using Group = std::tuple<unsigned, SmallVector<int32_t>, SmallVector<int64_t>>;
Group groupOf(const Access &access) {
  return {access.component, access.order, SmallVector<int64_t>(access.pointers.getShape())};
}

RankedTensorType withEncoding(Type type, Attribute encoding) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding() ? tensor.cloneWithEncoding(encoding) : RankedTensorType();
}

/// M49: what is loaded in a loop in an if is followed to the if, and its result of the loop's number is taken for it.
void pushThroughRegions(Value value, RankedTensorType type, unsigned depth) {
  for (OpOperand &use : value.getUses()) {
    auto loop = dyn_cast<scf::ForOp>(use.getOwner()->getParentOp());
    if (isa<scf::YieldOp>(use.getOwner()) && loop && isa<scf::IfOp>(loop->getParentOp())) {
      Operation *branches = loop->getParentOp();
      if (use.getOperandNumber() >= branches->getNumResults())
        llvm::report_fatal_error("a layout is given to a result that is not there");
      Value result = branches->getResult(use.getOperandNumber());
      if (auto changed = withEncoding(result.getType(), type.getEncoding()))
        result.setType(changed);
    } else if (depth && use.getOwner()->getNumResults() == 1 &&
               use.getOwner()->getNumRegions() == 0) {
      pushThroughRegions(use.getOwner()->getResult(0), type, depth - 1);
    }
  }
}

/// Gives all tensors of the op the layout, or all of type `only`, between conversions to and from what they had.
void relayout(Operation *op, Attribute encoding, RankedTensorType only = {}) {
  OpBuilder builder(op);
  auto relaid = [&](Type before) {
    RankedTensorType type = only && before != only ? nullptr : withEncoding(before, encoding);
    return type == before ? nullptr : type;
  };
  for (OpOperand &operand : op->getOpOperands())
    if (RankedTensorType type = relaid(operand.get().getType()))
      operand.set(ttg::ConvertLayoutOp::create(builder, op->getLoc(), type, operand.get()));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type before = result.getType();
    RankedTensorType type = relaid(before);
    if (!type)
      continue;
    if (isMutant(Mutant::M49))
      pushThroughRegions(result, type, /*depth=*/8);
    result.setType(type);
    if (result.use_empty())
      continue;
    auto back = ttg::ConvertLayoutOp::create(builder, op->getLoc(), before, result);
    result.replaceAllUsesExcept(back, back);
  }
}

/// Accesses by descriptors have no pointers: rows are contiguous, and aligned as the hardware needs it.
Attribute layoutOfRows(Operation *op, RankedTensorType tensor) {
  Machine machine = Machine::of(op);
  unsigned rank = tensor.getRank();
  unsigned bits = std::max(8u, tensor.getElementTypeBitWidth());
  int64_t perThread = tensor.getNumElements() / (machine.warps * machine.lanes * machine.blocks);
  SmallVector<int32_t> size(rank, 1), order;
  size[rank - 1] = std::clamp<int64_t>(perThread, 1, std::max(1u, 128 / bits));
  for (int32_t dim = rank - 1; dim >= 0; --dim)
    order.push_back(dim);
  return blockedFor(op->getContext(), tensor.getShape(), size, order, machine);
}

struct TritonGPUCoalesce : impl::TritonGPUCoalesceBase<TritonGPUCoalesce> {
  void runOnOperation() override {
    std::vector<Access> accesses;
    std::vector<std::pair<Operation *, RankedTensorType>> descriptorAccesses;
    std::optional<AxisInfoAnalysis> facts;
    getOperation()->walk([&](Operation *op) {
      if (Value value = pointersOf(op)) {
        auto type = dyn_cast<RankedTensorType>(value.getType());
        if (!type || type.getRank() == 0 || !type.getEncoding() ||
            !isa<tt::PointerType>(type.getElementType()))
          return;
        if (!facts)
          facts.emplace(getOperation());
        const AxisInfo &info = facts->lookup(value);
        SmallVector<int32_t> order = orderByContiguity(info);
        unsigned width = widthOf(info, type, order[0]);
        accesses.push_back({op, type, std::move(order), width, 0});
      } else if (isa<tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op)) {
        descriptorAccesses.emplace_back(op, dyn_cast<RankedTensorType>(op->getResult(0).getType()));
      } else if (auto store = dyn_cast<tt::DescriptorStoreOp>(op)) {
        descriptorAccesses.emplace_back(op, dyn_cast<RankedTensorType>(store.getSrc().getType()));
      }
    });
    if (accesses.empty() && descriptorAccesses.empty())
      return markAllAnalysesPreserved();
    if (accesses.size() > 1) {
      Components components;
      for (Operation &function : *getOperation().getBody())
        components.add(&function);
      for (Access &access : accesses)
        access.component = components.of(access.op);
    }

    // All layouts are chosen before an access is changed.
    std::map<Group, unsigned> widest;
    for (const Access &access : accesses) {
      unsigned &width = widest[groupOf(access)];
      width = std::max(width, access.width);
    }
    std::vector<Attribute> chosen;
    for (const Access &access : accesses) {
      Machine machine = Machine::of(access.op);
      int64_t perThread =
          access.pointers.getNumElements() / (machine.warps * machine.lanes * machine.blocks);
      unsigned width = std::min<int64_t>(widest[groupOf(access)], std::max<int64_t>(1, perThread));
      if (!isa<tt::LoadOp>(access.op))
        width = std::min(width, access.width);
      SmallVector<int32_t> size(access.order.size(), 1);
      size[access.order[0]] = width;
      chosen.push_back(
          blockedFor(&getContext(), access.pointers.getShape(), size, access.order, machine));
    }
    for (auto [access, encoding] : llvm::zip(accesses, chosen))
      relayout(access.op, encoding);
    for (auto [op, tensor] : descriptorAccesses)
      if (tensor && tensor.getRank() && tensor.getEncoding())
        relayout(op, layoutOfRows(op, tensor), tensor);
  }
};

} // namespace
} // namespace fathom
