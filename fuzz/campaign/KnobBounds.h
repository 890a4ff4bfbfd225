// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which knobs a failure needs: tries a small test case with each of them changed, one at a time.
//
//   num-stages     fails with 2, 3, 4        passes with 1
//   target         fails with cuda:80        passes with cuda:90, hip:gfx942
//
// Only knobs that flip the verdict are worth a line: of the rest, every value fails.
#ifndef FATHOM_FUZZ_CAMPAIGN_KNOBBOUNDS_H
#define FATHOM_FUZZ_CAMPAIGN_KNOBBOUNDS_H

#include "oracles/Oracle.h"

#include "llvm/Support/JSON.h"

namespace fathom {

struct KnobBound {
  std::string knob; ///< "num-stages", "target"
  std::string own;  ///< The value that the test case has.
  std::vector<std::string>
      fails; ///< Values with which it fails in the same way, its own among them.
  std::vector<std::string>
      passes; ///< With which it compiles, and the oracle has nothing against it.
  std::vector<std::string> others; ///< With which it fails otherwise, or is refused.

  bool flips() const { return !passes.empty(); }
};
using KnobBounds = std::vector<KnobBound>;

/// Asks the subject, once for each other value: warps and stages up to 8, blocks of a cluster up to 2, and every target that it knows.
llvm::Expected<KnobBounds> findKnobBounds(mlir::ModuleOp program, const CompileRequest &request,
                                          const Signature &signature, Subject &subject);

/// [{"knob": "num-stages", "own": "2", "fails": "2, 3", "passes": "1", "others": ""}], those that flip.
llvm::json::Array toJson(const KnobBounds &bounds);

/// A line for each knob that flips: "num-stages: fails with 2, 3; passes with 1".
std::vector<std::string> describe(const KnobBounds &bounds);

} // namespace fathom

#endif
