// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes lists of known bugs.
#include "fuzz/campaign/KnownBugs.h"

#include "oracles/Files.h"
#include "oracles/TestCase.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

/// Reads an indented line into the entry.
static void readProperty(StringRef line, KnownBug &bug) {
  line = line.trim();
  if (line.consume_front("form ")) {
    bug.forms.push_back(line.ltrim().str());
  } else if (line.consume_front("case ")) {
    bug.cases.push_back(line.ltrim().str());
  } else {
    SmallVector<StringRef> words;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef word : words)
      bug.subjects.push_back(word.str());
  }
}

Error KnownBugs::readText(StringRef text, StringRef path) {
  unsigned number = 0;
  bool inEntry = false;
  std::string &comment = ends[path.str()];
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    ++number;
    if (line.trim().empty() || line.starts_with("#")) {
      comment += line.str() + "\n";
      continue;
    }
    auto wrong = [&](const Twine &what) {
      return createStringError((path + ":" + Twine(number) + ": " + what).str());
    };
    if (line.starts_with(" ")) {
      if (!inEntry)
        return wrong("subjects without a signature above them");
      readProperty(line, bugs.back());
      continue;
    }
    Expected<Signature> signature = parseSignature(line);
    if (!signature)
      return wrong(toString(signature.takeError()));
    bugs.push_back({*signature, {}, {}, {}, std::exchange(comment, ""), path.str()});
    inEntry = true;
  }
  return Error::success();
}

Expected<KnownBugs> KnownBugs::read(StringRef folder) {
  KnownBugs known;
  Expected<std::vector<std::string>> paths = filesIn(folder, "the folder of known bugs");
  if (!paths)
    return paths.takeError();
  for (const std::string &path : *paths) {
    if (!StringRef(path).ends_with(".txt"))
      continue;
    Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    if (Error error = known.readText(*text, path))
      return error;
  }
  return known;
}

bool KnownBug::isOf(StringRef subject) const {
  return any_of(subjects, [&](StringRef pattern) {
    return pattern.consume_back("*") ? subject.starts_with(pattern) : subject == pattern;
  });
}

KnownBugs::Extent KnownBugs::extent(const Signature &signature, StringRef subject) const {
  Extent extent = Extent::None;
  for (const KnownBug &bug : bugs)
    if (bug.signature == signature && bug.isOf(subject))
      extent = std::max(extent, bug.forms.empty() ? Extent::Always : Extent::Forms);
  return extent;
}

bool KnownBugs::contains(const Signature &signature, StringRef subject, StringRef form) const {
  return any_of(bugs, [&](const KnownBug &bug) {
    return bug.signature == signature && bug.isOf(subject) &&
           (bug.forms.empty() || is_contained(bug.forms, form));
  });
}

std::string KnownBug::pathOf(StringRef caseFile) const {
  if (sys::path::is_absolute(caseFile))
    return caseFile.str();
  SmallString<256> path(sys::path::parent_path(file));
  sys::path::append(path, caseFile);
  return path.str().str();
}

void KnownBugs::drop(size_t entry) {
  KnownBug gone = std::move(bugs[entry]);
  bugs.erase(bugs.begin() + entry);
  size_t blank = gone.comment.rfind("\n\n");
  if (blank == std::string::npos)
    return;
  bool isLast = entry == bugs.size() || bugs[entry].file != gone.file;
  std::string &next = isLast ? ends[gone.file] : bugs[entry].comment;
  next = gone.comment.substr(0, blank + 1) + next;
}

Error KnownBugs::write() const {
  std::map<std::string, std::string> texts;
  for (const KnownBug &bug : bugs)
    texts[bug.file] += printKnownBug(bug);
  for (const auto &[file, end] : ends)
    texts[file] += end;
  for (const auto &[file, text] : texts)
    if (Error error = writeFileAtomically(file, text))
      return error;
  return Error::success();
}

std::string printKnownBug(const KnownBug &bug) {
  std::string text = bug.comment + bug.signature.str() + "\n  " + join(bug.subjects, " ") + "\n";
  for (const std::string &file : bug.cases)
    text += "  case " + file + "\n";
  for (const std::string &form : bug.forms)
    text += "  form " + form + "\n";
  return text;
}

} // namespace fathom
