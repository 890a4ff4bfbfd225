// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses buffers for loads, and puts copies or stores, waits and reads into the body and its schedule.
#include "core/passes/pipeline/LoadBuffers.h"

#include "core/mutant/Mutant.h"
#include "core/passes/SharedBuffers.h"

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

/// How a tensor is read as an operand: which of its dims is K.
struct OperandRead {
  ttg::DotOperandEncodingAttr operand;
  unsigned kDim;
  bool isSame(const OperandRead &other) const {
    return kDim == other.kDim && operand.getKWidth() == other.operand.getKWidth();
  }
};

static std::optional<OperandRead> readAsOperand(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto operand = dyn_cast_or_null<ttg::DotOperandEncodingAttr>(tensor.getEncoding());
  if (!operand || tensor.getRank() < 2)
    return {};
  return OperandRead{operand, unsigned(tensor.getRank()) - (operand.getOpIdx() == 0 ? 1 : 2)};
}

static Attribute swizzledFor(RankedTensorType type, OperandRead read) {
  return bufferForOperand(type, layoutOrder(type), read.kDim, read.operand);
}

/// The same of what the conversion gives, which may be transposed first.
static std::optional<OperandRead> readAsOperand(ttg::ConvertLayoutOp convert) {
  if (std::optional<OperandRead> read = readAsOperand(convert.getType()))
    return read;
  std::optional<OperandRead> all;
  for (Operation *user : convert->getUsers()) {
    auto trans = dyn_cast<tt::TransOp>(user);
    std::optional<OperandRead> read = trans ? readAsOperand(trans.getType()) : std::nullopt;
    if (!read)
      return {};
    read->kDim = trans.getOrder()[read->kDim];
    if (all && !all->isSame(*read))
      return {};
    all = read;
  }
  return all;
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

/// Whether the buffer, or a view of it, is only read, and not handed on to where its type is fixed: a loop, a branch, a call.
static bool isOnlyRead(Value buffer) {
  return llvm::all_of(buffer.getUsers(), [](Operation *user) {
    if (user->getNumRegions() || user->hasTrait<OpTrait::IsTerminator>() ||
        isa<tt::CallOp, arith::SelectOp, ttg::LocalDeallocOp>(user))
      return false;
    return llvm::all_of(user->getResults(), [](Value result) {
      return !isa<ttg::MemDescType>(result.getType()) || isOnlyRead(result);
    });
  });
}

/// The buffer that the value is put into, if that is all that is done with it.
static ttg::LocalAllocOp allocOf(tt::LoadOp load) {
  if (!load->hasOneUse())
    return {};
  auto alloc = dyn_cast<ttg::LocalAllocOp>(*load->user_begin());
  if (!alloc || alloc.getType().getMutableMemory() || alloc->getBlock() != load->getBlock())
    return {};
  return isOnlyRead(alloc.getResult()) ? alloc : ttg::LocalAllocOp();
}

std::optional<AsyncCopy> fathom::planAsyncCopy(tt::LoadOp load, AxisInfoAnalysis &facts) {
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
    copy.alloc = allocOf(load);
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
  if (ttg::LocalAllocOp alloc = allocOf(load))
    return AsyncCopy{load, alloc.getType().getEncoding(), alloc};
  std::optional<OperandRead> all;
  bool differ = false;
  for (Operation *user : load->getUsers()) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(user);
    std::optional<OperandRead> read = convert ? readAsOperand(convert) : std::nullopt;
    if (!read)
      return {};
    differ |= all && !all->isSame(*read);
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
    for (tt::LoadOp load : loop.getBody()->getOps<tt::LoadOp>())
      if (std::optional<Planned> planned = plan(load))
        plans.push_back(*planned);
    if (plans.empty())
      return loop;
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
  };
  using Place = std::tuple<unsigned, unsigned, unsigned>;

  /// Stage, cluster and text.
  Place place(Operation *op) const {
    LoopSlot slot = schedule.of(op);
    return {slot.stage, slot.cluster, text.lookup(op)};
  }

  std::optional<Planned> plan(tt::LoadOp load) {
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
    std::optional<AsyncCopy> copy = facts ? planAsyncCopy(load, *facts) : planStore(load);
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
  bool needsOtherAfter(tt::LoadOp load) const { return facts && needsOther(load); }

  void forget(Value value) {
    if (facts)
      facts->forget(value);
  }

  /// Where the load's buffer is written: a store is at the end of the trip.
  LoopSlot writeSlot(tt::LoadOp load) const {
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
  unsigned buffersFor(tt::LoadOp load, Operation *reader) {
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

  /// The iteration's number modulo `count`, for ops in the slot.
  Value rotating(LoopSlot slot, unsigned count) {
    if (count == 1)
      return number(0);
    Value &index = indices[{slot.stage, slot.cluster, count}];
    if (index)
      return index;
    Location loc = loop.getLoc();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value previous = loop.getBody()->addArgument(b.getI32Type(), loc);
    Value next = add<arith::AddIOp>(slot, loc, previous, number(1));
    Value wraps = add<arith::CmpIOp>(slot, loc, arith::CmpIPredicate::sge, next, number(count));
    index = add<arith::SelectOp>(slot, loc, wraps, number(0), next);
    carried.push_back(index);
    return index;
  }

  ttg::MemDescType bufferType(RankedTensorType type, Attribute shared, ArrayRef<int64_t> shape) {
    return ttg::MemDescType::get(shape, type.getElementType(), shared,
                                 ttg::SharedMemorySpaceAttr::get(type.getContext()),
                                 /*mutableMemory=*/true);
  }

  void rewrite(Planned &planned) {
    tt::LoadOp load = planned.copy.load;
    Location loc = load.getLoc();
    auto type = cast<RankedTensorType>(load.getType());
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
    if (facts) {
      Operation *group = nullptr;
      if (planned.copy.width > 0) {
        Value other = needsOther(load) ? Value() : load.getOther();
        auto copy = add<ttg::AsyncCopyGlobalToLocalOp>(
            slot, loc, ttg::AsyncTokenType::get(b.getContext()), load.getPtr(), into,
            load.getMask(), other, load.getCache(), load.getEvict(), load.getIsVolatile(),
            planned.copy.width);
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
      planned.copy.alloc.getResult().replaceAllUsesWith(from);
      makeMutable(from);
      lastInRead = from.getDefiningOp();
      planned.copy.alloc.erase();
    } else {
      read(planned, wait, from);
    }
    if (!facts) {
      b.setInsertionPointAfter(into.getDefiningOp());
      add<ttg::LocalStoreOp>(slot, loc, load.getResult(), into);
      return;
    }
    forget(load.getResult());
    schedule.erase(load);
    load.erase();
  }

  /// Replaces the load's uses by what is read from the buffer.
  void read(Planned &planned, ttg::AsyncWaitOp wait, Value from) {
    tt::LoadOp load = planned.copy.load;
    Location loc = load.getLoc();
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
    Value value = add<ttg::LocalLoadOp>(slot, loc, load.getType(), from, token);
    if (needsOtherAfter(load))
      value = add<arith::SelectOp>(slot, loc, load.getMask(), value, load.getOther());
    lastInRead = value.getDefiningOp();
    load.getResult().replaceAllUsesWith(value);
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

  /// Views of a buffer that is written are of such a buffer.
  static void makeMutable(Value buffer) {
    for (Operation *user : buffer.getUsers())
      for (Value result : user->getResults())
        if (auto type = dyn_cast<ttg::MemDescType>(result.getType());
            type && !type.getMutableMemory()) {
          result.setType(ttg::MemDescType::get(type.getContext(), type.getShape(),
                                               type.getElementType(), type.getEncoding(),
                                               type.getMemorySpace(), true, type.getAllocShape()));
          makeMutable(result);
        }
  }

  /// Gives the loop the numbers that it carries, and ends what is under way after it.
  void finish() {
    Location loc = loop.getLoc();
    Operation *yield = loop.getBody()->getTerminator();
    SmallVector<Value> initial(loop.getInitArgs()), yielded(yield->getOperands());
    initial.append(carried.size(), number(-1));
    yielded.append(carried.begin(), carried.end());
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
    if (facts)
      ttg::AsyncWaitOp::create(b, loc, ttg::AsyncTokenType::get(b.getContext()), ValueRange(), 0);
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
  std::map<std::tuple<unsigned, unsigned, unsigned>, Value> indices;
  SmallVector<Value> carried, allocations;
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
