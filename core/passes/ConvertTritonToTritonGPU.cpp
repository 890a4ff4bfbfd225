// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each tensor of a program a layout: TTIR becomes TTGIR.
//
// The algorithm. A tensor's layout is decided by its shape alone (defaultBlocked: a thread holds one element, lanes and warps go to
// the last dim first), so every value, wherever it is made and used, can be given its final type in one walk, in any order, and
// all users agree: arguments of functions and blocks, results of loops and branches, elementwise ops, memory ops. A few ops cannot
// have the default layout on both sides. For those, the walk asks for what they need before, and goes back to the default after:
//
//   tt.expand_dims %x {axis = 1} : tensor<64xi32> -> tensor<64x1xi32>         with 4 warps of 32 lanes becomes
//   %0 = ttg.convert_layout %x : tensor<64xi32, #1d> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #e}>>
//   %1 = tt.expand_dims %0 {axis = 1} : .. -> tensor<64x1xi32, #e>            #e is #1d with a dim of one lane and one warp
//   %2 = ttg.convert_layout %1 : tensor<64x1xi32, #e> -> tensor<64x1xi32, #2d>
//
// | op                | operands                                    | result                                   |
// | expand_dims       | slice of the result's                       | the operand's default with a dim of ones |
// | broadcast         | default                                     | the operand's                            |
// | reduce            | default                                     | slice of the operand's                   |
// | trans, join       | default                                     | inferred                                 |
// | split             | both elements in a thread                   | inferred (the default)                   |
// | cat               | default                                     | as many registers as both operands have  |
// | dot               | dot_op of the result's, accumulator as it   | 1, 2 or 4 elements a thread along m and n|
//
// reshape needs nothing: the default layout deals row-major indices out in one order whatever the shape (on one block; on several,
// the inferred layout is used where it is another).
//
// Promises: every ranked tensor has a layout.
// Promises: the module says ttg.num-warps, ttg.num-ctas, ttg.threads-per-warp and ttg.target.
// Promises: values, effects and control flow are unchanged; only conversions of layouts are added.
// Promises: what already has a layout keeps it, so a second run changes nothing.
//
// Requires: no recursion of types but block pointers; tensors of at least one dim.
// Bugs that live here: types of loops and calls that disagree, tensors of one element, a split whose pairs are in two threads.
#include "core/passes/DefaultLayout.h"
#include "core/passes/Passes.h"

#include "core/ir/LayoutInference.h"
#include "core/layout/Encodings.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace fathom {
#define GEN_PASS_DEF_CONVERTTRITONTOTRITONGPU
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

class Layouts {
public:
  Layouts(MLIRContext *context, const Machine &machine)
      : context(context), machine(machine), builder(context) {}

  LogicalResult run(ModuleOp module) { return visit(module); }

private:
  LogicalResult visit(Operation *op);
  LogicalResult visit(Region &region);
  LogicalResult special(Operation *op);

  /// Whether there are layouts for it. Most ops refuse other shapes, a constant and a row of tokens do not.
  static bool fits(llvm::ArrayRef<int64_t> shape) {
    return !shape.empty() && llvm::all_of(shape, llvm::isPowerOf2_64);
  }

  /// The type with the default layout in its tensor, if it has one without layout. Null where there is none.
  Type laidOut(Type type) {
    if (!isa<RankedTensorType, tt::PointerType>(type))
      return type;
    auto [found, isNew] = types.try_emplace(type, type);
    if (!isNew)
      return found->second;
    Type result = type;
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      if (!tensor.getEncoding())
        result = fits(tensor.getShape()) ? Type(tensor.cloneWithEncoding(
                                               defaultBlocked(context, tensor.getShape(), machine)))
                                         : Type();
    } else if (auto block =
                   dyn_cast<RankedTensorType>(cast<tt::PointerType>(type).getPointeeType())) {
      Type pointee = laidOut(block);
      result =
          pointee
              ? Type(tt::PointerType::get(pointee, cast<tt::PointerType>(type).getAddressSpace()))
              : Type();
    }
    return types[type] = result;
  }

  ttg::BlockedEncodingAttr layoutOf(RankedTensorType type) {
    return dyn_cast<ttg::BlockedEncodingAttr>(
        cast<RankedTensorType>(laidOut(type.cloneWithEncoding({}))).getEncoding());
  }

  /// Converts an operand before the op, unless it has that layout already.
  void need(OpOperand &operand, Attribute encoding) {
    auto type = cast<RankedTensorType>(operand.get().getType());
    auto wanted = type.cloneWithEncoding(encoding);
    // The operand's definition may not have been visited yet: then it will have its default layout.
    if (laidOut(type) == wanted)
      return;
    builder.setInsertionPoint(operand.getOwner());
    operand.set(
        ttg::ConvertLayoutOp::create(builder, operand.getOwner()->getLoc(), wanted, operand.get()));
  }

  /// Gives a result another layout than the default one, to which its users have it converted.
  void give(Value result, Attribute encoding) {
    auto usual = cast<RankedTensorType>(laidOut(result.getType()));
    if (usual.getEncoding() == encoding)
      return result.setType(usual);
    result.setType(usual.cloneWithEncoding(encoding));
    if (result.use_empty())
      return;
    builder.setInsertionPointAfterValue(result);
    auto back = ttg::ConvertLayoutOp::create(builder, result.getLoc(), usual, result);
    result.replaceAllUsesExcept(back, back);
  }

  /// The type that an operand has once everything is visited.
  RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(laidOut(value.getType())); }

  LogicalResult expandDims(tt::ExpandDimsOp op);
  LogicalResult reduce(tt::ReduceOp op);
  LogicalResult split(tt::SplitOp op);
  LogicalResult cat(tt::CatOp op);
  LogicalResult dot(tt::DotOp op);
  LogicalResult reshape(tt::ReshapeOp op);

  MLIRContext *context;
  Machine machine;
  OpBuilder builder;
  llvm::DenseMap<Type, Type> types;
};

llvm::SmallVector<int32_t> inserted(llvm::ArrayRef<int32_t> numbers, size_t at, int32_t number) {
  llvm::SmallVector<int32_t> result(numbers);
  result.insert(result.begin() + at, number);
  return result;
}

llvm::SmallVector<DenseI32ArrayAttr> inserted(llvm::ArrayRef<DenseI32ArrayAttr> bases, size_t at) {
  llvm::SmallVector<DenseI32ArrayAttr> result;
  for (DenseI32ArrayAttr basis : bases)
    result.push_back(
        DenseI32ArrayAttr::get(basis.getContext(), inserted(basis.asArrayRef(), at, 0)));
  return result;
}

/// The layout with a new dim of one lane and one warp, and `perThread` elements a thread.
ttg::BlockedEncodingAttr withDim(ttg::BlockedEncodingAttr layout, size_t at, int32_t perThread,
                                 llvm::ArrayRef<int32_t> order) {
  return ttg::BlockedEncodingAttr::get(
      layout.getContext(), inserted(layout.getSizePerThread(), at, perThread),
      inserted(layout.getThreadsPerWarp(), at, 1), inserted(layout.getWarpsPerCTA(), at, 1), order,
      inserted(layout.getCgaBases(), at));
}

LogicalResult Layouts::expandDims(tt::ExpandDimsOp op) {
  RankedTensorType source = typeOf(op.getSrc());
  // The new dims in ascending order, as upstream has it; the layout does not outlive the next removal of conversions.
  llvm::SmallVector<int32_t> order = llvm::to_vector(llvm::seq<int32_t>(0, source.getRank() + 1));
  Attribute parent;
  if (auto slice = dyn_cast<ttg::SliceEncodingAttr>(source.getEncoding());
      slice && slice.getDim() == op.getAxis())
    parent = slice.getParent();
  else
    parent = withDim(layoutOf(source), op.getAxis(), 1, order);
  need(op.getSrcMutable(), ttg::SliceEncodingAttr::get(context, op.getAxis(), parent));
  give(op.getResult(), parent);
  return success();
}

LogicalResult Layouts::reduce(tt::ReduceOp op) {
  for (auto [source, result] : llvm::zip(op.getSrcs(), op.getResults()))
    if (isa<RankedTensorType>(result.getType()))
      give(result,
           ttg::SliceEncodingAttr::get(context, op.getAxis(), typeOf(source).getEncoding()));
  return success();
}

LogicalResult Layouts::split(tt::SplitOp op) {
  RankedTensorType half = typeOf(op.getOutLHS());
  ttg::BlockedEncodingAttr layout = layoutOf(half);
  int32_t rank = int32_t(half.getRank());
  need(op.getSrcMutable(), withDim(layout, rank, 2, inserted(layout.getOrder(), 0, rank)));
  give(op.getOutLHS(), layout);
  give(op.getOutRHS(), layout);
  return success();
}

LogicalResult Layouts::cat(tt::CatOp op) {
  // The result's registers are those of the left operand, then those of the right one.
  auto registers = [&](RankedTensorType type) -> llvm::Expected<int64_t> {
    llvm::Expected<LinearLayout> layout = toLinearLayout(type);
    if (!layout)
      return layout.takeError();
    return int64_t(layout->inSize(Dim::reg()));
  };
  RankedTensorType result = typeOf(op.getResult());
  llvm::Expected<int64_t> left = registers(typeOf(op.getLhs())),
                          right = registers(typeOf(op.getRhs())), all = registers(result);
  if (!left || !right || !all)
    return op.emitOpError(llvm::toString(
        llvm::joinErrors(left.takeError(), llvm::joinErrors(right.takeError(), all.takeError()))));
  ttg::BlockedEncodingAttr layout = layoutOf(result);
  llvm::SmallVector<int32_t> sizePerThread(layout.getSizePerThread());
  int64_t wanted = int64_t(llvm::PowerOf2Ceil(uint64_t(*left + *right)));
  sizePerThread[layout.getOrder().front()] *= int32_t(std::max<int64_t>(1, wanted / *all));
  give(op.getResult(), ttg::BlockedEncodingAttr::get(
                           context, sizePerThread, layout.getThreadsPerWarp(),
                           layout.getWarpsPerCTA(), layout.getOrder(), layout.getCgaBases()));
  return success();
}

LogicalResult Layouts::dot(tt::DotOp op) {
  RankedTensorType type = op.getType();
  int64_t rank = type.getRank();
  int64_t perThread = type.getNumElements() / (machine.warps * machine.lanes);
  int32_t side = perThread >= 16 ? 4 : perThread >= 4 ? 2 : 1;
  llvm::SmallVector<int32_t> sizePerThread(rank, 1);
  sizePerThread[rank - 1] = sizePerThread[rank - 2] = side;
  llvm::SmallVector<int32_t> order(
      llvm::reverse(llvm::to_vector(llvm::seq<int32_t>(0, int32_t(rank)))));
  auto layout = blockedFor(context, type.getShape(), sizePerThread, order, machine);
  need(op.getAMutable(), ttg::DotOperandEncodingAttr::get(context, 0, layout, 0));
  need(op.getBMutable(), ttg::DotOperandEncodingAttr::get(context, 1, layout, 0));
  need(op.getCMutable(), layout);
  give(op.getResult(), layout);
  return success();
}

LogicalResult Layouts::reshape(tt::ReshapeOp op) {
  RankedTensorType source = typeOf(op.getSrc()), result = typeOf(op.getResult());
  Attribute encoding = result.getEncoding();
  if (!op.getAllowReorder() && machine.blocks > 1) {
    RankedTensorType inferred =
        tt::inferReshape(source, result.getShape(), [&] { return op.emitOpError(); });
    if (!inferred)
      return failure();
    const tt::LayoutInference *layouts = tt::layoutInferenceOf(encoding);
    if (!layouts->sameLayout(result.getShape(), inferred.getEncoding(), encoding))
      encoding = inferred.getEncoding();
  }
  give(op.getResult(), encoding);
  return success();
}

LogicalResult Layouts::special(Operation *op) {
  auto inferred = [&](Value result, RankedTensorType type) {
    if (!type)
      return failure();
    give(result, type.getEncoding());
    return success();
  };
  auto error = [&] { return op->emitOpError(); };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tt::ExpandDimsOp expand) { return expandDims(expand); })
      .Case([&](tt::BroadcastOp broadcast) {
        give(broadcast.getResult(), typeOf(broadcast.getSrc()).getEncoding());
        return success();
      })
      .Case([&](tt::ReduceOp reduceOp) { return reduce(reduceOp); })
      .Case([&](tt::TransOp trans) {
        return inferred(trans.getResult(),
                        tt::inferTrans(typeOf(trans.getSrc()), trans.getOrder(), error));
      })
      .Case([&](tt::JoinOp join) {
        return inferred(join.getResult(), tt::inferJoin(typeOf(join.getLhs()), error));
      })
      .Case([&](tt::SplitOp splitOp) { return split(splitOp); })
      .Case([&](tt::CatOp catOp) { return cat(catOp); })
      .Case([&](tt::DotOp dotOp) { return dot(dotOp); })
      .Case([&](tt::ReshapeOp reshapeOp) { return reshape(reshapeOp); })
      .Default([](Operation *) { return success(); });
}

LogicalResult Layouts::visit(Region &region) {
  for (Block &block : region) {
    for (BlockArgument argument : block.getArguments()) {
      Type type = laidOut(argument.getType());
      if (!type)
        return emitError(argument.getLoc(), "no layout fits this tensor");
      argument.setType(type);
    }
    // Conversions that are put after an op are behind `next`.
    for (Operation *op = block.empty() ? nullptr : &block.front(), *next; op; op = next) {
      next = op->getNextNode();
      if (failed(visit(op)))
        return failure();
    }
  }
  return success();
}

LogicalResult Layouts::visit(Operation *op) {
  if (llvm::any_of(op->getResultTypes(), [&](Type type) { return laidOut(type) != type; })) {
    if (failed(special(op)))
      return failure();
    for (Value result : op->getResults()) {
      Type type = laidOut(result.getType());
      if (!type)
        return op->emitOpError("makes a tensor that no layout fits");
      result.setType(type);
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (!value)
        return op->emitOpError("has a value that is no list of elements");
      constant.setValueAttr(value.reshape(cast<ShapedType>(constant.getType())));
    }
  } else if (auto function = dyn_cast<tt::FuncOp>(op)) {
    auto laidOutAll = [&](TypeRange of, llvm::SmallVectorImpl<Type> &to) {
      for (Type type : of)
        to.push_back(laidOut(type));
      return !llvm::is_contained(to, Type());
    };
    llvm::SmallVector<Type> inputs, results;
    FunctionType type = function.getFunctionType();
    if (!laidOutAll(type.getInputs(), inputs) || !laidOutAll(type.getResults(), results))
      return op->emitOpError("has a tensor that no layout fits");
    function.setFunctionType(FunctionType::get(context, inputs, results));
  }
  // Regions of tt.reduce, tt.scan and tt.map_elementwise compute on scalars.
  if (isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(op))
    return success();
  for (Region &region : op->getRegions())
    if (failed(visit(region)))
      return failure();
  return success();
}

struct ConvertTritonToTritonGPU
    : fathom::impl::ConvertTritonToTritonGPUBase<ConvertTritonToTritonGPU> {
  using ConvertTritonToTritonGPUBase::ConvertTritonToTritonGPUBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto [number, name] : {std::pair<int32_t, StringRef>{numWarps, "num-warps"},
                                {threadsPerWarp, "threads-per-warp"},
                                {numCTAs, "num-ctas"}})
      if (number < 1 || !llvm::isPowerOf2_32(number)) {
        module.emitError() << name << " is " << number << ", which is no power of two";
        return signalPassFailure();
      }
    Builder builder(&getContext());
    module->setAttr(ttg::numWarpsName, builder.getI32IntegerAttr(numWarps));
    module->setAttr(ttg::threadsPerWarpName, builder.getI32IntegerAttr(threadsPerWarp));
    module->setAttr(ttg::numCtasName, builder.getI32IntegerAttr(numCTAs));
    if (!target.empty())
      module->setAttr(ttg::targetName, builder.getStringAttr(target));
    if (failed(Layouts(&getContext(), {numWarps, threadsPerWarp, numCTAs}).run(module)))
      signalPassFailure();
  }
};

} // namespace
