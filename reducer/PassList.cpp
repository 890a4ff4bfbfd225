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

std::string commandLineName(StringRef passClass) {
  // Those that follow no rule.
  for (auto [name, command] : {std::pair<StringRef, const char *>{"Canonicalizer", "canonicalize"},
                               {"Inliner", "inline"},
                               {"ConvertTritonToTritonGPU", "convert-triton-to-tritongpu"},
                               {"ConvertTritonAMDGPUToLLVM", "convert-triton-amdgpu-to-llvm"},
                               {"TritonGPUF32DotTC", "tritongpu-F32DotTC"}})
    if (passClass == name)
      return command;
  std::string result;
  for (auto [family, prefix] :
       {std::pair<StringRef, const char *>{"TritonNvidiaGPU", "triton-nvidia-gpu"},
        {"TritonAMDGPU", "tritonamdgpu"},
        {"TritonGPU", "tritongpu"}})
    if (passClass.consume_front(family)) {
      result = prefix;
      break;
    }
  // Words begin with a capital; of several in a row, the last one belongs to what follows it.
  auto at = [&](size_t i) { return i < passClass.size() ? passClass[i] : '\0'; };
  for (size_t i = 0; i < passClass.size(); ++i) {
    bool begins = isUpper(at(i)) && (i == 0 || !isUpper(at(i - 1)) ||
                                     (isLower(at(i + 1)) && i + 1 < passClass.size()));
    if (begins && !result.empty())
      result += "-";
    result += toLower(at(i));
  }
  return result;
}

} // namespace fathom
