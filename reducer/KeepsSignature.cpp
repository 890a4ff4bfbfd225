// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a subject whether a program fails with a signature.
#include "reducer/KeepsSignature.h"

#include "reducer/ArgumentOrigins.h"

namespace fathom {

/// Whether the oracle gives the program this signature. Without the request's confirm, the pass of a failure may be unknown: then the
/// answer is yes if the rest is the same, and `sure` becomes false.
static llvm::Expected<bool> hasSignature(mlir::ModuleOp program, const CompileRequest &request,
                                         Subject &subject, const Oracle &oracle,
                                         const Signature &signature, bool &sure) {
  llvm::Expected<Artifact> artifact = subject.compile(program, request);
  if (!artifact)
    return artifact.takeError();
  Trial trial{program, request, *artifact, subject};
  trial.tries = signature.kind;
  llvm::Expected<Verdict> verdict = oracle.judge(trial);
  if (!verdict)
    return verdict.takeError();
  if (!verdict->failed())
    return false;
  // Of a failed compile whose pass is not known, the signature names the stage.
  const std::string &pass = artifact->failure ? artifact->failure->pass : verdict->signature.pass;
  sure = !pass.empty() || request.confirm;
  Signature seen = verdict->signature;
  if (!sure)
    seen.pass = signature.pass;
  return seen == signature;
}

Interesting keepsSignature(Subject &subject, const CompileRequest &request, Signature signature) {
  const Oracle *oracle = findOracle(signature.oracle);
  return [&subject, request, signature,
          oracle](mlir::ModuleOp program, const CompileOptions &options) -> llvm::Expected<bool> {
    if (!oracle)
      return llvm::createStringError("no oracle '" + signature.oracle + "' to ask");
    CompileRequest candidate = request;
    candidate.options = options;
    candidate.launch = launchFor(program, request.launch);
    candidate.confirm = false;
    bool sure = true;
    llvm::Expected<bool> same = hasSignature(program, candidate, subject, *oracle, signature, sure);
    if (!same || !*same || sure)
      return same;
    candidate.confirm = true;
    return hasSignature(program, candidate, subject, *oracle, signature, sure);
  };
}

llvm::Expected<CompileRequest> earliestRequest(mlir::ModuleOp program,
                                               const CompileRequest &request, Subject &subject,
                                               const Signature &signature) {
  if (!request.passes.empty())
    return request;
  std::vector<CompileRequest> all;
  for (Stage stage = Stage::Ttir; stage <= request.stage; stage = Stage(int(stage) + 1)) {
    CompileRequest earlier = request;
    earlier.stage = stage;
    // What is judged by how the compile ended needs no text.
    if (stage == Stage::Llir && signature.oracle == "no-crash") {
      earlier.llvm = false;
      all.push_back(earlier);
    }
    earlier.llvm = request.llvm;
    if (stage < request.stage)
      all.push_back(earlier);
  }
  for (const CompileRequest &earlier : all) {
    llvm::Expected<bool> same =
        keepsSignature(subject, earlier, signature)(program, earlier.options);
    if (!same)
      return same.takeError();
    if (*same)
      return earlier;
  }
  return request;
}

} // namespace fathom
