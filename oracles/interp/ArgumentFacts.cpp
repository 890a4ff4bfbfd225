// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts flow from arguments over ops, loops, branches and calls.
#include "oracles/interp/ArgumentFacts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

namespace fathom::interp {

std::optional<int64_t> constantOf(mlir::Value value) {
  APInt number;
  if (matchPattern(value, mlir::m_ConstantInt(&number)) && number.getBitWidth() <= 64)
    return number.getSExtValue();
  if (auto splat = value.getDefiningOp<tt::SplatOp>())
    return constantOf(splat.getSrc());
  // Front ends cast a loop's bounds and its step to the type that they have.
  if (auto cast = value.getDefiningOp<arith::BitcastOp>();
      cast && isInteger(cast.getIn().getType()))
    return constantOf(cast.getIn());
  return std::nullopt;
}

bool isInteger(mlir::Type type) { return mlir::getElementTypeOrSelf(type).isIntOrIndex(); }

ArgumentFacts::ArgumentFacts(mlir::ModuleOp module, tt::FuncOp kernel) : module(module) {
  for (auto [index, argument] : enumerate(kernel.getArguments())) {
    Facts &known = facts[argument];
    if (isa<tt::PointerType, tt::TensorDescType>(argument.getType()))
      known.roots.set(index);
    else
      known.is.set(index), known.has.set(index);
  }
  do {
    changed = false;
    module.walk([&](mlir::Operation *op) { flow(op); });
  } while (changed);
}

void ArgumentFacts::putAll(mlir::ValueRange to, mlir::ValueRange from) {
  for (auto [target, source] : zip(to, from))
    put(target, of(source));
}

Facts ArgumentFacts::joined(mlir::ValueRange values) const {
  Facts result;
  for (mlir::Value value : values)
    result.join(of(value));
  return result;
}
/// Of a result that is no operand any more.
static Facts mixed(Facts known) {
  known.is.reset();
  known.tiles.reset();
  return known;
}

void ArgumentFacts::flow(mlir::Operation *op) {
  if (flowControl(op) || op->getNumResults() == 0)
    return;
  Facts known = transfer(op);
  for (mlir::Value result : op->getResults())
    put(result, known);
}

/// Ops that pass values on to others than their results.
bool ArgumentFacts::flowControl(mlir::Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    Facts counter = mixed(joined({loop.getLowerBound(), loop.getStep()}));
    counter.index = counter.moves = true;
    if (std::optional<int64_t> step = constantOf(loop.getStep()))
      counter.range = std::max(counter.range, *step > 1 ? *step : 0);
    put(loop.getInductionVar(), counter);
    auto yielded = cast<scf::YieldOp>(loop.getBody()->getTerminator()).getOperands();
    for (mlir::ValueRange source :
         {mlir::ValueRange(loop.getInitArgs()), mlir::ValueRange(yielded)}) {
      putAll(loop.getRegionIterArgs(), source);
      putAll(loop.getResults(), source);
    }
    return true;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    putAll(loop.getBeforeArguments(), loop.getInits());
    putAll(loop.getBeforeArguments(), loop.getYieldOp().getOperands());
    putAll(loop.getAfterArguments(), loop.getConditionOp().getArgs());
    putAll(loop.getResults(), loop.getConditionOp().getArgs());
    return true;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (mlir::Region *region : branch.getRegions())
      if (!region->empty())
        putAll(branch.getResults(), region->front().getTerminator()->getOperands());
    return true;
  }
  if (auto branch = dyn_cast<mlir::BranchOpInterface>(op)) {
    for (auto [index, successor] : enumerate(op->getSuccessors()))
      putAll(successor->getArguments(), branch.getSuccessorOperands(index).getForwardedOperands());
    return true;
  }
  if (auto call = dyn_cast<tt::CallOp>(op)) {
    auto callee = module.lookupSymbol<tt::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal())
      return true;
    putAll(callee.getArguments(), call.getOperands());
    callee.walk([&](tt::ReturnOp end) { putAll(call.getResults(), end.getOperands()); });
    return true;
  }
  return false;
}

Facts ArgumentFacts::transfer(mlir::Operation *op) {
  Facts all = joined(op->getOperands());
  return TypeSwitch<mlir::Operation *, Facts>(op)
      .Case<tt::GetProgramIdOp>([&](auto id) {
        Facts known;
        known.axes = 1u << unsigned(id.getAxis());
        known.index = known.moves = true;
        return known;
      })
      .Case<tt::MakeRangeOp>([&](auto range) {
        Facts known;
        known.range = range.getEnd();
        known.index = true;
        return known;
      })
      // Constants that are added or multiplied do not hide an argument.
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp, arith::MaxSIOp,
            arith::MinUIOp, arith::MaxUIOp>([&](auto binary) {
        bool constant = constantOf(binary.getLhs()) || constantOf(binary.getRhs());
        bool choice = isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op);
        if (constant || choice)
          return all;
        Facts known = mixed(all);
        // What is left of a size when so many are done bounds what is left to do.
        if (isa<arith::SubIOp>(op) && of(binary.getRhs()).has.none())
          known.is = of(binary.getLhs()).is, known.moves = true;
        return known;
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp, arith::CeilDivSIOp>(
          [&](auto binary) {
            Facts known = mixed(all);
            if (std::optional<int64_t> by = constantOf(binary.getRhs()); by && *by > 0) {
              int64_t tile =
                  isa<arith::ShRSIOp, arith::ShRUIOp>(op) ? *by < 30 ? int64_t(1) << *by : 0 : *by;
              known.tiles = of(binary.getLhs()).is;
              for (unsigned k = 0; k < known.tiles.size(); ++k)
                if (known.tiles[k])
                  divisors[k] = std::max(divisors[k], tile);
            }
            return known;
          })
      .Case<arith::SelectOp>(
          [&](auto select) { return joined({select.getTrueValue(), select.getFalseValue()}); })
      .Case<arith::CmpIOp, arith::CmpFOp>([&](auto) { return Facts(); })
      .Case<tt::LoadOp>([&](auto load) { return whatIsLoaded(load.getPtr(), load.getType()); })
      .Case<tt::DescriptorLoadOp>(
          [&](auto load) { return whatIsLoaded(load.getDesc(), load.getType()); })
      .Case<tt::DescriptorGatherOp>(
          [&](auto load) { return whatIsLoaded(load.getDesc(), load.getType()); })
      .Case<tt::AtomicRMWOp, tt::AtomicCASOp>(
          [&](auto atomic) { return whatIsLoaded(atomic.getPtr(), atomic.getType()); })
      .Case<tt::IntToPtrOp>([&](auto) {
        Facts known;
        known.inner = all.loaded;
        return known;
      })
      .Case<tt::AddPtrOp>([&](auto add) { return of(add.getPtr()); })
      .Case<tt::MakeTensorPtrOp>([&](auto make) { return of(make.getBase()); })
      .Case<tt::AdvanceOp>([&](auto advance) { return of(advance.getPtr()); })
      .Case<tt::MakeTensorDescOp>([&](auto make) { return of(make.getBase()); })
      .Default([&](mlir::Operation *) {
        // Casts and movement keep what a value is.
        bool moves = op->getNumOperands() == 1 && op->getNumRegions() == 0 &&
                     isInteger(op->getResult(0).getType());
        bool points = isa<tt::PointerType>(mlir::getElementTypeOrSelf(op->getResult(0).getType()));
        if (moves || points)
          return all;
        if (!isInteger(op->getResult(0).getType()))
          return Facts();
        return mixed(all);
      });
}

Facts ArgumentFacts::whatIsLoaded(mlir::Value from, mlir::Type type) const {
  Facts known;
  if (isInteger(type))
    known.loaded = of(from).roots;
  else if (isa<tt::PointerType>(mlir::getElementTypeOrSelf(type)))
    known.inner = of(from).roots;
  return known;
}

} // namespace fathom::interp
