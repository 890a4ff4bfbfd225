// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures a test case for the reducer's order.
#include "reducer/Size.h"

#include "reducer/Plausible.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cstdlib>

using namespace mlir;

namespace fathom {

/// Whether people count it: not the frame (module, functions) and not the ends of blocks.
static bool counts(Operation *op) {
  return !isa<ModuleOp, FunctionOpInterface>(op) && !op->hasTrait<OpTrait::IsTerminator>();
}

uint64_t bitsOf(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.hasStaticShape() ? shaped.getNumElements() * bitsOf(shaped.getElementType()) : 0;
  if (isa<BFloat16Type>(type))
    return 17;
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8)
    return 18;
  if (type.isIntOrFloat())
    return type.getIntOrFloatBitWidth();
  uint64_t bits = 64;
  type.walkImmediateSubElements([](Attribute) {}, [&](Type part) { bits += bitsOf(part); });
  return bits;
}

uint64_t countOps(ModuleOp program) {
  uint64_t ops = 0;
  program.walk([&](Operation *op) { ops += counts(op); });
  return ops;
}

Size measure(ModuleOp program, const CompileOptions &options) {
  Size size;
  size.implausible = countImplausible(program);
  program.walk([&](Operation *op) {
    if (counts(op)) {
      ++size.ops;
      size.computing += !op->hasTrait<OpTrait::ConstantLike>();
    }
    if (op->getNumRegions())
      size.carried += op->getNumResults();
    for (Value result : op->getResults())
      size.bits += bitsOf(result.getType());
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        size.carried += block.getNumArguments();
        for (Value argument : block.getArguments())
          size.bits += bitsOf(argument.getType());
      }
  });
  const CompileOptions usual;
  size.knobs = std::abs(options.numWarps - usual.numWarps) +
               std::abs(options.numStages - usual.numStages) +
               std::abs(options.numCtas - usual.numCtas);
  llvm::raw_string_ostream(size.text) << program;
  size.length = size.text.size();
  return size;
}

} // namespace fathom
