// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine on planted predicates: what must stay stays, and little else.
#include "reducer/Reducer.h"
#include "SourceDir.h"
#include "core/ir/Dialects.h"
#include "core/ir/Triton.h"
#include "reducer/Size.h"

#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace fathom;
using namespace mlir;

namespace {

class ReducerTest : public testing::Test {
protected:
  TestCase read(const char *program) {
    std::string path = std::string(FATHOM_SOURCE_DIR "/reducer/test/Inputs/") + program + ".mlir";
    return llvm::cantFail(readTestCase(path, *context));
  }
  ReduceResult shrink(const char *program, const Interesting &interesting,
                      const ReduceOptions &options = {}) {
    TestCase test = read(program);
    return llvm::cantFail(reduce(*test.program, test.options, interesting, options));
  }
  static std::string print(ModuleOp program) {
    std::string text;
    llvm::raw_string_ostream(text) << program;
    return text;
  }
  static bool contains(ModuleOp program, llvm::function_ref<bool(Operation *)> matches) {
    return program
        .walk([&](Operation *op) {
          return matches(op) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }
  std::unique_ptr<MLIRContext> context = makeContext();
};

bool isDot(Operation *op) { return isa<tt::DotOp>(op); }

bool isAddInWhileInFor(Operation *op) {
  if (!isa<arith::AddFOp>(op))
    return false;
  auto loop = op->getParentOfType<scf::WhileOp>();
  return loop && loop->getParentOfType<scf::ForOp>();
}

TEST_F(ReducerTest, KeepsADotAndWhatItNeeds) {
  ReduceResult result = shrink(
      "nest", [](ModuleOp program, const CompileOptions &) { return contains(program, isDot); });
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(succeeded(verify(*result.program)));
  // A constant that is both factors, the dot, and a store without which it would be dead.
  EXPECT_LE(result.statistics.opsAfter, 4u) << print(*result.program);
  EXPECT_TRUE(contains(*result.program, isDot));
  EXPECT_EQ(CompileOptions(), result.options);
}

TEST_F(ReducerTest, KeepsALoopInALoop) {
  ReduceResult result = shrink("nest", [](ModuleOp program, const CompileOptions &) {
    return contains(program, isAddInWhileInFor);
  });
  EXPECT_TRUE(result.complete);
  // The two loops, the addition, constants for the step and the summand, and a store of the result.
  EXPECT_LE(result.statistics.opsAfter, 7u) << print(*result.program);
}

TEST_F(ReducerTest, KeepsTheKnobsThatMatter) {
  ReduceResult result = shrink(
      "nest", [](ModuleOp, const CompileOptions &options) { return options.numStages == 4; });
  EXPECT_EQ(4, result.options.numStages);
  EXPECT_EQ(4, result.options.numWarps);
  EXPECT_EQ(0u, result.statistics.opsAfter) << print(*result.program);
}

TEST_F(ReducerTest, NeverAsksTwice) {
  std::set<std::string> asked;
  shrink("nest", [&](ModuleOp program, const CompileOptions &options) {
    EXPECT_TRUE(succeeded(verify(program)));
    std::string key =
        print(program) + std::to_string(options.numWarps) + " " + std::to_string(options.numStages);
    EXPECT_TRUE(asked.insert(key).second) << "asked again:\n" << key;
    return contains(program, isDot);
  });
}

TEST_F(ReducerTest, GoesDownInTheOrder) {
  std::optional<Size> last;
  ReduceOptions options;
  options.progress = [&](ModuleOp best, const CompileOptions &knobs, const ReduceStatistics &) {
    Size size = measure(best, knobs);
    if (last)
      EXPECT_LT(size, *last);
    last = std::move(size);
    return true;
  };
  shrink("calls", [](ModuleOp, const CompileOptions &) { return true; }, options);
  ASSERT_TRUE(last);
  EXPECT_EQ(0u, last->ops);
}

TEST_F(ReducerTest, GivesTheSameResultEachTime) {
  auto once = [&] {
    return print(*shrink("nest", [](ModuleOp program, const CompileOptions &) {
                    return contains(program, isAddInWhileInFor);
                  }).program);
  };
  EXPECT_EQ(once(), once());
}

TEST_F(ReducerTest, GivesTheSameResultWhateverTheNumberOfThreads) {
  Interesting keepsAdd = [](ModuleOp program, const CompileOptions &) {
    return contains(program, isAddInWhileInFor);
  };
  auto with = [&](unsigned threads) {
    ReduceOptions options;
    options.threads = threads;
    // Some answers take longer than others, so that those that are asked later are there first.
    auto asked = std::make_shared<std::atomic<unsigned>>(0);
    options.another = [=]() -> llvm::Expected<Interesting> {
      return [=](ModuleOp program, const CompileOptions &knobs) -> llvm::Expected<bool> {
        std::this_thread::sleep_for(std::chrono::milliseconds(++*asked % 3));
        return keepsAdd(program, knobs);
      };
    };
    std::string steps;
    options.progress = [&](ModuleOp best, const CompileOptions &, const ReduceStatistics &now) {
      steps += std::to_string(now.questions) + " " + print(best);
      return true;
    };
    ReduceResult result = shrink("nest", keepsAdd, options);
    EXPECT_TRUE(result.complete);
    return steps + std::to_string(result.statistics.questions) + " " +
           std::to_string(result.statistics.candidates);
  };
  std::string one = with(1);
  for (unsigned threads : {2, 3, 8})
    EXPECT_EQ(one, with(threads)) << threads;
}

TEST_F(ReducerTest, SaysWhyAThreadCannotAsk) {
  ReduceOptions options;
  options.threads = 2;
  options.another = []() -> llvm::Expected<Interesting> {
    return llvm::createStringError("no such subject");
  };
  ReduceResult result =
      shrink("nest", [](ModuleOp, const CompileOptions &) { return true; }, options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ("no such subject", result.stoppedBy);
}

TEST_F(ReducerTest, SaysSoWhenThereIsNothingToReduce) {
  TestCase test = read("scan");
  Interesting nothing = [](ModuleOp, const CompileOptions &) { return false; };
  auto result = reduce(*test.program, test.options, nothing);
  ASSERT_FALSE(bool(result));
  EXPECT_EQ("nothing to reduce: the program does not fail in that way",
            llvm::toString(result.takeError()));
}

TEST_F(ReducerTest, KeepsWhatItReachedWhenQuestionsRunOut) {
  ReduceOptions options;
  options.maxQuestions = 5;
  ReduceResult result = shrink(
      "nest", [](ModuleOp program, const CompileOptions &) { return contains(program, isDot); },
      options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ("out of questions", result.stoppedBy);
  EXPECT_EQ(5u, result.statistics.questions);
  EXPECT_LT(result.statistics.opsAfter, result.statistics.opsBefore);
  EXPECT_TRUE(contains(*result.program, isDot));
}

TEST_F(ReducerTest, KeepsWhatItReachedWhenThePredicateCannotBeAsked) {
  unsigned left = 5;
  ReduceResult result =
      shrink("nest", [&](ModuleOp program, const CompileOptions &) -> llvm::Expected<bool> {
        if (left-- == 0)
          return llvm::createStringError("the subject is gone");
        return contains(program, isDot);
      });
  EXPECT_FALSE(result.complete);
  EXPECT_EQ("the subject is gone", result.stoppedBy);
  EXPECT_TRUE(contains(*result.program, isDot));
}

TEST_F(ReducerTest, StopsWhenToldTo) {
  ReduceOptions options;
  unsigned reports = 0;
  options.progress = [&](ModuleOp, const CompileOptions &, const ReduceStatistics &) {
    return ++reports < 3;
  };
  ReduceResult result = shrink(
      "nest", [](ModuleOp program, const CompileOptions &) { return contains(program, isDot); },
      options);
  EXPECT_EQ("interrupted", result.stoppedBy);
  EXPECT_EQ(3u, reports);
}

TEST_F(ReducerTest, StopsBetweenQuestions) {
  ReduceOptions options;
  unsigned asked = 0;
  options.interrupted = [&] { return asked == 4; };
  ReduceResult result = shrink(
      "nest",
      [&](ModuleOp program, const CompileOptions &) {
        // Only the input is interesting, so that nothing is ever reported.
        return asked++ == 0;
      },
      options);
  EXPECT_EQ("interrupted", result.stoppedBy);
  EXPECT_EQ(4u, result.statistics.questions);
}

TEST_F(ReducerTest, MakesNoDivisionByZeroAndNoEndlessStep) {
  TestCase test = llvm::cantFail(parseTestCase(R"(
    module {
      tt.func public @f(%p: !tt.ptr<i32>, %n: i32) {
        %c0 = arith.constant 0 : i32
        %c4 = arith.constant 4 : i32
        scf.for %i = %c0 to %n step %c4 : i32 {
          %d = arith.divsi %i, %n : i32
          tt.store %p, %d : !tt.ptr<i32>
        }
        tt.return
      }
    })",
                                               "divide", *context));
  auto result = llvm::cantFail(
      reduce(*test.program, test.options, [](ModuleOp program, const CompileOptions &) {
        return contains(program, [](Operation *op) {
          return isa<arith::DivSIOp>(op) && op->getParentOfType<scf::ForOp>();
        });
      }));
  bool zero = contains(*result.program, [](Operation *op) {
    Value divisor = isa<arith::DivSIOp>(op) ? op->getOperand(1)
                    : isa<scf::ForOp>(op)   ? cast<scf::ForOp>(op).getStep()
                                            : Value();
    return divisor && matchPattern(divisor, m_Zero());
  });
  EXPECT_FALSE(zero) << print(*result.program);
  EXPECT_LE(result.statistics.opsAfter, 5u) << print(*result.program);
}

} // namespace
