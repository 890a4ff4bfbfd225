// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the smallest programs for each feature, and draws from them.
#include "fuzz/campaign/Guide.h"

#include "fuzz/Choices.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace fathom {

void Guide::learn(const Features &met, ArrayRef<uint8_t> bytes, size_t parents) {
  uint64_t number = programs++;
  Way &way = ways[parents];
  ++way.programs;
  way.firstMet += counts.add(met);
  if (!bytes.empty()) {
    bool keeps = false;
    for (const auto &[id, name] : met.all()) {
      auto [entry, isNew] = keeperOf.try_emplace(id, number);
      if (!isNew && keepers.at(entry->second).bytes.size() <= bytes.size())
        continue;
      entry->second = number;
      keeps = true;
    }
    if (keeps)
      keepers[number].bytes = bytes.vec();
  }
  if (programs % epoch == 0)
    endEpoch();
}

void Guide::endEpoch() {
  for (Way &way : ways) {
    way.rates[0] = way.rates[1];
    if (way.programs)
      way.rates[1] = way.firstMet * 1024 / way.programs;
    way.programs /= 2;
    way.firstMet /= 2;
  }
  // What is drawn for the epoch that begins was weighed when the last one began.
  for (auto &[number, keeper] : keepers)
    keeper.weights[0] = std::exchange(keeper.weights[1], 0);
  for (const auto &[id, number] : keeperOf)
    keepers.at(number).weights[1] += (uint64_t(1) << 20) / counts.of(id);
  std::vector<std::pair<uint64_t, uint64_t>> light; // Weight and number, the lightest first.
  for (const auto &[number, keeper] : keepers)
    light.push_back({keeper.weights[1], number});
  llvm::sort(light);
  size_t excess = light.size() > mostKept ? light.size() - mostKept : 0;
  DenseSet<uint64_t> gone;
  for (const auto &[at, entry] : enumerate(light))
    if (entry.first == 0 || at < excess)
      gone.insert(entry.second);
  SmallVector<uint64_t> free;
  for (const auto &[id, number] : keeperOf)
    if (gone.contains(number))
      free.push_back(id);
  for (uint64_t id : free)
    keeperOf.erase(id);
  for (uint64_t number : gone) {
    Keeper &keeper = keepers.at(number);
    keeper.weights[1] = 0;
    if (keeper.weights[0] == 0)
      keepers.erase(number);
  }
}

std::optional<std::vector<uint8_t>> Guide::draw(uint64_t n, uint64_t ticket) const {
  unsigned which = n / epoch - programs / epoch;
  assert(which < 2 && "not ready");
  uint64_t total = 0;
  for (const auto &[number, keeper] : keepers)
    total += keeper.weights[which];
  if (total == 0)
    return std::nullopt;
  ticket %= total;
  for (const auto &[number, keeper] : keepers) {
    if (ticket < keeper.weights[which])
      return keeper.bytes;
    ticket -= keeper.weights[which];
  }
  return std::nullopt;
}

unsigned Guide::percent(uint64_t n, size_t parents) const {
  unsigned which = n / epoch - programs / epoch;
  assert(which < 2 && "not ready");
  // A tenth each, and the rest by yield.
  uint64_t sum = 0;
  for (const Way &way : ways)
    sum += way.rates[which] + 1;
  unsigned changed = 10 + 70 * (ways[1].rates[which] + 1) / sum,
           crossed = 10 + 70 * (ways[2].rates[which] + 1) / sum;
  return parents == 1 ? changed : parents == 2 ? crossed : 100 - changed - crossed;
}

std::vector<std::vector<uint8_t>> Guide::parentsFor(uint64_t n, uint64_t rngSeed) const {
  Random random(rngSeed);
  size_t count = 0;
  for (unsigned ticket = random.below(100); ticket >= percent(n, count); ++count)
    ticket -= percent(n, count);
  std::vector<std::vector<uint8_t>> parents;
  while (parents.size() < count)
    if (std::optional<std::vector<uint8_t>> parent = draw(n, random.next()))
      parents.push_back(std::move(*parent));
    else
      break;
  return parents;
}

//===- Text ----------------------------------------------------------------------------------===//

// 128                                     programs
// way<tab>40<tab>977<tab>2210<tab>1802     by the number of parents: programs, first met, rates
// kept<tab>17<tab>4096<tab>0<tab>05ff10   number, weights, choices
// 12<tab>feeds|tt.load|tt.dot<tab>17      a feature as FeatureCounts has it, and its keeper

std::string Guide::text() const {
  std::string text;
  raw_string_ostream out(text);
  out << programs << "\n";
  for (const Way &way : ways)
    out << "way\t" << way.programs << '\t' << way.firstMet << '\t' << way.rates[0] << '\t'
        << way.rates[1] << "\n";
  for (const auto &[number, keeper] : keepers)
    out << "kept\t" << number << '\t' << keeper.weights[0] << '\t' << keeper.weights[1] << '\t'
        << toHex(keeper.bytes, /*LowerCase=*/true) << "\n";
  SmallVector<StringRef> lines;
  std::string features = counts.text();
  StringRef(features).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto keeper = keeperOf.find(Features::idOf(line.split('\t').second));
    out << line << '\t';
    if (keeper != keeperOf.end())
      out << keeper->second;
    out << '\n';
  }
  return text;
}

Expected<Guide> Guide::parse(StringRef text, StringRef name) {
  Guide guide;
  auto wrong = [&] {
    return createStringError("'" + name.str() +
                             "' is not a guide's state; name another folder with --out");
  };
  auto [first, rest] = text.split('\n');
  if (first.getAsInteger(10, guide.programs))
    return wrong();
  std::string features;
  size_t ways = 0;
  while (!rest.empty()) {
    auto [line, more] = rest.split('\n');
    rest = more;
    SmallVector<StringRef> fields;
    line.split(fields, '\t');
    uint64_t number = 0;
    if (fields.size() == 5 && fields[0] == "way") {
      if (ways == guide.ways.size())
        return wrong();
      Way &way = guide.ways[ways++];
      if (fields[1].getAsInteger(10, way.programs) || fields[2].getAsInteger(10, way.firstMet) ||
          fields[3].getAsInteger(10, way.rates[0]) || fields[4].getAsInteger(10, way.rates[1]))
        return wrong();
    } else if (fields.size() == 5 && fields[0] == "kept") {
      Keeper keeper;
      std::string bytes;
      if (fields[1].getAsInteger(10, number) || fields[2].getAsInteger(10, keeper.weights[0]) ||
          fields[3].getAsInteger(10, keeper.weights[1]) || !tryGetFromHex(fields[4], bytes))
        return wrong();
      keeper.bytes.assign(bytes.begin(), bytes.end());
      guide.keepers[number] = std::move(keeper);
    } else if (fields.size() == 3) {
      features += (fields[0] + "\t" + fields[1] + "\n").str();
      if (fields[2].empty())
        continue;
      if (fields[2].getAsInteger(10, number) || !guide.keepers.count(number))
        return wrong();
      guide.keeperOf[Features::idOf(fields[1])] = number;
    } else {
      return wrong();
    }
  }
  Expected<FeatureCounts> counts = FeatureCounts::parse(features, name);
  if (!counts)
    return counts.takeError();
  guide.counts = std::move(*counts);
  return guide;
}

} // namespace fathom
