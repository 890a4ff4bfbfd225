// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One run of a kernel under a launch, and what it did to each buffer.
#ifndef FATHOM_ORACLES_INTERP_LAUNCHTRIAL_H
#define FATHOM_ORACLES_INTERP_LAUNCHTRIAL_H

#include "oracles/interp/Launch.h"

namespace fathom::interp {

/// What was stored to a buffer.
struct BufferEffect {
  std::string name;
  uint64_t bytes = 0;     ///< Its size.
  uint64_t stored = 0;    ///< Bytes that were stored to, by atomics too.
  uint64_t undefined = 0; ///< Of those, bytes that are undefined or unspecified.
  // Of the first 65536 elements that were stored:
  uint64_t special = 0;  ///< Bytes of floats that are infinite or NaN.
  uint64_t distinct = 0; ///< Different values.
};

struct LaunchTrial {
  std::unique_ptr<Memory> memory;
  Outcome outcome;
  std::vector<BufferEffect> effects; ///< In the order of memory->buffers.

  uint64_t stored() const;
  uint64_t undefined() const;
  uint64_t special() const;
  uint64_t distinct() const; ///< The most of any buffer.
  bool hasHazard(Hazard::Kind kind) const;
};

/// Runs the kernel; `limit` as for materialise. The semantics are the interpreter's. An error if the launch does not fit the kernel.
llvm::Expected<LaunchTrial> tryLaunch(const Interpreter &interpreter, Semantics semantics,
                                      const Launch &launch, uint64_t limit = 0);

} // namespace fathom::interp

#endif
