// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells a refusal that a user could act on from a bug.
#include "oracles/subject/Refusals.h"

#include "oracles/Verdict.h"

#include "llvm/Support/Regex.h"

using namespace fathom;
using namespace llvm;

ArrayRef<Refusal> fathom::allRefusals() {
  static const Refusal rows[] = {
#define FATHOM_REFUSAL(PATTERN, REASON, EXAMPLE) {PATTERN, REASON, EXAMPLE},
#include "oracles/subject/Refusals.def"
#undef FATHOM_REFUSAL
  };
  return rows;
}

std::optional<StringRef> fathom::refusalReason(const Failure &failure) {
  if (failure.kind != Failure::Kind::Error && failure.kind != Failure::Kind::Fatal)
    return std::nullopt;
  std::string message = normaliseMessage(failure.message);
  for (const Refusal &row : allRefusals())
    if (Regex(row.pattern).match(message))
      return row.reason;
  if (failure.stage == "parse")
    return StringRef("not read by the compiler");
  if (failure.stage == "options")
    return StringRef("options out of range");
  return std::nullopt;
}
