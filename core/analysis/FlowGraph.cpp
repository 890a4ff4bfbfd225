// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts a function into runs of ops, and follows values over the edges between them.
#include "core/analysis/FlowGraph.h"

#include "core/ir/TritonGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fathom;

/// Whether control flow goes through the regions of the op, and not just its value.
static bool hasFlow(Operation *op) {
  return op->getNumRegions() && !isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(op);
}

FlowGraph::FlowGraph(Region &body) {
  SmallVector<unsigned> leaves;
  if (!body.empty())
    addRegion(body, leaves);
}

unsigned FlowGraph::addNode() {
  list.emplace_back();
  return list.size() - 1;
}

void FlowGraph::addEdge(unsigned from, unsigned to) {
  if (llvm::is_contained(list[from].successors, to))
    return;
  list[from].successors.push_back(to);
  list[to].predecessors.push_back(from);
}

unsigned FlowGraph::addRegion(Region &region, SmallVectorImpl<unsigned> &leaves) {
  llvm::SmallDenseMap<Block *, unsigned> entries;
  SmallVector<std::pair<unsigned, Block *>> branches;
  unsigned first = list.size();
  for (Block &block : region) {
    unsigned node = addNode();
    entries[&block] = node;
    for (Operation &op : block) {
      list[node].ops.push_back(&op);
      if (hasFlow(&op))
        node = addRegionsOf(&op, node);
    }
    if (block.empty() || block.back().getNumSuccessors() == 0)
      leaves.push_back(node);
    else
      for (Block *successor : block.back().getSuccessors())
        branches.emplace_back(node, successor);
  }
  for (auto [node, successor] : branches)
    addEdge(node, entries[successor]);
  return first;
}

unsigned FlowGraph::addRegionsOf(Operation *op, unsigned entry) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  SmallVector<Region *> regions;
  if (auto specialize = dyn_cast<ttg::WarpSpecializeOp>(op)) {
    regions.push_back(&specialize.getDefaultRegion());
    for (Region *partition : specialize.getPartitionRegions())
      regions.push_back(partition);
  } else {
    for (Region &region : op->getRegions())
      if (!region.empty())
        regions.push_back(&region);
  }
  llvm::SmallDenseMap<Region *, unsigned> firsts;
  SmallVector<unsigned> leaves;
  for (Region *region : regions)
    firsts[region] = addRegion(*region, leaves);
  unsigned after = addNode();
  auto connect = [&](unsigned from, ArrayRef<RegionSuccessor> successors) {
    for (const RegionSuccessor &successor : successors) {
      auto to = successor.isParent() ? firsts.end() : firsts.find(successor.getSuccessor());
      addEdge(from, to == firsts.end() ? after : to->second);
    }
  };
  if (branch) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
    connect(entry, successors);
    for (unsigned leaf : leaves) {
      Operation *last = list[leaf].ops.empty() ? nullptr : list[leaf].ops.back();
      if (auto end = dyn_cast_or_null<RegionBranchTerminatorOpInterface>(last)) {
        successors.clear();
        branch.getSuccessorRegions(end, successors);
        connect(leaf, successors);
      }
    }
    return after;
  }
  // One of the regions is run, or none; where nothing is known of the op, any number of them.
  bool known = isa<ttg::WarpSpecializeOp, ttg::MaskOp>(op);
  for (Region *region : regions)
    addEdge(entry, firsts[region]);
  if (!isa<ttg::WarpSpecializeOp>(op))
    addEdge(entry, after);
  for (unsigned leaf : leaves) {
    addEdge(leaf, after);
    if (!known)
      for (Region *region : regions)
        addEdge(leaf, firsts[region]);
  }
  return after;
}

static void flowAll(ValueRange from, ValueRange to, function_ref<void(Value, Value)> flow) {
  for (auto [source, target] : llvm::zip(from, to))
    flow(source, target);
}

static void flowOutOf(RegionBranchOpInterface branch, RegionBranchPoint point,
                      function_ref<void(Value, Value)> flow) {
  SmallVector<RegionSuccessor> successors;
  branch.getSuccessorRegions(point, successors);
  for (const RegionSuccessor &successor : successors)
    flowAll(branch.getSuccessorOperands(point, successor), successor.getSuccessorInputs(), flow);
}

void fathom::forEachFlow(Operation *op, function_ref<void(Value, Value)> flow) {
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [number, block] : llvm::enumerate(op->getSuccessors())) {
      SuccessorOperands operands = branch.getSuccessorOperands(number);
      for (unsigned k = operands.getProducedOperandCount(); k < operands.size(); ++k)
        flow(operands[k], block->getArgument(k));
    }
    return;
  }
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return flowOutOf(branch, RegionBranchPoint::parent(), flow);
  if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op))
    if (auto branch = dyn_cast_or_null<RegionBranchOpInterface>(op->getParentOp()))
      return flowOutOf(branch, end, flow);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    flow(select.getTrueValue(), select.getResult());
    return flow(select.getFalseValue(), select.getResult());
  }
  if (isa<ttg::MaskReturnOp, ttg::WarpYieldOp>(op))
    return flowAll(op->getOperands(), op->getParentOp()->getResults(), flow);
  if (auto partitions = dyn_cast<ttg::WarpSpecializePartitionsOp>(op))
    for (Region &partition : partitions.getPartitionRegions())
      flowAll(op->getOperands(), partition.getArguments(), flow);
}
