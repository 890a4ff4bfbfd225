// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges findings folders.
#include "fuzz/campaign/Merge.h"

#include "fuzz/campaign/FindingsFolder.h"
#include "fuzz/campaign/RunFeatures.h"
#include "fuzz/campaign/Summary.h"
#include "oracles/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

namespace {
/// A finding in the folder where it lies.
struct Source {
  Finding finding;
  std::string folder;
};
} // namespace

static Error cannot(const std::string &what, StringRef path, std::error_code code) {
  return createStringError(code, "cannot " + what + " '" + path.str() + "': " + code.message());
}

static Expected<std::vector<std::string>> namesIn(StringRef folder) {
  Expected<std::vector<std::string>> paths = filesIn(folder);
  if (paths)
    for (std::string &path : *paths)
      path = sys::path::filename(path).str();
  return paths;
}

static Error copyFile(StringRef from, StringRef to) {
  Expected<std::string> text = readFile(from);
  if (!text)
    return text.takeError();
  return writeFileAtomically(to, *text);
}

//===- Which findings stay -------------------------------------------------------------------===//

static Error addSources(StringRef folder, std::vector<Source> &sources) {
  Expected<std::vector<Finding>> findings = readFindings(folder);
  if (!findings)
    return findings.takeError();
  for (Finding &finding : *findings) {
    std::string path = pathBelow(folder, finding.name);
    sources.push_back({std::move(finding), std::move(path)});
  }
  return Error::success();
}

/// The order in which a single campaign would have met them. Of copies of one meeting, the one that is reduced comes first.
static bool isBefore(const Source &a, const Source &b) {
  if (a.finding.isBefore(b.finding) || b.finding.isBefore(a.finding))
    return a.finding.isBefore(b.finding);
  auto key = [](const Source &source) {
    return std::tuple(source.finding.form.empty(), source.finding.outcome != reducedFile,
                      source.finding.outcome.empty(), printFinding(source.finding));
  };
  return key(a) < key(b);
}

/// The findings that stay, by the names that they get.
static std::map<std::string, const Source *> chooseFindings(std::vector<Source> &sources) {
  llvm::sort(sources, isBefore);
  std::map<std::string, const Source *> firsts, chosen;
  for (const Source &source : sources)
    firsts.try_emplace(source.finding.signature.str(), &source);
  for (const Source &source : sources) {
    const Finding &finding = source.finding;
    const Source *first = firsts[finding.signature.str()];
    if (first == &source)
      chosen[findingName(finding.signature)] = &source;
    else if (!finding.form.empty() && finding.form != first->finding.form)
      chosen.try_emplace(findingName(finding.signature, finding.form), &source);
  }
  return chosen;
}

//===- Moving them ---------------------------------------------------------------------------===//

/// Copies a finding; it exists when its original does, so that comes last.
static Error copyFinding(StringRef from, StringRef to) {
  Expected<std::vector<std::string>> names = namesIn(from);
  if (!names)
    return names.takeError();
  if (std::error_code code = sys::fs::create_directories(to))
    return cannot("make the folder", to, code);
  for (const std::string &name : *names)
    if (name != originalFile)
      if (Error error = copyFile(pathBelow(from, name), pathBelow(to, name)))
        return error;
  return copyFile(pathBelow(from, originalFile), pathBelow(to, originalFile));
}

/// Removes a finding, which is none from the first moment on.
static Error removeFinding(StringRef path) {
  for (const std::string &each : {pathBelow(path, originalFile), path.str()})
    if (std::error_code code = sys::fs::remove_directories(each, /*IgnoreErrors=*/false))
      return cannot("remove", each, code);
  return Error::success();
}

namespace {
/// OUT/.merge: copies on their way in and findings on their way out, each in a folder of its own.
class Staging {
public:
  explicit Staging(StringRef out) : path(pathBelow(out, stagingFolder)) {}

  std::string newPath(StringRef name) {
    std::string fresh;
    do
      fresh = pathBelow(path, name + "." + Twine(count++));
    while (sys::fs::exists(fresh));
    return fresh;
  }
  Error clear() {
    if (!sys::fs::exists(path))
      return Error::success();
    Expected<std::vector<std::string>> names = namesIn(path);
    if (!names)
      return names.takeError();
    for (const std::string &name : *names)
      if (Error error = removeFinding(pathBelow(path, name)))
        return error;
    return removeFinding(path);
  }

private:
  std::string path;
  unsigned count = 0;
};
} // namespace

/// Copies what is new beside the folder, moves what is to go out of it, and what is new in.
static Error place(StringRef out, const std::map<std::string, const Source *> &chosen) {
  Staging staging(out);
  std::map<std::string, std::string> staged;
  for (const auto &[name, source] : chosen) {
    if (source->folder == pathBelow(out, name))
      continue;
    std::string copy = staging.newPath(name);
    if (Error error = copyFinding(source->folder, copy))
      return error;
    staged[name] = std::move(copy);
  }
  Expected<std::vector<Finding>> present = readFindings(out);
  if (!present)
    return present.takeError();
  for (const Finding &finding : *present)
    if (!chosen.count(finding.name) || staged.count(finding.name)) {
      std::string from = pathBelow(out, finding.name), to = staging.newPath(finding.name);
      sys::fs::create_directories(pathBelow(out, stagingFolder));
      if (std::error_code code = sys::fs::rename(from, to))
        return cannot("move away", from, code);
    }
  for (const auto &[name, copy] : staged) {
    std::string to = pathBelow(out, name);
    // What a killed campaign left without an original is in nobody's way.
    if (Error error = removeFinding(to))
      return error;
    if (std::error_code code = sys::fs::rename(copy, to))
      return cannot("put in place", to, code);
  }
  return staging.clear();
}

//===- Runs ----------------------------------------------------------------------------------===//

static bool isFurther(const RunState &a, const RunState &b) {
  return std::pair(a.next, printRunState(a)) > std::pair(b.next, printRunState(b));
}

/// Takes a run with the files of its state, the state last.
static Error takeRun(StringRef from, StringRef to, const RunState &taken) {
  std::string run = taken.identity.name();
  Expected<std::vector<std::string>> names = namesIn(from);
  if (!names)
    return names.takeError();
  std::string state = run + ".json";
  for (const std::string &name : *names)
    if (StringRef(name).starts_with(run + ".") && name != state && !isOldFeatures(name, taken))
      if (Error error = copyFile(pathBelow(from, name), pathBelow(to, name)))
        return error;
  if (Error error = copyFile(pathBelow(from, state), pathBelow(to, state)))
    return error;
  return removeOldFeatures(to, taken);
}

static Error mergeRuns(StringRef out, ArrayRef<std::string> folders, MergeStatistics &statistics) {
  std::string to = pathBelow(out, runsFolder);
  for (const std::string &folder : folders) {
    std::string from = pathBelow(folder, runsFolder);
    Expected<std::vector<RunState>> own = readRunStates(to), theirs = readRunStates(from);
    if (!own || !theirs)
      return joinErrors(own.takeError(), theirs.takeError());
    for (const RunState &state : *theirs) {
      std::string name = state.identity.name();
      auto mine = find_if(*own, [&](const RunState &s) { return s.identity.name() == name; });
      if (mine != own->end() && !isFurther(state, *mine))
        continue;
      if (Error error = takeRun(from, to, state))
        return error;
      ++statistics.runsTaken;
    }
  }
  return Error::success();
}

Expected<MergeStatistics> mergeFolders(StringRef out, ArrayRef<std::string> folders) {
  MergeStatistics statistics;
  for (const std::string &folder : folders)
    if (!sys::fs::is_directory(folder))
      return createStringError("there is no findings folder '" + folder + "'");
  Expected<FolderLock> lock = FolderLock::take(out);
  if (!lock)
    return lock.takeError();
  std::vector<Source> sources;
  std::vector<std::string> from = {out.str()};
  from.insert(from.end(), folders.begin(), folders.end());
  for (const std::string &folder : from) {
    if (Error error = addSources(folder, sources))
      return std::move(error);
    if (std::string staging = pathBelow(folder, stagingFolder); sys::fs::exists(staging))
      if (Error error = addSources(staging, sources))
        return std::move(error);
  }
  std::map<std::string, const Source *> chosen = chooseFindings(sources);
  for (const auto &[name, source] : chosen)
    statistics.taken += source->folder != pathBelow(out, name);
  statistics.findings = chosen.size();
  if (Error error = mergeRuns(out, folders, statistics))
    return std::move(error);
  if (Error error = place(out, chosen))
    return std::move(error);
  if (Error error = writeSummaries(out))
    return std::move(error);
  if (Error error = writeFeatures(out))
    return std::move(error);
  Expected<std::vector<RunState>> runs = readRunStates(pathBelow(out, runsFolder));
  if (!runs)
    return runs.takeError();
  statistics.runs = runs->size();
  return statistics;
}

} // namespace fathom
