// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the IR that a subject printed for a stage, for the oracles that look into it.
#ifndef FATHOM_ORACLES_CHECK_STAGEIR_H
#define FATHOM_ORACLES_CHECK_STAGEIR_H

#include "oracles/subject/Subject.h"

namespace fathom {

/// The module in the stage's text, not yet verified; null and why, if fathom's dialects do not read it. Only TTIR and TTGIR are read.
mlir::OwningOpRef<mlir::ModuleOp> readStage(const StageText &stage, mlir::MLIRContext &context,
                                            std::string &why);

/// Verifies the module; the diagnostics' text, without locations, or empty.
std::string verifyErrors(mlir::ModuleOp module);

/// The module's text, without locations.
std::string printedIr(mlir::ModuleOp module);

} // namespace fathom

#endif
