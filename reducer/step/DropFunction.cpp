// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases functions that nobody calls, but one kernel.
#include "reducer/Reduction.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace fathom {

void dropFunction(Candidate candidate, Chunk &chunk) {
  auto functions = llvm::to_vector(candidate.program.getOps<FunctionOpInterface>());
  auto isKernel = [](FunctionOpInterface function) { return function.isPublic(); };
  size_t kernels = llvm::count_if(functions, isKernel);
  size_t left = kernels ? kernels : functions.size();
  std::vector<Operation *> chosen;
  for (FunctionOpInterface function : functions) {
    if (!SymbolTable::symbolKnownUseEmpty(function, candidate.program))
      continue;
    // One kernel stays; one function, where there is no kernel.
    bool limited = isKernel(function) || kernels == 0;
    if (limited && (kernels == 1 || functions.size() == 1))
      continue;
    if (chunk.take() && (!limited || left-- > 1))
      chosen.push_back(function);
  }
  for (Operation *function : chosen)
    function->erase();
}

} // namespace fathom
