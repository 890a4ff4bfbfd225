// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-loop-unroll: unrolls loops by their tt.loop_unroll_factor.
//
//   for i = lb to ub step 3 { body(i) } {tt.loop_unroll_factor = 2}
// becomes
//   full = lb < ub ? lb + 3 * (trips - trips mod 2) : lb        with trips = (ub - lb - 1) / 3 + 1, unsigned
//   for i = lb to full step 6 { body(i); body(i + 3) }
//   for i = full to ub step 3 { body(i) } {tt.num_stages = 1}   the iterations that are left over
//
// Bounds that are constant leave no arithmetic, a loop that is not there when it has no trip, and one trip without a loop. The test
// lb < ub matters: the difference of bounds that are inverted is a large unsigned number. Loops inside a loop come first.
//
// A loop stays as it is, but for the attribute, if its step is not a positive constant, if the unrolled step does not fit in the type of
// the index, or if more than 2^16 ops would be made.
//
// Requires: nothing.
// Promises: no loop has tt.loop_unroll_factor.
// Promises: what is left over is not pipelined (tt.num_stages is 1).
//
// Bugs live in: trips that are left over (M31); inverted bounds with a step of more than 1 (3.6.0 runs such a loop); overflow.
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONLOOPUNROLL
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

constexpr llvm::StringLiteral factorName = "tt.loop_unroll_factor";
constexpr int64_t mostOps = 1 << 16;

std::optional<APInt> constantOf(Value value) {
  APInt result;
  if (matchPattern(value, m_ConstantInt(&result)))
    return result;
  return {};
}

class Unroller {
public:
  Unroller(scf::ForOp loop, uint64_t factor, APInt step)
      : loop(loop), factor(factor), step(std::move(step)), b(loop), loc(loop.getLoc()) {}

  void run() {
    std::optional<APInt> lower = constantOf(loop.getLowerBound()),
                         upper = constantOf(loop.getUpperBound());
    if (lower && upper)
      unrollConstant(*lower, *upper);
    else
      unrollUnknown();
  }

private:
  Value constant(const APInt &value) {
    Type type = loop.getInductionVar().getType();
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  }
  Value constant(uint64_t value) { return constant(APInt(step.getBitWidth(), value)); }

  /// The body once, for an index and carried values; what it yields.
  SmallVector<Value> cloneBody(Value index, ValueRange carried) {
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), index);
    mapping.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : loop.getBody()->without_terminator())
      b.clone(op, mapping);
    return llvm::map_to_vector(loop.getBody()->getTerminator()->getOperands(),
                               [&](Value value) { return mapping.lookupOrDefault(value); });
  }

  /// The body `factor` times.
  SmallVector<Value> cloneBodies(Value index, ValueRange carried) {
    SmallVector<Value> values(carried);
    for (uint64_t copy = 0; copy < factor; ++copy) {
      Value here = index;
      if (copy)
        here = arith::AddIOp::create(b, loc, index, constant(step * copy));
      values = cloneBody(here, values);
    }
    return values;
  }

  ValueRange makeLoop(Value lower, Value upper) {
    Value stride = constant(step * factor);
    auto main = scf::ForOp::create(b, loc, lower, upper, stride, loop.getInitArgs(), nullptr,
                                   loop.getUnsignedCmp());
    main->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    OpBuilder::InsertionGuard guard(b);
    // A loop that carries nothing is built with its terminator.
    if (!main.getBody()->empty())
      main.getBody()->back().erase();
    b.setInsertionPointToStart(main.getBody());
    SmallVector<Value> results = cloneBodies(main.getInductionVar(), main.getRegionIterArgs());
    scf::YieldOp::create(b, loc, results);
    return main.getResults();
  }

  /// The loop itself goes on from an index.
  void leaveRest(Value lower, ValueRange carried) {
    loop.getLowerBoundMutable().assign(lower);
    loop.getInitArgsMutable().assign(carried);
    loop->setAttr("tt.num_stages", b.getI32IntegerAttr(1));
  }

  void replace(ValueRange results) {
    loop.getResults().replaceAllUsesWith(results);
    loop.erase();
  }

  void unrollConstant(const APInt &lower, const APInt &upper) {
    bool runs = loop.getUnsignedCmp() ? lower.ult(upper) : lower.slt(upper);
    APInt trips = runs ? (upper - lower - 1).udiv(step) + 1 : APInt::getZero(step.getBitWidth());
    uint64_t rest = trips.urem(factor);
    APInt full = trips - rest;
    if (full.isZero()) {
      leaveRest(loop.getLowerBound(), SmallVector<Value>(loop.getInitArgs()));
      return;
    }
    APInt next = lower + full * step;
    SmallVector<Value> values;
    if (full == factor)
      values = cloneBodies(loop.getLowerBound(), SmallVector<Value>(loop.getInitArgs()));
    else
      values = makeLoop(loop.getLowerBound(), constant(next));
    if (rest == 0 || isMutant(Mutant::M31)) // M31: the rest is not run.
      replace(values);
    else if (rest == 1)
      replace(cloneBody(constant(next), values));
    else
      leaveRest(constant(next), values);
  }

  void unrollUnknown() {
    Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
    auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    Value runs = arith::CmpIOp::create(b, loc, less, lower, upper);
    Value one = constant(1);
    Value trips = arith::SubIOp::create(b, loc, upper, lower);
    if (!step.isOne()) {
      Value last = arith::SubIOp::create(b, loc, trips, one);
      trips = arith::DivUIOp::create(b, loc, last, constant(step));
      trips = arith::AddIOp::create(b, loc, trips, one);
    }
    Value rest = arith::RemUIOp::create(b, loc, trips, constant(factor));
    Value full = arith::SubIOp::create(b, loc, trips, rest);
    if (!step.isOne())
      full = arith::MulIOp::create(b, loc, full, constant(step));
    Value next = arith::AddIOp::create(b, loc, lower, full);
    next = arith::SelectOp::create(b, loc, runs, next, lower);
    ValueRange results = makeLoop(lower, next);
    if (isMutant(Mutant::M31)) // M31: the rest is not run.
      replace(results);
    else
      leaveRest(next, results);
  }

  scf::ForOp loop;
  uint64_t factor;
  APInt step;
  OpBuilder b;
  Location loc;
};

void unroll(scf::ForOp loop) {
  auto attribute = dyn_cast_or_null<IntegerAttr>(loop->removeAttr(factorName));
  if (!attribute || attribute.getValue().sle(1) || attribute.getValue().getActiveBits() > 16)
    return;
  uint64_t factor = attribute.getValue().getZExtValue();
  std::optional<APInt> step = constantOf(loop.getStep());
  if (!step || !step->isStrictlyPositive())
    return;
  unsigned bits = step->getBitWidth();
  bool overflow = !(step->zext(bits + 17) * factor).isSignedIntN(bits);
  int64_t ops = 0;
  loop.getBody()->walk([&](Operation *) { ++ops; });
  if (overflow || ops * static_cast<int64_t>(factor) > mostOps)
    return;
  Unroller(loop, factor, *step).run();
}

struct LoopUnroll : fathom::impl::TritonLoopUnrollBase<LoopUnroll> {
  void runOnOperation() final {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(factorName))
        loops.push_back(loop);
    });
    if (loops.empty())
      return markAllAnalysesPreserved();
    for (scf::ForOp loop : loops)
      unroll(loop);
  }
};

} // namespace
