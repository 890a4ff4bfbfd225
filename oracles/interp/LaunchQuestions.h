// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What there is to decide of a kernel's launch, and what the kernel's text suggests for each decision.
//
//   %n is a size, its tile is 128     240, 256, 128, 368, ... (with tt.divisibility = 16)
//   %s is a stride                    so that the buffers that it strides are row-major; 1, 64, ...
//   %starts ascends                   {0+128i}, {0+96i}, ...
//   the grid's x matters              4, 2, 1, ...
#ifndef FATHOM_ORACLES_INTERP_LAUNCHQUESTIONS_H
#define FATHOM_ORACLES_INTERP_LAUNCHQUESTIONS_H

#include "oracles/interp/ArgumentUses.h"
#include "oracles/interp/Launch.h"

namespace fathom::interp {

/// An answer to each question.
struct Assignment {
  uint32_t grid[3] = {1, 1, 1};
  // By argument.
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  std::vector<Contents> contents;
  std::vector<bool> fixed; ///< A stride that does not follow from the rest.
};

struct Question {
  enum Kind { Grid, Integer, Stride, Number, Buffer } kind;
  unsigned index = 0; ///< Of the grid's dimension or of the argument.
  // The answers, the likeliest first; one of these, by the kind. Of a stride 0 is what follows from the rest.
  std::vector<int64_t> integers = {};
  std::vector<double> numbers = {};
  std::vector<Contents> contents = {};
  size_t least = 0;    ///< The answer that makes for the least work.
  bool isSize = false; ///< Of an Integer: its unit is a tile.

  size_t answers() const {
    return kind == Number ? numbers.size() : kind == Buffer ? contents.size() : integers.size();
  }
};

class LaunchQuestions {
public:
  LaunchQuestions(mlir::ModuleOp module, tt::FuncOp kernel);

  const std::vector<Question> &all() const { return questions; }
  const std::vector<ArgumentUse> &arguments() const { return uses.args; }

  /// The likeliest answer to each question.
  Assignment likeliest() const;
  /// Answers a question, and lays strides out anew.
  void answer(Assignment &to, const Question &question, size_t which) const;
  /// Makes strides fit the extents that a run has shown: `highest[k]` is the last element of argument k's buffer that was accessed, or -1.
  void tighten(Assignment &assignment, llvm::ArrayRef<int64_t> highest) const;
  /// Buffers have no elements yet: materialise it with a limit.
  Launch launchOf(const Assignment &assignment) const;
  /// The type of what a pointer or descriptor argument points to.
  mlir::Type elementType(unsigned argument) const;

private:
  int rank(const Question &question) const;
  int64_t divisor(unsigned argument) const;
  Question askInteger(unsigned argument) const;
  Question askContents(unsigned argument) const;
  int64_t longest(const Assignment &assignment, int64_t range, bool moves,
                  const ArgSet &bounds) const;
  void layOut(Assignment &assignment) const;
  bool isLaidOut(const Assignment &assignment, unsigned argument) const;

  mutable tt::FuncOp kernel; ///< MLIR's handles have few const methods.
  KernelUses uses;
  std::vector<Question> questions;
};

} // namespace fathom::interp

#endif
