// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Has workers run the cases, outlives what kernels do to them, and prints the verdicts.
//
// This process never speaks to a driver. When a worker's context is lost, or it hangs or dies, the next worker goes on after the case to blame.
// Where several cases may be to blame they are run again one by one.
#ifndef FATHOM_ORACLES_DEVICE_RUNNER_SUPERVISOR_H
#define FATHOM_ORACLES_DEVICE_RUNNER_SUPERVISOR_H

#include "oracles/device/runner/Worker.h"

namespace fathom {

struct SupervisorSettings {
  double limitSeconds = 5;   ///< Of one launch, with what it takes to load and to compare.
  double startSeconds = 120; ///< Until a worker must have opened its driver.
};

/// Runs all cases and prints a verdict for each, in order. False and a message when nothing can be run.
bool supervise(const CaseList &cases, const RunnerSettings &settings,
               const SupervisorSettings &supervision, RunSummary &summary, std::string &error);

} // namespace fathom

#endif
