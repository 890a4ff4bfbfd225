// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forks children that run inputs, and files what they die of.
#include "fuzz/targets/CrashLoop.h"

#include "oracles/subject/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace fathom {

static std::string withoutNumbers(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!isDigit(text[i])) {
      result += text[i];
      continue;
    }
    result += 'N';
    while (i + 1 < text.size() && isAlnum(text[i + 1]))
      ++i;
  }
  return result;
}

std::string crashSignature(StringRef cause, StringRef log) {
  SmallVector<StringRef> lines;
  log.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    if (line.contains("Assertion `") || line.starts_with("LLVM ERROR") ||
        line.starts_with("fathom: "))
      return withoutNumbers(line.substr(line.starts_with("fathom: ") ? 8 : 0).take_front(240));
  // A sanitizer's: SUMMARY: AddressSanitizer: heap-use-after-free /src/A.cpp:12:3 in f(int)
  Regex summary("^SUMMARY: ([A-Za-z]+: [^ ]+) [^ ]*( in .*)?");
  SmallVector<StringRef> match;
  for (StringRef line : lines)
    if (summary.match(line, &match))
      return withoutNumbers((match[1] + match[2]).str()).substr(0, 240);
  // Functions of a stack as LLVM prints it, with a symbolizer and without:
  //   #3 0x00007f230badb7d8 mlir::FloatType::getWidth() (/usr/lib/libMLIR.so+0x60db7d8)
  //   4  libMLIR.so.22.1 0x00007fc7eecdb7d8 mlir::FloatType::getWidth() + 8
  std::string signature = cause.str();
  unsigned functions = 0;
  Regex frame("^ *(#[0-9]+|[0-9]+ +[^ ]+) +0x[0-9a-f]+ ([^(+]+)");
  for (StringRef line : lines) {
    if (functions == 3 || !frame.match(line, &match))
      continue;
    StringRef function = match[2].rtrim();
    if (function.empty() || function.starts_with("llvm::sys::") || function == "SignalHandler")
      continue;
    signature += " | " + function.take_front(100).str();
    ++functions;
  }
  return signature;
}

static std::string readFile(const std::string &path) {
  auto buffer = MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

static std::error_code writeFile(const std::string &path, StringRef text) {
  std::error_code error;
  raw_fd_ostream file(path, error);
  if (error)
    return error;
  file << text;
  file.close();
  error = file.error();
  file.clear_error();
  return error;
}

/// The words of a signature as a file's name.
static std::string nameOf(StringRef signature) {
  std::string name;
  for (char c : signature.take_front(60))
    name += isAlnum(c) ? toLower(c) : '-';
  return name;
}

namespace {

/// A job's current.mlir as memory that the child writes and the parent reads. A file written anew
/// for each input would cost more than reading the input does; in the page cache it outlives both.
class CurrentInput {
public:
  explicit CurrentInput(std::string path) : path(std::move(path)) {
    int fd = open(this->path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (fd < 0)
      return;
    if (ftruncate(fd, capacity) == 0)
      if (void *memory = mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
          memory != MAP_FAILED)
        text = static_cast<char *>(memory);
    close(fd);
  }
  ~CurrentInput() {
    if (text)
      munmap(text, capacity);
    sys::fs::remove(path);
  }
  explicit operator bool() const { return text; }

  /// Returns how much of the input fits.
  size_t write(StringRef input) {
    size_t size = std::min(input.size(), capacity);
    memcpy(text, input.data(), size);
    // What is left of a longer one becomes empty lines.
    if (size < length)
      memset(text + size, '\n', length - size);
    return length = size;
  }
  StringRef read(size_t size) const { return StringRef(text, size); }

private:
  static constexpr size_t capacity = 16 << 20;
  std::string path;
  char *text = nullptr;
  size_t length = 0;
};

/// How far a child is, seen by the parent.
struct Progress {
  uint64_t index, begun, accepted, size;
};

/// One child after the other, for the inputs of one job.
struct Job {
  Job(const std::string &folder, unsigned number)
      : log(folder + "/current" + suffix(number) + ".log"),
        path(folder + "/current" + suffix(number) + ".mlir"), current(path) {
    void *memory =
        mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
      progress = static_cast<volatile Progress *>(memory);
  }
  ~Job() {
    if (progress)
      munmap(const_cast<Progress *>(progress), sizeof(Progress));
    sys::fs::remove(log);
  }
  static std::string suffix(unsigned number) {
    return number == 0 ? "" : "-" + std::to_string(number);
  }

  std::string log, path;
  CurrentInput current;
  volatile Progress *progress = nullptr;
  uint64_t next = 0;
  pid_t child = 0;
};

} // namespace

using Clock = std::chrono::steady_clock;

[[noreturn]] static void runInChild(CrashLoop &loop, Job &job, uint64_t end,
                                    Clock::time_point deadline) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL); // Whoever ends the loop ends its children.
  int fd = open(job.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd >= 0)
    dup2(fd, 2);
  // Names of functions are enough, and a symbolizer takes seconds.
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
  sys::PrintStackTraceOnErrorSignal("fuzz");
  EnablePrettyStackTrace();
  if (rlim_t already = addressSpaceInUse()) {
    rlim_t bytes = already + (loop.megabytes << 20);
    rlimit memory{bytes, bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
  rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  signal(SIGALRM, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  volatile Progress &progress = *job.progress;
  for (uint64_t index = job.next; index < end; index += loop.jobs) {
    if (Clock::now() >= deadline)
      break;
    progress.index = index;
    progress.begun = progress.begun + 1;
    std::string text = loop.input(index);
    progress.size = job.current.write(text);
    alarm(loop.secondsPerInput);
    CrashLoop::Result result = loop.run(text);
    alarm(0);
    if (!result.problem.empty()) {
      errs() << "fathom: " << result.problem << "\n" << result.detail;
      _exit(1);
    }
    progress.accepted = progress.accepted + result.accepted;
  }
  _exit(0);
}

static Error startChild(CrashLoop &loop, Job &job, uint64_t end, Clock::time_point deadline) {
  job.progress->index = job.next;
  outs().flush();
  job.child = fork();
  if (job.child < 0)
    return createStringError(std::string("cannot fork: ") + strerror(errno));
  if (job.child == 0)
    runInChild(loop, job, end, deadline);
  return Error::success();
}

Expected<CrashLoop::Report> CrashLoop::runAll(uint64_t first, uint64_t count) {
  auto begin = Clock::now();
  auto deadline = stopAfter > 0 ? begin + std::chrono::duration_cast<Clock::duration>(
                                              std::chrono::duration<double>(stopAfter))
                                : Clock::time_point::max();
  if (std::error_code error = sys::fs::create_directories(folder))
    return createStringError(error, "cannot make " + folder);
  std::vector<std::unique_ptr<Job>> all;
  uint64_t end = first + count;
  unsigned running = 0;
  for (unsigned number = 0; number != std::min<uint64_t>(jobs, count); ++number) {
    auto job = std::make_unique<Job>(folder, number);
    if (!job->current)
      return createStringError("cannot write " + job->path + ": " + strerror(errno));
    if (!job->progress)
      return createStringError("no memory to share with a child");
    job->next = first + number;
    all.push_back(std::move(job));
  }
  for (std::unique_ptr<Job> &job : all) {
    if (Error error = startChild(*this, *job, end, deadline))
      return std::move(error);
    ++running;
  }

  // Ctrl-C ends the children; what they did is reported.
  auto before = signal(SIGINT, SIG_IGN);
  Report report;
  while (running) {
    int status = 0;
    pid_t ended = waitpid(-1, &status, 0);
    auto found = find_if(all, [&](auto &each) { return each->child == ended; });
    if (ended < 0 || found == all.end())
      continue;
    Job &job = **found;
    --running;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      continue;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT)
      continue;
    std::string cause = !WIFSIGNALED(status)          ? "wrong"
                        : WTERMSIG(status) == SIGALRM ? "hang"
                                                      : strsignal(WTERMSIG(status));
    std::string words = readFile(job.log), signature = crashSignature(cause, words);
    uint64_t index = job.progress->index;
    std::string name = formatv("{0}/{1}-{2}", folder, nameOf(signature), index).str();
    StringRef text = job.current.read(job.progress->size);
    if (writeFile(name + ".mlir", print ? print(index, text) : text.str()) ||
        writeFile(name + ".log", words))
      return createStringError("cannot write " + name);
    ++report.failures;
    if (report.classes.try_emplace(signature, index).second)
      outs() << "input " << index << ": " << signature << "\n";
    job.next = index + jobs;
    if (job.next >= end)
      continue;
    if (Error error = startChild(*this, job, end, deadline))
      return std::move(error);
    ++running;
  }
  signal(SIGINT, before);
  for (std::unique_ptr<Job> &job : all)
    report.accepted += job->progress->accepted, report.inputs += job->progress->begun;
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return report;
}

} // namespace fathom
