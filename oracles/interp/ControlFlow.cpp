// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops, branches, calls and assumptions: scf, cf, tt.call and tt.return, ub, llvm.intr.assume. Semantics as MLIR's dialect documentation says, but for
// branches on undefined values: what such a value is nobody says, but it is one value, the same for all threads. So an scf.if on one goes either way,
//
//   %c = arith.cmpi sgt, %masked_off, %zero : i32
//   %v = scf.if %c -> i32 { scf.yield %a : i32 } else { scf.yield %b : i32 }
//
// and where nobody could tell which way it went but by its results, the run goes on: a result is undefined, unless all ways give the same. A pipelined loop
// does this in its epilogue, and throws the results away; a flattened nest that runs no trip does so where both ways give what it began with.
// Any other op that branches on an undefined value ends the run.
#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "oracles/interp/Machine.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace llvm;
namespace cf = mlir::cf;
namespace scf = mlir::scf;
namespace ub = mlir::ub;
namespace LLVM = mlir::LLVM;

namespace fathom::interp {

/// What a terminator passes on. Copied before anything is assigned: a yield may permute the values that it reads.
static SmallVector<Value, 8> passedOn(const Frame &f, const Instr &i, unsigned from = 0) {
  SmallVector<Value, 8> values;
  for (uint32_t slot : ArrayRef(i.operands).drop_front(from))
    values.push_back(f.slots[slot]);
  return values;
}

static void assign(Frame &f, ArrayRef<uint32_t> slots, MutableArrayRef<Value> values) {
  for (auto [slot, value] : zip(slots, values))
    f.slots[slot] = std::move(value);
}

/// A terminator: whoever runs its region reads its operands.
static void runNothing(Frame &, const Instr &) {}

//===--- scf ---===//

static Value indexLike(mlir::Type type, int64_t number) {
  if (type.isIndex() || type.getIntOrFloatBitWidth() == 64)
    return Value::scalar<uint64_t>(Lane::U64, number);
  switch (type.getIntOrFloatBitWidth()) {
  case 32:
    return Value::scalar<uint32_t>(Lane::U32, number);
  case 16:
    return Value::scalar<uint16_t>(Lane::U16, number);
  default:
    return Value::scalar<uint8_t>(Lane::U8, number & ((1u << type.getIntOrFloatBitWidth()) - 1));
  }
}

static void runFor(Frame &f, const Instr &i) {
  auto loop = cast<scf::ForOp>(i.op);
  std::optional<int64_t> lower = f.scalar(i, 0), upper = f.scalar(i, 1), step = f.scalar(i, 2);
  if (!lower || !upper || !step)
    return;
  if (*step <= 0)
    return f.stop(Stop::Kind::Undefined, i, "scf.for with a step of " + Twine(*step));
  mlir::Type type = loop.getInductionVar().getType();
  bool isUnsigned = loop.getUnsignedCmp();
  auto before = [&](int64_t a, int64_t b) {
    if (!isUnsigned)
      return a < b;
    uint64_t mask = type.isIndex() || type.getIntOrFloatBitWidth() == 64
                        ? ~uint64_t(0)
                        : (uint64_t(1) << type.getIntOrFloatBitWidth()) - 1;
    return (uint64_t(a) & mask) < (uint64_t(b) & mask);
  };
  const Region &body = *i.regions[0];
  ArrayRef<uint32_t> arguments = body.blocks.front().arguments;
  SmallVector<Value, 8> carried = passedOn(f, i, 3);
  for (int64_t iv = *lower; before(iv, *upper);) {
    f.slots[arguments[0]] = indexLike(type, iv);
    assign(f, arguments.drop_front(), carried);
    const Instr *end = f.run(body);
    if (!end)
      return;
    carried = passedOn(f, *end);
    if (__builtin_add_overflow(iv, *step, &iv))
      break;
  }
  assign(f, i.results, carried);
}

static void runWhile(Frame &f, const Instr &i) {
  const Region &before = *i.regions[0], &after = *i.regions[1];
  SmallVector<Value, 8> carried = passedOn(f, i);
  for (;;) {
    assign(f, before.blocks.front().arguments, carried);
    const Instr *condition = f.run(before);
    if (!condition)
      return;
    std::optional<int64_t> goOn = f.scalar(*condition, 0);
    if (!goOn)
      return;
    carried = passedOn(f, *condition, 1);
    if (!(*goOn & 1))
      break;
    assign(f, after.blocks.front().arguments, carried);
    const Instr *end = f.run(after);
    if (!end)
      return;
    carried = passedOn(f, *end);
  }
  assign(f, i.results, carried);
}

static void runRegionOnce(Frame &f, const Instr &i, const Region &region) {
  if (region.blocks.empty())
    return;
  const Instr *end = f.run(region);
  if (!end)
    return;
  SmallVector<Value, 8> values = passedOn(f, *end);
  assign(f, i.results, values);
}

/// One element that is poisoned; nothing for a type without elements.
static Value poisonOf(mlir::Type type, Semantics semantics, uint8_t poison = Undefined) {
  std::optional<Element> element = elementOf(type, semantics);
  if (!element || isa<ttg::MemDescType>(type) || tt::isBlockPointer(type))
    return {};
  Value value;
  value.lane = element->lane;
  value.count = 1;
  value.data = Array::zeros(laneBytes(element->lane));
  value.poison = Array::make(1);
  *value.poison.as<uint8_t>() = poison;
  return value;
}

/// Whether an op ends, and can be told from one that is left out by its results alone, unless it faults.
static bool leavesNoTrace(mlir::Operation *op) {
  std::optional<SmallVector<mlir::MemoryEffects::EffectInstance>> effects =
      mlir::getEffectsRecursively(op);
  if (!effects || !all_of(*effects, [](const mlir::MemoryEffects::EffectInstance &effect) {
        return isa<mlir::MemoryEffects::Read>(effect.getEffect());
      }))
    return false;
  // What may not end, and what reads on after it was passed.
  return !op->walk([](mlir::Operation *inner) {
              return isa<scf::WhileOp, ttng::WarpGroupDotOp>(inner) ? mlir::WalkResult::interrupt()
                                                                    : mlir::WalkResult::advance();
            }).wasInterrupted();
}

/// Whether two values of one type have the same elements, all of them defined.
static bool areSame(const Value &a, const Value &b) {
  if (a.object || b.object || a.lane != b.lane || a.poison || b.poison || a.slack || b.slack)
    return false;
  int64_t count = std::max(a.count, b.count);
  const Value left = Frame::spread(a, count), right = Frame::spread(b, count);
  return std::memcmp(left.data.as<char>(), right.data.as<char>(), count * laneBytes(a.lane)) == 0;
}

/// For an op that runs one of its regions as operand 0 says: if that is poisoned, and no region leaves a trace, runs all of them, so as to see that
/// none faults, and gives results that are as poisoned, but for those that all regions agree on. False: nothing was done.
static bool goEitherWay(Frame &f, const Instr &i) {
  const uint8_t *poison = f.operand(i, 0).poisons();
  if (!poison || poison[0] == Defined || !leavesNoTrace(i.op))
    return false;
  const uint8_t kind = poison[0];
  SmallVector<Value, 8> results;
  for (mlir::Type type : i.op->getResultTypes()) {
    results.push_back(poisonOf(type, f.machine.semantics(), kind));
    if (!results.back().count)
      return false;
  }
  // A way that may be gone is not one that was.
  std::vector<uint8_t> entered = f.machine.entered;
  Observer *observer = std::exchange(f.machine.observer, nullptr);
  f.machine.memory.hasStrayReads = true;
  SmallVector<Value, 8> first;
  for (const Region *region : i.regions) {
    if (region->blocks.empty())
      continue;
    if (const Instr *end = f.run(*region)) {
      SmallVector<Value, 8> given = passedOn(f, *end);
      if (region == i.regions.front())
        first = std::move(given);
      else
        for (auto [value, one] : zip_equal(given, first))
          if (!areSame(value, one))
            one = {};
      continue;
    }
    Stop &stop = *f.machine.stop;
    // Which way a branch goes within a way that may not be gone, nobody knows at all.
    bool isOpen = kind != Undefined || stop.kind == Stop::Kind::Undefined;
    if (!is_contained({Stop::Kind::Unsupported, Stop::Kind::Budget}, stop.kind))
      stop = {isOpen ? Stop::Kind::Unspecified : Stop::Kind::Undefined,
              (i.op->getName().getStringRef() + " depends on an undefined value, and one way " +
               stop.message)
                  .str(),
              i.op};
    return true;
  }
  f.machine.entered = std::move(entered);
  f.machine.observer = observer;
  for (auto [result, value] : zip_equal(results, first))
    if (value.count)
      result = std::move(value);
  assign(f, i.results, results);
  return true;
}

static void runIf(Frame &f, const Instr &i) {
  if (goEitherWay(f, i))
    return;
  std::optional<int64_t> condition = f.scalar(i, 0);
  if (condition)
    runRegionOnce(f, i, *i.regions[*condition & 1 ? 0 : 1]);
}

static void runExecuteRegion(Frame &f, const Instr &i) { runRegionOnce(f, i, *i.regions[0]); }

static void runIndexSwitch(Frame &f, const Instr &i) {
  if (goEitherWay(f, i))
    return;
  std::optional<int64_t> value = f.scalar(i, 0);
  if (!value)
    return;
  ArrayRef<int64_t> cases = cast<scf::IndexSwitchOp>(i.op).getCases();
  const auto *found = find(cases, *value);
  // The default region comes first.
  runRegionOnce(f, i, *i.regions[found == cases.end() ? 0 : 1 + (found - cases.begin())]);
}

//===--- cf ---===//

static void branchTo(Frame &f, const Instr &i, unsigned successor, unsigned firstOperand,
                     unsigned numOperands) {
  SmallVector<Value, 8> values;
  for (uint32_t slot : ArrayRef(i.operands).slice(firstOperand, numOperands))
    values.push_back(f.slots[slot]);
  assign(f, i.successors[successor]->arguments, values);
  f.next = i.successors[successor];
}

static void runBranch(Frame &f, const Instr &i) { branchTo(f, i, 0, 0, i.operands.size()); }

static void runCondBranch(Frame &f, const Instr &i) {
  std::optional<int64_t> condition = f.scalar(i, 0);
  if (!condition)
    return;
  unsigned trueOperands = cast<cf::CondBranchOp>(i.op).getTrueDestOperands().size();
  if (*condition & 1)
    branchTo(f, i, 0, 1, trueOperands);
  else
    branchTo(f, i, 1, 1 + trueOperands, i.operands.size() - 1 - trueOperands);
}

static void runSwitch(Frame &f, const Instr &i) {
  auto op = cast<cf::SwitchOp>(i.op);
  std::optional<int64_t> flag = f.scalar(i, 0);
  if (!flag)
    return;
  unsigned first = 1, taken = 0, operands = op.getDefaultOperands().size();
  unsigned after = 1 + operands;
  if (std::optional<mlir::DenseIntElementsAttr> values = op.getCaseValues())
    for (auto [k, value] : enumerate(values->getValues<APInt>())) {
      unsigned count = op.getCaseOperands(k).size();
      if (value.getSExtValue() == *flag) {
        first = after, taken = k + 1, operands = count;
        break;
      }
      after += count;
    }
  branchTo(f, i, taken, first, operands);
}

static void runCfAssert(Frame &f, const Instr &i) {
  std::optional<int64_t> condition = f.scalar(i, 0);
  if (condition && !(*condition & 1))
    f.stop(Stop::Kind::Assert, i, "cf.assert: " + cast<cf::AssertOp>(i.op).getMsg());
}

//===--- Functions ---===//

static const void *prepareCall(mlir::Operation *op, Preparer &p) {
  StringRef callee = cast<tt::CallOp>(op).getCallee();
  const Code *code = p.function(callee);
  if (!code)
    p.unsupported("calls @" + callee + ", which has no body");
  return code;
}

static void runCall(Frame &f, const Instr &i) {
  constexpr unsigned most = 200;
  if (f.depth >= most)
    return f.stop(Stop::Kind::Budget, i, "calls are nested deeper than " + Twine(most));
  Frame callee(f.machine, i.get<Code>());
  callee.depth = f.depth + 1;
  SmallVector<Value, 8> values = passedOn(f, i);
  assign(callee, callee.code.body.blocks.front().arguments, values);
  if (const Instr *end = callee.run(callee.code.body)) {
    values = passedOn(callee, *end);
    assign(f, i.results, values);
  }
}

//===--- Undefined values and assumptions ---===//

static void runPoison(Frame &f, const Instr &i) {
  f.result(i) = poisonOf(i.op->getResult(0).getType(), f.machine.semantics());
}

static void runAssume(Frame &f, const Instr &i) {
  std::optional<int64_t> condition = f.scalar(i, 0);
  if (condition && !(*condition & 1))
    f.stop(Stop::Kind::Undefined, i, "llvm.intr.assume of what is false");
}

void addControlFlow(Registry &registry) {
  registry.add<scf::ForOp>(runFor);
  registry.add<scf::WhileOp>(runWhile);
  registry.add<scf::IfOp>(runIf);
  registry.add<scf::ExecuteRegionOp>(runExecuteRegion);
  registry.add<scf::IndexSwitchOp>(runIndexSwitch);
  registry.add<scf::YieldOp>(runNothing);
  registry.add<scf::ConditionOp>(runNothing);
  registry.add<cf::BranchOp>(runBranch);
  registry.add<cf::CondBranchOp>(runCondBranch);
  registry.add<cf::SwitchOp>(runSwitch);
  registry.add<cf::AssertOp>(runCfAssert);
  registry.add<tt::CallOp>(runCall, prepareCall);
  registry.add<tt::ReturnOp>(runNothing);
  registry.addElementwise<ub::PoisonOp>(runPoison);
  registry.addElementwise<LLVM::UndefOp>(runPoison);
  registry.addElementwise<LLVM::PoisonOp>(runPoison);
  registry.add<LLVM::AssumeOp>(runAssume);
}

} // namespace fathom::interp
