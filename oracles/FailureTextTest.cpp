// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests how failures are read out of logs, on what compilers really say at the end of their life.
#include "oracles/FailureText.h"

#include "gtest/gtest.h"

#include <csignal>

using namespace fathom;
using namespace llvm;

namespace {

Failure read(StringRef log, int status = 0, StringRef exception = "",
             StringRef exceptionText = "") {
  std::optional<Failure> failure =
      readFailure({log.str(), status, /*timedOut=*/false, exception.str(), exceptionText.str(),
                   /*finished=*/false});
  EXPECT_TRUE(failure);
  return failure.value_or(Failure{});
}

TEST(FailureText, assertionOfGlibc) {
  Failure failure =
      read("python3: /project/lib/Dialect/TritonGPU/Transforms/RemoveLayoutConversions.cpp:556: "
           "mlir::Value "
           "mlir::triton::gpu::{anonymous}::LayoutPropagation::getValueAs(mlir::Value, "
           "mlir::Attribute): "
           "Assertion `rewrittenValue' failed.\n",
           SIGABRT);
  EXPECT_EQ(failure.kind, Failure::Kind::Assertion);
  EXPECT_EQ(failure.message, "rewrittenValue");
  EXPECT_EQ(failure.sourceFile, "RemoveLayoutConversions.cpp");
  EXPECT_EQ(failure.pass, "");
}

TEST(FailureText, assertionWithAMessageAndQuotes) {
  Failure failure = read("opt: /llvm/include/llvm/Support/Casting.h:566: decltype(auto) "
                         "llvm::cast(const From&) [with To = "
                         "mlir::RankedTensorType; From = mlir::Type]: Assertion `isa<To>(Val) && "
                         "\"cast<Ty>() argument of "
                         "incompatible type!\"' failed.\nAborted\n",
                         SIGABRT);
  EXPECT_EQ(failure.message, "isa<To>(Val) && \"cast<Ty>() argument of incompatible type!\"");
  EXPECT_EQ(failure.sourceFile, "Casting.h");
}

TEST(FailureText, assertionThatCrashRecoveryCaught) {
  Failure failure =
      read("python3: /src/lib/Pipeliner.cpp:12: void f(): Assertion `stage >= 0' failed.\n"
           "#blocked = #ttg.blocked<{sizePerThread = [1]}>\n"
           "module {\n}\n"
           "{-#\n  external_resources: {\n    mlir_reproducer: {\n"
           "      pipeline: \"builtin.module(tritongpu-pipeline)\",\n    }\n  }\n#-}\n"
           "/proc/self/fd/9:1:1: error: Failures have been detected while processing an MLIR pass "
           "pipeline\n"
           "/proc/self/fd/9:1:1: note: Pipeline failed while executing [`TritonGPUPipeline` on "
           "'builtin.module' "
           "operation]: reproducer generated at `std::errs, please share the reproducer above with "
           "Triton project.`\n",
           0, "RuntimeError", "PassManager::run failed");
  EXPECT_EQ(failure.kind, Failure::Kind::Assertion);
  EXPECT_EQ(failure.message, "stage >= 0");
  EXPECT_EQ(failure.pass, "TritonGPUPipeline");
}

TEST(FailureText, signalThatCrashRecoverySwallowed) {
  Failure failure =
      read("x.mlir:1:1: error: Failures have been detected while processing an MLIR pass pipeline\n"
           "x.mlir:1:1: note: Pipeline failed while executing [`CSEPass` on 'builtin.module' "
           "operation]\n",
           0, "RuntimeError", "PassManager::run failed");
  EXPECT_EQ(failure.kind, Failure::Kind::Signal);
  EXPECT_EQ(failure.pass, "CSE");
}

TEST(FailureText, unreachableWithItsText) {
  Failure failure = read(
      "unexpected layout\nUNREACHABLE executed at /project/lib/Analysis/Utility.cpp:7!\n", SIGABRT);
  EXPECT_EQ(failure.kind, Failure::Kind::Unreachable);
  EXPECT_EQ(failure.message, "unexpected layout");
  EXPECT_EQ(failure.sourceFile, "Utility.cpp");
}

TEST(FailureText, unreachableWithoutAText) {
  Failure failure = read("x.mlir:1:2: error: something before\n"
                         "UNREACHABLE executed at /project/lib/Analysis/Utility.cpp:7!\n",
                         SIGABRT);
  EXPECT_EQ(failure.kind, Failure::Kind::Unreachable);
  EXPECT_EQ(failure.message, "unreachable code");
}

TEST(FailureText, fatalError) {
  Failure failure =
      read("LLVM ERROR: Cannot select: intrinsic %llvm.nvvm.read.ptx.sreg.clusterid.x\n", SIGABRT);
  EXPECT_EQ(failure.kind, Failure::Kind::Fatal);
  EXPECT_EQ(failure.message, "Cannot select: intrinsic %llvm.nvvm.read.ptx.sreg.clusterid.x");
}

TEST(FailureText, diagnosticBeforeAnAbortDoesNotHideIt) {
  Failure failure =
      read("loc(\"x\":1:2): error: operation scheduled before its operands\n"
           "python3: /src/LoadStore.cpp:852: f(): Assertion `byteWidth == 16' failed.\n",
           SIGABRT);
  EXPECT_EQ(failure.kind, Failure::Kind::Assertion);
  EXPECT_EQ(failure.message, "byteWidth == 16");
}

TEST(FailureText, firstOfSeveralDiagnostics) {
  Failure failure = read(
      "/proc/self/fd/9:51:13: error: cp.async does not support transfers smaller than 4 bytes\n"
      "      %57 = tt.load %56 : tensor<64x32x!tt.ptr<f16>>\n            ^\n"
      "/proc/self/fd/9:51:13: error: failed to legalize operation "
      "'ttg.async_copy_global_to_local'\n"
      "/proc/self/fd/9:51:13: note: see current operation: %1 = \"ttg.x\"() : () -> ()\n",
      0, "RuntimeError", "PassManager::run failed");
  EXPECT_EQ(failure.kind, Failure::Kind::Error);
  EXPECT_EQ(failure.message, "cp.async does not support transfers smaller than 4 bytes");
}

TEST(FailureText, verifierSaysTheSameAgain) {
  std::string said = "loc(\"x\":1:2): error: 'tt.join' op inferred types are incompatible\n";
  Failure same =
      read(said + verifierMarker.str() + said, 0, "RuntimeError", "PassManager::run failed");
  EXPECT_EQ(same.kind, Failure::Kind::Verifier);
  Failure other = read("x:1:2: error: failed to legalize\n" + verifierMarker.str() + said, 0,
                       "RuntimeError", "PassManager::run failed");
  EXPECT_EQ(other.kind, Failure::Kind::Error);
  EXPECT_EQ(other.message, "failed to legalize");
}

TEST(FailureText, plainSignals) {
  Failure failure = read("", SIGSEGV);
  EXPECT_EQ(failure.kind, Failure::Kind::Signal);
  EXPECT_EQ(failure.message, "SIGSEGV");
  EXPECT_EQ(read("", SIGKILL).kind, Failure::Kind::Memory);
}

TEST(FailureText, outOfMemory) {
  EXPECT_EQ(read("terminate called after throwing an instance of 'std::bad_alloc'\n  what():  "
                 "std::bad_alloc\n",
                 SIGABRT)
                .kind,
            Failure::Kind::Memory);
  EXPECT_EQ(read("LLVM ERROR: out of memory\nAllocation failed\n", SIGABRT).kind,
            Failure::Kind::Memory);
  EXPECT_EQ(read("", 0, "MemoryError", "").kind, Failure::Kind::Memory);
}

TEST(FailureText, exceptionsOfTheDriver) {
  Failure failure = read("", 0, "AssertionError", "num_warps must be a power of 2");
  EXPECT_EQ(failure.kind, Failure::Kind::Error);
  EXPECT_EQ(failure.message, "AssertionError: num_warps must be a power of 2");
  Failure ptxas =
      read("", 0, "RuntimeError",
           "`ptxas` failed with error code 255: \n"
           "ptxas /tmp/x.ptx, line 20; error   : Feature '.bf16' requires .target sm_80 or higher\n"
           "ptxas fatal   : Ptx assembly aborted due to errors\n");
  EXPECT_EQ(ptxas.message, "error   : Feature '.bf16' requires .target sm_80 or higher");
}

TEST(FailureText, speechless) {
  Failure failure = read("", /*exit code 7*/ 7 << 8);
  EXPECT_EQ(failure.kind, Failure::Kind::Error);
  EXPECT_EQ(failure.message, "exit code 7 without a word");
  EXPECT_EQ(read("", 0).kind, Failure::Kind::Garbage); // It left in good order and gave no answer.
}

TEST(FailureText, timeOut) {
  Ending ending;
  ending.timedOut = true;
  ending.status = SIGKILL;
  EXPECT_EQ(readFailure(ending)->kind, Failure::Kind::Timeout);
}

TEST(FailureText, success) {
  Ending ending;
  ending.log = "x.mlir:1:1: error: of a try that was given up\n";
  ending.finished = true;
  EXPECT_FALSE(readFailure(ending));
}

TEST(FailureText, namesOfPassesInAllSpellings) {
  EXPECT_EQ(passName("Canonicalizer (canonicalize) ('builtin.module' operation) //----- //"),
            "Canonicalizer");
  EXPECT_EQ(passName("CanonicalizerPass: canonicalize{top-down=true} ('builtin.module' operation)"),
            "Canonicalizer");
  EXPECT_EQ(passName("TritonGPUPipeline` on 'builtin.module' operation]"), "TritonGPUPipeline");
  EXPECT_EQ(passName("(anonymous namespace)::FoldPass ()"), "Fold");
  EXPECT_EQ(passName("mlir::detail::Adaptor"), "Adaptor");
}

TEST(FailureText, dumps) {
  std::string rest;
  std::vector<PassDump> dumps = readDumps(
      "a word before\n"
      "// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //\n"
      "#loc = loc(\"x\")\nmodule {\n  tt.func @f() {\n  }\n}\n\n\n"
      "// -----// IR Dump Before CSEPass: cse ('builtin.module' operation) //----- //\n"
      "module {\n} loc(#loc)\n#loc1 = loc(\"y\")\n\n"
      "python3: /x.cpp:1: f(): Assertion `x' failed.\n",
      rest);
  ASSERT_EQ(dumps.size(), 2u);
  EXPECT_EQ(dumps[0].pass, "Inliner");
  EXPECT_EQ(dumps[0].text, "#loc = loc(\"x\")\nmodule {\n  tt.func @f() {\n  }\n}\n");
  EXPECT_EQ(dumps[1].pass, "CSE");
  EXPECT_EQ(dumps[1].text, "module {\n} loc(#loc)\n#loc1 = loc(\"y\")\n");
  EXPECT_EQ(StringRef(rest).trim(),
            "a word before\n\n\n\npython3: /x.cpp:1: f(): Assertion `x' failed.");
}

} // namespace
