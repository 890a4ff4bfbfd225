// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds up features over programs, and lays them out.
#include "fuzz/campaign/FeatureCounts.h"

#include "core/ir/Dialects.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace fathom {

size_t FeatureCounts::add(const Features &met) {
  size_t fresh = 0;
  for (const auto &[id, name] : met.all()) {
    Counted &counted = counts[id];
    if (counted.programs++ == 0) {
      counted.name = name;
      ++fresh;
    }
  }
  return fresh;
}

void FeatureCounts::add(const FeatureCounts &more) {
  for (const auto &[id, other] : more.counts) {
    Counted &counted = counts[id];
    counted.name = other.name;
    counted.programs += other.programs;
  }
}

uint64_t FeatureCounts::of(uint64_t id) const {
  auto found = counts.find(id);
  return found == counts.end() ? 0 : found->second.programs;
}

std::map<std::string, uint64_t> FeatureCounts::byKind() const {
  std::map<std::string, uint64_t> kinds;
  for (const auto &[id, counted] : counts)
    ++kinds[StringRef(counted.name).split('|').first.str()];
  return kinds;
}

std::string FeatureCounts::text() const {
  std::vector<const Counted *> sorted;
  for (const auto &[id, counted] : counts)
    sorted.push_back(&counted);
  llvm::sort(sorted, [](const Counted *a, const Counted *b) { return a->name < b->name; });
  std::string text;
  raw_string_ostream out(text);
  for (const Counted *counted : sorted)
    out << counted->programs << '\t' << counted->name << '\n';
  return text;
}

Expected<FeatureCounts> FeatureCounts::parse(StringRef text, StringRef name) {
  FeatureCounts result;
  for (unsigned number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    text = rest;
    auto [count, feature] = line.split('\t');
    uint64_t programs = 0;
    if (count.getAsInteger(10, programs) || programs == 0 || !feature.contains('|'))
      return createStringError(name.str() + ":" + std::to_string(number) +
                               ": a line of features is a count, a tab and a name such as "
                               "'feeds|tt.load|tt.dot'");
    Counted &counted = result.counts[Features::idOf(feature)];
    counted.name = feature.str();
    counted.programs += programs;
  }
  return result;
}

//===- Matrices ------------------------------------------------------------------------------===//

namespace {
/// "given|TritonGPUCoalesce|tt.load|blocked > blocked"
struct Parts {
  StringRef kind, pass, op, layouts;
  uint64_t programs;
};
} // namespace

static Parts partsOf(StringRef name, uint64_t programs) {
  SmallVector<StringRef, 4> fields;
  name.split(fields, '|');
  fields.resize(4);
  return {fields[0], fields[1], fields[2], fields[3], programs};
}

FeatureMatrix FeatureMatrix::givenToPasses(const FeatureCounts &counts) {
  FeatureMatrix matrix("op x pass");
  for (const auto &[id, counted] : counts.counts)
    if (Parts parts = partsOf(counted.name, counted.programs); parts.kind == "given")
      matrix.cells[{parts.op.str(), parts.pass.str()}] += parts.programs;
  return matrix;
}

FeatureMatrix FeatureMatrix::rewrittenByPasses(const FeatureCounts &counts) {
  FeatureMatrix matrix("pass x op rewritten");
  for (const auto &[id, counted] : counts.counts)
    if (Parts parts = partsOf(counted.name, counted.programs); parts.kind == "rewrite")
      matrix.cells[{parts.pass.str(), parts.op.str()}] += parts.programs;
  return matrix;
}

FeatureMatrix FeatureMatrix::conversions(const FeatureCounts &counts) {
  FeatureMatrix matrix("layout x layout converted to");
  for (const auto &[id, counted] : counts.counts)
    if (Parts parts = partsOf(counted.name, counted.programs);
        parts.kind == "given" && parts.op == "ttg.convert_layout") {
      auto [from, to] = parts.layouts.split(" > ");
      matrix.cells[{from.str(), to.str()}] += parts.programs;
    }
  return matrix;
}

FeatureMatrix FeatureMatrix::layoutsOfOps(const FeatureCounts &counts) {
  FeatureMatrix matrix("op x layout");
  for (const auto &[id, counted] : counts.counts)
    if (Parts parts = partsOf(counted.name, counted.programs); parts.kind == "given") {
      SmallVector<StringRef> words;
      parts.layouts.split(words, ' ', -1, /*KeepEmpty=*/false);
      std::set<StringRef> kinds(words.begin(), words.end());
      for (StringRef kind : kinds)
        if (kind != ">" && kind != "-")
          matrix.cells[{parts.op.str(), kind.str()}] += parts.programs;
    }
  return matrix;
}

FeatureMatrix FeatureMatrix::together(const FeatureCounts &counts) {
  FeatureMatrix matrix("op x op in one program");
  for (const auto &[id, counted] : counts.counts) {
    auto [kind, rest] = StringRef(counted.name).split('|');
    if (kind != "together")
      continue;
    auto [one, other] = rest.split('|');
    matrix.cells[{one.str(), other.str()}] += counted.programs;
    matrix.cells[{other.str(), one.str()}] += counted.programs;
  }
  return matrix;
}

std::vector<FeatureMatrix> allMatrices(const FeatureCounts &counts) {
  return {FeatureMatrix::givenToPasses(counts), FeatureMatrix::rewrittenByPasses(counts),
          FeatureMatrix::conversions(counts), FeatureMatrix::layoutsOfOps(counts),
          FeatureMatrix::together(counts)};
}

std::vector<std::string> FeatureMatrix::rows() const {
  std::set<std::string> names;
  for (const auto &[cell, count] : cells)
    names.insert(cell.first);
  return {names.begin(), names.end()};
}

std::vector<std::string> FeatureMatrix::columns() const {
  std::set<std::string> names;
  for (const auto &[cell, count] : cells)
    names.insert(cell.second);
  return {names.begin(), names.end()};
}

uint64_t FeatureMatrix::at(StringRef row, StringRef column) const {
  auto found = cells.find({row.str(), column.str()});
  return found == cells.end() ? 0 : found->second;
}

json::Object FeatureMatrix::json() const {
  std::vector<std::string> allRows = rows(), allColumns = columns();
  auto place = [](const std::vector<std::string> &names, const std::string &name) {
    return int64_t(llvm::lower_bound(names, name) - names.begin());
  };
  json::Array entries;
  for (const auto &[cell, count] : cells)
    entries.push_back(
        json::Array{place(allRows, cell.first), place(allColumns, cell.second), int64_t(count)});
  return json::Object{{"name", title},
                      {"rows", json::Array(allRows)},
                      {"columns", json::Array(allColumns)},
                      {"cells", std::move(entries)}};
}

//===- What is missing -----------------------------------------------------------------------===//

std::vector<BlindSpots> blindSpotsOf(const FeatureCounts &counts) {
  FeatureMatrix given = FeatureMatrix::givenToPasses(counts),
                rewritten = FeatureMatrix::rewrittenByPasses(counts),
                conversions = FeatureMatrix::conversions(counts);
  auto without = [](std::set<std::string> names, const std::vector<std::string> &met) {
    for (const std::string &name : met)
      names.erase(name);
    return std::vector<std::string>(names.begin(), names.end());
  };
  std::set<std::string> ops;
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  for (mlir::RegisteredOperationName op : context->getRegisteredOperations())
    if (is_contained({"tt", "ttg", "ttng", "amdg", "scf", "cf", "arith", "math"},
                     op.getDialectNamespace()))
      ops.insert(op.getStringRef().str());
  std::vector<std::string> passes = given.columns();

  std::set<std::string> layouts, pairs;
  for (const std::vector<std::string> &names : {conversions.rows(), conversions.columns()})
    layouts.insert(names.begin(), names.end());
  for (const std::string &from : layouts)
    for (const std::string &to : layouts)
      if (conversions.at(from, to) == 0)
        pairs.insert(from + " > " + to);
  return {
      {"ops that no pass was given", without(std::move(ops), given.rows())},
      {"passes that rewrote nothing", without({passes.begin(), passes.end()}, rewritten.rows())},
      {"conversions of layouts that were never met", {pairs.begin(), pairs.end()}}};
}

std::string blindSpotsText(const FeatureCounts &counts) {
  std::string text;
  raw_string_ostream out(text);
  StringRef gap = "";
  for (const BlindSpots &spots : blindSpotsOf(counts)) {
    out << gap << spots.what << " (" << spots.names.size() << ")\n";
    for (const std::string &name : spots.names)
      out << "  " << name << "\n";
    gap = "\n";
  }
  return text;
}

json::Object featuresJson(const FeatureCounts &counts) {
  json::Object kinds;
  for (const auto &[kind, features] : counts.byKind())
    kinds[kind] = int64_t(features);
  json::Array matrices;
  for (const FeatureMatrix &matrix : allMatrices(counts))
    matrices.push_back(matrix.json());
  json::Array missing;
  for (const BlindSpots &spots : blindSpotsOf(counts))
    missing.push_back(json::Object{{"what", spots.what}, {"names", json::Array(spots.names)}});
  return json::Object{{"counts", std::move(kinds)},
                      {"matrices", std::move(matrices)},
                      {"missing", std::move(missing)}};
}

} // namespace fathom
