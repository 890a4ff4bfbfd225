// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/campaign/NormalForm.h"

#include "core/ir/Dialects.h"
#include "oracles/TestCase.h"

#include "gtest/gtest.h"

using namespace fathom;

/// The form of a kernel with this body; it has %p, a pointer, and %n, a number.
static std::string formOf(const std::string &body) {
  auto context = makeContext();
  TestCase test = llvm::cantFail(
      parseTestCase("module { tt.func public @k(%p: !tt.ptr<f32>, %n: i32, %b: i1) {\n" + body +
                        "\ntt.return } }",
                    "t", *context));
  return normalForm(*test.program);
}

static const char *const small = R"(
  %c1 = arith.constant 1 : i32
  %x = arith.addi %n, %c1 : i32
  %a = tt.addptr %p, %x : !tt.ptr<f32>, i32
  %v = tt.load %a, %b : !tt.ptr<f32>
  %s = arith.addf %v, %v : f32
  tt.store %a, %s : !tt.ptr<f32>)";

TEST(NormalForm, leavesOutNumbersNamesAndRepetition) {
  std::string form = formOf(small);
  EXPECT_EQ(form, "func{float load.mask}");
  EXPECT_EQ(form, formOf(R"(
  %one = arith.constant 7 : i32
  %two = arith.constant 8 : i32
  %s = arith.subi %n, %one : i32
  %t = arith.muli %s, %two : i32
  %q = tt.addptr %p, %t : !tt.ptr<f32>, i32
  %w = tt.load %q, %b : !tt.ptr<f32>
  %v = tt.load %p, %b : !tt.ptr<f32>
  %f = arith.mulf %v, %w : f32
  tt.store %p, %f : !tt.ptr<f32>)"));
}

TEST(NormalForm, tellsStructureAndOptionalOperands) {
  EXPECT_EQ(formOf("%f = arith.constant 1.0 : f32\n%v = tt.load %p, %b, %f : !tt.ptr<f32>"),
            "func{load.mask.other}");
  EXPECT_EQ(formOf(std::string("scf.if %b {") + small + "}"), "func{if{float load.mask}{}}");
  // A load in a branch may be what is wrong; the one before it feeds the program.
  EXPECT_EQ(formOf(R"(
  %v = tt.load %p : !tt.ptr<f32>
  scf.if %b {
    %w = tt.load %p : !tt.ptr<f32>
    tt.store %p, %w : !tt.ptr<f32>
  }
  tt.store %p, %v, %b : !tt.ptr<f32>)"),
            "func{if{load}{} store.mask}");
  EXPECT_EQ(formId("func{}").size(), 8u);
}
