// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz targets: a generated program through the core's pipelines, and one with layouts through the passes that it names, compared with what it means. Sees crashes, IR that does not verify, and miscompiles.
#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"
#include "fuzz/targets/CompileAndRun.h"
#include "fuzz/targets/ProgramTarget.h"

using namespace fathom;

namespace fathom {
std::unique_ptr<FuzzTarget> makePipelinesTarget(const FuzzTargetOptions &options);
std::unique_ptr<FuzzTarget> makePassesTarget(const FuzzTargetOptions &options);
} // namespace fathom

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

std::unique_ptr<FuzzTarget> fathom::makePassesTarget(const FuzzTargetOptions &options) {
  FuzzTargetOptions withLayouts = options;
  if (!withLayouts.profile)
    withLayouts.profile = findProfile("ttgir");
  return std::make_unique<PipelinesTarget>(withLayouts);
}
