// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stage-loops: asks for another number of stages on innermost loops than the knob does. Sees pipelining that mixes the two up, or cannot do with so
// many or few.
#include "oracles/check/variant/KernelParts.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace fathom {

bool stageLoops(VariantCase &variant) {
  constexpr llvm::StringLiteral name = "tt.num_stages";
  std::vector<scf::ForOp> loops = takeLoops(variant, innermostLoops(variant.kernel));
  for (scf::ForOp loop : loops) {
    auto asked = loop->getAttrOfType<IntegerAttr>(name);
    int64_t stages = asked ? asked.getInt() : variant.request.options.numStages;
    loop->setAttr(name, Builder(loop.getContext()).getI32IntegerAttr(stages == 2 ? 4 : 2));
  }
  return !loops.empty();
}

} // namespace fathom
