// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What counts as implausible, and what does not.
#include "reducer/Plausible.h"

#include "core/ir/Dialects.h"
#include "oracles/TestCase.h"

#include <gtest/gtest.h>

using namespace fathom;

namespace {

struct Row {
  const char *body;
  unsigned count;
};

class PlausibleTest : public testing::TestWithParam<Row> {};

TEST_P(PlausibleTest, CountsPlaces) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string text = std::string(R"(
    tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %m: i32, %c: i1, %t: tensor<16x8xf16>, %u: tensor<8x16xf16>) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c32 = arith.constant 32 : i32
      %true = arith.constant true
      %z = arith.constant dense<0.0> : tensor<16x16xf16>
      )") + GetParam().body +
                     "\ntt.return }";
  TestCase test = llvm::cantFail(parseTestCase(text, "row", *context));
  EXPECT_EQ(GetParam().count, countImplausible(*test.program));
}

const Row rows[] = {
    {"%x = arith.divsi %n, %m : i32", 0},
    {"%x = arith.divsi %n, %c0 : i32", 1},
    {"%s = tt.splat %c0 : i32 -> tensor<4xi32> %x = arith.remui %s, %s : tensor<4xi32>", 1},
    {"%x = arith.shli %n, %c1 : i32", 0},
    {"%x = arith.shli %n, %c32 : i32", 1},
    {"scf.for %i = %c0 to %n step %c1 : i32 {}", 0},
    {"scf.for %i = %c0 to %n step %m : i32 {}", 1},
    {"scf.for %i = %c0 to %n step %c0 : i32 {}", 1},
    {"scf.for %i = %n to %n step %c1 : i32 {}", 1},
    {"scf.for %i = %n to %m step %c1 : i32 {}", 0},
    {"scf.for %i = %n to %c32 step %c1 : i32 {}", 1},
    {"scf.if %c {}", 0},
    {"scf.if %true {}", 1},
    {"%x = arith.andi %true, %true : i1 scf.if %x {}", 1},
    {"scf.while : () -> () { scf.condition(%c) } do { scf.yield }", 0},
    {"scf.while : () -> () { scf.condition(%true) } do { scf.yield }", 1},
    {"%x = tt.dot %z, %z, %z : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>", 0},
    {"%x = tt.dot %t, %u, %z : tensor<16x8xf16> * tensor<8x16xf16> -> tensor<16x16xf16>", 1},
};
INSTANTIATE_TEST_SUITE_P(Rows, PlausibleTest, testing::ValuesIn(rows));

} // namespace
