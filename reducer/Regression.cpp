// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a reduced test case as a lit test.
#include "reducer/Regression.h"

#include "reducer/ReadableNames.h"

using namespace llvm;

namespace fathom {

/// The lit feature of a subject that is a release ("triton:3.1.0" -> "triton-3.1.0"); empty for any other.
static std::string featureOf(StringRef subject) {
  auto [kind, version] = subject.split(':');
  bool release = kind == "triton" && !version.empty() &&
                 version.find_first_not_of("0123456789.") == StringRef::npos;
  return release ? ("triton-" + version).str() : "";
}

static std::string shortName(StringRef subject) {
  return featureOf(subject).empty() ? subject.str() : subject.split(':').second.str();
}

/// A line of text as a pattern that FileCheck takes word for word.
static std::string quoteForFileCheck(StringRef text) {
  std::string quoted;
  for (; !text.empty(); text = text.drop_front())
    if (text.starts_with("[[") || text.starts_with("{{")) {
      quoted += text[0] == '[' ? "{{\\[\\[}}" : "{{\\{\\{}}";
      text = text.drop_front();
    } else {
      quoted += text[0];
    }
  return quoted;
}

namespace {
/// Failures by signature, with the FileCheck prefix of each: FAILS for the one that was found.
class Prefixes {
public:
  explicit Prefixes(const Signature &found) { of(found); }
  std::string of(const Signature &signature) {
    std::string line = signature.str();
    size_t index = find(lines, line) - lines.begin();
    if (index == lines.size())
      lines.push_back(line);
    return index == 0 ? "FAILS" : "FAILS-" + std::to_string(index + 1);
  }
  std::vector<std::string> lines;
};
} // namespace

static std::string runLine(const ReleaseStanding &row, StringRef oracle, StringRef target,
                           Prefixes &prefixes) {
  bool fails = row.standing == Standing::Same || row.standing == Standing::Other;
  if (!fails && row.standing != Standing::Passes)
    return "";
  std::string command = std::string(fails ? "not " : "") + "fathom check %s --oracle " +
                        oracle.str() + " --subject " + row.subject + " --target " + target.str();
  if (fails)
    command += " | FileCheck %s --check-prefix=" + prefixes.of(row.signature);
  std::string feature = featureOf(row.subject);
  return "// RUN: " + (feature.empty() ? command : "%if " + feature + " %{ " + command + " %}");
}

/// The table of releases, those that stand alike in one line.
static void tabulate(ArrayRef<ReleaseStanding> standings, std::vector<std::string> &lines) {
  struct Group {
    std::string names, phrase;
  };
  std::vector<Group> groups;
  for (const ReleaseStanding &row : standings) {
    std::string phrase = standingPhrase(row.standing).str();
    if (row.standing == Standing::Other)
      phrase += ": " + row.signature.str();
    else if (!row.note.empty())
      phrase += ": " + row.note;
    auto *group = find_if(groups, [&](const Group &g) { return g.phrase == phrase; }).base();
    if (group == groups.data() + groups.size())
      groups.push_back({shortName(row.subject), phrase});
    else
      group->names += ", " + shortName(row.subject);
  }
  size_t width = 0;
  for (const Group &group : groups)
    width = std::max(width, group.names.size());
  for (const Group &group : groups)
    lines.push_back("//   " + group.names + std::string(width - group.names.size() + 3, ' ') +
                    group.phrase);
}

/// Where the test case comes from, in a line that can be read: all the bytes that made the unreduced program are of no use here.
static std::string shortOrigin(StringRef origin) {
  constexpr size_t most = 160, kept = 60;
  return origin.size() <= most ? origin.str() : origin.take_front(kept).str() + "...";
}

std::string writeRegression(const TestCase &test, const Signature &signature,
                            ArrayRef<ReleaseStanding> standings, ArrayRef<std::string> notes) {
  assert(!test.targets.empty() && "a regression is for a target");
  std::string target = test.targets.front().str();
  Prefixes prefixes(signature);
  std::vector<ReleaseStanding> rows(standings);
  if (!test.subjects.empty()) {
    auto own = find_if(rows, [&](const auto &row) { return row.subject == test.subjects.front(); });
    if (own == rows.end())
      own = rows.insert(own, {test.subjects.front(), Standing::Same, signature, ""});
    else if (own->standing == Standing::Unavailable)
      *own = {test.subjects.front(), Standing::Same, signature, ""};
  }
  TestCase written = test.clone();
  written.subjects.clear(); // The RUN lines name them.
  written.origin = shortOrigin(test.origin);
  std::vector<std::string> &lines = written.otherLines;
  // RUN and CHECK lines that the test case had belong to what it was reduced from.
  lines.clear();
  for (const ReleaseStanding &row : rows)
    if (std::string line = runLine(row, oracleToAsk(signature), target, prefixes); !line.empty())
      lines.push_back(line);
  lines.push_back("//");
  lines.push_back("// Found as " + signature.str());
  tabulate(rows, lines);
  for (const std::string &note : notes)
    lines.push_back("//   " + note);
  lines.push_back("//");
  for (auto [index, line] : enumerate(prefixes.lines))
    lines.push_back(
        (index == 0 ? std::string("// FAILS: ") : formatv("// FAILS-{0}: ", index + 1).str()) +
        quoteForFileCheck(line));
  written.program = {};
  std::string header = StringRef(printTestCase(written)).rtrim().str();
  return header + "\n" + StringRef(printWithReadableNames(*test.program)).rtrim().str() + "\n";
}

std::string regressionName(const Signature &signature) {
  StringRef pass = signature.pass;
  for (StringRef prefix : {"TritonGPU", "TritonNvidiaGPU", "TritonAMDGPU", "Triton"})
    if (pass.consume_front(prefix))
      break;
  std::string name;
  auto addWord = [&](StringRef word) {
    if (!name.empty() && !word.empty())
      name += "-";
    name += word.lower();
  };
  // CamelCase and spaces become dashes; no more than five words of the message.
  auto addWords = [&](StringRef text, unsigned most) {
    size_t start = 0;
    for (size_t i = 0; i <= text.size() && most; ++i) {
      bool ends = i == text.size() || !isAlnum(text[i]);
      bool capital = !ends && i > start && isUpper(text[i]) && isLower(text[i - 1]);
      if (!ends && !capital)
        continue;
      if (i > start) {
        addWord(text.slice(start, i));
        --most;
      }
      start = ends ? i + 1 : i;
    }
  };
  addWords(pass, 6);
  // Without the source file, which mostly says what the pass says.
  addWords(StringRef(signature.message).split(" (").first, 5);
  return name + "-" + signature.id() + ".mlir";
}

} // namespace fathom
