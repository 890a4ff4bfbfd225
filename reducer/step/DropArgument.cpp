// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops unused arguments of functions that nobody calls, and uses one argument in place of another of its type.
#include "reducer/Reduction.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace fathom {

/// The first other argument before this one that has its type; null if there is none.
static Value earlierOfType(BlockArgument argument) {
  for (BlockArgument other : argument.getOwner()->getArguments()) {
    if (other == argument)
      break;
    if (other.getType() == argument.getType())
      return other;
  }
  return {};
}

void dropArgument(Candidate candidate, Chunk &chunk) {
  std::vector<std::pair<FunctionOpInterface, llvm::BitVector>> chosen;
  for (auto function : candidate.program.getOps<FunctionOpInterface>()) {
    if (function.isExternal() || !SymbolTable::symbolKnownUseEmpty(function, candidate.program))
      continue;
    llvm::BitVector dropped(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      if ((argument.use_empty() || earlierOfType(argument)) && chunk.take())
        dropped.set(argument.getArgNumber());
    chosen.push_back({function, dropped});
  }
  for (auto &[function, dropped] : chosen) {
    llvm::SmallVector<unsigned> indices(dropped.set_bits());
    for (unsigned index : llvm::reverse(indices)) {
      BlockArgument argument = function.getArgument(index);
      if (Value earlier = earlierOfType(argument))
        argument.replaceAllUsesWith(earlier);
      else if (!argument.use_empty()) // It was unused, and now stands for a later one.
        dropped.reset(index);
    }
    LogicalResult erased = function.eraseArguments(dropped);
    assert(succeeded(erased) && "the function's arguments are fixed");
    (void)erased;
  }
}

} // namespace fathom
