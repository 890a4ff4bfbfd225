// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program means in both semantics under its launch, and whether what was compiled means the same: same-meaning judges a program's own
// compile by it, metamorphic that of its variants.
#ifndef FATHOM_ORACLES_CHECK_REFERENCE_H
#define FATHOM_ORACLES_CHECK_REFERENCE_H

#include "oracles/Oracle.h"
#include "oracles/check/Meaning.h"

namespace fathom {

/// By semantics: the algebra first.
inline constexpr interp::Semantics bothSemantics[] = {interp::Semantics::Algebra,
                                                      interp::Semantics::Ieee};

/// A program's meaning: one for all compiles of it.
struct Reference {
  std::string error; ///< Why there is no launch.
  interp::Launch launch;
  Meaning meaning[2];
  Unfit unfit[2];
  bool reorders = false; ///< mayReorder of the program.

  /// Why nothing can be judged by it, or pass: it is fit in one semantics at least.
  Verdict fitness() const;
};

/// The program's reference under the launch (a LAUNCH line, or empty: deduced); made once while the same program is asked for again and again.
std::shared_ptr<Reference> referenceOf(mlir::ModuleOp program, llvm::StringRef launch);

/// References under launches beside that of the reference (EdgeLaunches.h) that are fit, `count` at most, from number `first` on; kept as long.
std::vector<std::shared_ptr<Reference>>
edgeReferences(mlir::ModuleOp program, llvm::StringRef launch, unsigned count, uint64_t first);

/// In each semantics in which the reference is fit: the first difference, else the first unknown, else same.
struct Judgement {
  Agreement agreement;
  interp::Semantics semantics = interp::Semantics::Algebra;
};
Judgement compareWith(const Reference &reference, mlir::ModuleOp module);

/// same-meaning's failure, of a pass that made the text.
Verdict failureOf(const Reference &reference, const Judgement &judged, llvm::StringRef pass,
                  llvm::StringRef text);

/// Whether the trial's artifact means what the reference does, which is fit. A failure's signature is same-meaning's, with the guilty pass if the
/// request wants it confirmed.
llvm::Expected<Verdict> judgeMeaning(const Trial &trial, const Reference &reference);

} // namespace fathom

#endif
