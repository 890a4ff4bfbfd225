// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a kernel is launched: the grid, and what each argument is. The LAUNCH line of a test case, as fuzz/gen/Generator.h describes it.
#ifndef FATHOM_ORACLES_INTERP_LAUNCH_H
#define FATHOM_ORACLES_INTERP_LAUNCH_H

#include "oracles/interp/Memory.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fathom::interp {

struct LaunchArg {
  enum class Kind { Input, Output, Atomic, Scalar };
  Kind kind = Kind::Scalar;
  std::string type;        ///< "f16", "i32": of the elements.
  uint64_t count = 0;      ///< Elements of a buffer.
  std::optional<std::pair<int64_t, int64_t>> bounds; ///< Of the elements of an input.
  double number = 0;       ///< Of a float scalar.
  int64_t integer = 0;     ///< Of an integer scalar.
};

struct Launch {
  uint32_t grid[3] = {1, 1, 1};
  uint64_t rngSeed = 0;
  std::vector<LaunchArg> args;

  uint64_t programs() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

/// An error says which part of the line is wrong.
llvm::Expected<Launch> parseLaunch(llvm::StringRef line);
std::string printLaunch(const Launch &launch);

/// Makes the buffers in an empty memory, fills them (the same numbers for the same RNG seed, argument and type), and gives the arguments' values. An error
/// if the launch does not fit the kernel's arguments.
llvm::Expected<std::vector<Value>> materialise(const Launch &launch, mlir::Operation *kernel, Memory &memory);

/// Finds a launch for a kernel that has none: one under which the kernel ends well and stores something.
llvm::Expected<Launch> deduceLaunch(mlir::ModuleOp module);

} // namespace fathom::interp

#endif
