// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In how many programs each feature was met, over a campaign or a corpus: what is rare, and what was never met.
//
// The file of it has a line for each feature, in the order of names, and two of them merge by adding up:
//
//   12<tab>given|TritonGPUCoalesce|tt.load|blocked > blocked
#ifndef FATHOM_FUZZ_CAMPAIGN_FEATURECOUNTS_H
#define FATHOM_FUZZ_CAMPAIGN_FEATURECOUNTS_H

#include "fuzz/campaign/Features.h"

#include "llvm/Support/JSON.h"

#include <map>
#include <vector>

namespace fathom {

class FeatureCounts {
public:
  /// Counts a program's features; says how many of them were not met before.
  size_t add(const Features &met);
  void add(const FeatureCounts &more);

  size_t size() const { return counts.size(); }
  /// In how many programs it was met.
  uint64_t of(uint64_t id) const;
  /// Features by kind: {"given": 5210, "rewrite": 1204, ...}.
  std::map<std::string, uint64_t> byKind() const;

  std::string text() const;
  /// `name` is the file's, for errors.
  static llvm::Expected<FeatureCounts> parse(llvm::StringRef text, llvm::StringRef name);

private:
  friend class FeatureMatrix;
  struct Counted {
    std::string name;
    uint64_t programs = 0;
  };
  llvm::DenseMap<uint64_t, Counted> counts;
};

/// Features laid out in two dimensions: what a reader looks at for what was never met.
class FeatureMatrix {
public:
  /// "op x pass": ops by the passes that were given them.
  static FeatureMatrix givenToPasses(const FeatureCounts &counts);
  /// "pass x op": what passes rewrote.
  static FeatureMatrix rewrittenByPasses(const FeatureCounts &counts);
  /// "layout x layout": from which to which ttg.convert_layout went.
  static FeatureMatrix conversions(const FeatureCounts &counts);
  /// "op x layout".
  static FeatureMatrix layoutsOfOps(const FeatureCounts &counts);
  /// "op x op": what stands in one program.
  static FeatureMatrix together(const FeatureCounts &counts);

  llvm::StringRef name() const { return title; }
  std::vector<std::string> rows() const;
  std::vector<std::string> columns() const;
  /// How often it was met, summed over the features that fall into the cell.
  uint64_t at(llvm::StringRef row, llvm::StringRef column) const;
  /// {"name": "op x pass", "rows": [...], "columns": [...], "cells": [[row, column, count], ...]}
  llvm::json::Object json() const;

private:
  explicit FeatureMatrix(std::string title) : title(std::move(title)) {}
  std::string title;
  std::map<std::pair<std::string, std::string>, uint64_t> cells;
};

std::vector<FeatureMatrix> allMatrices(const FeatureCounts &counts);

/// What was never met though it could have been.
struct BlindSpots {
  std::string what; ///< "passes that rewrote nothing"
  std::vector<std::string> names;
};
/// Ops that no pass was given, passes that rewrote nothing, and pairs of layouts, both of which were met, without a conversion.
std::vector<BlindSpots> blindSpotsOf(const FeatureCounts &counts);
/// The same as a page.
std::string blindSpotsText(const FeatureCounts &counts);

/// What `fathom report` reads: {"counts": {kind: features}, "matrices": [...], "missing": [{"what": "...", "names": [...]}, ...]}.
llvm::json::Object featuresJson(const FeatureCounts &counts);

} // namespace fathom

#endif
