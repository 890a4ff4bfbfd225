// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz target: bytes as a program through the core's pipelines, compared with what it means. For libFuzzer and AFL++.
#include "fuzz/gen/Generator.h"
#include "fuzz/targets/CompileAndRun.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace fathom;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static CompileAndRun target(*findProfile("default"),
                              {*parseTarget("cuda:80"), *parseTarget("cuda:90"),
                               *parseTarget("hip:gfx942"), *parseTarget("hip:gfx1100")});
  CompileAndRunResult result = target.run({data, size});
  if (!result.problem.empty()) {
    llvm::errs() << result.problem << "\n" << result.detail;
    std::abort();
  }
  return 0;
}
