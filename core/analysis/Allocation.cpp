// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Liveness as sets of bits over the FlowGraph, conflicts, and first fit.
#include "core/analysis/Allocation.h"

#include "core/analysis/Scratch.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/mutant/Mutant.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace fathom;

Allocation::Allocation(FunctionOpInterface function, Callees callees)
    : function(function), values(function.getFunctionBody()), flow(function.getFunctionBody()) {
  collect(callees);
  findConflicts();
  place();
}

uint64_t Allocation::alignment() const {
  uint64_t alignment = 128;
  for (const Buffer &buffer : all)
    alignment = std::max(alignment, buffer.alignment);
  return alignment;
}

//===--- What there is ---===//

void Allocation::collect(Callees callees) {
  for (Value value : values.buffers()) {
    auto alloc = value.getDefiningOp<ttg::LocalAllocOp>();
    byAlias.push_back(alloc ? int(all.size()) : -1);
    if (alloc)
      all.push_back({Buffer::Kind::Explicit, alloc, bytesOfBuffer(alloc.getType()),
                     alignmentOfBuffer(alloc)});
  }
  auto add = [&](Buffer::Kind kind, Operation *op, const ScratchNeed &need) {
    if (!need.bytes)
      return;
    scratches[op] = all.size();
    all.push_back({kind, op, need.bytes, need.alignment});
    // M37: the size is taken for one in elements.
    if (isMutant(Mutant::M37) && kind == Buffer::Kind::Scratch)
      all.back().placedBytes = need.elements;
  };
  ScratchNeeds needs;
  add(Buffer::Kind::Scratch, function, needs.of(function));
  for (const FlowGraph::Node &node : flow.nodes())
    for (Operation *op : node.ops) {
      if (!isa<tt::CallOp>(op))
        add(Buffer::Kind::Scratch, op, needs.of(op));
      else if (const Allocation *callee = callees(op))
        add(Buffer::Kind::Frame, op, {callee->bytes(), callee->bytes(), callee->alignment()});
    }
  for (Buffer &buffer : all)
    if (!buffer.placedBytes)
      buffer.placedBytes = buffer.bytes;
}

//===--- Conflicts ---===//

void Allocation::addConflict(unsigned a, unsigned b) {
  if (a == b)
    return;
  all[a].conflicts.push_back(b);
  all[b].conflicts.push_back(a);
}

/// What starts to read a buffer with no value that tells when it is done.
static bool isStore(Operation *op) {
  return isa<ttng::AsyncTMACopyLocalToGlobalOp, ttng::AsyncTMAReduceOp, ttng::AsyncTMAScatterOp>(
      op);
}

namespace {

/// Which buffers are in use, by their numbers among aliases.buffers().
class Liveness {
public:
  Liveness(const FlowGraph &flow, const BufferAliases &aliases);

  /// Calls `at` for each place, an op or the beginning of a buffer, with what is in use there. Places come in the order of nodes, from the last op of each
  /// to the first.
  void forEachPlace(function_ref<bool(Operation *)> isPlace,
                    function_ref<void(Operation *, const llvm::BitVector &)> at) const;

  std::optional<unsigned> allocatedBy(Operation *op) const {
    auto alloc = dyn_cast<ttg::LocalAllocOp>(op);
    return alloc ? std::optional<unsigned>(numbers.lookup(alloc.getResult())) : std::nullopt;
  }

private:
  /// On some way here: what has been allocated, and what TMA may still read.
  struct Reached {
    llvm::BitVector allocated, stored;
  };

  llvm::BitVector none() const { return llvm::BitVector(aliases.buffers().size()); }
  void use(Operation *op, llvm::BitVector &live) const {
    for (Value operand : op->getOperands())
      for (unsigned number : aliases.of(operand))
        live.set(number);
  }
  llvm::BitVector liveOut(unsigned node) const;
  void flowBackward();
  void flowForward();
  void step(Reached &reached, Operation *op) const;

  const FlowGraph &flow;
  const BufferAliases &aliases;
  llvm::DenseMap<Value, unsigned> numbers;
  std::vector<llvm::BitVector> liveIn;
  std::vector<Reached> reachedIn;
  bool anyStore = false;
};

} // namespace

Liveness::Liveness(const FlowGraph &flow, const BufferAliases &aliases)
    : flow(flow), aliases(aliases) {
  for (auto [number, value] : llvm::enumerate(aliases.buffers()))
    numbers[value] = number;
  if (flow.nodes().empty())
    return;
  for (const FlowGraph::Node &node : flow.nodes())
    anyStore |= llvm::any_of(node.ops, isStore);
  flowBackward();
  flowForward();
}

llvm::BitVector Liveness::liveOut(unsigned node) const {
  llvm::BitVector live = none();
  for (unsigned successor : flow.nodes()[node].successors)
    // M35: without the edges that go back.
    if (successor > node || !isMutant(Mutant::M35))
      live |= liveIn[successor];
  return live;
}

void Liveness::flowBackward() {
  // Seen from the beginning of each node.
  std::vector<llvm::BitVector> used, allocated;
  for (const FlowGraph::Node &node : flow.nodes()) {
    used.push_back(none());
    allocated.push_back(none());
    for (Operation *op : llvm::reverse(node.ops)) {
      if (std::optional<unsigned> number = allocatedBy(op)) {
        allocated.back().set(*number);
        used.back().reset(*number);
      }
      use(op, used.back());
    }
  }
  liveIn.assign(flow.nodes().size(), none());
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = liveIn.size(); node-- > 0;) {
      llvm::BitVector live = liveOut(node);
      live.reset(allocated[node]);
      live |= used[node];
      if (live == liveIn[node])
        continue;
      liveIn[node] = std::move(live);
      changed = true;
    }
  }
}

void Liveness::step(Reached &reached, Operation *op) const {
  if (std::optional<unsigned> number = allocatedBy(op))
    reached.allocated.set(*number);
  if (!anyStore)
    return;
  if (isStore(op))
    use(op, reached.stored);
  else if (auto wait = dyn_cast<ttng::TMAStoreWaitOp>(op); wait && wait.getPendings() == 0)
    reached.stored.reset();
}

void Liveness::flowForward() {
  reachedIn.assign(flow.nodes().size(), {none(), none()});
  for (auto [number, value] : llvm::enumerate(aliases.buffers()))
    if (isa<BlockArgument>(value))
      reachedIn[0].allocated.set(number);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = 0; node < reachedIn.size(); ++node) {
      Reached reached = reachedIn[node];
      for (Operation *op : flow.nodes()[node].ops)
        step(reached, op);
      for (unsigned successor : flow.nodes()[node].successors) {
        Reached &in = reachedIn[successor];
        if (!reached.allocated.test(in.allocated) && !reached.stored.test(in.stored))
          continue;
        in.allocated |= reached.allocated;
        in.stored |= reached.stored;
        changed |= successor <= node;
      }
    }
  }
}

void Liveness::forEachPlace(function_ref<bool(Operation *)> isPlace,
                            function_ref<void(Operation *, const llvm::BitVector &)> at) const {
  for (unsigned node = 0; node < reachedIn.size(); ++node) {
    ArrayRef<Operation *> ops = flow.nodes()[node].ops;
    // What is live is known from the end, what is reached from the beginning.
    SmallVector<std::pair<Operation *, Reached>> places;
    Reached reached = reachedIn[node];
    for (Operation *op : ops) {
      step(reached, op);
      if (isPlace(op))
        places.emplace_back(op, reached);
    }
    if (places.empty())
      continue;
    llvm::BitVector live = liveOut(node);
    for (Operation *op : llvm::reverse(ops)) {
      if (std::optional<unsigned> begins = allocatedBy(op))
        live.set(*begins);
      use(op, live);
      if (!places.empty() && places.back().first == op) {
        llvm::BitVector inUse = live;
        inUse |= places.back().second.stored;
        inUse &= places.back().second.allocated;
        at(op, inUse);
        places.pop_back();
      }
      if (std::optional<unsigned> begins = allocatedBy(op))
        live.reset(*begins);
    }
  }
}

void Allocation::findConflicts() {
  // The function's own scratch is in use all the time.
  if (auto own = scratches.find(function); own != scratches.end())
    for (unsigned other = 0; other < all.size(); ++other)
      addConflict(own->second, other);
  if (all.empty() || values.buffers().empty())
    return findConflictsOfAllPartitions();
  Liveness liveness(flow, values);
  auto isPlace = [&](Operation *op) {
    return isa<ttg::LocalAllocOp>(op) || scratches.contains(op);
  };
  liveness.forEachPlace(isPlace, [&](Operation *op, const llvm::BitVector &inUse) {
    SmallVector<unsigned, 2> fresh;
    if (std::optional<unsigned> number = liveness.allocatedBy(op))
      fresh.push_back(byAlias[*number]);
    if (auto scratch = scratches.find(op); scratch != scratches.end())
      fresh.push_back(scratch->second);
    for (unsigned one : fresh)
      for (unsigned number : inUse.set_bits())
        if (byAlias[number] >= 0)
          addConflict(one, byAlias[number]);
  });
  findConflictsOfAllPartitions();
}

void Allocation::findConflictsOfAllPartitions() {
  for (const FlowGraph::Node &node : flow.nodes())
    if (!node.ops.empty() && isa<ttg::WarpSpecializeOp>(node.ops.back()))
      findConflictsOfPartitions(node.ops.back());
  for (Buffer &buffer : all) {
    llvm::sort(buffer.conflicts);
    buffer.conflicts.erase(llvm::unique(buffer.conflicts), buffer.conflicts.end());
  }
}

void Allocation::findConflictsOfPartitions(Operation *op) {
  auto specialize = cast<ttg::WarpSpecializeOp>(op);
  SmallVector<Region *> regions{&specialize.getDefaultRegion()};
  for (Region *partition : specialize.getPartitionRegions())
    regions.push_back(partition);
  std::vector<SmallVector<unsigned>> used(regions.size());
  for (auto [region, list] : llvm::zip(regions, used)) {
    region->walk([&](Operation *inner) {
      if (auto scratch = scratches.find(inner); scratch != scratches.end())
        list.push_back(scratch->second);
      auto use = [&](Value value) {
        for (unsigned number : values.of(value))
          if (byAlias[number] >= 0)
            list.push_back(byAlias[number]);
      };
      for (Value operand : inner->getOperands())
        use(operand);
      for (Value result : inner->getResults())
        use(result);
    });
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
  }
  // The captures are read when the partitions begin, which may be after another region has begun.
  if (auto captures = scratches.find(op); captures != scratches.end())
    for (const SmallVector<unsigned> &list : used)
      for (unsigned one : list)
        addConflict(captures->second, one);
  for (size_t a = 0; a < used.size(); ++a)
    for (size_t b = a + 1; b < used.size(); ++b)
      for (unsigned one : used[a])
        for (unsigned other : used[b])
          addConflict(one, other);
}

//===--- Places ---===//

uint64_t Allocation::placeInOrder(ArrayRef<unsigned> order, MutableArrayRef<uint64_t> offsets) {
  llvm::BitVector placed(all.size());
  uint64_t end = 0;
  SmallVector<std::pair<uint64_t, uint64_t>> taken;
  for (unsigned number : order) {
    const Buffer &buffer = all[number];
    taken.clear();
    for (unsigned other : buffer.conflicts)
      if (placed[other])
        taken.emplace_back(offsets[other], offsets[other] + all[other].placedBytes);
    llvm::sort(taken);
    uint64_t offset = 0;
    for (auto [first, last] : taken) {
      if (offset + buffer.placedBytes <= first)
        break;
      offset = std::max(offset, llvm::alignTo(last, buffer.alignment));
    }
    offsets[number] = offset;
    placed.set(number);
    end = std::max(end, offset + buffer.placedBytes);
  }
  return end;
}

void Allocation::place() {
  // The largest first is good in general, the order of the text where sizes are alike; the explicit ones first leave the gaps to scratch.
  SmallVector<unsigned> inText(all.size());
  std::iota(inText.begin(), inText.end(), 0);
  SmallVector<unsigned> bySize = inText, byKind = inText;
  llvm::sort(bySize, [&](unsigned a, unsigned b) {
    return std::tuple(all[b].placedBytes, a) < std::tuple(all[a].placedBytes, b);
  });
  llvm::sort(byKind, [&](unsigned a, unsigned b) {
    return std::tuple(all[a].kind, all[b].placedBytes, a) <
           std::tuple(all[b].kind, all[a].placedBytes, b);
  });
  SmallVector<uint64_t> offsets(all.size());
  bool first = true;
  for (ArrayRef<unsigned> order :
       {ArrayRef<unsigned>(bySize), ArrayRef<unsigned>(byKind), ArrayRef<unsigned>(inText)}) {
    uint64_t end = placeInOrder(order, offsets);
    if (!first && end >= total)
      continue;
    first = false;
    total = end;
    for (auto [buffer, offset] : llvm::zip(all, offsets))
      buffer.offset = offset;
  }
}

void Allocation::takePlacesFromAttributes() {
  auto placeOf = [](const Buffer &buffer) {
    return buffer.op->getAttrOfType<IntegerAttr>(offsetAttribute);
  };
  if (!llvm::all_of(all, [&](const Buffer &buffer) { return bool(placeOf(buffer)); }))
    return;
  total = 0;
  for (Buffer &buffer : all) {
    buffer.offset = placeOf(buffer).getInt();
    total = std::max(total, buffer.offset + buffer.bytes);
  }
}

//===--- All functions ---===//

FunctionOpInterface fathom::calleeOf(Operation *call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      call, cast<tt::CallOp>(call).getCalleeAttr());
  return callee && !callee.isExternal() ? callee : FunctionOpInterface();
}

FailureOr<ModuleAllocation> ModuleAllocation::of(ModuleOp module) {
  // Callees first: depth first, with the functions that are on the way marked.
  llvm::MapVector<Operation *, SmallVector<Operation *>> callees;
  llvm::DenseSet<Operation *> called;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    SmallVector<Operation *> &list = callees[function];
    function->walk([&](tt::CallOp call) {
      if (FunctionOpInterface callee = calleeOf(call)) {
        list.push_back(callee);
        called.insert(callee);
      }
    });
  }
  ModuleAllocation result;
  for (auto &[root, unused] : callees) {
    SmallVector<std::pair<Operation *, size_t>> way{{root, 0}};
    llvm::DenseSet<Operation *> onWay{root};
    while (!way.empty()) {
      auto &[function, next] = way.back();
      ArrayRef<Operation *> list = callees[function];
      if (result.all.contains(function) || next == list.size()) {
        if (!result.all.contains(function))
          result.all[function] = std::make_unique<Allocation>(
              cast<FunctionOpInterface>(function), [&](Operation *call) -> const Allocation * {
                FunctionOpInterface callee = calleeOf(call);
                return callee ? result.all[callee].get() : nullptr;
              });
        onWay.erase(function);
        way.pop_back();
        continue;
      }
      Operation *callee = list[next++];
      if (!onWay.insert(callee).second)
        return callee->emitError("calls itself, so that its shared memory has no end");
      way.emplace_back(callee, 0);
    }
  }
  for (auto &[function, allocation] : result.all)
    if (!called.contains(function))
      result.total = std::max(result.total, allocation->bytes());
  return result;
}

void ModuleAllocation::takePlacesFromAttributes() {
  for (auto &[function, allocation] : all)
    allocation->takePlacesFromAttributes();
}
