// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forks children that run inputs, and files what they die of.
#include "fuzz/targets/CrashLoop.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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
  // Functions of a stack as LLVM prints it, with a symbolizer and without:
  //   #3 0x00007f230badb7d8 mlir::FloatType::getWidth() (/usr/lib/libMLIR.so+0x60db7d8)
  //   4  libMLIR.so.22.1 0x00007fc7eecdb7d8 mlir::FloatType::getWidth() + 8
  std::string signature = cause.str();
  unsigned functions = 0;
  Regex frame("^ *(#[0-9]+|[0-9]+ +[^ ]+) +0x[0-9a-f]+ ([^(+]+)");
  SmallVector<StringRef> match;
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

/// `folder`/current.mlir as memory that the child writes and the parent reads. A file written anew
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

/// How far the child is, seen by the parent.
struct Progress {
  uint64_t index, accepted, size;
};

} // namespace

[[noreturn]] static void runInChild(CrashLoop &loop, uint64_t index, uint64_t end,
                                    CurrentInput &current, volatile Progress &progress,
                                    const std::string &log) {
  int fd = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd >= 0)
    dup2(fd, 2);
  // Names of functions are enough, and a symbolizer takes seconds.
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
  sys::PrintStackTraceOnErrorSignal("parse-fuzz");
  rlimit memory{loop.megabytes << 20, loop.megabytes << 20}, noCore{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &noCore);
  signal(SIGALRM, SIG_DFL);
  for (; index != end; ++index) {
    progress.index = index;
    std::string text = loop.input(index);
    progress.size = current.write(text);
    alarm(loop.secondsPerInput);
    CrashLoop::Result result = loop.run(text);
    alarm(0);
    if (!result.problem.empty()) {
      errs() << "fathom: " << result.problem << "\n";
      _exit(1);
    }
    progress.accepted = progress.accepted + result.accepted;
  }
  _exit(0);
}

Expected<CrashLoop::Report> CrashLoop::runAll(uint64_t first, uint64_t count) {
  auto begin = std::chrono::steady_clock::now();
  if (std::error_code error = sys::fs::create_directories(folder))
    return createStringError(error, "cannot make " + folder);
  std::string log = folder + "/current.log";
  CurrentInput current(folder + "/current.mlir");
  if (!current)
    return createStringError("cannot write " + folder + "/current.mlir: " + strerror(errno));
  void *memory =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return createStringError("no memory to share with a child");
  volatile Progress &progress = *static_cast<volatile Progress *>(memory);

  Report report;
  uint64_t next = first, end = first + count;
  while (next < end) {
    progress.index = next;
    outs().flush();
    pid_t child = fork();
    if (child < 0)
      return createStringError(std::string("cannot fork: ") + strerror(errno));
    if (child == 0)
      runInChild(*this, next, end, current, progress, log);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      break;
    std::string cause = !WIFSIGNALED(status)          ? "wrong"
                        : WTERMSIG(status) == SIGALRM ? "hang"
                                                      : strsignal(WTERMSIG(status));
    std::string words = readFile(log), signature = crashSignature(cause, words);
    uint64_t index = progress.index;
    std::string name = formatv("{0}/{1}-{2}", folder, nameOf(signature), index).str();
    if (writeFile(name + ".mlir", current.read(progress.size)) || writeFile(name + ".log", words))
      return createStringError("cannot write " + name);
    ++report.failures;
    if (report.classes.try_emplace(signature, index).second)
      outs() << "input " << index << ": " << signature << "\n";
    next = index + 1;
  }
  sys::fs::remove(log);
  report.accepted = progress.accepted;
  munmap(memory, sizeof(Progress));
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

} // namespace fathom
