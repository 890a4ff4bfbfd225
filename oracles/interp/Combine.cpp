// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises what a combining region does, runs it on arrays, and compares what two orders give.
#include "oracles/interp/Combine.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/numbers/FloatFormat.h"

#include "core/ir/Triton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <cstring>

using namespace llvm;
namespace arith = mlir::arith;
namespace math = mlir::math;

namespace fathom::interp {

/// Of its two operands.
static CombineOp combineOpOf(mlir::Operation *op) {
  // A promise about overflow poisons what breaks it: the op itself does that.
  if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (flagged.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none)
      return CombineOp::Region;
  return TypeSwitch<mlir::Operation *, CombineOp>(op)
      .Case<arith::AddFOp>([](auto) { return CombineOp::AddF; })
      .Case<arith::MulFOp>([](auto) { return CombineOp::MulF; })
      .Case<arith::MaxNumFOp>([](auto) { return CombineOp::MaxNumF; })
      .Case<arith::MinNumFOp>([](auto) { return CombineOp::MinNumF; })
      .Case<arith::MaximumFOp>([](auto) { return CombineOp::MaximumF; })
      .Case<arith::MinimumFOp>([](auto) { return CombineOp::MinimumF; })
      .Case<arith::AddIOp>([](auto) { return CombineOp::AddI; })
      .Case<arith::MulIOp>([](auto) { return CombineOp::MulI; })
      .Case<arith::AndIOp>([](auto) { return CombineOp::And; })
      .Case<arith::OrIOp>([](auto) { return CombineOp::Or; })
      .Case<arith::XOrIOp>([](auto) { return CombineOp::Xor; })
      .Case<arith::MaxSIOp>([](auto) { return CombineOp::MaxS; })
      .Case<arith::MinSIOp>([](auto) { return CombineOp::MinS; })
      .Case<arith::MaxUIOp>([](auto) { return CombineOp::MaxU; })
      .Case<arith::MinUIOp>([](auto) { return CombineOp::MinU; })
      .Default([](auto) { return CombineOp::Region; });
}

static tt::FuncOp calleeOf(mlir::Operation *op) {
  auto call = dyn_cast<tt::CallOp>(op);
  return call ? op->getParentOfType<mlir::ModuleOp>().lookupSymbol<tt::FuncOp>(call.getCallee())
              : tt::FuncOp();
}

/// Calls deeper than this are not looked into: a function may call itself.
static constexpr unsigned deepest = 8;

/// The op that makes `result` of the two, in a function that is called with them too.
static CombineOp combineOpOf(mlir::Value result, mlir::Value accumulator, mlir::Value element,
                             unsigned depth = 0) {
  mlir::Operation *op = result.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || depth > deepest)
    return CombineOp::Region;
  mlir::Value left = op->getOperand(0), right = op->getOperand(1);
  bool swapped = left == element && right == accumulator;
  if (!swapped && !(left == accumulator && right == element))
    return CombineOp::Region;
  tt::FuncOp callee = calleeOf(op);
  if (!callee)
    return combineOpOf(op);
  mlir::Block &body = callee.getBody().front(); // Blocks behind the return are not reached.
  auto end = dyn_cast<tt::ReturnOp>(body.getTerminator());
  if (!end)
    return CombineOp::Region;
  return combineOpOf(end.getOperand(cast<mlir::OpResult>(result).getResultNumber()),
                     body.getArgument(swapped), body.getArgument(!swapped), depth + 1);
}

SmallVector<CombineOp, 2> combineOps(mlir::Region &region, unsigned operands) {
  SmallVector<CombineOp, 2> general(operands, CombineOp::Region), ops;
  if (!region.hasOneBlock() || region.getNumArguments() != 2 * operands)
    return general;
  mlir::Operation *terminator = region.front().getTerminator();
  for (unsigned k = 0; k < operands; ++k) {
    ops.push_back(combineOpOf(terminator->getOperand(k), region.getArgument(k),
                              region.getArgument(operands + k)));
    if (ops.back() == CombineOp::Region)
      return general;
  }
  return ops;
}

static bool holds(mlir::Region &region, function_ref<bool(mlir::Operation *)> wanted,
                  unsigned depth) {
  return region
      .walk([&](mlir::Operation *op) {
        tt::FuncOp callee = calleeOf(op);
        bool found =
            !callee ? wanted(op) : depth == deepest || holds(callee.getBody(), wanted, depth + 1);
        return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

bool holds(mlir::Region &region, function_ref<bool(mlir::Operation *)> wanted) {
  return holds(region, wanted, /*depth=*/0);
}

bool rounds(mlir::Region &region) {
  return holds(region, [](mlir::Operation *op) {
    bool givesFloats = any_of(op->getResultTypes(), [](mlir::Type type) {
      return isa<mlir::FloatType>(mlir::getElementTypeOrSelf(type));
    });
    bool exact =
        isa<arith::ConstantOp, arith::SelectOp, arith::NegFOp, arith::MaxNumFOp, arith::MinNumFOp,
            arith::MaximumFOp, arith::MinimumFOp, arith::ExtFOp, arith::BitcastOp, math::AbsFOp,
            math::CopySignOp, math::FloorOp, math::CeilOp, math::TruncOp, tt::BitcastOp,
            tt::ClampFOp, mlir::scf::IfOp, mlir::ub::PoisonOp>(op);
    return givesFloats && !exact;
  });
}

//===--- Running a region ---===//

bool Combiner::apply(const Values &accumulators, const Values &elements, int64_t count,
                     Values &results) {
  const Region &region = *i.regions[0];
  const unsigned operands = accumulators.size();
  ArrayRef<uint32_t> arguments = region.blocks.front().arguments;
  for (unsigned k = 0; k < operands; ++k) {
    f.slots[arguments[k]] = accumulators[k];
    f.slots[arguments[operands + k]] = elements[k];
  }
  const Instr *end = f.run(region);
  if (!end)
    return false;
  for (unsigned k = 0; k < operands; ++k)
    results.push_back(Frame::spread(f.inRing(f.slots[end->operands[k]]), count));
  return true;
}

/// Element `at` of what may be one element for all.
static Value elementAt(const Value &value, int64_t at) {
  return value.count == 1 ? value : sliced(value, at, 1);
}

/// Copies the one element of `from` into place `at` of `to`.
static void setElement(Value &to, int64_t at, const Value &from) {
  unsigned bytes = laneBytes(to.lane);
  assert(from.lane == to.lane && from.count == 1);
  std::memcpy(to.data.as<char>() + at * bytes, from.data.as<char>(), bytes);
  if (from.poison) {
    if (!to.poison)
      to.poison = Array::zeros(to.count);
    to.poisons()[at] = from.poisons()[0];
  }
  if (from.slack) {
    if (!to.slack)
      to.slack = Array::zeros(to.count * sizeof(float));
    to.slacks()[at] = from.slacks()[0];
  }
}

std::optional<Values> Combiner::operator()(const Values &accumulators, const Values &elements,
                                           int64_t count) {
  Values results;
  if (i.regions[0]->elementwise || count == 1) {
    if (!apply(accumulators, elements, count, results))
      return std::nullopt;
    return results;
  }
  for (int64_t at = 0; at < count; ++at) {
    Values left, right, one;
    for (auto [accumulator, element] : zip(accumulators, elements)) {
      left.push_back(elementAt(accumulator, at));
      right.push_back(elementAt(element, at));
    }
    if (!apply(left, right, 1, one))
      return std::nullopt;
    if (results.empty())
      for (const Value &value : one)
        results.push_back(Value::make(value.lane, count));
    for (auto [result, value] : zip(results, one))
      setElement(result, at, value);
  }
  return results;
}

//===--- Two orders ---===//

static void setPoison(Value &value, int64_t at, uint8_t poison) {
  if (!value.poison)
    value.poison = Array::zeros(value.count);
  value.poisons()[at] = std::max(value.poisons()[at], poison);
}

/// Elements of lanes that have no slack: equal, or Unspecified.
template <class T> static void settleExact(Value &result, const Value &other) {
  const T *a = result.elements<T>(), *b = other.elements<T>();
  for (int64_t k = 0; k < result.count; ++k)
    if (a[k] != b[k])
      setPoison(result, k, Unspecified);
}

template <class T>
static void settleFloats(Value &result, const Value &other, const Element &element, bool rounds,
                         function_ref<int64_t(int64_t)> steps) {
  const T *a = result.elements<T>(), *b = other.elements<T>();
  Array slack;
  for (int64_t k = 0; k < result.count; ++k) {
    if (std::isnan(a[k]) && std::isnan(b[k]))
      continue;
    if (!rounds) {
      if (a[k] != b[k])
        setPoison(result, k, Unspecified);
      continue;
    }
    if (a[k] == b[k] && std::isinf(a[k]))
      continue;
    double difference = std::fabs(double(a[k]) - double(b[k]));
    double larger = std::max(std::fabs(double(a[k])), std::fabs(double(b[k])));
    float bound = float((4 * difference + double(steps(k)) * floats::ulp(element.kind, larger)) *
                        (1 + 0x1p-20));
    if (!(bound < INFINITY)) {
      setPoison(result, k, Unspecified);
      continue;
    }
    if (bound == 0)
      continue;
    if (!slack)
      slack = Array::zeros(result.count * sizeof(float));
    slack.as<float>()[k] = bound;
  }
  // What the operands brought along comes on top.
  for (const float *brought : {result.slacks(), other.slacks()}) {
    if (!brought)
      continue;
    if (!slack)
      slack = Array::zeros(result.count * sizeof(float));
    for (int64_t k = 0; k < result.count; ++k)
      slack.as<float>()[k] += brought[k];
  }
  result.slack = slack;
}

Value settled(const Value &a, const Value &b, const Element &element, bool rounds,
              function_ref<int64_t(int64_t)> steps) {
  assert(a.count == b.count && a.lane == b.lane);
  Value result = a;
  result.poison = Frame::mergePoison({&a, &b}, a.count);
  switch (a.lane) {
  case Lane::U8:
    settleExact<uint8_t>(result, b);
    break;
  case Lane::U16:
    settleExact<uint16_t>(result, b);
    break;
  case Lane::U32:
  case Lane::Ring:
    settleExact<uint32_t>(result, b);
    break;
  case Lane::U64:
    settleExact<uint64_t>(result, b);
    break;
  case Lane::F32:
    settleFloats<float>(result, b, element, rounds, steps);
    break;
  case Lane::F64:
    settleFloats<double>(result, b, element, rounds, steps);
    break;
  }
  return result;
}

} // namespace fathom::interp
