// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-optimize-thread-locality: a loop that accumulates reductions accumulates within threads, and reduces across threads once,
// after it.
//
//   %s = scf.for .. iter_args(%acc = %init) {           %s = scf.for .. iter_args(%part = neutral : tensor<64x8>) {
//     %x : tensor<64x128>                                 %x : tensor<64x128>
//     %r = "tt.reduce"(%x) axis 1, add          ->        %y = tt.reshape %x : tensor<64x8x16>
//     %a = arith.addf %acc, %r                            %r = "tt.reduce"(%y) axis 2, add       (in each thread)
//     scf.yield %a : tensor<64>                           %p = arith.addf %part, %r
//   }                                                     scf.yield %p : tensor<64x8>
//                                                       }
//                                                       %f = "tt.reduce"(%s) axis 1, add         (across 8 threads)
//                                                       %a = arith.addf %init, %f
//
// The layout as a linear map says which bits of an index along the axis are chosen by the register and which by the lane or
// warp. The axis is cut into runs of such bits (here 16 = 2^4 registers, then 8 = 2^3 lanes), the runs of registers are
// reduced in the loop, the others after it. No element moves for that, and none changes its place.
//
// Where the operation is idempotent (max, min, and, or) every partial result starts at %init, and nothing is left to do after the
// last reduction. Else it starts at the operation's neutral element: for a sum of floats -0.0, which leaves a sum of negative
// zeros what it is.
//
// A loop is rewritten only if the accumulator is used by the update alone, the update is the operation that the reduction is
// made of, on the accumulator and the reduction in either order (or a conversion of its layout), and its result is yielded back to the accumulator, all
// directly in the loop's block. Sums of floats are reassociated, as everywhere in tt.reduce.
//
// Requires: layouts on tensors. Others are left alone, and so is what is reduced of a tt.cat, whose elements are in any order.
// Promises: a loop that accumulates a reduction in the form above reduces across threads after it only.
// Promises: what is reduced in the loop by tt.reduce and was not, is reduced within threads.
//
// Bugs that live here: only one of several uses of the loop's result gets the final value (M9); the update is taken to combine
// the accumulator with the reduction (M10); partial maxima start at zero (M11); the update is another operation than the
// reduction (3.1 to 3.9 sum products that way); an accumulator that is read otherwise in the loop.
#include "core/layout/Encodings.h"
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUOPTIMIZETHREADLOCALITY
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

InFlightDiagnostic silent() { return {}; }

bool isIdempotent(Operation *op) {
  return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp, arith::AndIOp,
             arith::OrIOp>(op);
}

bool hasNeutralElement(Operation *op) {
  return isa<arith::AddFOp, arith::AddIOp, arith::MulFOp, arith::MulIOp, arith::XOrIOp>(op);
}

/// What changes nothing when it is combined by `op`, in every element of `type`.
Value neutralElement(OpBuilder &b, Location loc, Operation *op, Type type) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr number;
  if (isa<arith::AddFOp>(op))
    number = b.getFloatAttr(element, -0.0);
  else if (isa<arith::MulFOp>(op))
    number = b.getFloatAttr(element, 1.0);
  else
    number = b.getIntegerAttr(element, isa<arith::MulIOp>(op) ? 1 : 0);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(tensor, number));
  return arith::ConstantOp::create(b, loc, number);
}

/// The one op of a reduction that combines its two arguments by an operation that may be reordered; null for any other one.
Operation *combinerOf(tt::ReduceOp reduce) {
  if (reduce.getNumOperands() != 1 || !reduce.getCombineOp().hasOneBlock())
    return nullptr;
  Block &block = reduce.getCombineOp().front();
  if (block.getOperations().size() != 2)
    return nullptr;
  Operation *op = &block.front();
  if (!(isIdempotent(op) || hasNeutralElement(op)) || op->getNumOperands() != 2 ||
      block.getTerminator()->getOperand(0) != op->getResult(0))
    return nullptr;
  Value left = block.getArgument(0), right = block.getArgument(1);
  bool combinesBoth = (op->getOperand(0) == left && op->getOperand(1) == right) ||
                      (op->getOperand(0) == right && op->getOperand(1) == left);
  return combinesBoth ? op : nullptr;
}

/// Neighbouring bits of an index, all chosen by the register or all by the thread.
struct Run {
  bool inThread;
  unsigned bits;
};

/// How the elements along an axis are spread, from the lowest bit to the highest; nothing if that is not by bits.
std::optional<SmallVector<Run>> runsAlong(RankedTensorType type, unsigned axis) {
  if (!type.getEncoding())
    return std::nullopt;
  llvm::Expected<LinearLayout> layout = toLinearLayout(type);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return std::nullopt;
  }
  SmallVector<int> owners(layout->outBits(Dim::axis(axis)), -1);
  for (Dim in : layout->inDims())
    for (unsigned bit = 0; bit < layout->inBits(in); ++bit) {
      uint64_t basis = layout->basis(in, bit, Dim::axis(axis));
      if (basis == 0)
        continue;
      for (Dim out : layout->outDims())
        if (out != Dim::axis(axis) && layout->basis(in, bit, out) != 0)
          return std::nullopt;
      if (!llvm::isPowerOf2_64(basis) || owners[llvm::Log2_64(basis)] >= 0)
        return std::nullopt;
      owners[llvm::Log2_64(basis)] = in == Dim::reg();
    }
  SmallVector<Run> runs;
  for (int owner : owners) {
    if (owner < 0)
      return std::nullopt;
    if (runs.empty() || runs.back().inThread != bool(owner))
      runs.push_back({bool(owner), 0});
    ++runs.back().bits;
  }
  return runs;
}

/// One accumulator of a loop.
struct Accumulation {
  unsigned number; ///< Of the carried value.
  tt::ReduceOp reduce;
  Operation *update, *combiner;
  RankedTensorType cut;                    ///< What is reduced, with the axis cut into runs.
  SmallVector<unsigned> inLoop, afterLoop; ///< Axes to reduce, the last one first.
  SmallVector<RankedTensorType> types; ///< What remains after each of inLoop, then of afterLoop.
  RankedTensorType partialType;
};

/// The type of a reduction that leaves a tensor, or null.
RankedTensorType reducedType(RankedTensorType type, unsigned axis) {
  FailureOr<SmallVector<Type>> types = tt::inferReductionTypes(TypeRange(type), axis, silent);
  return succeeded(types) ? dyn_cast<RankedTensorType>(types->front()) : RankedTensorType();
}

/// Finds the axes and the types of the reductions that replace `found.reduce`. False: it stays.
bool plan(Accumulation &found) {
  auto type = cast<RankedTensorType>(found.reduce.getOperand(0).getType());
  unsigned axis = found.reduce.getAxis();
  std::optional<SmallVector<Run>> runs = runsAlong(type, axis);
  if (!runs || llvm::all_of(*runs, [](const Run &run) { return run.inThread; }))
    return false;
  SmallVector<int64_t> shape(type.getShape().take_front(axis));
  unsigned kept = 0;
  for (const Run &run : llvm::reverse(*runs)) {
    if (run.inThread)
      found.inLoop.insert(found.inLoop.begin(), shape.size());
    else
      found.afterLoop.insert(found.afterLoop.begin(), axis + kept++);
    shape.push_back(int64_t(1) << run.bits);
  }
  llvm::append_range(shape, type.getShape().drop_front(axis + 1));
  found.cut = runs->size() == 1 ? type : tt::inferReshape(type, shape, silent);
  if (!found.cut)
    return false;
  RankedTensorType current = found.cut;
  for (unsigned at : found.inLoop)
    if (!(current = reducedType(current, at)))
      return false;
  found.partialType = current;
  for (unsigned at : found.afterLoop) {
    found.types.push_back(current);
    bool leavesScalar = current.getRank() == 1;
    if (leavesScalar)
      break;
    if (!(current = reducedType(current, at)))
      return false;
  }
  return true;
}

/// Whether nobody can say which element is where: the parts of a sum would be values that are left open, though their sum is not.
bool isInOpenOrder(Value value, unsigned ops = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || !ops)
    return false;
  if (isa<tt::CatOp>(op))
    return true;
  return (isa<ttg::ConvertLayoutOp>(op) || op->hasTrait<OpTrait::Elementwise>()) &&
         llvm::any_of(op->getOperands(),
                      [&](Value operand) { return isInOpenOrder(operand, ops - 1); });
}

/// The accumulator that the reduction is yielded into, if it can be kept in parts.
std::optional<Accumulation> match(scf::ForOp loop, tt::ReduceOp reduce) {
  Operation *combiner = combinerOf(reduce);
  if (!combiner || !reduce->hasOneUse() || isInOpenOrder(reduce.getOperand(0)))
    return std::nullopt;
  OpOperand *use = &*reduce->use_begin();
  if (auto converted = dyn_cast<ttg::ConvertLayoutOp>(use->getOwner());
      converted && converted->hasOneUse())
    use = &*converted->use_begin();
  Operation *update = use->getOwner();
  if (update->getBlock() != loop.getBody() || update->getNumResults() != 1 || !update->hasOneUse())
    return std::nullopt;
  OpOperand &yielded = *update->use_begin();
  if (yielded.getOwner() != loop.getBody()->getTerminator() ||
      update->getResult(0).getType() != use->get().getType())
    return std::nullopt;
  unsigned number = yielded.getOperandNumber();
  BlockArgument accumulator = loop.getRegionIterArg(number);
  if (!isMutant(Mutant::M10)) {
    if (update->getName() != combiner->getName() || update->getNumOperands() != 2 ||
        update->getOperand(1 - use->getOperandNumber()) != accumulator || !accumulator.hasOneUse())
      return std::nullopt;
  } else if (llvm::any_of(accumulator.getUsers(),
                          [&](Operation *user) { return user != update; })) {
    return std::nullopt;
  }
  Accumulation found{number, reduce, update, combiner, {}, {}, {}, {}, {}};
  if (!plan(found))
    return std::nullopt;
  return found;
}

Value reduceAlong(OpBuilder &b, tt::ReduceOp like, Value value, unsigned axis) {
  auto reduce = tt::ReduceOp::create(b, like.getLoc(), ValueRange(value), axis);
  reduce->setDiscardableAttrs(like->getDiscardableAttrDictionary());
  IRMapping mapping;
  like.getCombineOp().cloneInto(&reduce.getCombineOp(), mapping);
  return reduce->getResult(0);
}

/// `combiner`'s operation on values of any type.
Value combine(OpBuilder &b, Operation *combiner, Value left, Value right) {
  OperationState state(combiner->getLoc(), combiner->getName(), ValueRange{left, right},
                       left.getType(), combiner->getDiscardableAttrDictionary().getValue());
  Operation *op = b.create(state);
  op->copyProperties(combiner->getPropertiesStorage());
  return op->getResult(0);
}

Value convert(OpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return ttg::ConvertLayoutOp::create(b, value.getLoc(), type, value);
}

/// The first partial results.
Value startOf(OpBuilder &b, const Accumulation &found, Value init) {
  Location loc = found.update->getLoc();
  RankedTensorType type = found.partialType;
  if (isMutant(Mutant::M11))
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  if (hasNeutralElement(found.combiner))
    return neutralElement(b, loc, found.combiner, type);
  DenseElementsAttr constant;
  if (matchPattern(init, m_Constant(&constant)) && constant.isSplat())
    return arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(type, constant.getSplatValue<Attribute>()));
  if (!isa<RankedTensorType>(init.getType()))
    return tt::SplatOp::create(b, loc, type, init);
  // Back through the reductions that come after the loop.
  RankedTensorType last = reducedType(found.types.back(), found.afterLoop.back());
  Value value = convert(b, init, last);
  for (unsigned axis : llvm::reverse(found.afterLoop))
    value = tt::ExpandDimsOp::create(b, loc, value, axis);
  return tt::BroadcastOp::create(b, loc, type, convert(b, value, [&] {
                                   auto narrow = cast<RankedTensorType>(value.getType());
                                   return narrow.cloneWithEncoding(type.getEncoding());
                                 }()));
}

/// Rewrites the loop with the accumulators in parts.
void rewrite(scf::ForOp loop, ArrayRef<Accumulation> accumulations) {
  OpBuilder b(loop);
  SmallVector<Value> inits(loop.getInitArgs());
  for (const Accumulation &found : accumulations)
    inits[found.number] = startOf(b, found, inits[found.number]);
  auto parts = scf::ForOp::create(b, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
                                  loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  parts->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  parts.getBody()->getOperations().splice(parts.getBody()->end(), loop.getBody()->getOperations());
  loop.getInductionVar().replaceAllUsesWith(parts.getInductionVar());
  for (const Accumulation &found : accumulations) {
    b.setInsertionPoint(found.update);
    tt::ReduceOp reduce = found.reduce;
    Value value = reduce.getOperand(0);
    if (value.getType() != found.cut)
      value = tt::ReshapeOp::create(b, reduce.getLoc(), value, found.cut.getShape());
    for (unsigned axis : found.inLoop)
      value = reduceAlong(b, reduce, value, axis);
    value = combine(b, found.combiner, parts.getRegionIterArg(found.number), value);
    parts.getBody()->getTerminator()->setOperand(found.number, value);
  }
  b.setInsertionPointAfter(parts);
  SmallVector<Value> results(parts.getResults());
  for (const Accumulation &found : accumulations) {
    Value &value = results[found.number];
    Type type = loop.getResult(found.number).getType();
    for (unsigned axis : found.afterLoop)
      value = reduceAlong(b, found.reduce, value, axis);
    value = convert(b, value, type);
    if (hasNeutralElement(found.combiner) || isMutant(Mutant::M11))
      value = combine(b, found.combiner, loop.getInitArgs()[found.number], value);
  }
  for (Accumulation found : accumulations) {
    found.update->erase();
    for (Operation *converted : llvm::make_early_inc_range(found.reduce->getUsers()))
      converted->erase();
    found.reduce->erase();
  }
  for (auto [old, argument] : llvm::zip(loop.getRegionIterArgs(), parts.getRegionIterArgs()))
    if (old.getType() == argument.getType())
      old.replaceAllUsesWith(argument);
  for (auto [old, value, init] : llvm::zip(loop.getResults(), results, loop.getInitArgs())) {
    if (isMutant(Mutant::M9) && old.getType() != parts.getResult(old.getResultNumber()).getType() &&
        !old.use_empty())
      old.use_begin()->set(value), value = init;
    old.replaceAllUsesWith(value);
  }
  loop.erase();
}

struct TritonGPUOptimizeThreadLocality
    : fathom::impl::TritonGPUOptimizeThreadLocalityBase<TritonGPUOptimizeThreadLocality> {
  void runOnOperation() override {
    llvm::MapVector<Operation *, SmallVector<Accumulation>> loops;
    getOperation().walk([&](tt::ReduceOp reduce) {
      if (auto loop = dyn_cast<scf::ForOp>(reduce->getParentOp()))
        if (std::optional<Accumulation> found = match(loop, reduce))
          loops[loop].push_back(*found);
    });
    if (loops.empty())
      return markAllAnalysesPreserved();
    for (auto &[loop, accumulations] : loops)
      rewrite(cast<scf::ForOp>(loop), accumulations);
  }
};

} // namespace
