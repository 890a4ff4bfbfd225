// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints what an analysis knows of each value of a program, as a remark at the op that results in it or whose block gets it:
//
//   remark: %3 => contiguity = [1024], ..
#ifndef FATHOM_CORE_PASSES_TESTFACTS_H
#define FATHOM_CORE_PASSES_TESTFACTS_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

namespace fathom {

/// `print` writes what is known of a value, or says that there is nothing to say.
inline void remarkFacts(mlir::ModuleOp module,
                        llvm::function_ref<bool(mlir::Value, llvm::raw_ostream &)> print) {
  for (mlir::Operation &function : *module.getBody()) {
    mlir::AsmState names(&function);
    auto remark = [&](mlir::Operation *at, mlir::Value value) {
      std::string name, fact;
      llvm::raw_string_ostream factStream(fact), nameStream(name);
      if (!print(value, factStream))
        return;
      value.printAsOperand(nameStream, names);
      at->emitRemark(name + " => " + fact);
    };
    function.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
      for (mlir::Value result : op->getResults())
        remark(op, result);
      for (mlir::Region &region : op->getRegions())
        for (mlir::Block &block : region)
          for (mlir::Value argument : block.getArguments())
            remark(op, argument);
    });
  }
}

} // namespace fathom

#endif
