// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the commands of `fathom` share: the options that mean the same everywhere, and how they end.
//
// A command is one file here and one row in Commands.def. Exit codes: 0 all is well, 1 a bug was found, 2 a usage or environment error.
#ifndef FATHOM_FUZZ_COMMANDS_COMMANDLINE_H
#define FATHOM_FUZZ_COMMANDS_COMMANDLINE_H

#include "fuzz/campaign/Knobs.h"
#include "oracles/Oracle.h"

#include <CLI/CLI.hpp>

namespace fathom {

enum ExitCode { exitPass = 0, exitBug = 1, exitUsage = 2 };

/// --subject, --target, --num-warps, --num-stages, --num-ctas, --stage, --limit-seconds,
/// --limit-megabytes, --json. Each overrides what a test case says; lists are tried in all combinations.
struct SharedOptions {
  std::vector<std::string> subjects;
  std::vector<std::string> targetNames;
  Knobs knobs;
  std::string stageName;
  Limits limits;
  bool json = false;

  void addTo(CLI::App &command);
  llvm::Expected<std::vector<Target>> targets() const;
  llvm::Expected<std::optional<Stage>> stage() const;
};

/// One compile that the options and a test case ask for together.
struct Ask {
  std::string subject;
  CompileRequest request;
};

/// All that the options and the test case ask for; where neither says, the subject is core and the target cuda:80.
llvm::Expected<std::vector<Ask>> asksOf(const SharedOptions &options, const TestCase &test);

/// Opens subjects on first use and keeps them.
class OpenSubjects {
public:
  llvm::Expected<Subject *> get(llvm::StringRef spec);

private:
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<std::string> specs;
};

/// Prints "fathom: error: ..." and gives exitUsage.
int fail(llvm::Error error);

} // namespace fathom

#endif
