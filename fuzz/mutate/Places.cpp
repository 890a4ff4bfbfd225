// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at programs for mutations, and makes values for them.
#include "fuzz/mutate/Places.h"

#include "reducer/StandIn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace fathom {

std::vector<Operation *> opsThat(ModuleOp program, llvm::function_ref<bool(Operation *)> wanted) {
  std::vector<Operation *> ops;
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<ModuleOp, tt::FuncOp>(op) && wanted(op))
      ops.push_back(op);
  });
  return ops;
}

Operation *pickOp(ModuleOp program, Choices &choices,
                  llvm::function_ref<bool(Operation *)> wanted) {
  std::vector<Operation *> ops = opsThat(program, wanted);
  return ops.empty() ? nullptr : choices.pick(ArrayRef(ops));
}

bool inCombineRegion(Operation *op) {
  Operation *parent = op->getParentOp();
  return !isa<scf::SCFDialect>(parent->getDialect()) && !isa<tt::FuncOp>(parent);
}

std::vector<Value> visibleAt(Operation *at, llvm::function_ref<bool(Value)> wanted) {
  std::vector<Value> values;
  auto add = [&](Value value) {
    if (wanted(value))
      values.push_back(value);
  };
  auto addBlock = [&](Block *block, Block::reverse_iterator from) {
    for (Operation &op : llvm::make_range(from, block->rend()))
      llvm::for_each(op.getResults(), add);
    llvm::for_each(block->getArguments(), add);
  };
  for (;;) {
    Block *block = at->getBlock();
    addBlock(block, std::next(Block::reverse_iterator(at)));
    Operation *parent = at->getParentOp();
    if (!isa<scf::SCFDialect>(parent->getDialect())) {
      if (Block *first = &block->getParent()->front(); isa<tt::FuncOp>(parent) && first != block)
        addBlock(first, first->rbegin());
      return values;
    }
    at = parent;
  }
}

Value valueFor(Type type, Operation *at, Choices &choices, Value but) {
  std::vector<Value> values =
      visibleAt(at, [&](Value value) { return value.getType() == type && value != but; });
  if (!values.empty() && !(hasConstant(type) && choices.chance(10)))
    return choices.pick(ArrayRef(values));
  if (!hasConstant(type))
    return {};
  OpBuilder builder(at);
  return numberLike(builder, at->getLoc(), type, choices.pick<int64_t>({0, 1, 2, -1}));
}

Value numberLike(OpBuilder &builder, Location loc, Type like, int64_t number) {
  Type element = getElementTypeOrSelf(like);
  TypedAttr attribute =
      isa<FloatType>(element)
          ? TypedAttr(FloatAttr::get(element, double(number)))
          : TypedAttr(IntegerAttr::get(element, element.isIndex()
                                                    ? APInt(64, number, /*isSigned=*/true)
                                                    : APInt(element.getIntOrFloatBitWidth(), number,
                                                            /*isSigned=*/true,
                                                            /*implicitTrunc=*/true)));
  if (auto shaped = dyn_cast<ShapedType>(like))
    attribute = DenseElementsAttr::get(shaped, Attribute(attribute));
  return arith::ConstantOp::create(builder, loc, attribute);
}

BlockArgument addArgument(MutationCase &mutation, Type type, const interp::LaunchArg &launched) {
  unsigned number = mutation.kernel.getNumArguments();
  LogicalResult inserted =
      mutation.kernel.insertArgument(number, type, {}, mutation.kernel.getLoc());
  (void)inserted;
  assert(succeeded(inserted) && "a kernel takes any argument");
  mutation.launch.args.push_back(launched);
  return mutation.kernel.getArgument(number);
}

bool storeToScratch(MutationCase &mutation, Value value, Operation *at) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  Type element = getElementTypeOrSelf(value.getType());
  if (!element.isIntOrFloat() || (tensor && tensor.getEncoding()) ||
      at->getParentOfType<tt::FuncOp>() != mutation.kernel)
    return false;
  OpBuilder builder(at);
  Location loc = at->getLoc();
  if (element.isInteger(1)) { // A byte each.
    element = builder.getI8Type();
    Type wide = tensor ? Type(tensor.clone(element)) : element;
    value = arith::ExtUIOp::create(builder, loc, wide, value);
  }
  int64_t count = tensor ? tensor.getNumElements() : 1;
  if (count * int64_t(mutation.launch.programs()) > 1 << 22 || mutation.launch.grid[1] != 1 ||
      mutation.launch.grid[2] != 1)
    return false;
  interp::LaunchArg buffer;
  buffer.kind = interp::LaunchArg::Kind::Output;
  buffer.type = interp::launchTypeName(element);
  buffer.count = count * mutation.launch.programs();
  buffer.contents.kind = interp::Contents::Kind::Zeros;
  Value pointer = addArgument(mutation, tt::PointerType::get(element), buffer);
  Value first = arith::MulIOp::create(builder, loc,
                                      tt::GetProgramIdOp::create(builder, loc, tt::ProgramAxis::X),
                                      numberLike(builder, loc, builder.getI32Type(), count));
  pointer = tt::AddPtrOp::create(builder, loc, pointer.getType(), pointer, first);
  if (tensor) {
    Value line = tt::MakeRangeOp::create(builder, loc, 0, count);
    if (tensor.getRank() != 1)
      line = tt::ReshapeOp::create(builder, loc, line, tensor.getShape());
    Value pointers = tt::SplatOp::create(builder, loc, pointer, tensor.getShape());
    pointer = tt::AddPtrOp::create(builder, loc, pointers.getType(), pointers, line);
  }
  tt::StoreOp::create(builder, loc, pointer, value);
  return true;
}

} // namespace fathom
