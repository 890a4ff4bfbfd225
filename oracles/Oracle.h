// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An oracle: judges what a subject made of a program. One file in oracles/check, one row in Oracles.def.
#ifndef FATHOM_ORACLES_ORACLE_H
#define FATHOM_ORACLES_ORACLE_H

#include "oracles/Verdict.h"
#include "oracles/subject/Subject.h"

#include "llvm/ADT/ArrayRef.h"

namespace fathom {

/// What an oracle may look at. It may also ask the subject again (a re-run, dumps).
struct Trial {
  mlir::ModuleOp program;
  const CompileRequest &request;
  const Artifact &artifact;
  Subject &subject;
  /// How many launches beside the program's own an oracle that runs it may try, and with which to begin.
  unsigned edges = 0;
  uint64_t firstEdge = 0;
  /// What an oracle that can try several things (metamorphic: variants) tries: empty: one of them, as a campaign can afford; "all", where the
  /// oracle was asked for by name; or the kind of a signature that is looked for.
  llvm::StringRef tries = {};
};

struct Oracle {
  llvm::StringRef name;    ///< "no-crash"
  llvm::StringRef promise; ///< What holds when it passes, in one sentence.
  unsigned every;          ///< It judges one trial in so many of a campaign (1: all), by its cost.
  unsigned
      everyOfCore; ///< The same of the core's trials, which are cheaper, and where less has been looked for.
  llvm::Expected<Verdict> (*judge)(const Trial &trial);
};

/// The rows of Oracles.def, cheap before dear.
llvm::ArrayRef<Oracle> allOracles();

/// The row of that name, or null.
const Oracle *findOracle(llvm::StringRef name);

/// Whom to ask for the signature, as `only` takes it.
std::string oracleToAsk(const Signature &signature);

/// Compiles and judges by all oracles, in order, until one fails. Otherwise the last inconclusive verdict, or pass.
/// `turn` counts trials and chooses which of the dear oracles judge this one; 0 asks all of them. `only` names the oracles to ask, or an
/// oracle and what it tries ("metamorphic:guard-stores"); empty: all. `made` gets what was judged.
llvm::Expected<Verdict> judge(mlir::ModuleOp program, const CompileRequest &request,
                              Subject &subject, uint64_t turn = 0,
                              llvm::ArrayRef<std::string> only = {}, Artifact *made = nullptr);

} // namespace fathom

#endif
