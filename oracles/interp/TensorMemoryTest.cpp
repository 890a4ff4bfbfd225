// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in tensor memory, and the barriers that tell of them.
#include "oracles/interp/GpuTesting.h"

using namespace fathom::interp;

namespace {

// out[k] = the largest of column k of the accumulator, after BODY: a is 2 everywhere, b[r][c] is c; 128 x 16 times 16 x 16.
std::string tensorKernel(const char *body) {
  return replaced(R"(
  tt.func public @k(%out: !tt.ptr<f32>) {
    %c0 = arith.constant 0 : i32
    %true = arith.constant true
    %false = arith.constant false
    %one = arith.constant dense<1.0> : tensor<128x16xf32, #t>
    %two = arith.constant dense<2.0> : tensor<128x16xf16, #b2>
    %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #b2}>>
    %f = arith.sitofp %r : tensor<16xi32, #ttg.slice<{dim = 0, parent = #b2}>> to tensor<16xf16, #ttg.slice<{dim = 0, parent = #b2}>>
    %e = tt.expand_dims %f {axis = 0 : i32} : tensor<16xf16, #ttg.slice<{dim = 0, parent = #b2}>> -> tensor<1x16xf16, #b2>
    %columns = tt.broadcast %e : tensor<1x16xf16, #b2> -> tensor<16x16xf16, #b2>
    %a = ttg.local_alloc %two : (tensor<128x16xf16, #b2>) -> !ttg.memdesc<128x16xf16, #n, #smem>
    %b = ttg.local_alloc %columns : (tensor<16x16xf16, #b2>) -> !rhs
    %d = ttng.tmem_alloc %one : (tensor<128x16xf32, #t>) -> !sum
    %bar = ttg.local_alloc : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    BODY
    %x = ttng.tmem_load %d : !sum -> tensor<128x16xf32, #t>
    %max = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%l0: f32, %l1: f32):
      %l2 = arith.maximumf %l0, %l1 : f32
      tt.reduce.return %l2 : f32
    }) : (tensor<128x16xf32, #t>) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #t}>>
    %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #t}>>
    %p = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #t}>>
    %q = tt.addptr %p, %i : tensor<16x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #t}>>, tensor<16xi32, #ttg.slice<{dim = 0, parent = #t}>>
    tt.store %q, %max : tensor<16x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #t}>>
    tt.return
  }
)",
                  {{"BODY", body},
                   {"MMA", "ttng.tc_gen5_mma %a, %b, %d, USE, %true"},
                   {"TYPES", "!ttg.memdesc<128x16xf16, #n, #smem>, !rhs, !sum"},
                   {"USE", "%true"}});
}

RunResult runTensor(const std::string &body) {
  return runGpu(tensorKernel(body.c_str()), {floats(std::vector<float>(16))}, Semantics::Ieee,
                "cuda:100");
}

TEST(TensorMemoryTest, ProductAddsToTheAccumulator) {
  for (auto [body, expected] : {std::pair("MMA : TYPES", 97),
                                {"ttng.tc_gen5_mma %a, %b, %d, %false, %true : TYPES", 96},
                                {"ttng.tc_gen5_mma %a, %b, %d, %true, %false : TYPES", 1}}) {
    RunResult result = runTensor(body);
    expectEnd(result);
    EXPECT_EQ(result.as<float>(0)[3], expected);
  }
}

const char *const pendingProduct = "MMA, %bar[%true] {is_async} : TYPES, !bar\n";
const char *const wait = "ttng.wait_barrier %bar, %c0 : !bar\n";

TEST(TensorMemoryTest, AccumulatorAfterTheBarrier) {
  RunResult result = runTensor(std::string(pendingProduct) + wait);
  expectEnd(result);
  EXPECT_EQ(result.as<float>(0)[3], 97);
  expectStop(runTensor(pendingProduct), Stop::Kind::Shared,
             "ttng.tmem_load reads elements that ttng.tc_gen5_mma still writes");
  // A barrier that is not told of it does not end.
  expectStop(runTensor(std::string("MMA, %bar[%false] {is_async} : TYPES, !bar\n") + wait),
             Stop::Kind::Deadlock, "ttng.wait_barrier");
}

TEST(TensorMemoryTest, OperandsAfterTheBarrier) {
  const char *store = "ttg.local_store %columns, %b : tensor<16x16xf16, #b2> -> !rhs\n";
  expectStop(runTensor(std::string(pendingProduct) + store + wait), Stop::Kind::Shared,
             "ttg.local_store writes elements that ttng.tc_gen5_mma still reads");
  expectEnd(runTensor(std::string(pendingProduct) + wait + store));
}

TEST(TensorMemoryTest, ProductsAreInOrderAndOneCommitTellsOfAll) {
  RunResult result = runTensor(std::string("MMA {is_async} : TYPES\n MMA {is_async} : TYPES\n"
                                           "ttng.tc_gen5_commit %bar : !bar\n") +
                               wait);
  expectEnd(result);
  EXPECT_EQ(result.as<float>(0)[3], 193);
}

// Partition 0 sees the product end, by its own barrier. Partition 1 is told by commits that come later; the second of them, when the product is long forgotten.
TEST(TensorMemoryTest, CommitsTellOfProductsThatOthersSawEnd) {
  const char *text = R"(
    %two_bars = ttg.local_alloc : () -> !bars
    %c1 = arith.constant 1 : i32
    %go = ttg.memdesc_index %two_bars[%c0] : !bars -> !bar
    %later = ttg.memdesc_index %two_bars[%c1] : !bars -> !bar
    ttng.init_barrier %go, 1 : !bar
    ttng.init_barrier %later, 1 : !bar
    ttg.warp_specialize(%b, %bar, %go, %later)
    default {
      MMA, %bar[%true] {is_async} : TYPES, !bar
      ttng.wait_barrier %go, %c0 : !bar
      TELL
      ttg.warp_yield
    }
    partition0(%pb: !rhs, %p0: !bar, %p1: !bar, %p2: !bar) num_warps(4) {
      %k0 = arith.constant 0 : i32
      ttng.wait_barrier %p0, %k0 : !bar
      ttg.warp_return
    }
    partition1(%pb: !rhs, %p0: !bar, %p1: !bar, %p2: !bar) num_warps(4) {
      %k0 = arith.constant 0 : i32
      %zero = arith.constant dense<0.0> : tensor<16x16xf16, #b2>
      ttng.arrive_barrier %p1, 1 : !bar
      ttng.wait_barrier %p2, %k0 : !bar
      ttg.local_store %zero, %pb : tensor<16x16xf16, #b2> -> !rhs
      ttg.warp_return
    } : (!rhs, !bar, !bar, !bar) -> ()
)";
  auto run = [&](const char *tell) { return runTensor(replaced(text, {{"TELL", tell}})); };
  expectEnd(run("ttng.tc_gen5_commit %later : !bar"));
  expectEnd(run("ttng.tc_gen5_commit %bar : !bar\n ttng.tc_gen5_commit %later : !bar"));
  expectStop(run("ttng.arrive_barrier %later, 1 : !bar"), Stop::Kind::Shared,
             "ttg.local_store writes elements that");
}

} // namespace
