// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a user's own script whether a program is interesting, as C-Reduce, llvm-reduce and mlir-reduce do.
//
//   #!/bin/sh
//   triton-opt "$1" -tritongpu-pipeline 2>&1 | grep -q 'rewrittenValue'      exit 0: interesting
//
// The script runs in a folder of its own that holds nothing but the program, under the name that the user's file has: it finds it as its
// argument and in the current folder. Its output is not looked at.
#ifndef FATHOM_REDUCER_SCRIPT_H
#define FATHOM_REDUCER_SCRIPT_H

#include "oracles/subject/Process.h"

#include "llvm/ADT/SmallString.h"

namespace fathom {

class Script {
public:
  struct Settings {
    std::string path;     ///< Of the script.
    std::string fileName; ///< Of the program, as the script sees it; without a folder.
    bool invert = false;  ///< Exit 0 is not interesting, anything else is: mlir-reduce's habit.
    double seconds = 30;  ///< CPU time of one run. A longer one is not interesting.
  };
  /// The error says that there is no such script, or that it cannot be run.
  static llvm::Expected<std::unique_ptr<Script>> open(Settings settings);
  ~Script();

  /// Runs the script on the text. Several threads may ask at once. An error if it cannot be run at all.
  llvm::Expected<bool> likes(llvm::StringRef text);
  /// The script's own text.
  llvm::Expected<std::string> contents() const;

private:
  explicit Script(Settings settings) : settings(std::move(settings)) {}

  Settings settings;
  llvm::SmallString<128> folder; ///< Holds a folder for each run that is on.
  std::atomic<unsigned> runs = 0;
};

} // namespace fathom

#endif
