// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures generation with verification: programs a second, ops a program, and how often each row
// of Ops.def was met.
//
//   fathom-generator-bench [PROFILE [PROGRAMS [RNG-SEED]]]
#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"

#include "mlir/Analysis/DataFlow/LivenessAnalysis.h"
#include "mlir/IR/Verifier.h"

#include <chrono>
#include <cstdlib>

using namespace fathom;

int main(int argc, char **argv) {
  llvm::StringRef name = argc > 1 ? argv[1] : "default";
  uint64_t programs = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10000;
  uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const Profile *profile = findProfile(name);
  if (!profile || programs == 0) {
    llvm::errs()
        << "usage: fathom-generator-bench [PROFILE [PROGRAMS [RNG-SEED]]]; there is no profile '"
        << name << "'\n";
    return 2;
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  RowCounts counts;
  uint64_t values = 0, dead = 0;
  uint64_t ops = 0, invalid = 0, most = 0, longest = 0, used = 0;
  double generating = 0, verifying = 0;
  auto now = [] { return std::chrono::steady_clock::now(); };
  auto seconds = [](auto from, auto to) {
    return std::chrono::duration<double>(to - from).count();
  };
  for (uint64_t index = 0; index < programs; ++index) {
    auto start = now();
    std::vector<uint8_t> bytes = randomBytes(seed, index, profile->bytes);
    Choices choices(bytes);
    auto program = generateProgram(choices, *profile, *context, nullptr, &counts);
    auto made = now();
    invalid += mlir::failed(mlir::verify(*program));
    auto verified = now();
    generating += seconds(start, made);
    verifying += seconds(made, verified);
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
      profile->name, programs / (generating + verifying), programs / generating,
      programs / verifying, double(ops) / programs, double(used) / programs, most, longest, invalid,
      100.0 * dead / values);
  for (auto [row, met, times] : llvm::zip_equal(rowNames(*profile), counts.programs, counts.times))
    llvm::outs() << llvm::formatv("{0,-24} {1,6:f2}% of programs, {2} times\n", row,
                                  100.0 * met / programs, times);
  return invalid != 0;
}
