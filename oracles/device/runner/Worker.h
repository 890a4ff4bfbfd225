// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs cases in a process of its own, which a faulting kernel may spoil, and reports to the supervisor over a pipe.
//
// One case at a time is on the GPU; a second thread compares what the last one left. A message is a WorkerMessage and its payload:
//
//   Ready    "gpu\narch\ndriver"             the drivers are open
//   NoGpu    what is wrong with the machine   nothing can be run; the process ends
//   Begin                                     the case is now on the GPU; once more for each run after the first
//   Verdict  kind (a byte), launches (4 bytes), the verdict as it is to be printed
//
// Verdicts come in the order of the cases. After a fault's verdict the process ends: the driver's context is lost.
#ifndef FATHOM_ORACLES_DEVICE_RUNNER_WORKER_H
#define FATHOM_ORACLES_DEVICE_RUNNER_WORKER_H

#include "oracles/device/CaseVerdict.h"
#include "oracles/device/runner/CaseList.h"

#include <optional>

namespace fathom {

struct RunnerSettings {
  unsigned gpu = 0;
  unsigned repeat = 1;
  unsigned showElements = 8;
  uint64_t redZone = 4096;
  /// Each buffer an allocation of its own and no red zones, as compute-sanitizer can check them.
  bool separate = false;
  bool json = false;
};

/// Which cases a worker runs.
struct Assignment {
  size_t next = 0; ///< This one and all after it.
  size_t carefulEnd =
      0; ///< Those before this one are judged before the next one starts: one of them killed a process.
  /// The first case of the group that `next` belongs to, if it is judged already: it is run again, silently, to compare with.
  std::optional<size_t> leader = {};
};

struct WorkerMessage {
  enum class Type : uint32_t { Ready, NoGpu, Begin, Verdict };
  Type type;
  uint32_t index; ///< Of the case.
  uint32_t bytes; ///< Of the payload.
};

/// As one text, as the settings want it.
std::string printVerdict(const CaseVerdict &verdict, const RunnerSettings &settings);

/// Runs the cases and returns the process's exit code.
int runWorker(const CaseList &cases, const Assignment &assignment, const RunnerSettings &settings,
              int pipe);

} // namespace fathom

#endif
