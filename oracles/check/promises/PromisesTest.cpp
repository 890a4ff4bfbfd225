// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each promise is seen to be broken by what is planted, and to hold of the same program as the pass makes it.
#include "oracles/check/promises/Promises.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"

#include "mlir/IR/Verifier.h"

#include "gtest/gtest.h"

#include <set>

using namespace fathom;

namespace {

/// Bodies of a kernel of %p: !tt.ptr<f16>, %n: i32, %c: i1. What the pass was given is `before` where it breaks; empty: the same.
struct Planted {
  const char *pass, *broken, *target;
  std::string breaks, holds, before = "";
};

std::string moduleOf(const std::string &body) {
  return R"(
#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.slice<{dim = 0, parent = #b}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#dot0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#by0 = #ttg.dot_op<{opIdx = 0, parent = #b}>
#by1 = #ttg.dot_op<{opIdx = 1, parent = #b}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!t = tensor<32x32xf16, #b>
!turned = tensor<32x32xf16, #t>
!f = tensor<32x32xf32, #b>
!left = tensor<32x32xf16, #by0>
!right = tensor<32x32xf16, #by1>
!buffer = !ttg.memdesc<32x32xf16, #plain, #smem>
!open = !ttg.memdesc<32x32xf16, #plain, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.shared = 4096 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %c: i1, %x: !t, %y: !t) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
)" + body +
         R"(
    tt.return
  }
}
)";
}

/// A loop with attributes.
std::string loop(const std::string &body, const std::string &attributes = "") {
  return "scf.for %i = %c0 to %n step %c1 : i32 {\n" + body + "\n} " + attributes;
}

/// Pointers contiguous along the rows, in a layout.
std::string pointers(const std::string &layout) {
  std::string type = "tensor<32x32xi32, " + layout + ">", row = "tensor<1x32xi32, " + layout + ">";
  return "%r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = "
         "0, parent = " +
         layout + "}>>\n" +
         "%r1 = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent "
         "= " +
         layout + "}>> -> " + row + "\n%o = tt.broadcast %r1 : " + row + " -> " + type +
         "\n%ps = tt.splat %p : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, " + layout + ">\n" +
         "%a = tt.addptr %ps, %o : tensor<32x32x!tt.ptr<f16>, " + layout + ">, " + type +
         "\n%v = tt.load %a : tensor<32x32x!tt.ptr<f16>, " + layout + ">\n" +
         "tt.store %a, %v : tensor<32x32x!tt.ptr<f16>, " + layout + ">\n";
}

std::string product(const std::string &operand, const std::string &precision = "") {
  std::string left = "tensor<32x32x" + operand + ", #by0>",
              right = "tensor<32x32x" + operand + ", #by1>";
  return "%l = arith.constant dense<0.0> : " + left +
         "\n%r = arith.constant dense<0.0> : " + right +
         "\n%z = arith.constant dense<0.0> : !f\n%d = tt.dot %l, %r, %z" + precision + " : " +
         left + " * " + right + " -> !f";
}

std::string scaled(const std::string &element, const std::string &type) {
  std::string operand = "tensor<32x32x" + type + ", #b>";
  return "%l = ub.poison : " + operand + "\n%z = arith.constant dense<0.0> : !f\n" +
         "%d = tt.dot_scaled %l, %l, %z lhs = " + element + " rhs = " + element +
         " {fastMath = false} : " + operand + " * " + operand + " -> !f";
}

const std::string load = "%v = tt.load %p : !tt.ptr<f16>\n",
                  load2 = "%w = tt.load %p : !tt.ptr<f16>\n", barrier = "gpu.barrier\n";

std::string copy(const std::string &contiguity) {
  return pointers("#b") +
         "%m = ttg.local_alloc : () -> !open\n"
         "%k = ttg.async_copy_global_to_local %a, %m {contiguity = " +
         contiguity +
         " : i32} : tensor<32x32x!tt.ptr<f16>, #b> -> <32x32xf16, #plain, #smem, mutable>";
}

const std::string twoBuffers = R"(
  %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!t) -> !buffer
  %o = ttg.local_alloc %y {allocation.offset = OTHER : i32} : (!t) -> !buffer
  %u = ttg.local_load %m : !buffer -> !t
  %v = ttg.local_load %o : !buffer -> !t)";

std::string at(std::string text, const std::string &offset) {
  return text.replace(text.find("OTHER"), 5, offset);
}

const std::vector<Planted> &planted() {
  static const std::vector<Planted> all = {
      {"TritonRewriteTensorPointer", "a pointer to a tensor is left", "cuda:80",
       "%k = arith.constant 1 : i64\n%b = tt.make_tensor_ptr %p, [%k], [%k], [%c0] {order = "
       "array<i32: 0>} : !tt.ptr<tensor<32xf16>>",
       ""},
      {"TritonRewriteTensorDescriptorToPointer", "a descriptor is left that no TMA takes",
       "cuda:80",
       "%k = arith.constant 1 : i64\n%d = tt.make_tensor_descriptor %p, [%n], [%k] : <f16>, "
       "<32xf16>",
       ""},
      {"TritonLoopUnroll", "a loop still asks to be unrolled", "cuda:80",
       loop("", "{tt.loop_unroll_factor = 2 : i32}"), loop("")},
      {"TritonGPUF32DotTC", "a product still asks for sums of tf32 or bf16", "cuda:80",
       product("f32", ", inputPrecision = tf32x3"), product("f32", ", inputPrecision = tf32")},
      {"TritonGPUScheduleLoops", "a latency is left", "cuda:80",
       "%v = tt.load %p {tt.latency = 2 : i32} : !tt.ptr<f16>", "%v = tt.load %p : !tt.ptr<f16>"},
      {"TritonGPUScheduleLoops", "an op has a stage above the loop's", "cuda:80",
       loop("%v = tt.load %p {loop.stage = 2 : i32, loop.cluster = 0 : i32} : !tt.ptr<f16>",
            "{tt.scheduled_max_stage = 1 : i32}"),
       loop("%v = tt.load %p {loop.stage = 1 : i32, loop.cluster = 0 : i32} : !tt.ptr<f16>",
            "{tt.scheduled_max_stage = 1 : i32}")},
      {"TritonGPUPipeline", "a stage is left", "cuda:80",
       loop("%v = tt.load %p {loop.stage = 1 : i32, loop.cluster = 0 : i32} : !tt.ptr<f16>"),
       loop("%v = tt.load %p : !tt.ptr<f16>")},
      {"TritonReorderBroadcast", "an op is computed of what is only repeated", "cuda:80",
       "%s = tt.splat %n : i32 -> tensor<32xi32>\n%e = arith.addi %s, %s : tensor<32xi32>",
       "%a = arith.addi %n, %n : i32\n%s = tt.splat %a : i32 -> tensor<32xi32>"},
      {"TritonGPUCombineTensorSelectAndIf", "a select stands before an if on its condition",
       "cuda:80", "%s = arith.select %c, %x, %y : !t\nscf.if %c {\n%e = arith.addf %s, %s : !t\n}",
       "%s = arith.select %c, %x, %y : !t\n%e = arith.addf %s, %s : !t\nscf.if %c {\n}"},
      {"TritonLoopInvariantCodeMotion", "an op that nothing changes stays in a loop", "cuda:80",
       loop("%e = arith.addi %n, %c1 : i32"), loop("%e = arith.addi %n, %i : i32")},
      {"TritonGPUFuseNestedLoops", "a nest that asks for it is not fused", "cuda:80",
       loop("scf.for %j = %c0 to %n step %c1 : i32 {\n}", "{tt.flatten}"),
       loop("scf.for %j = %c0 to %i step %c1 : i32 {\n}", "{tt.flatten}")},
      {"TritonLoopAwareCSE", "a loop carries one value twice", "cuda:80",
       "%l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %n, %v = %n) -> (i32, i32) : i32 {\n"
       "%e = arith.addi %u, %v : i32\nscf.yield %e, %e : i32, i32\n}",
       "%l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %n, %v = %c0) -> (i32, i32) : i32 {\n"
       "%e = arith.addi %u, %v : i32\nscf.yield %e, %e : i32, i32\n}"},
      {"TritonGPUCoalesce", "an effect is there more or less often", "cuda:80", load + load2, load,
       load},
      {"TritonGPURemoveLayoutConversions", "an effect is there more or less often", "cuda:80",
       load + barrier, load + load2, load},
      {"TritonGPUCoalesce", "a thread's first dim is not the most contiguous one", "cuda:80",
       pointers("#t"), pointers("#b")},
      {"TritonGPUCoalesce", "a thread writes more neighbours than one instruction does", "cuda:80",
       pointers("#wide"), pointers("#b")},
      {"TritonGPURemoveLayoutConversions", "a value is converted to one layout twice in a block",
       "cuda:80",
       "%v = ttg.convert_layout %x : !t -> !turned\n%w = ttg.convert_layout %x : !t -> !turned",
       "%v = ttg.convert_layout %x : !t -> !turned\n%w = ttg.convert_layout %y : !t -> !turned"},
      {"TritonGPURemoveLayoutConversions", "a conversion to what is the same layout", "cuda:80",
       "%v = ttg.convert_layout %x : !t -> !t", "%v = ttg.convert_layout %x : !t -> !turned"},
      {"TritonGPURemoveLayoutConversions", "a conversion of a conversion", "cuda:80",
       "%v = ttg.convert_layout %x : !t -> !turned\n%w = ttg.convert_layout %v : !turned -> !left",
       "%v = ttg.convert_layout %x : !t -> !turned\n%w = ttg.convert_layout %x : !t -> !left"},
      {"TritonGPUReduceDataDuplication", "a conversion to an operand moves data between warps",
       "cuda:80", "%v = ttg.convert_layout %x : !t -> tensor<32x32xf16, #dot0>",
       "%m = ttg.local_alloc %x : (!t) -> !buffer\n"
       "%v = ttg.local_load %m : !buffer -> tensor<32x32xf16, #dot0>"},
      {"TritonGPUAccelerateMatmul", "a product that the matrix unit computes is left to threads",
       "cuda:80", product("f32"), product("f32", ", inputPrecision = ieee"), product("f16")},
      {"TritonAMDGPUAccelerateMatmul", "a product that the matrix unit computes is left to threads",
       "hip:gfx942", product("f32"), "", product("f16")},
      {"TritonGPUAccelerateMatmul", "threads multiply another type than they add", "cuda:75",
       product("f16"), product("f32")},
      {"TritonGPUAccelerateMatmul", "a scaled product is left that others can compute", "cuda:80",
       scaled("e4m3", "f8E4M3FN"), scaled("e2m3", "i8")},
      {"ConvertTritonToTritonGPU", "a tensor has no layout", "cuda:80",
       "%e = arith.constant dense<0> : tensor<32xi32>",
       "%e = arith.constant dense<0> : tensor<32xi32, #row>"},
      {"TritonGPUPipeline", "an asynchronous copy moves what lies apart, or too few bytes",
       "cuda:80", copy("1"), copy("8"), loop("")},
      {"AllocateSharedMemory", "a buffer has no place, or one beyond the end", "cuda:80",
       at(twoBuffers, "3072"), at(twoBuffers, "2048")},
      {"AllocateSharedMemory", "two buffers that are in use at once overlap", "cuda:80",
       at(twoBuffers, "1024"), at(twoBuffers, "2048")},
      {"AllocateSharedMemory", "two buffers that are in use at once overlap", "cuda:80",
       // What is before the loop is read again in the next trip.
       "%m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!t) -> !buffer\n" +
           loop("%u = ttg.local_load %m : !buffer -> !t\n"
                "%o = ttg.local_alloc %u {allocation.offset = 0 : i32} : (!t) -> !buffer"),
       // What is in the loop is not.
       loop("%m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!t) -> !buffer\n"
            "%u = ttg.local_load %m : !buffer -> !t\n"
            "%o = ttg.local_alloc %u {allocation.offset = 0 : i32} : (!t) -> !buffer")},
      {"AllocateSharedMemory", "two buffers that are in use at once overlap", "cuda:80",
       // A view is the buffer.
       "%m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!t) -> !buffer\n"
       "%w = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !buffer -> !ttg.memdesc<32x32xf16, "
       "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>, #smem>\n"
       "%o = ttg.local_alloc %y {allocation.offset = 0 : i32} : (!t) -> !buffer\n"
       "%u = ttg.local_load %w : !ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 1, perPhase = "
       "1, maxPhase = 1, order = [0, 1]}>, #smem> -> !t",
       // Of two branches one runs.
       "%m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!t) -> !buffer\n"
       "scf.if %c {\n"
       "%o = ttg.local_alloc %y {allocation.offset = 0 : i32} : (!t) -> !buffer\n"
       "} else {\n%u = ttg.local_load %m : !buffer -> !t\n}"},
  };
  return all;
}

class Promises : public testing::TestWithParam<size_t> {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  mlir::OwningOpRef<mlir::ModuleOp> read(const std::string &body) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        readModule(moduleOf(body), mlir::ParserConfig(context.get()), "planted");
    EXPECT_TRUE(module) << body;
    return module;
  }

  static std::string breachOf(const Planted &test, mlir::ModuleOp before, mlir::ModuleOp after) {
    Target target = llvm::cantFail(parseTarget(test.target));
    for (const Promise &promise : allPromises())
      if (promise.pass == test.pass && promise.broken == test.broken)
        return promise.findBreach({before, after, target});
    return "no such promise";
  }
};

TEST(PromisesTable, EveryCheckIsPlanted) {
  std::set<std::string (*)(const PassRun &)> seen;
  for (const Promise &promise : allPromises())
    for (const Planted &test : planted())
      if (promise.pass == test.pass && promise.broken == test.broken)
        seen.insert(promise.findBreach);
  for (const Promise &promise : allPromises())
    EXPECT_TRUE(seen.count(promise.findBreach))
        << promise.pass.str() << ": " << promise.broken.str();
}

TEST_P(Promises, PlantedBreachIsSeen) {
  const Planted &test = planted()[GetParam()];
  auto breaks = read(test.breaks), holds = read(test.holds);
  auto before = test.before.empty() ? nullptr : read(test.before);
  ASSERT_TRUE(breaks && holds);
  EXPECT_NE(breachOf(test, before ? *before : *breaks, *breaks), "") << test.breaks;
  EXPECT_EQ(breachOf(test, *holds, *holds), "") << test.holds;
}

INSTANTIATE_TEST_SUITE_P(All, Promises, testing::Range<size_t>(0, planted().size()));

} // namespace
