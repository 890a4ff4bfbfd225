// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, writes and adds up the states of runs, and appends to their journals.
#include "fuzz/campaign/RunState.h"

#include "oracles/Files.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <set>

using namespace llvm;

namespace fathom {

//===- Shards and identities -----------------------------------------------------------------===//

uint64_t Shard::firstFrom(uint64_t from) const {
  if (has(from))
    return from;
  uint64_t turn = from / block / count * count + index; // The shard's block of this round,
  if (turn < from / block)
    turn += count; // or of the next one.
  return turn * block;
}

Expected<Shard> parseShard(StringRef text) {
  Shard shard;
  auto [index, count] = text.split('/');
  if (index.getAsInteger(10, shard.index) || count.getAsInteger(10, shard.count) ||
      shard.index >= shard.count)
    return createStringError("--shard takes I/N with I below N, such as 0/4, not '" + text.str() +
                             "'");
  return shard;
}

std::string RunIdentity::name() const {
  std::string all =
      source + "\n" + join(subjects, ",") + "\n" + join(targets, ",") + "\n" + options;
  std::string text = "seed-" + std::to_string(seed);
  if (shard.count > 1)
    text += formatv("-shard-{0}-of-{1}", shard.index, shard.count).str();
  return text + "-" + utohexstr(xxh3_64bits(all) & 0xffffffff, /*LowerCase=*/true, /*Width=*/8);
}

//===- Counts --------------------------------------------------------------------------------===//

static void add(std::map<std::string, uint64_t> &counts,
                const std::map<std::string, uint64_t> &more) {
  for (const auto &[key, count] : more)
    counts[key] += count;
}

CampaignCounts &CampaignCounts::operator+=(const CampaignCounts &other) {
  programs += other.programs;
  invalid += other.invalid;
  trials += other.trials;
  old += other.old;
  newFindings += other.newFindings;
  lookQuestions += other.lookQuestions;
  seconds += other.seconds;
  add(inconclusive, other.inconclusive);
  add(failures, other.failures);
  add(known, other.known);
  add(looks, other.looks);
  return *this;
}

uint64_t totalOf(const std::map<std::string, uint64_t> &counts) {
  uint64_t total = 0;
  for (const auto &[key, count] : counts)
    total += count;
  return total;
}

//===- JSON ----------------------------------------------------------------------------------===//

static json::Object toJson(const std::map<std::string, uint64_t> &counts) {
  json::Object object;
  for (const auto &[key, count] : counts)
    object[json::fixUTF8(key)] = int64_t(count);
  return object;
}

static std::map<std::string, uint64_t> countsFrom(const json::Object *object) {
  std::map<std::string, uint64_t> counts;
  if (object)
    for (const auto &[key, value] : *object)
      counts[key.str()] = uint64_t(value.getAsInteger().value_or(0));
  return counts;
}

static json::Object toJson(const CampaignCounts &counts) {
  return json::Object{
      {"programs", int64_t(counts.programs)},
      {"invalid", int64_t(counts.invalid)},
      {"trials", int64_t(counts.trials)},
      {"old", int64_t(counts.old)},
      {"look_questions", int64_t(counts.lookQuestions)},
      {"seconds", counts.seconds},
      {"inconclusive", toJson(counts.inconclusive)},
      {"failures", toJson(counts.failures)},
      {"known", toJson(counts.known)},
      {"looks", toJson(counts.looks)},
  };
}

static json::Array toJson(ArrayRef<std::string> words) {
  json::Array array;
  for (const std::string &word : words)
    array.push_back(json::fixUTF8(word));
  return array;
}

static std::vector<std::string> wordsFrom(const json::Array *array) {
  std::vector<std::string> words;
  if (array)
    for (const json::Value &value : *array)
      words.push_back(value.getAsString().value_or("").str());
  return words;
}

static std::string print(json::Object object) {
  return formatv("{0:2}\n", json::Value(std::move(object))).str();
}

std::string printRunState(const RunState &state) {
  json::Object object = toJson(state.counts);
  object["source"] = json::fixUTF8(state.identity.source);
  object["seed"] = std::to_string(state.identity.seed);
  object["shard"] =
      formatv("{0}/{1}", state.identity.shard.index, state.identity.shard.count).str();
  object["subjects"] = toJson(state.identity.subjects);
  object["targets"] = toJson(state.identity.targets);
  object["options"] = state.identity.options;
  object["next"] = int64_t(state.next);
  return print(std::move(object));
}

Expected<RunState> parseRunState(StringRef text, StringRef name) {
  auto wrong = [&](const std::string &what) {
    return createStringError("'" + name.str() + "' is not the state of a run (" + what +
                             "); name another folder with --out");
  };
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return wrong(toString(value.takeError()));
  const json::Object *object = value->getAsObject();
  if (!object || !object->getInteger("next"))
    return wrong("it says nothing of the next program");
  RunState state;
  auto word = [&](StringRef key) { return object->getString(key).value_or("").str(); };
  state.identity.source = word("source");
  if (StringRef(word("seed")).getAsInteger(10, state.identity.seed))
    return wrong("it names no RNG seed");
  Expected<Shard> shard = parseShard(word("shard"));
  if (!shard)
    return wrong(toString(shard.takeError()));
  state.identity.shard = *shard;
  state.identity.subjects = wordsFrom(object->getArray("subjects"));
  state.identity.targets = wordsFrom(object->getArray("targets"));
  state.identity.options = word("options");
  auto number = [&](StringRef key) { return uint64_t(object->getInteger(key).value_or(0)); };
  state.next = number("next");
  CampaignCounts &counts = state.counts;
  counts.programs = number("programs");
  counts.invalid = number("invalid");
  counts.trials = number("trials");
  counts.old = number("old");
  counts.lookQuestions = number("look_questions");
  counts.seconds = object->getNumber("seconds").value_or(0);
  counts.inconclusive = countsFrom(object->getObject("inconclusive"));
  counts.failures = countsFrom(object->getObject("failures"));
  counts.known = countsFrom(object->getObject("known"));
  counts.looks = countsFrom(object->getObject("looks"));
  return state;
}

Expected<std::vector<RunState>> readRunStates(StringRef folder) {
  std::vector<RunState> states;
  if (!sys::fs::exists(folder))
    return states;
  Expected<std::vector<std::string>> paths = filesIn(folder, "the folder of runs");
  if (!paths)
    return paths.takeError();
  for (const std::string &path : *paths) {
    StringRef name = sys::path::filename(path);
    if (!name.ends_with(".json") || name.starts_with("."))
      continue;
    Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    Expected<RunState> state = parseRunState(*text, path);
    if (!state)
      return state.takeError();
    states.push_back(std::move(*state));
  }
  return states;
}

std::string printCampaign(ArrayRef<RunState> runs) {
  CampaignCounts sums;
  std::set<std::string> subjects, targets, sources;
  json::Array names;
  for (const RunState &run : runs) {
    sums += run.counts;
    subjects.insert(run.identity.subjects.begin(), run.identity.subjects.end());
    targets.insert(run.identity.targets.begin(), run.identity.targets.end());
    sources.insert(formatv("{0}, RNG seed {1}", run.identity.source, run.identity.seed));
    names.push_back(run.identity.name());
  }
  json::Object object = toJson(sums);
  auto list = [](const std::set<std::string> &words) {
    return toJson(std::vector<std::string>(words.begin(), words.end()));
  };
  object["subjects"] = list(subjects);
  object["targets"] = list(targets);
  object["sources"] = list(sources);
  object["runs"] = std::move(names);
  return print(std::move(object));
}

//===- Journal -------------------------------------------------------------------------------===//

Error Journal::note(const CampaignCounts &counts, uint64_t findings,
                    std::optional<uint64_t> features) {
  if (findings == this->findings && seconds >= 0 && counts.seconds < seconds * 1.02 + 2)
    return Error::success();
  auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
  json::Object line{
      {"at", int64_t(std::chrono::duration_cast<std::chrono::seconds>(sinceEpoch).count())},
      {"seconds", counts.seconds},
      {"programs", int64_t(counts.programs)},
      {"trials", int64_t(counts.trials)},
      {"findings", int64_t(findings)},
      {"failures", int64_t(totalOf(counts.failures))}};
  if (features)
    line["features"] = int64_t(*features);
  std::error_code code;
  raw_fd_ostream out(path, code, sys::fs::CD_OpenAlways, sys::fs::FA_Write, sys::fs::OF_Append);
  if (code)
    return createStringError(code, "cannot write '" + path + "': " + code.message());
  // One write for one line, which a kill does not cut.
  out << formatv("{0}\n", json::Value(std::move(line))).str();
  out.close();
  if (out.has_error()) {
    code = out.error();
    out.clear_error();
    return createStringError(code, "cannot write '" + path + "': " + code.message());
  }
  seconds = counts.seconds;
  this->findings = findings;
  return Error::success();
}

} // namespace fathom
