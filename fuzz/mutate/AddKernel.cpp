// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// add-kernel: does what another kernel does, with arguments of its own, at some place of this one: after it, before it, in a branch or a loop.
#include "fuzz/mutate/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace fathom {

/// Copies the functions beside the donor's kernel, under names that are free here.
static llvm::StringMap<std::string> copyFunctions(ModuleOp donor, tt::FuncOp kernel,
                                                  ModuleOp program) {
  llvm::StringMap<std::string> names;
  std::vector<tt::FuncOp> copies;
  for (auto function : donor.getOps<tt::FuncOp>()) {
    if (function == kernel)
      continue;
    auto copy = function.clone();
    std::string name = function.getName().str();
    while (program.lookupSymbol(name))
      name += "_2";
    copy.setName(name);
    program.push_back(copy);
    names[function.getName()] = name;
    copies.push_back(copy);
  }
  for (tt::FuncOp copy : copies)
    copy.walk([&](tt::CallOp call) { call.setCallee(names[call.getCallee()]); });
  return names;
}

/// Programs of the grid that the added kernel does not have do not run it.
static Value runsHere(OpBuilder &builder, Location loc, const interp::Launch &donor,
                      const interp::Launch &own) {
  constexpr tt::ProgramAxis axes[] = {tt::ProgramAxis::X, tt::ProgramAxis::Y, tt::ProgramAxis::Z};
  Value result;
  for (auto [axis, name] : llvm::enumerate(axes)) {
    if (own.grid[axis] <= donor.grid[axis])
      continue;
    Value id = tt::GetProgramIdOp::create(builder, loc, name);
    Value here = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, id,
                                       numberLike(builder, loc, id.getType(), donor.grid[axis]));
    result = result ? arith::AndIOp::create(builder, loc, result, here).getResult() : here;
  }
  return result;
}

bool addKernel(MutationCase &mutation) {
  tt::FuncOp added;
  for (auto function : mutation.donor.getOps<tt::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      added = function;
  constexpr unsigned mostArguments = 100;
  if (!added || !added.getBody().hasOneBlock() || added.getNumResults() > 0 ||
      added.getNumArguments() != mutation.donorLaunch.args.size() ||
      added.getNumArguments() + mutation.kernel.getNumArguments() > mostArguments)
    return false;
  Operation *at = nullptr;
  if (!mutation.choices.chance(60)) // After all else, in the block that ends the kernel.
    at = mutation.kernel.getBody().back().getTerminator();
  else
    at = pickOp(mutation.program, mutation.choices, [&](Operation *op) {
      return !inCombineRegion(op) && op->getParentOfType<tt::FuncOp>() == mutation.kernel;
    });
  if (!at)
    return false;

  IRMapping mapping;
  for (auto [argument, launched] : llvm::zip(added.getArguments(), mutation.donorLaunch.args)) {
    BlockArgument own = addArgument(mutation, argument.getType(), launched);
    if (DictionaryAttr hints = added.getArgAttrDict(argument.getArgNumber()))
      mutation.kernel.setArgAttrs(own.getArgNumber(), hints);
    mapping.map(argument, own);
  }
  llvm::StringMap<std::string> names = copyFunctions(mutation.donor, added, mutation.program);
  OpBuilder builder(at);
  if (Value condition = runsHere(builder, at->getLoc(), mutation.donorLaunch, mutation.launch)) {
    auto branch = scf::IfOp::create(builder, at->getLoc(), condition, /*withElseRegion=*/false);
    builder.setInsertionPoint(branch.thenBlock()->getTerminator());
  }
  for (Operation &op : added.getBody().front().without_terminator())
    builder.clone(op, mapping)->walk([&](tt::CallOp call) {
      call.setCallee(names[call.getCallee()]);
    });
  return true;
}

} // namespace fathom
