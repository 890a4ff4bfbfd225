// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans text for what MLIR's parser does not survive, and parses the rest.
#include "core/ir/ReadModule.h"

#include "core/ir/LegacyDialects.h"

#include "mlir/IR/Verifier.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace fathom {

namespace {

bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

/// One walk over the text's tokens, with as little knowledge of the syntax as will do.
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  std::optional<Unreadable> scan() {
    while (at < text.size() && !found)
      step();
    return found;
  }

private:
  StringRef text;
  size_t at = 0;
  unsigned depth = 0;
  /// The two tokens before this one; of brackets and punctuation their first character.
  StringRef last, beforeLast;
  /// How deep aliases are, and the one that is being defined.
  llvm::StringMap<unsigned> aliases;
  unsigned *defining = nullptr;
  /// The depth inside of affine_map< and the number of tokens since, while in one.
  unsigned affineDepth = 0, affineTokens = 0;
  std::optional<Unreadable> found;

  void refuse(size_t place, std::string reason) {
    StringRef before = text.take_front(place);
    size_t lineStart = before.rfind('\n');
    unsigned column = place - (lineStart == StringRef::npos ? 0 : lineStart + 1) + 1;
    found = Unreadable{unsigned(before.count('\n')) + 1, column, std::move(reason)};
  }

  void reach(size_t place, unsigned level) {
    if (level > deepestNesting)
      return refuse(place, llvm::formatv("nested more than {0} deep", deepestNesting));
    if (defining)
      *defining = std::max(*defining, level);
  }

  size_t wordEnd(size_t from) const {
    while (from < text.size() && isWordPart(text[from]))
      ++from;
    return from;
  }

  void token(size_t begin, size_t end) {
    beforeLast = last;
    last = text.slice(begin, end);
    at = end;
    if (affineDepth && ++affineTokens > longestAffine)
      refuse(begin, llvm::formatv("an affine map or set of more than {0} operands and operators",
                                  longestAffine));
  }

  void step() {
    size_t begin = at;
    char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (llvm::isSpace(c)) {
      ++at;
    } else if (c == '/' && next == '/') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"') {
      for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
        at += text[at] == '\\';
      token(begin, std::min(at + 1, text.size()));
    } else if ((c == '#' || c == '!') && isWordPart(next)) {
      name(begin, wordEnd(at + 1));
    } else if (isWordPart(c)) {
      word(begin, wordEnd(at + 1));
    } else if ((c == '-' || c == '>' || c == '<' || c == '=') && next == (c == '-' ? '>' : '=')) {
      token(begin, begin + 2); // an arrow or a comparison, no brackets
    } else if (StringRef("([{<").contains(c)) {
      bool opensAffine = c == '<' && (last == "affine_map" || last == "affine_set");
      token(begin, begin + 1);
      reach(begin, ++depth);
      if (opensAffine && !affineDepth) {
        affineDepth = depth;
        affineTokens = 0;
      }
    } else if (StringRef(")]}>").contains(c)) {
      token(begin, begin + 1);
      depth -= depth > 0;
      if (depth < affineDepth)
        affineDepth = 0;
    } else {
      token(begin, begin + 1);
    }
  }

  bool inDenseArray() const { return last == "<" && beforeLast == "array"; }

  void word(size_t begin, size_t end) {
    if (inDenseArray() && text.slice(begin, end) == "index")
      return refuse(begin, "array<index> is not a dense array; its elements are integers or floats "
                           "of a given width");
    token(begin, end);
  }

  /// #alias, !alias, or the name of a dialect's attribute or type.
  void name(size_t begin, size_t end) {
    if (inDenseArray() && text[begin] == '!')
      return refuse(begin, "the elements of a dense array are integers or floats, spelled out");
    StringRef name = text.slice(begin, end);
    StringRef rest = text.substr(end).ltrim();
    token(begin, end);
    if (depth == 0 && rest.starts_with("=")) {
      defining = &aliases[name];
      *defining = 0;
      return;
    }
    auto alias = aliases.find(name);
    if (alias != aliases.end() && &alias->second != defining)
      reach(begin, depth + alias->second + 1);
  }
};

} // namespace

/// The bit of a word in the mask of what may be moved over a barrier; none: it is no such word.
static std::optional<unsigned> bitOfMask(StringRef word) {
  if (word == "none")
    return 0;
  static constexpr llvm::StringLiteral words[] = {"non_mem_non_sideeffect",
                                                  "valu",
                                                  "salu",
                                                  "mfma_wmma",
                                                  "all_vmem",
                                                  "vmem_read",
                                                  "vmem_write",
                                                  "all_ds",
                                                  "ds_read",
                                                  "ds_write",
                                                  "transcendental",
                                                  "ldsdma"};
  for (auto [bit, known] : llvm::enumerate(words))
    if (word == known)
      return 1u << bit;
  return std::nullopt;
}

/// The text with the masks of rocdl.sched.barrier and rocdl.sched.group.barrier as numbers.
static std::string withMasksAsNumbers(StringRef text) {
  std::string result;
  for (;;) {
    auto [before, after] = text.split("rocdl.sched.");
    if (before.size() == text.size())
      return result + text.str();
    StringRef name = after.take_while(isWordPart), rest = after.drop_front(name.size());
    StringRef words = rest.ltrim(' ').take_while([](char c) { return isWordPart(c) || c == '|'; });
    result += (before + "rocdl.sched." + name).str();
    text = rest;
    SmallVector<StringRef, 4> parts;
    words.split(parts, '|');
    unsigned mask = 0;
    bool known = true;
    for (StringRef part : parts) {
      std::optional<unsigned> bit = bitOfMask(part);
      known &= bit.has_value();
      mask |= bit.value_or(0);
    }
    if (!known)
      continue;
    result += " " + std::to_string(mask);
    text = rest.drop_front(words.end() - rest.begin());
  }
}

std::optional<Unreadable> findUnreadable(StringRef text) { return Scanner(text).scan(); }

OwningOpRef<ModuleOp> readModule(StringRef text, const ParserConfig &config, StringRef name) {
  MLIRContext *context = config.getContext();
  if (std::optional<Unreadable> bad = findUnreadable(text)) {
    emitError(FileLineColLoc::get(context, name, bad->line, bad->column)) << bad->reason;
    return {};
  }
  // MLIR's lexer reads the byte after the text, and ends a string that is not closed only at a zero there.
  std::string terminated = withMasksAsNumbers(text);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(terminated, config, name);
  if (!module || failed(normaliseLegacy(*module)) ||
      (config.shouldVerifyAfterParse() && failed(verify(*module))))
    return {};
  return module;
}

} // namespace fathom
