// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers in shared memory, TMA copies that they count, and frames that wait for each other.
#include "oracles/interp/GpuTesting.h"

using namespace fathom::interp;

namespace {

//===--- One frame ---===//

// Copies rows 0-7 of a tensor of 16 x 16 f16 into a buffer, and stores the buffer to the rows of arg1 from `%row` on.
std::string tmaKernel(const char *body) {
  return replaced(
      R"(
  tt.func public @k(%in: !tt.ptr<f16>, %out: !tt.ptr<f16>, %row: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %one = arith.constant 1 : i64
    %sixteen = arith.constant 16 : i64
    %true = arith.constant true
    %false = arith.constant false
    %x = tt.make_tensor_descriptor %in, [%c16, %c16], [%sixteen, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<8x16xf16, #n>>
    %y = tt.make_tensor_descriptor %out, [%c16, %c16], [%sixteen, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<8x16xf16, #n>>
    %m = ttg.local_alloc : () -> !rows
    %bar = ttg.local_alloc : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    BODY
    tt.return
  }
)",
      {{"BODY", body},
       {"EXPECT", "ttng.barrier_expect %bar, 256, %true : !bar"},
       {"COPY", "ttng.async_tma_copy_global_to_local %x[%c0, %c0] %m, %bar, %true : "
                "!tt.tensordesc<tensor<8x16xf16, #n>>, !bar -> !rows"},
       {"WAIT0", "ttng.wait_barrier %bar, %c0 : !bar"},
       {"WAIT1", "ttng.wait_barrier %bar, %c1 : !bar"},
       {"STORE", "ttng.async_tma_copy_local_to_global %y[%row, %c0] %m : "
                 "!tt.tensordesc<tensor<8x16xf16, #n>>, !rows"},
       {"OVERWRITE", "%zero = arith.constant dense<0.0> : tensor<8x16xf16, #b2>\nttg.local_store "
                     "%zero, %m : tensor<8x16xf16, #b2> -> !rows"}});
}

TestArg halves(unsigned count, bool numbered) {
  std::vector<uint16_t> codes(count);
  for (unsigned k = 0; numbered && k < count; ++k)
    codes[k] = fathom::floats::encode(fathom::FloatKind::F16, float(k));
  return bufferOf(codes);
}

RunResult runTma(const char *body, int32_t row = 0) {
  return runGpu(tmaKernel(body), {halves(256, true), halves(256, false), int32(row)});
}

TEST(TmaTest, CopyIsThereAfterTheWait) {
  RunResult result =
      runTma("EXPECT\n COPY\n WAIT0\n STORE\n ttng.async_tma_store_wait {pendings = 0 : i32}", 12);
  expectEnd(result);
  auto in = result.as<uint16_t>(0), out = result.as<uint16_t>(1);
  for (unsigned k = 0; k < 64; ++k)
    EXPECT_EQ(out[12 * 16 + k], in[k]);
  EXPECT_EQ(out[12 * 16 - 1], 0);
}

TEST(TmaTest, NoWait) {
  expectStop(runTma("EXPECT\n COPY\n STORE"), Stop::Kind::Shared,
             "ttng.async_tma_copy_local_to_global reads elements that "
             "ttng.async_tma_copy_global_to_local still writes");
}

TEST(TmaTest, WaitForTheOtherPhase) {
  // Parity 1 counts as over before phase 0 is.
  expectStop(runTma("EXPECT\n COPY\n WAIT1\n STORE"), Stop::Kind::Shared, "reads elements");
}

TEST(TmaTest, WaitForAPhaseThatDoesNotEnd) {
  expectStop(runTma("EXPECT\n COPY\n WAIT0\n WAIT1"), Stop::Kind::Deadlock, "ttng.wait_barrier");
  expectStop(runTma("COPY\n WAIT0"), Stop::Kind::Deadlock, "ttng.wait_barrier");
  expectStop(runTma("EXPECT\n WAIT0"), Stop::Kind::Deadlock, "ttng.wait_barrier");
}

TEST(TmaTest, FewerBytesThanTheCopiesHave) {
  // The phase is over when the first copy has come; the second may be under way.
  const char *body = R"(
    %m2 = ttg.local_alloc : () -> !rows
    EXPECT
    COPY
    ttng.async_tma_copy_global_to_local %x[%c8, %c0] %m2, %bar, %true : !tt.tensordesc<tensor<8x16xf16, #n>>, !bar -> !rows
    WAIT0
    %l = ttg.local_load %m2 : !rows -> tensor<8x16xf16, #b2>)";
  expectStop(runTma(body), Stop::Kind::Shared, "ttg.local_load reads elements");
  expectEnd(
      runTma(replaced(body, {{"EXPECT", "ttng.barrier_expect %bar, 512, %true : !bar"}}).c_str()));
}

TEST(TmaTest, PhasesTakeTurns) {
  expectEnd(
      runTma("EXPECT\n COPY\n WAIT0\n EXPECT\n COPY\n WAIT1\n EXPECT\n COPY\n WAIT0\n STORE"));
  // The wait for phase 0 does not cover the copy of phase 1.
  expectStop(runTma("EXPECT\n COPY\n WAIT0\n EXPECT\n COPY\n WAIT0\n STORE"), Stop::Kind::Shared,
             "reads elements");
}

TEST(TmaTest, ArrivesOnceTooOften) {
  expectStop(runTma("EXPECT\n EXPECT"), Stop::Kind::Shared,
             "arrives 1 times at a barrier whose phase waits for 0 more");
}

TEST(TmaTest, PredicatedOff) {
  expectStop(runTma("ttng.barrier_expect %bar, 256, %false : !bar\n WAIT0"), Stop::Kind::Deadlock,
             "");
  expectEnd(runTma("ttng.wait_barrier %bar, %c0, %false : !bar"));
}

TEST(TmaTest, BarrierThatIsNotSetUp) {
  expectStop(runTma("ttng.inval_barrier %bar : !bar\n WAIT0"), Stop::Kind::Shared, "not set up");
  expectStop(runTma("ttng.init_barrier %bar, 1 : !bar"), Stop::Kind::Shared, "set up already");
  expectEnd(runTma("ttng.inval_barrier %bar : !bar\n ttng.init_barrier %bar, 1 : !bar"));
}

TEST(TmaTest, BufferIsNotWrittenWhileItIsStored) {
  const char *body = "EXPECT\n COPY\n WAIT0\n STORE\n DONE\n OVERWRITE";
  expectStop(
      runTma(replaced(body, {{"DONE", ""}}).c_str()), Stop::Kind::Shared,
      "ttg.local_store writes elements that ttng.async_tma_copy_local_to_global still reads");
  expectStop(
      runTma(replaced(body, {{"DONE", "ttng.async_tma_store_wait {pendings = 1 : i32}"}}).c_str()),
      Stop::Kind::Shared, "ttg.local_store writes");
  expectEnd(
      runTma(replaced(body, {{"DONE", "ttng.async_tma_store_wait {pendings = 0 : i32}"}}).c_str()));
}

// The descriptor of the input is written to memory, and named before it is.
TEST(TmaTest, DescriptorInMemory) {
  const char *body = R"(
    %raw = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    %z = ttng.reinterpret_tensor_descriptor %raw : !tt.ptr<i8> to !tt.tensordesc<tensor<8x16xf16, #n>>
    %stride = arith.constant 32 : i64
    CREATE
    EXPECT
    ttng.async_tma_copy_global_to_local %z[%c8, %c0] %m, %bar, %true : !tt.tensordesc<tensor<8x16xf16, #n>>, !bar -> !rows
    WAIT0
    STORE)";
  const char *create = "ttng.tensormap_create %raw, %in, [%c16, %c8], [%c16, %c16], [%stride], "
                       "[%c1, %c1] {elem_type = 6 : i32, fill_mode = 0 : i32, "
                       "interleave_layout = 0 : i32, swizzle_mode = 1 : i32} : (!tt.ptr<i8>, "
                       "!tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()";
  RunResult result = runTma(replaced(body, {{"CREATE", create}}).c_str());
  expectEnd(result);
  EXPECT_EQ(result.as<uint16_t>(1)[5], result.as<uint16_t>(0)[8 * 16 + 5]);
  expectStop(runTma(replaced(body, {{"CREATE", ""}}).c_str()), Stop::Kind::Undefined,
             "of a descriptor that nobody made");
}

//===--- Frames that wait for each other ---===//

// A producer fills two slots with the numbers of its turns, a consumer sums them up. FULL and EMPTY are the phases that the two wait for.
const char *specialized = R"(
  tt.func public @k(%out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x32xi32, #s, #smem, mutable>
    %full = ttg.local_alloc : () -> !bars
    %empty = ttg.local_alloc : () -> !bars
    %f0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    %f1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    %e0 = ttg.memdesc_index %empty[%c0] : !bars -> !bar
    %e1 = ttg.memdesc_index %empty[%c1] : !bars -> !bar
    ttng.init_barrier %f0, 1 : !bar
    ttng.init_barrier %f1, 1 : !bar
    ttng.init_barrier %e0, 1 : !bar
    ttng.init_barrier %e1, 1 : !bar
    ttg.warp_specialize(%out, %n, %m, %full, %empty)
    default {
      scf.for %i = %c0 to %n step %c1 : i32 {
        %slot = arith.remsi %i, %c2 : i32
        %turn = arith.divsi %i, %c2 : i32
        %phase = arith.andi %turn, %c1 : i32
        %other = arith.xori %phase, %c1 : i32
        %e = ttg.memdesc_index %empty[%slot] : !bars -> !bar
        ttng.wait_barrier %e, EMPTY : !bar
        %v = ttg.memdesc_index %m[%slot] : !ttg.memdesc<2x32xi32, #s, #smem, mutable> -> !tile
        %x = tt.splat %i : i32 -> !ti32
        ttg.local_store %x, %v : !ti32 -> !tile
        %f = ttg.memdesc_index %full[%slot] : !bars -> !bar
        ttng.arrive_barrier %f, 1 : !bar
      }
      ttg.warp_yield
    }
    partition0(%pout: !tt.ptr<i32>, %pn: i32, %pm: !ttg.memdesc<2x32xi32, #s, #smem, mutable>, %pfull: !bars, %pempty: !bars) num_warps(4) {
      %k0 = arith.constant 0 : i32
      %k1 = arith.constant 1 : i32
      %k2 = arith.constant 2 : i32
      %zero = arith.constant dense<0> : !ti32
      %sum = scf.for %i = %k0 to %pn step %k1 iter_args(%acc = %zero) -> (!ti32) : i32 {
        %slot = arith.remsi %i, %k2 : i32
        %turn = arith.divsi %i, %k2 : i32
        %phase = arith.andi %turn, %k1 : i32
        %f = ttg.memdesc_index %pfull[%slot] : !bars -> !bar
        ttng.wait_barrier %f, %phase : !bar
        %v = ttg.memdesc_index %pm[%slot] : !ttg.memdesc<2x32xi32, #s, #smem, mutable> -> !tile
        %x = ttg.local_load %v : !tile -> !ti32
        %e = ttg.memdesc_index %pempty[%slot] : !bars -> !bar
        ARRIVE
        %next = arith.muli %acc, %mul : !ti32
        %next2 = arith.addi %next, %x : !ti32
        scf.yield %next2 : !ti32
      }
      %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
      %q = tt.splat %pout : !tt.ptr<i32> -> !pi32
      %q0 = tt.addptr %q, %r : !pi32, !ti32
      tt.store %q0, %sum : !pi32
      ttg.warp_return
    } : (!tt.ptr<i32>, i32, !ttg.memdesc<2x32xi32, #s, #smem, mutable>, !bars, !bars) -> ()
    tt.return
  }
)";

RunResult runSpecialized(const char *empty, const char *arrive, int32_t turns) {
  std::string text =
      replaced(specialized,
               {{"EMPTY", empty},
                {"ARRIVE", arrive},
                {"%m = ttg.local_alloc", "%never = arith.constant false\n    %m = ttg.local_alloc"},
                {"%zero = arith", "%mul = arith.constant dense<10> : !ti32\n      %zero = arith"}});
  return runGpu(text, {zeros(32), int32(turns)});
}

TEST(WarpSpecializeTest, ProducerAndConsumer) {
  for (auto [turns, sum] : {std::pair(0, 0), {1, 0}, {2, 1}, {6, 12345}}) {
    RunResult result = runSpecialized("%other", "ttng.arrive_barrier %e, 1 : !bar", turns);
    expectEnd(result);
    EXPECT_EQ(result.as<int32_t>(0)[31], sum);
  }
}

TEST(WarpSpecializeTest, ConsumerThatGivesNoSlotBack) {
  expectStop(runSpecialized("%other", "", 6), Stop::Kind::Deadlock, "2 of 2 partitions wait");
  // The producer has ended when the consumer waits.
  expectEnd(runSpecialized("%other", "", 2));
}

TEST(WarpSpecializeTest, ProducerThatWaitsForTheWrongPhase) {
  expectStop(runSpecialized("%phase", "ttng.arrive_barrier %e, 1 : !bar", 6), Stop::Kind::Deadlock,
             "2 of 2 partitions wait");
}

// It is whole phases ahead of the consumer, who misses one.
TEST(WarpSpecializeTest, ProducerThatDoesNotWait) {
  expectStop(runSpecialized("%other, %never", "ttng.arrive_barrier %e, 1 : !bar", 6),
             Stop::Kind::Deadlock, "1 of 2 partitions wait");
}

// Two readers take turns with a writer that waits for one of them only. Reader 0 is always done before, as the order of turns is here.
TEST(WarpSpecializeTest, WriterThatWaitsForOneOfTwoReaders) {
  const char *text = R"(
  tt.func public @k(%out: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %x = arith.constant dense<3> : !ti32
    %m = ttg.local_alloc : () -> !tile
    %bars = ttg.local_alloc : () -> !bars
    %b0 = ttg.memdesc_index %bars[%c0] : !bars -> !bar
    %b1 = ttg.memdesc_index %bars[%c1] : !bars -> !bar
    ttng.init_barrier %b0, 1 : !bar
    ttng.init_barrier %b1, 1 : !bar
    ttg.local_store %x, %m : !ti32 -> !tile
    ttg.warp_specialize(%m, %b0, %b1)
    default {
      WAIT0
      ttng.wait_barrier %b1, %c0 : !bar
      ttg.local_store %x, %m : !ti32 -> !tile
      ttg.warp_yield
    }
    partition0(%pm: !tile, %p0: !bar, %p1: !bar) num_warps(4) {
      %v = ttg.local_load %pm : !tile -> !ti32
      ttng.arrive_barrier %p0, 1 : !bar
      ttg.warp_return
    }
    partition1(%pm: !tile, %p0: !bar, %p1: !bar) num_warps(4) {
      %v = ttg.local_load %pm : !tile -> !ti32
      ttng.arrive_barrier %p1, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar, !bar) -> ()
    ttg.local_store %x, %m : !ti32 -> !tile
    tt.return
  }
)";
  expectEnd(runGpu(replaced(text, {{"WAIT0", "ttng.wait_barrier %b0, %c0 : !bar"}}), {zeros(1)}));
  expectStop(runGpu(replaced(text, {{"WAIT0", ""}}), {zeros(1)}), Stop::Kind::Shared,
             "ttg.local_store writes elements that another partition reads, and no barrier");
}

// Both partitions read the tile that the default region copies; the second one waits for a barrier that says only that the copy was started. The first one's wait ends
// the copy here, before the second one reads.
TEST(WarpSpecializeTest, CopyIsKnownThroughItsBarrierOnly) {
  const char *text = R"(
  tt.func public @k(%in: !tt.ptr<f16>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %one = arith.constant 1 : i64
    %sixteen = arith.constant 16 : i64
    %true = arith.constant true
    %x = tt.make_tensor_descriptor %in, [%c8, %c16], [%sixteen, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<8x16xf16, #n>>
    %m = ttg.local_alloc : () -> !rows
    %bars = ttg.local_alloc : () -> !bars
    %copied = ttg.memdesc_index %bars[%c0] : !bars -> !bar
    %started = ttg.memdesc_index %bars[%c1] : !bars -> !bar
    ttng.init_barrier %copied, 1 : !bar
    ttng.init_barrier %started, 1 : !bar
    ttg.warp_specialize(%m, %copied, %started)
    default {
      ttng.barrier_expect %copied, 256, %true : !bar
      ttng.async_tma_copy_global_to_local %x[%c0, %c0] %m, %copied, %true : !tt.tensordesc<tensor<8x16xf16, #n>>, !bar -> !rows
      ttng.arrive_barrier %started, 1 : !bar
      ttg.warp_yield
    }
    partition0(%pm: !rows, %p0: !bar, %p1: !bar) num_warps(4) {
      %k0 = arith.constant 0 : i32
      ttng.wait_barrier %p0, %k0 : !bar
      %v = ttg.local_load %pm : !rows -> tensor<8x16xf16, #b2>
      ttg.warp_return
    }
    partition1(%pm: !rows, %p0: !bar, %p1: !bar) num_warps(4) {
      %k0 = arith.constant 0 : i32
      ttng.wait_barrier WHICH, %k0 : !bar
      %v = ttg.local_load %pm : !rows -> tensor<8x16xf16, #b2>
      ttg.warp_return
    } : (!rows, !bar, !bar) -> ()
    tt.return
  }
)";
  expectEnd(runGpu(replaced(text, {{"WHICH", "%p0"}}), {halves(128, true)}));
  expectStop(runGpu(replaced(text, {{"WHICH", "%p1"}}), {halves(128, true)}), Stop::Kind::Shared,
             "ttg.local_load reads elements that ttng.async_tma_copy_global_to_local writes, and "
             "no barrier");
}

TEST(WarpSpecializeTest, StopInAPartitionEndsTheRun) {
  RunResult result = runSpecialized("%other", "ttng.arrive_barrier %e, 2 : !bar", 6);
  expectStop(result, Stop::Kind::Shared, "arrives 2 times");
}

TEST(WarpSpecializeTest, ResultsOfTheDefaultRegion) {
  RunResult result = runGpu(R"(
  tt.func public @k(%out: !tt.ptr<i32>) {
    %c = arith.constant 5 : i32
    %x = ttg.warp_specialize(%out)
    default {
      %y = arith.addi %c, %c : i32
      ttg.warp_yield %y : i32
    }
    partition0(%pout: !tt.ptr<i32>) num_warps(1) {
      ttg.warp_return
    } : (!tt.ptr<i32>) -> i32
    tt.store %out, %x : !tt.ptr<i32>
    tt.return
  }
)",
                            {zeros(1)});
  expectEnd(result);
  EXPECT_EQ(result.as<int32_t>(0)[0], 10);
}

// Each partition's warps wait for their own copies only.
TEST(WarpSpecializeTest, WaitsCountWithinAPartition) {
  RunResult result = runGpu(R"(
  tt.func public @k(%in: !tt.ptr<i32>) {
    %m = ttg.local_alloc : () -> !tile
    %r = tt.make_range {start = 0 : i32, end = 32 : i32} : !ti32
    %p = tt.splat %in : !tt.ptr<i32> -> !pi32
    %q = tt.addptr %p, %r : !pi32, !ti32
    %t = ttg.async_copy_global_to_local %q, %m : !pi32 -> <32xi32, #s, #smem, mutable>
    %g = ttg.async_commit_group tokens %t
    ttg.warp_specialize(%m)
    default {
      ttg.warp_yield
    }
    partition0(%pm: !tile) num_warps(4) {
      %w = ttg.async_wait {num = 0 : i32}
      %x = ttg.local_load %pm : !tile -> !ti32
      ttg.warp_return
    } : (!tile) -> ()
    tt.return
  }
)",
                            {zeros(32)});
  expectStop(result, Stop::Kind::Shared, "ttg.local_load reads elements");
}

} // namespace
