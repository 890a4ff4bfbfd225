// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Planted disorders in shared memory, each beside a twin that is in order.
#include "oracles/check/shared/SharedReplay.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "oracles/check/Meaning.h"
#include "oracles/check/StageIr.h"

#include "mlir/AsmParser/AsmParser.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

// %x has 64 elements, one for each of 64 threads (#row); in #pairs thread t holds elements 2t and 2t + 1, and both warps hold all.
constexpr const char *prologue = R"(
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!row = tensor<64xi32, #row>
!pairs = tensor<64xi32, #pairs>
!ptrs = tensor<64x!tt.ptr<i32>, #row>
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>
!ring = !ttg.memdesc<2x64xi32, #plain, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "TARGET", ttg.shared = 16384 : i32} {
  tt.func public @kernel(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : !row
    %ins = tt.splat %in : !tt.ptr<i32> -> !ptrs
    %from = tt.addptr %ins, %range : !ptrs, !row
    %x = tt.load %from : !ptrs
    %outs = tt.splat %out : !tt.ptr<i32> -> !ptrs
    %to = tt.addptr %outs, %range : !ptrs, !row
)";
constexpr const char *epilogue = "\n    tt.return\n  }\n}\n";
constexpr const char *launch = "grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64];i32=3";

struct Result {
  std::string kinds, phrase, gap, stop;
};

Result replayed(std::string body, llvm::StringRef target = "cuda:80",
                SharedReplay::Looks looks = {}) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string text = prologue + body + epilogue;
  text.replace(text.find("TARGET"), 6, target.str());
  auto module = readModule(text, mlir::ParserConfig(context.get()), "test");
  EXPECT_TRUE(module) << text;
  if (!module)
    return {};
  EXPECT_EQ(verifyErrors(*module), "");
  SharedReplay replay(*module, looks);
  Meaning meaning =
      meaningOf(*module, llvm::cantFail(interp::parseLaunch(launch)), {.observer = &replay});
  EXPECT_EQ(meaning.error, "");
  Result result;
  for (const Disorder &disorder : replay.disorders()) {
    result.kinds += (result.kinds.empty() ? "" : " ") + disorderName(disorder.kind).str();
    if (result.phrase.empty())
      result.phrase = disorder.phrase;
  }
  result.gap = replay.gap();
  if (meaning.outcome.stop)
    result.stop = meaning.outcome.stop->message;
  return result;
}

/// Every "BARRIER" is a barrier, or with `without` = k the one number k is none.
std::string withBarriers(std::string body, int without = -1) {
  int number = 0;
  for (size_t at; (at = body.find("BARRIER")) != std::string::npos;)
    body.replace(at, 7, number++ == without ? "" : "ttg.barrier local");
  return body;
}

struct Planted {
  const char *name, *body;
  /// What is found when barrier number k is missing.
  std::vector<const char *> phrases;
};

const Planted planted[] = {
    {"a read after a write, a write after a read",
     R"(
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !buffer
    ttg.local_store %x, %m : !row -> !buffer
    BARRIER
    %y = ttg.local_load %m : !buffer -> !pairs
    BARRIER
    ttg.local_store %x, %m : !row -> !buffer)",
     {"ttg.local_load reads what ttg.local_store wrote, with no barrier in between",
      "ttg.local_store writes where ttg.local_load reads, with no barrier in between"}},
    {"a write after a write by others",
     R"(
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !buffer
    ttg.local_store %x, %m : !row -> !buffer
    %y = arith.constant dense<3> : !pairs
    BARRIER
    ttg.local_store %y, %m : !pairs -> !buffer)",
     {"ttg.local_store overwrites what ttg.local_store wrote, with no barrier in between"}},
    {"over the back edge of a loop",
     R"(
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !buffer
    scf.for %i = %c0 to %n step %c1 : i32 {
      BARRIER
      ttg.local_store %x, %m : !row -> !buffer
      BARRIER
      %y = ttg.local_load %m : !buffer -> !pairs
    })",
     {"ttg.local_store writes where ttg.local_load reads, with no barrier in between",
      "ttg.local_load reads what ttg.local_store wrote, with no barrier in between"}},
    {"buffers that take turns need one barrier a trip",
     R"(
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ring
    scf.for %i = %c0 to %n step %c1 : i32 {
      %k = arith.andi %i, %c1 : i32
      %s = ttg.memdesc_index %m[%k] : !ring -> !buffer
      ttg.local_store %x, %s : !row -> !buffer
      BARRIER
      %y = ttg.local_load %s : !buffer -> !pairs
    })",
     {"ttg.local_load reads what ttg.local_store wrote, with no barrier in between"}},
    {"scratch over a dead buffer, and scratch over scratch",
     R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    BARRIER
    %y = ttg.local_load %m : !buffer -> !pairs
    BARRIER
    %z = ttg.convert_layout %y {allocation.offset = 0 : i32} : !pairs -> !row
    BARRIER
    %w = ttg.convert_layout %z {allocation.offset = 0 : i32} : !row -> !pairs)",
     {"ttg.local_load reads what ttg.local_alloc wrote, with no barrier in between",
      "ttg.convert_layout writes where ttg.local_load reads, with no barrier in between",
      "ttg.convert_layout writes where ttg.convert_layout reads, with no barrier in between"}},
    {"a descriptor is written by one warp, in scratch",
     R"(
    %l = arith.constant 64 : i64
    %raw = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %raw, %in, [%c1, %c1], [%n, %n], [%l], [%c1, %c1] {allocation.offset = 0 : i32, allocation.size = 128 : i32, elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i32>, i32, i32, i32, i32, i64, i32, i32) -> ()
    BARRIER
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer)",
     {"ttg.local_alloc writes where ttng.tensormap_create reads, with no barrier in between"}},
    {"to acquire a descriptor is a barrier",
     R"(
    %l = arith.constant 64 : i64
    %raw = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %raw, %in, [%c1, %c1], [%n, %n], [%l], [%c1, %c1] {allocation.offset = 0 : i32, allocation.size = 128 : i32, elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i32>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %raw : !tt.ptr<i8>
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer)",
     {}},
    {"a copy is seen by its own thread after the wait, by others after a barrier",
     R"(
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !buffer
    %t = ttg.async_copy_global_to_local %from, %m : !ptrs -> !buffer
    %g = ttg.async_commit_group tokens %t
    %e = ttg.async_wait %g {num = 0 : i32}
    BARRIER
    %y = ttg.local_load %m token %e : !buffer -> !pairs
    BARRIER
    %u = ttg.async_copy_global_to_local %from, %m : !ptrs -> !buffer)",
     {"ttg.local_load reads what ttg.async_copy_global_to_local wrote, with no barrier in between",
      "ttg.async_copy_global_to_local writes where ttg.local_load reads, with no barrier in "
      "between"}},
    {"the memory of a call begins where the call says",
     R"(
    %m = ttg.local_alloc %x {allocation.offset = 256 : i32} : (!row) -> !buffer
    BARRIER
    %y = ttg.local_load %m : !buffer -> !pairs
    BARRIER
    tt.call @callee(%out) {allocation.offset = 256 : i32} : (!tt.ptr<i32>) -> ()
    tt.return
  }
  tt.func private @callee(%out: !tt.ptr<i32>) {
    %v = arith.constant dense<3> : !row
    %k = ttg.local_alloc %v {allocation.offset = 0 : i32} : (!row) -> !buffer)",
     {"ttg.local_load reads what ttg.local_alloc wrote, with no barrier in between",
      "ttg.local_alloc writes where ttg.local_load reads, with no barrier in between"}},
};

TEST(SharedReplay, seesEachBarrierThatIsMissing) {
  for (const Planted &one : planted) {
    Result all = replayed(withBarriers(one.body));
    EXPECT_EQ(all.kinds, "") << one.name << ": " << all.phrase;
    EXPECT_EQ(all.gap, "") << one.name;
    EXPECT_EQ(all.stop, "") << one.name;
    for (auto [k, phrase] : llvm::enumerate(one.phrases)) {
      Result result = replayed(withBarriers(one.body, k));
      EXPECT_EQ(result.kinds, "missing-barrier") << one.name << ", barrier " << k;
      EXPECT_EQ(result.phrase, phrase) << one.name << ", barrier " << k;
    }
  }
}

TEST(SharedReplay, aBarrierInOneBranchOrdersThatBranchAlone) {
  auto inBranches = [](const char *then, const char *otherwise) {
    return replayed(std::string(R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    %large = arith.cmpi sgt, %n, %c1 : i32
    scf.if %large {)") +
                    then + "\n} else {\n" + otherwise + R"(
    }
    %y = ttg.local_load %m : !buffer -> !pairs)");
  };
  EXPECT_EQ(inBranches("ttg.barrier local", "").kinds, "");
  EXPECT_EQ(inBranches("", "ttg.barrier local").kinds, "missing-barrier");
}

TEST(SharedReplay, aConversionWithinWarpsIsNoBarrierOfTheBlock) {
  auto after = [](const char *to) {
    return replayed(std::string(R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    %z = ttg.convert_layout %x {allocation.offset = 512 : i32} : !row -> tensor<64xi32, #ttg.linear<)") +
                    to + R"(>>
    %y = ttg.local_load %m : !buffer -> !pairs)")
        .kinds;
  };
  // Warps keep their halves; warps swap quarters.
  EXPECT_EQ(after("{register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]], block = []}"),
            "missing-barrier");
  EXPECT_EQ(after("{register = [], lane = [[1], [2], [4], [8], [32]], warp = [[16]], block = []}"),
            "");
}

TEST(SharedReplay, barriersOfOtherMemoriesDoNotCount) {
  auto barrier = [](const std::string &op) {
    return replayed(R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    )" + op + R"(
    %y = ttg.local_load %m : !buffer -> !pairs)")
        .kinds;
  };
  EXPECT_EQ(barrier("gpu.barrier"), "");
  EXPECT_EQ(barrier("ttg.barrier all"), "");
  EXPECT_EQ(barrier("ttg.barrier global_read|global_write"), "missing-barrier");
}

TEST(SharedReplay, aThreadSeesWhatItWrote) {
  const char *same = R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    %y = ttg.local_load %m : !buffer -> !row
    ttg.local_store %y, %m : !row -> !buffer)";
  EXPECT_EQ(replayed(same).kinds, "");
  // Both warps write all elements, and read what they wrote; but one of them may overwrite what the other has still to read.
  const char *copies = R"(
    %v = arith.constant dense<3> : !pairs
    %m = ttg.local_alloc %v {allocation.offset = 0 : i32} : (!pairs) -> !buffer
    %y = ttg.local_load %m : !buffer -> !pairs)";
  EXPECT_EQ(replayed(copies).kinds, "");
  EXPECT_EQ(
      replayed(std::string(copies) + "\n    ttg.local_store %y, %m : !pairs -> !buffer").kinds,
      "missing-barrier");
}

TEST(SharedReplay, lanesOfAWaveAreInStepOnAmdAlone) {
  // Within a warp, lanes 2t and 2t + 1 are swapped.
  const char *body = R"(
    %v = arith.constant dense<3> : tensor<64xi32, #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], block = []}>>
    %m = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<64xi32, #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], block = []}>>) -> !buffer
    %y = ttg.local_load %m : !buffer -> tensor<64xi32, #ttg.linear<{register = [], lane = [[2], [1], [4], [8], [16]], warp = [[32]], block = []}>>)";
  EXPECT_EQ(replayed(body, "cuda:80").kinds, "missing-barrier");
  EXPECT_EQ(replayed(body, "hip:gfx1100").kinds, "");
}

TEST(SharedReplay, seesABufferOverAnotherThatIsStillRead) {
  auto at = [](int offset, bool readAgain = true) {
    return replayed(R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    %v = arith.constant dense<3> : !row
    ttg.barrier local
    %k = ttg.local_alloc %v {allocation.offset = )" +
                    std::to_string(offset) + R"( : i32} : (!row) -> !buffer
    ttg.barrier local)" +
                    (readAgain ? "\n    %y = ttg.local_load %m : !buffer -> !row" : ""));
  };
  EXPECT_EQ(at(256).kinds, "");
  EXPECT_EQ(at(252).phrase, "ttg.local_load reads a buffer that ttg.local_alloc has overwritten");
  EXPECT_EQ(at(0).kinds, "overlap");
  EXPECT_EQ(at(0, /*readAgain=*/false).kinds, "");
}

TEST(SharedReplay, seesScratchOverABufferThatIsStillRead) {
  auto at = [](int offset, int size) {
    return replayed(R"(
    %m = ttg.local_alloc %x {allocation.offset = 256 : i32} : (!row) -> !buffer
    ttg.barrier local
    %z = ttg.convert_layout %x {allocation.offset = )" +
                    std::to_string(offset) + " : i32, allocation.size = " + std::to_string(size) +
                    R"( : i32} : !row -> !pairs
    %y = ttg.local_load %m : !buffer -> !row)");
  };
  EXPECT_EQ(at(0, 256).kinds, "");
  EXPECT_EQ(at(0, 272).kinds, "overlap");
  EXPECT_EQ(at(512, 256).kinds, "");
}

TEST(SharedReplay, seesWhatLiesBeyondTheEnd) {
  auto buffer = [](int offset) {
    return replayed("%m = ttg.local_alloc %x {allocation.offset = " + std::to_string(offset) +
                    " : i32} : (!row) -> !buffer")
        .kinds;
  };
  EXPECT_EQ(buffer(16384 - 256), "");
  EXPECT_EQ(buffer(16384 - 252), "beyond-the-end");
  auto scratch = [](int size) {
    return replayed(
               "%z = ttg.convert_layout %x {allocation.offset = 16128 : i32, allocation.size = " +
               std::to_string(size) + " : i32} : !row -> !pairs")
        .kinds;
  };
  EXPECT_EQ(scratch(256), "");
  EXPECT_EQ(scratch(260), "beyond-the-end");
  // Where the IR does not say the size: all of it, or one element if each thread has what it needs.
  auto unsaid = [](llvm::StringRef to) {
    return replayed(("%z = ttg.convert_layout %x {allocation.offset = 16380 : i32} : !row -> " + to)
                        .str())
        .kinds;
  };
  EXPECT_EQ(unsaid("!row"), "");
  EXPECT_EQ(unsaid("!pairs"), "beyond-the-end");
}

TEST(SharedReplay, looksAtTheBytesThatAViewShows) {
  auto second = [](int first) {
    return replayed(R"(
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ring
    %a = ttg.memdesc_index %m[%c0] : !ring -> !buffer
    ttg.local_store %x, %a : !row -> !buffer
    %b = ttg.memdesc_index %m[)" +
                    std::string(first ? "%c1" : "%c0") + R"(] : !ring -> !buffer
    %y = arith.constant dense<3> : !pairs
    ttg.local_store %y, %b : !pairs -> !buffer)");
  };
  EXPECT_EQ(second(1).kinds, "");
  EXPECT_EQ(second(0).kinds, "missing-barrier");
}

TEST(SharedReplay, knowsABufferByAllItsViews) {
  // Written by %x's threads, read through another view by threads that hold other elements, or the same.
  auto through = [](const std::string &view, const char *type) {
    return replayed(R"(
    %m = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !buffer
    ttg.local_store %x, %m : !row -> !buffer
    )" + view +
                    "\n    %y = ttg.local_load %v : " + type)
        .kinds;
  };
  const char *half = "%v = ttg.memdesc_subslice %m[32] : !buffer -> !ttg.memdesc<32xi32, #plain, "
                     "#smem, mutable, 64>";
  EXPECT_EQ(
      through(half, "!ttg.memdesc<32xi32, #plain, #smem, mutable, 64> -> tensor<32xi32, #row>"),
      "missing-barrier");
  // Warp 1 wrote the upper half; both read it.
  EXPECT_EQ(through(half, "!ttg.memdesc<32xi32, #plain, #smem, mutable, 64> -> tensor<32xi32, "
                          "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = "
                          "[[0]], block = []}>>"),
            "missing-barrier");
  const char *twoD =
      "%v = ttg.memdesc_reshape %m : !buffer -> !ttg.memdesc<2x32xi32, #ttg.swizzled_shared<{vec = "
      "1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #smem, mutable>";
  const char *type2D =
      "!ttg.memdesc<2x32xi32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
      "[1, 0]}>, #smem, mutable> -> tensor<2x32xi32, #ttg.blocked<{sizePerThread = [1, 1], "
      "threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>>";
  EXPECT_EQ(through(twoD, type2D), "");
  const char *halves =
      "%v = ttg.memdesc_reinterpret %m : !buffer -> !ttg.memdesc<128xi16, #plain, #smem, mutable>";
  EXPECT_EQ(
      through(halves, "!ttg.memdesc<128xi16, #plain, #smem, mutable> -> tensor<128xi16, #pairs>"),
      "");
  EXPECT_EQ(
      through(halves, "!ttg.memdesc<128xi16, #plain, #smem, mutable> -> tensor<128xi16, #row>"),
      "missing-barrier");
}

TEST(SharedReplay, seesMissingFences) {
  auto product = [](const char *fence) {
    return replayed(std::string(R"(
    %v = arith.constant dense<1.0> : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>>
    %acc = arith.constant dense<0.0> : tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 64, 16]}>>
    %a = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #smem>
)") + fence + R"(
    ttg.barrier local
    %d = ttng.warp_group_dot %a, %a, %acc : !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #smem> * !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #smem> -> tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 64, 16]}>>)",
                    "cuda:90");
  };
  EXPECT_EQ(product("ttng.fence_async_shared {bCluster = false}").kinds, "");
  EXPECT_EQ(product("").phrase,
            "ttng.warp_group_dot reads what ttg.local_alloc wrote, with no fence in between");
}

TEST(SharedReplay, aBarrierInMemoryTellsOfWhatTcgen05Read) {
  // All threads write an operand, one of them has the tensor cores read it, and another buffer comes to lie over it.
  std::string product = R"(
    %true = arith.constant true
    %v = arith.constant dense<1.0> : TENSOR
    %sum = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>, #ttng.tensor_memory, mutable>
    %a = ttg.local_alloc %v {allocation.offset = 0 : i32} : (TENSOR) -> OPERAND
    %b = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : OPERAND -> TRANSPOSED
    ttng.fence_async_shared {bCluster = false}
    %told = ttg.local_alloc {allocation.offset = 16000 : i32} : () -> !ttg.memdesc<1xi64, #plain, #smem, mutable>
    ttng.init_barrier %told, 1 : !ttg.memdesc<1xi64, #plain, #smem, mutable>
    ttng.tc_gen5_mma %a, %b, %sum, %true, %true, %told[%true] {is_async} : OPERAND, TRANSPOSED, !ttg.memdesc<128x128xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #plain, #smem, mutable>
    WAIT
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer)";
  const std::pair<llvm::StringRef, llvm::StringRef> types[] = {
      {"TENSOR", "tensor<128x32xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, "
                 "4], warpsPerCTA = [2, 1], order = [1, 0]}>>"},
      {"OPERAND",
       "!ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = "
       "false, elementBitWidth = 16}>, #smem>"},
      {"TRANSPOSED", "!ttg.memdesc<32x128xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, "
                     "transposed = true, elementBitWidth = 16}>, #smem>"}};
  for (auto [name, type] : types)
    for (size_t at; (at = product.find(name)) != std::string::npos;)
      product.replace(at, name.size(), type);
  auto with = [&](llvm::StringRef wait) {
    std::string text = product;
    text.replace(text.find("WAIT"), 4, wait);
    return replayed(text, "cuda:100");
  };
  Result waited =
      with("ttng.wait_barrier %told, %c0, %true : !ttg.memdesc<1xi64, #plain, #smem, mutable>");
  EXPECT_EQ(waited.kinds + waited.gap + waited.stop, "") << waited.phrase;
  EXPECT_EQ(with("").phrase,
            "ttg.local_alloc writes where ttng.tc_gen5_mma reads, with no barrier in between");
}

TEST(SharedReplay, looksOnlyForWhatHasBeenPlaced) {
  const char *unordered = R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    %y = ttg.local_load %m : !buffer -> !pairs)";
  EXPECT_EQ(replayed(unordered, "cuda:80", {.barriers = false, .fences = false}).kinds, "");
}

TEST(SharedReplay, ofSpecialisedWarpsPlacesAreJudged) {
  std::string partition = R"(
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (!row) -> !buffer
    %o = ttg.local_alloc {allocation.offset = PLACE : i32} : () -> !ring3
    ttg.warp_specialize(%o)
    default {
      ttg.warp_yield
    }
    partition0(%ring: !ring3) num_warps(2) {
      %zero = arith.constant 0 : i32
      %ones = arith.constant dense<1> : !row
      %one = ttg.memdesc_index %ring[%zero] : !ring3 -> !buffer
      ttg.local_store %ones, %one : !row -> !buffer
      %read = ttg.local_load %one : !buffer -> !pairs
      ttg.warp_return
    } : (!ring3) -> ()
    ttg.barrier local
    %y = ttg.local_load %m : !buffer -> !pairs)";
  auto at = [&](llvm::StringRef place) {
    std::string text = partition;
    text.replace(text.find("PLACE"), 5, place);
    for (size_t found; (found = text.find("!ring3")) != std::string::npos;)
      text.replace(found, 6, "!ttg.memdesc<3x64xi32, #plain, #smem, mutable>");
    return replayed(text, "cuda:90");
  };
  Result apart = at("1024");
  EXPECT_EQ(apart.kinds + apart.gap + apart.stop, "");
  EXPECT_EQ(at("0").kinds, "overlap");
}

TEST(SharedReplay, saysWhatItCannotReplay) {
  EXPECT_EQ(replayed("%m = ttg.local_alloc %x : (!row) -> !buffer").gap, "a buffer has no place");
}

TEST(ThreadSets, knowsWhoHoldsWhat) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto type = [&](llvm::StringRef text) {
    return llvm::cast<mlir::RankedTensorType>(mlir::parseType(text, context.get()));
  };
  auto row = type("tensor<64xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], "
                  "warpsPerCTA = [2], order = [0]}>>");
  auto pairs = type("tensor<64xi32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], "
                    "warpsPerCTA = [2], order = [0]}>>");
  ThreadSets threads(/*wavesInStep=*/false);
  const std::vector<ThreadSets::Id> &ofRow = *threads.of(row), &ofPairs = *threads.of(pairs);
  EXPECT_NE(ofRow[4], ofRow[5]);
  EXPECT_EQ(ofPairs[4], ofPairs[5]);
  EXPECT_NE(ofPairs[4], ofPairs[6]);
  // Lane 2 of warp 0 holds element 2 in one and elements 4 and 5 in both copies of the other.
  EXPECT_TRUE(threads.covers(ofPairs[4], ofRow[2]));
  EXPECT_FALSE(threads.covers(ofRow[2], ofPairs[4]));
  EXPECT_TRUE(threads.isOneThread(ofRow[2], ofRow[2]));
  EXPECT_FALSE(threads.isOneThread(ofPairs[4], ofPairs[4]));
  EXPECT_FALSE(threads.covers(ThreadSets::many, ThreadSets::many));
  ThreadSets waves(/*wavesInStep=*/true);
  const std::vector<ThreadSets::Id> &wavesOfRow = *waves.of(row);
  EXPECT_EQ(wavesOfRow[4], wavesOfRow[5]);
  EXPECT_NE(wavesOfRow[4], wavesOfRow[36]);
}

} // namespace
