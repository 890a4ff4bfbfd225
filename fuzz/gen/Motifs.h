// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Motifs: what programs must contain to meet bugs of the kinds that were met before, said of the IR and not of how it was made.
//
//   scf.while (%sum, %go) {..} : gives one value, carries two       while-gives-fewer-than-it-carries
//   scf.for .. { %r = tt.reduce ..; scf.yield %r }                  reduce-in-loop-replaces
//
// The table is Motifs.def. The generator's test asks for each in so many programs; a campaign may count them in whatever
// programs it has.
//
//   llvm::BitVector met(allMotifs().size());
//   findMotifs(*program, launch, met);      // sets the bits of those that it contains
#ifndef FATHOM_FUZZ_GEN_MOTIFS_H
#define FATHOM_FUZZ_GEN_MOTIFS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/BitVector.h"

namespace fathom {

struct Motif {
  llvm::StringLiteral name;
  llvm::StringLiteral kind; ///< K1 to K15, as Motifs.def says what they are.
};
llvm::ArrayRef<Motif> allMotifs();

/// Sets the bits of the motifs that TTIR contains; leaves the others as they are, and does not look again for those that are set. The LAUNCH line,
/// which may be empty, says what the kernel's scalar arguments are.
void findMotifs(mlir::ModuleOp program, llvm::StringRef launch, llvm::BitVector &met);

} // namespace fathom

#endif
