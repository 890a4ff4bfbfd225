// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Injected historical bugs of the core, by which oracles are measured. The rows are in core/Mutants.def.
//
//   if (isMutant(Mutant::M25) || tripCountIsPositive) // M25: a load hoisted without its guard
#ifndef FATHOM_CORE_MUTANT_MUTANT_H
#define FATHOM_CORE_MUTANT_MUTANT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace fathom {

enum class Mutant {
  None,
#define FATHOM_MUTANT(ID, PASS, STORY) ID,
#include "core/Mutants.def"
};

struct MutantRow {
  Mutant mutant;
  llvm::StringRef name;  ///< "M25".
  llvm::StringRef pass;  ///< The pass it is in, by its command-line name.
  llvm::StringRef story; ///< What went wrong, in one sentence.
};

/// Every mutant, in the order of Mutants.def.
llvm::ArrayRef<MutantRow> allMutants();

/// Looks "M25" up; the error lists what there is.
llvm::Expected<Mutant> parseMutant(llvm::StringRef name);

namespace detail {
extern Mutant injected;
}

/// Injects one mutant into this process, or none. Set it before compiling; it is read without synchronisation.
inline void injectMutant(Mutant mutant) { detail::injected = mutant; }
inline bool isMutant(Mutant mutant) { return detail::injected == mutant; }

/// Injects a mutant for as long as this lives.
class InjectedMutant {
public:
  explicit InjectedMutant(Mutant mutant) : before(detail::injected) { injectMutant(mutant); }
  ~InjectedMutant() { injectMutant(before); }
  InjectedMutant(const InjectedMutant &) = delete;
  InjectedMutant &operator=(const InjectedMutant &) = delete;

private:
  Mutant before;
};

} // namespace fathom

#endif
