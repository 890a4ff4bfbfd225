// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// no-crash: a compile ends with code or with a diagnostic that a user could act on.
// Sees assertions, signals, fatal errors, verifier failures between passes, internal errors, time-outs and memory blow-ups.
#include "oracles/Oracle.h"
#include "oracles/subject/Refusals.h"

using namespace llvm;

namespace fathom {

Signature signatureOf(const Failure &failure) {
  std::string message = normaliseMessage(failure.message);
  if (!failure.sourceFile.empty())
    message += " (" + failure.sourceFile + ")";
  return {"no-crash", failureKindName(failure.kind).str(),
          failure.pass.empty() ? failure.stage : failure.pass, message};
}

Expected<Verdict> noCrash(const Trial &trial) {
  const std::optional<Failure> &failure = trial.artifact.failure;
  if (!failure)
    return Verdict::pass();
  if (std::optional<StringRef> reason = refusalReason(*failure))
    return Verdict::inconclusive("refused: " + reason->str(), failure->message);
  return Verdict::fail(signatureOf(*failure), failure->log);
}

} // namespace fathom
