// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways through a function, with structured and unstructured control flow in one form.
//
//   scf.for .. { a; b }; c          node 0: scf.for        -> 1, 2
//                                   node 1: a, b, yield    -> 1, 2
//                                   node 2: c, return
//
// A node is a run of ops that are done one after the other. An op with regions that control flow goes through (scf, ttg.mask,
// ttg.warp_specialize) stands at the end of its node; the ops of its regions have nodes of their own. Regions that compute elements
// (tt.reduce, tt.map_elementwise) are part of their op. The partitions of a warp_specialize run at once; here each of them is one way.
//
// Nodes are numbered in the order of the text, so a loop's back edge is one to a node that is not greater.
#ifndef FATHOM_CORE_ANALYSIS_FLOWGRAPH_H
#define FATHOM_CORE_ANALYSIS_FLOWGRAPH_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include <vector>

namespace fathom {

class FlowGraph {
public:
  struct Node {
    llvm::SmallVector<mlir::Operation *, 8> ops;
    llvm::SmallVector<unsigned, 2> successors, predecessors;
  };

  /// `body` is a function's; node 0 is its entry.
  explicit FlowGraph(mlir::Region &body);

  llvm::ArrayRef<Node> nodes() const { return list; }

private:
  unsigned addNode();
  void addEdge(unsigned from, unsigned to);
  /// Adds a region's nodes; `leaves` gets each node that ends in a terminator without successors.
  unsigned addRegion(mlir::Region &region, llvm::SmallVectorImpl<unsigned> &leaves);
  /// Adds the regions of `op`, the last op of node `entry`, and says which node follows.
  unsigned addRegionsOf(mlir::Operation *op, unsigned entry);

  std::vector<Node> list;
};

/// Calls `flow(from, to)` for each pair of values that a transfer of control into, between or out of the regions of `op`, or to the blocks
/// after it, makes equal: the initial values and the loop's arguments, what is yielded and the results.
void forEachFlow(mlir::Operation *op, llvm::function_ref<void(mlir::Value, mlir::Value)> flow);

} // namespace fathom

#endif
