// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the facts of AxisInfo as remarks, one for each number or pointer that an op results in or a block gets:
//
//   remark: %3 => contiguity = [1024], divisibility = [16], constancy = [1], constant_value = <none>
#include "core/analysis/AxisInfo.h"
#include "core/analysis/AxisRules.h"
#include "core/passes/Passes.h"

#include "mlir/IR/AsmState.h"

using namespace mlir;

namespace fathom {
#define GEN_PASS_DEF_TESTAXISINFO
#include "core/passes/Passes.h.inc"

namespace {

struct TestAxisInfo : impl::TestAxisInfoBase<TestAxisInfo> {
  void runOnOperation() override {
    AxisInfoAnalysis facts(getOperation());
    for (Operation &function : *getOperation().getBody()) {
      AsmState names(&function);
      auto print = [&](Operation *at, Value value) {
        if (!axisWidth(value.getType()))
          return;
        std::string text;
        llvm::raw_string_ostream os(text);
        value.printAsOperand(os, names);
        os << " => ";
        facts.lookup(value).print(os);
        at->emitRemark(text);
      };
      function.walk<WalkOrder::PreOrder>([&](Operation *op) {
        for (Value result : op->getResults())
          print(op, result);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            for (Value argument : block.getArguments())
              print(op, argument);
      });
    }
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace fathom
