// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fix-arguments: makes integer arguments the constants that the launch gives them. Sees what goes wrong only when a bound, a stride or a condition
// is known.
#include "oracles/check/variant/KernelParts.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace fathom {

bool fixArguments(VariantCase &variant) {
  OpBuilder builder = OpBuilder::atBlockBegin(&variant.kernel.getBody().front());
  bool changed = false;
  for (auto [argument, launched] :
       llvm::zip(variant.kernel.getBody().getArguments(), variant.launch.args)) {
    if (!argument.getType().isInteger() || argument.use_empty() ||
        launched.kind != interp::LaunchArg::Kind::Scalar || !variant.take())
      continue;
    unsigned bits = argument.getType().getIntOrFloatBitWidth();
    argument.replaceAllUsesWith(arith::ConstantOp::create(
        builder, variant.kernel.getLoc(),
        IntegerAttr::get(argument.getType(), APInt(bits, launched.integer, /*isSigned=*/false,
                                                   /*implicitTrunc=*/true))));
    changed = true;
  }
  return changed;
}

} // namespace fathom
