// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fuzz target: a generated program through the core's pipelines, for several GPUs, in this process, and what they made of it run against the program.
//
// It asks what the oracles no-crash, verifies and same-meaning ask, without a fork, without text, and with passes that are set up once: thirty programs a second
// instead of two. A campaign (`fathom fuzz --subject core`) asks more of each program, and names the guilty pass.
#ifndef FATHOM_FUZZ_TARGETS_COMPILEANDRUN_H
#define FATHOM_FUZZ_TARGETS_COMPILEANDRUN_H

#include "core/target/Target.h"
#include "oracles/TestCase.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <vector>

namespace fathom {

struct Profile;

struct CompileAndRunResult {
  std::string problem; ///< "same-meaning on cuda:80: stored values differ"; empty: none.
  std::string
      detail; ///< More of the problem for a person: the first difference, the verifier's words.
  bool compared =
      false; ///< The program means something, and so does what each target's pipeline made of it.
};

/// May crash, hang and eat memory, as the core may: CrashLoop runs it in a child, libFuzzer sees the end of the process.
class CompileAndRun {
public:
  CompileAndRun(const Profile &profile, std::vector<Target> targets);
  ~CompileAndRun();

  /// The program that the generator makes of the bytes, with its own options and launch; one that names passes and a target (a profile with layouts) with these.
  CompileAndRunResult run(llvm::ArrayRef<uint8_t> bytes);

private:
  CompileAndRunResult judge(TestCase &test, bool verifyEach);
  llvm::LogicalResult compile(mlir::ModuleOp module, const TestCase &test, const Target &target,
                              bool verifyEach);

  const Profile &profile;
  std::vector<Target> targets;
  struct Compiler; ///< A context, and the passes that live in it.
  std::unique_ptr<Compiler> compiler;
};

/// The test case of the bytes as a file that `fathom check` reads.
std::string testCaseText(llvm::ArrayRef<uint8_t> bytes, const Profile &profile,
                         llvm::ArrayRef<Target> targets);

} // namespace fathom

#endif
