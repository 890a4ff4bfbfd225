// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts a child process on given descriptors, and reads, writes and waits with a deadline.
#include "oracles/subject/Process.h"

#include "llvm/Support/FormatVariadic.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fathom;

static llvm::Error systemError(llvm::StringRef what) {
  int code = errno;
  return llvm::createStringError(std::error_code(code, std::generic_category()),
                                 "cannot " + what + ": " + std::strerror(code));
}

Deadline fathom::deadlineIn(double seconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<Deadline::duration>(std::chrono::duration<double>(seconds));
}

double fathom::secondsUntil(Deadline deadline) {
  std::chrono::duration<double> left = deadline - std::chrono::steady_clock::now();
  return std::max(0.0, left.count());
}

static int pollMilliseconds(Deadline deadline) {
  return static_cast<int>(std::min(secondsUntil(deadline) * 1000 + 1, 1e9));
}

void Descriptor::reset(int newFd) {
  if (fd >= 0)
    ::close(fd);
  fd = newFd;
}

llvm::Expected<Channel> fathom::makeChannel() {
  // A socket and not a pipe: writing to one whose reader is gone can be told to raise no signal.
  int fds[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    return systemError("make a socket pair");
  return Channel{Descriptor(fds[0]), Descriptor(fds[1])};
}

llvm::Expected<Descriptor> fathom::makeMemoryFile(llvm::StringRef name) {
  int fd = ::memfd_create(name.str().c_str(), MFD_CLOEXEC);
  if (fd < 0)
    return systemError("make a file in memory");
  return Descriptor(fd);
}

static void readAt(int fd, size_t offset, size_t size, std::string &bytes) {
  size_t begin = bytes.size();
  bytes.resize(begin + size);
  size_t done = 0;
  while (done < size) {
    ssize_t got = ::pread(fd, bytes.data() + begin + done, size - done, offset + done);
    if (got <= 0)
      break;
    done += got;
  }
  bytes.resize(begin + done);
}

std::string fathom::memoryFileContents(const Descriptor &file, size_t limit) {
  struct stat facts;
  std::string bytes;
  if (::fstat(file.get(), &facts) != 0)
    return bytes;
  size_t size = facts.st_size;
  if (size <= limit) {
    readAt(file.get(), 0, size, bytes);
    return bytes;
  }
  size_t half = limit / 2;
  readAt(file.get(), 0, half, bytes);
  bytes += llvm::formatv("\n... {0} bytes left out ...\n", size - 2 * half).str();
  readAt(file.get(), size - half, half, bytes);
  return bytes;
}

Transfer fathom::writeAll(const Descriptor &to, llvm::StringRef bytes, Deadline deadline) {
  while (!bytes.empty()) {
    pollfd ready{to.get(), POLLOUT, 0};
    int events = ::poll(&ready, 1, pollMilliseconds(deadline));
    if (events < 0 && errno == EINTR)
      continue;
    if (events == 0)
      return Transfer::TimedOut;
    ssize_t written = ::send(to.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0 && errno != EINTR && errno != EAGAIN)
      return Transfer::Closed;
    if (written > 0)
      bytes = bytes.drop_front(written);
  }
  return Transfer::Done;
}

Transfer fathom::readExactly(const Descriptor &from, size_t size, std::string &bytes,
                             Deadline deadline) {
  size_t begin = bytes.size();
  bytes.resize(begin + size);
  size_t done = 0;
  Transfer result = Transfer::Done;
  while (done < size) {
    pollfd ready{from.get(), POLLIN, 0};
    int events = ::poll(&ready, 1, pollMilliseconds(deadline));
    if (events < 0 && errno == EINTR)
      continue;
    if (events == 0) {
      result = Transfer::TimedOut;
      break;
    }
    ssize_t got = ::read(from.get(), bytes.data() + begin + done, size - done);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (got <= 0) {
      result = Transfer::Closed;
      break;
    }
    done += got;
  }
  bytes.resize(begin + done);
  return result;
}

static std::vector<char *> pointers(const std::vector<std::string> &strings) {
  std::vector<char *> result;
  for (const std::string &string : strings)
    result.push_back(const_cast<char *>(string.c_str()));
  result.push_back(nullptr);
  return result;
}

llvm::Expected<ChildProcess> ChildProcess::start(const Start &what) {
  // The child's numbers may be in use by other descriptors of the list: move ours out of the way
  // first.
  std::vector<Descriptor> moved;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int standard : {0, 1, 2})
    posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
  for (auto [theirs, ours] : what.descriptors) {
    moved.emplace_back(::fcntl(ours, F_DUPFD_CLOEXEC, 64));
    posix_spawn_file_actions_adddup2(&actions, moved.back().get(), theirs);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (int signal : {SIGPIPE, SIGINT, SIGTERM, SIGXFSZ})
    sigaddset(&defaults, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> arguments{what.program};
  arguments.insert(arguments.end(), what.arguments.begin(), what.arguments.end());
  ChildProcess child;
  int code = ::posix_spawnp(&child.pid, what.program.c_str(), &actions, &attributes,
                            pointers(arguments).data(), pointers(what.environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (code != 0) {
    child.pid = -1;
    errno = code;
    return systemError("start " + what.program);
  }
  if (what.megabytes) {
    rlim_t bytes = rlim_t(what.megabytes) << 20;
    rlimit memory{bytes, bytes}, core{0, 0};
    ::prlimit(child.pid, RLIMIT_AS, &memory, nullptr);
    ::prlimit(child.pid, RLIMIT_CORE, &core, nullptr);
  }
  if (what.cpuSeconds > 0) {
    rlim_t seconds = static_cast<rlim_t>(what.cpuSeconds) + 1;
    rlimit limit{seconds, seconds};
    ::prlimit(child.pid, RLIMIT_CPU, &limit, nullptr);
  }
  return child;
}

uint64_t fathom::addressSpaceInUse() {
  long pages = 0;
  if (FILE *statm = ::fopen("/proc/self/statm", "re")) {
    if (::fscanf(statm, "%ld", &pages) != 1)
      pages = 0;
    ::fclose(statm);
  }
  rlim_t bytes = static_cast<rlim_t>(pages) * ::sysconf(_SC_PAGESIZE);
  return bytes < (rlim_t(1) << 40) ? bytes : 0;
}

llvm::Expected<ChildProcess> ChildProcess::fork(const Start &what, llvm::function_ref<int()> body) {
  rlim_t already = addressSpaceInUse();
  ChildProcess child;
  child.pid = ::fork();
  if (child.pid < 0)
    return systemError("fork");
  if (child.pid > 0) {
    ::setpgid(child.pid, child.pid); // Here too, so that kill() finds the group in any case.
    return child;
  }
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A crash shall end it at once: no handlers, no traces, no core file.
  for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGINT, SIGTERM, SIGPIPE})
    ::signal(signal, SIG_DFL);
  for (auto [theirs, ours] : what.descriptors)
    ::dup2(ours, theirs);
  rlimit core{0, 0};
  ::setrlimit(RLIMIT_CORE, &core);
  if (what.megabytes && already) {
    rlim_t bytes = already + (rlim_t(what.megabytes) << 20);
    rlimit memory{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &memory);
  }
  // An exception would unwind into the parent's frames, whose copy would go on here.
  std::set_new_handler([] {
    static constexpr char text[] = "std::bad_alloc\n";
    (void)!::write(2, text, sizeof(text) - 1);
    ::abort();
  });
  int code = body();
  ::_exit(code); // Past destructors and exit handlers: they are the parent's.
}

std::optional<int> ChildProcess::wait(Deadline deadline) {
  if (pid <= 0)
    return std::nullopt;
  Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  int events = 0;
  do {
    pollfd ready{handle.get(), POLLIN, 0};
    events = ::poll(&ready, 1, pollMilliseconds(deadline));
  } while (events < 0 && errno == EINTR);
  return collect(WNOHANG);
}

double ChildProcess::secondsOfCpuSoFar() const {
  clockid_t clock;
  timespec time;
  if (::clock_getcpuclockid(pid, &clock) || ::clock_gettime(clock, &time))
    return 0;
  return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

std::optional<int> ChildProcess::waitForWork(double seconds) {
  Deadline last = deadlineIn(seconds * Patience);
  for (double left = seconds; left > 0;) {
    if (std::optional<int> status = wait(std::min(last, deadlineIn(left))))
      return status;
    left = std::min(seconds - secondsOfCpuSoFar(), secondsUntil(last));
  }
  return std::nullopt;
}

std::optional<int> ChildProcess::collect(int flags) {
  int status = 0;
  rusage used{};
  pid_t ended;
  while ((ended = ::wait4(pid, &status, flags, &used)) < 0 && errno == EINTR) {
  }
  if (ended != pid)
    return std::nullopt;
  pid = -1;
  auto seconds = [](timeval time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
  spent = seconds(used.ru_utime) + seconds(used.ru_stime);
  return status;
}

std::optional<int> ChildProcess::kill() {
  if (pid <= 0)
    return std::nullopt;
  ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL);
  return collect(0);
}

std::vector<std::string> fathom::quietEnvironment() {
  std::vector<std::string> result{"LLVM_DISABLE_SYMBOLIZATION=1", "LLVM_DISABLE_CRASH_REPORT=1",
                                  "LC_ALL=C.UTF-8"};
  for (const char *name : {"PATH", "HOME", "TMPDIR", "USER", "LD_LIBRARY_PATH", "XDG_CACHE_HOME",
                           "PYENV_VERSION", "FATHOM_CACHE", "FATHOM_PYTHON"})
    if (const char *value = ::getenv(name))
      result.push_back(std::string(name) + "=" + value);
  return result;
}

std::string fathom::signalName(int signal) {
  if (const char *name = ::sigabbrev_np(signal))
    return std::string("SIG") + name;
  return llvm::formatv("signal {0}", signal).str();
}
