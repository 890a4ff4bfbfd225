// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of regressions and Python reproducers.
#include "reducer/Regression.h"

#include "core/ir/Dialects.h"
#include "reducer/PythonReproducer.h"

#include <gtest/gtest.h>

using namespace fathom;

namespace {

const Signature found{"no-crash", "assertion", "TritonGPURemoveLayoutConversions",
                      "rewrittenValue (RemoveLayoutConversions.cpp)"};
const Signature other{"no-crash", "error", "ttgir", "a [[b]] c"};

class RegressionTest : public testing::Test {
protected:
  TestCase test() {
    return llvm::cantFail(parseTestCase(R"(// RUN: an old line
// TARGET: cuda:80
// OPTIONS: num-warps=8 num-stages=2 num-ctas=1
// ORIGIN: choices:default:0a0b
module {
  tt.func public @f() {
    tt.return
  }
}
)",
                                        "test", *context));
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
};

TEST_F(RegressionTest, SaysWhatFailsWhere) {
  std::vector<ReleaseStanding> standings{
      {"triton:3.0.0", Standing::Same, found, ""},
      {"triton:3.1.0", Standing::Same, found, ""},
      {"triton:3.2.0", Standing::Other, other, ""},
      {"triton:3.3.1", Standing::Passes, {}, ""},
      {"triton:3.9.0", Standing::Unspellable, {}, "unknown op"},
  };
  std::string text = writeRegression(test(), found, standings);
  EXPECT_EQ(
      llvm::StringRef(text).split("module {").first,
      R"(// RUN: %if triton-3.0.0 %{ not fathom check %s --oracle no-crash --subject triton:3.0.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.2.0 %{ not fathom check %s --oracle no-crash --subject triton:3.2.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:80 %}
//
// Found as no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
//   3.0.0, 3.1.0   fails so
//   3.2.0          fails otherwise: no-crash: error in ttgir: a [[b]] c
//   3.3.1          passes
//   3.9.0          does not read it: unknown op
//
// FAILS: no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
// FAILS-2: no-crash: error in ttgir: a {{\[\[}}b]] c
// TARGET: cuda:80
// OPTIONS: num-warps=8 num-stages=2 num-ctas=1
// STAGE: ttgir
// ORIGIN: choices:default:0a0b
)");
}

TEST_F(RegressionTest, IsATestCaseAgain) {
  std::string text = writeRegression(test(), found, {{"triton:3.0.0", Standing::Same, found, ""}});
  TestCase again = llvm::cantFail(parseTestCase(text, "again", *context));
  EXPECT_EQ("choices:default:0a0b", again.origin);
  EXPECT_EQ(8, again.options.numWarps);
  ASSERT_EQ(1u, again.targets.size());
  EXPECT_EQ("cuda:80", again.targets[0].str());
}

TEST_F(RegressionTest, GivesNames) {
  TestCase numbered = llvm::cantFail(parseTestCase(R"(
    module {
      tt.func public @f(%0: !tt.ptr<f32>, %1: i32, %2: i32, %3: i1) {
        %c1 = arith.constant 1 : i32
        %4 = tt.splat %0 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
        %5 = tt.load %4 : tensor<8x!tt.ptr<f32>>
        %6 = scf.for %7 = %1 to %2 step %c1 iter_args(%8 = %5) -> (tensor<8xf32>) : i32 {
          %9 = arith.addf %8, %5 : tensor<8xf32>
          scf.yield %9 : tensor<8xf32>
        }
        tt.store %4, %6 : tensor<8x!tt.ptr<f32>>
        tt.return
      }
    })",
                                                   "numbered", *context));
  numbered.targets = {llvm::cantFail(parseTarget("cuda:80"))};
  std::string text = writeRegression(numbered, found, {});
  EXPECT_EQ(llvm::StringRef(text).split("module {").second, R"(
  tt.func public @f(%p: !tt.ptr<f32>, %lb: i32, %ub: i32, %cond: i1) {
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %load = tt.load %ptrs : tensor<8x!tt.ptr<f32>>
    %for = scf.for %i = %lb to %ub step %c1_i32 iter_args(%acc = %load) -> (tensor<8xf32>)  : i32 {
      %addf = arith.addf %acc, %load : tensor<8xf32>
      scf.yield %addf : tensor<8xf32>
    }
    tt.store %ptrs, %for : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
)");
}

TEST_F(RegressionTest, AlwaysRunsTheSubjectThatFailed) {
  TestCase own = test();
  own.subjects = {"triton:3.1.0"};
  std::string run = "// RUN: %if triton-3.1.0 %{ not fathom check";
  EXPECT_TRUE(llvm::StringRef(writeRegression(own, found, {})).starts_with(run));
  EXPECT_TRUE(llvm::StringRef(
                  writeRegression(own, found, {{"triton:3.1.0", Standing::Unavailable, {}, ""}}))
                  .starts_with(run));
}

TEST_F(RegressionTest, CutsTheBytesThatMadeTheOriginal) {
  TestCase made = test();
  made.origin = "choices:default:" + std::string(300, 'a');
  std::string text = writeRegression(made, found, {});
  EXPECT_NE(text.find("// ORIGIN: choices:default:" + std::string(44, 'a') + "...\n"),
            std::string::npos)
      << text;
}

TEST_F(RegressionTest, NamesTheFileByWords) {
  EXPECT_EQ("remove-layout-conversions-rewritten-value-" + found.id() + ".mlir",
            regressionName(found));
  EXPECT_EQ("ttgir-a-b-c-" + other.id() + ".mlir", regressionName(other));
}

TEST_F(RegressionTest, WritesAScriptThatNeedsTritonAlone) {
  PythonReproducer reproducer{"module {\n}\n", false, llvm::cantFail(parseTarget("hip:gfx942")), {},
                              "3.1.0",         found};
  std::string script = writePythonReproducer(reproducer);
  llvm::StringRef text(script);
  EXPECT_TRUE(text.contains("pip install triton==3.1.0"));
  EXPECT_TRUE(text.contains("PROGRAM = r'''\nmodule {\n}\n'''"));
  EXPECT_TRUE(text.contains(
      R"(GPUTarget("hip", "gfx942", 64), options={"num_warps": 4, "num_stages": 3, "num_ctas": 1})"))
      << script;
  EXPECT_TRUE(text.contains("program.ttir"));
  EXPECT_FALSE(text.contains("fathom"));
}

} // namespace
