// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers, views of them, and elements at indices.
#include "oracles/interp/GpuTesting.h"

using namespace fathom::interp;

namespace {

using Ints = std::vector<int32_t>;

/// A kernel that puts 0 to 127 into a buffer of 4 x 32 and stores the 2-D view that `views` makes of it, of `rows` x `columns`, to arg0.
std::string viewKernel(const char *views, const char *rows, const char *columns) {
  return replaced(R"(
  tt.func public @k(%out: !tt.ptr<i32>, %i: i32) {
    %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #b>
    %x = tt.reshape %r : tensor<128xi32, #b> -> tensor<4x32xi32, #wide>
    %m = ttg.local_alloc %x : (tensor<4x32xi32, #wide>) -> !ttg.memdesc<4x32xi32, #s2, #smem, mutable>
    VIEWS
    %y = ttg.local_load %v : VIEW -> tensor<ROWSxCOLUMNSxi32, #b2>
    %r0 = tt.make_range {start = 0 : i32, end = ROWS : i32} : tensor<ROWSxi32, #ttg.slice<{dim = 1, parent = #b2}>>
    %r1 = tt.make_range {start = 0 : i32, end = COLUMNS : i32} : tensor<COLUMNSxi32, #ttg.slice<{dim = 0, parent = #b2}>>
    %e0 = tt.expand_dims %r0 {axis = 1 : i32} : tensor<ROWSxi32, #ttg.slice<{dim = 1, parent = #b2}>> -> tensor<ROWSx1xi32, #b2>
    %e1 = tt.expand_dims %r1 {axis = 0 : i32} : tensor<COLUMNSxi32, #ttg.slice<{dim = 0, parent = #b2}>> -> tensor<1xCOLUMNSxi32, #b2>
    %c = arith.constant dense<COLUMNS> : tensor<ROWSx1xi32, #b2>
    %s0 = arith.muli %e0, %c : tensor<ROWSx1xi32, #b2>
    %b0 = tt.broadcast %s0 : tensor<ROWSx1xi32, #b2> -> tensor<ROWSxCOLUMNSxi32, #b2>
    %b1 = tt.broadcast %e1 : tensor<1xCOLUMNSxi32, #b2> -> tensor<ROWSxCOLUMNSxi32, #b2>
    %o = arith.addi %b0, %b1 : tensor<ROWSxCOLUMNSxi32, #b2>
    %p = tt.splat %out : !tt.ptr<i32> -> tensor<ROWSxCOLUMNSx!tt.ptr<i32>, #b2>
    %q = tt.addptr %p, %o : tensor<ROWSxCOLUMNSx!tt.ptr<i32>, #b2>, tensor<ROWSxCOLUMNSxi32, #b2>
    tt.store %q, %y : tensor<ROWSxCOLUMNSx!tt.ptr<i32>, #b2>
    tt.return
  }
)",
                  {{"VIEWS", views},
                   {"ROWS", rows},
                   {"COLUMNS", columns},
                   {"#wide", "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], "
                             "warpsPerCTA = [4, 1], order = [1, 0]}>"}});
}

Ints viewOf(const char *views, const char *type, const char *rows, const char *columns,
            int32_t index = 0) {
  std::string text = replaced(viewKernel(views, rows, columns), {{"VIEW", type}});
  RunResult result = runGpu(text, {zeros(128), int32(index)});
  expectEnd(result);
  return result.as<int32_t>(0);
}

TEST(SharedViewTest, SubsliceShowsAPart) {
  Ints seen =
      viewOf("%v = ttg.memdesc_subslice %m[2, 16] : !ttg.memdesc<4x32xi32, #s2, #smem, mutable> "
             "-> !ttg.memdesc<2x16xi32, #s2, #smem, mutable, 4x32>",
             "!ttg.memdesc<2x16xi32, #s2, #smem, mutable, 4x32>", "2", "16");
  for (int32_t row = 0; row < 2; ++row)
    for (int32_t column = 0; column < 16; ++column)
      EXPECT_EQ(seen[row * 16 + column], (row + 2) * 32 + column + 16);
}

TEST(SharedViewTest, TransposedPart) {
  Ints seen = viewOf(R"(
    %w = ttg.memdesc_subslice %m[0, 8] : !ttg.memdesc<4x32xi32, #s2, #smem, mutable> -> !ttg.memdesc<4x8xi32, #s2, #smem, mutable, 4x32>
    %v = ttg.memdesc_trans %w {order = array<i32: 1, 0>} : !ttg.memdesc<4x8xi32, #s2, #smem, mutable, 4x32> -> !ttg.memdesc<8x4xi32, #s2t, #smem, mutable, 32x4>)",
                     "!ttg.memdesc<8x4xi32, #s2t, #smem, mutable, 32x4>", "8", "4");
  for (int32_t row = 0; row < 8; ++row)
    for (int32_t column = 0; column < 4; ++column)
      EXPECT_EQ(seen[row * 4 + column], column * 32 + row + 8);
}

// What strides cannot say: the rows of a transposed buffer, read on as one row after the other.
TEST(SharedViewTest, ReshapedTransposed) {
  Ints seen = viewOf(R"(
    %w = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<4x32xi32, #s2, #smem, mutable> -> !ttg.memdesc<32x4xi32, #s2t, #smem, mutable>
    %u = ttg.memdesc_reshape %w : !ttg.memdesc<32x4xi32, #s2t, #smem, mutable> -> !ttg.memdesc<16x8xi32, #s2, #smem, mutable>
    %v = ttg.memdesc_trans %u {order = array<i32: 1, 0>} : !ttg.memdesc<16x8xi32, #s2, #smem, mutable> -> !ttg.memdesc<8x16xi32, #s2t, #smem, mutable>)",
                     "!ttg.memdesc<8x16xi32, #s2t, #smem, mutable>", "8", "16");
  for (int32_t row = 0; row < 8; ++row)
    for (int32_t column = 0; column < 16; ++column) {
      int32_t number = column * 8 + row; // In the 32 x 4 view.
      EXPECT_EQ(seen[row * 16 + column], number % 4 * 32 + number / 4);
    }
}

std::string indexKernel() {
  return R"(
  tt.func public @k(%out: !tt.ptr<i32>, %i: i32) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<3x32xi32, #s, #smem, mutable>
    %c1 = arith.constant 1 : i32
    %x = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %w = ttg.memdesc_index %m[%c1] : !ttg.memdesc<3x32xi32, #s, #smem, mutable> -> !tile
    ttg.local_store %x, %w : !ti32 -> !tile
    %v = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x32xi32, #s, #smem, mutable> -> !tile
    USE
    tt.return
  }
)";
}
const char *loadAndStore = R"(
    %y = ttg.local_load %v : !tile -> !ti32
    %p = tt.splat %out : !tt.ptr<i32> -> !pi32
    %q = tt.addptr %p, %x : !pi32, !ti32
    tt.store %q, %y : !pi32
)";

TEST(SharedViewTest, IndexSelectsABuffer) {
  RunResult result =
      runGpu(replaced(indexKernel(), {{"USE", loadAndStore}}), {zeros(32), int32(1)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(0)[7], 7);
}

TEST(SharedViewTest, WhatWasNeverWrittenIsUndefined) {
  RunResult result =
      runGpu(replaced(indexKernel(), {{"USE", loadAndStore}}), {zeros(32), int32(0)});
  expectEnd(result);
  ASSERT_EQ(result.poison(0).size(), 32u);
  EXPECT_EQ(result.poison(0)[7], Undefined);
}

TEST(SharedViewTest, IndexOutOfRangeStopsWhereItIsUsed) {
  for (int32_t index : {3, -1}) {
    RunResult used =
        runGpu(replaced(indexKernel(), {{"USE", loadAndStore}}), {zeros(32), int32(index)});
    expectStop(used, Stop::Kind::OutOfBounds,
               "ttg.local_load of a buffer whose index " + std::to_string(index));
    expectEnd(runGpu(replaced(indexKernel(), {{"USE", ""}}), {zeros(32), int32(index)}));
  }
}

TEST(SharedViewTest, FreedBufferIsNotUsed) {
  RunResult result = runGpu(
      replaced(indexKernel(),
               {{"USE", "ttg.local_dealloc %m : !ttg.memdesc<3x32xi32, #s, #smem, mutable>\nUSE"},
                {"USE", loadAndStore}}),
      {zeros(32), int32(1)});
  expectStop(result, Stop::Kind::Shared, "ttg.local_load of a buffer that was freed");
}

// f16 1.0 is 0x3c00, and 2.0 is 0x4000; little-endian pairs of them are i32. The swizzle of the pairs' buffer is seen by both views.
const char *reinterpretKernel = R"(
  tt.func public @k(%out: !tt.ptr<i32>) {
    %one = arith.constant dense<1.0> : tensor<8x8xf16, #b2>
    %two = arith.constant dense<2.0> : tensor<8x2xf16, #b2>
    %m = ttg.local_alloc %one : (tensor<8x8xf16, #b2>) -> !ttg.memdesc<8x8xf16, #swizzled, #smem, mutable>
    %w = ttg.memdesc_subslice %m[0, 2] : !ttg.memdesc<8x8xf16, #swizzled, #smem, mutable> -> !ttg.memdesc<8x2xf16, #swizzled, #smem, mutable, 8x8>
    ttg.local_store %two, %w : tensor<8x2xf16, #b2> -> !ttg.memdesc<8x2xf16, #swizzled, #smem, mutable, 8x8>
    %v = ttg.memdesc_reinterpret %m : !ttg.memdesc<8x8xf16, #swizzled, #smem, mutable> -> !ttg.memdesc<32xi32, #s, #smem, mutable>
    %y = ttg.local_load %v : !tile -> !ti32
    %x = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %p = tt.splat %out : !tt.ptr<i32> -> !pi32
    %q = tt.addptr %p, %x : !pi32, !ti32
    tt.store %q, %y : !pi32
    tt.return
  }
)";

TEST(SharedViewTest, ReinterpretFollowsTheLayout) {
  RunResult result = runGpu(reinterpretKernel, {zeros(32)});
  expectEnd(result);
  Ints seen = result.as<int32_t>(0);
  // Row r keeps its pair of columns number p at place p ^ (r % 4).
  for (int32_t row = 0; row < 8; ++row)
    for (int32_t place = 0; place < 4; ++place)
      EXPECT_EQ(seen[row * 4 + place], (place ^ (row % 4)) == 1 ? 0x40004000 : 0x3c003c00)
          << row << " " << place;
}

TEST(SharedViewTest, BitsOfFloatsAreNotKnownInTheAlgebra) {
  RunResult result = runGpu(reinterpretKernel, {zeros(32)}, Semantics::Algebra);
  expectStop(result, Stop::Kind::Unsupported, "bits of a float");
}

//===--- Elements at indices ---===//

const char *indexingKernel = R"(
  tt.func public @k(%idx: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %x = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %i0 = tt.splat %idx : !tt.ptr<i32> -> !pi32
    %i1 = tt.addptr %i0, %x : !pi32, !ti32
    %i = tt.load %i1 : !pi32
    %c100 = arith.constant dense<100> : !ti32
    %v = arith.addi %x, %c100 : !ti32
    %m = ttg.local_alloc %v : (!ti32) -> !tile
    OP
    %p = tt.splat %out : !tt.ptr<i32> -> !pi32
    %q = tt.addptr %p, %x : !pi32, !ti32
    tt.store %q, %y : !pi32
    tt.return
  }
)";

Ints reversed() {
  Ints indices(32);
  for (int32_t k = 0; k < 32; ++k)
    indices[k] = 31 - k;
  return indices;
}

TEST(LocalIndexingTest, GatherReadsAtIndices) {
  std::string text =
      replaced(indexingKernel,
               {{"OP", "%y = ttg.local_gather %m[%i] {axis = 0 : i32} : !tile, !ti32 -> !ti32"}});
  Ints indices = reversed();
  indices[5] = 32;
  RunResult result = runGpu(text, {ints(indices), zeros(32)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(1)[3], 128);
  EXPECT_EQ(result.poison(1)[3], Defined);
  EXPECT_EQ(result.poison(1)[5], Undefined);
}

TEST(LocalIndexingTest, ScatterWritesAtIndices) {
  std::string text = replaced(indexingKernel, {{"OP", R"(
    ttg.local_scatter %m[%i], %x {axis = 0 : i32} : !tile, !ti32, !ti32
    %y = ttg.local_load %m : !tile -> !ti32)"}});
  Ints indices = reversed();
  RunResult result = runGpu(text, {ints(indices), zeros(32)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(1), indices);
  indices[5] = -1;
  expectStop(runGpu(text, {ints(indices), zeros(32)}), Stop::Kind::OutOfBounds, "element 5");
}

TEST(LocalIndexingTest, AtomicsCombineInAnyOrder) {
  std::string text = replaced(indexingKernel, {{"OP", R"(
    %old = ttg.local_atomic_scatter_rmw add, %m[%i], %x {axis = 0 : i32} : (!tile, !ti32, !ti32) -> !ti32
    %y = ttg.local_load %m : !tile -> !ti32)"}});
  RunResult result = runGpu(text, {ints(Ints(32, 4)), zeros(32)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(1)[4], 104 + 31 * 32 / 2);
  EXPECT_EQ(result.as<int32_t>(1)[5], 105);
  EXPECT_TRUE(result.outcome.hazards.empty());
}

} // namespace
