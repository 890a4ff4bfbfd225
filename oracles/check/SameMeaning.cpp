// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// same-meaning: what the compiler made of a program does to memory what the program does.
// Sees silent miscompiles in every pass up to the end of TTGIR: values that are wrong, accesses that are new, waits that are missing. Names the pass.
// same-meaning:each-pass judges the IR after every pass (EachPass.h).
#include "oracles/check/EachPass.h"
#include "oracles/check/Reference.h"

using namespace llvm;

namespace fathom {

Expected<Verdict> sameMeaning(const Trial &trial) {
  // The earlier oracles say what is wrong with that.
  if (trial.artifact.failure)
    return Verdict::inconclusive("not compiled", trial.artifact.failure->message);
  if (trial.tries == "each-pass")
    return meaningAfterEachPass(trial);
  std::shared_ptr<Reference> reference = referenceOf(trial.program, trial.request.launch);
  Verdict result = reference->fitness();
  if (result.kind == Verdict::Kind::Pass) {
    Expected<Verdict> judged = judgeMeaning(trial, *reference);
    if (!judged || judged->failed())
      return judged;
    result = std::move(*judged);
  }
  // Where a program means something under another launch only, that is what it is judged by.
  for (const std::shared_ptr<Reference> &edge :
       edgeReferences(trial.program, trial.request.launch, trial.edges, trial.firstEdge)) {
    Expected<Verdict> judged = judgeMeaning(trial, *edge);
    if (!judged || judged->failed())
      return judged;
    if (judged->kind == Verdict::Kind::Pass)
      result = std::move(*judged);
  }
  return result;
}

} // namespace fathom
