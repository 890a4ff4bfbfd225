// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's opt for fathom's dialects, with all of MLIR's own passes, so that an upstream RUN line works with it.
#include "core/ir/Dialects.h"

#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::DialectRegistry registry;
  fathom::registerDialects(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "fathom: optimizer for Triton's dialects\n", registry));
}
