// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes all dimensions of one size smaller, through the whole program: to 16 at once, then by halves; drops leading ones of size 1.
#include "reducer/Reduction.h"
#include "reducer/Retype.h"

#include "mlir/IR/AttrTypeSubElements.h"

#include <map>
#include <set>

using namespace mlir;

namespace fathom {

namespace {
/// What is in the shapes of all tensors in the program, those in pointers too.
struct Shapes {
  std::set<int64_t, std::greater<>> sizes; ///< Of dimensions, largest first; without 1.
  std::set<size_t> unitRanks;              ///< Ranks above 1 of which all shapes start with 1.
};
} // namespace

static Shapes listShapes(ModuleOp program) {
  Shapes shapes;
  std::set<size_t> otherRanks;
  AttrTypeWalker walker;
  walker.addWalk([&](RankedTensorType type) {
    for (int64_t size : type.getShape())
      if (size > 1)
        shapes.sizes.insert(size);
    bool unit = type.getRank() > 1 && type.getDimSize(0) == 1;
    (unit ? shapes.unitRanks : otherRanks).insert(type.getRank());
  });
  program.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      walker.walk(type);
  });
  for (size_t rank : otherRanks)
    shapes.unitRanks.erase(rank);
  return shapes;
}

void shrinkShape(Candidate candidate, Chunk &chunk) {
  Shapes shapes = listShapes(candidate.program);
  std::map<int64_t, int64_t> sizes;
  std::set<size_t> ranks;
  constexpr int64_t usual = 16; // The least side of a dot.
  for (int64_t size : shapes.sizes)
    if (size > usual && chunk.take())
      sizes.try_emplace(size, usual);
  for (int64_t size : shapes.sizes)
    if (chunk.take())
      sizes.try_emplace(size, size / 2);
  for (size_t rank : shapes.unitRanks)
    if (chunk.take())
      ranks.insert(rank);
  if (sizes.empty() && ranks.empty())
    return;
  retype(candidate.program, {[&](RankedTensorType type) -> Type {
                               SmallVector<int64_t> shape(type.getShape());
                               if (ranks.count(shape.size()))
                                 shape.erase(shape.begin());
                               for (int64_t &size : shape)
                                 if (auto it = sizes.find(size); it != sizes.end())
                                   size = it->second;
                               return type.clone(shape);
                             },
                             nullptr});
}

} // namespace fathom
