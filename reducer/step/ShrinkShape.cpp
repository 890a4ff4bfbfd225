// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes all dimensions of one size smaller, through the whole program: to 16 at once, then by halves.
#include "reducer/Reduction.h"
#include "reducer/Retype.h"

#include "mlir/IR/AttrTypeSubElements.h"

#include <map>
#include <set>

using namespace mlir;

namespace fathom {

/// The sizes of dimensions of all tensors in the program, those in pointers too; largest first.
static std::set<int64_t, std::greater<>> listSizes(ModuleOp program) {
  std::set<int64_t, std::greater<>> sizes;
  AttrTypeWalker walker;
  walker.addWalk([&](RankedTensorType type) {
    for (int64_t size : type.getShape())
      if (size > 1)
        sizes.insert(size);
  });
  program.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      walker.walk(type);
  });
  return sizes;
}

void shrinkShape(Candidate candidate, Chunk &chunk) {
  std::set<int64_t, std::greater<>> sizes = listSizes(candidate.program);
  std::map<int64_t, int64_t> chosen;
  constexpr int64_t usual = 16; // The least side of a dot.
  for (int64_t size : sizes)
    if (size > usual && chunk.take())
      chosen.try_emplace(size, usual);
  for (int64_t size : sizes)
    if (chunk.take())
      chosen.try_emplace(size, size / 2);
  if (chosen.empty())
    return;
  retype(candidate.program, {[&](RankedTensorType type) -> Type {
                               SmallVector<int64_t> shape(type.getShape());
                               for (int64_t &size : shape)
                                 if (auto it = chosen.find(size); it != chosen.end())
                                   size = it->second;
                               return type.clone(shape);
                             },
                             nullptr});
}

} // namespace fathom
