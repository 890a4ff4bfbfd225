// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at a kernel for variants.
#include "oracles/check/variant/KernelParts.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace fathom {

static bool holdsLoop(scf::ForOp loop) {
  return loop.getBody()
      ->walk([](Operation *op) {
        return isa<scf::ForOp, scf::WhileOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::vector<scf::ForOp> loopsThat(tt::FuncOp kernel, bool holdLoops) {
  std::vector<scf::ForOp> loops;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (holdsLoop(loop) == holdLoops)
      loops.push_back(loop);
  });
  return loops;
}

std::vector<scf::ForOp> innermostLoops(tt::FuncOp kernel) { return loopsThat(kernel, false); }
std::vector<scf::ForOp> outerLoops(tt::FuncOp kernel) { return loopsThat(kernel, true); }

std::vector<scf::ForOp> allLoops(tt::FuncOp kernel) {
  std::vector<scf::ForOp> loops;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) { loops.push_back(loop); });
  return loops;
}

std::vector<scf::ForOp> takeLoops(VariantCase &variant, std::vector<scf::ForOp> loops) {
  std::erase_if(loops, [&](scf::ForOp) { return !variant.take(); });
  return loops;
}

std::optional<unsigned> bufferOf(Value pointers, tt::FuncOp kernel) {
  while (Operation *op = pointers.getDefiningOp()) {
    if (!isa<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp,
             tt::TransOp, tt::BitcastOp, tt::MakeTensorPtrOp, tt::AdvanceOp>(op))
      return std::nullopt;
    pointers = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(pointers);
  if (argument.getOwner() != &kernel.getBody().front())
    return std::nullopt;
  return argument.getArgNumber();
}

bool isMovable(Operation *op, const VariantCase &variant) {
  if (op->hasTrait<OpTrait::IsTerminator>() || op->getNumResults() == 0)
    return false;
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    std::optional<unsigned> buffer = bufferOf(load.getPtr(), variant.kernel);
    return buffer && !load.getIsVolatile() &&
           variant.launch.args[*buffer].kind == interp::LaunchArg::Kind::Input;
  }
  return (op->getNumRegions() == 0 || isa<tt::ReduceOp, tt::ScanOp>(op)) &&
         isMemoryEffectFree(op) && !isa<tt::CallOp>(op);
}

static Attribute numberOf(Type type, int number) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr attribute;
  if (isa<IntegerType>(element))
    attribute = IntegerAttr::get(element, APInt(element.getIntOrFloatBitWidth(), number,
                                                /*isSigned=*/false, /*implicitTrunc=*/true));
  else if (element.isIndex())
    attribute = IntegerAttr::get(element, number);
  else if (isa<FloatType>(element))
    attribute = FloatAttr::get(element, number);
  else
    return {};
  if (auto shaped = dyn_cast<ShapedType>(type))
    return DenseElementsAttr::get(shaped, Attribute(attribute));
  return attribute;
}

Attribute zeroOf(Type type) { return numberOf(type, 0); }
Attribute strangeOf(Type type) { return numberOf(type, 42); }

} // namespace fathom
