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
  add(Buffer::Kind::Scratch, function, scratchNeed(function));
  for (const FlowGraph::Node &node : flow.nodes())
    for (Operation *op : node.ops) {
      if (!isa<tt::CallOp>(op))
        add(Buffer::Kind::Scratch, op, scratchNeed(op));
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

namespace {
/// The buffers that a run of ops uses and allocates, seen from its beginning.
struct Summary {
  llvm::BitVector used, allocated;
};
} // namespace

void Allocation::findConflicts() {
  unsigned size = values.buffers().size(), nodes = flow.nodes().size();
  if (all.empty())
    return;
  // The function's own scratch is in use all the time.
  if (auto own = scratches.find(function); own != scratches.end())
    for (unsigned other = 0; other < all.size(); ++other)
      addConflict(own->second, other);

  llvm::DenseMap<Value, unsigned> numbers;
  for (auto [number, value] : llvm::enumerate(values.buffers()))
    numbers[value] = number;
  auto forEachUse = [&](Operation *op, auto &&use) {
    for (Value operand : op->getOperands())
      for (unsigned number : values.of(operand))
        use(number);
  };
  auto allocated = [&](Operation *op) -> std::optional<unsigned> {
    auto alloc = dyn_cast<ttg::LocalAllocOp>(op);
    return alloc ? std::optional<unsigned>(numbers.lookup(alloc.getResult())) : std::nullopt;
  };

  bool storing = false;
  std::vector<Summary> summaries(nodes);
  for (auto [node, summary] : llvm::zip(flow.nodes(), summaries)) {
    summary = {llvm::BitVector(size), llvm::BitVector(size)};
    for (Operation *op : llvm::reverse(node.ops)) {
      if (std::optional<unsigned> number = allocated(op)) {
        summary.allocated.set(*number);
        summary.used.reset(*number);
      }
      forEachUse(op, [&](unsigned number) { summary.used.set(number); });
      storing |=
          isa<ttng::AsyncTMACopyLocalToGlobalOp, ttng::AsyncTMAReduceOp, ttng::AsyncTMAScatterOp>(
              op);
    }
  }

  // Backward: what is still to be used. M35: without the edges that go back.
  bool loops = !isMutant(Mutant::M35);
  std::vector<llvm::BitVector> liveIn(nodes, llvm::BitVector(size));
  auto liveOut = [&](unsigned node) {
    llvm::BitVector live(size);
    for (unsigned successor : flow.nodes()[node].successors)
      if (loops || successor > node)
        live |= liveIn[successor];
    return live;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = nodes; node-- > 0;) {
      llvm::BitVector live = liveOut(node);
      live.reset(summaries[node].allocated);
      live |= summaries[node].used;
      if (live != liveIn[node]) {
        liveIn[node] = std::move(live);
        changed = true;
      }
    }
  }
  // Forward: what has been allocated on some way here (an argument always), and what TMA may still read.
  struct Reached {
    llvm::BitVector allocated, stored;
  };
  auto step = [&](Reached &reached, Operation *op) {
    if (std::optional<unsigned> number = allocated(op))
      reached.allocated.set(*number);
    if (!storing)
      return;
    if (isa<ttng::AsyncTMACopyLocalToGlobalOp, ttng::AsyncTMAReduceOp, ttng::AsyncTMAScatterOp>(op))
      forEachUse(op, [&](unsigned number) { reached.stored.set(number); });
    else if (auto wait = dyn_cast<ttng::TMAStoreWaitOp>(op); wait && wait.getPendings() == 0)
      reached.stored.reset();
  };
  std::vector<Reached> reachedIn(nodes, {llvm::BitVector(size), llvm::BitVector(size)});
  for (auto [number, value] : llvm::enumerate(values.buffers()))
    if (isa<BlockArgument>(value) && nodes)
      reachedIn[0].allocated.set(number);
  for (bool changed = nodes != 0; changed;) {
    changed = false;
    for (unsigned node = 0; node < nodes; ++node) {
      Reached reached = reachedIn[node];
      if (!storing)
        reached.allocated |= summaries[node].allocated;
      else
        for (Operation *op : flow.nodes()[node].ops)
          step(reached, op);
      for (unsigned successor : flow.nodes()[node].successors) {
        Reached &in = reachedIn[successor];
        if (reached.allocated.test(in.allocated) || reached.stored.test(in.stored)) {
          in.allocated |= reached.allocated;
          in.stored |= reached.stored;
          changed |= successor <= node;
        }
      }
    }
  }

  // What is in use where something begins.
  for (unsigned node = 0; node < nodes; ++node) {
    ArrayRef<Operation *> ops = flow.nodes()[node].ops;
    Reached reached = reachedIn[node];
    // Sets before each op would take memory; live sets come from the end, reached ones from the beginning.
    SmallVector<Operation *> places;
    std::vector<Reached> atPlaces;
    for (Operation *op : ops) {
      step(reached, op);
      if (allocated(op) || scratches.contains(op)) {
        places.push_back(op);
        atPlaces.push_back(reached);
      }
    }
    if (places.empty())
      continue;
    llvm::BitVector live = liveOut(node);
    for (Operation *op : llvm::reverse(ops)) {
      std::optional<unsigned> begins = allocated(op);
      if (begins)
        live.set(*begins);
      // Its operands are in use until it is done.
      forEachUse(op, [&](unsigned number) { live.set(number); });
      if (!places.empty() && places.back() == op) {
        Reached &here = atPlaces.back();
        llvm::BitVector inUse = live;
        inUse |= here.stored;
        inUse &= here.allocated;
        SmallVector<unsigned, 2> fresh;
        if (begins)
          fresh.push_back(byAlias[*begins]);
        if (auto scratch = scratches.find(op); scratch != scratches.end())
          fresh.push_back(scratch->second);
        for (unsigned one : fresh)
          for (unsigned number : inUse.set_bits())
            if (byAlias[number] >= 0)
              addConflict(one, byAlias[number]);
        places.pop_back();
        atPlaces.pop_back();
      }
      if (begins)
        live.reset(*begins);
    }
  }
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
