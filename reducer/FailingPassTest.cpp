// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The IR before the pass that fails, from a subject that is told what to do.
#include "reducer/FailingPass.h"
#include "core/ir/Dialects.h"

#include <gtest/gtest.h>

using namespace fathom;

namespace {

std::string kernelCalled(const std::string &name) {
  return "module {\n  tt.func public @" + name + "() {\n    tt.return\n  }\n}\n";
}

/// Fails in TritonGPUPlanted, which runs twice, and by itself on the programs of some names.
class PlantedSubject : public Subject {
public:
  explicit PlantedSubject(std::vector<std::string> failing) : failing(std::move(failing)) {}
  llvm::StringRef name() const override { return "planted"; }
  bool knows(const Target &) const override { return true; }
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override {
    asked.push_back(request.passes);
    std::string text;
    llvm::raw_string_ostream(text) << program;
    Artifact artifact;
    bool fails = request.passes.empty() || llvm::any_of(failing, [&](const std::string &name) {
                   return text.find("@" + name + "(") != std::string::npos;
                 });
    if (fails)
      artifact.failure = Failure{
          Failure::Kind::Assertion, "ttgir", "TritonGPUPlanted", "planted", "Planted.cpp", ""};
    if (request.dumps)
      artifact.dumps = {{"Canonicalizer", kernelCalled("input")},
                        {"TritonGPUPlanted", kernelCalled("first")},
                        {"Canonicalizer", kernelCalled("between")},
                        {"TritonGPUPlanted", kernelCalled("second")}};
    return artifact;
  }
  llvm::Expected<Artifact> reprint(llvm::StringRef, const CompileRequest &) override {
    return Artifact();
  }

  std::vector<std::string> failing, asked;
};

class FailingPassTest : public testing::Test {
protected:
  /// The name of the program that is found, or "".
  std::string isolate(PlantedSubject &subject, CompileRequest request = {}) {
    TestCase test = llvm::cantFail(parseTestCase(kernelCalled("input"), "t", *context));
    request.target = *parseTarget("cuda:80");
    Signature signature{"no-crash", "assertion", "TritonGPUPlanted", "planted (Planted.cpp)"};
    std::optional<BeforePass> before =
        llvm::cantFail(isolatePass(*test.program, request, subject, signature));
    if (!before)
      return "";
    EXPECT_EQ("tritongpu-planted", before->request.passes);
    std::string text;
    llvm::raw_string_ostream(text) << before->program.get();
    return llvm::StringRef(text).split('@').second.split('(').first.str();
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
};

TEST_F(FailingPassTest, TheLastRunThatFailsAloneIsTaken) {
  PlantedSubject both({"first", "second"}), first({"first", "between"});
  EXPECT_EQ("second", isolate(both));
  EXPECT_EQ("first", isolate(first));
}

TEST_F(FailingPassTest, APassThatFailsOnlyAmongOthersIsNotIsolated) {
  PlantedSubject none({"between"});
  EXPECT_EQ("", isolate(none));
}

TEST_F(FailingPassTest, PassesThatWereNamedAreLeftAsTheyAre) {
  PlantedSubject both({"first", "second"});
  CompileRequest request;
  request.passes = "cse,tritongpu-planted";
  EXPECT_EQ("", isolate(both, request));
  EXPECT_TRUE(both.asked.empty());
}

} // namespace
