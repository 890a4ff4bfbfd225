// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts a child process on given descriptors, and reads, writes and waits with a deadline.
//
// Nothing leaks between subjects of different threads: every descriptor made here is close-on-exec,
// and a child gets exactly those of Start::descriptors. A child is the leader of its own process
// group, so that kill() also ends what it started itself (ptxas, a linker).
#ifndef FATHOM_ORACLES_SUBJECT_PROCESS_H
#define FATHOM_ORACLES_SUBJECT_PROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {

using Deadline = std::chrono::steady_clock::time_point;
Deadline deadlineIn(double seconds);
double secondsUntil(Deadline deadline); ///< 0 when it has passed.

/// A limit counts CPU time, as machines are busy; by the clock so many times as much may pass.
inline constexpr double Patience = 6;

/// Owns a file descriptor.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(Descriptor &&other) : fd(std::exchange(other.fd, -1)) {}
  Descriptor &operator=(Descriptor &&other) {
    reset(std::exchange(other.fd, -1));
    return *this;
  }
  ~Descriptor() { reset(); }
  int get() const { return fd; }
  explicit operator bool() const { return fd >= 0; }
  void reset(int newFd = -1);

private:
  int fd = -1;
};

/// A two-way stream between us and a child.
struct Channel {
  Descriptor ours, theirs;
};
llvm::Expected<Channel> makeChannel();

/// A file in memory: unlimited output can be captured without a reader, and no disk can be full.
llvm::Expected<Descriptor> makeMemoryFile(llvm::StringRef name);
/// What was written to it: all, or the first and the last half of `limit` bytes with a line between
/// that says so.
std::string memoryFileContents(const Descriptor &file, size_t limit);

enum class Transfer { Done, TimedOut, Closed };
Transfer writeAll(const Descriptor &to, llvm::StringRef bytes, Deadline deadline);
/// Reads exactly `size` bytes and appends them.
Transfer readExactly(const Descriptor &from, size_t size, std::string &bytes, Deadline deadline);

/// The bytes of address space that this process has, to which a limit is added; 0 if that says
/// nothing: a sanitizer reserves terabytes, and a limit below them lets nothing be allocated.
uint64_t addressSpaceInUse();

class ChildProcess {
public:
  struct Start {
    std::string program = {}; ///< Searched in PATH if it has no slash.
    std::vector<std::string> arguments = {};
    std::vector<std::string> environment = {}; ///< All of it, NAME=VALUE.
    std::vector<std::pair<int, int>>
        descriptors; ///< The child's number, and ours. 0 to 2 default to /dev/null.
    unsigned megabytes =
        0; ///< Limit of its address space; 0: none. Without a limit it inherits ours.
    double cpuSeconds = 0; ///< It dies by itself after so much, even if we die first; 0: never.
  };
  static llvm::Expected<ChildProcess> start(const Start &what);
  /// Runs `body` in a fork of this process, which leaves with the exit code that it returns. Of
  /// `what` only the descriptors and limits count; the memory limit is on top of what this process
  /// has already.
  static llvm::Expected<ChildProcess> fork(const Start &what, llvm::function_ref<int()> body);

  ChildProcess() = default;
  ChildProcess(ChildProcess &&other) : pid(std::exchange(other.pid, -1)), spent(other.spent) {}
  ChildProcess &operator=(ChildProcess &&other) {
    kill();
    pid = std::exchange(other.pid, -1);
    spent = other.spent;
    return *this;
  }
  ~ChildProcess() { kill(); }

  int id() const { return pid; }
  explicit operator bool() const { return pid > 0; }
  /// Its wait status, or nothing when the deadline passed.
  std::optional<int> wait(Deadline deadline);
  /// The same, or nothing when it had so much of a processor, or Patience times as much passed.
  std::optional<int> waitForWork(double seconds);
  /// Ends it and its group if it still runs, and collects it.
  std::optional<int> kill();
  /// CPU time of it and of what it waited for, once it was collected: unlike wall time the same on
  /// a busy machine.
  double secondsOfCpu() const { return spent; }

private:
  double secondsOfCpuSoFar() const; ///< It runs still.
  /// Its wait status, as wait4 gives it with these flags.
  std::optional<int> collect(int flags);

  int pid = -1;
  double spent = 0;
};

/// The environment that compilers run in: PATH, HOME and the like of ours, and nothing that steers
/// a compiler.
std::vector<std::string> quietEnvironment();

/// "SIGSEGV" for 11.
std::string signalName(int signal);

} // namespace fathom

#endif
