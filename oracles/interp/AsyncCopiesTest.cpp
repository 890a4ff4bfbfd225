// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose copies run two tiles ahead, right, and wrong in each way that a pipeliner can get it wrong.
#include "oracles/interp/GpuTesting.h"

using namespace fathom::interp;

namespace {

// Sums n tiles of 32. WAIT groups are left, AT is the slot that iteration %i reads, TO the one that tile %i + 2 goes to; there are SLOTS.
const char *pipelined = R"(
  tt.func public @k(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c32 = arith.constant 32 : i32
    %slots = arith.constant SLOTS : i32
    %zero = arith.constant dense<0> : !ti32
    %seven = arith.constant dense<7> : !ti32
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %p = tt.splat %in : !tt.ptr<i32> -> !pi32
    %p0 = tt.addptr %p, %r : !pi32, !ti32
    %step = tt.splat %c32 : i32 -> !ti32
    %p1 = tt.addptr %p0, %step : !pi32, !ti32
    %m = ttg.local_alloc : () -> !ttg.memdesc<SLOTSx32xi32, #s, #smem, mutable>
    %m0 = ttg.memdesc_index %m[%c0] : !ttg.memdesc<SLOTSx32xi32, #s, #smem, mutable> -> !tile
    %on0 = arith.cmpi slt, %c0, %n : i32
    %mask0 = tt.splat %on0 : i1 -> tensor<32xi1, #b>
    %t0 = ttg.async_copy_global_to_local %p0, %m0 mask %mask0 other %seven : !pi32 -> <32xi32, #s, #smem, mutable>
    %g0 = ttg.async_commit_group tokens %t0
    %second = arith.remsi %c1, %slots : i32
    %m1 = ttg.memdesc_index %m[%second] : !ttg.memdesc<SLOTSx32xi32, #s, #smem, mutable> -> !tile
    %on1 = arith.cmpi slt, %c1, %n : i32
    %mask1 = tt.splat %on1 : i1 -> tensor<32xi1, #b>
    %t1 = ttg.async_copy_global_to_local %p1, %m1 mask %mask1 other %seven : !pi32 -> <32xi32, #s, #smem, mutable>
    COMMIT
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!ti32) : i32 {
      %w = ttg.async_wait {num = WAIT : i32}
      %at = AT
      %slot = arith.remsi %at, %slots : i32
      %v = ttg.memdesc_index %m[%slot] : !ttg.memdesc<SLOTSx32xi32, #s, #smem, mutable> -> !tile
      %x = ttg.local_load %v token %w : !tile -> !ti32
      %next = arith.addi %acc, %x : !ti32
      %j = arith.addi %i, %c2 : i32
      %to = TO
      %slot2 = arith.remsi %to, %slots : i32
      %v2 = ttg.memdesc_index %m[%slot2] : !ttg.memdesc<SLOTSx32xi32, #s, #smem, mutable> -> !tile
      %on = arith.cmpi slt, %j, %n : i32
      %mask = tt.splat %on : i1 -> tensor<32xi1, #b>
      %o = arith.muli %j, %c32 : i32
      %os = tt.splat %o : i32 -> !ti32
      %pj = tt.addptr %p0, %os : !pi32, !ti32
      %t = ttg.async_copy_global_to_local %pj, %v2 mask %mask : !pi32 -> <32xi32, #s, #smem, mutable>
      %g = ttg.async_commit_group tokens %t
      scf.yield %next : !ti32
    }
    %done = ttg.async_wait {num = 0 : i32}
    AFTER
    ttg.local_dealloc %m : !ttg.memdesc<SLOTSx32xi32, #s, #smem, mutable>
    %q = tt.splat %out : !tt.ptr<i32> -> !pi32
    %q0 = tt.addptr %q, %r : !pi32, !ti32
    tt.store %q0, %sum : !pi32
    tt.return
  }
)";

struct Variant {
  const char *wait = "1", *slots = "3", *at = "arith.addi %i, %c0 : i32",
             *to = "arith.addi %j, %c0 : i32", *commit = "%g1 = ttg.async_commit_group tokens %t1",
             *after = "";
};

RunResult runPipelined(const Variant &v, int32_t tiles, const char *target = "cuda:80") {
  std::string text = replaced(pipelined, {{"WAIT", v.wait},
                                          {"AT", v.at},
                                          {"TO", v.to},
                                          {"COMMIT", v.commit},
                                          {"AFTER", v.after},
                                          {"SLOTS", v.slots}});
  return runGpu(text, {counting(32 * 8), zeros(32), int32(tiles)}, Semantics::Ieee, target);
}

TEST(AsyncCopiesTest, RightForEveryTripCount) {
  // A tile is read before its slot is written again, so two slots will do.
  for (const char *slots : {"2", "3"})
    for (int32_t tiles : {0, 1, 2, 3, 7}) {
      RunResult result = runPipelined({.slots = slots}, tiles);
      expectEnd(result);
      for (int32_t k = 0; k < 32; ++k)
        EXPECT_EQ(result.as<int32_t>(1)[k], tiles * k + 32 * tiles * (tiles - 1) / 2);
    }
}

TEST(AsyncCopiesTest, WaitThatLeavesTheCopyPending) {
  expectStop(runPipelined({.wait = "2"}, 4), Stop::Kind::Shared,
             "ttg.local_load reads elements that ttg.async_copy_global_to_local still writes");
}

TEST(AsyncCopiesTest, StricterWaitsAreRight) { expectEnd(runPipelined({.wait = "0"}, 4)); }

TEST(AsyncCopiesTest, SlotOfTheNextTile) {
  expectStop(runPipelined({.at = "arith.addi %i, %c1 : i32"}, 4), Stop::Kind::Shared,
             "ttg.local_load reads elements");
}

TEST(AsyncCopiesTest, SlotThatIsStillWritten) {
  expectStop(runPipelined({.to = "arith.addi %i, %c1 : i32"}, 4), Stop::Kind::Shared,
             "ttg.async_copy_global_to_local writes elements that ttg.async_copy_global_to_local "
             "still writes");
}

TEST(AsyncCopiesTest, OneSlotForTwoTiles) {
  expectStop(runPipelined({.slots = "1"}, 4), Stop::Kind::Shared,
             "ttg.async_copy_global_to_local writes elements");
}

TEST(AsyncCopiesTest, CopyInNoGroup) {
  // The second tile is in the group of the third: one group less is left where it is needed.
  expectStop(runPipelined({.commit = ""}, 4), Stop::Kind::Shared, "ttg.local_load reads");
  // Where all groups are waited for it does no harm; a copy after the last commit does.
  expectEnd(runPipelined({.wait = "0", .commit = ""}, 1));
  const char *late = R"(
    %late = ttg.async_copy_global_to_local %p0, %m0 : !pi32 -> <32xi32, #s, #smem, mutable>
    %none = ttg.async_wait {num = 0 : i32}
    %y = ttg.local_load %m0 : !tile -> !ti32)";
  expectStop(runPipelined({.after = late}, 4), Stop::Kind::Shared, "ttg.local_load reads");
}

// What an outer loop starts for an iteration that does not come.
TEST(AsyncCopiesTest, CopyAfterOneThatIsOffEverywhere) {
  const char *copies = R"(
    %off = arith.constant dense<false> : tensor<32xi1, #b>
    %late = ttg.async_copy_global_to_local %p0, %m0 mask %off : !pi32 -> <32xi32, #s, #smem, mutable>
    %later = ttg.async_copy_global_to_local %p0, %m0 : !pi32 -> <32xi32, #s, #smem, mutable>)";
  expectEnd(runPipelined({.after = copies}, 4));
  const char *load = R"(
    %off = arith.constant dense<false> : tensor<32xi1, #b>
    %late = ttg.async_copy_global_to_local %p0, %m0 mask %off : !pi32 -> <32xi32, #s, #smem, mutable>
    %y = ttg.local_load %m0 : !tile -> !ti32)";
  expectStop(runPipelined({.after = load}, 4), Stop::Kind::Shared, "ttg.local_load reads");
}

TEST(AsyncCopiesTest, StoreIntoASlotThatIsStillWritten) {
  const char *store = R"(
    %late = ttg.async_copy_global_to_local %p0, %m0 : !pi32 -> <32xi32, #s, #smem, mutable>
    ttg.local_store %zero, %m0 : !ti32 -> !tile)";
  expectStop(runPipelined({.after = store}, 4), Stop::Kind::Shared,
             "ttg.local_store writes elements that ttg.async_copy_global_to_local still writes");
}

// cp.async has no other value than zero; AMD's copies have.
TEST(AsyncCopiesTest, MaskedOffElements) {
  const char *text = R"(
  tt.func public @k(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %seven = arith.constant dense<7> : !ti32
    %five = arith.constant dense<5> : !ti32
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %p = tt.splat %in : !tt.ptr<i32> -> !pi32
    %p0 = tt.addptr %p, %r : !pi32, !ti32
    %m = ttg.local_alloc : () -> !tile
    %on = arith.cmpi slt, %r, %five : !ti32
    %t = ttg.async_copy_global_to_local %p0, %m mask %on other %seven : !pi32 -> <32xi32, #s, #smem, mutable>
    %g = ttg.async_commit_group tokens %t
    %w = ttg.async_wait {num = 0 : i32}
    %x = ttg.local_load %m : !tile -> !ti32
    %q = tt.splat %out : !tt.ptr<i32> -> !pi32
    %q0 = tt.addptr %q, %r : !pi32, !ti32
    tt.store %q0, %x : !pi32
    tt.return
  }
)";
  for (auto [target, other] : {std::pair("cuda:80", 0), {"hip:gfx950", 7}}) {
    RunResult result = runGpu(text, {counting(32), zeros(32)}, Semantics::Ieee, target);
    expectEnd(result);
    EXPECT_EQ(result.as<int32_t>(1)[4], 4);
    EXPECT_EQ(result.as<int32_t>(1)[5], other);
  }
}

} // namespace
