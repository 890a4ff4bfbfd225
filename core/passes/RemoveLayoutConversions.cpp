// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-remove-layout-conversions
#include "core/passes/Passes.h"
#include "core/passes/layouts/AssignLayouts.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUREMOVELAYOUTCONVERSIONS
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

class RemoveLayoutConversions
    : public fathom::impl::TritonGPURemoveLayoutConversionsBase<RemoveLayoutConversions> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tt::FuncOp>())
      assignLayouts(function);
  }
};

} // namespace
