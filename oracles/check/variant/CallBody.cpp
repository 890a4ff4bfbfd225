// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call-body: moves the kernel's body into a function that is not inlined. Sees what is not carried over a call: facts about arguments, layouts, the
// memory and the barriers of the callee.
#include "oracles/check/variant/KernelParts.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace fathom {

bool callBody(VariantCase &variant) {
  tt::FuncOp kernel = variant.kernel;
  std::string name = (kernel.getName() + "_body").str();
  if (variant.program.lookupSymbol(name) || !variant.take())
    return false;
  OpBuilder builder(kernel);
  builder.setInsertionPointAfter(kernel);
  auto body = tt::FuncOp::create(builder, kernel.getLoc(), name, kernel.getFunctionType(),
                                 {builder.getNamedAttr("noinline", builder.getBoolAttr(true))});
  body.setPrivate();
  body.getBody().takeBody(kernel.getBody());
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  auto call = tt::CallOp::create(builder, kernel.getLoc(), body, kernel.getArguments());
  tt::ReturnOp::create(builder, kernel.getLoc(), call.getResults());
  return true;
}

} // namespace fathom
