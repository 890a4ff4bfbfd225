// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, removes and adds up the features of runs.
#include "fuzz/campaign/RunFeatures.h"

#include "fuzz/campaign/FindingsFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

std::string featuresFile(const RunState &state) {
  return formatv("{0}.features-{1}.tsv", state.identity.name(), state.counts.programs).str();
}

bool isOldFeatures(StringRef file, const RunState &state) {
  return file.starts_with(state.identity.name() + ".features-") && file != featuresFile(state);
}

Expected<std::optional<Guide>> readRunFeatures(StringRef runs, const RunState &state) {
  std::string path = pathBelow(runs, featuresFile(state));
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (file.getError() == std::errc::no_such_file_or_directory)
    return std::nullopt;
  if (!file)
    return createStringError(file.getError(),
                             "cannot read '" + path + "': " + file.getError().message());
  Expected<Guide> guide = Guide::parse((*file)->getBuffer(), path);
  if (!guide)
    return guide.takeError();
  return std::move(*guide);
}

Error removeOldFeatures(StringRef runs, const RunState &state) {
  std::error_code code;
  std::vector<std::string> old;
  for (sys::fs::directory_iterator file(runs, code), end; !code && file != end;
       file.increment(code))
    if (isOldFeatures(sys::path::filename(file->path()), state))
      old.push_back(file->path());
  for (const std::string &path : old)
    if (!code)
      code = sys::fs::remove(path);
  if (code)
    return createStringError(code, "cannot remove old features from '" + runs.str() +
                                       "': " + code.message());
  return Error::success();
}

Error writeFeatures(StringRef folder, const FeatureCounts &sums) {
  if (Error error = writeFileAtomically(pathBelow(folder, "features.json"),
                                        formatv("{0}\n", json::Value(featuresJson(sums))).str()))
    return error;
  return writeFileAtomically(pathBelow(folder, "blind-spots.txt"), blindSpotsText(sums));
}

Error writeFeatures(StringRef folder) {
  std::string runs = pathBelow(folder, runsFolder);
  Expected<std::vector<RunState>> states = readRunStates(runs);
  if (!states)
    return states.takeError();
  FeatureCounts sums;
  for (const RunState &state : *states) {
    Expected<std::optional<Guide>> guide = readRunFeatures(runs, state);
    if (!guide)
      return guide.takeError();
    if (*guide)
      sums.add((*guide)->features());
  }
  return writeFeatures(folder, sums);
}

} // namespace fathom
