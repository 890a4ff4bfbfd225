// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the threads of elements by elimination over the layout's bases.
#include "oracles/check/shared/ThreadSets.h"

#include "core/layout/Encodings.h"

#include "llvm/ADT/bit.h"

using namespace llvm;

namespace fathom {

namespace {
/// A place as an image: the element that lies there (row-major), and the thread.
struct Column {
  uint64_t element;
  uint32_t thread;
};
} // namespace

static uint32_t reduce(uint32_t thread, ArrayRef<uint32_t> bases) {
  for (uint32_t basis : bases)
    if (thread & llvm::bit_floor(basis))
      thread ^= basis;
  return thread;
}

static void addBasis(SmallVectorImpl<uint32_t> &bases, uint32_t thread) {
  thread = reduce(thread, bases);
  if (!thread)
    return;
  for (uint32_t &basis : bases)
    if (basis & llvm::bit_floor(thread))
      basis ^= thread;
  bases.push_back(thread);
  llvm::sort(bases, std::greater<uint32_t>());
}

static std::vector<Column> columnsOf(const LinearLayout &layout, ArrayRef<int64_t> shape,
                                     bool wavesInStep) {
  std::vector<Column> columns;
  unsigned threadBit = 0;
  for (Dim in : {Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()})
    for (unsigned bit = 0; bit < layout.inBits(in); ++bit) {
      uint64_t element = 0;
      for (auto [axis, size] : enumerate(shape))
        element = element * size + layout.basis(in, bit, Dim::axis(axis));
      bool counts = in == Dim::warp() || in == Dim::block() || (in == Dim::lane() && !wavesInStep);
      columns.push_back({element, counts ? uint32_t(1) << threadBit++ : 0});
    }
  return columns;
}

std::optional<std::vector<ThreadSets::Id>> ThreadSets::compute(mlir::RankedTensorType type) {
  if (!type.getEncoding())
    return std::nullopt;
  Expected<LinearLayout> layout = toLinearLayout(type);
  if (!layout) {
    consumeError(layout.takeError());
    return std::nullopt;
  }
  // By the highest bit of the element: echelon form; what becomes no element is a move between threads that hold the same.
  std::vector<Column> pivots(64, Column{0, 0});
  SmallVector<uint32_t, 4> copies;
  for (Column column : columnsOf(*layout, type.getShape(), wavesInStep)) {
    while (column.element) {
      Column &pivot = pivots[Log2_64(column.element)];
      if (!pivot.element) {
        pivot = column;
        break;
      }
      column.element ^= pivot.element;
      column.thread ^= pivot.thread;
    }
    if (!column.element)
      addBasis(copies, column.thread);
  }
  uint32_t numberOfBases = find(bases, copies) - bases.begin();
  if (numberOfBases == bases.size())
    bases.push_back(copies);
  std::vector<Id> result(type.getNumElements());
  for (auto [element, id] : enumerate(result)) {
    uint64_t left = element;
    uint32_t thread = 0;
    while (left) {
      const Column &pivot = pivots[Log2_64(left)];
      if (!pivot.element)
        return std::nullopt;
      left ^= pivot.element;
      thread ^= pivot.thread;
    }
    id = number({reduce(thread, copies), numberOfBases});
  }
  return result;
}

const std::vector<ThreadSets::Id> *ThreadSets::of(mlir::RankedTensorType type) {
  auto entry = known.find(type);
  if (entry == known.end())
    entry = known.emplace(type, compute(type)).first;
  return entry->second ? &*entry->second : nullptr;
}

ThreadSets::Id ThreadSets::number(Set set) {
  auto [entry, fresh] = numbers.try_emplace(set, sets.size());
  if (fresh)
    sets.push_back(set);
  return entry->second;
}

bool ThreadSets::covers(Id first, Id second) {
  if (first == second)
    return first != many;
  if (first <= elected || second <= elected)
    return false;
  const Set &all = sets[first], &some = sets[second];
  ArrayRef<uint32_t> span = bases[all.bases];
  return reduce(some.base, span) == all.base &&
         all_of(bases[some.bases], [&](uint32_t basis) { return reduce(basis, span) == 0; });
}

} // namespace fathom
