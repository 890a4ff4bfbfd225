// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures generation with verification: programs a second of one core's time, ops a program, and how often each row of Ops.def was met. Or interprets the programs,
// to see whether each has a meaning.
//
//   fathom-generator-bench [--interpret] [PROFILE|all [PROGRAMS [RNG-SEED]]]
//
// Exit 1 if a program does not verify or, with --interpret, has no meaning in the algebra; it is named.
#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"
#include "oracles/check/Reference.h"

#include "mlir/Analysis/DataFlow/LivenessAnalysis.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

#include <ctime>

using namespace fathom;

/// Seconds that this thread has run: others on the machine slow nothing down.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// Types and attributes stay in their context.
static constexpr uint64_t programsPerContext = 5000;

static uint64_t measure(const Profile &profile, uint64_t programs, uint64_t seed, bool rows) {
  std::unique_ptr<mlir::MLIRContext> context;
  RowCounts counts;
  uint64_t values = 0, dead = 0;
  uint64_t ops = 0, invalid = 0, most = 0, longest = 0, used = 0;
  double generating = 0, verifying = 0;
  for (uint64_t index = 0; index < programs; ++index) {
    if (index % programsPerContext == 0)
      context = makeContext();
    double start = now();
    std::vector<uint8_t> bytes = randomBytes(seed, index, profile.bytes);
    Choices choices(bytes);
    auto program = generateProgram(choices, profile, *context, nullptr, &counts);
    double made = now();
    bool valid = mlir::succeeded(mlir::verify(*program));
    double verified = now();
    generating += made - start;
    verifying += verified - made;
    if (!valid) {
      ++invalid;
      llvm::outs() << "invalid:" << generateLine(profile, seed, index).substr(2) << "\n";
    }
    uint64_t here = 0;
    program->walk([&](mlir::Operation *) { ++here; });
    ops += here;
    if (here > most)
      most = here, longest = index;
    used += choices.used();
    if (index % 16 == 0) { // Of some programs: what nothing visible depends on.
      mlir::dataflow::RunLivenessAnalysis liveness(*program);
      program->walk([&](mlir::Operation *op) {
        for (mlir::Value value : op->getResults()) {
          const auto *fact = liveness.getLiveness(value);
          ++values;
          dead += fact && !fact->isLive;
        }
      });
    }
  }
  llvm::outs() << llvm::formatv(
      "profile {0}: {1:f0} programs/s ({2:f0} generated, {3:f0} "
      "verified), {4:f1} ops and {5:f0} bytes a program, "
      "at most {6} ops (index {7}), {8} invalid, {9:f1}% of the values dead\n",
      profile.name, programs / (generating + verifying), programs / generating,
      programs / verifying, double(ops) / programs, double(used) / programs, most, longest, invalid,
      100.0 * dead / values);
  if (rows)
    for (auto [row, met, times] : llvm::zip_equal(rowNames(profile), counts.programs, counts.times))
      llvm::outs() << llvm::formatv("{0,-24} {1,6:f2}% of programs, {2} times\n", row,
                                    100.0 * met / programs, times);
  return invalid;
}

/// How many programs have no meaning.
static uint64_t interpret(const Profile &profile, uint64_t programs, uint64_t seed) {
  llvm::StringMap<uint64_t> open;
  uint64_t without = 0;
  double began = now();
  for (uint64_t index = 0; index < programs; ++index) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    TestCase test = generateTestCase(randomBytes(seed, index, profile.bytes), profile, *context);
    std::shared_ptr<Reference> reference = referenceOf(*test.program, test.launch);
    if (reference->unfit[1])
      ++open[reference->unfit[1].reason];
    if (!reference->unfit[0])
      continue;
    ++without;
    llvm::outs() << reference->unfit[0].reason << ":"
                 << generateLine(profile, seed, index).substr(2) << ": "
                 << reference->unfit[0].detail << "\n";
  }
  llvm::outs() << llvm::formatv("profile {0}: {1} programs interpreted, {2:f0}/s; {3} without a "
                                "meaning in the algebra; open in ieee:",
                                profile.name, programs, programs / (now() - began), without);
  for (const auto &[reason, count] : open)
    llvm::outs() << " " << reason << " " << count;
  llvm::outs() << "\n";
  return without;
}

int main(int argc, char **argv) {
  llvm::SmallVector<llvm::StringRef, 4> arguments(argv + 1, argv + argc);
  bool interprets = !arguments.empty() && arguments[0] == "--interpret";
  if (interprets)
    arguments.erase(arguments.begin());
  llvm::StringRef name = arguments.size() > 0 ? arguments[0] : "default";
  uint64_t programs = 10000, seed = 1;
  bool bad = (arguments.size() > 1 && arguments[1].getAsInteger(10, programs)) ||
             (arguments.size() > 2 && arguments[2].getAsInteger(10, seed)) || programs == 0;
  if (bad || arguments.size() > 3 || (name != "all" && !findProfile(name))) {
    llvm::errs()
        << "usage: fathom-generator-bench [--interpret] [PROFILE|all [PROGRAMS [RNG-SEED]]]; "
           "programs are counted for each profile, which are";
    for (const Profile &profile : allProfiles())
      llvm::errs() << " " << profile.name;
    llvm::errs() << "\n";
    return 2;
  }
  uint64_t failures = 0;
  for (const Profile &profile : allProfiles())
    if (name == "all" || profile.name == name)
      failures += interprets ? interpret(profile, programs, seed)
                             : measure(profile, programs, seed, name != "all");
  return failures != 0;
}
