// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proves, for all inputs, what the core's analyses claim of the integers and pointers of a function, or finds inputs for which it is not so.
//
//   %q = arith.divsi %x, 16       claimed: constancy 16
//
//   two lanes i and j of one group, x(i) and x(j) by what is claimed of x      q(i) != q(j)?   never: proved
//   otherwise x(i) and x(j) as they are computed from the arguments            q(i) != q(j)?   i = 16, j = 17: refuted
//
// A tensor is a function of a lane's indices, so a claim needs two lanes, whatever the tensor's size. Each claim goes through up to three
// questions, each of bounded time:
//
//   step      from the claims of the op's operands. A value that a loop carries: from those of what it starts with and of what is
//             yielded. If all claims are proved so, all are true: of those that were false, the first one in time has
//             operands whose claims are true, and could not have been proved.
//   window    the same from the claims of values a few ops back, and of integers that a loop adds to, start + trip * amount.
//   exact     from the arguments alone, without any claim, loops for each of the first trips. This one proves where there are no loops, and
//             is all that is known where there are (bounded). Only this one refutes, and only where what is found rests on no float,
//             no loaded value and nothing else that is left open.
//
// Assumed facts (AxisInfo.h) are asked where no index is negative. Facts that a caller or an attribute promises are taken.
#ifndef FATHOM_ORACLES_SMT_PROVEFACTS_H
#define FATHOM_ORACLES_SMT_PROVEFACTS_H

#include "core/ir/Triton.h"

#include <map>
#include <string>
#include <vector>

namespace fathom {

struct FactsProofOptions {
  unsigned steps = 3'000'000; ///< Of the solver, for each question; about a second.
  unsigned seconds = 20;      ///< Of this thread's CPU time for all; what is left is undecided.
  unsigned trips = 6;         ///< Of each loop, where loops are followed.
};

/// A claim that does not hold.
struct RefutedFact {
  std::string analysis; ///< "axis-info", "integer-range".
  std::string rule;     ///< "constancy", "range".
  std::string of;       ///< The op, or whose argument it is.
  std::string detail;   ///< The lanes, and what they hold.
  struct Argument {
    unsigned number;
    unsigned bits;
    int64_t value; ///< As signed.
  };
  std::vector<Argument> arguments;  ///< The kernel's integers that matter.
  uint64_t programs[3] = {0, 0, 0}; ///< Program ids that matter.
};

struct FactsProof {
  /// Claims, an axis and a rule each; they are the sum of all below.
  unsigned claims = 0;
  unsigned proved = 0;
  unsigned assumed = 0; ///< Proved where no index is negative.
  unsigned bounded = 0; ///< True in the first trips of loops; no induction was found.
  /// By what they rest on ("a loaded value"), or what did not suffice ("time").
  std::map<std::string, unsigned> undecided;
  std::vector<RefutedFact> refuted;
};

/// Analyses the function, under the mutant that is injected, and proves its claims.
FactsProof proveFacts(tt::FuncOp function, const FactsProofOptions &options = {});

} // namespace fathom

#endif
