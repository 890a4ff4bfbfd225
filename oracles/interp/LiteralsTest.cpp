// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that the algebra does not tell what a compiler folds from what is computed when the program runs.
#include "oracles/interp/TensorTesting.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

namespace fathom::interp {
namespace {

constexpr int trips = 32;

/// Stores %i0 to %i4 and %f0 to %f6 of the trip `k` into its place of two buffers.
std::string stores(const std::string &k) {
  std::string text;
  auto store = [&](char kind, unsigned result, unsigned results, const char *type) {
    text +=
        llvm::formatv("%n{0}{1} = arith.constant {1} : i32\n%w{0}{1} = arith.constant {2} : i32\n"
                      "%r{0}{1} = arith.muli {3}, %w{0}{1} : i32\n"
                      "%o{0}{1} = arith.addi %r{0}{1}, %n{0}{1} : i32\n"
                      "%p{0}{1} = tt.addptr %b{0}, %o{0}{1} : !tt.ptr<{4}>, i32\n"
                      "tt.store %p{0}{1}, %{0}{1} : !tt.ptr<{4}>\n",
                      kind, result, results, k, type);
  };
  for (unsigned result = 0; result < 5; ++result)
    store('i', result, 5, "i32");
  for (unsigned result = 0; result < 7; ++result)
    store('f', result, 7, "f32");
  return text;
}

/// A trip that computes from %k, and in the ring if `zero` is a loaded 0.
std::string trip(const std::string &zero) {
  return "%f = arith.sitofp %k : i32 to f32\n%quarter = arith.constant 0.25 : f32\n"
         "%bound = arith.constant 5.5 : f32\n%half = arith.constant 0.5 : f32\n"
         "%q0 = arith.mulf %f, %quarter : f32\n%q = arith.subf %q0, " +
         zero +
         " : f32\n%i0 = arith.fptosi %q : f32 to i32\n%c = arith.cmpf olt, %q, %bound : f32\n"
         "%i1 = arith.extui %c : i1 to i32\n%m = arith.negf %q : f32\n"
         "%i2 = arith.fptosi %m : f32 to i32\n%lower = arith.cmpf oge, %m, %half : f32\n"
         "%i3 = arith.extui %lower : i1 to i32\n%i4 = arith.bitcast %q : f32 to i32\n"
         "%f0 = math.floor %q : f32\n%f1 = arith.maximumf %q, %half : f32\n"
         "%f2 = arith.minnumf %bound, %q : f32\n%f3 = math.absf %m : f32\n"
         "%f4 = math.roundeven %m : f32\n%f5 = math.ceil %m : f32\n"
         "%f6 = math.copysign %half, %m : f32\n" +
         stores("%k");
}
/// What a compiler makes of that trip if it knows that %k is `k`.
std::string folded(int k) {
  float q = float(k) * 0.25f, m = -q;
  std::string text = llvm::formatv("%k = arith.constant {0} : i32\n", k);
  auto integer = [&](unsigned result, int32_t number) {
    text += llvm::formatv("%i{0} = arith.constant {1} : i32\n", result, number);
  };
  auto real = [&](unsigned result, float number) {
    text += llvm::formatv("%f{0} = arith.constant {1:e} : f32\n", result, number);
  };
  integer(0, int32_t(q)), integer(1, q < 5.5f), integer(2, int32_t(m)), integer(3, m >= 0.5f);
  integer(4, llvm::bit_cast<int32_t>(q));
  real(0, std::floor(q)), real(1, std::fmax(q, 0.5f)), real(2, std::fmin(5.5f, q));
  real(3, std::fabs(m)), real(4, std::nearbyint(m)), real(5, std::ceil(m));
  real(6, std::copysign(0.5f, m));
  return text + stores("%k");
}

/// Trips from `from` on are folded.
RunResult runTrips(const std::string &zero, int from) {
  std::string text =
      "tt.func public @k(%bi: !tt.ptr<i32>, %bf: !tt.ptr<f32>, %in: !tt.ptr<f32>) {\n"
      "%zero = arith.constant 0.0 : f32\n%loaded = tt.load %in : !tt.ptr<f32>\n"
      "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n";
  text += llvm::formatv("%cn = arith.constant {0} : i32\n", from);
  text += "scf.for %k = %c0 to %cn step %c1 : i32 {\n" + trip(zero) + "}\n";
  for (int k = from; k < trips; ++k)
    text += "scf.execute_region {\n" + folded(k) + "scf.yield\n}\n";
  return runIr(
      text + "tt.return\n}", Semantics::Algebra,
      {ints(std::vector<int32_t>(trips * 5)), floats(std::vector<float>(trips * 7)), floats({0})});
}

TEST(Literals, FoldedTripsOfALoopAreEqual) {
  for (const char *zero : {"%zero", "%loaded"}) {
    RunResult loop = runTrips(zero, trips);
    ASSERT_EQ(loop.stop(), "");
    EXPECT_EQ(loop.as<int32_t>(0)[5 * (trips - 1)], 7);
    for (int from : {trips - 1, 1}) { // Not the first: the ring has no -0.
      RunResult other = runTrips(zero, from);
      ASSERT_EQ(other.stop(), "");
      EXPECT_EQ(loop.as<int32_t>(0), other.as<int32_t>(0)) << zero << " from " << from;
      EXPECT_EQ(loop.ring(1), other.ring(1)) << zero << " from " << from;
    }
  }
}

/// One integer, whether it is a scalar or all elements are equal to it; the elements of a tensor stay what they are.
TEST(Literals, IntegersAreRoundedAsACompilerDoes) {
  const std::vector<int32_t> integers = {0, 1, 3, 31, 2049, -7, 16777217, -1};
  for (std::string type : {"", "tensor<8x"}) {
    std::string end = type.empty() ? "" : ">";
    auto of = [&](const std::string &element) { return type + element + end; };
    auto dense = [&](const std::string &number) {
      return type.empty() ? number : "dense<" + number + ">";
    };
    for (int32_t integer : integers) {
      TensorKernel kernel;
      kernel.input("i32", ints({integer}));
      kernel.body(type.empty() ? "%n = arith.ori %0, %0 : i32"
                               : "%n = tt.splat %0 : i32 -> tensor<8xi32>");
      kernel.body("%f = arith.sitofp %n : " + of("i32") + " to " + of("f32") +
                  "\n%u = arith.uitofp %n : " + of("i32") + " to " + of("f32") +
                  "\n%tenth = arith.constant " + dense("0.1") + " : " + of("f32") +
                  "\n%t = arith.mulf %f, %tenth : " + of("f32") +
                  "\n%h = arith.truncf %f : " + of("f32") + " to " + of("f16") +
                  "\n%w = arith.extf %h : " + of("f16") + " to " + of("f32") +
                  "\n%e = math.exp2 %t : " + of("f32") + "\n%i = arith.fptosi %t : " + of("f32") +
                  " to " + of("i32") + "\n%c = arith.cmpf ogt, %t, %tenth : " + of("f32"));
      auto shape = [&](const std::string &element) { return (end.empty() ? "" : "8x") + element; };
      std::vector<unsigned> outputs;
      for (const char *name : {"%f", "%u", "%t", "%w", "%e"})
        outputs.push_back(kernel.output(name, shape("f32")));
      unsigned i = kernel.output("%i", shape("i32")), c = kernel.output("%c", shape("i1"));
      RunResult r = kernel.run(Semantics::Algebra), ieee = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "");
      for (unsigned out : outputs)
        EXPECT_EQ(r.ring(out)[0], ring::fromDouble(ieee.as<float>(out)[0])) << integer << out;
      EXPECT_EQ(r.as<int32_t>(i), ieee.as<int32_t>(i));
      EXPECT_EQ(r.as<uint8_t>(c), ieee.as<uint8_t>(c));
    }
  }
  TensorKernel kernel;
  kernel.input("8xi32", ints(integers));
  kernel.body("%f = arith.sitofp %0 : tensor<8xi32> to tensor<8xf32>");
  unsigned f = kernel.output("%f", "8xf32");
  EXPECT_EQ(kernel.run(Semantics::Algebra).ring(f), integers);
}

TEST(Literals, DivisionIsAProductWithTheReciprocal) {
  TensorKernel kernel;
  kernel.input("i32", ints({7}));
  kernel.body("%n = tt.splat %0 : i32 -> tensor<4xi32>\n"
              "%f = arith.sitofp %n : tensor<4xi32> to tensor<4xf32>\n"
              "%three = arith.constant dense<3.0> : tensor<4xf32>\n"
              "%one = arith.constant dense<1.0> : tensor<4xf32>\n"
              "%q = arith.divf %f, %three : tensor<4xf32>\n"
              "%r = tt.approx_divf %one, %three : tensor<4xf32>\n"
              "%p = arith.mulf %f, %r : tensor<4xf32>\n"
              "%folds = arith.divf %one, %three : tensor<4xf32>");
  unsigned q = kernel.output("%q", "4xf32"), p = kernel.output("%p", "4xf32"),
           folds = kernel.output("%folds", "4xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.ring(q)[1], ring::div(7, 3));
  EXPECT_EQ(r.ring(q), r.ring(p));
  EXPECT_EQ(r.ring(folds)[0], ring::fromDouble(1.0f / 3.0f));
}

TEST(Literals, ChosenWholeTheyStayLiterals) {
  TensorKernel kernel;
  kernel.input("i32", ints({3}));
  kernel.input("4xf32", floats({1, 2, 3, 4}));
  kernel.input("i32", ints({1}));
  kernel.body("%n = tt.splat %0 : i32 -> tensor<4xi32>\n"
              "%f = arith.sitofp %n : tensor<4xi32> to tensor<4xf32>\n"
              "%on = arith.trunci %2 : i32 to i1\n"
              "%tenth = arith.constant dense<0.1> : tensor<4xf32>\n"
              "%s = arith.select %on, %f, %1 : tensor<4xf32>\n"
              "%b = scf.if %on -> tensor<4xf32> {\nscf.yield %f : tensor<4xf32>\n} else {\n"
              "scf.yield %1 : tensor<4xf32>\n}\n"
              "%st = arith.mulf %s, %tenth : tensor<4xf32>\n"
              "%bt = arith.mulf %b, %tenth : tensor<4xf32>");
  unsigned st = kernel.output("%st", "4xf32"), bt = kernel.output("%bt", "4xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.ring(st)[1], ring::fromDouble(3.0f * 0.1f));
  EXPECT_EQ(r.ring(st), r.ring(bt));
}

} // namespace
} // namespace fathom::interp
