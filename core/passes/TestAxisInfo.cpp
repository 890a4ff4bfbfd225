// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the facts of AxisInfo as remarks, one for each number or pointer that an op results in or a block gets:
//
//   remark: %3 => contiguity = [1024], divisibility = [16], constancy = [1], constant_value = <none>
#include "core/analysis/AxisInfo.h"
#include "core/analysis/AxisRules.h"
#include "core/passes/Passes.h"
#include "core/passes/TestFacts.h"

using namespace mlir;

namespace fathom {
#define GEN_PASS_DEF_TESTAXISINFO
#include "core/passes/Passes.h.inc"

namespace {

struct TestAxisInfo : impl::TestAxisInfoBase<TestAxisInfo> {
  void runOnOperation() override {
    AxisInfoAnalysis facts(getOperation());
    remarkFacts(getOperation(), [&](Value value, llvm::raw_ostream &os) {
      bool isKnown = axisWidth(value.getType()) > 0;
      if (isKnown)
        facts.lookup(value).print(os);
      return isKnown;
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace fathom
