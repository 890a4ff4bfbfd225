// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A test case: a program, how it is compiled, how it is launched, and where it came from, in one .mlir file.
//
// Everything but the program is said in comment lines before the module, so that any MLIR tool reads the file:
//
//   // RUN: not fathom check %s | FileCheck %s        lines with other keys are kept and written back
//   // SUBJECT: triton:3.1.0                           who compiles it; may have several, comma-separated
//   // TARGET: cuda:80, hip:gfx942                     may have several
//   // OPTIONS: num-warps=4 num-stages=3 num-ctas=1
//   // STAGE: ttgir                                    the last stage to compile to (ttir ttgir llir asm binary)
//   // PIPELINE: canonicalize,tritongpu-coalesce       instead of STAGE: a pass pipeline
//   // LAUNCH: grid=2,1,1 rng-seed=7 ...               kept as text until something launches it
//   // ORIGIN: choices:default:9f3a...                 profile and bytes (hex) that made it; or import:NAME
//   module { ... }
//
// A log of IR dumps (oracles/subject/DumpLog.h) is a test case too, with or without such lines before its first dump: the program is the IR that it
// begins with, and if no SUBJECT is named, what it records is what is judged (dumps:FILE). A log of several compiles is several test cases.
//
// A key may stand on several lines; their values are joined by a comma (TARGET, SUBJECT) or a space.
#ifndef FATHOM_ORACLES_TESTCASE_H
#define FATHOM_ORACLES_TESTCASE_H

#include "core/target/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace fathom {

/// The stages of a compile, in order. Asm is PTX or AMDGCN text, Binary a cubin or hsaco.
enum class Stage { Ttir, Ttgir, Llir, Asm, Binary };
llvm::StringRef stageName(Stage stage);
llvm::Expected<Stage> parseStage(llvm::StringRef text);

/// The knobs that every subject has, with upstream's defaults.
struct CompileOptions {
  int numWarps = 4;
  int numStages = 3;
  int numCtas = 1;
  bool operator==(const CompileOptions &) const = default;
};

struct TestCase {
  mlir::OwningOpRef<mlir::ModuleOp> program;
  std::vector<std::string> subjects; ///< As --subject takes them; empty: the caller's choice.
  std::vector<Target> targets;       ///< Empty: the caller's choice.
  CompileOptions options;
  Stage stage = Stage::Ttgir;
  std::string passes; ///< A pass pipeline to run instead of the stages; empty: the stages.
  std::string launch; ///< The LAUNCH line's value.
  std::string origin; ///< The ORIGIN line's value.
  std::vector<std::string>
      otherLines; ///< Comment lines before the module that are none of the above.

  TestCase clone() const;
};

/// Reads a test case. The context must have the dialects loaded (core/ir/Dialects.h). An error names the file, the line
/// and what is wrong with it.
llvm::Expected<TestCase> readTestCase(llvm::StringRef path, mlir::MLIRContext &context);
llvm::Expected<TestCase> parseTestCase(llvm::StringRef text, llvm::StringRef name,
                                       mlir::MLIRContext &context);
/// All of a file: one, or one for each compile of a log.
llvm::Expected<std::vector<TestCase>> readTestCases(llvm::StringRef path,
                                                    mlir::MLIRContext &context);

/// The file's text. readTestCase reads it back as it was.
std::string printTestCase(const TestCase &test);

/// Writes text to path so that after a crash the file is there whole or not at all: it is written and synced without a name
/// (or, where the file system cannot, with one that ends in .partial), then named, then renamed.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef text);

} // namespace fathom

#endif
