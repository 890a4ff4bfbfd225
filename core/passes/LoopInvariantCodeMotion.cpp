// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-licm: moves what does not change in a loop to before the loop, loads included.
//
// Loops are visited from the innermost outwards, so what leaves a loop is met again in the body of the next
// one. In each body, in order, an op leaves when all it uses is defined outside of the loop and
//   - it has no effect and may run at any time (pure ops; a buffer in shared memory that holds such a
//     value and is never written), or
//   - it is a tt.load, neither volatile nor past the caches, and nothing in the loop may write to what it
//     reads. Stores through other arguments do not, if the kernel never writes through the load's
//     own argument (ReadOnlyPointers). Prints and accesses of shared memory do not either. Calls, barriers, and
//     atomics that order memory may let others' writes be seen: then loads stay.
// A loop may have no trip, and then it must not load. So the load gets a guard as its mask:
//
//   scf.for %i = %lb to %ub {             %runs = arith.cmpi slt, %lb, %ub
//     %x = tt.load %p                     %all = tt.splat %runs
//     ... %x ...                 ->       %x = tt.load %p, %all, %zero
//   }                                     scf.for %i = %lb to %ub { ... %x ... }
//
// The guard of what follows a while's condition is the condition of its first trip, cloned, if it is
// computed by pure ops. What precedes the condition needs none. Where the load has no value of its own for
// masked-off elements it gets zero: ops that use it leave the loop as well, and must find something to compute
// with (a trip count, say). A loop that is known to run needs no guard, and block pointers, which take no mask,
// are only hoisted from such loops and from before a condition.
//
// Cost. A hoisted load holds registers through the loop. At most 64 registers a thread are given to them in each
// nest of loops, in program order: as many as the layout says, or a share of 128 threads where there is no layout
// yet. A load that is hoisted is not pipelined; it would have been loaded again in each trip.
//
// Requires: nothing. Idempotent but for the guards of loads in whiles.
// Promises: no pure op that may be speculated is left in a loop's own block while all it uses is defined outside of it.
// Promises: no load that is not volatile is left in a loop's own block while all it uses is defined outside, nothing
//   in the loop writes global memory, and the nest has registers left.
// Promises: a load runs where it would not have run before only with a mask that is false there.
//
// Bugs that live here: a load without a guard faults when the loop has no trip (M25); a load hoisted over a
// store to the same memory (M26), or over an assertion that protects it; a guard that compares signed where the loop
// does not; control flow on a value that was never loaded.
#include "core/analysis/ReadOnlyPointers.h"
#include "core/layout/Encodings.h"
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONLOOPINVARIANTCODEMOTION
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

/// Registers of 32 bits a thread that the hoisted loads of a nest may take.
constexpr int64_t registerBudget = 64;
/// Bytes of shared memory that the hoisted buffers of a nest may take.
constexpr int64_t sharedBudget = 64 * 1024;
/// How many ops a cloned condition may have.
constexpr size_t conditionBudget = 32;

/// How many registers a thread needs for a value.
int64_t registersOf(Type type) {
  int64_t elements = 1;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor) {
    elements = llvm::divideCeil(tensor.getNumElements(), 128);
    type = tensor.getElementType();
    if (tensor.getEncoding()) {
      if (llvm::Expected<LinearLayout> layout = toLinearLayout(tensor))
        elements = int64_t(1) << layout->removeZeroBases(Dim::reg()).inBits(Dim::reg());
      else
        llvm::consumeError(layout.takeError());
    }
  }
  int64_t bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
  return llvm::divideCeil(elements * bits, 32);
}

/// The number zero of any type that a load may give.
Value zeroOf(OpBuilder &builder, Location loc, Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!isa<tt::PointerType>(element))
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Type integer = builder.getI64Type();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    integer = tensor.clone(integer);
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(integer));
  return tt::IntToPtrOp::create(builder, loc, type, zero);
}

/// One loop, and what is to be known of it.
class Hoister {
public:
  struct Nest {
    int64_t registers = 0, bytes = 0; ///< Of what was hoisted so far.
    llvm::SmallPtrSet<Operation *, 8> counted;
  };
  Hoister(Operation *loop, const ReadOnlyPointers &pointers, Nest &nest)
      : loop(loop), pointers(pointers), nest(nest) {}

  void run() {
    for (Region &region : loop->getRegions())
      for (Operation &op : llvm::make_early_inc_range(region.front().without_terminator()))
        if (isInvariant(op))
          hoist(op);
  }

private:
  /// The block that `op` is in is the loop's own, and defines nothing that `op` uses.
  bool isInvariant(Operation &op) const {
    Block *body = op.getBlock();
    auto isOutside = [&](Value value) { return value.getParentBlock() != body; };
    if (!llvm::all_of(op.getOperands(), isOutside))
      return false;
    if (op.getNumRegions() == 0)
      return true;
    return !op.walk([&](Operation *inner) {
                return llvm::all_of(inner->getOperands(), isOutside) ? WalkResult::advance()
                                                                     : WalkResult::interrupt();
              }).wasInterrupted();
  }

  void hoist(Operation &op) {
    if (auto load = dyn_cast<tt::LoadOp>(op))
      return hoistLoad(load);
    if (auto buffer = dyn_cast<ttg::LocalAllocOp>(op))
      return hoistBuffer(buffer);
    if (isMemoryEffectFree(&op) && isSpeculatable(&op))
      op.moveBefore(loop);
  }

  void hoistBuffer(ttg::LocalAllocOp buffer) {
    ttg::MemDescType type = buffer.getType();
    if (!buffer.getSrc() || type.getMutableMemory() || !isMemoryEffectFree(buffer) ||
        !type.getElementType().isIntOrFloat())
      return;
    int64_t bytes = llvm::divideCeil(type.getNumElements() * type.getElementTypeBitWidth(), 8);
    if (nest.counted.insert(buffer).second && (nest.bytes += bytes) > sharedBudget) {
      nest.bytes -= bytes;
      nest.counted.erase(buffer);
      return;
    }
    buffer->moveBefore(loop);
  }

  void hoistLoad(tt::LoadOp load) {
    if (load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv || isMutant(Mutant::M54) ||
        !isUnwritten(load) || !isAlwaysReached(load))
      return;
    bool alreadyCounted = nest.counted.contains(load);
    int64_t registers = alreadyCounted ? 0 : registersOf(load.getType());
    if (nest.registers + registers > registerBudget || !guard(load))
      return;
    nest.registers += registers;
    nest.counted.insert(load);
    load->moveBefore(loop);
  }

  /// What the whole loop writes; found when the first load asks.
  void findWrites() {
    if (foundWrites)
      return;
    foundWrites = true;
    loop->walk([&](Operation *op) {
      if (op == loop)
        return;
      GlobalWrites its = globalWritesOf(op);
      writes.anywhere |= its.anywhere;
      writes.through.append(its.through);
      if (its.mayStop || its.anywhere)
        stops.push_back(op);
    });
  }

  bool isUnwritten(tt::LoadOp load) {
    findWrites();
    if (isMutant(Mutant::M26)) // What is stored through a pointer is taken to be elsewhere.
      return true;
    return !writes.anywhere && llvm::none_of(writes.through, [&](Value written) {
      return pointers.mayChange(load.getPtr(), written);
    });
  }

  /// Whether the first trip comes to the load whatever happens: no assertion is before it.
  bool isAlwaysReached(tt::LoadOp load) {
    findWrites();
    return llvm::none_of(stops, [&](Operation *stop) {
      Operation *inBlock = load->getBlock()->findAncestorOpInBlock(*stop);
      if (inBlock)
        return inBlock->isBeforeInBlock(load);
      // In the other region of a while: that of the condition comes first.
      return load->getParentRegion() != &loop->getRegion(0);
    });
  }

  /// Whether the loop runs at all, as an i1 before it; null when that cannot be said. Sets `known` when it is
  /// known to.
  Value runs(OpBuilder &builder, bool &known) {
    if (foundRuns) {
      known = !condition && isKnown;
      return condition;
    }
    foundRuns = true;
    if (auto counted = dyn_cast<scf::ForOp>(loop)) {
      Value from = counted.getLowerBound(), to = counted.getUpperBound();
      llvm::APInt first, end;
      if (matchPattern(from, m_ConstantInt(&first)) && matchPattern(to, m_ConstantInt(&end)))
        isKnown = counted.getUnsignedCmp() ? first.ult(end) : first.slt(end);
      else
        condition = arith::CmpIOp::create(builder, loop->getLoc(),
                                          counted.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                                   : arith::CmpIPredicate::slt,
                                          from, to);
    } else {
      condition = firstCondition(builder, cast<scf::WhileOp>(loop));
      if (condition && matchPattern(condition, m_One())) {
        isKnown = true;
        condition = {};
      }
    }
    known = isKnown;
    return condition;
  }

  /// The condition of the while's first trip, cloned before it; null if it is not pure or too long.
  Value firstCondition(OpBuilder &builder, scf::WhileOp loop) {
    Block *before = loop.getBeforeBody();
    SmallVector<Value> needed{loop.getConditionOp().getCondition()};
    llvm::SmallPtrSet<Operation *, 16> slice;
    while (!needed.empty()) {
      Operation *op = needed.pop_back_val().getDefiningOp();
      if (!op || op->getBlock() != before || !slice.insert(op).second)
        continue;
      if (slice.size() > conditionBudget || op->getNumRegions() > 0 || !isPure(op))
        return {};
      llvm::append_range(needed, op->getOperands());
    }
    IRMapping mapping;
    mapping.map(loop.getBeforeArguments(), loop.getInits());
    for (Operation &op : before->without_terminator())
      if (slice.contains(&op))
        builder.clone(op, mapping);
    return mapping.lookupOrDefault(loop.getConditionOp().getCondition());
  }

  /// Lets the load run before the loop only if the loop runs. False: that cannot be done.
  bool guard(tt::LoadOp load) {
    if (isa<scf::WhileOp>(loop) && load->getParentRegion() == &loop->getRegion(0))
      return true;
    OpBuilder builder(loop);
    bool known = false;
    Value runs = this->runs(builder, known);
    if (known || isMutant(Mutant::M25))
      return true;
    if (!runs || tt::isBlockPointer(load.getPtr().getType()))
      return false;
    Location loc = load.getLoc();
    Type maskType = tt::maskTypeOf(load.getType());
    Value &mask = masks[maskType];
    if (!mask)
      mask = isa<RankedTensorType>(maskType) ? tt::SplatOp::create(builder, loc, maskType, runs)
                                             : runs;
    Value both = mask;
    if (Value own = load.getMask())
      both = arith::AndIOp::create(builder, loc, own, mask);
    load.getMaskMutable().assign(both);
    if (!load.getOther())
      load.getOtherMutable().assign(zeroOf(builder, loc, load.getType()));
    return true;
  }

  Operation *loop;
  const ReadOnlyPointers &pointers;
  Nest &nest;
  bool foundWrites = false, foundRuns = false, isKnown = false;
  GlobalWrites writes;
  SmallVector<Operation *> stops;
  Value condition;
  llvm::DenseMap<Type, Value> masks;
};

struct TritonLoopInvariantCodeMotion
    : fathom::impl::TritonLoopInvariantCodeMotionBase<TritonLoopInvariantCodeMotion> {
  void runOnOperation() override {
    bool hasLoops = false;
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>())
      hasLoops |= runOn(func);
    if (!hasLoops)
      markAllAnalysesPreserved();
  }

  bool runOn(tt::FuncOp func) {
    SmallVector<Operation *> loops; // Inner ones first.
    func.walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp>(op))
        loops.push_back(op);
    });
    if (loops.empty())
      return false;
    ReadOnlyPointers pointers(func);
    Hoister::Nest nest;
    for (Operation *loop : loops) {
      Hoister(loop, pointers, nest).run();
      bool isOutermost =
          !loop->getParentOfType<scf::ForOp>() && !loop->getParentOfType<scf::WhileOp>();
      if (isOutermost)
        nest = {};
    }
    return true;
  }
};

} // namespace
