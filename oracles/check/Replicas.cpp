// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// replicas: each thread has in its registers what its part of every op needs, and all copies of an element agree.
// Sees layouts that an op cannot have: the interpreter works on whole tensors, the machine on registers of threads, and an op that moves no data between
// threads computes its result, at each (register, lane, warp, block), from registers of that thread. Most such promises are checked by the verifiers of
// the dialects, by equality of encodings and one op at a time: elementwise ops, casts, shape ops, reductions, masks and offsets of accesses, operands of
// tt.dot, what regions and branches pass on. This oracle takes layouts as maps and asks where each needed element lies, and so judges those again, and what
// verifiers let pass:
//   amdg.extract_slice, amdg.concat, amdg.in_thread_transpose, ttg.fp4_to_fp     the result's layout
//   tt.reshape with allow_reorder, tt.cat     copies of a result's element must be copies in the operand, and no element may be lost
//   ttng.warp_group_dot                       an operand for another accumulator
//   ttg.warp_specialize                       a captured tensor, which lies in the registers of other warps
// What happens between lanes inside reductions, scans and atomics is only in lower IR: nothing of TTGIR depends on it.
#include "oracles/check/GuiltyPass.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/replicas/ThreadMaps.h"

#include "core/ir/TritonGPU.h"

using namespace llvm;

namespace fathom {

namespace {
struct Misplaced {
  StringRef kind, phrase; ///< The phrase goes on after the op's name.
  mlir::Operation *op;
};
struct Survey {
  std::optional<Misplaced> misplaced;
  bool unknown = false; ///< Some layout has no map.
};
} // namespace

static constexpr StringLiteral otherThread = "other-thread", copiesDiffer = "copies-differ";

/// What an op does wrong, in two words and a phrase.
static std::optional<Misplaced> judgeOp(mlir::Operation *op, ThreadMaps &maps, bool &unknown) {
  auto judge = [&](Found found, StringRef kind, StringRef phrase) -> std::optional<Misplaced> {
    unknown |= found == Found::Unknown;
    return found == Found::Missing ? std::optional(Misplaced{kind, phrase, op}) : std::nullopt;
  };
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op);
      reshape && reshape.getAllowReorder() && reshape.getType().getEncoding())
    return judge(maps.keepsElements(reshape.getType(), reshape.getSrc().getType(), 1), copiesDiffer,
                 "gives copies of an element different values, or loses one");
  if (auto cat = dyn_cast<tt::CatOp>(op); cat && cat.getType().getEncoding())
    return judge(maps.keepsElements(cat.getType(), cat.getLhs().getType(), 2), copiesDiffer,
                 "gives copies of an element different values, or loses one");
  if (auto partitions = dyn_cast<ttg::WarpSpecializePartitionsOp>(op))
    if (any_of(partitions.getExplicitCaptures().getTypes(), llvm::IsaPred<mlir::RankedTensorType>))
      return Misplaced{otherThread, "captures a tensor that lies in registers of other warps", op};
  for (const ElementNeed &need : elementNeeds(op)) {
    if (!need.at.getEncoding() || !need.of.getEncoding())
      continue;
    if (auto found = judge(maps.find(need), otherThread, "needs elements that other threads hold"))
      return found;
  }
  return std::nullopt;
}

static Survey survey(mlir::ModuleOp module) {
  Survey result;
  ThreadMaps maps;
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    result.misplaced = judgeOp(op, maps, result.unknown);
    return result.misplaced ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return result;
}

Expected<Verdict> replicas(const Trial &trial) {
  if (trial.artifact.failure)
    return Verdict::inconclusive("not compiled", trial.artifact.failure->message);
  const StageText *stage = trial.artifact.find(Stage::Ttgir);
  if (!stage)
    return Verdict::pass();
  mlir::MLIRContext &context = *trial.program->getContext();
  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> module = readStage(*stage, context, why);
  if (!module)
    return Verdict::inconclusive("ttgir not read", why);
  if (std::string errors = verifyErrors(*module); !errors.empty())
    return Verdict::inconclusive("ttgir does not verify", errors);
  Survey result = survey(*module);
  if (!result.misplaced)
    return result.unknown ? Verdict::inconclusive("a layout has no map") : Verdict::pass();

  std::string pass;
  if (trial.request.confirm) {
    Expected<std::string> guilty = guiltyPass(trial, Stage::Ttgir, [&](StringRef text) {
      std::string ignored;
      mlir::OwningOpRef<mlir::ModuleOp> before =
          readStage({Stage::Ttgir, text.str(), 0}, context, ignored);
      return before && verifyErrors(*before).empty() && !survey(*before).misplaced;
    });
    if (!guilty)
      return guilty.takeError();
    pass = guilty->empty() ? stageName(Stage::Ttgir).str() : *guilty;
  }
  const Misplaced &misplaced = *result.misplaced;
  std::string detail;
  raw_string_ostream out(detail);
  misplaced.op->print(out, mlir::OpPrintingFlags().skipRegions().useLocalScope());
  out << "\n\n" << stage->text;
  return Verdict::fail(
      {"replicas", misplaced.kind.str(), pass,
       normaliseMessage((misplaced.op->getName().getStringRef() + " " + misplaced.phrase).str())},
      detail);
}

} // namespace fathom
