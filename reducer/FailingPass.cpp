// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the IR before the pass that fails.
#include "reducer/FailingPass.h"

#include "core/ir/ReadModule.h"
#include "reducer/KeepsSignature.h"
#include "reducer/PassList.h"

#include "mlir/IR/Diagnostics.h"

using namespace llvm;

namespace fathom {

Expected<std::optional<BeforePass>> isolatePass(mlir::ModuleOp program,
                                                const CompileRequest &request, Subject &subject,
                                                const Signature &signature) {
  if (!request.passes.empty() || signature.pass.empty())
    return std::nullopt;
  CompileRequest shown = request;
  shown.dumps = true;
  shown.confirm = false;
  Expected<Artifact> artifact = subject.compile(program, shown);
  if (!artifact)
    return artifact.takeError();
  CompileRequest alone = request;
  alone.passes = commandLineName(signature.pass);
  mlir::MLIRContext *context = program.getContext();
  mlir::ScopedDiagnosticHandler silence(context,
                                        [](mlir::Diagnostic &) { return mlir::success(); });
  // Of a pass that runs several times the last is the one that ended a compile, and a wrong one may be any.
  for (const PassDump &dump : reverse(artifact->dumps)) {
    if (dump.pass != signature.pass)
      continue;
    BeforePass before{readModule(dump.text, mlir::ParserConfig(context), "before the pass"), alone};
    if (!before.program)
      continue;
    Expected<bool> fails =
        keepsSignature(subject, alone, signature)(*before.program, alone.options);
    if (!fails)
      return fails.takeError();
    if (*fails)
      return std::optional<BeforePass>(std::move(before));
  }
  return std::nullopt;
}

} // namespace fathom
