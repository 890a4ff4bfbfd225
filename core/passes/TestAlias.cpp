// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// test-print-alias: a remark at each function with its name, and one for each value that may be a buffer in shared memory:
//
//   remark: %2 -> %0,%1        %2 may be what is allocated as %0 or as %1
//
// Remarks about results are at the op, those about arguments at the op that has the region, or at the function.
#include "core/analysis/Alias.h"
#include "core/passes/Passes.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TESTALIAS
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

struct TestAlias : fathom::impl::TestAliasBase<TestAlias> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal())
        print(function);
  }

  void print(FunctionOpInterface function) {
    BufferAliases aliases(function.getFunctionBody());
    AsmState state(getOperation());
    auto nameOf = [&](Value value) {
      std::string name;
      llvm::raw_string_ostream out(name);
      value.printAsOperand(out, state);
      return name;
    };
    auto say = [&](Operation *at, Value value) {
      if (!isSharedBuffer(value) || aliases.of(value).empty())
        return;
      InFlightDiagnostic remark = at->emitRemark() << nameOf(value) << " -> ";
      llvm::interleave(
          aliases.of(value), [&](unsigned number) { remark << nameOf(aliases.buffers()[number]); },
          [&] { remark << ","; });
    };
    function.emitRemark() << function.getName();
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            say(op, argument);
      for (Value result : op->getResults())
        say(op, result);
    });
  }
};

} // namespace
