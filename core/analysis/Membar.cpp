// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flows the bytes of pending accesses forward over the FlowGraph, until nothing changes.
#include "core/analysis/Membar.h"

#include "core/analysis/Scratch.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/layout/Encodings.h"
#include "core/mutant/Mutant.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

bool fathom::isSharedBarrier(Operation *op) {
  if (auto barrier = dyn_cast<ttg::BarrierOp>(op))
    return bitEnumContainsAny(barrier.getAddrSpace(), ttg::AddrSpace::Local);
  return isa<gpu::BarrierOp, NVVM::Barrier0Op, ROCDL::BarrierOp, ROCDL::SBarrierOp>(op);
}

namespace {

struct Access {
  enum Kind { Read, Write, Signal, Copy, TmaWrite, AsyncRead, TmaRead } kind;
  Value buffer;
};

/// Bytes beyond any frame: the buffers that a function has as arguments.
constexpr ByteRange outside = {uint64_t(1) << 40, (uint64_t(1) << 40) + 1};

/// What threads have done since the last barrier, as far as others may not know of it.
struct Pending {
  ByteSet read, written, signalled;
  /// In flight.
  ByteSet copying, reading, storing;
  /// No barrier since the function began, on some way.
  bool fresh = false;
  /// Whether control comes here at all.
  bool reached = false;

  void barrier() {
    read.clear();
    written.clear();
    signalled.clear();
    fresh = false;
  }
  bool join(const Pending &other) {
    bool changed = !reached || (other.fresh && !fresh);
    reached = true;
    fresh |= other.fresh;
    for (auto set : {&Pending::read, &Pending::written, &Pending::signalled, &Pending::copying,
                     &Pending::reading, &Pending::storing})
      changed |= (this->*set).add(other.*set);
    return changed;
  }
};

/// A function as its callers see it.
struct Effect {
  /// What it accesses before its first barrier, and what is pending when it returns.
  ByteSet read, written, signalled;
  Pending atEnd;
  bool waits = false;
};

} // namespace

/// Whatever it says of itself.
static SmallVector<Access, 2> accessesByEffects(Operation *op) {
  SmallVector<Access, 2> accesses;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return accesses;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    bool writes = isa<MemoryEffects::Write>(effect.getEffect());
    if (!writes && !isa<MemoryEffects::Read>(effect.getEffect()))
      continue;
    Access::Kind kind = writes ? Access::Write : Access::Read;
    if (Value value = effect.getValue()) {
      if (isSharedBuffer(value))
        accesses.push_back({kind, value});
      continue;
    }
    // An effect on something that it does not name.
    for (Value operand : op->getOperands())
      if (isSharedBuffer(operand))
        accesses.push_back({kind, operand});
  }
  return accesses;
}

static SmallVector<Access, 2> accessesOf(Operation *op) {
  using Accesses = SmallVector<Access, 2>;
  auto first = [&](Access::Kind kind) { return Accesses{{kind, op->getOperand(0)}}; };
  return llvm::TypeSwitch<Operation *, Accesses>(op)
      .Case([](ttg::LocalAllocOp alloc) {
        return alloc.getSrc() ? Accesses{{Access::Write, alloc.getResult()}} : Accesses{};
      })
      .Case([](ttg::AsyncCopyGlobalToLocalOp copy) {
        return Accesses{{Access::Copy, copy.getResult()}};
      })
      .Case([](amdg::BufferLoadToLocalOp copy) { return Accesses{{Access::Copy, copy.getDest()}}; })
      .Case<ttng::AsyncTMACopyGlobalToLocalOp, ttng::AsyncTMAGatherOp>([](auto copy) {
        return Accesses{{Access::TmaWrite, copy.getResult()}, {Access::Signal, copy.getBarrier()}};
      })
      .Case<ttng::AsyncTMACopyLocalToGlobalOp, ttng::AsyncTMAReduceOp, ttng::AsyncTMAScatterOp>(
          [](auto copy) { return Accesses{{Access::TmaRead, copy.getSrc()}}; })
      .Case([](ttng::WarpGroupDotOp dot) {
        Accesses accesses;
        for (Value operand : {Value(dot.getA()), Value(dot.getB())})
          if (isSharedBuffer(operand))
            accesses.push_back({dot.getIsAsync() ? Access::AsyncRead : Access::Read, operand});
        return accesses;
      })
      .Case<ttng::InitBarrierOp, ttng::InvalBarrierOp, amdg::InitBarrierOp>(
          [&](Operation *) { return first(Access::Write); })
      .Case<ttng::BarrierExpectOp, ttng::WaitBarrierOp, ttng::ArriveBarrierOp,
            ttng::AsyncCopyMbarrierArriveOp, ttng::TCGen5CommitOp, amdg::WaitBarrierOp,
            amdg::ArriveBarrierOp, amdg::AsyncCopyMbarrierArriveOp>(
          [&](Operation *) { return first(Access::Signal); })
      .Default([](Operation *other) { return accessesByEffects(other); });
}

namespace {

class Membar {
public:
  Membar(const ModuleAllocation &module, Operation *function,
         const llvm::DenseMap<Operation *, Effect> &effects)
      : function(module[function]), effects(effects) {}

  /// Adds the places of the function's barriers, and says what callers see.
  Effect run(SmallVectorImpl<Operation *> &places);

private:
  /// What an op does, with places instead of values; found once for each op.
  struct Deed {
    SmallVector<std::pair<Access::Kind, ByteRange>, 4> accesses;
    std::optional<ByteRange> scratch;
  };

  const Deed &deedOf(Operation *op);
  SmallVector<ByteRange, 1> rangesOf(Value buffer);
  void step(Pending &pending, Operation *op);
  bool conflicts(const Pending &pending, Access::Kind kind, ByteRange range);
  void call(Pending &pending, Operation *op);
  void expose(const Pending &pending, Access::Kind kind, ByteRange range);
  void need(Pending &pending, Operation *op) {
    barriers.insert(op);
    pending.barrier();
  }

  const Allocation &function;
  const llvm::DenseMap<Operation *, Effect> &effects;
  llvm::DenseMap<Operation *, Deed> deeds;
  llvm::DenseSet<Operation *> barriers;
  Effect effect;
};

} // namespace

SmallVector<ByteRange, 1> Membar::rangesOf(Value buffer) {
  // M33: what is accessed through a part of a buffer is not known to be the buffer.
  if (Operation *part = buffer.getDefiningOp();
      part && isPartOfBuffer(part) && isMutant(Mutant::M33))
    return {};
  if (auto index = buffer.getDefiningOp<ttg::MemDescIndexOp>()) {
    SmallVector<ByteRange, 1> all = rangesOf(index.getSrc());
    ttg::MemDescType from = index.getSrc().getType();
    llvm::APInt number;
    // One of a list: at a fixed place if the list is a whole buffer and the number is known.
    if (all.size() != 1 || all[0] == outside || from.isView() ||
        !matchPattern(index.getIndex(), m_ConstantInt(&number)) || number.uge(from.getDimSize(0)) ||
        !ttg::cgaBasesOf(from.getEncoding()).empty())
      return all;
    uint64_t elements = from.getNumElements() / from.getDimSize(0),
             bytes = bytesInShared(from.getElementType()), at = number.getZExtValue();
    auto place = [&](uint64_t element) {
      auto padded = dyn_cast<ttg::PaddedSharedEncodingAttr>(from.getEncoding());
      return padded ? paddedOffset(padded, element) : element;
    };
    ByteRange one{all[0].first + place(at * elements) * bytes,
                  all[0].first + (place((at + 1) * elements - 1) + 1) * bytes};
    return one.last <= all[0].last ? SmallVector<ByteRange, 1>{one} : all;
  }
  if (Operation *view = buffer.getDefiningOp();
      view && isa<ttg::MemDescSubsliceOp, ttg::MemDescTransOp, ttg::MemDescReshapeOp,
                  ttg::MemDescReinterpretOp>(view))
    return rangesOf(view->getOperand(0));
  SmallVector<ByteRange, 1> ranges;
  for (unsigned number : function.aliases().of(buffer)) {
    const Allocation::Buffer *place = function.buffer(number);
    ranges.push_back(place ? ByteRange{place->offset, place->offset + place->bytes} : outside);
  }
  return ranges;
}

const Membar::Deed &Membar::deedOf(Operation *op) {
  auto [entry, fresh] = deeds.try_emplace(op);
  Deed &deed = entry->second;
  if (!fresh)
    return deed;
  if (!isa<tt::CallOp>(op)) {
    for (const Access &access : accessesOf(op))
      for (ByteRange range : rangesOf(access.buffer))
        deed.accesses.emplace_back(access.kind, range);
  } else {
    for (Value operand : op->getOperands())
      if (isSharedBuffer(operand))
        for (ByteRange range : rangesOf(operand))
          deed.accesses.emplace_back(Access::Write, range);
  }
  if (const Allocation::Buffer *scratch = function.scratchOf(op))
    deed.scratch = {scratch->offset, scratch->offset + scratch->bytes};
  return deed;
}

bool Membar::conflicts(const Pending &pending, Access::Kind kind, ByteRange range) {
  switch (kind) {
  case Access::Read:
  case Access::AsyncRead:
  case Access::TmaRead:
    return pending.written.meets(range) || pending.signalled.meets(range);
  case Access::Signal:
    return pending.written.meets(range) || pending.read.meets(range);
  case Access::Write:
  case Access::Copy:
  case Access::TmaWrite:
    return pending.written.meets(range) || pending.read.meets(range) ||
           pending.signalled.meets(range);
  }
  llvm_unreachable("a kind of access");
}

void Membar::expose(const Pending &pending, Access::Kind kind, ByteRange range) {
  if (!pending.fresh)
    return;
  bool reads = kind == Access::Read || kind == Access::AsyncRead || kind == Access::TmaRead;
  (reads ? effect.read : kind == Access::Signal ? effect.signalled : effect.written).add(range);
}

void Membar::step(Pending &pending, Operation *op) {
  if (isSharedBarrier(op) || isa<ttg::WarpReturnOp, ttg::WarpYieldOp>(op))
    return pending.barrier();
  if (isa<tt::CallOp>(op))
    return call(pending, op);
  const Deed &deed = deedOf(op);
  bool conflict = deed.scratch && conflicts(pending, Access::Write, *deed.scratch);
  for (auto [kind, range] : deed.accesses)
    conflict |= conflicts(pending, kind, range);
  if (conflict)
    need(pending, op);

  auto land = [&](ByteSet Pending::*flying, ByteSet Pending::*landed, bool all) {
    (pending.*landed).add(pending.*flying);
    if (all)
      (pending.*flying).clear();
    effect.waits = true;
  };
  if (auto wait = dyn_cast<ttg::AsyncWaitOp>(op))
    land(&Pending::copying, &Pending::written, wait.getNum() == 0);
  else if (auto wait = dyn_cast<amdg::AsyncWaitOp>(op))
    land(&Pending::copying, &Pending::written, wait.getNumInst() == 0);
  else if (auto wait = dyn_cast<ttng::WarpGroupDotWaitOp>(op))
    land(&Pending::reading, &Pending::read, wait.getPendings() == 0);
  else if (auto wait = dyn_cast<ttng::TMAStoreWaitOp>(op))
    land(&Pending::storing, &Pending::read, wait.getPendings() == 0);

  if (deed.scratch) {
    expose(pending, Access::Write, *deed.scratch);
    if (isa<ttng::TensormapCreateOp>(op))
      pending.written.add(*deed.scratch);
    else
      pending.barrier();
    pending.read.add(*deed.scratch);
  }
  if (isa<ttg::WarpSpecializeOp>(op))
    return pending.barrier();
  for (auto [kind, range] : deed.accesses) {
    expose(pending, kind, range);
    switch (kind) {
    case Access::Read:
      pending.read.add(range);
      break;
    case Access::Write:
      pending.written.add(range);
      break;
    case Access::Signal:
      pending.signalled.add(range);
      break;
    case Access::Copy:
      pending.copying.add(range);
      break;
    case Access::AsyncRead:
      pending.reading.add(range);
      break;
    case Access::TmaRead:
      pending.storing.add(range);
      break;
    case Access::TmaWrite:
      break;
    }
  }
}

/// The callee's places as the caller's; its arguments are the call's operands.
static ByteSet translated(const ByteSet &set, uint64_t frame, ArrayRef<ByteRange> arguments) {
  ByteSet result;
  for (ByteRange range : set.list())
    if (range == outside)
      for (ByteRange argument : arguments)
        result.add(argument);
    else
      result.add({range.first + frame, range.last + frame});
  return result;
}

void Membar::call(Pending &pending, Operation *op) {
  const Deed &deed = deedOf(op);
  FunctionOpInterface callee = calleeOf(op);
  SmallVector<ByteRange> arguments;
  for (auto [kind, range] : deed.accesses)
    arguments.push_back(range);
  auto known = callee ? effects.find(callee) : effects.end();
  if (known == effects.end()) {
    // Nothing is known: it may access what it is given.
    for (ByteRange range : arguments)
      if (conflicts(pending, Access::Write, range)) {
        need(pending, op);
        break;
      }
    for (ByteRange range : arguments) {
      expose(pending, Access::Write, range);
      pending.written.add(range);
    }
    return;
  }
  const Effect &inside = known->second;
  uint64_t frame = deed.scratch ? deed.scratch->first : 0;
  auto check = [&](Access::Kind kind, const ByteSet &set) {
    ByteSet here = translated(set, frame, arguments);
    bool conflict =
        llvm::any_of(here.list(), [&](ByteRange range) { return conflicts(pending, kind, range); });
    return std::pair(here, conflict);
  };
  auto [read, readConflict] = check(Access::Read, inside.read);
  auto [written, writeConflict] = check(Access::Write, inside.written);
  auto [signalled, signalConflict] = check(Access::Signal, inside.signalled);
  if (readConflict || writeConflict || signalConflict)
    need(pending, op);
  for (ByteRange range : read.list())
    expose(pending, Access::Read, range);
  for (ByteRange range : written.list())
    expose(pending, Access::Write, range);
  for (ByteRange range : signalled.list())
    expose(pending, Access::Signal, range);
  if (!inside.atEnd.fresh)
    pending.barrier();
  if (inside.waits) {
    pending.written.add(pending.copying);
    pending.read.add(pending.reading);
    pending.read.add(pending.storing);
    effect.waits = true;
  }
  for (auto set : {&Pending::read, &Pending::written, &Pending::signalled, &Pending::copying,
                   &Pending::reading, &Pending::storing})
    (pending.*set).add(translated(inside.atEnd.*set, frame, arguments));
}

Effect Membar::run(SmallVectorImpl<Operation *> &places) {
  ArrayRef<FlowGraph::Node> nodes = function.graph().nodes();
  std::vector<Pending> before(nodes.size());
  std::vector<bool> dirty(nodes.size(), false);
  before[0].reached = before[0].fresh = true;
  // Copies into what the caller passes may be under way.
  if (llvm::any_of(function.aliases().buffers(), [](Value v) { return isa<BlockArgument>(v); }))
    for (auto set : {&Pending::copying, &Pending::reading, &Pending::storing})
      (before[0].*set).add(outside);
  dirty[0] = true;
  // M36: each node once, and the edges that go back are left out.
  bool loops = !isMutant(Mutant::M36);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = 0; node < nodes.size(); ++node) {
      if (!dirty[node])
        continue;
      dirty[node] = false;
      Pending pending = before[node];
      for (Operation *op : nodes[node].ops)
        step(pending, op);
      for (unsigned successor : nodes[node].successors) {
        if (!loops && successor <= node)
          continue;
        if (before[successor].join(pending)) {
          dirty[successor] = true;
          changed |= successor <= node;
        }
      }
      if (nodes[node].successors.empty())
        effect.atEnd.join(pending);
    }
  }
  for (const FlowGraph::Node &node : nodes)
    for (Operation *op : node.ops)
      if (barriers.contains(op))
        places.push_back(op);
  return std::move(effect);
}

SmallVector<Operation *> fathom::placesOfBarriers(const ModuleAllocation &allocation) {
  SmallVector<Operation *> places;
  llvm::DenseMap<Operation *, Effect> effects;
  for (const auto &[function, unused] : allocation.functions()) {
    Effect effect = Membar(allocation, function, effects).run(places);
    effects[function] = std::move(effect);
  }
  return places;
}
