// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damages IR text the way that mistakes do: bytes, tokens, numbers, types and lines.
#ifndef FATHOM_FUZZ_TARGETS_TEXTMUTATOR_H
#define FATHOM_FUZZ_TARGETS_TEXTMUTATOR_H

#include "fuzz/Choices.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fathom {

/// A piece of text: `%12`, `tt.load`, `->`, `"sym"`, `42`, `!tt.ptr`, `#blocked`. White space is
/// between tokens.
struct Token {
  enum Kind { word, number, type, string, punctuation };
  Kind kind;
  size_t begin, end;
};

/// The text's tokens in order. Text of any kind is cut somehow.
std::vector<Token> tokenize(llvm::StringRef text);

/// Makes texts out of others.
///
///   TextMutator mutator({"%0 = arith.addi %a, %b : i32", "tt.return"});
///   mutator.mutate(seed, 7)     // "%0 = arith.addi %a, %a, %b : i1", say; always the same
class TextMutator {
public:
  /// At least one text. They are referred to, not copied.
  explicit TextMutator(llvm::ArrayRef<std::string> texts);

  /// The index-th text of a run: one of the texts with 1 to 6 mutations.
  std::string mutate(uint64_t seed, uint64_t index) const;
  /// The text with 1 to 6 mutations.
  std::string mutateText(std::string text, uint64_t seed) const;

private:
  void mutateSome(std::string &text, Random &random) const;
  void mutateOnce(std::string &text, Random &random) const;
  llvm::StringRef someToken(Token::Kind kind, Random &random) const;

  llvm::ArrayRef<std::string> texts;
  /// Tokens of all texts by kind, and what they have in brackets by the opening one; each once.
  std::vector<std::vector<llvm::StringRef>> tokens, groups;
  /// Words before a `=`.
  std::vector<llvm::StringRef> attributeNames;
};

} // namespace fathom

#endif
