// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files findings, and reads a folder of them back.
#include "fuzz/campaign/FindingsFolder.h"

#include "oracles/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace fathom {

static constexpr StringRef signatureKey = "// SIGNATURE: ";

std::string pathBelow(StringRef folder, const Twine &name, const Twine &file) {
  SmallString<256> path(folder);
  sys::path::append(path, name, file);
  return path.str().str();
}

std::string FindingsFolder::pathOf(StringRef finding, StringRef file) const {
  return pathBelow(folder, finding, file);
}

std::string FindingsFolder::runPath(StringRef run, StringRef extension) const {
  return pathBelow(folder, runsFolder, run + "." + extension);
}

Expected<std::vector<Finding>> readFindings(StringRef folder) {
  std::vector<Finding> findings;
  Expected<std::vector<std::string>> entries = filesIn(folder, "the findings folder");
  if (!entries)
    return entries.takeError();
  for (const std::string &entry : *entries) {
    StringRef name = sys::path::filename(entry);
    if (name.starts_with(".") || !sys::fs::exists(pathBelow(folder, name, originalFile)))
      continue;
    std::string path = pathBelow(folder, name, detailsFile);
    Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    Expected<Finding> finding = parseFinding(*text, path);
    if (!finding)
      return finding.takeError();
    finding->name = name.str();
    for (StringRef file : {reducedFile, notReducedFile})
      if (sys::fs::exists(pathBelow(folder, name, file)))
        finding->outcome = file;
    findings.push_back(std::move(*finding));
  }
  return findings;
}

Expected<FolderLock> FolderLock::take(StringRef folder) {
  if (std::error_code code = sys::fs::create_directories(pathBelow(folder, runsFolder)))
    return createStringError(code, "cannot make the findings folder '" + folder.str() +
                                       "': " + code.message());
  std::string path = pathBelow(folder, ".lock");
  FolderLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  // Not flock(2): children that compile would hold that on.
  if (lock.file >= 0 && ::fcntl(lock.file, F_SETLK, &whole) == 0)
    return lock;
  std::error_code code(errno, std::generic_category());
  if (code.value() == EACCES || code.value() == EAGAIN)
    return createStringError(code, "another process works in the findings folder '" + folder.str() +
                                       "'; wait for it, or name another folder with --out");
  return createStringError(code, "cannot lock '" + path + "': " + code.message());
}

FolderLock::~FolderLock() {
  if (file >= 0)
    ::close(file);
}

Expected<std::unique_ptr<FindingsFolder>> FindingsFolder::open(StringRef path) {
  Expected<FolderLock> lock = FolderLock::take(path);
  if (!lock)
    return lock.takeError();
  std::unique_ptr<FindingsFolder> folder(new FindingsFolder(path, std::move(*lock)));
  if (sys::fs::exists(pathBelow(path, stagingFolder)))
    return createStringError("a merge into '" + path.str() +
                             "' was interrupted; say the same 'fathom merge' again, then go on");
  Expected<std::vector<Finding>> findings = readFindings(path);
  if (!findings)
    return findings.takeError();
  for (Finding &finding : *findings)
    folder->findings[finding.name] = std::move(finding);
  return folder;
}

Expected<bool> FindingsFolder::file(const Finding &finding, const TestCase &test, StringRef log) {
  std::lock_guard<std::mutex> guard(mutex);
  for (const auto &[name, other] : findings)
    if (name == finding.name || (!finding.form.empty() && other.signature == finding.signature &&
                                 other.form == finding.form))
      return false;
  std::string path = pathOf(finding.name, originalFile);
  if (std::error_code code = sys::fs::create_directories(sys::path::parent_path(path)))
    return createStringError(code, "cannot make a folder for a finding, '" + path +
                                       "': " + code.message());
  if (Error error = writeFileAtomically(pathOf(finding.name, detailsFile), printFinding(finding)))
    return error;
  TestCase filed = test.clone();
  filed.otherLines.insert(filed.otherLines.begin(), signatureKey.str() + finding.signature.str());
  if (Error error = writeFileAtomically(path, printTestCase(filed)))
    return error;
  findings[finding.name] = finding;
  if (!log.empty())
    if (Error error = writeFileAtomically(pathOf(finding.name, "log.txt"), log))
      return error;
  return true;
}

Error FindingsFolder::add(StringRef finding, StringRef file, StringRef text) {
  if (Error error = writeFileAtomically(pathOf(finding, file), text))
    return error;
  std::lock_guard<std::mutex> guard(mutex);
  for (StringRef outcome : {reducedFile, notReducedFile})
    if (file == outcome)
      findings[finding.str()].outcome = outcome;
  return Error::success();
}

Error FindingsFolder::update(const Finding &finding) {
  if (Error error = writeFileAtomically(pathOf(finding.name, detailsFile), printFinding(finding)))
    return error;
  std::lock_guard<std::mutex> guard(mutex);
  Finding &own = findings[finding.name];
  StringRef outcome = own.outcome;
  own = finding;
  own.outcome = outcome;
  return Error::success();
}

std::vector<Finding> FindingsFolder::list() const {
  std::lock_guard<std::mutex> guard(mutex);
  std::vector<Finding> all;
  for (const auto &[name, finding] : findings)
    all.push_back(finding);
  return all;
}

std::vector<Finding> FindingsFolder::withSignature(const Signature &signature) const {
  std::vector<Finding> some = list();
  llvm::erase_if(some, [&](const Finding &f) { return f.signature != signature; });
  return some;
}

size_t FindingsFolder::size() const {
  std::lock_guard<std::mutex> guard(mutex);
  return findings.size();
}

} // namespace fathom
