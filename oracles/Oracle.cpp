// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the table of oracles over a trial.
#include "oracles/Oracle.h"

using namespace llvm;

namespace fathom {

#define FATHOM_ORACLE(name, function, every, promise)                                              \
  Expected<Verdict> function(const Trial &trial);
#include "oracles/Oracles.def"

static const Oracle oracles[] = {
#define FATHOM_ORACLE(name, function, every, promise) {name, promise, every, function},
#include "oracles/Oracles.def"
};

ArrayRef<Oracle> allOracles() { return oracles; }

const Oracle *findOracle(StringRef name) {
  for (const Oracle &oracle : oracles)
    if (oracle.name == name)
      return &oracle;
  return nullptr;
}

Expected<Verdict> judge(mlir::ModuleOp program, const CompileRequest &request, Subject &subject,
                        uint64_t turn, ArrayRef<std::string> only) {
  Expected<Artifact> artifact = subject.compile(program, request);
  if (!artifact)
    return artifact.takeError();
  Trial trial{program, request, *artifact, subject, only.empty() ? "" : "all"};
  Verdict result = Verdict::pass();
  for (const Oracle &oracle : oracles) {
    if (turn % oracle.every != 0 || (!only.empty() && !is_contained(only, oracle.name)))
      continue;
    Expected<Verdict> verdict = oracle.judge(trial);
    if (!verdict || verdict->failed())
      return verdict;
    if (verdict->kind == Verdict::Kind::Inconclusive)
      result = std::move(*verdict);
    // What did not compile has nothing more to be judged.
    if (artifact->failure)
      break;
  }
  return result;
}

} // namespace fathom
