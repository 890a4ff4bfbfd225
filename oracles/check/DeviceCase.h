// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a case of a bundle from a compiled kernel and what the reference interpreter expects of it.
#ifndef FATHOM_ORACLES_CHECK_DEVICECASE_H
#define FATHOM_ORACLES_CHECK_DEVICECASE_H

#include "oracles/check/Meaning.h"
#include "oracles/device/Device.h"

namespace fathom {

/// What a kernel must leave in memory, by the reference in ieee with the error bounds of devices.
struct Expectation {
  interp::Launch launch;
  Meaning before; ///< Launched, not run.
  Meaning after;
  Unfit unfit; ///< Why there is nothing to compare with. Races and open orders count.
};
/// The launch is deduced if the text is empty; an error if there is none.
llvm::Expected<Expectation> expectationOf(mlir::ModuleOp program, llvm::StringRef launch);

/// A case that compares each buffer with the expectation. An error says what of the launch a case cannot hold, or what the artifact lacks.
llvm::Expected<KernelCase> deviceCase(std::string name, mlir::ModuleOp program,
                                      const Target &target, const Artifact &artifact,
                                      const Expectation &expectation);

} // namespace fathom

#endif
