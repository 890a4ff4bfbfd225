// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the subspaces of vectors, banks and rows by elimination.
#include "core/layout/Swizzle.h"

#include "core/layout/BitField.h"
#include "core/layout/XorBasis.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace fathom;

namespace {
using Vectors = SmallVector<uint64_t, 16>;

/// A subspace that grows: `vectors` are independent, in the order in which they came.
class Space {
public:
  Space() = default;
  explicit Space(ArrayRef<uint64_t> from) { addAll(from); }

  bool add(uint64_t vector) {
    if (contains(vector))
      return false;
    basis.add(vector);
    vectors.push_back(vector);
    return true;
  }
  void addAll(ArrayRef<uint64_t> more) {
    for (uint64_t vector : more)
      add(vector);
  }
  bool contains(uint64_t vector) const { return basis.solve(vector).has_value(); }
  unsigned size() const { return vectors.size(); }
  ArrayRef<uint64_t> list() const { return vectors; }

private:
  XorBasis basis;
  Vectors vectors;
};
} // namespace

/// What both lists span. With each vector of `b` that is a sum of vectors of `a` and earlier ones of `b`, its part in `a` is in both; the
/// lists are independent.
static Vectors intersection(ArrayRef<uint64_t> a, ArrayRef<uint64_t> b) {
  Vectors both;
  for (uint64_t vector : a)
    if (is_contained(b, vector))
      both.push_back(vector);
  Space found(both);
  XorBasis joint;
  Vectors columns;
  for (uint64_t vector : a) {
    joint.add(vector);
    columns.push_back(vector);
  }
  for (uint64_t vector : b) {
    if (std::optional<uint64_t> sum = joint.solve(vector)) {
      uint64_t inA = 0;
      for (size_t k = 0; k < a.size(); ++k)
        if (*sum >> k & 1)
          inA ^= columns[k];
      if (found.add(inA))
        both.push_back(inA);
    } else {
      joint.add(vector);
      columns.push_back(vector);
    }
  }
  return both;
}

/// The bases of an in-dim as numbers of elements, those without effect left out.
static Vectors columnsOf(const LinearLayout &layout, Dim in) {
  unsigned first = 0;
  for (Dim dim : layout.inDims()) {
    if (dim == in)
      break;
    first += layout.inBits(dim);
  }
  Vectors columns;
  for (unsigned bit = 0; bit < layout.inBits(in); ++bit)
    if (uint64_t column = layout.applyPacked(uint64_t(1) << (first + bit)))
      columns.push_back(column);
  return columns;
}

/// The lanes that are served in one step.
static Vectors lanesAtOnce(const LinearLayout &layout, unsigned vectorBits) {
  unsigned lanes = std::min<unsigned>(layout.inBits(Dim::lane()),
                                      Log2_32(bankRowBits / std::max(vectorBits, bankBits)));
  unsigned first = layout.hasInDim(Dim::reg()) ? layout.inBits(Dim::reg()) : 0;
  Vectors columns;
  for (unsigned bit = 0; bit < lanes; ++bit)
    columns.push_back(layout.applyPacked(uint64_t(1) << (first + bit)));
  return columns;
}

std::optional<SharedSwizzle> fathom::optimalSwizzle(const LinearLayout &source,
                                                    const LinearLayout &target,
                                                    unsigned elementBits) {
  constexpr Dim in[] = {Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()};
  LinearLayout from = source.transposeIns(in);
  LinearLayout to = target.transposeIns(in).transposeOuts(source.outDims());
  unsigned bits = from.totalOutBits();

  // Each block has the same part of the tensor before and after, and memory for that part.
  Vectors blocks = columnsOf(from, Dim::block());
  if (blocks != columnsOf(to, Dim::block()))
    return std::nullopt;
  Space known(blocks);
  auto addTo = [&](Vectors &list, uint64_t vector) {
    bool fresh = known.add(vector);
    if (fresh)
      list.push_back(vector);
    return fresh;
  };

  SharedSwizzle swizzle;
  Vectors vectors, banks, rows;
  for (uint64_t vector : intersection(Space(columnsOf(from, Dim::reg())).list(),
                                      Space(columnsOf(to, Dim::reg())).list()))
    if (elementBits << (vectors.size() + 1) <= maxVectorBits)
      addTo(vectors, vector);
    else if (known.add(vector))
      swizzle.parts.push_back(vector);
  swizzle.vectorLog = vectors.size();
  unsigned vectorBits = elementBits << vectors.size();

  Vectors lanesFrom = lanesAtOnce(from, vectorBits), lanesTo = lanesAtOnce(to, vectorBits);
  // Vectors that share a word of a bank: neighbours on both sides, if there are any.
  unsigned inWord = vectorBits < bankBits ? Log2_32(bankBits / vectorBits) : 0;
  Vectors lanesOfBoth = intersection(Space(lanesFrom).list(), Space(lanesTo).list());
  for (ArrayRef<uint64_t> list : {ArrayRef<uint64_t>(lanesOfBoth), ArrayRef<uint64_t>(lanesFrom),
                                  ArrayRef<uint64_t>(lanesTo)})
    for (uint64_t vector : list)
      if (banks.size() < inWord)
        addTo(banks, vector);

  // From here on, modulo what is known: two spaces that rows must not meet, one for each side.
  unsigned columnBits = Log2_32(bankRowBits / std::max(vectorBits, bankBits));
  unsigned left = bits - known.size();
  unsigned numRows =
      left > columnBits + (inWord - banks.size()) ? left - columnBits - (inWord - banks.size()) : 0;
  Space meetsFrom(known.list()), meetsTo(known.list());
  meetsFrom.addAll(lanesFrom);
  meetsTo.addAll(lanesTo);
  unsigned wanted = bits - numRows;
  auto unit = [](unsigned bit) { return uint64_t(1) << bit; };
  // Both to one size, with what is in neither as long as there is any, then each with what the other one has.
  for (unsigned bit = 0; bit < bits && meetsFrom.size() < wanted && meetsTo.size() < wanted;
       ++bit) {
    Space both(meetsFrom.list());
    both.addAll(meetsTo.list());
    if (both.add(unit(bit))) {
      meetsFrom.add(unit(bit));
      meetsTo.add(unit(bit));
    }
  }
  auto fill = [&](Space &space, const Space &other) {
    for (uint64_t vector : other.list())
      if (space.size() < wanted)
        space.add(vector);
    for (unsigned bit = 0; bit < bits && space.size() < wanted; ++bit)
      space.add(unit(bit));
  };
  fill(meetsFrom, meetsTo);
  fill(meetsTo, meetsFrom);
  // Of each side what the other one lacks, in pairs.
  Vectors common = intersection(meetsFrom.list(), meetsTo.list());
  Space inBoth(common), inFrom(common), inTo(common);
  Vectors onlyFrom, onlyTo;
  for (uint64_t vector : meetsFrom.list())
    if (inFrom.add(vector))
      onlyFrom.push_back(vector);
  for (uint64_t vector : meetsTo.list())
    if (inTo.add(vector))
      onlyTo.push_back(vector);
  Space all(meetsFrom.list());
  all.addAll(meetsTo.list());
  for (unsigned bit = 0; bit < bits; ++bit)
    if (all.add(unit(bit)))
      rows.push_back(unit(bit));
  for (auto [a, b] : zip(onlyFrom, onlyTo))
    rows.push_back(a ^ b);
  for (uint64_t row : rows)
    known.add(row);
  // The banks are what is left: lanes first, then anything.
  for (ArrayRef<uint64_t> list : {ArrayRef<uint64_t>(lanesFrom), ArrayRef<uint64_t>(lanesTo)})
    for (uint64_t vector : list)
      addTo(banks, vector);
  for (unsigned bit = 0; bit < bits; ++bit)
    addTo(banks, unit(bit));

  LinearLayout::Bases offsets, ofBlocks;
  for (ArrayRef<uint64_t> list :
       {ArrayRef<uint64_t>(vectors), ArrayRef<uint64_t>(banks), ArrayRef<uint64_t>(rows)})
    for (uint64_t vector : list)
      offsets.push_back({int64_t(vector)});
  for (uint64_t vector : blocks)
    ofBlocks.push_back({int64_t(vector)});
  swizzle.layout = cantFail(LinearLayout::create(
      {{Dim::offset(), offsets}, {Dim::block(), ofBlocks}}, {{Dim::axis(0), uint64_t(1) << bits}}));
  return swizzle;
}

unsigned fathom::bankConflicts(const LinearLayout &registers, const SharedSwizzle &shared,
                               unsigned elementBits) {
  constexpr Dim in[] = {Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()};
  unsigned offsetBits = shared.layout.inBits(Dim::offset());
  XorBasis places;
  for (unsigned bit = 0; bit < shared.layout.totalInBits(); ++bit)
    places.add(shared.layout.applyPacked(uint64_t(1) << bit));
  for (uint64_t part : shared.parts)
    places.add(part);
  unsigned vectorBits = elementBits << shared.vectorLog;
  // Words and rows, in bits of the offset.
  unsigned word = Log2_32(std::max(vectorBits, bankBits) / elementBits);
  unsigned row = Log2_32(bankRowBits / elementBits);
  XorBasis words, banks;
  for (uint64_t lane : lanesAtOnce(registers.transposeIns(in), vectorBits)) {
    std::optional<uint64_t> place = places.solve(lane);
    assert(place && "an element that is not in memory");
    uint64_t offset = *place & lowBits(offsetBits);
    words.add(offset >> word);
    banks.add((offset & lowBits(row)) >> word);
  }
  return 1u << (words.rank() - banks.rank());
}
