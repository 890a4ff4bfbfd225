// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses through buffer descriptors, parts of tensors, and numbers with scales.
#include "oracles/interp/GpuTesting.h"

using namespace fathom::interp;

namespace {

RunResult runAmd(llvm::StringRef functions, const std::vector<TestArg> &args,
                 Semantics semantics = Semantics::Ieee) {
  return runGpu(functions, args, semantics, "hip:gfx942");
}

// Loads at offsets START, START + 1, ... and stores what comes out to arg1.
const char *loadKernel = R"(
  tt.func public @k(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %start = arith.constant dense<START> : !ti32
    %o = arith.addi %r, %start : !ti32
    %bound = tt.splat %n : i32 -> !ti32
    %mask = arith.cmpi slt, %r, %bound : !ti32
    %nine = arith.constant dense<9> : !ti32
    %x = amdg.buffer_load %in[%o]REST : !ti32
    amdg.buffer_store %x, %out[%r] : !ti32
    tt.return
  }
)";

std::vector<int32_t> loadWith(const char *start, const char *rest, int32_t bound) {
  RunResult result = runAmd(replaced(loadKernel, {{"START", start}, {"REST", rest}}),
                            {counting(40), zeros(32), int32(bound)});
  expectEnd(result);
  return result.as<int32_t>(1);
}

TEST(BufferOpsTest, OffsetsAreInElements) { EXPECT_EQ(loadWith("8", "", 0)[31], 39); }

TEST(BufferOpsTest, MaskedOffGivesOtherOrZero) {
  EXPECT_EQ(loadWith("4", ", %mask", 5)[4], 8);
  EXPECT_EQ(loadWith("4", ", %mask", 5)[5], 0);
  EXPECT_EQ(loadWith("4", ", %mask, %nine", 5)[5], 9);
}

TEST(BufferOpsTest, OffsetsOutOfTheRecordsDoNothing) {
  // Negative offsets are large ones.
  std::vector<int32_t> seen = loadWith("-4", "", 0);
  EXPECT_EQ(seen[3], 0);
  EXPECT_EQ(seen[5], 1);
  EXPECT_EQ(loadWith("-4", ", %mask, %nine", 32)[3], 9);
  RunResult stored = runAmd(R"(
  tt.func public @k(%out: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %four = arith.constant dense<4> : !ti32
    %o = arith.subi %r, %four : !ti32
    amdg.buffer_store %r, %out[%o] : !ti32
    tt.return
  }
)",
                            {zeros(32)});
  expectEnd(stored);
  EXPECT_EQ(stored.as<int32_t>(0)[0], 4);
}

TEST(BufferOpsTest, WithinTheRecordsMemoryHasAnEnd) {
  RunResult result = runAmd(replaced(loadKernel, {{"START", "16"}, {"REST", ""}}),
                            {counting(40), zeros(32), int32(0)});
  expectStop(result, Stop::Kind::OutOfBounds, "amdg.buffer_load");
}

TEST(BufferOpsTest, ALaneThatIsOffNeedsNoBase) {
  RunResult result = runAmd(R"(
  tt.func public @k(%at: !tt.ptr<i32>, %in: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %off = arith.constant false
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %nine = arith.constant dense<9> : !ti32
    %none = tt.splat %off : i1 -> tensor<32xi1, #b>
    %unknown = tt.load %at, %off : !tt.ptr<i32>
    %base = tt.addptr %in, %unknown : !tt.ptr<i32>, i32
    %x = amdg.buffer_load %base[%r], %none, %nine : !ti32
    amdg.buffer_store %x, %out[%r] : !ti32
    tt.return
  }
)",
                            {zeros(4), counting(32), zeros(32)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(2)[31], 9);
}

TEST(OrderTest, AFenceChangesNothing) {
  RunResult result = runAmd(R"(
  tt.func public @k(%out: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    llvm.fence syncscope("workgroup") release
    amdg.buffer_store %r, %out[%r] : !ti32
    tt.return
  }
)",
                            {zeros(32)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(0)[31], 31);
}

TEST(BufferOpsTest, Atomics) {
  RunResult result = runAmd(R"(
  tt.func public @k(%sum: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %seven = arith.constant dense<7> : !ti32
    %on = arith.cmpi slt, %r, %seven : !ti32
    %zero = arith.constant dense<0> : !ti32
    %old = amdg.buffer_atomic_rmw add, acq_rel, gpu, %r, %sum[%zero], %on : !ti32
    %was = amdg.buffer_atomic_cas acq_rel, gpu, %r, %seven, %out[%r] : !ti32
    tt.return
  }
)",
                            {zeros(1), counting(32)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(0)[0], 21);
  EXPECT_EQ(result.as<int32_t>(1)[31], 7);
}

// Loads into shared memory are pending until a wait.
TEST(BufferOpsTest, LoadToLocal) {
  const char *text = R"(
  tt.func public @k(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %m = ttg.local_alloc : () -> !tile
    %t = amdg.buffer_load_to_local %in[%r] into %m : <i32>[!ti32] -> <32xi32, #s, #smem, mutable>
    %g = ttg.async_commit_group tokens %t
    WAIT
    %x = ttg.local_load %m : !tile -> !ti32
    amdg.buffer_store %x, %out[%r] : !ti32
    tt.return
  }
)";
  expectStop(runAmd(replaced(text, {{"WAIT", ""}}), {counting(32), zeros(32)}), Stop::Kind::Shared,
             "ttg.local_load reads");
  for (const char *wait :
       {"%w = ttg.async_wait {num = 0 : i32}", "%w = amdg.async_wait {num_inst = 0 : i32}"}) {
    RunResult result = runAmd(replaced(text, {{"WAIT", wait}}), {counting(32), zeros(32)});
    expectEnd(result);
    EXPECT_EQ(result.as<int32_t>(1)[31], 31);
  }
}

// The halves of the columns of 32 x 64, in the other order; then the number of each element in its row.
TEST(TensorPartsTest, ConcatOfSlices) {
  RunResult result = runAmd(R"(
  tt.func public @k(%out: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b2}>>
    %e = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #b2}>> -> tensor<1x64xi32, #b2>
    %rows = tt.broadcast %e : tensor<1x64xi32, #b2> -> tensor<32x64xi32, #b2>
    %left = amdg.extract_slice %rows [0, 0] : tensor<32x64xi32, #b2> to tensor<32x32xi32, #b2>
    %right = amdg.extract_slice %rows [0, 32] : tensor<32x64xi32, #b2> to tensor<32x32xi32, #b2>
    %both = amdg.concat %right, %left : tensor<32x32xi32, #b2>, tensor<32x32xi32, #b2> -> tensor<32x64xi32, #b2>
    %width = arith.constant dense<64> : tensor<32x1xi32, #b2>
    %q = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #b2}>>
    %f = tt.expand_dims %q {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #b2}>> -> tensor<32x1xi32, #b2>
    %g = arith.muli %f, %width : tensor<32x1xi32, #b2>
    %h = tt.broadcast %g : tensor<32x1xi32, #b2> -> tensor<32x64xi32, #b2>
    %o = arith.addi %h, %rows : tensor<32x64xi32, #b2>
    amdg.buffer_store %both, %out[%o] : tensor<32x64xi32, #b2>
    tt.return
  }
)",
                            {zeros(32 * 64)});
  expectEnd(result);
  for (int32_t row : {0, 31})
    for (int32_t column = 0; column < 64; ++column)
      EXPECT_EQ(result.as<int32_t>(0)[row * 64 + column], (column + 32) % 64);
}

//===--- Numbers with scales ---===//

// Stores the COUNT numbers of %y, of 1 x COUNT elements of TYPE.
std::string rowKernel(const char *body, const char *count, const char *type) {
  return replaced(R"(
  tt.func public @k(%out: !tt.ptr<TYPE>) {
    BODY
    %r = tt.make_range {start = 0 : i32, end = COUNT : i32} : tensor<COUNTxi32, #ttg.slice<{dim = 0, parent = #b2}>>
    %o = tt.expand_dims %r {axis = 0 : i32} : tensor<COUNTxi32, #ttg.slice<{dim = 0, parent = #b2}>> -> tensor<1xCOUNTxi32, #b2>
    amdg.buffer_store %y, %out[%o] : tensor<1xCOUNTxTYPE, #b2>
    tt.return
  }
)",
                  {{"BODY", body}, {"COUNT", count}, {"TYPE", type}});
}

// e2m1 0x2 is 1, 0x5 is 3; scale 128 is 2.
TEST(ScaledNumbersTest, UpcastMxfp) {
  std::string text = rowKernel(R"(
    %c = arith.constant dense<0x52> : tensor<1x16xi8, #b2>
    %s = arith.constant dense<-128> : tensor<1x1xi8, #b2>
    %x = amdg.upcast_mxfp %c, %s fp_type = e2m1 : tensor<1x16xi8, #b2>, tensor<1x1xi8, #b2> -> tensor<1x32xbf16, #b2>
    %y = arith.extf %x : tensor<1x32xbf16, #b2> to tensor<1x32xf32, #b2>)",
                               "32", "f32");
  RunResult ieee = runAmd(text, {floats(std::vector<float>(32))});
  expectEnd(ieee);
  RunResult algebra = runAmd(text, {floats(std::vector<float>(32))}, Semantics::Algebra);
  expectEnd(algebra);
  for (unsigned k = 0; k < 32; ++k) {
    EXPECT_EQ(ieee.as<float>(0)[k], k % 2 ? 6 : 2);
    EXPECT_EQ(algebra.ring(0)[k], k % 2 ? 6 : 2);
  }
}

TEST(ScaledNumbersTest, DowncastFp8) {
  std::string text = rowKernel(R"(
    %c = arith.constant dense<6.5> : tensor<1x32xf32, #b2>
    %s = arith.constant dense<0.5> : tensor<1x32xf32, #b2>
    %x = amdg.scaled_downcast_fp8 %c scale %s : tensor<1x32xf32, #b2>, tensor<1x32xf32, #b2> -> tensor<1x32xf8E5M2, #b2>
    %y = arith.extf %x : tensor<1x32xf8E5M2, #b2> to tensor<1x32xf32, #b2>)",
                               "32", "f32");
  RunResult result = runAmd(text, {floats(std::vector<float>(32))});
  expectEnd(result);
  // 13 lies between 12 and 14: a tie, and 12 is even.
  EXPECT_EQ(result.as<float>(0)[7], 12);
}

TEST(ScaledNumbersTest, DowncastFp4PacksPairs) {
  std::string text = rowKernel(R"(
    %c = arith.constant dense<6.0> : tensor<1x32xf32, #b2>
    %s = arith.constant dense<2.0> : tensor<1x32xf32, #b2>
    %y = amdg.scaled_downcast_fp4 %c scale %s {axis = 1 : i32} : tensor<1x32xf32, #b2>, tensor<1x32xf32, #b2> -> tensor<1x16xi8, #b2>)",
                               "16", "i8");
  RunResult result = runAmd(text, {bufferOf(std::vector<int8_t>(16))});
  expectEnd(result);
  EXPECT_EQ(result.as<int8_t>(0), std::vector<int8_t>(16, 0x55));
}

// Byte (r, c) of 4 x 16 holds the numbers c, of row 2 r, and r, of row 2 r + 1; the result has pairs of a row in a byte.
TEST(ScaledNumbersTest, PairsAreRepacked) {
  RunResult result = runAmd(R"(
  tt.func public @k(%out: !tt.ptr<i8>) {
    %q = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #b2}>>
    %f = tt.expand_dims %q {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #b2}>> -> tensor<4x1xi32, #b2>
    %sixteen = arith.constant dense<16> : tensor<4x1xi32, #b2>
    %g = arith.muli %f, %sixteen : tensor<4x1xi32, #b2>
    %h = tt.broadcast %g : tensor<4x1xi32, #b2> -> tensor<4x16xi32, #b2>
    %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #b2}>>
    %e = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #b2}>> -> tensor<1x16xi32, #b2>
    %c = tt.broadcast %e : tensor<1x16xi32, #b2> -> tensor<4x16xi32, #b2>
    %n = arith.addi %h, %c : tensor<4x16xi32, #b2>
    %b = arith.trunci %n : tensor<4x16xi32, #b2> to tensor<4x16xi8, #b2>
    %m = ttg.local_alloc %b : (tensor<4x16xi8, #b2>) -> !ttg.memdesc<4x16xi8, #s2, #smem, mutable>
    %y = amdg.local_load_packed_tranposed %m : !ttg.memdesc<4x16xi8, #s2, #smem, mutable> -> tensor<8x8xi8, #b2>
    %q8 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #b2}>>
    %f8 = tt.expand_dims %q8 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #b2}>> -> tensor<8x1xi32, #b2>
    %eight = arith.constant dense<8> : tensor<8x1xi32, #b2>
    %g8 = arith.muli %f8, %eight : tensor<8x1xi32, #b2>
    %h8 = tt.broadcast %g8 : tensor<8x1xi32, #b2> -> tensor<8x8xi32, #b2>
    %r8 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #b2}>>
    %e8 = tt.expand_dims %r8 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #b2}>> -> tensor<1x8xi32, #b2>
    %c8 = tt.broadcast %e8 : tensor<1x8xi32, #b2> -> tensor<8x8xi32, #b2>
    %o = arith.addi %h8, %c8 : tensor<8x8xi32, #b2>
    amdg.buffer_store %y, %out[%o] : tensor<8x8xi8, #b2>
    tt.return
  }
)",
                            {bufferOf(std::vector<uint8_t>(64))});
  expectEnd(result);
  std::vector<uint8_t> seen = result.as<uint8_t>(0);
  for (unsigned row = 0; row < 8; ++row)
    for (unsigned column = 0; column < 8; ++column)
      EXPECT_EQ(seen[row * 8 + column],
                row % 2 ? row / 2 * 0x11 : 2 * column | (2 * column + 1) << 4);
}

} // namespace
