// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of variants, for every row: it finds something to change, what it makes verifies and means the same, and it does the same each time.
#include "oracles/check/variant/Variant.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

struct Sample {
  const char *launch, *text;
};

const Sample samples[] = {
    // A nest with constant bounds, values before and after the inner loop, two buffers that are stored to, an integer argument.
    {"grid=2,1,1 rng-seed=3 args=f32[256];out:f32[64];inout:i32[64];i32=7", R"(
  tt.func public @nest(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %sums: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : i32
    %zero = arith.constant dense<0.0> : tensor<32xf32>
    %pid = tt.get_program_id x : i32
    %first = arith.muli %pid, %c32 : i32
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %start = tt.splat %first : i32 -> tensor<32xi32>
    %at = arith.addi %start, %range : tensor<32xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %zero, %count = %c0) -> (tensor<32xf32>, i32) : i32 {
      %skip = arith.muli %i, %c32 : i32
      %inner:2 = scf.for %j = %i to %n step %c1 iter_args(%a = %acc, %c = %count) -> (tensor<32xf32>, i32) : i32 {
        %off = arith.addi %skip, %j : i32
        %offs = tt.splat %off : i32 -> tensor<32xi32>
        %where = arith.addi %at, %offs : tensor<32xi32>
        %p = tt.addptr %xs, %where : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
        %v = tt.load %p : tensor<32x!tt.ptr<f32>>
        %w = arith.mulf %v, %v : tensor<32xf32>
        %b = arith.addf %a, %w : tensor<32xf32>
        %d = arith.addi %c, %j : i32
        scf.yield %b, %d : tensor<32xf32>, i32
      }
      %more = arith.addi %inner#1, %i : i32
      scf.yield %inner#0, %more : tensor<32xf32>, i32
    }
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %op = tt.addptr %outs, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %op, %r#0 : tensor<32x!tt.ptr<f32>>
    %sp = tt.addptr %sums, %pid : !tt.ptr<i32>, i32
    tt.store %sp, %r#1 : !tt.ptr<i32>
    tt.return
  })"},
    // Pointers alone; a while loop, a branch, an atomic.
    {"grid=1,1,1 rng-seed=5 args=i32[8]{1..6};out:i32[8];atomic:i32[1]", R"(
  tt.func public @pointers(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %total: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %true = arith.constant true
    %n = tt.load %x : !tt.ptr<i32>
    %w:2 = scf.while (%i = %c0, %s = %c1) : (i32, i32) -> (i32, i32) {
      %go = arith.cmpi slt, %i, %n : i32
      scf.condition(%go) %i, %s : i32, i32
    } do {
    ^bb0(%i: i32, %s: i32):
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %t = arith.addi %s, %v : i32
      %j = arith.addi %i, %c1 : i32
      scf.yield %j, %t : i32, i32
    }
    %big = arith.cmpi sgt, %w#1, %c4 : i32
    scf.if %big {
      tt.store %out, %w#1 : !tt.ptr<i32>
    }
    scf.for %i = %c1 to %c4 step %c1 : i32 {
      %q = tt.addptr %out, %i : !tt.ptr<i32>, i32
      tt.store %q, %i : !tt.ptr<i32>
      %old = tt.atomic_rmw add, acq_rel, gpu, %total, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32
    }
    tt.return
  })"},
    // Unsigned bounds of another width that are not reached, and nothing carried.
    {"grid=1,1,1 rng-seed=1 args=out:i64[4];i64=-1;i64=3", R"(
  tt.func public @unsigned(%out: !tt.ptr<i64>, %from: i64, %to: i64) {
    %c1 = arith.constant 1 : i64
    scf.for unsigned %i = %from to %to step %c1 : i64 {
      tt.store %out, %i : !tt.ptr<i64>
    }
    %p = tt.addptr %out, %c1 : !tt.ptr<i64>, i64
    tt.store %p, %to : !tt.ptr<i64>
    tt.return
  })"},
};

std::string requestText(const CompileRequest &request) {
  return std::to_string(request.options.numWarps) + " " + std::to_string(request.options.numStages);
}

class VariantContract : public testing::TestWithParam<Variant> {};

TEST_P(VariantContract, changesSomethingAndMeansTheSame) {
  const Variant &variant = GetParam();
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  CompileRequest request{.target = *parseTarget("cuda:80"), .options = {}};
  unsigned changed = 0;
  for (const Sample &sample : samples) {
    auto program = readModule(("module {" + std::string(sample.text) + "\n}"),
                              mlir::ParserConfig(context.get()), "sample");
    ASSERT_TRUE(program);
    std::string before = printedIr(*program);
    std::shared_ptr<Reference> reference = referenceOf(*program, sample.launch);
    ASSERT_EQ(reference->fitness().reason, "");
    std::optional<Varied> varied = vary(variant, *program, request, reference->launch);
    EXPECT_EQ(printedIr(*program), before) << "the program itself was changed";
    if (!varied)
      continue;
    ++changed;
    std::string after = printedIr(*varied->program);
    EXPECT_TRUE(after != before || requestText(varied->request) != requestText(request));
    EXPECT_EQ(verifyErrors(*varied->program), "") << after;
    Judgement judged = compareWith(*reference, *varied->program);
    EXPECT_EQ(judged.agreement.kind, Agreement::Kind::Same) << judged.agreement.phrase << "\n"
                                                            << judged.agreement.detail << "\n"
                                                            << after;
    std::optional<Varied> again = vary(variant, *program, request, reference->launch);
    ASSERT_TRUE(again);
    EXPECT_EQ(printedIr(*again->program), after);
  }
  EXPECT_GT(changed, 0u) << "no sample has anything to change";
}

std::string testName(const testing::TestParamInfo<Variant> &info) {
  std::string name = info.param.name.str();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Rows, VariantContract,
                         testing::ValuesIn(allVariants().begin(), allVariants().end()), testName);

} // namespace
