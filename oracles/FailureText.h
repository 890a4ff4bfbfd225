// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads why a compile failed out of what the compiler said and how its process ended.
//
// What compilers say at the end of their life, and what is made of it:
//
//   python3: /project/lib/.../RemoveLayoutConversions.cpp:556: mlir::Value ...getValueAs(...):
//   Assertion `rewrittenValue' failed.
//       Assertion, message "rewrittenValue", source file "RemoveLayoutConversions.cpp"
//   unexpected layout
//   UNREACHABLE executed at /project/lib/Analysis/Utility.cpp:7!
//       Unreachable, message "unexpected layout", source file "Utility.cpp"
//   LLVM ERROR: Cannot select: 0x55d0: f16 = fp_round ...
//       Fatal, message "Cannot select: ..."
//   x.mlir:51:13: error: failed to legalize operation 'ttg.local_load' that was explicitly marked
//   illegal x.mlir:1:1: note: Pipeline failed while executing [`ConvertTritonGPUToLLVM` on
//   'builtin.module' operation]
//       Error, message "failed to legalize ...", pass "ConvertTritonGPUToLLVM"
//   (nothing) and SIGSEGV
//       Signal, message "SIGSEGV"
//
// A message that says more comes before one that says less: an assertion that MLIR's crash recovery
// caught is an Assertion although the process went on, and a diagnostic before an abort does not
// hide the abort.
#ifndef FATHOM_ORACLES_FAILURETEXT_H
#define FATHOM_ORACLES_FAILURETEXT_H

#include "oracles/subject/Subject.h"

namespace fathom {

/// How a compile ended, before anything is made of it.
struct Ending {
  std::string log;       ///< What it said.
  int status = 0;        ///< Its wait status, as waitpid gives it.
  bool timedOut = false; ///< It was ended because its time was over.
  std::string exception; ///< The name of the driver's exception, "RuntimeError"; empty if none.
  std::string exceptionText;
  bool finished = false; ///< It said that all went well.
};

/// The message of a Signal of which only crash recovery's word is known.
inline constexpr llvm::StringLiteral caughtSignal = "a signal that the compiler caught";

/// In a log: what follows was said by the compiler's verifier, which was asked after the failure.
inline constexpr llvm::StringLiteral verifierMarker =
    "fathom: the compiler's own verifier, asked after the failure:\n";

/// The failure, or nothing if the compile went well. Fills everything but the stage.
std::optional<Failure> readFailure(const Ending &ending);

/// For the log of a failure that was tried again: empty if it was met again, else what happened
/// instead.
std::string differenceFrom(const Failure &failure, const std::optional<Failure> &again);

/// The class's name at the start of what dumps and crash recovery say of a pass, which releases say
/// in three ways: "Canonicalizer (canonicalize) ...", "CanonicalizerPass: canonicalize{...} ..."
/// and "Canonicalizer` on ...". Without the ending "Pass", which some classes lost or gained
/// between releases.
llvm::StringRef passName(llvm::StringRef text);

/// Splits what MLIR_ENABLE_DUMP or --mlir-print-ir-before-all wrote into the IR before each pass;
/// `rest` gets what was said before the first and after the last of them, as far as it can be told
/// from IR.
std::vector<PassDump> readDumps(llvm::StringRef log, std::string &rest);

} // namespace fathom

#endif
