// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs with layouts, and their test cases: what Generator.h does for profiles with `layouts`.
#ifndef FATHOM_FUZZ_GEN_GPU_GPUPROGRAM_H
#define FATHOM_FUZZ_GEN_GPU_GPUPROGRAM_H

#include "fuzz/gen/Rows.h"

namespace fathom::gen {

/// The rows of Ops.def that programs with layouts may have, and those of GpuOps.def.
ArrayRef<Row> gpuRows();

/// As generateProgram. The module says its GPU (ttg.target) and how many warps it is for.
mlir::OwningOpRef<mlir::ModuleOp> gpuProgram(Choices &choices, const Profile &profile,
                                             mlir::MLIRContext &context, std::string *launch,
                                             RowCounts *counts);

/// As generateTestCase, with the program's target, and passes that have something to do in it (Passes.def). No front end makes such programs, and the test case says
/// so.
TestCase gpuTestCase(Choices &choices, const Profile &profile, mlir::MLIRContext &context);

} // namespace fathom::gen

#endif
