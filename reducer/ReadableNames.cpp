// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives a program's values names that a person would give, and prints it.
#include "reducer/ReadableNames.h"

#include "core/ir/Triton.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;

namespace fathom {

static StringRef nameOfArgument(BlockArgument argument) {
  Type element = getElementTypeOrSelf(argument.getType());
  Operation *op = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && argument == loop.getInductionVar())
    return "i";
  if (argument.hasOneUse())
    if (auto loop = dyn_cast<scf::ForOp>(*argument.user_begin())) {
      if (argument == loop.getLowerBound())
        return "lb";
      if (argument == loop.getUpperBound())
        return "ub";
    }
  if (isa<tt::ReduceOp, tt::ScanOp>(op))
    return argument.getArgNumber() < argument.getOwner()->getNumArguments() / 2 ? "left" : "right";
  bool tensor = isa<RankedTensorType>(argument.getType());
  if (isa<tt::PointerType>(element))
    return tensor ? "ptrs" : "p";
  if (!isa<FunctionOpInterface>(op) && tensor)
    return "acc";
  if (element.isInteger(1))
    return "cond";
  return isa<FloatType>(element) ? "x" : "n";
}

static StringRef nameOfResult(Operation *op) {
  if (isa<tt::PointerType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return isa<RankedTensorType>(op->getResult(0).getType()) ? "ptrs" : "ptr";
  if (isa<tt::MakeRangeOp>(op))
    return "range";
  if (isa<tt::GetProgramIdOp>(op))
    return "pid";
  auto [family, mnemonic] = op->getName().stripDialect().rsplit('.');
  return mnemonic.empty() ? family : mnemonic;
}

std::string printWithReadableNames(ModuleOp program) {
  OwningOpRef<ModuleOp> named = program.clone();
  MLIRContext *context = program.getContext();
  auto locate = [&](StringRef name) { return NameLoc::get(StringAttr::get(context, name)); };
  named->walk([&](Operation *op) {
    op->setLoc(UnknownLoc::get(context));
    if (op->getNumResults() && !op->hasTrait<OpTrait::ConstantLike>())
      op->setLoc(locate(nameOfResult(op)));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(locate(nameOfArgument(argument)));
  });
  std::string text;
  llvm::raw_string_ostream out(text);
  named->print(out, OpPrintingFlags().printNameLocAsPrefix(true));
  return text;
}

} // namespace fathom
