// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A running triton_worker.py: sends it jobs and understands its answers. triton_worker.py describes
// the protocol.
#ifndef FATHOM_ORACLES_SUBJECT_TRITONWORKER_H
#define FATHOM_ORACLES_SUBJECT_TRITONWORKER_H

#include "oracles/subject/Process.h"

#include "llvm/Support/JSON.h"

namespace fathom {

/// Where a release lies and which Python runs it.
struct TritonInstall {
  std::string python; ///< An interpreter that its extension module was built for.
  std::string folder; ///< Holds the package `triton`.
};

/// Runs triton_wheels.py and gives its answer, a JSON object; its "error" is an error. What it says on the way goes to our stderr.
llvm::Expected<llvm::json::Value> askWheels(std::vector<std::string> arguments);

/// Finds "3.6.0" in the cache, fetching it if it must, or takes a folder. Errors say what to do.
llvm::Expected<TritonInstall> findTriton(llvm::StringRef versionOrPath);

/// What a job said and how it ended. Only `lost` is set when the worker itself failed.
struct WorkerAnswer {
  int status = 0; ///< The job's wait status.
  bool timedOut = false;
  double seconds = 0;
  std::string records; ///< What the job said (triton_worker.py).
  std::string log;     ///< What its stdout and stderr got.
  std::string lost;    ///< Why there is no answer: the worker died, hung or spoke garbage.
};

class TritonWorker {
public:
  static llvm::Expected<TritonWorker> start(const TritonInstall &install);

  /// Sends a job and waits for the answer. After a lost one this worker is dead.
  WorkerAnswer ask(const llvm::json::Object &job, llvm::StringRef program, double seconds);

  bool alive() const { return static_cast<bool>(process); }
  const std::string &version() const { return release; }
  int id() const { return process.id(); }

private:
  struct Frame {
    llvm::json::Value header = nullptr;
    std::string payload;
  };
  /// Fills the frame, or says what is wrong with it.
  std::string read(Frame &frame, Deadline deadline);
  std::string giveUp(std::string why);

  ChildProcess process;
  Descriptor channel;
  Descriptor said; ///< Its own stdout and stderr.
  std::string release;
};

} // namespace fathom

#endif
