// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Learns from generated programs which choices lead to which ops: what the search for choices guesses by.
//
//   a row is chosen, and the program goes on with %7 = tt.make_range {256..272}:   iota, nearly always
//   a row is chosen, and the program goes on with %7 = tt.dot:                     dot or dot-chain, as often as their weights say
//
// Nothing of the generator's rows is written down here: after a change of them it learns something else. A moment is what is known when a choice is to be made: where in the
// generator (the row, the choices before), and how the program goes on, in terms of the palette. Moments are taken as a bag of features (naive Bayes).
#ifndef FATHOM_FUZZ_IMPORT_EXPERIENCE_H
#define FATHOM_FUZZ_IMPORT_EXPERIENCE_H

#include "fuzz/gen/Writer.h"
#include "fuzz/import/Follower.h"

#include <unordered_map>

namespace fathom {

/// Where in the generator choices are made.
class Trail {
public:
  void beginStatement() { rows.push_back(rows.back() * 31); }
  void endStatement() { rows.pop_back(); }
  void add(uint32_t kind, uint32_t alternative, bool row) {
    if (row)
      rows.back() = alternative + 2;
    beforeLast = last;
    last = {kind, alternative};
  }

private:
  friend struct Moment;
  struct Step {
    uint32_t kind = 0, alternative = 0;
  };
  llvm::SmallVector<uint64_t, 8> rows = {1}; ///< Of the open statements.
  Step last, beforeLast;
};

struct Moment {
  /// The writer may be null: before it is there.
  Moment(const Trail &trail, uint32_t kind, Follower &follower, gen::Writer *writer);

  uint64_t contexts[3]; ///< The most special one first.
  llvm::SmallVector<uint64_t, 12> features;
  uint64_t hash() const;
};

class Experience {
public:
  /// Of so many programs of a profile.
  Experience(const Profile &profile, unsigned programs, mlir::MLIRContext &context);

  void observe(const Moment &moment, uint32_t alternative);
  /// How probable each alternative is; natural: how probable it is if nothing else is known.
  const std::vector<float> &expect(const Moment &moment, llvm::ArrayRef<float> natural);

private:
  std::unordered_map<uint64_t, uint32_t> counts;
  std::unordered_map<uint64_t, std::vector<float>> known;
};

} // namespace fathom

#endif
