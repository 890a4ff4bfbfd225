// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pass-promises: what a pass of the core says of its result holds of it (the lines "Promises:" at the heads of core/passes; promises/Promises.def).
// Sees what nobody misses who looks at meanings: optimisations that are not made, as a load that stays in a loop though nothing there can change it; and
// what a later pass may mend or hide, as two buffers in one place. Each pass is asked wherever it runs in the pipeline, up to the places in shared memory,
// and triton-licm on its own too, on the program as it is given. Other compilers promise nothing.
#include "oracles/Oracle.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/promises/Promises.h"
#include "oracles/subject/CoreSubject.h"

#include <map>

using namespace llvm;

namespace fathom {

static Verdict broken(StringRef pass, StringRef what, StringRef op, StringRef text) {
  return Verdict::fail({"pass-promises", "promise", pass.str(), what.str()},
                       (op + "\n" + text).str());
}

namespace {
/// The IRs of a compile, each text read once. Null where it cannot be read or does not verify.
class IrTexts {
public:
  explicit IrTexts(mlir::MLIRContext &context) : context(context) {}
  mlir::ModuleOp read(StringRef text) {
    auto [found, isNew] = modules.try_emplace(text.trim());
    if (isNew) {
      std::string why;
      found->second = readStage({Stage::Ttgir, text.str(), 0}, context, why);
      if (found->second && !verifyErrors(*found->second).empty())
        found->second = nullptr;
    }
    return found->second ? *found->second : mlir::ModuleOp();
  }

private:
  mlir::MLIRContext &context;
  std::map<StringRef, mlir::OwningOpRef<mlir::ModuleOp>> modules;
};
} // namespace

/// The first promise of a pass in the compile that does not hold.
static std::optional<Verdict> findBroken(const Trial &trial, const Artifact &dumped) {
  IrTexts texts(*trial.program->getContext());
  for (const auto &[number, dump] : enumerate(dumped.dumps)) {
    bool isLast = number + 1 == dumped.dumps.size();
    if (!promisesAnything(dump.pass) || (isLast && dumped.stages.empty()))
      continue;
    StringRef made = isLast ? dumped.stages.back().text : StringRef(dumped.dumps[number + 1].text);
    mlir::ModuleOp before = texts.read(dump.text), after = texts.read(made);
    if (!before || !after)
      continue;
    for (const Promise &promise : allPromises())
      if (promise.pass == dump.pass)
        if (std::string op = promise.findBreach({before, after, trial.request.target}); !op.empty())
          return broken(dump.pass, promise.broken, op, made);
  }
  return std::nullopt;
}

Expected<Verdict> passPromises(const Trial &trial) {
  if (!mutantOfCore(trial.subject.name()))
    return Verdict::notApplicable("promises are the core's");
  CompileRequest request = trial.request;
  request.confirm = false;
  if (!trial.artifact.failure) {
    request.dumps = true;
    if (request.passes.empty() && request.stage == Stage::Ttgir)
      request.passes = trial.subject.passesToSharedMemory(request);
    Expected<Artifact> dumped = trial.subject.compile(trial.program, request);
    if (!dumped)
      return dumped.takeError();
    if (std::optional<Verdict> verdict = findBroken(trial, *dumped))
      return std::move(*verdict);
  }

  request.passes = "triton-licm";
  request.stage = Stage::Ttir;
  request.dumps = false;
  Expected<Artifact> artifact = trial.subject.compile(trial.program, request);
  if (!artifact)
    return artifact.takeError();
  if (artifact->failure || artifact->stages.empty())
    return Verdict::inconclusive("not compiled");
  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> made =
      readStage(artifact->stages.back(), *trial.program->getContext(), why);
  if (!made)
    return Verdict::inconclusive("ttir not read", why);
  if (std::string load = findInvariantLoad(*made); !load.empty())
    return broken("TritonLoopInvariantCodeMotion", "a load that nothing changes stays in a loop",
                  load, printedIr(*made));
  return Verdict::pass();
}

} // namespace fathom
