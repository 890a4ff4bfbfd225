// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an oracle says of one compile, and the signature by which two failures are the same bug.
//
// A signature has four parts and prints as one line:
//
//   no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
//   ^oracle   ^kind        ^pass                             ^message
//
// Numbers, SSA names, types and paths in the message are abstracted, so that one bug has one signature in
// every release where its text is the same. Findings are de-duplicated by it and the reducer keeps it.
#ifndef FATHOM_ORACLES_VERDICT_H
#define FATHOM_ORACLES_VERDICT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fathom {

struct Signature {
  std::string oracle; ///< The row in Oracles.def, "no-crash".
  std::string kind;   ///< "assertion", "signal", "error", "timeout", ...
  std::string
      pass; ///< Upstream's name of the failing pass, or the stage, "ttgir"; empty if unknown.
  std::string message; ///< Normalised; an assertion's source file is named without its line.

  /// One line, as above. parseSignature reads it back.
  std::string str() const;
  /// Eight hex digits of the line, for file names.
  std::string id() const;
  bool operator==(const Signature &other) const = default;
};

llvm::Expected<Signature> parseSignature(llvm::StringRef line);

struct Verdict {
  enum class Kind { Pass, Fail, Inconclusive };

  Kind kind = Kind::Pass;
  Signature signature; ///< Of a failure.
  std::string
      reason; ///< Why inconclusive: one of a small number of phrases, so that they can be counted.
  std::string detail; ///< What a person wants to read: a log, a difference. May have many lines.
  std::string
      launch; ///< Of a failure that was met by running the program: the LAUNCH line under which.
  /// Of an inconclusive one: the oracle had nothing to look at (no GPU, no variant). It counts only where the oracle was asked by name.
  bool applies = true;

  static Verdict pass() { return {}; }
  static Verdict fail(Signature signature, std::string detail = "") {
    return {Kind::Fail, std::move(signature), "", std::move(detail), ""};
  }
  static Verdict inconclusive(std::string reason, std::string detail = "") {
    return {Kind::Inconclusive, {}, std::move(reason), std::move(detail), ""};
  }
  static Verdict notApplicable(std::string reason, std::string detail = "") {
    Verdict verdict = inconclusive(std::move(reason), std::move(detail));
    verdict.applies = false;
    return verdict;
  }
  bool failed() const { return kind == Kind::Fail; }
};

/// Abstracts what differs between two meetings of one bug: numbers become N, SSA names %, tensor and pointer
/// types T, paths their last component; white space is folded and the text cut at 200 characters.
std::string normaliseMessage(llvm::StringRef text);

} // namespace fathom

#endif
