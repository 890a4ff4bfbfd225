// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of mutants.
#include "core/mutant/Mutant.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

using namespace fathom;

Mutant detail::injected = Mutant::None;

llvm::ArrayRef<MutantRow> fathom::allMutants() {
  static const std::vector<MutantRow> rows = {
#define FATHOM_MUTANT(ID, PASS, STORY) {Mutant::ID, #ID, PASS, STORY},
#include "core/Mutants.def"
  };
  return rows;
}

llvm::Expected<Mutant> fathom::parseMutant(llvm::StringRef name) {
  for (const MutantRow &row : allMutants())
    if (row.name == name)
      return row.mutant;
  auto names = llvm::map_range(allMutants(), [](const MutantRow &row) { return row.name; });
  return llvm::createStringError("unknown mutant '" + name + "': there are " +
                                 llvm::join(names, ", "));
}
