// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws a layout for each value of a program, op by op.
#include "fuzz/gen/gpu/GiveLayouts.h"

#include "core/ir/LayoutInference.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/layout/Encodings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

namespace {

class Giver {
public:
  Giver(MLIRContext *context, Layouts &layouts, const LayoutNumbers &numbers)
      : context(context), layouts(layouts), numbers(numbers), builder(context),
        nobody(context, [](Diagnostic &) { return success(); }) {}

  void give(ModuleOp module) {
    for (auto function : module.getOps<tt::FuncOp>())
      giveSignature(function);
    for (auto function : module.getOps<tt::FuncOp>())
      visit(function.getBody());
  }

private:
  // --- Types ---
  static RankedTensorType tensor(Value value) { return cast<RankedTensorType>(value.getType()); }
  static bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }
  static Attribute layoutOf(Value value) { return tensor(value).getEncoding(); }
  static void set(Value value, Attribute layout) {
    if (isTensor(value))
      value.setType(tensor(value).cloneWithEncoding(layout));
  }
  /// A drawn layout, of a scalar none.
  Attribute draw(Type type, Dice &dice) {
    auto shaped = dyn_cast<RankedTensorType>(type);
    return shaped ? layouts.of(dice.below(8), shaped) : Attribute();
  }
  Dice diceOf(void *key) const { return Dice(numbers.lookup(key)); }

  // --- Operands ---
  /// Has an operand converted, or a constant made anew, unless it has the layout already.
  void need(OpOperand &operand, Attribute layout) {
    if (!isTensor(operand.get()) || layoutOf(operand.get()) == layout)
      return;
    builder.setInsertionPoint(operand.getOwner());
    operand.set(converted(operand.get(), layout, operand.getOwner()));
  }
  Value converted(Value value, Attribute layout, Operation *user) {
    auto type = tensor(value).cloneWithEncoding(layout);
    Location loc = user->getLoc();
    if (auto constant = value.getDefiningOp<arith::ConstantOp>())
      if (numbers.lookup(user) % 3 != 2)
        return arith::ConstantOp::create(
            builder, loc, type, cast<DenseElementsAttr>(constant.getValue()).reshape(type));
    return ttg::ConvertLayoutOp::create(builder, loc, type, value);
  }
  void needAll(MutableArrayRef<OpOperand> operands, Attribute layout) {
    for (OpOperand &operand : operands)
      need(operand, layout);
  }
  /// The layout of one of the operands that are tensors, or now and then a drawn one.
  Attribute layoutAmong(ValueRange values, Dice &dice, Type like) {
    SmallVector<Value, 4> tensors(llvm::make_filter_range(values, isTensor));
    unsigned which = dice.below(10);
    if (tensors.empty() || which >= 8)
      return draw(like, dice);
    return layoutOf(tensors[which >= 6 ? dice.below(tensors.size()) : 0]);
  }
  /// An operand in a layout from which the inference goes on; a blocked one always does.
  template <typename Infer> RankedTensorType inferred(OpOperand &operand, Infer infer) {
    if (RankedTensorType type = infer(tensor(operand.get())))
      return type;
    need(operand, blockedLayout(tensor(operand.get())));
    return infer(tensor(operand.get()));
  }
  Attribute blockedLayout(RankedTensorType type);

  // --- Ops ---
  void giveSignature(tt::FuncOp function);
  void visit(Region &region);
  void visit(Operation *op);
  /// One layout for a value and for where it goes.
  void passOn(OpOperand &from, ArrayRef<Value> to, Dice &dice);
  void giveFor(scf::ForOp loop);
  void giveIf(scf::IfOp branch);
  void giveWhile(scf::WhileOp loop);
  void giveYield(Operation *yield);
  void giveCondition(scf::ConditionOp condition);
  void giveExpandDims(tt::ExpandDimsOp op);
  void giveBroadcast(tt::BroadcastOp op);
  void giveReduce(tt::ReduceOp op);
  void giveSplit(tt::SplitOp op);
  void giveCat(tt::CatOp op);
  void giveDot(tt::DotOp op);
  void giveWarpGroupDot(ttng::WarpGroupDotOp op);
  void giveConversion(ttg::ConvertLayoutOp op);
  void giveTurned(amdg::InThreadTransposeOp op);
  void giveUnpacked(ttg::Fp4ToFpOp op);
  void giveMap(tt::MapElementwiseOp op);
  void giveInPlace(Operation *op);

  MLIRContext *context;
  Layouts &layouts;
  const LayoutNumbers &numbers;
  OpBuilder builder;
  /// An inference that fails says why; another layout is tried then.
  ScopedDiagnosticHandler nobody;
  std::function<InFlightDiagnostic()> unheard = [this] {
    return emitError(UnknownLoc::get(context));
  };
};

} // namespace

/// One element a thread, the last dim first.
Attribute Giver::blockedLayout(RankedTensorType type) {
  SmallVector<int32_t, 4> ones(type.getRank(), 1), lanes(ones), warps(ones), order;
  lanes.back() = layouts.gpu.lanes();
  warps.front() *= layouts.gpu.warps;
  for (int32_t dim = type.getRank(); dim-- > 0;)
    order.push_back(dim);
  return ttg::BlockedEncodingAttr::get(context, ones, lanes, warps, order,
                                       ArrayRef<DenseI32ArrayAttr>());
}

// --- Functions, regions, branches ---

void Giver::giveSignature(tt::FuncOp function) {
  Dice dice = diceOf(function);
  FunctionType type = function.getFunctionType();
  auto given = [&](Type type) -> Type {
    auto shaped = dyn_cast<RankedTensorType>(type);
    return shaped ? Type(shaped.cloneWithEncoding(draw(type, dice))) : type;
  };
  SmallVector<Type, 8> inputs(llvm::map_range(type.getInputs(), given)),
      results(llvm::map_range(type.getResults(), given));
  function.setFunctionType(FunctionType::get(context, inputs, results));
  for (auto [argument, type] : llvm::zip_equal(function.getBody().getArguments(), inputs))
    argument.setType(type);
}

void Giver::visit(Region &region) {
  for (Block &block : llvm::drop_begin(region)) {
    Dice dice = diceOf(&block);
    for (BlockArgument argument : block.getArguments())
      set(argument, draw(argument.getType(), dice));
  }
  for (Block &block : region)
    for (Operation *op = &block.front(), *next; op; op = next) {
      next = op->getNextNode();
      visit(op);
    }
}

void Giver::passOn(OpOperand &from, ArrayRef<Value> to, Dice &dice) {
  if (!isTensor(from.get()))
    return;
  Attribute layout = layoutAmong(from.get(), dice, to.front().getType());
  need(from, layout);
  for (Value value : to)
    set(value, layout);
}

void Giver::giveFor(scf::ForOp loop) {
  Dice dice = diceOf(loop);
  for (auto [init, argument, result] :
       llvm::zip_equal(loop.getInitArgsMutable(), loop.getRegionIterArgs(), loop.getResults()))
    passOn(init, {argument, result}, dice);
  visit(loop.getRegion());
}

void Giver::giveIf(scf::IfOp branch) {
  Dice dice = diceOf(branch);
  for (Value result : branch.getResults())
    set(result, draw(result.getType(), dice));
  visit(branch.getThenRegion());
  if (!branch.getElseRegion().empty())
    visit(branch.getElseRegion());
}

void Giver::giveWhile(scf::WhileOp loop) {
  Dice dice = diceOf(loop);
  for (auto [init, argument] : llvm::zip_equal(loop.getInitsMutable(), loop.getBeforeArguments()))
    passOn(init, {argument}, dice);
  visit(loop.getBefore());
  visit(loop.getAfter());
}

void Giver::giveCondition(scf::ConditionOp condition) {
  auto loop = condition->getParentOfType<scf::WhileOp>();
  Dice dice = diceOf(condition);
  for (auto [forwarded, argument, result] :
       llvm::zip_equal(condition.getArgsMutable(), loop.getAfterArguments(), loop.getResults()))
    passOn(forwarded, {argument, result}, dice);
}

void Giver::giveYield(Operation *yield) {
  auto to = [&](ValueRange values) {
    for (auto [operand, value] : llvm::zip_equal(yield->getOpOperands(), values))
      if (isTensor(value))
        need(operand, layoutOf(value));
  };
  llvm::TypeSwitch<Operation *>(yield->getParentOp())
      .Case([&](scf::ForOp loop) { to(loop.getRegionIterArgs()); })
      .Case([&](scf::WhileOp loop) { to(loop.getBeforeArguments()); })
      .Default([&](Operation *op) { to(op->getResults()); });
}

// --- Shapes ---

void Giver::giveExpandDims(tt::ExpandDimsOp op) {
  Dice dice = diceOf(op);
  RankedTensorType source = tensor(op.getSrc());
  auto slice = dyn_cast<ttg::SliceEncodingAttr>(source.getEncoding());
  bool isSlice = slice && slice.getDim() == op.getAxis();
  unsigned way = dice.below(5);
  if (isSlice && way < 3)
    return set(op.getResult(), slice.getParent());
  if (way == 4) // Whatever the operand has, with a basis more.
    if (RankedTensorType type = tt::inferExpandDims(source, op.getAxis(), unheard))
      return set(op.getResult(), type.getEncoding());
  Attribute layout = draw(op.getType(), dice);
  need(op.getSrcMutable(), ttg::SliceEncodingAttr::get(context, op.getAxis(), layout));
  set(op.getResult(), layout);
}

void Giver::giveBroadcast(tt::BroadcastOp op) {
  Dice dice = diceOf(op);
  Attribute layout = dice.below(5) < 3 ? layoutOf(op.getSrc()) : draw(op.getType(), dice);
  need(op.getSrcMutable(), layout);
  set(op.getResult(), layout);
}

void Giver::giveReduce(tt::ReduceOp op) {
  Dice dice = diceOf(op);
  Attribute layout = layoutAmong(op.getSrcs(), dice, op.getSrcs()[0].getType());
  needAll(op->getOpOperands(), layout);
  for (Value result : op.getResults())
    if (isTensor(result))
      set(result, ttg::SliceEncodingAttr::get(context, op.getAxis(), layout));
}

// Both elements of the last dim in a thread: as a join would have put them.
void Giver::giveSplit(tt::SplitOp op) {
  Dice dice = diceOf(op);
  RankedTensorType source = tensor(op.getSrc()), half = tt::inferSplit(source, unheard);
  if (!half || dice.below(3) == 2) {
    RankedTensorType plain = tensor(op.getOutLHS());
    RankedTensorType joined = tt::inferJoin(plain.cloneWithEncoding(draw(plain, dice)), unheard);
    if (!joined)
      joined = tt::inferJoin(plain.cloneWithEncoding(blockedLayout(plain)), unheard);
    need(op.getSrcMutable(), joined.getEncoding());
    half = tt::inferSplit(joined, unheard);
  }
  set(op.getOutLHS(), half.getEncoding());
  set(op.getOutRHS(), half.getEncoding());
}

// As many registers as both operands have.
void Giver::giveCat(tt::CatOp op) {
  auto layout = cast<ttg::BlockedEncodingAttr>(blockedLayout(tensor(op.getLhs())));
  needAll(op->getOpOperands(), layout);
  auto registers = [&](RankedTensorType type) {
    return llvm::cantFail(toLinearLayout(type)).inSize(Dim::reg());
  };
  int64_t wanted = 2 * registers(tensor(op.getLhs())),
          has = registers(tensor(op.getResult()).cloneWithEncoding(layout));
  SmallVector<int32_t, 4> sizes(layout.getSizePerThread());
  sizes[layout.getOrder().front()] *= std::max<int64_t>(1, wanted / has);
  set(op.getResult(), ttg::BlockedEncodingAttr::get(context, sizes, layout.getThreadsPerWarp(),
                                                    layout.getWarpsPerCTA(), layout.getOrder(),
                                                    layout.getCgaBases()));
}

// --- Products ---

void Giver::giveDot(tt::DotOp op) {
  Dice dice = diceOf(op);
  Attribute layout = layouts.ofProduct(dice.below(8), op.getType(), op.getA().getType());
  need(op.getAMutable(), Layouts::ofOperand(0, layout, op.getA().getType().getElementType()));
  need(op.getBMutable(), Layouts::ofOperand(1, layout, op.getB().getType().getElementType()));
  need(op.getCMutable(), layout);
  set(op.getResult(), layout);
}

void Giver::giveWarpGroupDot(ttng::WarpGroupDotOp op) {
  Dice dice = diceOf(op);
  Type element = getElementTypeOrSelf(op.getA().getType());
  Attribute layout = isTensor(op.getC()) && layoutOf(op.getC()) && dice.below(2)
                         ? layoutOf(op.getC())
                         : Attribute();
  auto mma = dyn_cast_or_null<ttg::NvidiaMmaEncodingAttr>(layout);
  if (!mma || mma.getVersionMajor() != 3 ||
      mma.getInstrShape()[2] != int32_t(256 / element.getIntOrFloatBitWidth()))
    layout = layouts.ofWarpGroupProduct(dice.below(64), tensor(op.getD()), element);
  if (isTensor(op.getA()))
    need(op.getAMutable(), Layouts::ofOperand(0, layout, element));
  need(op.getCMutable(), layout);
  set(op.getD(), layout);
}

// --- The rest ---

void Giver::giveConversion(ttg::ConvertLayoutOp op) {
  Dice dice = diceOf(op);
  Attribute layout;
  if (dice.below(8) == 7) // The same map under another name.
    layout = Layouts::asLinear(tensor(op.getSrc()));
  set(op.getResult(), layout ? layout : draw(op.getType(), dice));
}

/// The operand's map with its registers in another order: the same threads hold the same elements.
void Giver::giveTurned(amdg::InThreadTransposeOp op) {
  auto linear = dyn_cast_or_null<ttg::LinearEncodingAttr>(Layouts::asLinear(tensor(op.getSrc())));
  if (!linear) {
    need(op.getSrcMutable(), blockedLayout(tensor(op.getSrc())));
    linear = cast<ttg::LinearEncodingAttr>(Layouts::asLinear(tensor(op.getSrc())));
  }
  SmallVector<DenseI32ArrayAttr, 8> registers(llvm::reverse(linear.getRegisterBases()));
  set(op.getResult(), ttg::LinearEncodingAttr::get(context, registers, linear.getLaneBases(),
                                                   linear.getWarpBases(), linear.getBlockBases()));
}

/// Two elements, neighbours along the axis, for each byte of the thread.
void Giver::giveUnpacked(ttg::Fp4ToFpOp op) {
  auto linear = dyn_cast_or_null<ttg::LinearEncodingAttr>(Layouts::asLinear(tensor(op.getSrc())));
  if (!linear) {
    need(op.getSrcMutable(), blockedLayout(tensor(op.getSrc())));
    linear = cast<ttg::LinearEncodingAttr>(Layouts::asLinear(tensor(op.getSrc())));
  }
  unsigned axis = op.getAxis();
  auto doubled = [&](ArrayRef<DenseI32ArrayAttr> bases) {
    SmallVector<DenseI32ArrayAttr, 8> result;
    for (DenseI32ArrayAttr basis : bases) {
      SmallVector<int32_t, 4> images(basis.asArrayRef());
      images[axis] *= 2;
      result.push_back(DenseI32ArrayAttr::get(context, images));
    }
    return result;
  };
  SmallVector<int32_t, 4> first(op.getType().getRank(), 0);
  first[axis] = 1;
  SmallVector<DenseI32ArrayAttr, 8> registers{DenseI32ArrayAttr::get(context, first)};
  llvm::append_range(registers, doubled(linear.getRegisterBases()));
  set(op.getResult(), ttg::LinearEncodingAttr::get(
                          context, registers, doubled(linear.getLaneBases()),
                          doubled(linear.getWarpBases()), doubled(linear.getBlockBases())));
}

/// A thread needs as many elements as the function takes at once.
void Giver::giveMap(tt::MapElementwiseOp op) {
  if (op.getPack() == 1)
    return giveInPlace(op);
  auto plain = cast<ttg::BlockedEncodingAttr>(blockedLayout(tensor(op.getOperand(0))));
  SmallVector<int32_t, 4> sizes(plain.getSizePerThread());
  sizes.back() = op.getPack();
  auto layout =
      ttg::BlockedEncodingAttr::get(context, sizes, plain.getThreadsPerWarp(),
                                    plain.getWarpsPerCTA(), plain.getOrder(), plain.getCgaBases());
  needAll(op->getOpOperands(), layout);
  for (Value result : op->getResults())
    set(result, layout);
}

/// All tensors of the op in one layout.
void Giver::giveInPlace(Operation *op) {
  Dice dice = diceOf(op);
  Type like;
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (!like && isTensor(value))
      like = value.getType();
  if (!like)
    return;
  Attribute layout = layoutAmong(op->getOperands(), dice, like);
  needAll(op->getOpOperands(), layout);
  for (Value result : op->getResults())
    set(result, layout);
}

void Giver::visit(Operation *op) {
  Dice dice = diceOf(op);
  auto drawResults = [&](Operation *op) {
    for (Value result : op->getResults())
      set(result, draw(result.getType(), dice));
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) { giveFor(loop); })
      .Case([&](scf::IfOp branch) { giveIf(branch); })
      .Case([&](scf::WhileOp loop) { giveWhile(loop); })
      .Case([&](scf::ConditionOp condition) { giveCondition(condition); })
      .Case([&](scf::YieldOp yield) { giveYield(yield); })
      .Case([&](BranchOpInterface branch) {
        for (auto [index, to] : llvm::enumerate(op->getSuccessors())) {
          SuccessorOperands operands = branch.getSuccessorOperands(index);
          for (auto [argument, operand] :
               llvm::zip_equal(to->getArguments(), operands.getMutableForwardedOperands()))
            if (isTensor(argument))
              need(operand, layoutOf(argument));
        }
      })
      .Case([&](tt::ReturnOp back) {
        auto function = back->getParentOfType<tt::FuncOp>();
        for (auto [operand, type] :
             llvm::zip_equal(op->getOpOperands(), function.getFunctionType().getResults()))
          if (auto shaped = dyn_cast<RankedTensorType>(type))
            need(operand, shaped.getEncoding());
      })
      .Case([&](tt::CallOp call) {
        auto module = op->getParentOfType<ModuleOp>();
        auto function = module.lookupSymbol<tt::FuncOp>(call.getCallee());
        FunctionType type = function.getFunctionType();
        for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), type.getInputs()))
          if (auto shaped = dyn_cast<RankedTensorType>(type))
            need(operand, shaped.getEncoding());
        for (auto [result, type] : llvm::zip_equal(op->getResults(), type.getResults()))
          result.setType(type);
      })
      .Case([&](arith::ConstantOp constant) {
        drawResults(op);
        if (auto value = dyn_cast<DenseElementsAttr>(constant.getValue()))
          constant.setValueAttr(value.reshape(cast<ShapedType>(constant.getType())));
      })
      .Case([&](tt::ExpandDimsOp expand) { giveExpandDims(expand); })
      .Case([&](tt::BroadcastOp broadcast) { giveBroadcast(broadcast); })
      .Case([&](tt::ReduceOp reduce) { giveReduce(reduce); })
      .Case([&](tt::TransOp trans) {
        RankedTensorType type = inferred(trans.getSrcMutable(), [&](RankedTensorType source) {
          return tt::inferTrans(source, trans.getOrder(), unheard);
        });
        set(trans.getResult(), type.getEncoding());
      })
      .Case([&](tt::ReshapeOp reshape) {
        RankedTensorType type = inferred(reshape.getSrcMutable(), [&](RankedTensorType source) {
          return tt::inferReshape(source, reshape.getType().getShape(), unheard);
        });
        set(reshape.getResult(), type.getEncoding());
      })
      .Case([&](tt::JoinOp join) {
        Attribute layout = layoutAmong(op->getOperands(), dice, join.getLhs().getType());
        need(join.getLhsMutable(), layout);
        RankedTensorType type = inferred(join.getLhsMutable(), [&](RankedTensorType source) {
          return tt::inferJoin(source, unheard);
        });
        need(join.getRhsMutable(), layoutOf(join.getLhs()));
        set(join.getResult(), type.getEncoding());
      })
      .Case([&](tt::SplitOp split) { giveSplit(split); })
      .Case([&](tt::CatOp cat) { giveCat(cat); })
      .Case([&](tt::GatherOp gather) { set(gather.getResult(), layoutOf(gather.getIndices())); })
      .Case([&](tt::HistogramOp histogram) {
        needAll(op->getOpOperands(), layoutOf(histogram.getSrc()));
        drawResults(op);
      })
      .Case([&](tt::DotOp dot) { giveDot(dot); })
      .Case([&](tt::DotScaledOp dot) {
        Attribute layout = draw(dot.getType(), dice);
        need(dot.getCMutable(), layout);
        set(dot.getResult(), layout);
      })
      .Case([&](ttng::WarpGroupDotOp dot) { giveWarpGroupDot(dot); })
      .Case([&](ttng::WarpGroupDotWaitOp wait) {
        for (auto [result, operand] : llvm::zip_equal(op->getResults(), op->getOperands()))
          result.setType(operand.getType());
      })
      .Case([&](ttg::ConvertLayoutOp conversion) { giveConversion(conversion); })
      .Case([&](amdg::InThreadTransposeOp transpose) { giveTurned(transpose); })
      .Case([&](ttg::Fp4ToFpOp unpack) { giveUnpacked(unpack); })
      .Case([&](tt::MapElementwiseOp map) { giveMap(map); })
      // Each of their tensors by itself.
      .Case<tt::PrintOp, tt::AssertOp, tt::UnsplatOp, tt::DescriptorLoadOp, tt::DescriptorStoreOp,
            tt::DescriptorReduceOp, tt::DescriptorGatherOp, tt::DescriptorScatterOp,
            ttg::LocalLoadOp, ttg::LocalStoreOp, ttg::LocalAllocOp>(
          [&](Operation *op) { drawResults(op); })
      .Default([&](Operation *op) { giveInPlace(op); });
}

void gen::giveLayouts(ModuleOp module, Layouts &layouts, const LayoutNumbers &numbers) {
  Giver(module.getContext(), layouts, numbers).give(module);
}
