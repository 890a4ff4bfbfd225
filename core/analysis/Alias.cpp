// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Propagates buffers along the edges of values until nothing changes. Each value's set only grows, so a value is visited once for each
// buffer that it may be.
#include "core/analysis/Alias.h"

#include "core/analysis/FlowGraph.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/mutant/Mutant.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fathom;

bool fathom::isSharedBuffer(Value value) {
  auto type = dyn_cast<ttg::MemDescType>(value.getType());
  return type && type.isInSharedMemory();
}

bool fathom::isPartOfBuffer(Operation *op) {
  return isa<ttg::MemDescIndexOp, ttg::MemDescSubsliceOp, ttg::MemDescSubviewOp>(op);
}

/// Whether a value can stand for a buffer at all. Tensors do where a dot is under way.
static bool carries(Value value, bool products) {
  return isSharedBuffer(value) || isa<ttg::AsyncTokenType>(value.getType()) ||
         (products && isa<RankedTensorType>(value.getType()));
}

/// What an op makes of its operands, but for flow between regions and blocks.
static void forEachDerivation(Operation *op, function_ref<void(Value, Value)> flow) {
  auto fromAll = [&](Value result) {
    for (Value operand : op->getOperands())
      flow(operand, result);
  };
  if (isPartOfBuffer(op) && isMutant(Mutant::M33))
    return;
  // A wait: what it waited for is done, of other products nothing is known.
  if (isa<ttg::AsyncWaitOp, amdg::AsyncWaitOp>(op))
    return;
  if (auto wait = dyn_cast<ttng::WarpGroupDotWaitOp>(op)) {
    for (auto [input, output] : llvm::zip(wait.getInputs(), wait.getOutputs()))
      if (wait.getPendings() != 0 || isSharedBuffer(input))
        flow(input, output);
    return;
  }
  if (auto dot = dyn_cast<ttng::WarpGroupDotOp>(op)) {
    if (dot.getIsAsync())
      fromAll(dot.getD());
    return;
  }
  for (Value result : op->getResults())
    if (isSharedBuffer(result) || isa<ttg::AsyncTokenType>(result.getType()))
      for (Value operand : op->getOperands())
        if (isSharedBuffer(operand) || isa<ttg::AsyncTokenType>(operand.getType()))
          flow(operand, result);
}

void BufferAliases::addBuffer(Value value) {
  if (!isSharedBuffer(value))
    return;
  sets[value].push_back(all.size());
  all.push_back(value);
}

BufferAliases::BufferAliases(Region &body) {
  bool products = false;
  if (!body.empty())
    for (Value argument : body.front().getArguments())
      addBuffer(argument);
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
      addBuffer(alloc.getResult());
    else if (auto dot = dyn_cast<ttng::WarpGroupDotOp>(op))
      products |= dot.getIsAsync();
  });
  if (all.empty())
    return;

  DenseMap<Value, SmallVector<Value, 2>> edges;
  body.walk([&](Operation *op) {
    auto add = [&](Value from, Value to) {
      if (carries(from, products) && carries(to, products))
        edges[from].push_back(to);
    };
    forEachFlow(op, add);
    if (op->getNumRegions() == 0 && !isa<arith::SelectOp>(op))
      forEachDerivation(op, add);
  });

  // In the order in which they came up, so that the work does not depend on addresses.
  SmallVector<std::pair<Value, unsigned>> work;
  for (auto [number, value] : llvm::enumerate(all))
    work.emplace_back(value, number);
  while (!work.empty()) {
    auto [value, number] = work.pop_back_val();
    auto targets = edges.find(value);
    if (targets == edges.end())
      continue;
    for (Value target : targets->second) {
      SmallVector<unsigned, 2> &set = sets[target];
      auto place = llvm::lower_bound(set, number);
      if (place != set.end() && *place == number)
        continue;
      set.insert(place, number);
      work.emplace_back(target, number);
    }
  }
}
