// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared-order: the threads of a block access shared memory in an order that gives them the right data.
// Sees barriers that are missing or stand in the wrong place, buffers that get the place of one that is still in use or have none, and fences that are missing, by
// replaying a run of the IR in which buffers have their places (allocation.offset), the last one before it is lowered to LLVM's dialect. Waits that are
// missing or too weak stop same-meaning already. Missing barriers are judged only where a pass has placed barriers in that IR (its name has "membar" in it);
// most releases do that later, while they lower. The same holds of fences; the core's list has them placed.
#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/shared/SharedReplay.h"
#include "oracles/subject/DumpLog.h"

using namespace llvm;

namespace fathom {

namespace {
/// The IR to replay, and the passes that made it.
struct LateIr {
  std::string text;
  std::vector<std::string> passes;

  /// The first pass with one of the words in its name (TritonNvidiaGPUMembar, triton-nvidia-gpu-membar), or "".
  std::string passWith(ArrayRef<StringRef> words) const {
    for (const std::string &pass : passes)
      if (any_of(words, [&](StringRef word) { return StringRef(pass).contains(word); }))
        return pass;
    return "";
  }
};
} // namespace

static bool isPlaced(StringRef text) { return text.contains("allocation.offset"); }

/// Whether anything in the IR can come to use shared memory.
static bool mayShare(StringRef text) {
  return any_of(ArrayRef<StringRef>{"local_alloc", "convert_layout", "tt.reduce", "tt.scan",
                                    "tt.gather", "tt.histogram", "tt.atomic", "tt.call"},
                [&](StringRef op) { return text.contains(op); });
}

/// Empty text: there is nothing in shared memory.
static Expected<LateIr> lateIr(const Trial &trial) {
  LateIr late;
  const StageText *stage = trial.artifact.find(Stage::Ttgir);
  auto madeByPasses = [&](StringRef passes, const StageText *made) {
    SmallVector<StringRef> names;
    passes.split(names, ',');
    for (StringRef name : names)
      late.passes.push_back(name.str());
    if (made && isPlaced(made->text))
      late.text = made->text;
    return late;
  };
  if (!trial.request.passes.empty())
    return madeByPasses(trial.request.passes,
                        stage ? stage : trial.artifact.find(trial.request.stage));
  if (!stage || (trial.subject.compilesAny() && !mayShare(stage->text)))
    return late;
  if (std::string passes = trial.subject.passesToSharedMemory(trial.request); !passes.empty()) {
    CompileRequest request = trial.request;
    request.passes = passes;
    request.stage = Stage::Ttgir;
    Expected<Artifact> placed = trial.subject.compile(trial.program, request);
    if (!placed)
      return placed.takeError();
    return madeByPasses(passes, placed->find(Stage::Ttgir));
  }
  CompileRequest request = trial.request;
  request.stage = std::min(Stage::Llir, trial.subject.lastStage());
  request.dumps = true;
  request.llvm = false;
  request.confirm = false;
  Expected<Artifact> dumped = trial.subject.compile(trial.program, request);
  if (!dumped)
    return dumped.takeError();
  for (const PassDump &dump : dumped->dumps) {
    if (stageOfText(dump.text) != Stage::Ttgir && !late.text.empty())
      break;
    late.text = isPlaced(dump.text) ? dump.text : "";
    late.passes.push_back(dump.pass);
  }
  // What the last of them was given is not what it made. A recorded compile ends where the log does.
  if (!trial.subject.compilesAny() && isPlaced(stage->text))
    late.text = stage->text;
  else if (!late.passes.empty() && !late.text.empty())
    late.passes.pop_back();
  return late;
}

Expected<Verdict> sharedOrder(const Trial &trial) {
  if (trial.artifact.failure)
    return Verdict::inconclusive("not compiled", trial.artifact.failure->message);
  Expected<LateIr> late = lateIr(trial);
  if (!late)
    return late.takeError();
  if (late->text.empty())
    return Verdict::pass();
  std::shared_ptr<Reference> reference = referenceOf(trial.program, trial.request.launch);
  if (Verdict fitness = reference->fitness(); fitness.kind != Verdict::Kind::Pass)
    return fitness;

  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      readStage({Stage::Ttgir, late->text, 0}, *trial.program->getContext(), why);
  if (!module)
    return Verdict::inconclusive("ttgir not read", why);
  if (std::string errors = verifyErrors(*module); !errors.empty())
    return Verdict::inconclusive("ttgir does not verify", errors);
  std::string barriers = late->passWith({"Membar", "membar"}),
              fences = late->passWith({"Fence", "fence", "fathom-ttgir"});
  SharedReplay replay(*module, {.barriers = !barriers.empty(), .fences = !fences.empty()});
  unsigned s = reference->unfit[0] ? 1 : 0;
  Meaning meaning = meaningOf(*module, reference->launch,
                              {.semantics = bothSemantics[s],
                               .budget = reference->meaning[s].outcome.work * 50 + 5'000'000,
                               .observer = &replay});
  if (!meaning.error.empty())
    return Verdict::inconclusive("not launched", meaning.error);
  if (!replay.disorders().empty()) {
    const Disorder &disorder = replay.disorders().front();
    std::string pass = disorder.kind == Disorder::Kind::MissingBarrier ? barriers
                       : disorder.kind == Disorder::Kind::MissingFence
                           ? fences
                           : late->passWith({"SharedMemory", "shared-memory"});
    std::string detail = "launch: " + interp::printLaunch(reference->launch) + "\n" +
                         disorder.detail + "\n" + late->text;
    return Verdict::fail({"shared-order", disorderName(disorder.kind).str(), pass,
                          normaliseMessage(disorder.phrase)},
                         detail);
  }
  if (!replay.gap().empty())
    return Verdict::inconclusive("not replayed: " + replay.gap());
  if (const std::optional<interp::Stop> &stop = meaning.outcome.stop)
    return Verdict::inconclusive("not interpreted to its end", stop->message);
  return Verdict::pass();
}

} // namespace fathom
