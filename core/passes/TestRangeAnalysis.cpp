// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the ranges of IntegerRanges as remarks, one for each integer that an op results in or a block gets:
//
//   remark: %3 => unsigned : [0, 1023] signed : [0, 1023]
#include "core/analysis/IntegerRanges.h"
#include "core/passes/Passes.h"
#include "core/passes/TestFacts.h"

using namespace mlir;

namespace fathom {
#define GEN_PASS_DEF_TESTRANGEANALYSIS
#include "core/passes/Passes.h.inc"

namespace {

struct TestRangeAnalysis : impl::TestRangeAnalysisBase<TestRangeAnalysis> {
  void runOnOperation() override {
    IntegerRanges ranges(getOperation());
    remarkFacts(getOperation(), [&](Value value, llvm::raw_ostream &os) {
      std::optional<ConstantIntRanges> range = ranges.lookup(value);
      if (range)
        os << "unsigned : [" << llvm::toString(range->umin(), 10, /*Signed=*/false) << ", "
           << llvm::toString(range->umax(), 10, false) << "] signed : ["
           << llvm::toString(range->smin(), 10, /*Signed=*/true) << ", "
           << llvm::toString(range->smax(), 10, true) << "]";
      return range.has_value();
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace fathom
