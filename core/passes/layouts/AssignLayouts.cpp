// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts grow from the tensors whose layout is given, along the heaviest connections first.
//
// Nodes are what has one layout to choose: a flexible op, or a slot of a loop or an if. An edge is a use of a tensor (looked at through
// conversions): where its two ends disagree there will be a conversion, as often as the rarer of its two blocks runs.
//
//   %p = load ...  : #A  (given)                      load --- addf --- slot --- dot (given #M)
//   scf.for iter_args(%acc) {                            once    loop     loop
//     %s = arith.addf %acc, %p
//     %acc' = dot ..., %s : #M  (given)
//
// All given ends are put into one queue, ordered by (how often the edge runs, matrix layouts first, from definitions to uses first, the
// order of the text). The first edge to arrive at a node decides its layout, and the node's other edges join the queue. So the edges that are cut,
// where conversions stay, are the cheap ones: here the slot and addf are #M, and %p is converted before the loop. It is how a maximum
// spanning tree grows, and as fast: each edge is in the queue once from each end.
//
// Edges from sources are left out (a source is made again for each layout), and so are those into sinks.
#include "core/passes/layouts/AssignLayouts.h"

#include "core/analysis/AxisInfo.h"
#include "core/passes/layouts/CarriedValues.h"
#include "core/passes/layouts/Frequency.h"
#include "core/passes/layouts/LayoutRules.h"
#include "core/passes/layouts/Placement.h"

#include "llvm/ADT/MapVector.h"

#include <queue>

using namespace mlir;
using namespace fathom;

namespace {

constexpr unsigned none = ~0u;

/// A flexible op, or a slot.
struct Node {
  Operation *op;
  unsigned slot; ///< none for an op.
  Attribute layout;
  SmallVector<unsigned, 4> edges;
};

/// A tensor that is used.
struct Edge {
  OpOperand *use;
  Value value;      ///< Before conversions.
  Attribute wanted; ///< The layout that the use had at first.
  unsigned from;    ///< The node that defines the value, or none.
  unsigned to;      ///< The node that uses it, or none.
  bool fixedFrom;   ///< The value's layout is given.
  bool fixedTo;     ///< The use's layout is given.
  bool reorders;    ///< The use is a reshape that may take elements in any order.
  int exponent;
};

struct Arrival {
  int exponent;
  bool matrix;
  bool forward;
  unsigned order;
  unsigned edge;
  bool operator<(const Arrival &other) const {
    return std::tuple(exponent, matrix, forward, other.order) <
           std::tuple(other.exponent, other.matrix, other.forward, order);
  }
};

class Assignment {
public:
  Assignment(tt::FuncOp function, ConversionCosts &costs) : function(function), costs(costs) {}

  void run() {
    function.walk<WalkOrder::PreOrder>([&](Operation *op) { addNodes(op); });
    function.walk<WalkOrder::PreOrder>([&](Operation *op) { addEdges(op); });
    growFromGiven();
    growFromRest();
    setTypes();
    connect();
    for (Operation *op : llvm::reverse(conversions))
      if (op->use_empty())
        op->erase();
  }

private:
  void addNodes(Operation *op) {
    if (isPlainConversion(op)) {
      conversions.push_back(op);
      return;
    }
    LayoutRule rule = layoutRuleOf(op);
    if (rule == LayoutRule::Flexible && currentOpLayout(op)) {
      firstNode[op] = nodes.size();
      nodes.push_back({op, none, {}, {}});
    } else if (unsigned slots = rule == LayoutRule::Carried ? numSlots(op) : 0) {
      firstNode[op] = nodes.size();
      for (unsigned slot = 0; slot < slots; ++slot)
        nodes.push_back({op, slot, {}, {}});
    }
  }

  unsigned nodeOf(Slot slot) const {
    auto found = firstNode.find(slot.op); // An op has one node, as if its slot 0.
    return found == firstNode.end() ? none : found->second + slot.index;
  }

  void addEdges(Operation *op) {
    if (isPlainConversion(op))
      return;
    LayoutRule rule = layoutRuleOf(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Attribute wanted = layoutOf(operand.get());
      if (!wanted)
        continue;
      Edge edge{
          &operand, throughConversions(operand.get()), wanted, none, none, false, false, false, 0};
      // Where it comes from.
      Operation *def = edge.value.getDefiningOp();
      Block *defBlock = edge.value.getParentBlock();
      if (std::optional<Slot> slot = slotOf(edge.value))
        edge.from = nodeOf(*slot);
      else if (def && layoutRuleOf(def) == LayoutRule::Flexible)
        edge.from = nodeOf({def, 0});
      bool source = def && layoutRuleOf(def) == LayoutRule::Source;
      edge.fixedFrom = edge.from == none && !source;
      // Where it goes to.
      if (std::optional<Slot> slot = slotFedBy(operand))
        edge.to = nodeOf(*slot);
      else if (takesAnyLayout(operand))
        edge.wanted = {};
      else if (rule == LayoutRule::Flexible)
        edge.to = nodeOf({op, 0});
      edge.reorders = isa<tt::ReshapeOp>(op) && edge.to == none;
      edge.fixedTo = edge.to == none && edge.wanted && !edge.reorders;
      edge.exponent = std::min(frequency.exponent(defBlock), frequency.exponent(op->getBlock()));
      unsigned number = edges.size();
      if (edge.from != none)
        nodes[edge.from].edges.push_back(number);
      if (edge.to != none && edge.to != edge.from)
        nodes[edge.to].edges.push_back(number);
      edges.push_back(edge);
    }
  }

  /// The layout of the edge's value, as far as it is known.
  Attribute given(const Edge &edge) const {
    if (edge.fixedFrom)
      return layoutOf(edge.value);
    if (edge.from == none || !nodes[edge.from].layout)
      return {};
    const Node &node = nodes[edge.from];
    return node.slot != none
               ? node.layout
               : resultLayout(node.op, cast<OpResult>(edge.value).getResultNumber(), node.layout);
  }

  /// The layout that the edge's use takes, as far as it is known.
  Attribute taken(const Edge &edge) const {
    if (edge.fixedTo)
      return edge.wanted;
    if (edge.to == none || !nodes[edge.to].layout)
      return {};
    const Node &node = nodes[edge.to];
    return node.slot != none ? node.layout
                             : operandLayout(node.op, edge.use->getOperandNumber(), node.layout);
  }

  void arriveFrom(unsigned number) {
    const Edge &edge = edges[number];
    if (edge.to == none || nodes[edge.to].layout)
      return;
    if (Attribute layout = given(edge))
      queue.push({edge.exponent, isMatrixLayout(layout), true, unsigned(queued++), number});
  }

  void arriveAtDefinition(unsigned number) {
    const Edge &edge = edges[number];
    if (edge.from == none || nodes[edge.from].layout)
      return;
    Attribute layout = taken(edge);
    // Operands of products are converted as late as can be, but where they are read from shared memory.
    if (!layout ||
        (isa<ttg::DotOperandEncodingAttr>(layout) && !isa<ttg::LocalLoadOp>(nodes[edge.from].op)))
      return;
    queue.push({edge.exponent, isMatrixLayout(layout), false, unsigned(queued++), number});
  }

  void settle(unsigned number, Attribute layout) {
    nodes[number].layout = layout;
    for (unsigned edge : nodes[number].edges) {
      if (edges[edge].from == number)
        arriveFrom(edge);
      if (edges[edge].to == number)
        arriveAtDefinition(edge);
    }
  }

  bool fits(const Node &node, Attribute layout) {
    return layout &&
           (node.slot != none || (canHaveLayout(node.op, layout) && !scatters(node.op, layout)));
  }

  /// Whether a small store would be done in so many pieces in this layout that it is better to convert the value to the layout that the
  /// store was given.
  bool scatters(Operation *op, Attribute layout) {
    auto store = dyn_cast<tt::StoreOp>(op);
    if (!store)
      return false;
    auto given = cast<RankedTensorType>(store.getValue().getType());
    RankedTensorType then = withLayout(given, layout);
    int64_t limit = costs.access(given, 1) + costs.conversion(then, given.getEncoding());
    if (costs.access(then, 1) <= limit)
      return false;
    // Neighbours that a thread has may be neighbours in memory.
    if (!facts)
      facts.emplace(function);
    unsigned dim = layoutOrder(then)[0];
    unsigned width = std::min<int64_t>(
        {facts->lookup(store.getPtr()).exactContiguity(dim), contiguousRegisters(then, dim),
         std::max<int64_t>(1, 128 / given.getElementTypeBitWidth())});
    return costs.access(then, width) > limit;
  }

  void grow() {
    while (!queue.empty()) {
      Arrival arrival = queue.top();
      queue.pop();
      const Edge &edge = edges[arrival.edge];
      unsigned target = arrival.forward ? edge.to : edge.from;
      Node &node = nodes[target];
      if (node.layout)
        continue;
      Attribute layout = arrival.forward ? given(edge) : taken(edge);
      if (node.slot == none)
        layout =
            arrival.forward
                ? opLayoutFromOperand(node.op, edge.use->getOperandNumber(), layout)
                : opLayoutFromResult(node.op, cast<OpResult>(edge.value).getResultNumber(), layout);
      if (fits(node, layout))
        settle(target, layout);
    }
  }

  void growFromGiven() {
    for (auto [number, edge] : llvm::enumerate(edges)) {
      if (edge.fixedFrom)
        arriveFrom(number);
      if (edge.fixedTo)
        arriveAtDefinition(number);
    }
    grow();
  }

  /// What nothing given is connected to starts from itself: first what touches memory, then the rest, in the order of the text.
  void growFromRest() {
    for (bool memory : {true, false})
      for (auto [number, node] : llvm::enumerate(nodes)) {
        if (node.layout || (memory && !isa<tt::LoadOp, tt::StoreOp, ttg::LocalLoadOp>(node.op)))
          continue;
        Attribute layout = node.slot == none ? currentOpLayout(node.op)
                                             : layoutOf(valuesOf({node.op, node.slot})[0]);
        if (!layout)
          continue;
        settle(number, layout);
        grow();
      }
  }

  void setTypes() {
    for (Node &node : nodes) {
      if (!node.layout)
        continue;
      if (node.slot != none) {
        if (isMissedByMutant({node.op, node.slot}))
          continue;
        for (Value value : valuesOf({node.op, node.slot}))
          value.setType(withLayout(value.getType(), node.layout));
        continue;
      }
      for (OpResult result : node.op->getResults())
        if (layoutOf(result))
          result.setType(withLayout(result.getType(),
                                    resultLayout(node.op, result.getResultNumber(), node.layout)));
    }
  }

  /// Lets each use have its value, in the layout that it takes.
  void connect() {
    Placement placement;
    // How a layout is spelled hangs on the operands that are there now.
    SmallVector<Attribute> all;
    for (const Edge &edge : edges)
      all.push_back(taken(edge));
    for (auto [edge, wanted] : llvm::zip(edges, all)) {
      if (edge.reorders &&
          !mayReorderFrom(cast<tt::ReshapeOp>(edge.use->getOwner()), layoutOf(edge.value)))
        wanted = edge.wanted;
      if (!wanted || wanted == layoutOf(edge.value))
        edge.use->set(edge.value);
      else
        placement.want(*edge.use, edge.value, wanted);
    }
    placement.place();
  }

  tt::FuncOp function;
  ConversionCosts &costs;
  Frequency frequency;
  std::optional<AxisInfoAnalysis> facts; ///< Of the program as it was.
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  DenseMap<Operation *, unsigned> firstNode;
  std::vector<Operation *> conversions;
  std::priority_queue<Arrival> queue;
  unsigned queued = 0;
};

} // namespace

void fathom::assignLayouts(tt::FuncOp function, ConversionCosts &costs) {
  if (!function.isDeclaration())
    Assignment(function, costs).run();
}
