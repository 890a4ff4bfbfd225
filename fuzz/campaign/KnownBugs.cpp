// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the signatures of known bugs.
#include "fuzz/campaign/KnownBugs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace fathom {

Error KnownBugs::readText(StringRef text, StringRef name) {
  std::vector<std::string> *subjects = nullptr;
  unsigned number = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    if (line.trim().empty() || line.starts_with("#"))
      continue;
    auto wrong = [&](const Twine &what) {
      return createStringError((name + ":" + Twine(number) + ": " + what).str());
    };
    if (line.starts_with(" ")) {
      if (!subjects)
        return wrong("subjects without a signature above them");
      SmallVector<StringRef> words;
      line.split(words, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef word : words)
        subjects->push_back(word.str());
      continue;
    }
    Expected<Signature> signature = parseSignature(line);
    if (!signature)
      return wrong(toString(signature.takeError()));
    subjects = &subjectsOf[signature->str()];
  }
  return Error::success();
}

Expected<KnownBugs> KnownBugs::read(StringRef folder) {
  KnownBugs known;
  std::error_code code;
  std::vector<std::string> paths;
  for (sys::fs::directory_iterator file(folder, code), end; !code && file != end;
       file.increment(code))
    if (StringRef(file->path()).ends_with(".txt"))
      paths.push_back(file->path());
  if (code)
    return createStringError(code, "cannot read the folder of known bugs '" + folder.str() +
                                       "': " + code.message());
  llvm::sort(paths);
  for (const std::string &path : paths) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
    if (!file)
      return createStringError(file.getError(),
                               "cannot read '" + path + "': " + file.getError().message());
    if (Error error = known.readText((*file)->getBuffer(), path))
      return error;
  }
  return known;
}

bool KnownBugs::contains(const Signature &signature, StringRef subject) const {
  auto found = subjectsOf.find(signature.str());
  if (found == subjectsOf.end())
    return false;
  return any_of(found->second, [&](StringRef pattern) {
    return pattern.consume_back("*") ? subject.starts_with(pattern) : subject == pattern;
  });
}

} // namespace fathom
