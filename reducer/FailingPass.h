// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a program that fails somewhere in a pipeline to the IR that the failing pass was given, and that pass alone.
//
//   while-in-for.ttir, all stages up to ttgir       ->  TTGIR with layouts, tritongpu-remove-layout-conversions
#ifndef FATHOM_REDUCER_FAILINGPASS_H
#define FATHOM_REDUCER_FAILINGPASS_H

#include "oracles/Oracle.h"

#include "mlir/IR/OwningOpRef.h"

namespace fathom {

struct BeforePass {
  mlir::OwningOpRef<mlir::ModuleOp> program; ///< In the context of the program that it was made of.
  CompileRequest request;                    ///< That it goes through the pass alone.
};

/// What the signature's pass was given, if that pass alone fails on it with the signature; nothing where it does not, or where the subject cannot run
/// it alone or show what it is given.
llvm::Expected<std::optional<BeforePass>> isolatePass(mlir::ModuleOp program,
                                                      const CompileRequest &request,
                                                      Subject &subject, const Signature &signature);

} // namespace fathom

#endif
