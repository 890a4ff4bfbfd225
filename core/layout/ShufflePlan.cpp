// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds F by elimination over lanes.
#include "core/layout/ShufflePlan.h"

#include "core/layout/BitField.h"
#include "core/layout/XorBasis.h"

using namespace llvm;
using namespace fathom;

namespace {
/// A linear map of bits, a column for each bit.
using Columns = SmallVector<uint64_t, 8>;
} // namespace

static uint64_t apply(ArrayRef<uint64_t> columns, uint64_t bits) {
  uint64_t sum = 0;
  for (size_t bit = 0; bit < columns.size(); ++bit)
    if (bits >> bit & 1)
      sum ^= columns[bit];
  return sum;
}

static Columns columnsOf(const LinearLayout &layout, Dim in, Dim out) {
  Columns columns;
  for (unsigned bit = 0; bit < layout.inBits(in); ++bit)
    columns.push_back(layout.basis(in, bit, out));
  return columns;
}

/// Bits that map to 0: a basis of them.
static Columns kernelOf(ArrayRef<uint64_t> columns) {
  XorBasis known;
  Columns kernel;
  for (size_t bit = 0; bit < columns.size(); ++bit) {
    if (std::optional<uint64_t> same = known.solve(columns[bit]))
      kernel.push_back(*same | uint64_t(1) << bit);
    known.add(columns[bit]);
  }
  return kernel;
}

/// What each bit of a register's and a lane's number adds to the element's, registers first.
static Columns placesOf(const LinearLayout &layout) {
  LinearLayout places = layout.sublayout({Dim::reg(), Dim::lane()}, layout.outDims())
                            .transposeIns({Dim::reg(), Dim::lane()});
  Columns columns;
  for (unsigned bit = 0; bit < places.totalInBits(); ++bit)
    columns.push_back(places.applyPacked(uint64_t(1) << bit));
  return columns;
}

static LinearLayout layoutOf(ArrayRef<uint64_t> ofRound, ArrayRef<uint64_t> ofLane, Dim out,
                             unsigned outBits) {
  LinearLayout::Bases rounds, lanes;
  for (uint64_t column : ofRound)
    rounds.push_back({int64_t(column)});
  for (uint64_t column : ofLane)
    lanes.push_back({int64_t(column)});
  return cantFail(LinearLayout::create({{Dim::reg(), rounds}, {Dim::lane(), lanes}},
                                       {{out, uint64_t(1) << outBits}}));
}

static unsigned choices(const LinearLayout &map) {
  return map.sublayout(Dim::lane(), Dim::reg()).rank();
}
unsigned ShufflePlan::choiceBefore() const { return choices(offered); }
unsigned ShufflePlan::choiceAfter() const { return choices(taken); }

/// Whether the map leaves warps and blocks where they are.
static bool staysInWarps(const LinearLayout &map) {
  for (Dim out : {Dim::warp(), Dim::block()})
    for (Dim in : map.inDims())
      for (unsigned bit = 0; bit < map.inBits(in); ++bit) {
        if (map.hasOutDim(out) && map.basis(in, bit, out) != (in == out ? uint64_t(1) << bit : 0))
          return false;
        // A warp that holds copies may read another register or lane than the first one.
        if (in == out && (map.basis(in, bit, Dim::reg()) || map.basis(in, bit, Dim::lane())))
          return false;
      }
  return true;
}

std::optional<ShufflePlan> fathom::planShuffles(const LinearLayout &from, const LinearLayout &to) {
  std::optional<LinearLayout> places = to.invertAndCompose(from);
  if (!places || !staysInWarps(*places))
    return std::nullopt;
  Columns a = columnsOf(*places, Dim::reg(), Dim::reg()),
          b = columnsOf(*places, Dim::lane(), Dim::reg()),
          c = columnsOf(*places, Dim::reg(), Dim::lane()),
          d = columnsOf(*places, Dim::lane(), Dim::lane());
  unsigned registers = from.inBits(Dim::reg()), lanes = from.inBits(Dim::lane());

  // Registers that are copies of others take no round.
  ShufflePlan plan;
  Columns rounds, roundsA, roundsC, copies;
  XorBasis distinct;
  for (size_t bit = 0; bit < a.size(); ++bit) {
    uint64_t column = a[bit] | atField(c[bit], registers);
    if (std::optional<uint64_t> same = distinct.solve(column)) {
      // As a sum of those that do.
      copies.push_back(*same);
    } else {
      rounds.push_back(uint64_t(1) << bit);
      roundsA.push_back(a[bit]);
      roundsC.push_back(c[bit]);
      copies.push_back(uint64_t(1) << bit);
    }
    distinct.add(column);
  }
  for (uint64_t r = 0; r >> a.size() == 0; ++r)
    plan.copyOf.push_back(apply(copies, r));

  // Lanes that D does not tell apart, though they want different registers.
  Columns unseen = kernelOf(d), wanted;
  Columns f(d.size(), 0);
  struct Moved {
    uint64_t inRegister = 0, inLane = 0;
  };
  SmallVector<Moved, 8> moved(d.size());
  XorBasis reached;
  // What is reached already is no column of it: there are more tries than columns.
  auto reach = [&](uint64_t lane) { return !reached.solve(lane) && reached.add(lane); };
  for (uint64_t column : d)
    reach(column);
  for (uint64_t vector : unseen)
    wanted.push_back(apply(b, vector));
  // Each vector of the kernel has a bit of its own, the highest; what is done to it is done to that bit. Those that want what others want take from the
  // same lane.
  Columns spare = kernelOf(placesOf(from));
  XorBasis told;
  for (size_t k = 0; k < unseen.size(); ++k) {
    size_t own = 63 - countl_zero(unseen[k]);
    std::optional<uint64_t> same = told.solve(wanted[k]);
    told.add(wanted[k]);
    if (same) {
      for (size_t other = 0; other < k; ++other)
        if (*same >> other & 1) {
          size_t bit = 63 - countl_zero(unseen[other]);
          f[own] ^= f[bit];
          b[own] ^= moved[bit].inRegister;
          d[own] ^= moved[bit].inLane;
          moved[own].inRegister ^= moved[bit].inRegister;
          moved[own].inLane ^= moved[bit].inLane;
        }
      continue;
    }
    // Another round, if that means another lane; or a lane that holds a copy.
    bool found = false;
    for (size_t round = 0; round < rounds.size() && !found; ++round)
      if (reach(roundsC[round])) {
        f[own] = uint64_t(1) << round;
        found = true;
      }
    for (size_t copy = 0; copy < spare.size() && !found; ++copy)
      if (uint64_t other = field(spare[copy], registers, lanes); reach(other)) {
        moved[own] = {field(spare[copy], 0, registers), other};
        b[own] ^= moved[own].inRegister;
        d[own] ^= other;
        found = true;
      }
    if (!found)
      return std::nullopt;
  }

  // Lane l takes from C k + (C F + D) l.
  Columns sourceOfLane, takenOfLane, wantedOfLane;
  for (size_t bit = 0; bit < d.size(); ++bit) {
    sourceOfLane.push_back(apply(roundsC, f[bit]) ^ d[bit]);
    takenOfLane.push_back(apply(rounds, f[bit]));
    wantedOfLane.push_back(apply(roundsA, f[bit]) ^ b[bit]);
  }
  // Whoever takes from one lane must want one register: s = C k + G l, register = A k + H l, so H must be a function of G.
  XorBasis sources;
  for (uint64_t column : sourceOfLane)
    sources.add(column);
  for (uint64_t vector : kernelOf(sourceOfLane))
    if (apply(wantedOfLane, vector))
      return std::nullopt;
  // The lane that asks, from the lane that is asked; those that nobody asks offer what they like.
  Columns offeredOfLane, offeredOfRound;
  auto askedFor = [&](uint64_t lane) {
    std::optional<uint64_t> asker = sources.solve(lane);
    return asker ? apply(wantedOfLane, *asker) : 0;
  };
  // Unit lanes may not be in the image of G alone; extend it so that the map is defined everywhere.
  XorBasis all;
  Columns images, offers;
  for (size_t bit = 0; bit < sourceOfLane.size(); ++bit)
    if (all.add(sourceOfLane[bit])) {
      images.push_back(sourceOfLane[bit]);
      offers.push_back(askedFor(sourceOfLane[bit]));
    }
  for (unsigned bit = 0; bit < lanes; ++bit) {
    XorBasis extended;
    for (uint64_t image : images)
      extended.add(image);
    if (extended.add(uint64_t(1) << bit)) {
      images.push_back(uint64_t(1) << bit);
      offers.push_back(0);
    }
  }
  XorBasis whole;
  for (uint64_t image : images)
    whole.add(image);
  auto offeredBy = [&](uint64_t lane) { return apply(offers, *whole.solve(lane)); };
  for (unsigned bit = 0; bit < lanes; ++bit)
    offeredOfLane.push_back(offeredBy(uint64_t(1) << bit));
  for (size_t round = 0; round < rounds.size(); ++round)
    offeredOfRound.push_back(roundsA[round] ^ offeredBy(roundsC[round]));

  plan.offered = layoutOf(offeredOfRound, offeredOfLane, Dim::reg(), registers);
  plan.taken = layoutOf(rounds, takenOfLane, Dim::reg(), a.size());
  plan.source = layoutOf(roundsC, sourceOfLane, Dim::lane(), lanes);
  return plan;
}
