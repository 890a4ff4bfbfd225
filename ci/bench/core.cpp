// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times the core for ci/bench/core.py:
//
//   bench-core TARGET REPEATS [--passes] < LIST       compiles each file of the list REPEATS times, warm, in this process
//   bench-core --programs COUNT FOLDER                writes programs of the generator's default profile, 0.mlir, 1.mlir ...
//
// A line of LIST is `FILE NUM_WARPS NUM_STAGES`. For each it prints a line of JSON: the seconds of the fastest TTIR and TTGIR run, the number of ops
// before and after, the peak of memory that a compile in a fresh fork adds and has; with --passes the seconds of each pass in all runs together.
#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "core/pipeline/Pipelines.h"
#include "fuzz/Choices.h"
#include "fuzz/gen/Generator.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <ctime>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace fathom;

/// Of this process on the processor, so that others on the machine do not count. Passes run on one thread here.
static double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

namespace {

/// The time of each pass without the passes that it runs itself.
class PassTimes : public mlir::PassInstrumentation {
public:
  explicit PassTimes(MapVector<StringRef, double> &seconds) : seconds(seconds) {}
  void runBeforePass(mlir::Pass *, mlir::Operation *) override { open.push_back({now(), 0}); }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *) override { close(pass); }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *) override { close(pass); }

private:
  struct Open {
    double began, inner;
  };
  void close(mlir::Pass *pass) {
    Open one = open.pop_back_val();
    double took = now() - one.began;
    if (!open.empty())
      open.back().inner += took;
    seconds[pass->getName()] += took - one.inner;
  }

  MapVector<StringRef, double> &seconds;
  SmallVector<Open> open;
};

struct Part {
  void (*add)(mlir::OpPassManager &, const PipelineOptions &);
  double best = 1e9;
};

} // namespace

static size_t opsOf(mlir::ModuleOp module) {
  size_t ops = 0;
  module.walk([&](mlir::Operation *) { ++ops; });
  return ops;
}

/// A line of /proc/self/status, in kB.
static long statusLine(StringRef name) {
  auto file = MemoryBuffer::getFileAsStream("/proc/self/status");
  if (!file)
    return 0;
  StringRef rest = (*file)->getBuffer().split(name).second.ltrim(": \t");
  long value = 0;
  rest.consumeInteger(10, value);
  return value;
}

static bool run(mlir::ModuleOp module, Part &part, const PipelineOptions &options,
                MapVector<StringRef, double> *seconds) {
  mlir::PassManager manager(module.getContext(), mlir::ModuleOp::getOperationName(),
                            mlir::OpPassManager::Nesting::Implicit);
  part.add(manager, options);
  if (seconds)
    manager.addInstrumentation(std::make_unique<PassTimes>(*seconds));
  double began = now();
  bool good = succeeded(manager.run(module));
  part.best = std::min(part.best, now() - began);
  return good;
}

/// kB at the peak of one compile, and how much of that it added.
static std::pair<long, long> peakOf(mlir::ModuleOp module, const PipelineOptions &options) {
  int ends[2];
  if (pipe(ends))
    return {0, 0};
  pid_t child = fork();
  if (child == 0) {
    long before = statusLine("VmRSS");
    Part parts[] = {{addTtirPasses}, {addTtgirPasses}};
    for (Part &part : parts)
      (void)run(module, part, options, nullptr);
    long numbers[] = {statusLine("VmHWM"), before};
    _exit(write(ends[1], numbers, sizeof(numbers)) == sizeof(numbers) ? 0 : 1);
  }
  close(ends[1]);
  long numbers[2] = {0, 0};
  bool got = read(ends[0], numbers, sizeof(numbers)) == sizeof(numbers);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return got ? std::pair(numbers[0], numbers[0] - numbers[1]) : std::pair(0l, 0l);
}

static void writePrograms(unsigned count, StringRef folder) {
  const Profile &profile = *findProfile("default");
  for (unsigned index = 0; index < count; ++index) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    TestCase test = generateTestCase(randomBytes(1, index, profile.bytes), profile, *context);
    std::error_code error;
    raw_fd_ostream file(formatv("{0}/{1}.mlir", folder, index).str(), error);
    test.program->print(file);
  }
}

static void timeFile(StringRef path, const PipelineOptions &options, unsigned repeats,
                     MapVector<StringRef, double> *seconds) {
  json::Object row{{"file", path}};
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  context->disableMultithreading();
  auto buffer = MemoryBuffer::getFile(path);
  auto program = buffer
                     ? readModule((*buffer)->getBuffer(), mlir::ParserConfig(context.get()), path)
                     : mlir::OwningOpRef<mlir::ModuleOp>();
  if (!program) {
    row["error"] = "not read";
    outs() << json::Value(std::move(row)) << "\n";
    return;
  }
  row["ops"] = int64_t(opsOf(*program));
  auto [peak, added] = peakOf(*program, options);
  row["peak_kb"] = peak;
  row["added_kb"] = added;
  Part parts[] = {{addTtirPasses}, {addTtgirPasses}};
  for (unsigned repeat = 0; repeat < repeats; ++repeat) {
    mlir::OwningOpRef<mlir::ModuleOp> copy = program->clone();
    for (Part &part : parts)
      if (!run(*copy, part, options, repeat ? seconds : nullptr)) {
        row["error"] = "not compiled";
        outs() << json::Value(std::move(row)) << "\n";
        return;
      }
    row["ops_after"] = int64_t(opsOf(*copy));
  }
  row["ttir"] = parts[0].best;
  row["ttgir"] = parts[1].best;
  outs() << json::Value(std::move(row)) << "\n";
  outs().flush();
}

int main(int argc, char **argv) {
  SmallVector<StringRef> arguments(argv + 1, argv + argc);
  unsigned number = 0;
  if (arguments.size() == 3 && arguments[0] == "--programs" &&
      !arguments[1].getAsInteger(10, number)) {
    writePrograms(number, arguments[2]);
    return 0;
  }
  if (arguments.size() < 2 || arguments[1].getAsInteger(10, number)) {
    errs() << "usage: bench-core TARGET REPEATS [--passes] < LIST, or --programs COUNT FOLDER\n";
    return 2;
  }
  PipelineOptions options{ExitOnError("bench-core: ")(parseTarget(arguments[0]))};
  bool passes = is_contained(arguments, "--passes");
  MapVector<StringRef, double> seconds;
  auto list = MemoryBuffer::getSTDIN();
  SmallVector<StringRef> lines;
  if (list)
    (*list)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto [path, rest] = line.split(' ');
    rest.consumeInteger(10, options.numWarps);
    rest = rest.ltrim();
    rest.consumeInteger(10, options.numStages);
    timeFile(path, options, number, passes ? &seconds : nullptr);
  }
  if (passes) {
    json::Object table;
    for (auto [pass, time] : seconds)
      table[pass] = time;
    outs() << json::Value(json::Object{{"passes", std::move(table)}}) << "\n";
  }
  return 0;
}
