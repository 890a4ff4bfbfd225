// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces values by their parts: a walk from definitions to uses that builds ops with parts beside the old ones, which go last.
#include "core/passes/ExpandValues.h"

#include "core/passes/Passes.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/PostOrderIterator.h"
#include <numeric>

using namespace mlir;
using namespace fathom;

bool ValueExpander::expands(Type type) const {
  SmallVector<Type> ignored;
  return typesOf(type, ignored);
}

bool ValueExpander::touches(Operation *op) const {
  auto one = [&](Type type) { return expands(type); };
  return llvm::any_of(op->getOperandTypes(), one) || llvm::any_of(op->getResultTypes(), one);
}

/// Inserts the parts after each argument that has some.
void ValueExpander::expandArguments(Block &block) {
  for (unsigned index = 0; index < block.getNumArguments(); ++index) {
    BlockArgument argument = block.getArgument(index);
    SmallVector<Type> types;
    if (!typesOf(argument.getType(), types))
      continue;
    SmallVector<Value> values;
    for (auto [part, type] : llvm::enumerate(types))
      values.push_back(block.insertArgument(index + 1 + part, type, argument.getLoc()));
    setParts(argument, values);
    goneArguments.push_back({&block, index});
    index += types.size();
  }
}

/// The function's type, and attributes of arguments and results, of which parts have none.
void ValueExpander::expandSignature(Operation *op) {
  auto function = cast<FunctionOpInterface>(op);
  auto expand = [&](ArrayRef<Type> types, ArrayAttr attributes, SmallVectorImpl<Type> &newTypes) {
    SmallVector<Attribute> newAttributes;
    for (auto [index, type] : llvm::enumerate(types)) {
      size_t before = newTypes.size();
      bool expanded = typesOf(type, newTypes);
      if (!expanded)
        newTypes.push_back(type);
      Attribute none = DictionaryAttr::get(op->getContext());
      newAttributes.append(newTypes.size() - before,
                           expanded || !attributes ? none : attributes[index]);
    }
    return attributes ? ArrayAttr::get(op->getContext(), newAttributes) : ArrayAttr();
  };
  SmallVector<Type> arguments, results;
  ArrayAttr ofArguments =
      expand(function.getArgumentTypes(), function.getArgAttrsAttr(), arguments);
  ArrayAttr ofResults = expand(function.getResultTypes(), function.getResAttrsAttr(), results);
  function.setFunctionTypeAttr(
      TypeAttr::get(FunctionType::get(op->getContext(), arguments, results)));
  if (ofArguments)
    function.setArgAttrsAttr(ofArguments);
  if (ofResults)
    function.setResAttrsAttr(ofResults);
}

/// An op without regions that does the same with each part: a select, an undefined value.
bool ValueExpander::expandEach(Operation *op, OpBuilder &b) {
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    SmallVector<Value> values;
    for (auto [yes, no] :
         llvm::zip_equal(parts(select.getTrueValue()), parts(select.getFalseValue())))
      values.push_back(arith::SelectOp::create(b, op->getLoc(), select.getCondition(), yes, no));
    setParts(select.getResult(), values);
    return true;
  }
  if (auto poison = dyn_cast<ub::PoisonOp>(op)) {
    SmallVector<Type> types;
    typesOf(poison.getType(), types);
    SmallVector<Value> values;
    for (Type type : types)
      values.push_back(ub::PoisonOp::create(b, op->getLoc(), type));
    setParts(poison.getResult(), values);
    return true;
  }
  return false;
}

/// The same op with parts for operands and results, around the same regions.
LogicalResult ValueExpander::rebuild(Operation *op) {
  bool isControlFlow = isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
                           CallOpInterface, cf::BranchOp, cf::CondBranchOp, tt::ReturnOp>(op);
  if (!isControlFlow || op->hasAttr("resultSegmentSizes"))
    return op->emitOpError("takes or gives a value that is to be split into its parts");

  OpBuilder b(op);
  OperationState state(op->getLoc(), op->getName());
  SmallVector<int32_t> countOf; ///< For each operand, its parts.
  for (Value operand : op->getOperands()) {
    if (expands(operand.getType())) {
      ArrayRef<Value> values = parts(operand);
      state.operands.append(values.begin(), values.end());
      countOf.push_back(values.size());
    } else {
      state.operands.push_back(operand);
      countOf.push_back(1);
    }
  }
  for (Type type : op->getResultTypes())
    if (!typesOf(type, state.types))
      state.types.push_back(type);
  state.addSuccessors(op->getSuccessors());
  NamedAttrList attributes(op->getAttrs());
  if (auto segments = dyn_cast_or_null<DenseI32ArrayAttr>(attributes.get("operandSegmentSizes"))) {
    SmallVector<int32_t> sizes;
    unsigned operand = 0;
    for (int32_t size : segments.asArrayRef()) {
      ArrayRef<int32_t> counts = ArrayRef(countOf).slice(operand, size);
      sizes.push_back(std::accumulate(counts.begin(), counts.end(), 0));
      operand += size;
    }
    attributes.set("operandSegmentSizes", b.getDenseI32ArrayAttr(sizes));
  }
  // What is said of the arguments of a call is said of their number too.
  attributes.erase("arg_attrs");
  attributes.erase("res_attrs");
  state.addAttributes(attributes.getAttrs());
  for (unsigned region = 0; region < op->getNumRegions(); ++region)
    state.addRegion();
  Operation *made = b.create(state);

  unsigned index = 0;
  for (OpResult result : op->getResults()) {
    SmallVector<Type> types;
    if (typesOf(result.getType(), types)) {
      setParts(result, SmallVector<Value>(made->getResults().slice(index, types.size())));
      index += types.size();
    } else {
      result.replaceAllUsesWith(made->getResult(index++));
    }
  }
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), made->getRegions()))
    to.takeBody(from);
  gone.push_back(op);
  for (Region &region : made->getRegions())
    if (failed(visit(region)))
      return failure();
  return success();
}

LogicalResult ValueExpander::visit(Operation *op) {
  if (!touches(op)) {
    for (Region &region : op->getRegions())
      if (failed(visit(region)))
        return failure();
    return success();
  }
  OpBuilder b(op);
  Rewritten rewritten = rewrite(op, b);
  if (rewritten == Rewritten::failed)
    return failure();
  if (rewritten == Rewritten::notMine && !expandEach(op, b))
    return rebuild(op);
  gone.push_back(op);
  return success();
}

LogicalResult ValueExpander::visit(Region &region) {
  if (region.empty())
    return success();
  if (!region.hasOneBlock()) {
    IRRewriter rewriter(region.getContext());
    (void)eraseUnreachableBlocks(rewriter, region);
  }
  for (Block &block : region)
    expandArguments(block);
  // Each definition before its uses.
  llvm::ReversePostOrderTraversal<Block *> order(&region.front());
  for (Block *block : order)
    for (Operation &op : llvm::make_early_inc_range(*block))
      if (failed(visit(&op)))
        return failure();
  return success();
}

LogicalResult ValueExpander::run(ModuleOp module) {
  partsOf.clear(), gone.clear(), goneArguments.clear();
  bool any =
      module
          .walk([&](Operation *op) {
            bool found = touches(op);
            if (auto function = dyn_cast<FunctionOpInterface>(op))
              found |=
                  llvm::any_of(function.getArgumentTypes(), [&](Type t) { return expands(t); }) ||
                  llvm::any_of(function.getResultTypes(), [&](Type t) { return expands(t); });
            return found ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  if (!any)
    return success();
  for (auto function : module.getOps<FunctionOpInterface>()) {
    expandSignature(function);
    if (failed(visit(function.getFunctionBody())))
      return failure();
  }
  for (Operation *op : llvm::reverse(gone))
    op->erase();
  for (auto [block, index] : llvm::reverse(goneArguments))
    block->eraseArgument(index);
  return success();
}
