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
  %v = tt.load %a : !tt.ptr<f32>
  tt.store %a, %v : !tt.ptr<f32>)";

TEST(NormalForm, leavesOutNumbersNamesAndRepetition) {
  std::string form = formOf(small);
  EXPECT_EQ(form, formOf(R"(
  %one = arith.constant 7 : i32
  %two = arith.constant 8 : i32
  %s = arith.subi %n, %one : i32
  %t = arith.muli %s, %two : i32
  %q = tt.addptr %p, %t : !tt.ptr<f32>, i32
  %w = tt.load %q : !tt.ptr<f32>
  %r = tt.addptr %p, %n : !tt.ptr<f32>, i32
  tt.store %r, %w : !tt.ptr<f32>)"));
}

TEST(NormalForm, tellsStructureAndOptionalOperands) {
  std::string form = formOf(small);
  EXPECT_NE(form, formOf(R"(
  %v = tt.load %p, %b : !tt.ptr<f32>
  %a = tt.addptr %p, %n : !tt.ptr<f32>, i32
  %x = arith.addi %n, %n : i32
  tt.store %a, %v : !tt.ptr<f32>)"));
  EXPECT_NE(form, formOf(std::string("scf.if %b {") + small + "}"));
  EXPECT_EQ(formId(form).size(), 8u);
  EXPECT_EQ(form.find('\n'), std::string::npos);
}
