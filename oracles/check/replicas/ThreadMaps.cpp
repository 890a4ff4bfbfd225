// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Solves for registers by elimination over bits.
#include "oracles/check/replicas/ThreadMaps.h"

#include "core/layout/Encodings.h"

using namespace llvm;

namespace fathom {

namespace {
/// A space of numbers under XOR.
class Span {
public:
  bool contains(uint64_t number) const { return reduce(number) == 0; }
  /// False: it was in there already.
  bool add(uint64_t number) {
    number = reduce(number);
    if (number)
      pivots[Log2_64(number)] = number;
    return number;
  }

private:
  uint64_t reduce(uint64_t number) const {
    for (unsigned bit = 64; bit-- > 0;)
      if (number >> bit & 1)
        number ^= pivots[bit];
    return number;
  }
  std::array<uint64_t, 64> pivots = {}; ///< By their highest bit; 0: none.
};
} // namespace

const ThreadMaps::Images *ThreadMaps::of(mlir::RankedTensorType type) {
  auto [entry, fresh] = known.try_emplace(type.getAsOpaquePointer());
  if (!fresh)
    return entry->second ? &*entry->second : nullptr;
  Expected<LinearLayout> layout = toLinearLayout(type);
  if (!layout) {
    consumeError(layout.takeError());
    return nullptr;
  }
  LinearLayout kept = layout->removeZeroBases(Dim::reg());
  Images &images = entry->second.emplace();
  for (auto [list, in] :
       zip(images.bits, std::array{Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()}))
    for (unsigned bit = 0; bit < kept.inBits(in); ++bit) {
      uint64_t number = 0;
      for (auto [axis, size] : enumerate(type.getShape()))
        number = number * size + kept.basis(in, bit, Dim::axis(axis));
      list.push_back(number);
    }
  return &images;
}

static uint64_t apply(const ElementMap &map, uint64_t number) {
  uint64_t result = 0;
  for (auto [bit, image] : enumerate(map.bits))
    if (number >> bit & 1)
      result ^= image;
  return result;
}

Found ThreadMaps::find(const ElementNeed &need) {
  const Images *at = of(need.at), *in = of(need.of);
  if (!at || !in)
    return Found::Unknown;
  Span registers;
  for (uint64_t image : in->bits[0])
    registers.add(apply(need.from, image));
  auto missing = [&](uint64_t number) { return !registers.contains(number); };
  if (missing(need.to.zero ^ need.from.zero))
    return Found::Missing;
  for (uint64_t image : at->bits[0])
    if (missing(apply(need.to, image)))
      return Found::Missing;
  for (unsigned place = 1; place < 4; ++place) {
    ArrayRef<uint64_t> here = at->bits[place], there = in->bits[place];
    for (size_t bit = 0; bit < std::max(here.size(), there.size()); ++bit) {
      uint64_t wanted = bit < here.size() ? apply(need.to, here[bit]) : 0;
      uint64_t held = bit < there.size() ? apply(need.from, there[bit]) : 0;
      if (missing(wanted ^ held))
        return Found::Missing;
    }
  }
  return Found::All;
}

/// The sums of columns that are zero, each as the set of its columns (bit k: column k).
static std::vector<uint64_t> relations(ArrayRef<uint64_t> columns) {
  std::vector<uint64_t> result;
  std::array<std::pair<uint64_t, uint64_t>, 64> pivots = {};
  for (auto [k, column] : enumerate(columns)) {
    uint64_t left = column, who = uint64_t(1) << k;
    while (left && pivots[Log2_64(left)].first) {
      auto [pivot, its] = pivots[Log2_64(left)];
      left ^= pivot, who ^= its;
    }
    if (left)
      pivots[Log2_64(left)] = {left, who};
    else
      result.push_back(who);
  }
  return result;
}

Found ThreadMaps::keepsElements(mlir::RankedTensorType result, mlir::RankedTensorType operand,
                                unsigned operands) {
  const Images *to = of(result), *from = of(operand);
  if (!to || !from)
    return Found::Unknown;
  std::vector<uint64_t> whole, part, choosing;
  for (unsigned place = 0; place < 4; ++place) {
    ArrayRef<uint64_t> a = to->bits[place], b = from->bits[place];
    // The highest bits of the register choose the operand.
    size_t more = place == 0 ? Log2_32(operands) : 0;
    if (a.size() != b.size() + more)
      return Found::Missing;
    llvm::append_range(whole, a.drop_back(more));
    llvm::append_range(choosing, a.take_back(more));
    llvm::append_range(part, b);
  }
  // The same places must be copies of each other in both.
  std::vector<uint64_t> copies = relations(whole);
  if (copies.size() != relations(part).size())
    return Found::Missing;
  for (uint64_t copy : copies) {
    uint64_t number = 0;
    for (auto [k, column] : enumerate(part))
      if (copy >> k & 1)
        number ^= column;
    if (number)
      return Found::Missing;
  }
  // And no element of one operand may be one of another.
  Span span;
  for (uint64_t column : whole)
    span.add(column);
  return all_of(choosing, [&](uint64_t column) { return span.add(column); }) ? Found::All
                                                                             : Found::Missing;
}

} // namespace fathom
