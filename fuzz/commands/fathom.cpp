// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `fathom` main: finds, explains and shrinks bugs in Triton-style GPU compilers.
#include "fuzz/commands/CommandLine.h"

#include <csignal>

namespace fathom {
#define FATHOM_COMMAND(function) void function(CLI::App &application, int &exitCode);
#include "fuzz/commands/Commands.def"
} // namespace fathom

int main(int argc, char **argv) {
  // A write beyond a limit is an error to report, not a death.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App application{"Finds, explains and shrinks bugs in Triton-style GPU compilers.", "fathom"};
  application.require_subcommand(1);
  application.set_version_flag("--version", FATHOM_VERSION);
  application.failure_message(CLI::FailureMessage::simple);
  int exitCode = fathom::exitPass;
#define FATHOM_COMMAND(function) fathom::function(application, exitCode);
#include "fuzz/commands/Commands.def"
  try {
    application.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return application.exit(error) == 0 ? fathom::exitPass : fathom::exitUsage;
  }
  return exitCode;
}
