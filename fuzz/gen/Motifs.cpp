// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the table of Motifs.def, and looks for its motifs in a program.
#include "fuzz/gen/Motifs.h"

#include "fuzz/gen/MotifQueries.h"

#include "llvm/ADT/DenseMap.h"

using namespace fathom;
using namespace fathom::motif;
using namespace mlir;

namespace {
struct Row {
  Motif motif;
  TypeID anchor;
  bool (*holds)(Operation *op, const Known &known);
};
} // namespace

static ArrayRef<Row> allRows() {
  static const Row rows[] = {
#define MOTIF(name, kind, Anchor, ...)                                                             \
  {{name, kind}, TypeID::get<Anchor>(), [](Operation *base, const Known &known) -> bool {          \
     [[maybe_unused]] auto op = cast<Anchor>(base);                                                \
     (void)known;                                                                                  \
     return bool(__VA_ARGS__);                                                                     \
   }},
#include "fuzz/gen/Motifs.def"
  };
  return rows;
}

ArrayRef<Motif> fathom::allMotifs() {
  static const std::vector<Motif> motifs = [] {
    std::vector<Motif> motifs;
    for (const Row &row : allRows())
      motifs.push_back(row.motif);
    return motifs;
  }();
  return motifs;
}

void fathom::findMotifs(ModuleOp program, StringRef launch, llvm::BitVector &met) {
  static const llvm::DenseMap<TypeID, SmallVector<unsigned, 8>> byAnchor = [] {
    llvm::DenseMap<TypeID, SmallVector<unsigned, 8>> map;
    for (auto [index, row] : llvm::enumerate(allRows()))
      map[row.anchor].push_back(index);
    return map;
  }();
  Known known(program, launch);
  program.walk([&](Operation *op) {
    auto found = byAnchor.find(op->getName().getTypeID());
    if (found == byAnchor.end())
      return;
    for (unsigned index : found->second)
      if (!met.test(index) && allRows()[index].holds(op, known))
        met.set(index);
  });
}
