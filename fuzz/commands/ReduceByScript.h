// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduces a program for as long as a user's script likes it.
#ifndef FATHOM_FUZZ_COMMANDS_REDUCEBYSCRIPT_H
#define FATHOM_FUZZ_COMMANDS_REDUCEBYSCRIPT_H

#include "reducer/Inputs.h"

namespace fathom {

struct ScriptReduction {
  std::string script;
  bool invert = false;    ///< Any exit code but 0 is yes.
  unsigned tries = 1;     ///< Of the script, for each candidate.
  unsigned threads = 1;   ///< Scripts that run at once.
  double seconds = 300;   ///< Of the whole.
  double runSeconds = 30; ///< Of one run.
  std::vector<std::string>
      releases; ///< In whose spelling the script gets programs; empty: the first one in which it says yes to the input.
  std::string out;
  bool json = false;
};

/// Takes the first of the inputs that the script likes. Returns the exit code.
int reduceByScript(std::vector<Input> &inputs, const ScriptReduction &how);

} // namespace fathom

#endif
