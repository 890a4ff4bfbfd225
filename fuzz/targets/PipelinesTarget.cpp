// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz target: a generated program through the core's pipelines, compared with what it means. Sees crashes, IR that does not verify, and miscompiles.
#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"
#include "fuzz/targets/CompileAndRun.h"
#include "fuzz/targets/ProgramTarget.h"

using namespace fathom;

namespace fathom {
std::unique_ptr<FuzzTarget> makePipelinesTarget(const FuzzTargetOptions &options);
}

namespace {

class PipelinesTarget : public ProgramTarget {
public:
  explicit PipelinesTarget(const FuzzTargetOptions &options)
      : ProgramTarget(options), compileAndRun(profile, targets) {}

  Outcome run(llvm::ArrayRef<uint8_t> input) override {
    CompileAndRunResult result = compileAndRun.run(input);
    return {result.problem, result.detail, result.compared};
  }
  std::string print(llvm::ArrayRef<uint8_t> input) override {
    return testCaseText(input, profile, targets);
  }

protected:
  void read(Choices &choices) override { generateTestCase(choices, profile, readingContext()); }

private:
  CompileAndRun compileAndRun;
};

} // namespace

std::unique_ptr<FuzzTarget> fathom::makePipelinesTarget(const FuzzTargetOptions &options) {
  return std::make_unique<PipelinesTarget>(options);
}
