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
  // Functions of a stack as LLVM prints it: " #3 0x... mlir::detail::Parser::parseType()
  // (/usr/lib/...)".
  std::string signature = cause.str();
  unsigned functions = 0;
  Regex frame("^ *#[0-9]+ 0x[0-9a-f]+ (.+) \\(.*\\+0x[0-9a-f]+\\)");
  SmallVector<StringRef> match;
  for (StringRef line : lines)
    if (functions < 3 && frame.match(line, &match) && !match[1].contains("llvm::sys::") &&
        !match[1].starts_with("(") && !match[1].starts_with("SignalHandler")) {
      signature +=
          " | " + match[1].take_until([](char c) { return c == '('; }).take_front(100).str();
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

Expected<CrashLoop::Report> CrashLoop::runAll(uint64_t first, uint64_t count) {
  auto begin = std::chrono::steady_clock::now();
  if (std::error_code error = sys::fs::create_directories(folder))
    return createStringError(error, "cannot make " + folder);
  std::string current = folder + "/current.mlir", log = folder + "/current.log";
  // The child's place and count, seen by the parent.
  struct Progress {
    uint64_t index = 0, accepted = 0;
  };
  auto *shared = static_cast<volatile Progress *>(
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (shared == MAP_FAILED)
    return createStringError("no memory to share with a child");

  Report report;
  uint64_t next = first, end = first + count;
  while (next < end) {
    shared->index = next;
    outs().flush();
    pid_t child = fork();
    if (child < 0)
      return createStringError(std::string("cannot fork: ") + strerror(errno));
    if (child == 0) {
      int fd = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
      if (fd >= 0)
        dup2(fd, 2);
      // Names of functions are enough, and a symbolizer takes seconds.
      setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
      sys::PrintStackTraceOnErrorSignal("parse-fuzz");
      rlimit memory{megabytes << 20, megabytes << 20}, noCore{0, 0};
      setrlimit(RLIMIT_AS, &memory);
      setrlimit(RLIMIT_CORE, &noCore);
      signal(SIGALRM, SIG_DFL);
      for (uint64_t index = next; index != end; ++index) {
        shared->index = index;
        std::string text = input(index);
        if (writeFile(current, text))
          _exit(3);
        alarm(secondsPerInput);
        Result result = run(text);
        alarm(0);
        if (!result.problem.empty()) {
          errs() << "fathom: " << result.problem << "\n";
          _exit(1);
        }
        shared->accepted = shared->accepted + result.accepted;
      }
      _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      break;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
      return createStringError("cannot write " + current);
    uint64_t index = shared->index;
    std::string cause = !WIFSIGNALED(status)          ? "wrong"
                        : WTERMSIG(status) == SIGALRM ? "hang"
                                                      : strsignal(WTERMSIG(status));
    std::string words = readFile(log), signature = crashSignature(cause, words);
    std::string name = formatv("{0}/{1}-{2}", folder, nameOf(signature), index).str();
    if (sys::fs::rename(current, name + ".mlir") || writeFile(name + ".log", words))
      return createStringError("cannot write " + name);
    ++report.failures;
    if (report.classes.try_emplace(signature, index).second)
      outs() << "input " << index << ": " << signature << "\n";
    next = index + 1;
  }
  sys::fs::remove(current);
  sys::fs::remove(log);
  report.accepted = shared->accepted;
  munmap(const_cast<Progress *>(shared), sizeof(Progress));
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

} // namespace fathom
