// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches are found for small kernels of each kind, with what the kernel says of its arguments kept, and a kernel for which there is none is an error
// that says why.
#include "oracles/interp/LaunchTrial.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "core/ir/Triton.h"

#include "gtest/gtest.h"

using namespace llvm;

namespace fathom::interp {
namespace {

/// A kernel and the launch that was deduced for it.
class Deduced {
public:
  explicit Deduced(StringRef text) : context(makeContext()) {
    module =
        readModule(("module {\n" + text + "\n}").str(), mlir::ParserConfig(context.get()), "test");
    EXPECT_TRUE(module) << text.str();
    Expected<Launch> found = deduceLaunch(*module);
    if (found)
      launch = std::move(*found);
    else
      error = toString(found.takeError());
  }

  LaunchTrial run(const Launch &under, Semantics semantics = Semantics::Ieee) {
    InterpretOptions options;
    options.semantics = semantics;
    Expected<Interpreter> interpreter = Interpreter::create(*module, options);
    EXPECT_TRUE(bool(interpreter));
    Expected<LaunchTrial> trial = tryLaunch(*interpreter, semantics, under);
    EXPECT_TRUE(bool(trial));
    return std::move(*trial);
  }

  /// Ends well in both semantics, with neither races nor undefined values.
  void expectClean() {
    ASSERT_EQ(error, "");
    for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
      LaunchTrial trial = run(launch, semantics);
      EXPECT_FALSE(trial.outcome.stop) << trial.outcome.stop->message << "\n"
                                       << printLaunch(launch);
      EXPECT_GT(trial.stored(), 0u) << printLaunch(launch);
      EXPECT_EQ(trial.undefined(), 0u) << printLaunch(launch);
      EXPECT_FALSE(trial.hasHazard(Hazard::Kind::ProgramRace)) << printLaunch(launch);
      EXPECT_FALSE(trial.hasHazard(Hazard::Kind::LaneRace)) << printLaunch(launch);
      EXPECT_EQ(trial.outcome.blocksEntered, trial.outcome.blocks) << printLaunch(launch);
    }
  }

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Launch launch;
  std::string error;
};

constexpr StringRef addKernel = R"(
  tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32 {tt.divisibility = 16 : i32}) {
    %c128 = arith.constant 128 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %c128 : i32
    %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %base = tt.splat %start : i32 -> tensor<128xi32>
    %i = arith.addi %base, %range : tensor<128xi32>
    %size = tt.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi slt, %i, %size : tensor<128xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %xi = tt.addptr %xs, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %a = tt.load %xi, %mask : tensor<128x!tt.ptr<f32>>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %yi = tt.addptr %ys, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %b = tt.load %yi, %mask : tensor<128x!tt.ptr<f32>>
    %c = arith.addf %a, %b : tensor<128xf32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %oi = tt.addptr %os, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %oi, %c, %mask : tensor<128x!tt.ptr<f32>>
    tt.return
  })";

TEST(Deduce, AMaskedTileHasMoreThanOneAndAPartialOne) {
  Deduced k(addKernel);
  k.expectClean();
  int64_t n = k.launch.args[3].integer;
  EXPECT_EQ(n % 16, 0);
  EXPECT_GT(n, 128);
  EXPECT_NE(n % 128, 0);
  EXPECT_GE(k.launch.grid[0] * 128, n);
  EXPECT_EQ(k.launch.args[0].kind, LaunchArg::Kind::Input);
  EXPECT_EQ(k.launch.args[2].kind, LaunchArg::Kind::Output);
  EXPECT_EQ(k.launch.args[2].count, uint64_t(n));
}

TEST(Deduce, BuffersAreAsLongAsWhatIsAccessed) {
  Deduced k(addKernel);
  for (unsigned arg : {0u, 1u, 2u}) {
    Launch shorter = k.launch;
    shorter.args[arg].count -= 4;
    LaunchTrial trial = k.run(shorter);
    ASSERT_TRUE(trial.outcome.stop);
    EXPECT_EQ(trial.outcome.stop->kind, Stop::Kind::OutOfBounds);
  }
}

TEST(Deduce, TheSameKernelHasTheSameLaunch) {
  EXPECT_EQ(printLaunch(Deduced(addKernel).launch), printLaunch(Deduced(addKernel).launch));
}

TEST(Deduce, StridesKeepRowsApart) {
  // Rows of 64 columns, strided on both sides by arguments.
  Deduced k(R"(
  tt.func public @copy(%x: !tt.ptr<f16>, %sx: i32 {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16>, %so: i32, %rows: i32) {
    %c32 = arith.constant 32 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %c32 : i32
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %base = tt.splat %start : i32 -> tensor<32xi32>
    %row = arith.addi %base, %r : tensor<32xi32>
    %size = tt.splat %rows : i32 -> tensor<32xi32>
    %in = arith.cmpi slt, %row, %size : tensor<32xi32>
    %rowx = tt.expand_dims %row {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %m1 = tt.expand_dims %in {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
    %mask = tt.broadcast %m1 : tensor<32x1xi1> -> tensor<32x64xi1>
    %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %col = tt.broadcast %c1 : tensor<1x64xi32> -> tensor<32x64xi32>
    %sxs = tt.splat %sx : i32 -> tensor<32x1xi32>
    %ox = arith.muli %rowx, %sxs : tensor<32x1xi32>
    %oxb = tt.broadcast %ox : tensor<32x1xi32> -> tensor<32x64xi32>
    %offx = arith.addi %oxb, %col : tensor<32x64xi32>
    %xs = tt.splat %x : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
    %px = tt.addptr %xs, %offx : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    %v = tt.load %px, %mask : tensor<32x64x!tt.ptr<f16>>
    %sos = tt.splat %so : i32 -> tensor<32x1xi32>
    %oo = arith.muli %rowx, %sos : tensor<32x1xi32>
    %oob = tt.broadcast %oo : tensor<32x1xi32> -> tensor<32x64xi32>
    %offo = arith.addi %oob, %col : tensor<32x64xi32>
    %os = tt.splat %out : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
    %po = tt.addptr %os, %offo : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    tt.store %po, %v, %mask : tensor<32x64x!tt.ptr<f16>>
    tt.return
  })");
  k.expectClean();
  EXPECT_EQ(k.launch.args[1].integer, 64);
  EXPECT_EQ(k.launch.args[3].integer, 64);
  LaunchTrial trial = k.run(k.launch);
  EXPECT_EQ(trial.effects[1].stored, trial.effects[1].bytes); // The output is dense.
}

TEST(Deduce, StoredToIndicesAreDifferent) {
  Deduced k(R"(
  tt.func public @scatter(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %is = tt.splat %index : !tt.ptr<i64> -> tensor<64x!tt.ptr<i64>>
    %ip = tt.addptr %is, %i : tensor<64x!tt.ptr<i64>>, tensor<64xi32>
    %to = tt.load %ip : tensor<64x!tt.ptr<i64>>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %op = tt.addptr %os, %to : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
    tt.store %op, %v : tensor<64x!tt.ptr<f32>>
    tt.return
  })");
  k.expectClean();
  EXPECT_EQ(k.launch.args[0].contents.kind, Contents::Kind::Sequence);
}

TEST(Deduce, SomeLabelsAreThoseThatArePassedOver) {
  // out[p] = label == -100 ? 0 : x[label].
  Deduced k(R"(
  tt.func public @loss(%labels: !tt.ptr<i64>, %x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %none = arith.constant -100 : i64
    %zero = arith.constant 0.0 : f32
    %pid = tt.get_program_id x : i32
    %lp = tt.addptr %labels, %pid : !tt.ptr<i64>, i32
    %label = tt.load %lp : !tt.ptr<i64>
    %op = tt.addptr %out, %pid : !tt.ptr<f32>, i32
    %over = arith.cmpi eq, %label, %none : i64
    scf.if %over {
      tt.store %op, %zero : !tt.ptr<f32>
    } else {
      %xp = tt.addptr %x, %label : !tt.ptr<f32>, i64
      %v = tt.load %xp : !tt.ptr<f32>
      tt.store %op, %v : !tt.ptr<f32>
    }
    tt.return
  })");
  k.expectClean();
  EXPECT_EQ(k.launch.args[0].contents.kind, Contents::Kind::List);
}

TEST(Deduce, WhatIsLeftOfASizeBoundsATile) {
  // Sums the rows of x in steps of 16: of those that are left, n - 16 k, a tile may have too many.
  Deduced k(R"(
  tt.func public @sum(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c15 = arith.constant 15 : i32
    %c16 = arith.constant 16 : i32
    %zeros = arith.constant dense<0> : tensor<16xi32>
    %pid = tt.get_program_id x : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %row = arith.muli %pid, %n : i32
    %more = arith.addi %n, %c15 : i32
    %steps = arith.divsi %more, %c16 : i32
    %all:2 = scf.while (%k = %c0, %sum = %zeros) : (i32, tensor<16xi32>) -> (i32, tensor<16xi32>) {
      %goes = arith.cmpi ne, %k, %steps : i32
      scf.condition(%goes) %k, %sum : i32, tensor<16xi32>
    } do {
    ^bb0(%k: i32, %sum: tensor<16xi32>):
      %done = arith.muli %k, %c16 : i32
      %left = arith.subi %n, %done : i32
      %lefts = tt.splat %left : i32 -> tensor<16xi32>
      %m = arith.cmpi slt, %r, %lefts : tensor<16xi32>
      %at = arith.addi %row, %done : i32
      %start = tt.addptr %x, %at : !tt.ptr<i32>, i32
      %xs = tt.splat %start : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
      %xp = tt.addptr %xs, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      %v = tt.load %xp, %m, %zeros : tensor<16x!tt.ptr<i32>>
      %next = arith.addi %sum, %v : tensor<16xi32>
      %c1 = arith.constant 1 : i32
      %k1 = arith.addi %k, %c1 : i32
      scf.yield %k1, %next : i32, tensor<16xi32>
    }
    %to = arith.muli %pid, %c16 : i32
    %op0 = tt.addptr %out, %to : !tt.ptr<i32>, i32
    %os = tt.splat %op0 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %op = tt.addptr %os, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %op, %all#1 : tensor<16x!tt.ptr<i32>>
    tt.return
  })");
  k.expectClean();
  EXPECT_GT(k.launch.args[2].integer, 16);
  EXPECT_NE(k.launch.args[2].integer % 16, 0);
}

TEST(Deduce, ALoopBeginsBeforeItEnds) {
  Deduced k(R"(
  tt.func public @rows(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %first: i32, %last: i32) {
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : i32
    %zeros = arith.constant dense<0> : tensor<32xi32>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %sum = scf.for %k = %first to %last step %c3 iter_args(%s = %zeros) -> (tensor<32xi32>) : i32 {
      %at = arith.muli %k, %c32 : i32
      %start = tt.addptr %x, %at : !tt.ptr<i32>, i32
      %xs = tt.splat %start : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
      %xp = tt.addptr %xs, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
      %v = tt.load %xp : tensor<32x!tt.ptr<i32>>
      %next = arith.addi %s, %v : tensor<32xi32>
      scf.yield %next : tensor<32xi32>
    }
    %again = scf.for %k = %last to %c32 step %c3 iter_args(%s = %sum) -> (tensor<32xi32>) : i32 {
      %d = arith.subi %k, %first : i32
      %ds = tt.splat %d : i32 -> tensor<32xi32>
      %next = arith.addi %s, %ds : tensor<32xi32>
      scf.yield %next : tensor<32xi32>
    }
    %os = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %op = tt.addptr %os, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %op, %again : tensor<32x!tt.ptr<i32>>
    tt.return
  })");
  k.expectClean();
}

TEST(Deduce, ALoopRunsSeveralTripsThoughABlockIsNeverEntered) {
  Deduced k(R"(
  tt.func public @sum(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %none = arith.constant dense<0.0> : tensor<32xf32>
    %far = arith.constant 123456789 : i32
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %op = tt.addptr %outs, %range : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %acc = scf.for %k = %c0 to %n step %c32 iter_args(%a = %none) -> (tensor<32xf32>) : i32 {
      %base = tt.splat %k : i32 -> tensor<32xi32>
      %i = arith.addi %base, %range : tensor<32xi32>
      %p = tt.addptr %xs, %i : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
      %v = tt.load %p : tensor<32x!tt.ptr<f32>>
      %b = arith.addf %a, %v : tensor<32xf32>
      scf.yield %b : tensor<32xf32>
    }
    tt.store %op, %acc : tensor<32x!tt.ptr<f32>>
    %never = arith.cmpi eq, %n, %far : i32
    scf.if %never {
      tt.store %op, %none : tensor<32x!tt.ptr<f32>>
    }
    tt.return
  })");
  ASSERT_EQ(k.error, "");
  EXPECT_GT(k.launch.args[2].integer, 3 * 32) << printLaunch(k.launch);
}

TEST(Deduce, StartsOfRowsAscend) {
  // out[i] = x[starts[p] + i] for i < starts[p + 1] - starts[p].
  Deduced k(R"(
  tt.func public @ragged(%starts: !tt.ptr<i32>, %x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<32xf32>
    %pid = tt.get_program_id x : i32
    %p = tt.addptr %starts, %pid : !tt.ptr<i32>, i32
    %begin = tt.load %p : !tt.ptr<i32>
    %q = tt.addptr %p, %c1 : !tt.ptr<i32>, i32
    %end = tt.load %q : !tt.ptr<i32>
    %length = arith.subi %end, %begin : i32
    %i = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %ls = tt.splat %length : i32 -> tensor<32xi32>
    %mask = arith.cmpi slt, %i, %ls : tensor<32xi32>
    %bs = tt.splat %begin : i32 -> tensor<32xi32>
    %at = arith.addi %bs, %i : tensor<32xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %xp, %mask, %zero : tensor<32x!tt.ptr<f32>>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %op = tt.addptr %os, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %op, %v, %mask : tensor<32x!tt.ptr<f32>>
    tt.return
  })");
  k.expectClean();
  const Contents &starts = k.launch.args[0].contents;
  EXPECT_EQ(starts.kind, Contents::Kind::Sequence);
  EXPECT_GT(starts.step, 0);
}

TEST(Deduce, ElementsThatAreAddressesPointToBuffers) {
  Deduced k(R"(
  tt.func public @indirect(%in: !tt.ptr<i64>, %out: !tt.ptr<i64>) {
    %pid = tt.get_program_id x : i32
    %ip = tt.addptr %in, %pid : !tt.ptr<i64>, i32
    %ia = tt.load %ip : !tt.ptr<i64>
    %x = tt.int_to_ptr %ia : i64 -> !tt.ptr<f16>
    %v = tt.load %x : !tt.ptr<f16>
    %op = tt.addptr %out, %pid : !tt.ptr<i64>, i32
    %oa = tt.load %op : !tt.ptr<i64>
    %o = tt.int_to_ptr %oa : i64 -> !tt.ptr<f16>
    tt.store %o, %v : !tt.ptr<f16>
    tt.return
  })");
  k.expectClean();
  ASSERT_EQ(k.launch.args[0].contents.kind, Contents::Kind::Addresses);
  EXPECT_EQ(k.launch.args[0].count, k.launch.grid[0]);
  EXPECT_EQ(k.launch.args[0].contents.pointee.front().kind, LaunchArg::Kind::Input);
  EXPECT_EQ(k.launch.args[1].contents.pointee.front().kind, LaunchArg::Kind::Output);
}

TEST(Deduce, ALockStartsOpen) {
  Deduced k(R"(
  tt.func public @count(%lock: !tt.ptr<i32>, %sum: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    scf.while : () -> () {
      %old = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
      %taken = arith.cmpi eq, %old, %c1 : i32
      scf.condition(%taken)
    } do {
      scf.yield
    }
    %value = tt.load %sum : !tt.ptr<i32>
    %more = arith.addi %value, %c1 : i32
    tt.store %sum, %more : !tt.ptr<i32>
    %open = tt.atomic_rmw exch, acq_rel, gpu, %lock, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
    tt.return
  })");
  ASSERT_EQ(k.error, "");
  EXPECT_EQ(k.launch.args[0].kind, LaunchArg::Kind::Atomic);
  EXPECT_EQ(k.launch.args[1].kind, LaunchArg::Kind::InOut);
}

TEST(Deduce, AKernelThatStoresNothingIsAnError) {
  Deduced k(R"(
  tt.func public @idle(%x: !tt.ptr<f32>, %n: i32) {
    %v = tt.load %x : !tt.ptr<f32>
    tt.return
  })");
  EXPECT_NE(k.error.find("no launch was found for idle"), std::string::npos) << k.error;
  EXPECT_NE(k.error.find("stores nothing"), std::string::npos) << k.error;
}

TEST(Deduce, ALoopWithoutEndIsAnError) {
  Deduced k(R"(
  tt.func public @spin(%x: !tt.ptr<f32>) {
    %true = arith.constant true
    scf.while : () -> () {
      scf.condition(%true)
    } do {
      scf.yield
    }
    tt.return
  })");
  EXPECT_NE(k.error.find("the budget of"), std::string::npos) << k.error;
}

} // namespace
} // namespace fathom::interp
