// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks each Triton release in the cache to read every op that ReleaseSpelling spells for it, so that its tables stay true.
#include "core/ir/Dialects.h"
#include "oracles/subject/ReleaseSpelling.h"
#include "oracles/subject/Releases.h"
#include "oracles/subject/Subject.h"

#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace fathom;
using namespace llvm;

namespace {

constexpr StringLiteral arguments =
    "%b: i1, %i: i32, %l: i64, %f: f32, %p: !tt.ptr<f32>, %pi: !tt.ptr<i32>, %m: tensor<8xi1>, "
    "%vi: tensor<8xi32>, %vl: tensor<8xi64>, %v: tensor<8xf32>, %q: tensor<8x!tt.ptr<f32>>, "
    "%h: tensor<16x16xf16>, %c: tensor<16x16xf32>, %s: tensor<16x2xi8>, %x: tensor<16x32xi8>, "
    "%y: tensor<64x16xbf16>, %z: tensor<64x16xf8E5M2>";

/// One op each, in the canonical spelling.
constexpr StringLiteral ops[] = {
    "%0 = tt.int_to_ptr %l : i64 -> !tt.ptr<f32>",
    "%0 = tt.ptr_to_int %q : tensor<8x!tt.ptr<f32>> -> tensor<8xi64>",
    "%0 = tt.bitcast %v : tensor<8xf32> -> tensor<8xi32>",
    "%0 = tt.fp_to_fp %v, rounding = rtne : tensor<8xf32> -> tensor<8xf8E4M3FN>",
    "%0 = tt.fp_to_fp %v, rounding = rtz : tensor<8xf32> -> tensor<8xbf16>",
    "%0 = arith.constant dense<1.0> : tensor<8xf8E4M3FN>",
    "%0 = tt.clampf %v, %v, %v, propagateNan = all : tensor<8xf32>",
    "%0 = tt.precise_sqrt %v : tensor<8xf32>",
    "%0 = tt.precise_divf %v, %v : tensor<8xf32>",
    "%0 = tt.approx_divf %v, %v : tensor<8xf32>",
    "%0 = tt.mulhiui %vi, %vi : tensor<8xi32>",
    "%0 = tt.addptr %q, %vl : tensor<8x!tt.ptr<f32>>, tensor<8xi64>",
    "%0 = tt.extern_elementwise %v {libname = \"\", libpath = \"\", pure = true, symbol = \"f\"} : "
    "(tensor<8xf32>) -> tensor<8xf32>",
    "%0 = tt.elementwise_inline_asm \"mov $0, $1;\" {constraints = \"=r,r\", packed_element = 1 : "
    "i32, pure = true} %vi : tensor<8xi32> -> tensor<8xi32>",
    "%0 = \"tt.map_elementwise\"(%v) <{pack = 1 : i32}> ({\n^bb0(%a: f32):\n"
    "tt.map_elementwise.return %a : f32\n}) : (tensor<8xf32>) -> tensor<8xf32>",
    "%0 = tt.load %q : tensor<8x!tt.ptr<f32>>",
    "%0 = tt.load %q, %m, %v cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : "
    "tensor<8x!tt.ptr<f32>>",
    "%0 = tt.load %q cacheModifier = cv : tensor<8x!tt.ptr<f32>>",
    "%0 = tt.load %q cacheModifier = wt : tensor<8x!tt.ptr<f32>>",
    "tt.store %q, %v, %m cacheModifier = wt : tensor<8x!tt.ptr<f32>>",
    "tt.store %q, %v cacheModifier = cv : tensor<8x!tt.ptr<f32>>",
    "%0 = tt.atomic_rmw fadd, acq_rel, gpu, %q, %v, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, "
    "tensor<8xi1>) -> tensor<8xf32>",
    "%0 = tt.atomic_cas acquire, sys, %pi, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32",
    "%0 = tt.atomic_load acquire, gpu, %p : (!tt.ptr<f32>) -> f32",
    "tt.atomic_store release, gpu, %p, %f : !tt.ptr<f32>",
    "%0 = tt.atomic_poll acquire, gpu, %pi, %i timeout %l : !tt.ptr<i32>, i32 -> i1",
    "tt.grid_dependency_wait",
    "%0 = tt.make_tensor_ptr %p, [%l, %l], [%l, %l], [%i, %i] {order = array<i32: 1, 0>} : "
    "<tensor<16x16xf32>>\n%1 = tt.advance %0, [%i, %i] : <tensor<16x16xf32>>\n"
    "%2 = tt.load %1 {boundaryCheck = array<i32: 0>, padding = 2 : i32} : "
    "!tt.ptr<tensor<16x16xf32>>",
    "%0 = tt.make_tensor_descriptor %pi, [%i, %i], [%l, %l] : <i32>, <tensor<16x16xsi32>>\n"
    "%1 = tt.descriptor_load %0[%i, %i] : !tt.tensordesc<tensor<16x16xsi32>> -> tensor<16x16xi32>\n"
    "tt.descriptor_store %0[%i, %i], %1 : !tt.tensordesc<tensor<16x16xsi32>>, tensor<16x16xi32>",
    "%0 = tt.make_tensor_descriptor %p, [%i, %i], [%l, %l] {padding = 2 : i32} : <f32>, "
    "<tensor<16x16xf32>>\n tt.descriptor_reduce add, %0[%i, %i], %c : "
    "!tt.tensordesc<tensor<16x16xf32>>, tensor<16x16xf32>",
    "%0 = tt.make_tensor_descriptor %p, [%i, %i], [%l, %l] : <f32>, <tensor<1x32xf32>>\n"
    "%1 = tt.descriptor_gather %0[%vi, %i] : (!tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, "
    "i32) "
    "-> tensor<8x32xf32>\ntt.descriptor_scatter %0[%vi, %i], %1 : "
    "!tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32, tensor<8x32xf32>",
    "%0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>",
    "%0 = tt.splat %f : f32 -> tensor<1xf32>\n%1 = tt.unsplat %0 : tensor<1xf32>",
    "%0 = tt.expand_dims %v {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>\n"
    "%1 = tt.broadcast %0 : tensor<8x1xf32> -> tensor<8x4xf32>",
    "%0 = tt.reshape %v : tensor<8xf32> -> tensor<4x2xf32>",
    "%0 = tt.reshape %v allow_reorder efficient_layout : tensor<8xf32> -> tensor<4x2xf32>",
    "%0 = tt.trans %h {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16>",
    "%0 = tt.cat %v, %v : tensor<8xf32> -> tensor<16xf32>",
    "%0 = tt.join %v, %v : tensor<8xf32> -> tensor<8x2xf32>\n"
    "%1, %2 = tt.split %0 : tensor<8x2xf32> -> tensor<8xf32>",
    "%0 = tt.gather %v[%vi] {axis = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>",
    "%0 = tt.dot %h, %h, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>",
    "%0 = tt.dot %c, %c, %c, inputPrecision = tf32x3 {maxNumImpreciseAcc = 8 : i32} : "
    "tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>",
    "%0 = tt.dot %c, %c, %c, inputPrecision = bf16x3 : tensor<16x16xf32> * tensor<16x16xf32> -> "
    "tensor<16x16xf32>",
    "%0 = tt.dot_scaled %x scale %s, %y, %c lhs = e2m1 rhs = bf16 {fastMath = false} : "
    "tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xbf16> -> tensor<16x16xf32>",
    "%0 = tt.dot_scaled %x scale %s, %z, %c lhs = e2m1 rhs = e5m2 {fastMath = false} : "
    "tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E5M2> -> tensor<16x16xf32>",
    "%0 = \"tt.reduce\"(%v) <{axis = 0 : i32}> ({\n^bb0(%a: f32, %d: f32):\n"
    "%e = arith.addf %a, %d : f32\ntt.reduce.return %e : f32\n}) : (tensor<8xf32>) -> f32",
    "%0 = \"tt.scan\"(%v) <{axis = 0 : i32, reverse = true}> ({\n^bb0(%a: f32, %d: f32):\n"
    "%e = arith.addf %a, %d : f32\ntt.scan.return %e : f32\n}) : (tensor<8xf32>) -> tensor<8xf32>",
    "%0 = tt.histogram %vi : tensor<8xi32> -> tensor<8xi32>",
    "%0 = tt.histogram %vi, %m : tensor<8xi32> -> tensor<8xi32>",
    "%0 = tt.get_program_id x : i32\n%1 = tt.get_num_programs z : i32",
    "tt.print \" x: \" {hex = true, isSigned = array<i32: 1, 0>} : %vi, %f : tensor<8xi32>, f32",
    "tt.print \"nothing\" {hex = false, isSigned = array<i32>}",
    "tt.assert %m, \"message\" : tensor<8xi1>",
    "tt.assert %b, \"message\" : i1",
    "llvm.intr.assume %b : i1",
    "ttg.barrier all",
    "%0 = arith.trunci %l overflow<nsw> : i64 to i32\n%1 = arith.extf %f fastmath<contract> : f32 "
    "to f64"};

std::vector<std::string> releases() {
  Expected<std::vector<std::string>> cached = cachedReleases();
  if (cached)
    return *cached;
  consumeError(cached.takeError());
  return {};
}

class ReleaseReads : public testing::TestWithParam<std::string> {};

TEST_P(ReleaseReads, WhatIsSpelledForIt) {
  auto context = makeContext();
  // All that can be spelled, in one module: one question to the release.
  mlir::OwningOpRef<mlir::ModuleOp> all =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
  size_t spelled = 0;
  for (auto [number, op] : enumerate(ops)) {
    std::string text =
        formatv("tt.func public @f{0}({1}) {{\n{2}\ntt.return\n}", number, arguments, op);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    ASSERT_TRUE(module) << text;
    Expected<std::string> printed = printForRelease(*module, GetParam());
    if (!printed) {
      consumeError(printed.takeError());
      continue;
    }
    ++spelled;
    all->getBody()->getOperations().splice(all->getBody()->end(),
                                           module->getBody()->getOperations());
  }
  EXPECT_GE(spelled, std::size(ops) * 2 / 3);

  Expected<std::unique_ptr<Subject>> subject = openSubject("triton:" + GetParam());
  ASSERT_TRUE(static_cast<bool>(subject)) << toString(subject.takeError());
  CompileRequest request{cantFail(parseTarget("cuda:80")), {}, Stage::Ttir, "", false, {}};
  Expected<Artifact> artifact = (*subject)->compile(*all, request);
  ASSERT_TRUE(static_cast<bool>(artifact)) << toString(artifact.takeError());
  // What passes make of such programs is of no interest here.
  if (artifact->failure)
    EXPECT_NE(artifact->failure->stage, "parse") << artifact->failure->log;
}

std::string name(const testing::TestParamInfo<std::string> &info) {
  std::string name = "Triton" + info.param;
  std::replace_if(name.begin(), name.end(), [](char c) { return !isAlnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cached, ReleaseReads, testing::ValuesIn(releases()), name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReleaseReads);

} // namespace
