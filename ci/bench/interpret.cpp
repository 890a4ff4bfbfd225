// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times the reference interpreter for ci/bench/interpret.py:
//
//   bench-interpret FILE SECONDS        interprets a test case with a LAUNCH line again and again; prints nanoseconds a run, in ieee and in the algebra
//   bench-interpret --programs N        programs of the default profile, each interpreted once; prints programs a second, in ieee and in the algebra
#include "core/ir/Dialects.h"
#include "fuzz/Choices.h"
#include "fuzz/gen/Generator.h"
#include "oracles/check/Meaning.h"

#include <chrono>

using namespace llvm;
using namespace fathom;

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static constexpr interp::Semantics bothSemantics[] = {interp::Semantics::Ieee,
                                                      interp::Semantics::Algebra};

/// Seconds of one run, the best of many: only the kernel, without making its buffers.
static double bestRun(const TestCase &test, interp::Semantics semantics, double seconds) {
  ExitOnError check;
  interp::Launch launch = check(interp::parseLaunch(test.launch));
  interp::Interpreter interpreter =
      check(interp::Interpreter::create(*test.program, {.semantics = semantics}));
  double best = 1e9;
  for (double start = now(); now() - start < seconds;) {
    interp::Memory memory(semantics);
    std::vector<interp::Value> arguments =
        check(interp::materialise(launch, interpreter.kernel(), memory));
    double began = now();
    interp::Outcome outcome = interpreter.run(launch.grid, arguments, memory);
    best = std::min(best, now() - began);
    if (outcome.stop) {
      errs() << "bench-interpret: " << outcome.stop->message << "\n";
      exit(1);
    }
  }
  return best;
}

static void timePrograms(unsigned count) {
  const Profile &profile = *findProfile("default");
  double seconds[2] = {0, 0};
  for (unsigned index = 0; index < count; ++index) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    TestCase test = generateTestCase(randomBytes(1, index, profile.bytes), profile, *context);
    interp::Launch launch = ExitOnError()(interp::parseLaunch(test.launch));
    for (unsigned s = 0; s < 2; ++s) {
      double began = now();
      meaningOf(*test.program, launch, {.semantics = bothSemantics[s]});
      seconds[s] += now() - began;
    }
  }
  outs() << formatv("{0} {1}\n", count / seconds[0], count / seconds[1]);
}

int main(int argc, char **argv) {
  if (argc == 3 && StringRef(argv[1]) == "--programs") {
    timePrograms(std::stoul(argv[2]));
    return 0;
  }
  if (argc != 3) {
    errs() << "usage: bench-interpret FILE SECONDS | --programs N\n";
    return 2;
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  TestCase test = ExitOnError("bench-interpret: ")(readTestCase(argv[1], *context));
  for (interp::Semantics semantics : bothSemantics)
    outs() << formatv("{0}\n", 1e9 * bestRun(test, semantics, std::stod(argv[2])));
  return 0;
}
