// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses buffers for loads, and puts copies or stores, waits and reads into the body and its schedule.
#include "core/passes/pipeline/LoadBuffers.h"

#include "core/mutant/Mutant.h"
#include "core/passes/OperandRead.h"
#include "core/passes/SharedBuffers.h"
#include "core/passes/TmaBlocks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include <map>

using namespace mlir;
using namespace fathom;

//===--- Which loads ---===//

/// Whether all bits of the constant are zero: what a copy writes where its mask is false.
static bool isZeroBits(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return false;
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().isZero();
  auto number = dyn_cast<FloatAttr>(attribute);
  return number && number.getValue().bitcastToAPInt().isZero();
}

/// Whether masked-off elements need another value than the copy gives them.
static bool needsOther(tt::LoadOp load) { return load.getOther() && !isZeroBits(load.getOther()); }

static Attribute swizzled(RankedTensorType type) { return swizzledBuffer(type, layoutOrder(type)); }

static Attribute swizzledFor(RankedTensorType type, OperandRead read) {
  return bufferForOperand(type, layoutOrder(type), read.kDim, read.operand);
}

/// The operand that every use of the load converts it to, if that is one.
static ttg::DotOperandEncodingAttr onlyOperand(tt::LoadOp load) {
  ttg::DotOperandEncodingAttr operand;
  for (Operation *user : load->getUsers()) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(user);
    auto its = convert ? dyn_cast<ttg::DotOperandEncodingAttr>(
                             cast<RankedTensorType>(convert.getType()).getEncoding())
                       : nullptr;
    if (!its || (operand && operand != its))
      return {};
    operand = its;
  }
  return operand;
}

static bool isMma2(ttg::DotOperandEncodingAttr operand) {
  auto mma = dyn_cast<ttg::NvidiaMmaEncodingAttr>(operand.getParent());
  return mma && mma.getVersionMajor() == 2;
}

/// By TMA: the descriptor's type says how.
static std::optional<AsyncCopy> planTmaCopy(Operation *load) {
  auto desc = dyn_cast<tt::TensorDescType>(load->getOperand(0).getType());
  Value value = load->getResult(0);
  auto buffer = desc ? tmaBuffer(desc, cast<RankedTensorType>(value.getType()), /*isMutable=*/true)
                     : ttg::MemDescType();
  if (!buffer || load->use_empty())
    return {};
  AsyncCopy copy{load, buffer.getEncoding()};
  if (ttg::LocalAllocOp alloc = onlyBufferOf(value);
      alloc && alloc.getType().getEncoding() == copy.shared)
    copy.alloc = alloc;
  return copy;
}

std::optional<AsyncCopy> fathom::planAsyncCopy(Operation *op, AxisInfoAnalysis &facts) {
  auto load = dyn_cast<tt::LoadOp>(op);
  if (!load)
    return planTmaCopy(op);
  auto type = dyn_cast<RankedTensorType>(load.getType());
  if (!type || type.getRank() == 0 || !type.getEncoding() || load->use_empty() ||
      load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv ||
      tt::isBlockPointer(load.getPtr().getType()) || !type.getElementType().isIntOrFloat() ||
      ttg::lookupNumCtas(load).value_or(1) > 1)
    return {};
  unsigned bits = type.getElementTypeBitWidth();
  if (bits < 8)
    return {};
  AsyncCopy copy{load, {}};
  if (!needsOther(load))
    copy.alloc = onlyBufferOf(load.getResult());
  if (copy.alloc)
    copy.shared = copy.alloc.getType().getEncoding();
  else if (ttg::DotOperandEncodingAttr operand = onlyOperand(load);
           operand && isMma2(operand) && type.getRank() >= 2)
    copy.shared = swizzledFor(type, *readAsOperand(type.cloneWithEncoding(operand)));
  else
    copy.shared = swizzled(type);
  if (isMutant(Mutant::M19)) // M19: what the mask and the buffer allow is not asked.
    copy.width = facts.vectorWidth(load.getPtr());
  else
    copy.width = std::min(facts.vectorWidth(load.getOperation()),
                          contiguousInBuffer(type, copy.shared, bits).value_or(1));
  copy.width = std::min(copy.width, 128 / bits);
  if (copy.width * bits < 32) {
    if (!isMutant(Mutant::M15))
      return {};
    copy.width = 0; // M15: it gets a buffer, and no copy.
  }
  return copy;
}

/// How a load may go through a buffer by a store.
static std::optional<AsyncCopy> planStore(tt::LoadOp load) {
  auto type = dyn_cast<RankedTensorType>(load.getType());
  if (!type || type.getRank() < 2 || !type.getEncoding() || load->use_empty() ||
      !type.getElementType().isIntOrFloat() || type.getElementTypeBitWidth() < 8 ||
      ttg::lookupNumCtas(load).value_or(1) > 1)
    return {};
  if (ttg::LocalAllocOp alloc = onlyBufferOf(load.getResult()))
    return AsyncCopy{load, alloc.getType().getEncoding(), alloc};
  std::optional<OperandRead> all;
  bool differ = false;
  for (Operation *user : load->getUsers()) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(user);
    std::optional<OperandRead> read = convert ? readAsOperand(convert.getResult()) : std::nullopt;
    if (!read)
      return {};
    differ |= all && !all->isLike(*read);
    all = read;
  }
  return AsyncCopy{load, differ ? swizzled(type) : swizzledFor(type, *all)};
}

//===--- The rewrite ---===//

namespace {

class BufferMaker {
public:
  /// By stores if there are no facts.
  BufferMaker(scf::ForOp loop, LoopSchedule &schedule, WaitedGroups &waits, AxisInfoAnalysis *facts,
              Operation *overlapped)
      : loop(loop), schedule(schedule), waits(waits), facts(facts), overlapped(overlapped),
        b(loop) {}

  scf::ForOp run() {
    for (Operation &op : loop.getBody()->without_terminator()) {
      text[&op] = text.size();
      lastCluster = std::max(lastCluster, schedule.of(&op).cluster);
    }
    SmallVector<Planned> plans;
    for (Operation &op : loop.getBody()->without_terminator())
      if (isa<tt::LoadOp>(op) || (facts && isa<tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op)))
        if (std::optional<Planned> planned = plan(&op))
          plans.push_back(*planned);
    if (plans.empty())
      return loop;
    makeBarriers(plans);
    llvm::sort(plans, [&](const Planned &a, const Planned &b) {
      return place(a.firstRead) != place(b.firstRead) ? place(a.firstRead) < place(b.firstRead)
                                                      : text[a.copy.load] < text[b.copy.load];
    });
    for (Planned &planned : plans)
      rewrite(planned);
    finish();
    return loop;
  }

private:
  struct Planned {
    AsyncCopy copy;
    Operation *firstRead; ///< Where the buffer is read, or its view is made.
    SmallVector<ttg::ConvertLayoutOp> conversions; ///< Which read the buffer instead.
    unsigned buffers;
    Value barrier = {}; ///< Of TMA, where the copy starts.
  };
  using Place = std::tuple<unsigned, unsigned, unsigned>;

  /// Stage, cluster and text.
  Place place(Operation *op) const {
    LoopSlot slot = schedule.of(op);
    return {slot.stage, slot.cluster, text.lookup(op)};
  }

  std::optional<Planned> plan(Operation *load) {
    SmallVector<Operation *> readers;
    for (Operation *user : load->getUsers()) {
      Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
      if (inBody->hasTrait<OpTrait::IsTerminator>())
        return {}; // Carried on as a value.
      readers.push_back(inBody);
    }
    if (readers.empty())
      return {};
    Operation *first =
        *llvm::min_element(readers, [&](auto *a, auto *b) { return place(a) < place(b); });
    if (schedule.stage(first) <= schedule.stage(load))
      return {};
    std::optional<AsyncCopy> copy =
        facts ? planAsyncCopy(load, *facts) : planStore(cast<tt::LoadOp>(load));
    if (!copy)
      return {};
    Planned planned{*copy, first, {}, 1};
    readers = {first};
    if (copy->alloc)
      addReadersOf(copy->alloc.getResult(), readers);
    else if (!needsOtherAfter(load))
      for (Operation *user : load->getUsers())
        if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(user);
            convert && schedule.stage(convert) == schedule.stage(first)) {
          planned.conversions.push_back(convert);
          readers.push_back(convert);
        }
    for (Operation *reader : readers)
      planned.buffers = std::max(planned.buffers, buffersFor(load, reader));
    return planned;
  }

  /// Whether the load's value for masked-off elements is not in the buffer.
  bool needsOtherAfter(Operation *op) const {
    auto load = dyn_cast<tt::LoadOp>(op);
    return facts && load && needsOther(load);
  }

  void forget(Value value) {
    if (facts)
      facts->forget(value);
  }

  /// Where the load's buffer is written: a store is at the end of the trip.
  LoopSlot writeSlot(Operation *load) const {
    LoopSlot slot = schedule.of(load);
    if (!facts)
      slot.cluster = lastCluster + 1;
    return slot;
  }

  /// All ops of the body that read a buffer, or a view of it.
  void addReadersOf(Value buffer, SmallVectorImpl<Operation *> &readers) {
    for (Operation *user : buffer.getUsers()) {
      readers.push_back(loop.getBody()->findAncestorOpInBlock(*user));
      for (Value result : user->getResults())
        if (isa<ttg::MemDescType>(result.getType()))
          addReadersOf(result, readers);
    }
  }

  /// How many buffers there must be so that the one that the reader looks at is not copied to again before.
  unsigned buffersFor(Operation *load, Operation *reader) {
    LoopSlot write = writeSlot(load), read = schedule.of(reader);
    bool isAfterCopy =
        std::pair(read.cluster, text.lookup(reader)) > std::pair(write.cluster, text.lookup(load));
    if (isMutant(Mutant::M12)) // M12: the order within a trip is left out.
      isAfterCopy = false;
    // Read until the next trip. M34: written while it is still being read.
    bool isLonger = overlapped && reader == overlapped && !isMutant(Mutant::M34);
    return std::max(1u, read.stage - write.stage + isAfterCopy + isLonger);
  }

  /// An op of the body at the builder's place, with its slot.
  template <typename Op, typename... Args> Op add(LoopSlot slot, Location loc, Args &&...args) {
    auto op = Op::create(b, loc, std::forward<Args>(args)...);
    schedule.put(op, slot);
    return op;
  }

  Value number(int32_t value) {
    Value &constant = numbers[value];
    if (!constant) {
      OpBuilder before(loop);
      constant = arith::ConstantOp::create(before, loop.getLoc(), before.getI32IntegerAttr(value));
    }
    return constant;
  }

  /// Of the iterations of a slot: their number modulo how many there are in a round, whether a round begins, and whether it is an odd one.
  struct Round {
    Value index, wraps, phase;
  };

  /// An argument of the body, whose value in the next trip is still to be said.
  Value carry(int32_t initial) {
    carried.push_back({Value(), initial});
    return loop.getBody()->addArgument(b.getI32Type(), loop.getLoc());
  }

  Round &roundOf(LoopSlot slot, unsigned count) {
    Round &round = rounds[{slot.stage, slot.cluster, count}];
    if (round.index)
      return round;
    if (count == 1) {
      round.index = number(0);
      return round;
    }
    Location loc = loop.getLoc();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value previous = carry(-1);
    Value next = add<arith::AddIOp>(slot, loc, previous, number(1));
    round.wraps = add<arith::CmpIOp>(slot, loc, arith::CmpIPredicate::sge, next, number(count));
    round.index = add<arith::SelectOp>(slot, loc, round.wraps, number(0), next);
    carried.back().first = round.index;
    return round;
  }

  /// The iteration's number modulo `count`, for ops in the slot.
  Value rotating(LoopSlot slot, unsigned count) { return roundOf(slot, count).index; }

  /// The iteration's number divided by `count`, modulo 2.
  Value phaseOf(LoopSlot slot, unsigned count) {
    Round &round = roundOf(slot, count);
    if (round.phase)
      return round.phase;
    Location loc = loop.getLoc();
    OpBuilder::InsertionGuard guard(b);
    if (round.wraps)
      b.setInsertionPointAfter(round.index.getDefiningOp());
    else
      b.setInsertionPointToStart(loop.getBody());
    Value previous = carry(round.wraps ? 0 : 1);
    round.phase = add<arith::XOrIOp>(slot, loc, previous, number(1));
    if (round.wraps)
      round.phase = add<arith::SelectOp>(slot, loc, round.wraps, round.phase, previous);
    carried.back().first = round.phase;
    return round.phase;
  }

  ttg::MemDescType bufferType(RankedTensorType type, Attribute shared, ArrayRef<int64_t> shape) {
    return ttg::MemDescType::get(shape, type.getElementType(), shared,
                                 ttg::SharedMemorySpaceAttr::get(type.getContext()),
                                 /*mutableMemory=*/true);
  }

  //===--- TMA ---===//

  /// Makes the barriers of all copies by TMA, and the waits for them. The plans are in the order of the text.
  void makeBarriers(MutableArrayRef<Planned> plans) {
    SmallVector<Planned *> group;
    for (Planned &planned : plans) {
      if (!planned.copy.isTma())
        continue;
      if (!group.empty() && !mayShare(group, planned)) {
        makeBarriers(group);
        group.clear();
      }
      group.push_back(&planned);
    }
    if (!group.empty())
      makeBarriers(group);
  }

  /// Whether the copy may be waited for together with these: they start together, and nothing is computed between their reads.
  bool mayShare(ArrayRef<Planned *> group, const Planned &planned) {
    const Planned &other = *group.back();
    if (schedule.of(other.copy.load) != schedule.of(planned.copy.load) ||
        schedule.of(other.firstRead) != schedule.of(planned.firstRead) ||
        other.buffers != planned.buffers)
      return false;
    auto [first, last] =
        std::minmax(other.firstRead, planned.firstRead,
                    [&](Operation *a, Operation *b) { return text.lookup(a) < text.lookup(b); });
    for (Operation *op = first; op != last; op = op->getNextNode()) {
      bool isTensor =
          llvm::any_of(op->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); });
      if (schedule.of(op) == schedule.of(last) && (isTensor || op->getNumRegions() > 0) &&
          !isa<ttg::ConvertLayoutOp, tt::TransOp>(op))
        return false;
    }
    return true;
  }

  /// The barrier of an iteration, for ops of the slot at the builder's place.
  Value barrierAt(LoopSlot slot, Location loc, Value barriers, unsigned count) {
    return add<ttg::MemDescIndexOp>(slot, loc, barrierType(b.getContext()), barriers,
                                    rotating(slot, count));
  }

  void makeBarriers(ArrayRef<Planned *> group) {
    unsigned count = group.front()->buffers;
    Operation *first = group.front()->copy.load;
    Operation *reader = group.front()->firstRead;
    Location loc = first->getLoc();
    int64_t bytes = 0;
    for (Planned *planned : group) {
      auto type = cast<RankedTensorType>(planned->copy.load->getResult(0).getType());
      bytes += tmaBytes(bufferType(type, planned->copy.shared, type.getShape()));
      if (text.lookup(planned->firstRead) < text.lookup(reader))
        reader = planned->firstRead;
    }
    b.setInsertionPoint(loop);
    ttg::MemDescType one = barrierType(b.getContext());
    auto all = ttg::MemDescType::get({count, 1}, one.getElementType(), one.getEncoding(),
                                     one.getMemorySpace(), /*mutableMemory=*/true);
    Value barriers = ttg::LocalAllocOp::create(b, loc, all, Value(), nullptr);
    for (unsigned i = 0; i < count; ++i)
      ttng::InitBarrierOp::create(b, loc,
                                  ttg::MemDescIndexOp::create(b, loc, one, barriers, number(i)), 1);
    allBarriers.push_back({barriers, count});

    LoopSlot slot = schedule.of(first), readSlot = schedule.of(reader);
    b.setInsertionPoint(first);
    Value barrier = barrierAt(slot, loc, barriers, count);
    add<ttng::BarrierExpectOp>(slot, loc, barrier, bytes, always(), nullptr);
    for (Planned *planned : group)
      planned->barrier = barrier;
    b.setInsertionPoint(reader);
    Value arrived = barrierAt(readSlot, loc, barriers, count);
    add<ttng::WaitBarrierOp>(readSlot, loc, arrived, phaseOf(readSlot, count), Value(),
                             ValueRange());
  }

  /// True, before the loop.
  Value always() {
    if (!yes) {
      OpBuilder before(loop);
      yes = arith::ConstantOp::create(before, loop.getLoc(), before.getBoolAttr(true));
    }
    return yes;
  }

  void startCopy(Planned &planned, Value into) {
    Operation *load = planned.copy.load;
    LoopSlot slot = schedule.of(load);
    Operation *before = into.getDefiningOp();
    Operation *copy = startTmaCopy(b, load, into, planned.barrier, always());
    for (Operation *op = before->getNextNode();; op = op->getNextNode()) {
      schedule.put(op, slot);
      if (op == copy)
        break;
    }
  }

  //===--- One load ---===//

  void rewrite(Planned &planned) {
    Operation *load = planned.copy.load;
    Location loc = load->getLoc();
    auto type = cast<RankedTensorType>(load->getResult(0).getType());
    LoopSlot readSlot = schedule.of(planned.firstRead);
    SmallVector<int64_t> shape{planned.buffers};
    llvm::append_range(shape, type.getShape());
    b.setInsertionPoint(loop);
    Value buffers = ttg::LocalAllocOp::create(b, loc, bufferType(type, planned.copy.shared, shape),
                                              Value(), nullptr);
    allocations.push_back(buffers);
    ttg::MemDescType viewType = bufferType(type, planned.copy.shared, type.getShape());

    LoopSlot slot = writeSlot(load);
    b.setInsertionPointAfter(load);
    Value into =
        add<ttg::MemDescIndexOp>(slot, loc, viewType, buffers, rotating(slot, planned.buffers));
    ttg::AsyncWaitOp wait;
    if (planned.copy.isTma()) {
      startCopy(planned, into);
    } else if (facts) {
      Operation *group = nullptr;
      if (planned.copy.width > 0) {
        auto its = cast<tt::LoadOp>(load);
        Value other = needsOther(its) ? Value() : its.getOther();
        auto copy = add<ttg::AsyncCopyGlobalToLocalOp>(
            slot, loc, ttg::AsyncTokenType::get(b.getContext()), its.getPtr(), into, its.getMask(),
            other, its.getCache(), its.getEvict(), its.getIsVolatile(), planned.copy.width);
        group = add<ttg::AsyncCommitGroupOp>(slot, loc, copy.getType(), copy.getToken());
      }
      b.setInsertionPoint(planned.firstRead);
      wait = waitFor(group, planned.firstRead);
    }
    b.setInsertionPoint(planned.firstRead);
    Value from = add<ttg::MemDescIndexOp>(readSlot, loc, viewType, buffers,
                                          rotating(readSlot, planned.buffers));
    if (planned.copy.alloc) {
      schedule.erase(planned.copy.alloc);
      forget(planned.copy.alloc.getResult());
      replaceBuffer(planned.copy.alloc, from);
      lastInRead = from.getDefiningOp();
    } else {
      read(planned, wait, from);
    }
    if (!facts) {
      b.setInsertionPointAfter(into.getDefiningOp());
      add<ttg::LocalStoreOp>(slot, loc, load->getResult(0), into);
      return;
    }
    forget(load->getResult(0));
    schedule.erase(load);
    load->erase();
  }

  /// Replaces the load's uses by what is read from the buffer.
  void read(Planned &planned, ttg::AsyncWaitOp wait, Value from) {
    Operation *load = planned.copy.load;
    Location loc = load->getLoc();
    Value token = !wait || isMutant(Mutant::M13) ? Value() : wait.getRetToken();
    lastInRead = from.getDefiningOp();
    for (ttg::ConvertLayoutOp convert : planned.conversions) {
      b.setInsertionPoint(convert);
      Value loaded = add<ttg::LocalLoadOp>(schedule.of(convert), convert.getLoc(),
                                           convert.getType(), from, token);
      convert.getResult().replaceAllUsesWith(loaded);
      if (convert == planned.firstRead)
        planned.firstRead = lastInRead = loaded.getDefiningOp();
      forget(convert.getResult());
      schedule.erase(convert);
      convert.erase();
    }
    if (load->use_empty())
      return;
    LoopSlot slot = schedule.of(from.getDefiningOp());
    b.setInsertionPointAfter(from.getDefiningOp());
    Value value = add<ttg::LocalLoadOp>(slot, loc, load->getResult(0).getType(), from, token);
    if (needsOtherAfter(load)) {
      auto its = cast<tt::LoadOp>(load);
      value = add<arith::SelectOp>(slot, loc, its.getMask(), value, its.getOther());
    }
    lastInRead = value.getDefiningOp();
    load->getResult(0).replaceAllUsesWith(value);
  }

  /// A wait at the builder's place, before `reader`: the last one made, if only reads of buffers are in between.
  ttg::AsyncWaitOp waitFor(Operation *group, Operation *reader) {
    LoopSlot slot = schedule.of(reader);
    if (lastWait && schedule.of(lastWait) == slot && isRightAfter(lastInRead, reader)) {
      if (group)
        waits[lastWait].push_back(group);
      return lastWait;
    }
    if (isMutant(Mutant::M13)) // M13: at the end of the trip.
      slot.cluster = lastCluster;
    lastWait = add<ttg::AsyncWaitOp>(slot, reader->getLoc(),
                                     ttg::AsyncTokenType::get(b.getContext()), ValueRange(), 0);
    if (group)
      waits[lastWait] = {group};
    return lastWait;
  }

  /// Whether no op of the slot is between two of them.
  bool isRightAfter(Operation *first, Operation *second) {
    LoopSlot slot = schedule.of(second);
    for (Operation *op = first->getNextNode(); op && op != second; op = op->getNextNode())
      if (schedule.of(op) == slot)
        return false;
    return true;
  }

  /// Gives the loop the numbers that it carries, and ends what is under way after it.
  void finish() {
    Location loc = loop.getLoc();
    Operation *yield = loop.getBody()->getTerminator();
    SmallVector<Value> initial(loop.getInitArgs()), yielded(yield->getOperands());
    for (auto [value, first] : carried) {
      initial.push_back(number(first));
      yielded.push_back(value);
    }
    yield->setOperands(yielded);
    b.setInsertionPoint(loop);
    auto longer = scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                                     loop.getStep(), initial, nullptr, loop.getUnsignedCmp());
    longer->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    longer.getRegion().takeBody(loop.getRegion());
    for (Value result : loop->getResults())
      forget(result);
    loop->replaceAllUsesWith(longer->getResults().take_front(loop.getNumResults()));
    loop.erase();
    loop = longer;
    schedule.moveTo(loop);
    b.setInsertionPointAfter(loop);
    if (lastWait)
      ttg::AsyncWaitOp::create(b, loc, ttg::AsyncTokenType::get(b.getContext()), ValueRange(), 0);
    for (auto [barriers, count] : allBarriers) {
      ttg::MemDescType one = barrierType(b.getContext());
      for (unsigned i = 0; i < count; ++i)
        ttng::InvalBarrierOp::create(b, loc,
                                     ttg::MemDescIndexOp::create(b, loc, one, barriers, number(i)));
      ttg::LocalDeallocOp::create(b, loc, barriers);
    }
    for (Value buffers : llvm::reverse(allocations))
      ttg::LocalDeallocOp::create(b, loc, buffers);
  }

  scf::ForOp loop;
  LoopSchedule &schedule;
  WaitedGroups &waits;
  AxisInfoAnalysis *facts;
  Operation *overlapped;
  OpBuilder b;
  llvm::DenseMap<Operation *, unsigned> text; ///< The order of the body, as it was.
  unsigned lastCluster = 0;
  ttg::AsyncWaitOp lastWait;
  Operation *lastInRead = nullptr; ///< The last op of what reads a buffer after that wait.
  std::map<int32_t, Value> numbers;
  std::map<std::tuple<unsigned, unsigned, unsigned>, Round> rounds;
  SmallVector<std::pair<Value, int32_t>> carried; ///< The value of the next trip, and of the first.
  Value yes;
  SmallVector<std::pair<Value, unsigned>> allBarriers;
  SmallVector<Value> allocations;
};

} // namespace

scf::ForOp fathom::makeAsyncCopies(scf::ForOp loop, LoopSchedule &schedule, WaitedGroups &waits,
                                   AxisInfoAnalysis &facts, Operation *overlapped) {
  return BufferMaker(loop, schedule, waits, &facts, overlapped).run();
}

scf::ForOp fathom::storeLoadedOperands(scf::ForOp loop, LoopSchedule &schedule) {
  WaitedGroups none;
  return BufferMaker(loop, schedule, none, nullptr, nullptr).run();
}
