// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each motif is met by the first programs of the default profile. Prints after how many, and in what share of them.
#include "fuzz/gen/Motifs.h"

#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace fathom;

static llvm::StringSet<> motifsOf(llvm::StringRef body, llvm::StringRef launch = "") {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string text =
      ("tt.func public @k(%p: !tt.ptr<f32>, %n: i32) {\n" + body + "\ntt.return }").str();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  llvm::StringSet<> names;
  if (!module)
    return names;
  llvm::BitVector met(allMotifs().size());
  findMotifs(*module, launch, met);
  for (unsigned index : met.set_bits())
    names.insert(allMotifs()[index].name);
  return names;
}

TEST(Motifs, namesAreUnique) {
  llvm::StringSet<> names;
  for (const Motif &motif : allMotifs())
    EXPECT_TRUE(names.insert(motif.name).second) << motif.name.str();
}

TEST(Motifs, lookAtTheProgramAndNotAtWhatMadeIt) {
  constexpr llvm::StringLiteral loop = R"(
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %x = arith.constant dense<1.0> : tensor<8x4xf32>
    %zero = arith.constant dense<0.0> : tensor<8xf32>
    %r = scf.for %i = %three to %n step %one iter_args(%acc = %zero) -> (tensor<8xf32>) : i32 {
      %part = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        tt.reduce.return %s : f32
      }) : (tensor<8x4xf32>) -> tensor<8xf32>
      %next = arith.addf UPDATE : tensor<8xf32>
      scf.yield %next : tensor<8xf32>
    })";
  auto updated = [&](llvm::StringRef by) {
    auto [before, after] = loop.split("UPDATE");
    return motifsOf((before + by + after).str());
  };
  auto ordered = updated("%acc, %part"), reversed = updated("%part, %acc"),
       lost = updated("%part, %part");
  EXPECT_TRUE(ordered.contains("reduce-in-loop-in-order"));
  EXPECT_FALSE(ordered.contains("reduce-in-loop-reversed"));
  EXPECT_TRUE(reversed.contains("reduce-in-loop-reversed"));
  EXPECT_FALSE(reversed.contains("reduce-in-loop-in-order"));
  EXPECT_FALSE(lost.contains("reduce-in-loop-in-order"));
  EXPECT_FALSE(ordered.contains("inverted-bounds"));
}

TEST(Motifs, knowWhatTheLaunchSays) {
  constexpr llvm::StringLiteral loop = R"(
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    scf.for %i = %three to %n step %one : i32 { tt.print " " {hex = false, isSigned = array<i32: 1>} : %i : i32 })";
  EXPECT_TRUE(
      motifsOf(loop, "grid=1,1,1 rng-seed=1 args=f32[4];i32=1").contains("inverted-bounds"));
  EXPECT_FALSE(
      motifsOf(loop, "grid=1,1,1 rng-seed=1 args=f32[4];i32=3").contains("inverted-bounds"));
  EXPECT_FALSE(motifsOf(loop).contains("inverted-bounds"));
}

TEST(Motifs, areMetByTheDefaultProfile) {
  constexpr unsigned programs = 10000;
  const Profile &profile = *findProfile("default");
  unsigned count = allMotifs().size();
  std::vector<unsigned> first(count, 0), times(count, 0);
  std::unique_ptr<mlir::MLIRContext> context;
  for (unsigned index = 0; index < programs; ++index) {
    if (index % 2000 == 0)
      context = makeContext();
    TestCase test = generateTestCase(randomBytes(1, index, profile.bytes), profile, *context);
    llvm::BitVector met(count);
    findMotifs(*test.program, test.launch, met);
    for (unsigned motif : met.set_bits()) {
      if (++times[motif] == 1)
        first[motif] = index + 1;
    }
  }
  for (unsigned motif = 0; motif < count; ++motif) {
    const auto &[name, kind] = allMotifs()[motif];
    llvm::outs() << llvm::formatv("{0,-4} {1,-42} first after {2,5} programs, {3,6:f2}% of them\n",
                                  kind, name, first[motif], 100.0 * times[motif] / programs);
    EXPECT_GT(times[motif], 0u) << name.str() << " (" << kind.str() << ") is never written";
  }
}

/// How many motifs of the kind a program meets, on average.
static double motifsEach(const Profile &profile, llvm::StringRef kind) {
  constexpr unsigned programs = 250;
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  unsigned met = 0;
  for (unsigned index = 0; index < programs; ++index) {
    TestCase test = generateTestCase(randomBytes(3, index, profile.bytes), profile, *context);
    llvm::BitVector here(allMotifs().size());
    findMotifs(*test.program, test.launch, here);
    met += llvm::count_if(here.set_bits(),
                          [&](unsigned motif) { return allMotifs()[motif].kind == kind; });
  }
  return double(met) / programs;
}

TEST(Motifs, ofAKindAreMetMoreByItsProfile) {
  llvm::StringSet<> kinds;
  for (const Motif &motif : allMotifs())
    if (kinds.insert(motif.kind).second) {
      const Profile *profile = findProfile(motif.kind.lower());
      ASSERT_TRUE(profile) << motif.kind.str();
      double its = motifsEach(*profile, motif.kind),
             usual = motifsEach(*findProfile("default"), motif.kind);
      llvm::outs() << llvm::formatv(
          "{0,-4} {1:f2} motifs of the kind in each program, {2:f2} by default\n", motif.kind, its,
          usual);
      EXPECT_GE(its, 1.2 * usual) << motif.kind.str();
    }
}
