// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which threads hold each element of a tensor, as small numbers that can be compared.
#ifndef FATHOM_ORACLES_CHECK_SHARED_THREADSETS_H
#define FATHOM_ORACLES_CHECK_SHARED_THREADSETS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace fathom {

// Layouts are linear, so the threads that hold an element are base ^ (any sum of some bases): all elements of a tensor have the same bases.
//
//   #blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}> on tensor<64xf32>
//   element 5: lane 5 of warps 0 and 2, that is thread 5 ^ {0, 64}; element 37: lane 5 of warps 1 and 3, thread 37 ^ {0, 64}
//
// What cannot be told apart from other threads is one thread here: the lanes of an AMD wave do their accesses in step, so there a "thread" is a wave.
class ThreadSets {
public:
  explicit ThreadSets(bool wavesInStep) : wavesInStep(wavesInStep) {}

  using Id = uint32_t;
  static constexpr Id many = 0;    ///< Some threads, nobody knows which.
  static constexpr Id elected = 1; ///< The one that a block elects for such things.

  /// The set of each element, row-major; null if the layout is not known.
  const std::vector<Id> *of(mlir::RankedTensorType type);

  /// Whether each thread of `second` is one of `first`: who has written what it reads needs no barrier to see it.
  bool covers(Id first, Id second);
  /// Whether both are the same single thread.
  bool isOneThread(Id first, Id second) const {
    return first == second &&
           (first == elected || (first > elected && bases[sets[first].bases].empty()));
  }

private:
  struct Set {
    uint32_t base = 0, bases = 0;
    auto operator<=>(const Set &) const = default;
  };
  std::optional<std::vector<Id>> compute(mlir::RankedTensorType type);
  Id number(Set set);

  bool wavesInStep;
  std::vector<Set> sets = std::vector<Set>(2);
  std::map<Set, Id> numbers;
  /// Reduced: the highest bit of each is in no other.
  std::vector<llvm::SmallVector<uint32_t, 4>> bases{{}};
  std::map<mlir::Type, std::optional<std::vector<Id>>, bool (*)(mlir::Type, mlir::Type)> known{
      [](mlir::Type a, mlir::Type b) { return a.getAsOpaquePointer() < b.getAsOpaquePointer(); }};
};

} // namespace fathom

#endif
