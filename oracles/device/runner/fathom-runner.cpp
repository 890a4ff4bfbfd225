// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `fathom-runner` main: runs the kernels of bundles on this machine's GPU and says of each whether it did what it should.
//
// Exit codes: 0 all pass, 1 at least one does not, 2 a usage or environment error (no GPU, no driver, a damaged bundle).
#include "oracles/device/runner/Supervisor.h"

#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace fathom;

namespace {

enum ExitCode { exitPass = 0, exitOff = 1, exitUsage = 2 };

constexpr const char *usage =
    R"(Runs the kernels of bundles on this machine's GPU and says of each whether it did what it should.
Needs the GPU's driver and nothing else.

usage: fathom-runner [options] BUNDLE...

  --repeat N         run each case N times; results that differ from run to run are races (default 1)
  --limit-seconds S  a launch that takes longer hangs (default 5)
  --only TEXT        only the cases whose names contain it
  --show N           print at most N elements of each range that is off (default 8)
  --json             a line of JSON for each case, and one for the summary
  --list             print what the bundles hold, and run nothing
  --gpu N            the GPU's number (default 0)
  --red-zone N       bytes around each buffer that must stay as they are (default 4096)
  --separate         each buffer an allocation of its own, without red zones
  --sanitizer[=TOOL] under NVIDIA's compute-sanitizer: memcheck (default), racecheck, initcheck or synccheck; implies --separate
  --version, --help

Exit code: 0 all pass, 1 at least one does not, 2 no GPU, no driver, a damaged bundle or wrong usage.
The driver's library is the system's, or what FATHOM_CUDA_LIBRARY or FATHOM_HIP_LIBRARY names.
)";

struct Arguments {
  RunnerSettings settings;
  SupervisorSettings supervision;
  std::vector<std::string> bundles;
  std::string only, sanitizer;
  bool list = false;
};

int fail(const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "fathom-runner: error: %s\n", message.c_str());
  return exitUsage;
}

template <typename T> bool readNumber(std::string_view text, T least, T &value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= least;
}

/// Reads the command line. False and a message when it makes no sense.
bool parseArguments(const std::vector<std::string> &words, Arguments &arguments,
                    std::string &error) {
  RunnerSettings &settings = arguments.settings;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string name = words[i], value;
    size_t equals = name.find('=');
    bool hasValue = name.rfind("--", 0) == 0 && equals != std::string::npos;
    if (hasValue) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    auto number = [&](auto least, auto &result) {
      if (!hasValue && i + 1 < words.size())
        value = words[++i];
      if (readNumber(value, least, result))
        return true;
      error = name + " wants a number, not '" + value + "'";
      return false;
    };
    if (name == "--repeat"          ? !number(1u, settings.repeat)
        : name == "--limit-seconds" ? !number(0.001, arguments.supervision.limitSeconds)
        : name == "--show"          ? !number(0u, settings.showElements)
        : name == "--gpu"           ? !number(0u, settings.gpu)
        : name == "--red-zone"      ? !number(uint64_t(0), settings.redZone)
                                    : false)
      return false;
    if (name == "--repeat" || name == "--limit-seconds" || name == "--show" || name == "--gpu" ||
        name == "--red-zone")
      continue;
    if (name == "--only" && (hasValue || i + 1 < words.size()))
      arguments.only = hasValue ? value : words[++i];
    else if (name == "--sanitizer")
      arguments.sanitizer = hasValue ? value : "memcheck";
    else if (hasValue)
      error = "there is no option " + name + " with a value";
    else if (name == "--json")
      settings.json = true;
    else if (name == "--list")
      arguments.list = true;
    else if (name == "--separate")
      settings.separate = true;
    else if (name.rfind("-", 0) == 0)
      error = "there is no option " + name + "; --help lists them";
    else
      arguments.bundles.push_back(name);
    if (!error.empty())
      return false;
  }
  if (arguments.bundles.empty())
    error = "no bundle is named; --help says how this is used";
  return error.empty();
}

/// Becomes compute-sanitizer, which runs this program again.
int runUnderSanitizer(const Arguments &arguments, const std::vector<std::string> &words) {
  char self[PATH_MAX];
  ssize_t size = ::readlink("/proc/self/exe", self, sizeof(self) - 1);
  if (size < 0)
    return fail("cannot find this program: " + std::string(std::strerror(errno)));
  self[size] = 0;
  // Checked kernels are slower by far.
  std::string limit = std::to_string(20 * arguments.supervision.limitSeconds);
  std::vector<std::string> command = {"compute-sanitizer",     "--tool", arguments.sanitizer,
                                      "--target-processes",    "all",    "--error-exitcode",
                                      std::to_string(exitOff), self,     "--separate"};
  for (const std::string &word : words)
    if (word.rfind("--sanitizer", 0) != 0)
      command.push_back(word);
  command.insert(command.end(), {"--limit-seconds", limit});
  std::vector<char *> pointers;
  for (std::string &word : command)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  return fail("cannot start compute-sanitizer (" + std::string(std::strerror(errno)) +
              "); it comes with the CUDA toolkit and must be in PATH");
}

void list(const KernelCase &test) {
  const KernelLaunch &launch = test.launch;
  std::printf("%s: %s %s %s, %zu bytes; grid %ux%ux%u, %u threads, %u bytes shared",
              test.name.c_str(), test.target.c_str(),
              std::string(codeKindName(test.codeKind)).c_str(), test.symbol.c_str(),
              test.code.size(), launch.grid[0], launch.grid[1], launch.grid[2], launch.threads,
              launch.sharedBytes);
  if (launch.blocks() != uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2])
    std::printf(", cluster %ux%ux%u", launch.cluster[0], launch.cluster[1], launch.cluster[2]);
  if (!test.group.empty())
    std::printf(", group %s", test.group.c_str());
  std::printf("\n");
  static constexpr const char *checks[] = {"unchanged", "compare", "agree", "ignore"};
  for (size_t i = 0; i < test.buffers.size(); ++i) {
    const CaseBuffer &buffer = test.buffers[i];
    std::printf("  buffer %zu (%s), %llu bytes, %s", i, buffer.name.c_str(),
                (unsigned long long)buffer.size, checks[unsigned(buffer.check)]);
    for (const ElementRange &range : buffer.ranges)
      std::printf("; %llu %s at %llu%s", (unsigned long long)range.count,
                  std::string(elementKindName(range.kind)).c_str(),
                  (unsigned long long)range.offset, range.ignored ? ", ignored" : "");
    std::printf("\n");
  }
  std::printf("  parameters:");
  for (const CaseParameter &parameter : test.parameters) {
    switch (parameter.kind) {
    case CaseParameter::Kind::Pointer:
      std::printf(" buffer%u+%llu", parameter.buffer, (unsigned long long)parameter.offset);
      break;
    case CaseParameter::Kind::Scalar: {
      std::printf(" 0x");
      for (size_t i = parameter.bytes.size(); i-- > 0;)
        std::printf("%02x", static_cast<unsigned char>(parameter.bytes[i]));
      break;
    }
    case CaseParameter::Kind::Null:
      std::printf(" null");
      break;
    case CaseParameter::Kind::GlobalScratch:
      std::printf(" global-scratch");
      break;
    case CaseParameter::Kind::ProfileScratch:
      std::printf(" profile-scratch");
      break;
    case CaseParameter::Kind::TensorMap:
      std::printf(" tensor-map(buffer%u+%llu)", parameter.buffer,
                  (unsigned long long)parameter.offset);
      break;
    }
  }
  std::printf("\n");
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  for (const std::string &word : words) {
    if (word == "--help")
      return std::fputs(usage, stdout) < 0;
    if (word == "--version")
      return std::puts(FATHOM_VERSION) < 0;
  }
  Arguments arguments;
  std::string error;
  if (!parseArguments(words, arguments, error))
    return fail(error);
  CaseList cases;
  for (const std::string &path : arguments.bundles) {
    std::unique_ptr<Bundle> bundle = Bundle::open(path, error);
    if (!bundle)
      return fail(error);
    cases.add(std::move(bundle));
  }
  if (!arguments.only.empty())
    cases.keepOnly(arguments.only);
  if (arguments.list) {
    for (size_t i = 0; i < cases.size(); ++i)
      list(cases.at(i));
    return exitPass;
  }
  if (!arguments.sanitizer.empty())
    return runUnderSanitizer(arguments, words);
  RunSummary summary;
  if (!supervise(cases, arguments.settings, arguments.supervision, summary, error))
    return fail(error);
  std::fputs((arguments.settings.json ? toJson(summary) + "\n" : describe(summary)).c_str(),
             stdout);
  if (std::fflush(stdout) != 0)
    return fail("cannot write to stdout: " + std::string(std::strerror(errno)));
  return summary.passed == summary.cases ? exitPass : exitOff;
}
