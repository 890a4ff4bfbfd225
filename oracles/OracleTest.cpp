// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every oracle is seen to fail on a planted bug and to stay silent on a sound compile.
#include "oracles/Oracle.h"

#include "core/ir/Dialects.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/YAMLTraits.h"

#include "gtest/gtest.h"

#include <functional>

using namespace fathom;

namespace {

constexpr const char *program = R"(module {
  tt.func public @kernel(%p: !tt.ptr<i32>) {
    %c1 = arith.constant 1 : i32
    tt.store %p, %c1 : !tt.ptr<i32>
    tt.return
  }
}
)";

/// A subject that answers what the test plants.
class PlantedSubject : public Subject {
public:
  std::function<Artifact(unsigned compile)> answer;
  unsigned compiles = 0;

  llvm::StringRef name() const override { return "planted"; }
  bool knows(const Target &) const override { return true; }
  llvm::Expected<Artifact> compile(mlir::ModuleOp, const CompileRequest &) override {
    return answer(compiles++);
  }
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override {
    if (reprinted)
      return reprinted(text);
    Artifact artifact;
    artifact.stages.push_back({request.stage, text.str(), 0});
    return artifact;
  }
  std::function<Artifact(llvm::StringRef text)> reprinted; ///< Unset: what it was.
};

Artifact compiled(std::string ttgir, double seconds = 0.01) {
  Artifact artifact;
  artifact.stages.push_back({Stage::Ttgir, std::move(ttgir), seconds});
  artifact.seconds = seconds;
  return artifact;
}

Artifact failedWith(Failure::Kind kind, std::string message) {
  Artifact artifact;
  artifact.failure = Failure{kind, "ttgir", "TritonGPUCoalesce", std::move(message), "", "the log"};
  return artifact;
}

class OracleTest : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(program, context.get());
  CompileRequest request{.target = *parseTarget("cuda:80"), .options = {}};
  PlantedSubject subject;

  Verdict judgePlanted(std::function<Artifact(unsigned)> answer) {
    subject.answer = std::move(answer);
    return llvm::cantFail(judge(*module, request, subject));
  }
};

TEST_F(OracleTest, aSoundCompilePassesAll) {
  EXPECT_EQ(judgePlanted([](unsigned) { return compiled(program); }).kind, Verdict::Kind::Pass);
}

TEST_F(OracleTest, noCrashSeesEveryKindOfFailure) {
  for (Failure::Kind kind :
       {Failure::Kind::Assertion, Failure::Kind::Unreachable, Failure::Kind::Fatal,
        Failure::Kind::Signal, Failure::Kind::Error, Failure::Kind::Verifier,
        Failure::Kind::Timeout, Failure::Kind::Memory, Failure::Kind::Garbage}) {
    Verdict verdict = judgePlanted([=](unsigned) { return failedWith(kind, "a planted bug"); });
    ASSERT_TRUE(verdict.failed()) << failureKindName(kind).str();
    EXPECT_EQ(verdict.signature.str(),
              "no-crash: " + failureKindName(kind).str() + " in TritonGPUCoalesce: a planted bug");
    EXPECT_EQ(verdict.detail, "the log");
  }
}

TEST_F(OracleTest, compileBudgetSeesSlowCompilesButNotOneThatWasSlowOnce) {
  EXPECT_EQ(judgePlanted([](unsigned) { return compiled(program, 3600); }).signature.str(),
            "compile-budget: time in ttgir: the compile takes out of proportion");
  subject.compiles = 0;
  EXPECT_EQ(
      judgePlanted([](unsigned compile) { return compiled(program, compile ? 0.01 : 3600); }).kind,
      Verdict::Kind::Pass);
}

TEST_F(OracleTest, compileBudgetSeesGrowthOfTheIr) {
  std::string grown = "module {\n";
  for (int i = 0; i < 10000; ++i)
    grown += "  %" + std::to_string(i) + " = arith.constant 0 : i32\n";
  grown += "}\n";
  EXPECT_EQ(judgePlanted([&](unsigned) { return compiled(grown); }).signature.str(),
            "compile-budget: growth in ttgir: the IR grows out of proportion");
}

TEST_F(OracleTest, verifiesSeesIrThatBreaksTheRules) {
  const char *const broken[] = {
      // A use before the definition.
      "module {\n  tt.func @f(%p: !tt.ptr<i32>) {\n    tt.store %p, %c : !tt.ptr<i32>\n"
      "    %c = arith.constant 1 : i32\n    tt.return\n  }\n}\n",
      // A tensor whose size is no power of two.
      "module {\n  tt.func @f(%x: i32) {\n    %0 = tt.splat %x : i32 -> tensor<24xi32>\n"
      "    tt.return\n  }\n}\n",
      // A loop that yields too little.
      "module {\n  tt.func @f(%n: i32, %x: i32) {\n"
      "    %0 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (i32) : i32 {\n"
      "      scf.yield\n    }\n    tt.return\n  }\n}\n",
  };
  for (const char *text : broken) {
    Verdict verdict = judgePlanted([=](unsigned) { return compiled(text); });
    EXPECT_TRUE(verdict.failed()) << text;
    EXPECT_EQ(verdict.signature.oracle, "verifies");
  }
}

TEST_F(OracleTest, irThatIsNotReadIsInconclusiveAndNoBug) {
  Verdict verdict = judgePlanted([](unsigned) { return compiled("module { a.new_op }"); });
  EXPECT_EQ(verdict.kind, Verdict::Kind::Inconclusive);
  EXPECT_EQ(verdict.reason, "ttgir not read");
}

TEST_F(OracleTest, roundTripSeesTextThatIsNotReadBackOrPrintsOtherwise) {
  auto printsOnce = [](unsigned) { return compiled(program); };
  subject.reprinted = [](llvm::StringRef) {
    return failedWith(Failure::Kind::Error, "what is this?");
  };
  EXPECT_EQ(judgePlanted(printsOnce).signature.str(),
            "round-trip: unreadable in ttgir: error: what is this?");
  subject.reprinted = [](llvm::StringRef text) {
    std::string other = text.str();
    other.replace(other.find("constant 1"), 10, "constant 2");
    return compiled(other);
  };
  EXPECT_EQ(judgePlanted(printsOnce).signature.str(),
            "round-trip: difference in ttgir: arith.constant");
  // The same module with other names is no difference.
  subject.reprinted = [](llvm::StringRef text) {
    std::string other = text.str();
    for (size_t at; (at = other.find("%c1")) != std::string::npos;)
      other.replace(at, 3, "%one");
    return compiled(other);
  };
  EXPECT_EQ(judgePlanted(printsOnce).kind, Verdict::Kind::Pass);
}

TEST_F(OracleTest, determinismSeesTwoTextsOfOneProgram) {
  std::string other = program;
  other.replace(other.find("constant 1"), 10, "constant 2");
  EXPECT_EQ(judgePlanted([&](unsigned compile) {
              return compiled(compile % 2 ? other : program);
            }).signature.str(),
            "determinism: difference in ttgir: two compiles of one program differ");
  subject.compiles = 0;
  EXPECT_EQ(judgePlanted([&](unsigned compile) {
              return compile % 2 ? failedWith(Failure::Kind::Error, "sometimes")
                                 : compiled(program);
            }).signature.str(),
            "determinism: compiles-once in ttgir: sometimes");
}

TEST_F(OracleTest, determinismCompilesMoreOftenWhereItIsAskedForByName) {
  std::string other = program;
  other.replace(other.find("constant 1"), 10, "constant 2");
  subject.answer = [&](unsigned compile) { return compiled(compile == 8 ? other : program); };
  EXPECT_EQ(llvm::cantFail(judge(*module, request, subject)).kind, Verdict::Kind::Pass);
  subject.compiles = 0;
  EXPECT_TRUE(
      llvm::cantFail(judge(*module, request, subject, /*turn=*/0, {"determinism"})).failed());
  EXPECT_EQ(subject.compiles, 9u);
}

/// An object file with this code and these debug lines.
Artifact assembled(llvm::StringRef code, llvm::StringRef lines) {
  std::string text = llvm::formatv(R"(--- !ELF
FileHeader: {{ Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_REL, Machine: EM_CUDA }
Sections:
  - {{ Name: .text.kernel, Type: SHT_PROGBITS, Flags: [ SHF_ALLOC, SHF_EXECINSTR ], Content: "{0}" }
  - {{ Name: .debug_line, Type: SHT_PROGBITS, Content: "{1}" }
)",
                                   code, lines);
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::yaml::Input input(text);
  EXPECT_TRUE(llvm::yaml::convertYAML(
      input, stream, [](const llvm::Twine &error) { ADD_FAILURE() << error.str(); }));
  Artifact artifact;
  artifact.stages.push_back({Stage::Binary, object.str().str(), 0});
  return artifact;
}

// ptxas writes the time of its input file into the debug information.
TEST_F(OracleTest, determinismLooksAtCodeNotAtDebugInformation) {
  EXPECT_EQ(judgePlanted([&](unsigned compile) {
              return assembled("00112233", compile % 2 ? "01" : "02");
            }).kind,
            Verdict::Kind::Pass);
  subject.compiles = 0;
  EXPECT_EQ(judgePlanted([&](unsigned compile) {
              return assembled(compile % 2 ? "00112233" : "00112244", "01");
            }).signature.str(),
            "determinism: difference in binary: two compiles of one program differ");
}

TEST_F(OracleTest, dearOraclesTakeTheirTurns) {
  subject.answer = [](unsigned compile) { return compiled(compile ? "" : program); };
  // Not the turn of determinism: one compile only.
  EXPECT_EQ(llvm::cantFail(judge(*module, request, subject, /*turn=*/1)).kind, Verdict::Kind::Pass);
  EXPECT_EQ(subject.compiles, 1u);
}

TEST(Oracles, rowsAreComplete) {
  llvm::StringSet<> names;
  for (const Oracle &oracle : allOracles()) {
    EXPECT_TRUE(names.insert(oracle.name).second) << oracle.name.str();
    EXPECT_FALSE(oracle.promise.empty());
    EXPECT_GT(oracle.every, 0u);
    EXPECT_GT(oracle.everyOfCore, 0u);
    EXPECT_EQ(findOracle(oracle.name), &oracle);
  }
  EXPECT_EQ(findOracle("no-such-oracle"), nullptr);
}

} // namespace
