// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops that access memory through pointers, tensors of pointers and block pointers.
//
// Masks, `other`, padding and atomics as the ops' descriptions in core/ir/TritonMemoryOps.td say. Left open there, and decided here:
//  - Cache hints and `volatile` change nothing; orders and scopes of atomics neither: programs run one after the other.
//  - An element outside a block pointer's tensor that is guarded, but has no padding, is Undefined.
//  - A compare-and-swap against a poisoned value ends the run: what is in memory afterwards is not known.
#include "oracles/interp/MemoryOps.h"

#include "core/ir/Triton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include <cstring>
#include <limits>

using namespace llvm;

namespace fathom::interp {

namespace {

struct AccessPlan {
  Element element;
  int64_t count = 1;
  bool block = false;   ///< Through a block pointer.
  uint64_t guarded = 0; ///< Bit d: dimension d is in boundaryCheck.
  bool padded = false, nanPadding = false;
  int mask = -1, other = -1; ///< Which operand; -1: there is none.
  bool off = false;          ///< No lane is ever on.
  Rmw kind = Rmw::Add;
  bool used = true; ///< The result is.
};

} // namespace

static AccessPlan *planOf(mlir::Operation *op, Preparer &p, mlir::Value pointer,
                          mlir::Type accessed) {
  std::optional<Element> element = p.element(accessed);
  if (!element) {
    p.unsupported("elements of a type that cannot be held");
    return nullptr;
  }
  auto *plan = p.make<AccessPlan>();
  plan->element = *element;
  plan->count = elementCount(accessed);
  plan->block = tt::isBlockPointer(pointer.getType());
  plan->used = op->getNumResults() == 0 || !op->getResult(0).use_empty();
  return plan;
}

static uint64_t bitsOf(ArrayRef<int32_t> dims) {
  uint64_t bits = 0;
  for (int32_t dim : dims)
    bits |= uint64_t(1) << dim;
  return bits;
}

//===--- Block pointers ---===//

/// Operands [from, from + rank) as integers; what they are worth is added to `poison`.
static SmallVector<int64_t, 4> integersOf(Frame &f, const Instr &i, unsigned from, unsigned rank,
                                          uint8_t &poison) {
  SmallVector<int64_t, 4> numbers;
  for (unsigned k = from; k < from + rank; ++k) {
    const Value &value = f.operand(i, k);
    if (const uint8_t *worth = value.poisons())
      poison = std::max(poison, worth[0]);
    numbers.push_back(value.signedInteger(i.op->getOperand(k).getType().getIntOrFloatBitWidth()));
  }
  return numbers;
}

static void runMakeTensorPtr(Frame &f, const Instr &i) {
  auto type = cast<tt::PointerType>(i.op->getResult(0).getType());
  auto pointer = makeIntrusiveRefCnt<BlockPointer>();
  pointer->block =
      SmallVector<int64_t, 4>(cast<mlir::RankedTensorType>(type.getPointeeType()).getShape());
  unsigned rank = pointer->block.size();
  const Value &base = f.operand(i, 0);
  pointer->base = base.integer();
  pointer->poison = base.poisons() ? base.poisons()[0] : uint8_t(Defined);
  pointer->shape = integersOf(f, i, 1, rank, pointer->poison);
  pointer->strides = integersOf(f, i, 1 + rank, rank, pointer->poison);
  pointer->offsets = integersOf(f, i, 1 + 2 * rank, rank, pointer->poison);
  f.result(i) = Value::of(pointer);
}

/// The block pointer that operand k is, or null after the run was stopped: nothing made it.
static const BlockPointer *blockPointer(Frame &f, const Instr &i, unsigned k) {
  const Value &value = f.operand(i, k);
  if (!value.object)
    f.stop(Stop::Kind::Undefined, i,
           i.op->getName().getStringRef() + " has a block pointer that is undefined");
  return static_cast<const BlockPointer *>(value.object.get());
}

static void runAdvance(Frame &f, const Instr &i) {
  const BlockPointer *old = blockPointer(f, i, 0);
  if (!old)
    return;
  auto pointer = makeIntrusiveRefCnt<BlockPointer>(*old);
  SmallVector<int64_t, 4> deltas = integersOf(f, i, 1, old->block.size(), pointer->poison);
  for (auto [offset, delta] : zip(pointer->offsets, deltas))
    offset = int32_t(uint32_t(offset) + uint32_t(delta)); // Offsets are i32.
  f.result(i) = Value::of(pointer);
}

static std::optional<Lanes> lanesOfBlock(Frame &f, const Instr &i, const AccessPlan &plan) {
  const BlockPointer *pointer = blockPointer(f, i, 0);
  if (!pointer)
    return std::nullopt;
  if (pointer->poison) {
    f.stop(pointer->poison == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
           i.op->getName().getStringRef() +
               " has a block pointer that is made of an undefined value");
    return std::nullopt;
  }
  Lanes lanes = stridedLanes(pointer->base, plan.element.bytes, pointer->shape, pointer->strides,
                             pointer->offsets, pointer->block, plan.guarded);
  if (plan.mask < 0)
    return lanes;
  // Both the mask and the bounds.
  std::optional<Lanes> masked =
      lanesOf(f, i, lanes.pointers, &f.operand(i, plan.mask), lanes.count);
  if (!masked || !lanes.on() || !masked->on())
    return masked && lanes.on() ? std::optional(lanes) : masked;
  Value both = Value::make(Lane::U8, lanes.count);
  for (int64_t k = 0; k < lanes.count; ++k)
    both.elements<uint8_t>()[k] = lanes.on()[k] & masked->on()[k];
  masked->mask = both;
  return masked;
}

static std::optional<Lanes> lanesOf(Frame &f, const Instr &i, const AccessPlan &plan, bool all) {
  if (plan.block)
    return lanesOfBlock(f, i, plan);
  return lanesOf(f, i, f.operand(i, 0), plan.mask < 0 ? nullptr : &f.operand(i, plan.mask),
                 plan.count, all);
}

//===--- Loads and stores ---===//

Value paddingOf(const Element &element, bool nan) {
  switch (element.ieee) {
  case Lane::F32:
    return Value::scalar(Lane::F32, nan ? std::numeric_limits<float>::quiet_NaN() : 0.0f);
  case Lane::F64:
    return Value::scalar(Lane::F64, nan ? std::numeric_limits<double>::quiet_NaN() : 0.0);
  default: {
    Value zero = Value::make(element.lane, 1);
    std::memset(zero.data.as<char>(), 0, laneBytes(element.lane));
    return zero;
  }
  }
}

/// What a compiler folds the value to, a few ops deep; null if it does not.
static mlir::Attribute foldOf(mlir::Value value, unsigned ops = 4) {
  mlir::Attribute literal;
  if (matchPattern(value, mlir::m_Constant(&literal)))
    return literal;
  mlir::Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() || !isPure(op) || !ops)
    return {};
  SmallVector<mlir::Attribute> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(foldOf(operand, ops - 1));
  bool mayFold = any_of(operands, [](mlir::Attribute known) { return known; }) ||
                 (op->getNumOperands() == 2 && op->getOperand(0) == op->getOperand(1));
  if (!mayFold)
    return {};
  // Folding may change the op.
  mlir::Operation *copy = op->clone();
  SmallVector<mlir::OpFoldResult> folded;
  unsigned number = cast<mlir::OpResult>(value).getResultNumber();
  if (succeeded(copy->fold(operands, folded)) && number < folded.size()) {
    literal = dyn_cast<mlir::Attribute>(folded[number]);
    auto other = dyn_cast<mlir::Value>(folded[number]);
    if (other && other.getDefiningOp() != copy)
      literal = foldOf(other, ops - 1);
  }
  copy->erase();
  return literal;
}

/// Whether the mask is false wherever a compiler looks.
static bool isFalse(mlir::Value mask) {
  mlir::Attribute folded = foldOf(mask);
  return folded && matchPattern(folded, mlir::m_Zero());
}

static const void *prepareLoad(mlir::Operation *op, Preparer &p) {
  auto load = cast<tt::LoadOp>(op);
  AccessPlan *plan = planOf(op, p, load.getPtr(), load.getType());
  if (!plan)
    return nullptr;
  if (load.getMask())
    plan->mask = 1;
  if (load.getOther())
    plan->other = 2;
  plan->off = load.getMask() && load.getOther() && isFalse(load.getMask());
  plan->guarded = bitsOf(load.getBoundaryCheck());
  plan->padded = load.getPadding().has_value();
  plan->nanPadding = load.getPadding() == tt::PaddingOption::Nan;
  return plan;
}

static void runLoad(Frame &f, const Instr &i) {
  const auto &plan = i.get<AccessPlan>();
  // It is folded to what it gives instead: if that is a literal, so is this, also in the algebra.
  if (plan.off) {
    f.result(i) = f.operand(i, plan.other);
    return;
  }
  std::optional<Lanes> lanes = lanesOf(f, i, plan, /*all=*/false);
  if (!lanes)
    return;
  const Value *other = plan.other < 0 ? nullptr : &f.operand(i, plan.other);
  Value padding;
  if (plan.padded && !other)
    other = &(padding = paddingOf(plan.element, plan.nanPadding));
  // One address for all, but another value for each where it is masked off.
  if (lanes->count == 1 && lanes->on() && !lanes->on()[0] && other && other->count > 1) {
    f.result(i) = f.inRing(*other);
    return;
  }
  if (std::optional<Value> loaded = loadLanes(f, i, *lanes, plan.element, other))
    f.result(i) = std::move(*loaded);
}

static const void *prepareStore(mlir::Operation *op, Preparer &p) {
  auto store = cast<tt::StoreOp>(op);
  AccessPlan *plan = planOf(op, p, store.getPtr(), store.getValue().getType());
  if (!plan)
    return nullptr;
  if (store.getMask())
    plan->mask = 2;
  plan->guarded = bitsOf(store.getBoundaryCheck());
  return plan;
}

static void runStore(Frame &f, const Instr &i) {
  const auto &plan = i.get<AccessPlan>();
  const Value &values = f.operand(i, 1);
  if (std::optional<Lanes> lanes = lanesOf(f, i, plan, /*all=*/values.count != 1)) {
    f.charge(i, lanes->count);
    storeLanes(f, i, *lanes, plan.element, values);
  }
}

//===--- Atomics ---===//

static Rmw rmwOf(tt::RmwKind kind) {
  switch (kind) {
  case tt::RmwKind::And:
    return Rmw::And;
  case tt::RmwKind::Or:
    return Rmw::Or;
  case tt::RmwKind::Xor:
    return Rmw::Xor;
  case tt::RmwKind::Add:
    return Rmw::Add;
  case tt::RmwKind::FAdd:
    return Rmw::FAdd;
  case tt::RmwKind::Max:
    return Rmw::Max;
  case tt::RmwKind::Min:
    return Rmw::Min;
  case tt::RmwKind::UMax:
    return Rmw::UMax;
  case tt::RmwKind::UMin:
    return Rmw::UMin;
  case tt::RmwKind::Exchange:
    return Rmw::Exchange;
  }
  llvm_unreachable("a kind of tt.atomic_rmw");
}

static const void *prepareRmw(mlir::Operation *op, Preparer &p) {
  auto rmw = cast<tt::AtomicRMWOp>(op);
  AccessPlan *plan = planOf(op, p, rmw.getPtr(), rmw.getType());
  if (!plan)
    return nullptr;
  plan->kind = rmwOf(rmw.getAtomicRmwOp());
  if (plan->element.isFloat && is_contained({Rmw::And, Rmw::Or, Rmw::Xor}, plan->kind))
    p.unsupported("bits of floats");
  if (!plan->element.isFloat && plan->kind == Rmw::FAdd)
    p.unsupported("fadd of integers");
  if (rmw.getMask())
    plan->mask = 2;
  return plan;
}

static void runRmw(Frame &f, const Instr &i) {
  const auto &plan = i.get<AccessPlan>();
  std::optional<Lanes> lanes = lanesOf(f, i, plan, /*all=*/true);
  if (!lanes)
    return;
  f.charge(i, lanes->count);
  std::optional<Value> old =
      updateLanes(f, i, plan.kind, *lanes, plan.element, f.operand(i, 1), plan.used);
  if (old && plan.used)
    f.result(i) = std::move(*old);
}

static const void *prepareCas(mlir::Operation *op, Preparer &p) {
  auto cas = cast<tt::AtomicCASOp>(op);
  return planOf(op, p, cas.getPtr(), cas.getType());
}

static void runCas(Frame &f, const Instr &i) {
  const auto &plan = i.get<AccessPlan>();
  std::optional<Lanes> lanes = lanesOf(f, i, plan, /*all=*/true);
  if (!lanes)
    return;
  const Value &compare = f.operand(i, 1);
  if (const uint8_t *poison = compare.poisons())
    if (uint8_t worst = *std::max_element(poison, poison + compare.count))
      return f.stop(worst == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
                    i.op->getName().getStringRef() + " compares with an undefined value");
  f.charge(i, lanes->count);
  Value old;
  if (plan.used)
    old = Value::make(plan.element.lane, plan.count);
  if (accessed(f, i,
               f.machine.memory.cas(lanes->addresses(), plan.count, plan.element, f.inRing(compare),
                                    f.inRing(f.operand(i, 2)), plan.used ? &old : nullptr,
                                    accessOf(f, i))) &&
      plan.used)
    f.result(i) = std::move(old);
}

static const void *prepareAtomicLoad(mlir::Operation *op, Preparer &p) {
  auto load = cast<tt::AtomicLoadOp>(op);
  AccessPlan *plan = planOf(op, p, load.getPtr(), load.getType());
  if (plan && load.getMask())
    plan->mask = 1;
  return plan;
}

static const void *prepareAtomicStore(mlir::Operation *op, Preparer &p) {
  auto store = cast<tt::AtomicStoreOp>(op);
  AccessPlan *plan = planOf(op, p, store.getPtr(), store.getVal().getType());
  if (plan && store.getMask())
    plan->mask = 2;
  return plan;
}

static void runAtomicStore(Frame &f, const Instr &i) {
  const auto &plan = i.get<AccessPlan>();
  if (std::optional<Lanes> lanes = lanesOf(f, i, plan, /*all=*/true)) {
    f.charge(i, lanes->count);
    updateLanes(f, i, Rmw::Exchange, *lanes, plan.element, f.operand(i, 1), /*wantOld=*/false);
  }
}

static const void *preparePoll(mlir::Operation *op, Preparer &p) {
  auto poll = cast<tt::AtomicPollOp>(op);
  AccessPlan *plan = planOf(op, p, poll.getPtr(), poll.getExpected().getType());
  if (plan && plan->element.isFloat)
    p.unsupported("compares floats");
  return plan;
}

/// Waits as long as other partitions of the program can make it hold. With a time limit the answer "no" depends on how fast others are.
static void runPoll(Frame &f, const Instr &i) {
  const auto &plan = i.get<AccessPlan>();
  std::optional<Lanes> lanes = lanesOf(f, i, plan, /*all=*/true);
  if (!lanes)
    return;
  const Value &expected = f.operand(i, 1);
  Value result = Value::make(Lane::U8, plan.count);
  auto *holds = result.elements<uint8_t>();
  bool failed = false;
  auto look = [&] {
    Value now = Value::make(plan.element.lane, plan.count);
    if (!accessed(f, i,
                  f.machine.memory.load(lanes->addresses(), nullptr, plan.count, plan.element, now,
                                        accessOf(f, i))))
      return failed = true;
    bool all = true;
    result.poison = Frame::mergePoison({&now, &expected}, plan.count);
    for (int64_t k = 0; k < plan.count; ++k)
      all &= holds[k] = now.integer(k) == expected.integer(k);
    return all;
  };
  bool timed = i.operands.size() > 2;
  bool allHold = look();
  if (!allHold && !timed) {
    if (!f.machine.waitUntil)
      return f.stop(Stop::Kind::Deadlock, i, "tt.atomic_poll waits for what nobody writes");
    if (!f.machine.waitUntil(f, i, look))
      return;
  }
  if (failed)
    return;
  if (timed && !allHold) {
    if (!result.poison)
      result.poison = Array::zeros(plan.count);
    for (int64_t k = 0; k < plan.count; ++k)
      if (!holds[k])
        result.poisons()[k] = std::max<uint8_t>(result.poisons()[k], Unspecified);
  }
  f.result(i) = result;
}

void addMemoryOps(Registry &registry) {
  registry.add<tt::LoadOp>(runLoad, prepareLoad);
  registry.add<tt::StoreOp>(runStore, prepareStore);
  registry.add<tt::AtomicRMWOp>(runRmw, prepareRmw);
  registry.add<tt::AtomicCASOp>(runCas, prepareCas);
  registry.add<tt::AtomicLoadOp>(runLoad, prepareAtomicLoad);
  registry.add<tt::AtomicStoreOp>(runAtomicStore, prepareAtomicStore);
  registry.add<tt::AtomicPollOp>(runPoll, preparePoll);
  registry.add<tt::MakeTensorPtrOp>(runMakeTensorPtr);
  registry.add<tt::AdvanceOp>(runAdvance);
  addProgramOps(registry);
}

} // namespace fathom::interp
