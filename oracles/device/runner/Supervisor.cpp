// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts, watches and replaces workers.
#include "oracles/device/runner/Supervisor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fathom;
using Clock = std::chrono::steady_clock;

namespace {

/// A worker's process and its pipe.
class WorkerProcess {
public:
  bool start(const CaseList &cases, const Assignment &assignment, const RunnerSettings &settings,
             std::string &error);
  ~WorkerProcess() { end(); }

  enum class Read { Message, TimedOut, Closed };
  Read read(Clock::time_point deadline, WorkerMessage &message, std::string &payload);
  /// Kills it if it still runs, and gives its wait status.
  int end();

private:
  pid_t pid = -1;
  int fd = -1;
  std::string buffer;
};

class Supervisor {
public:
  Supervisor(const CaseList &cases, const RunnerSettings &settings,
             const SupervisorSettings &supervision, RunSummary &summary)
      : cases(cases), settings(settings), supervision(supervision), summary(summary) {}
  bool run(std::string &error);

private:
  bool runWorker(std::string &error);
  Clock::time_point deadline() const;
  bool take(const WorkerMessage &message, const std::string &payload, std::string &error);
  void blame(CaseVerdict::Kind kind, std::string message);
  bool afterDeath(bool timedOut, int status, std::string &error);
  std::optional<size_t> leaderOf(size_t index) const;

  const CaseList &cases;
  const RunnerSettings &settings;
  const SupervisorSettings &supervision;
  RunSummary &summary;

  Assignment assignment;
  std::vector<CaseVerdict::Kind> kinds; ///< Of the cases that are judged: the first so many.
  size_t begun = 0;                     ///< The first case that is not begun.
  bool ready = false, started = false;
  unsigned fruitless = 0; ///< Workers in a row that ended without a case.
  Clock::time_point lastMessage, firstBegin, lastVerdict;
};

} // namespace

//===- The process ---------------------------------------------------------------------------------------------------------------===//

bool WorkerProcess::start(const CaseList &cases, const Assignment &assignment,
                          const RunnerSettings &settings, std::string &error) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    error = std::string("cannot make a pipe: ") + std::strerror(errno);
    return false;
  }
  std::fflush(stdout);
  pid_t parent = ::getpid();
  pid = ::fork();
  if (pid < 0) {
    error = std::string("cannot start a process: ") + std::strerror(errno);
    ::close(ends[0]);
    ::close(ends[1]);
    return false;
  }
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      ::_exit(1);
    ::close(ends[0]);
    // What kernels and drivers print is none of the report.
    ::dup2(2, 1);
    int code = runWorker(cases, assignment, settings, ends[1]);
    // A driver's clean-up is slow, and after a fault it may hang; but compute-sanitizer reports in it.
    if (settings.separate)
      std::exit(code);
    ::_exit(code);
  }
  ::close(ends[1]);
  fd = ends[0];
  return true;
}

WorkerProcess::Read WorkerProcess::read(Clock::time_point deadline, WorkerMessage &message,
                                        std::string &payload) {
  while (true) {
    if (buffer.size() >= sizeof(message)) {
      std::memcpy(&message, buffer.data(), sizeof(message));
      if (buffer.size() - sizeof(message) >= message.bytes) {
        payload = buffer.substr(sizeof(message), message.bytes);
        buffer.erase(0, sizeof(message) + message.bytes);
        return Read::Message;
      }
    }
    auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd poll{fd, POLLIN, 0};
    int events = ::poll(&poll, 1, int(std::max<int64_t>(left, 0)));
    if (events < 0 && errno == EINTR)
      continue;
    if (events == 0)
      return Read::TimedOut;
    char bytes[65536];
    ssize_t size = ::read(fd, bytes, sizeof(bytes));
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return Read::Closed;
    buffer.append(bytes, size);
  }
}

int WorkerProcess::end() {
  if (pid < 0)
    return 0;
  ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  ::close(fd);
  pid = fd = -1;
  return status;
}

//===- The supervision -----------------------------------------------------------------------------------------------------------===//

bool Supervisor::run(std::string &error) {
  while (kinds.size() < cases.size()) {
    assignment.next = begun = kinds.size();
    if (!runWorker(error))
      return false;
  }
  summary.cases = cases.size();
  if (started)
    summary.seconds = std::chrono::duration<double>(lastVerdict - firstBegin).count();
  return true;
}

Clock::time_point Supervisor::deadline() const {
  double seconds = supervision.startSeconds;
  if (ready && begun > kinds.size())
    seconds = supervision.limitSeconds;
  return lastMessage +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool Supervisor::runWorker(std::string &error) {
  WorkerProcess worker;
  ready = false;
  lastMessage = Clock::now();
  ++summary.processes;
  if (!worker.start(cases, assignment, settings, error))
    return false;
  WorkerMessage message;
  std::string payload;
  size_t before = kinds.size();
  while (true) {
    WorkerProcess::Read got = worker.read(deadline(), message, payload);
    if (got == WorkerProcess::Read::Message) {
      lastMessage = Clock::now();
      if (!take(message, payload, error))
        return false;
      continue;
    }
    bool timedOut = got == WorkerProcess::Read::TimedOut;
    // A worker that closed its pipe is about to leave by itself, and its exit code counts.
    int status = worker.end();
    bool fine = afterDeath(timedOut, status, error);
    fruitless = kinds.size() > before ? 0 : fruitless;
    return fine;
  }
}

bool Supervisor::take(const WorkerMessage &message, const std::string &payload,
                      std::string &error) {
  switch (message.type) {
  case WorkerMessage::Type::NoGpu:
    error = payload;
    return false;
  case WorkerMessage::Type::Ready: {
    ready = true;
    size_t first = payload.find('\n'), second = payload.find('\n', first + 1);
    summary.gpu = payload.substr(0, first);
    summary.arch = payload.substr(first + 1, second - first - 1);
    summary.driver = payload.substr(second + 1);
    return true;
  }
  case WorkerMessage::Type::Begin:
    begun = message.index + 1;
    if (!started)
      firstBegin = lastMessage;
    started = true;
    return true;
  case WorkerMessage::Type::Verdict: {
    auto kind = CaseVerdict::Kind(payload[0]);
    uint32_t launches;
    std::memcpy(&launches, payload.data() + 1, sizeof(launches));
    kinds.push_back(kind);
    summary.launches += launches;
    summary.passed += kind == CaseVerdict::Kind::Pass;
    lastVerdict = lastMessage;
    std::fwrite(payload.data() + 5, 1, payload.size() - 5, stdout);
    return true;
  }
  }
  error = "a worker sent a message that makes no sense";
  return false;
}

void Supervisor::blame(CaseVerdict::Kind kind, std::string message) {
  CaseVerdict verdict;
  verdict.name = cases.at(kinds.size()).name;
  verdict.kind = kind;
  verdict.message = std::move(message);
  lastVerdict = Clock::now();
  verdict.milliseconds =
      std::chrono::duration<double, std::milli>(lastVerdict - lastMessage).count();
  kinds.push_back(kind);
  ++summary.launches;
  std::fputs(printVerdict(verdict, settings).c_str(), stdout);
}

/// What a worker's end means for the cases that it had begun.
bool Supervisor::afterDeath(bool timedOut, int status, std::string &error) {
  if (kinds.size() == cases.size())
    return true;
  std::string death;
  if (timedOut) {
    char limit[64];
    std::snprintf(limit, sizeof(limit), "no answer in %g s",
                  ready ? supervision.limitSeconds : supervision.startSeconds);
    death = limit;
  } else {
    death =
        WIFSIGNALED(status)
            ? std::string("the process that ran it died of signal ") + strsignal(WTERMSIG(status))
            : "the process that ran it left with code " + std::to_string(WEXITSTATUS(status));
  }
  size_t unjudged = begun - kinds.size();
  if (unjudged == 1)
    blame(timedOut ? CaseVerdict::Kind::Hang : CaseVerdict::Kind::Fault, death);
  else if (unjudged > 1)
    assignment.carefulEnd = begun;
  else if (assignment.leader && assignment.next == kinds.size())
    kinds[*assignment.leader] =
        CaseVerdict::Kind::Fault; // It was well once, but not again: another one shall lead.
  else if (assignment.next == kinds.size() && ++fruitless > 1) {
    error = "the processes that are to run the cases end before the first one: " + death;
    return false;
  }
  assignment.leader = leaderOf(kinds.size());
  return true;
}

/// The first judged case of the group that a case belongs to.
std::optional<size_t> Supervisor::leaderOf(size_t index) const {
  if (index >= cases.size())
    return std::nullopt;
  std::string group = cases.at(index).group;
  std::optional<size_t> leader;
  if (group.empty())
    return leader;
  for (size_t i = index; i-- > 0 && cases.at(i).group == group;)
    if (kinds[i] == CaseVerdict::Kind::Pass || kinds[i] == CaseVerdict::Kind::Differs ||
        kinds[i] == CaseVerdict::Kind::Race)
      leader = i;
  return leader;
}

bool fathom::supervise(const CaseList &cases, const RunnerSettings &settings,
                       const SupervisorSettings &supervision, RunSummary &summary,
                       std::string &error) {
  return Supervisor(cases, settings, supervision, summary).run(error);
}
