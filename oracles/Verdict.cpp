// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints, reads and hashes signatures, and abstracts messages.
#include "oracles/Verdict.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <regex>

using namespace llvm;

namespace fathom {

std::string Signature::str() const {
  std::string line = oracle + ": " + kind;
  if (!pass.empty())
    line += " in " + pass;
  return line + ": " + message;
}

std::string Signature::id() const {
  return utohexstr(xxh3_64bits(str()) & 0xffffffff, /*LowerCase=*/true, /*Width=*/8);
}

Expected<Signature> parseSignature(StringRef line) {
  auto [oracle, rest] = line.trim().split(": ");
  // An empty message leaves "timeout:" once the line's end is trimmed.
  bool empty = rest.consume_back(":");
  auto [what, message] = rest.split(": ");
  auto [kind, pass] = what.split(" in ");
  if (oracle.empty() || kind.empty() || (message.empty() && !empty))
    return createStringError("'" + line.str() +
                             "' is no signature; one reads 'ORACLE: KIND in PASS: MESSAGE'");
  return Signature{oracle.str(), kind.str(), pass.str(), message.str()};
}

std::string normaliseMessage(StringRef text) {
  struct Abstraction {
    std::regex pattern;
    const char *replacement;
  };
  // Types first, since they hold names and numbers; each pattern leaves nothing that a later one would read differently.
  static const Abstraction abstractions[] = {
      {std::regex(R"((^|[\s'"(\[])(/?[\w.+-]+/)+)"), "$1"}, // folders of paths
      {std::regex(R"(0[xX][0-9a-fA-F]+)"), "N"},            // addresses
      {std::regex(
           R"(!?\b(tensor|memdesc|vector|ptr|tensordesc)<([^<>]|<([^<>]|<([^<>]|<[^<>]*>)*>)*>)*>)"),
       "T"},                                         // types
      {std::regex(R"(![A-Za-z_]\w*(\.\w+)*)"), "T"}, // dialect types without parameters
      {std::regex(R"(#[A-Za-z_][\w.]*(<([^<>]|<([^<>]|<[^<>]*>)*>)*>)?)"), "A"}, // encodings
      {std::regex(R"('?\b([iu]\d+|bf16|f16|f32|f64|tf32|f8E\w+)\b'?)"), "T"},    // element types
      {std::regex(R"('T')"), "T"},                                               // quoted ones
      {std::regex(R"(%[\w$.#-]+)"), "%"},                                        // SSA names
      {std::regex(R"(@[\w$.-]+)"), "@"},                                         // symbols
      {std::regex(R"(-?\b\d+(\.\d+)?([eE][+-]?\d+)?\b)"), "N"},                  // numbers
      {std::regex(R"((explicitly marked illegal).*)"), "$1"}, // newer releases print the operation
      {std::regex(R"(\s+)"), " "},
  };
  std::string result = text.substr(0, 4000).str();
  for (const Abstraction &each : abstractions)
    result = std::regex_replace(result, each.pattern, each.replacement);
  StringRef trimmed = StringRef(result).trim();
  return trimmed.substr(0, 200).rtrim().str();
}

} // namespace fathom
