// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts a layout into another one by shuffles alone, where each warp has all that it needs.
#ifndef FATHOM_CORE_LAYOUT_SHUFFLEPLAN_H
#define FATHOM_CORE_LAYOUT_SHUFFLEPLAN_H

#include "core/layout/LinearLayout.h"

namespace fathom {

// In a shuffle each lane offers one value and takes the one that a lane of its choice offers. A conversion within warps is a linear map from
// (register, lane) after it to (register, lane) before it:
//
//     register before = A r + B l         lane before = C r + D l
//
// If B is zero, the register that lane l wants in r is the same for all lanes: one shuffle a register, of register A r, from lane C r + D l.
// Otherwise lanes that want the same register r would ask one lane for several of its registers. So in round k lane l does not take register k, but
//
//     r = k ^ F l
//
// with F such that in each round whoever asks a lane asks it for one register: C F + D must tell lanes apart that B does. Such an F adds
// the images of C to that of D, where that is too small.
//
// Example. 2 registers x 2 lanes, transposed: register before = l, lane before = r. F l = l: in round 0 lane 0 takes its register 0, from lane 0, and
// lane 1 its register 1, from lane 1; in round 1 lane 0 takes register 1, from lane 1, which offers register 0, and the other way round.
//
//     round 0: offers l,     takes from l,     as register l
//     round 1: offers l ^ 1, takes from l ^ 1, as register l ^ 1
//
// A register that depends on the lane is chosen by selects: one for each bit of difference and each register.
struct ShufflePlan {
  /// (register: the round, lane) -> register; the last one also -> lane. Rounds count the registers after it, copies left out.
  LinearLayout offered; ///< What a lane offers.
  LinearLayout taken;   ///< Which register that becomes; for the others it is a copy.
  LinearLayout source;  ///< -> lane: from whom a lane takes it.
  /// For each register after it, the one of those that are taken that it is a copy of.
  llvm::SmallVector<uint64_t, 16> copyOf;

  uint64_t numRounds() const { return source.inSize(Dim::reg()); }
  /// log2 of how many registers a lane chooses from, before and after the shuffles.
  unsigned choiceBefore() const;
  unsigned choiceAfter() const;
};

/// Both layouts are (register, lane, warp, block) -> the same axes. None if some warp lacks what it needs, or if no F is enough (of layouts that
/// hold copies).
std::optional<ShufflePlan> planShuffles(const LinearLayout &from, const LinearLayout &to);

} // namespace fathom

#endif
