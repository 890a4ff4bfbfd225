// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bisection over made-up releases, and the reducer's question to a subject.
#include "reducer/Bisect.h"

#include "core/ir/Dialects.h"
#include "reducer/KeepsSignature.h"

#include <gtest/gtest.h>

using namespace fathom;

namespace {

/// A release that fails in a way that its version says.
class MadeUp : public Subject {
public:
  explicit MadeUp(llvm::StringRef spec) : spec(spec) {}
  llvm::StringRef name() const override { return spec; }
  bool knows(const Target &target) const override {
    return spec != "made:5" || target.vendor == Vendor::cuda;
  }
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override {
    Artifact artifact;
    if (spec == "made:1")
      artifact.failure = Failure{Failure::Kind::Error, "parse", "", "no such op\nmore", "", ""};
    if (spec == "made:2" || spec == "made:3")
      artifact.failure =
          Failure{Failure::Kind::Assertion, "ttgir", "Coalesce", "x > 3", "Coalesce.cpp", ""};
    if (spec == "made:3" && !request.confirm)
      artifact.failure->pass = "";
    if (spec == "made:4")
      artifact.failure = Failure{Failure::Kind::Signal, "ttgir", "Pipeline", "SIGSEGV", "", ""};
    lastWarps = request.options.numWarps;
    ++compiles;
    return artifact;
  }
  llvm::Expected<Artifact> reprint(llvm::StringRef, const CompileRequest &) override {
    return Artifact();
  }
  int lastWarps = 0, compiles = 0;

private:
  std::string spec;
};

llvm::Expected<std::unique_ptr<Subject>> openMadeUp(llvm::StringRef spec) {
  if (spec == "made:6")
    return llvm::createStringError("not installed\nuse pip");
  return std::make_unique<MadeUp>(spec);
}

const Signature coalesce{"no-crash", "assertion", "Coalesce", "x > N (Coalesce.cpp)"};

class BisectTest : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> program =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
  CompileRequest request = [] {
    CompileRequest result;
    result.target = llvm::cantFail(parseTarget("cuda:80"));
    return result;
  }();
};

TEST_F(BisectTest, TellsReleasesApart) {
  std::vector<std::string> releases{"made:1", "made:2", "made:3", "made:4", "made:5", "made:6"};
  Bisection result = bisect(*program, request, coalesce, releases, openMadeUp);
  EXPECT_EQ(R"(made:1   does not read it: no such op
made:2   fails so
made:3   fails so
made:4   fails otherwise: no-crash: signal in Pipeline: SIGSEGV
made:5   passes
made:6   was not asked: not installed
first bad made:2, first good after it made:5
)",
            result.str());
}

TEST_F(BisectTest, LeavesOutWhoDoesNotKnowTheTarget) {
  request.target = llvm::cantFail(parseTarget("hip:gfx942"));
  Bisection result = bisect(*program, request, coalesce, {"made:5"}, openMadeUp);
  EXPECT_EQ("made:5   was not asked: does not know hip:gfx942\nno release fails so\n",
            result.str());
}

TEST_F(BisectTest, KeepsTheSignatureAndPassesTheKnobsOn) {
  MadeUp same("made:2"), other("made:4"), passes("made:5");
  CompileOptions options;
  options.numWarps = 8;
  EXPECT_TRUE(llvm::cantFail(keepsSignature(same, request, coalesce)(*program, options)));
  EXPECT_EQ(8, same.lastWarps);
  EXPECT_FALSE(llvm::cantFail(keepsSignature(other, request, coalesce)(*program, options)));
  EXPECT_EQ(1, other.compiles);
  EXPECT_FALSE(llvm::cantFail(keepsSignature(passes, request, coalesce)(*program, options)));
}

TEST_F(BisectTest, AsksForThePassOnlyWhenAllElseIsTheSame) {
  MadeUp same("made:3");
  EXPECT_TRUE(llvm::cantFail(keepsSignature(same, request, coalesce)(*program, {})));
  EXPECT_EQ(2, same.compiles);
  Signature elsewhere = coalesce;
  elsewhere.pass = "Pipeline";
  EXPECT_FALSE(llvm::cantFail(keepsSignature(same, request, elsewhere)(*program, {})));
}

TEST_F(BisectTest, FindsTheEarliestStage) {
  // The made-up release fails at any stage, so the first one will do.
  MadeUp fails("made:2"), passes("made:5");
  request.stage = Stage::Llir;
  EXPECT_EQ(Stage::Ttir, llvm::cantFail(earliestRequest(*program, request, fails, coalesce)).stage);
  EXPECT_EQ(Stage::Llir,
            llvm::cantFail(earliestRequest(*program, request, passes, coalesce)).stage);
}

} // namespace
