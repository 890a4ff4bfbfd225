// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a failing program as a Python script that needs Triton and nothing of fathom.
#ifndef FATHOM_REDUCER_PYTHONREPRODUCER_H
#define FATHOM_REDUCER_PYTHONREPRODUCER_H

#include "oracles/TestCase.h"
#include "oracles/Verdict.h"

namespace fathom {

struct PythonReproducer {
  std::string text;     ///< The program as the release spells it, TTIR or TTGIR.
  bool isTtgir = false; ///< What of the two it is.
  Target target;
  CompileOptions options;
  std::string release; ///< The version it fails in, "3.1.0"; empty if it is not a release.
  Signature signature;
};

/// The script: writes the program to a temporary file and compiles it with the installed Triton's triton.compile. It ends like the
/// compiler does: aborts, raises, or prints "compiled".
std::string writePythonReproducer(const PythonReproducer &reproducer);

} // namespace fathom

#endif
