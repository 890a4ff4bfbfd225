// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files findings, and reads a folder of them back.
#include "fuzz/campaign/FindingsFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

static constexpr StringRef signatureKey = "// SIGNATURE: ";

std::string findingName(const Signature &signature) {
  std::string name = signature.pass.empty() ? signature.kind : signature.pass;
  for (char &c : name)
    if (!isAlnum(c) && c != '-' && c != '.')
      c = '_';
  return name.substr(0, 60) + "-" + signature.id();
}

std::string FindingsFolder::pathOf(StringRef finding, StringRef file) const {
  SmallString<256> path(folder);
  sys::path::append(path, finding, file);
  return path.str().str();
}

/// Reads a finding from the comment lines of its original.mlir; false if it has no signature.
static bool readFinding(StringRef text, Finding &finding) {
  bool found = false;
  while (text.starts_with("//")) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.consume_front(signatureKey)) {
      Expected<Signature> signature = parseSignature(line);
      found = bool(signature);
      if (signature)
        finding.signature = *signature;
      else
        consumeError(signature.takeError());
    } else if (line.consume_front("// SUBJECT: ")) {
      finding.subject = line.trim().str();
    } else if (line.consume_front("// TARGET: ")) {
      finding.target = line.trim().str();
    }
  }
  return found;
}

Expected<std::unique_ptr<FindingsFolder>> FindingsFolder::open(StringRef path) {
  if (std::error_code code = sys::fs::create_directories(path))
    return createStringError(code, "cannot make the findings folder '" + path.str() +
                                       "': " + code.message());
  std::unique_ptr<FindingsFolder> folder(new FindingsFolder(path));
  std::error_code code;
  for (sys::fs::directory_iterator entry(path, code), end; !code && entry != end;
       entry.increment(code)) {
    Finding finding;
    finding.name = sys::path::filename(entry->path()).str();
    ErrorOr<std::unique_ptr<MemoryBuffer>> original =
        MemoryBuffer::getFile(folder->pathOf(finding.name, "original.mlir"));
    // A folder without an original is what a killed campaign left before it had filed anything.
    if (!original || !readFinding((*original)->getBuffer(), finding))
      continue;
    for (StringRef file : {reducedFile, notReducedFile})
      if (sys::fs::exists(folder->pathOf(finding.name, file)))
        finding.outcome = file;
    folder->findings[finding.name] = finding;
  }
  if (code)
    return createStringError(code, "cannot read the findings folder '" + path.str() +
                                       "': " + code.message());
  return folder;
}

Expected<bool> FindingsFolder::file(const TestCase &test, const Verdict &verdict) {
  Finding finding;
  finding.signature = verdict.signature;
  finding.name = findingName(verdict.signature);
  finding.subject = join(test.subjects, ", ");
  finding.target = test.targets.empty() ? "" : test.targets.front().str();

  std::lock_guard<std::mutex> lock(mutex);
  if (findings.count(finding.name))
    return false;
  std::string path = pathOf(finding.name, "original.mlir");
  if (std::error_code code = sys::fs::create_directories(sys::path::parent_path(path)))
    return createStringError(code, "cannot make a folder for a finding, '" + path +
                                       "': " + code.message());
  TestCase filed = test.clone();
  filed.otherLines.insert(filed.otherLines.begin(), signatureKey.str() + verdict.signature.str());
  if (Error error = writeFileAtomically(path, printTestCase(filed)))
    return error;
  findings[finding.name] = finding;
  if (!verdict.detail.empty())
    if (Error error = writeFileAtomically(pathOf(finding.name, "log.txt"), verdict.detail))
      return error;
  return true;
}

Error FindingsFolder::add(StringRef finding, StringRef file, StringRef text) {
  if (Error error = writeFileAtomically(pathOf(finding, file), text))
    return error;
  std::lock_guard<std::mutex> lock(mutex);
  for (StringRef outcome : {reducedFile, notReducedFile})
    if (file == outcome)
      findings[finding.str()].outcome = outcome;
  return Error::success();
}

std::vector<Finding> FindingsFolder::list() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<Finding> all;
  for (const auto &[name, finding] : findings)
    all.push_back(finding);
  return all;
}

} // namespace fathom
