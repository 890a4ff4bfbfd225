// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom run --device cuda|hip: compiles kernels, runs them on a GPU, and compares with the reference; or writes them into a bundle for a machine that has one.
#ifndef FATHOM_FUZZ_COMMANDS_RUNONDEVICE_H
#define FATHOM_FUZZ_COMMANDS_RUNONDEVICE_H

#include "fuzz/commands/CommandLine.h"
#include "oracles/device/Device.h"

namespace fathom {

struct DeviceArguments {
  std::string vendor; ///< "cuda", "hip".
  std::string launch; ///< A LAUNCH line for all files; empty: the test case's, else one is deduced.
  std::string bundle; ///< Where to write a bundle instead of running; empty: run.
  DeviceOptions device;
  bool fpFusion = false; ///< Let the compiler fuse multiplications and additions.
  SharedOptions shared;
};

/// A line for each case. Exit code: 0 all pass, 1 something differs, 2 an error.
int runOnDevice(const std::vector<std::string> &files, const DeviceArguments &arguments);

} // namespace fathom

#endif
