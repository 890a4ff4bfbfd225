// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the table of oracles over a trial.
#include "oracles/Oracle.h"

#include "oracles/check/variant/Variant.h"
#include "oracles/subject/CoreSubject.h"

using namespace llvm;

namespace fathom {

#define FATHOM_ORACLE(name, function, every, everyOfCore, promise)                                 \
  Expected<Verdict> function(const Trial &trial);
#include "oracles/Oracles.def"

static const Oracle oracles[] = {
#define FATHOM_ORACLE(name, function, every, everyOfCore, promise)                                 \
  {name, promise, every, everyOfCore, function},
#include "oracles/Oracles.def"
};

ArrayRef<Oracle> allOracles() { return oracles; }

const Oracle *findOracle(StringRef name) {
  for (const Oracle &oracle : oracles)
    if (oracle.name == name)
      return &oracle;
  return nullptr;
}

std::string oracleToAsk(const Signature &signature) {
  bool variant = signature.oracle == "metamorphic" && findVariant(signature.kind);
  return variant ? signature.oracle + ":" + signature.kind : signature.oracle;
}

/// Whether `only` names the oracle; `tries` gets what it is to try.
static bool isAsked(const Oracle &oracle, ArrayRef<std::string> only, StringRef &tries) {
  tries = "";
  if (only.empty())
    return true;
  for (StringRef asked : only)
    if (auto [name, what] = asked.split(':'); name == oracle.name) {
      tries = what.empty() ? "all" : what;
      return true;
    }
  return false;
}

Expected<Verdict> judge(mlir::ModuleOp program, const CompileRequest &request, Subject &subject,
                        uint64_t turn, ArrayRef<std::string> only, Artifact *made) {
  Expected<Artifact> compiled = subject.compile(program, request);
  if (!compiled)
    return compiled.takeError();
  Artifact own, &artifact = made ? *made : own;
  artifact = std::move(*compiled);
  // Who watches the compile is not told of those that oracles ask for.
  CompileRequest unwatched = request;
  unwatched.watch = nullptr;
  Trial trial{program, unwatched, artifact, subject};
  // Who asks about one program wants it tried thoroughly; a campaign tries many programs.
  trial.edges = turn == 0 ? 12 : 2;
  trial.firstEdge = turn * trial.edges;
  Verdict result = Verdict::pass();
  bool isCore = mutantOfCore(subject.name()).has_value();
  for (const Oracle &oracle : oracles) {
    if (turn % (isCore ? oracle.everyOfCore : oracle.every) != 0 ||
        !isAsked(oracle, only, trial.tries))
      continue;
    Expected<Verdict> verdict = oracle.judge(trial);
    if (!verdict || verdict->failed())
      return verdict;
    if (verdict->kind == Verdict::Kind::Inconclusive && (verdict->applies || !only.empty()))
      result = std::move(*verdict);
    else if (verdict->kind == Verdict::Kind::Pass && result.kind == Verdict::Kind::Pass &&
             !verdict->detail.empty())
      result = std::move(*verdict);
    // What did not compile has nothing more to be judged.
    if (artifact.failure)
      break;
  }
  return result;
}

} // namespace fathom
