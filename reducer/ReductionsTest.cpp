// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of a reduction, checked for each row of Reductions.def on the programs in test/Inputs.
#include "SourceDir.h"
#include "core/ir/Dialects.h"
#include "reducer/Fingerprint.h"
#include "reducer/Reducer.h"
#include "reducer/Size.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace fathom;
using namespace mlir;

namespace {

const char *const programs[] = {"nest", "calls", "scan", "layouts"};

/// A row of the table; every test of the contract runs for each.
class ReductionContract : public testing::TestWithParam<size_t> {
protected:
  const Reduction &row() { return allReductions()[GetParam()]; }

  TestCase read(const char *program) {
    std::string path = std::string(FATHOM_SOURCE_DIR "/reducer/test/Inputs/") + program + ".mlir";
    return llvm::cantFail(readTestCase(path, *context));
  }
  size_t offered(TestCase &test) {
    Chunk none = Chunk::none();
    row().step({*test.program, test.options}, none);
    return none.offered();
  }
  static std::string print(ModuleOp program) {
    std::string text;
    llvm::raw_string_ostream(text) << program;
    return text;
  }
  /// The chunks that the engine could ask for first: all, halves, single ones.
  static std::vector<Chunk> chunksOf(size_t offered) {
    std::vector<Chunk> chunks{Chunk::all(), Chunk(0, offered / 2), Chunk(offered / 2, offered)};
    for (size_t i = 0; i < offered; ++i)
      chunks.push_back(Chunk(i, i + 1));
    return chunks;
  }

  std::unique_ptr<MLIRContext> context = makeContext();
};

TEST_P(ReductionContract, LeavesTheProgramAsItIsWhenNothingIsTaken) {
  for (const char *program : programs) {
    TestCase test = read(program);
    std::string before = print(*test.program);
    CompileOptions options = test.options;
    applyStep(row(), {*test.program, test.options}, Chunk::none());
    EXPECT_EQ(before, print(*test.program)) << program;
    EXPECT_EQ(options, test.options) << program;
  }
}

TEST_P(ReductionContract, OffersAsMuchWhateverIsTaken) {
  for (const char *program : programs) {
    TestCase test = read(program);
    size_t count = offered(test);
    for (Chunk chunk : chunksOf(count)) {
      TestCase changed = test.clone();
      EXPECT_EQ(count, applyStep(row(), {*changed.program, changed.options}, chunk)) << program;
    }
  }
}

TEST_P(ReductionContract, IsDeterministic) {
  for (const char *program : programs) {
    TestCase test = read(program);
    for (Chunk chunk : chunksOf(offered(test))) {
      TestCase once = test.clone(), again = test.clone();
      applyStep(row(), {*once.program, once.options}, chunk);
      applyStep(row(), {*again.program, again.options}, chunk);
      EXPECT_EQ(fingerprint(*once.program, once.options),
                fingerprint(*again.program, again.options))
          << program;
    }
  }
}

TEST_P(ReductionContract, MakesSomeProgramSmaller) {
  ScopedDiagnosticHandler silence(context.get(), [](Diagnostic &) { return success(); });
  bool fires = false;
  for (const char *program : programs) {
    TestCase test = read(program);
    Size before = measure(*test.program, test.options);
    for (Chunk chunk : chunksOf(offered(test))) {
      TestCase changed = test.clone();
      applyStep(row(), {*changed.program, changed.options}, chunk);
      fires |= succeeded(verify(*changed.program)) &&
               measure(*changed.program, changed.options) < before;
    }
  }
  EXPECT_TRUE(fires) << row().name.str() << " does nothing to any program of test/Inputs";
}

TEST_P(ReductionContract, AloneEndsInAValidProgramThatIsNoLarger) {
  Interesting anything = [](ModuleOp, const CompileOptions &) { return true; };
  for (const char *program : programs) {
    TestCase test = read(program);
    ReduceOptions options;
    options.rows = row();
    ReduceResult result = llvm::cantFail(reduce(*test.program, test.options, anything, options));
    EXPECT_TRUE(result.complete) << program;
    EXPECT_TRUE(succeeded(verify(*result.program))) << program;
    EXPECT_LE(measure(*result.program, result.options), measure(*test.program, test.options))
        << program;
  }
}

INSTANTIATE_TEST_SUITE_P(Reductions, ReductionContract,
                         testing::Range<size_t>(0, allReductions().size()),
                         [](const testing::TestParamInfo<size_t> &info) {
                           std::string name = allReductions()[info.param].name.str();
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

} // namespace
