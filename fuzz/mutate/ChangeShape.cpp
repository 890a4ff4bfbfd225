// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-shape: halves or doubles all dimensions of a size through the whole program.
#include "fuzz/mutate/Places.h"

#include "reducer/Retype.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace fathom {

bool changeShape(MutationCase &mutation) {
  llvm::SetVector<int64_t> sizes;
  AttrTypeWalker walker;
  walker.addWalk([&](RankedTensorType type) {
    for (int64_t size : type.getShape())
      if (size > 1)
        sizes.insert(size);
  });
  opsThat(mutation.program, [&](Operation *op) {
    for (Type type : op->getResultTypes())
      walker.walk(type);
    return false;
  });
  if (sizes.empty())
    return false;
  int64_t from = mutation.choices.pick(sizes.getArrayRef());
  int64_t to = mutation.choices.chance(50) ? 2 * from : from / 2;
  retype(mutation.program, {[&](RankedTensorType type) -> Type {
                              SmallVector<int64_t> shape(type.getShape());
                              std::replace(shape.begin(), shape.end(), from, to);
                              return type.clone(shape);
                            },
                            nullptr});
  return true;
}

} // namespace fathom
