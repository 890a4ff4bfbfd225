// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts IR text into tokens and lines and puts it together wrongly.
#include "fuzz/targets/TextMutator.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

using namespace llvm;

namespace fathom {

//===--- Tokens ---===//

static bool isWordPart(char c) {
  return isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

static bool isTypeWord(StringRef word) {
  if (word.starts_with("!"))
    return true;
  if (is_contained({"tensor", "vector", "memref", "tuple", "index", "none", "complex"}, word))
    return true;
  // i32, si8, f16, bf16, f8E5M2, tf32
  return word.size() > 1 && word.size() < 14 && isDigit(word.back()) &&
         (word.starts_with("i") || word.starts_with("f") || word.starts_with("bf") ||
          word.starts_with("si") || word.starts_with("ui"));
}

std::vector<Token> tokenize(StringRef text) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < text.size();) {
    size_t begin = i;
    char c = text[i++];
    if (isSpace(c))
      continue;
    Token::Kind kind = Token::punctuation;
    if (c == '"') {
      while (i < text.size() && text[i] != '"' && text[i] != '\n')
        i += text[i] == '\\' ? 2 : 1;
      i = std::min(i + 1, text.size());
      kind = Token::string;
    } else if (isDigit(c)) {
      while (i < text.size() && (isAlnum(text[i]) || text[i] == '.')) {
        // The x of 4x8xf32 divides numbers, that of 0x1f does not.
        if (text[i] == 'x' && !(i == begin + 1 && text[begin] == '0'))
          break;
        ++i;
      }
      kind = Token::number;
    } else if (isAlpha(c) || c == '_' ||
               ((c == '%' || c == '@' || c == '#' || c == '!' || c == '^') && i < text.size() &&
                isWordPart(text[i]))) {
      if (c == 'x' && i < text.size() && isDigit(text[i])) {
        // The x before a number in a shape is a token by itself.
      } else {
        while (i < text.size() && isWordPart(text[i]) &&
               !(text[i] == '-' && text.substr(i, 2) == "->"))
          ++i;
        kind = isTypeWord(text.slice(begin, i)) ? Token::type : Token::word;
      }
    } else if ((c == '-' && text.substr(i).starts_with(">")) ||
               (c == ':' && text.substr(i).starts_with(":"))) {
      ++i;
    }
    tokens.push_back({kind, begin, i});
  }
  return tokens;
}

//===--- Mutations ---===//

/// From an opening bracket at or after a position to its partner, or nothing.
static std::pair<size_t, size_t> groupAfter(StringRef text, size_t at) {
  size_t open = text.find_first_of("([{<", at);
  if (open == StringRef::npos)
    return {0, 0};
  char opening = text[open], closing = opening == '(' ? ')' : char(opening + 2);
  int depth = 0;
  for (size_t i = open; i != std::min(text.size(), open + 4000); ++i) {
    depth += text[i] == opening ? 1 : text[i] == closing ? -1 : 0;
    if (depth == 0)
      return {open, i + 1};
  }
  return {0, 0};
}

TextMutator::TextMutator(ArrayRef<std::string> texts) : texts(texts), tokens(5), groups(128) {
  static constexpr StringRef letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
  StringSet<> seen;
  for (StringRef text : texts) {
    for (const Token &token : tokenize(text)) {
      StringRef spelling = text.slice(token.begin, token.end);
      if (spelling.size() < 200 && seen.insert(spelling).second)
        tokens[token.kind].push_back(spelling);
    }
    for (size_t at = text.find(" = "); at != StringRef::npos; at = text.find(" = ", at + 1)) {
      StringRef name = text.take_front(at);
      name = name.substr(name.find_last_not_of(letters) + 1);
      if (!name.empty() && isAlpha(name[0]) && seen.insert(name.str() + " =").second)
        attributeNames.push_back(name);
    }
    for (size_t at = 0;;) {
      auto [begin, end] = groupAfter(text, at);
      if (begin == end)
        break;
      StringRef group = text.slice(begin, end);
      if (group.size() < 300 && seen.insert(group).second)
        groups[group[0]].push_back(group);
      at = begin + 1;
    }
  }
}

StringRef TextMutator::someToken(Token::Kind kind, Random &random) const {
  static constexpr StringRef numbers[] = {"0",
                                          "1",
                                          "2",
                                          "3",
                                          "7",
                                          "16",
                                          "32",
                                          "48",
                                          "64",
                                          "255",
                                          "1024",
                                          "65536",
                                          "1048576",
                                          "2097152",
                                          "2147483647",
                                          "2147483648",
                                          "4294967295",
                                          "4294967296",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "340282366920938463463374607431768211456",
                                          "0x0",
                                          "0xFF",
                                          "0x7FC00000",
                                          "0xFFFFFFFFFFFFFFFFFF",
                                          "1.0",
                                          "1.0e400",
                                          "-1",
                                          "-2147483648",
                                          "-9223372036854775808",
                                          "?",
                                          "dense<1>"};
  static constexpr StringRef types[] = {"i0",
                                        "i1",
                                        "i4",
                                        "i8",
                                        "i16",
                                        "i32",
                                        "i64",
                                        "i128",
                                        "si32",
                                        "ui8",
                                        "i16777215",
                                        "f8E4M3FN",
                                        "f8E5M2",
                                        "f8E4M3FNUZ",
                                        "f4E2M1FN",
                                        "f16",
                                        "bf16",
                                        "tf32",
                                        "f32",
                                        "f64",
                                        "f80",
                                        "f128",
                                        "index",
                                        "none",
                                        "!tt.ptr<f32>",
                                        "!tt.ptr<i1, 3>",
                                        "!tt.ptr<tensor<8x8xf16>>",
                                        "!tt.ptr<!tt.ptr<i8>>",
                                        "tensor<f32>",
                                        "tensor<1xf32>",
                                        "tensor<0xf32>",
                                        "tensor<?xi32>",
                                        "tensor<3xf32>",
                                        "tensor<*xf32>",
                                        "tensor<16x32xi64>",
                                        "tensor<2097152xf16>",
                                        "tensor<8x!tt.ptr<f32>>",
                                        "vector<4xf32>",
                                        "vector<[4]xf32>",
                                        "memref<8xf32>",
                                        "memref<?x?xi8, strided<[?, 1]>>",
                                        "tuple<>",
                                        "complex<f32>",
                                        "tuple<i32, tensor<8xf32>>",
                                        "(i32) -> i32",
                                        "!tt.tensordesc<tensor<8x8xf16>>",
                                        "!ttg.async.token",
                                        "!llvm.ptr",
                                        "!llvm.struct<(i32, f32)>",
                                        "!unknown.type"};
  if (kind == Token::number && random.below(3))
    return numbers[random.below(std::size(numbers))];
  if (kind == Token::type && random.below(3))
    return types[random.below(std::size(types))];
  return tokens[kind].empty() ? StringRef("x") : tokens[kind][random.below(tokens[kind].size())];
}

/// Where a line begins and where it ends, its newline included.
static std::pair<size_t, size_t> someLine(StringRef text, Random &random) {
  size_t at = random.below(text.size());
  size_t before = at == 0 ? StringRef::npos : text.rfind('\n', at - 1);
  size_t begin = before == StringRef::npos ? 0 : before + 1;
  size_t end = text.find('\n', begin);
  return {begin, end == StringRef::npos ? text.size() : end + 1};
}

static bool isInHead(StringRef text, size_t at) {
  size_t newline = text.rfind('\n', at);
  StringRef line = text.substr(newline == StringRef::npos ? 0 : newline + 1);
  return line.starts_with("#") || line.starts_with("module");
}

void TextMutator::mutateOnce(std::string &text, Random &random) const {
  if (text.empty()) {
    text = texts[random.below(texts.size())];
    return;
  }
  auto replace = [&](size_t begin, size_t end, std::string with) {
    text.replace(begin, end - begin, with);
  };
  unsigned choice = random.below(100);
  if (choice < 4) { // a bit
    text[random.below(text.size())] ^= char(1 << random.below(8));
  } else if (choice < 7) { // a byte
    text.insert(random.below(text.size()), 1, char(random.below(256)));
  } else if (choice < 10) { // a short run of bytes
    text.erase(random.below(text.size()), 1 + random.below(8));
  } else if (choice < 11) { // the end
    text.resize(random.below(text.size()));
  } else if (choice < 30) { // lines
    auto [begin, end] = someLine(text, random);
    std::string line = text.substr(begin, end - begin);
    auto [otherBegin, otherEnd] = someLine(text, random);
    switch (random.below(4)) {
    case 0:
      return replace(begin, end, "");
    case 1:
      return replace(otherBegin, otherBegin, line);
    case 2: {
      const std::string &from = texts[random.below(texts.size())];
      if (from.empty())
        return;
      auto [fromBegin, fromEnd] = someLine(from, random);
      return replace(begin, begin, from.substr(fromBegin, fromEnd - fromBegin));
    }
    default: {
      if (begin >= otherBegin)
        return;
      std::string other = text.substr(otherBegin, otherEnd - otherBegin);
      replace(otherBegin, otherEnd, line);
      return replace(begin, end, other);
    }
    }
  } else if (choice < 44) { // what is in brackets
    auto [begin, end] = groupAfter(text, random.below(text.size()));
    if (begin == end)
      return;
    const std::vector<StringRef> &alike = groups[text[begin]];
    switch (random.below(4)) {
    case 0:
      return replace(begin + 1, end - 1, "");
    case 1: {
      auto [otherBegin, otherEnd] = groupAfter(text, random.below(text.size()));
      return replace(begin, end, text.substr(otherBegin, otherEnd - otherBegin));
    }
    default:
      if (!alike.empty())
        replace(begin, end, alike[random.below(alike.size())].str());
      return;
    }
  } else if (choice < 50) { // an attribute that may be of the wrong kind, or in the wrong place
    static constexpr StringRef values[] = {"0 : i64",
                                           "true",
                                           "1 : i32",
                                           "-1 : i32",
                                           "\"text\"",
                                           "[]",
                                           "[1, 2]",
                                           "array<i32: 1, 0>",
                                           "array<i64>",
                                           "array<i1: true>",
                                           "1.0 : f32",
                                           "dense<0> : tensor<2xi32>",
                                           "@name",
                                           "i32",
                                           "{}",
                                           "unit",
                                           "#ttg.shared_memory",
                                           "!tt.ptr<f32>",
                                           "loc(unknown)",
                                           "affine_map<(d0) -> (d0)>",
                                           "99 : i32"};
    if (attributeNames.empty())
      return;
    std::string entry = attributeNames[random.below(attributeNames.size())].str() + " = " +
                        values[random.below(std::size(values))].str();
    size_t at = random.below(text.size());
    if (size_t brace = text.find('{', at); random.below(2) && brace != std::string::npos)
      return replace(brace + 1, brace + 1, entry + ", ");
    size_t space = text.find(' ', at);
    return replace(std::min(space, text.size()), std::min(space, text.size()), " {" + entry + "}");
  } else { // tokens
    std::vector<Token> all = tokenize(text);
    if (all.empty())
      return;
    const Token &token = all[random.below(all.size())];
    std::string spelling = text.substr(token.begin, token.end - token.begin);
    if (choice < 52)
      return replace(token.begin, token.end, "");
    if (choice < 54)
      return replace(token.begin, token.begin, spelling + " ");
    if (choice < 57) { // swapped with the next or with any
      const Token &other = all[random.below(all.size())];
      if (other.begin <= token.begin)
        return;
      std::string otherSpelling = text.substr(other.begin, other.end - other.begin);
      replace(other.begin, other.end, spelling);
      return replace(token.begin, token.end, otherSpelling);
    }
    if (choice < 60) // of any kind
      return replace(token.begin, token.end, someToken(Token::Kind(random.below(5)), random).str());
    // Of its own kind; numbers and types are looked for, since most tokens are neither.
    Token::Kind wanted = choice < 74 ? Token::number : choice < 88 ? Token::type : token.kind;
    // Encodings and the module's attributes stand in few lines and decide about all others.
    bool inHead = random.below(3) == 0;
    size_t start = random.below(all.size());
    for (size_t i = 0; i != all.size(); ++i) {
      const Token &candidate = all[(start + i) % all.size()];
      if (candidate.kind != wanted || (inHead && !isInHead(text, candidate.begin)))
        continue;
      std::string old = text.substr(candidate.begin, candidate.end - candidate.begin);
      std::string fresh = someToken(wanted, random).str();
      if (random.below(3))
        return replace(candidate.begin, candidate.end, fresh);
      // Everywhere, so that uses still agree with one another.
      for (const Token &same : reverse(all))
        if (same.kind == wanted && text.compare(same.begin, same.end - same.begin, old) == 0)
          replace(same.begin, same.end, fresh);
      return;
    }
  }
}

std::string TextMutator::mutate(uint64_t seed, uint64_t index) const {
  Random random(seed * 0x2545f4914f6cdd1d + index);
  // Rather a short text than a long one, in which one change says little.
  size_t chosen = random.below(texts.size());
  for (unsigned i = 0; i != 2; ++i)
    if (size_t other = random.below(texts.size()); texts[other].size() < texts[chosen].size())
      chosen = other;
  std::string text = texts[chosen];
  mutateSome(text, random);
  return text;
}

std::string TextMutator::mutateText(std::string text, uint64_t seed) const {
  Random random(seed);
  mutateSome(text, random);
  return text;
}

void TextMutator::mutateSome(std::string &text, Random &random) const {
  // Most with one change: after the first error nothing else is read.
  unsigned count = random.below(3) ? 1 : 1 + random.below(6);
  for (unsigned i = 0; i != count; ++i)
    mutateOnce(text, random);
}

} // namespace fathom
