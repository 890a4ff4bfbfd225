// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runner says of one case.
#ifndef FATHOM_ORACLES_DEVICE_CASEVERDICT_H
#define FATHOM_ORACLES_DEVICE_CASEVERDICT_H

#include <cstdint>
#include <string>
#include <vector>

namespace fathom {

/// An element that is not as expected.
struct ElementDifference {
  uint64_t index = 0; ///< In its range.
  std::string got, expected;
  double slack = 0;
};

/// A part of a buffer where something is off.
struct RangeReport {
  uint32_t buffer = 0;
  std::string bufferName;
  std::string
      what; ///< The element kind, "f32"; "i8" for bytes outside of all ranges, for unchanged buffers and for red zones.
  std::string
      where; ///< "range", "outside of the ranges", "unchanged buffer", "red zone before", "red zone after".
  uint64_t offset =
      0; ///< In bytes, from the buffer's start; from the red zone's start for a red zone.
  uint64_t count = 0;                   ///< Elements compared.
  uint64_t differing = 0;               ///< Of them off.
  std::vector<ElementDifference> first; ///< The first few of those.
};

struct CaseVerdict {
  enum class Kind {
    Pass,
    Differs, ///< The first run is not as expected (or writes where it must not).
    Race,    ///< Runs of the same case differ from each other by more than the slack.
    Fault,   ///< The driver reported an error of the kernel; message is the driver's.
    Hang,    ///< It did not end in time.
    Refused, ///< The driver would not load or launch it; message is the driver's.
  };
  std::string name;
  Kind kind = Kind::Pass;
  std::string message;             ///< One line; empty for a pass.
  std::vector<RangeReport> ranges; ///< Of Differs and Race.
  double milliseconds = 0;         ///< From loading the code to the end of the comparison.

  bool passed() const { return kind == Kind::Pass; }
};

const char *verdictName(CaseVerdict::Kind kind); ///< "pass", "differs", "race", ...

/// What the runner says of the machine and of itself at the end.
struct RunSummary {
  std::string gpu, arch,
      driver; ///< "NVIDIA H200", "sm_90", "CUDA 13.0". Of several, the last one's.
  uint64_t cases = 0, passed = 0;
  uint64_t launches = 0;
  unsigned processes = 0; ///< Started to run cases: 1, and one more for each fault and hang.
  double seconds = 0;     ///< From the first case's start to the last one's end.
};

/// For people: the verdict in one line, then a line for each range and element that is off.
std::string describe(const CaseVerdict &verdict);
std::string describe(const RunSummary &summary);

/// For programs: one line of JSON, without the line's end. {"case": ..., "verdict": ...} and {"summary": ...}.
std::string toJson(const CaseVerdict &verdict);
std::string toJson(const RunSummary &summary);

} // namespace fathom

#endif
