// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes lists of passes apart.
#include "reducer/PassList.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace fathom {

std::string withoutAnchor(StringRef pipeline) {
  pipeline = pipeline.trim();
  for (StringRef anchor : {"builtin.module(", "any("})
    if (pipeline.starts_with(anchor) && pipeline.ends_with(")"))
      return pipeline.drop_front(anchor.size()).drop_back().str();
  return pipeline.str();
}

std::string namesOfPasses(StringRef pipeline) {
  std::vector<std::string> names;
  std::string name;
  unsigned depth = 0; // Of braces.
  auto end = [&] {
    if (!name.empty())
      names.push_back(StringRef(name).trim().str());
    name.clear();
  };
  for (char c : pipeline) {
    depth += c == '{';
    if (depth == 0) {
      if (c == ',' || c == ')')
        end();
      else if (c == '(')
        name.clear(); // It was what the passes are anchored on.
      else
        name += c;
    }
    depth -= c == '}';
  }
  end();
  return join(names, ",");
}

/// Words, where quotes keep blanks.
static std::vector<std::string> splitWords(StringRef line) {
  std::vector<std::string> words;
  std::string word;
  bool any = false;
  char quote = 0;
  for (char c : line) {
    if (quote ? c == quote : c == '\'' || c == '"') {
      quote = quote ? 0 : c;
      any = true;
    } else if (!quote && isSpace(c)) {
      if (any)
        words.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
      any = true;
    }
  }
  if (any)
    words.push_back(word);
  return words;
}

/// Whether an option of an opt-like tool is about how it runs, not a pass.
static bool isSetting(StringRef option) {
  return is_contained({"split-input-file", "verify-diagnostics", "verify-each", "o", "debug",
                       "debug-only", "stats", "dump-pass-pipeline"},
                      option) ||
         option.starts_with("mlir-") || option.starts_with("allow-unregistered-dialect");
}

std::string passesOfRunLine(StringRef line) {
  std::string first = line.split('|').first.str();
  std::vector<std::string> words = splitWords(first), passes;
  auto tool = find_if(words, [](StringRef word) { return word.ends_with("-opt"); });
  if (tool == words.end())
    return "";
  for (StringRef word : make_range(tool + 1, words.end())) {
    if (!word.consume_front("-"))
      continue;
    word.consume_front("-");
    auto [name, value] = word.split('=');
    if (name == "pass-pipeline" || name == "passes")
      passes.push_back(withoutAnchor(value));
    else if (!name.empty() && !isSetting(name))
      passes.push_back(value.empty() ? name.str() : (name + "{" + value + "}").str());
  }
  return join(passes, ",");
}

} // namespace fathom
