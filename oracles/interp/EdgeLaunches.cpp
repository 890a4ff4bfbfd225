// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Varies a launch's integers one at a time, loop bounds and extents first.
#include "oracles/interp/EdgeLaunches.h"

#include "oracles/interp/ArgumentUses.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace fathom::interp {

static tt::FuncOp kernelOf(mlir::ModuleOp module) {
  for (auto function : module.getOps<tt::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      return function;
  return {};
}

/// Values for a scalar, in the order of what they are likely to show.
static std::vector<int64_t> edgesOf(const ArgumentUse &use, int64_t value) {
  int64_t tile = use.tile;
  if (use.loop || tile)
    return {1, 0, std::max<int64_t>(tile, 2), tile + 1, -1, 2 * tile + 1, 3, value - 1, 4};
  if (use.stride || use.divisor || use.inner)
    return {1, 2};
  if (use.shift)
    return {0, 1};
  return {0, -1, 1, -7, value + 1, 2};
}

/// No divisibility that the kernel was promised is broken.
static bool keepsPromise(tt::FuncOp kernel, unsigned argument, int64_t value) {
  auto divisor = kernel.getArgAttrOfType<mlir::IntegerAttr>(argument, "tt.divisibility");
  return !divisor || divisor.getInt() == 0 || value % divisor.getInt() == 0;
}

std::vector<Launch> edgeLaunches(const Launch &launch, mlir::ModuleOp module) {
  tt::FuncOp kernel = kernelOf(module);
  std::vector<Launch> launches;
  if (!kernel || kernel.getNumArguments() != launch.args.size())
    return launches;
  KernelUses uses = argumentUses(module, kernel);
  StringSet<> known;
  known.insert(printLaunch(launch));
  auto add = [&](Launch edge) {
    if (known.insert(printLaunch(edge)).second)
      launches.push_back(std::move(edge));
  };
  // What bounds loops and indices first; of each the first value, then of each the second.
  std::vector<unsigned> scalars;
  for (auto [number, arg] : enumerate(launch.args))
    if (arg.kind == LaunchArg::Kind::Scalar && kernel.getArgument(number).getType().isInteger() &&
        !kernel.getArgument(number).getType().isInteger(1))
      scalars.push_back(number);
  llvm::sort(scalars, [&](unsigned a, unsigned b) {
    auto rank = [&](unsigned n) { return uses.args[n].loop ? 0 : uses.args[n].tile ? 1 : 2; };
    return std::pair(rank(a), a) < std::pair(rank(b), b);
  });
  constexpr unsigned rounds = 9;
  for (unsigned round = 0; round < rounds; ++round) {
    for (unsigned number : scalars) {
      std::vector<int64_t> edges = edgesOf(uses.args[number], launch.args[number].integer);
      // A promise of divisibility is kept by a multiple of what was meant.
      if (round >= edges.size())
        continue;
      int64_t value = edges[round];
      if (!keepsPromise(kernel, number, value)) {
        auto divisor = kernel.getArgAttrOfType<mlir::IntegerAttr>(number, "tt.divisibility");
        value *= divisor.getInt();
      }
      Launch edge = launch;
      edge.args[number].integer = value;
      add(std::move(edge));
    }
    if (round == 0) {
      // Other numbers in the buffers.
      Launch edge = launch;
      ++edge.rngSeed;
      add(std::move(edge));
    }
  }
  return launches;
}

} // namespace fathom::interp
