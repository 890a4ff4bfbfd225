// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces one layout by another that is in use, through the whole program, so that conversions between them go.
#include "reducer/Reduction.h"

#include "reducer/Retype.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace fathom {

namespace {
struct Layout {
  Attribute encoding;
  int64_t rank; ///< Of the tensors that have it.
};
} // namespace

/// The encodings of all tensors in the program, in order of appearance.
static SmallVector<Layout> listLayouts(ModuleOp program) {
  SmallVector<Layout> layouts;
  llvm::DenseSet<Attribute> seen;
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (tensor.getEncoding() && seen.insert(tensor.getEncoding()).second)
          layouts.push_back({tensor.getEncoding(), tensor.getRank()});
  });
  return layouts;
}

/// Whether the other can stand where the layout does, also as the parent of a third one: it is of the same kind and rank.
static bool canReplace(Layout layout, Layout other) {
  return layout.encoding != other.encoding && layout.rank == other.rank &&
         layout.encoding.getTypeID() == other.encoding.getTypeID();
}

void shareLayout(Candidate candidate, Chunk &chunk) {
  SmallVector<Layout> layouts = listLayouts(candidate.program);
  llvm::MapVector<Attribute, Attribute> chosen;
  constexpr size_t alternatives = 4; // Of the others, the first ones.
  for (const Layout &other : ArrayRef(layouts).take_front(alternatives))
    for (const Layout &layout : layouts)
      if (canReplace(layout, other) && chunk.take())
        chosen.insert({layout.encoding, other.encoding});
  if (chosen.empty())
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Attribute attribute) -> AttrTypeReplacer::ReplaceFnResult<Attribute> {
    auto it = chosen.find(attribute);
    if (it == chosen.end())
      return std::nullopt;
    return std::make_pair(it->second, WalkResult::skip());
  });
  retype(candidate.program, {[&](RankedTensorType type) -> Type {
                               if (!type.getEncoding())
                                 return type;
                               return type.cloneWithEncoding(replacer.replace(type.getEncoding()));
                             },
                             nullptr});
}

} // namespace fathom
