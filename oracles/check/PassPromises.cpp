// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pass-promises: what a pass of the core says of its result holds of it (the lines "Promises:" at the heads of core/passes).
// Sees optimisations that are not made, which nobody misses who looks at meanings: a load that stays in a loop though nothing there can change it.
// triton-licm is asked on its own, on the program as it is given; what was made by copies of the pipeline is looked at in the TTGIR. Other compilers
// promise nothing.
#include "oracles/Oracle.h"
#include "oracles/check/StageIr.h"
#include "oracles/subject/CoreSubject.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "core/layout/Encodings.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace llvm;
namespace scf = mlir::scf;

namespace fathom {

/// Whether nothing in the loop writes, calls or waits: then what is loaded there stays what it is.
static bool onlyReads(scf::ForOp loop) {
  return !loop->walk([&](mlir::Operation *op) {
                if (op == loop || op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>())
                  return mlir::WalkResult::advance();
                auto effects = mlir::getEffectsRecursively(op);
                bool reads = effects && all_of(*effects, [](const auto &effect) {
                               return isa<mlir::MemoryEffects::Read>(effect.getEffect());
                             });
                return reads ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// 32-bit registers of a thread, of 128, that a loaded value takes.
static int64_t registersOf(mlir::Type type) {
  int64_t elements = 1;
  if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
    elements = divideCeil(tensor.getNumElements(), 128);
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return divideCeil(elements * bits, 32);
}

/// triton-licm: no load is left in a loop's own block while all it uses is defined outside, nothing in the loop writes, and registers are left.
static std::string findInvariantLoad(mlir::ModuleOp module) {
  int64_t registers = 0; // Those of all loads that may have been hoisted: the pass gives them 64.
  module.walk([&](tt::LoadOp load) { registers += registersOf(load.getType()); });
  if (registers > 64)
    return "";
  std::string found;
  module.walk([&](scf::ForOp loop) {
    APInt first, end;
    bool isKnown = matchPattern(loop.getLowerBound(), mlir::m_ConstantInt(&first)) &&
                   matchPattern(loop.getUpperBound(), mlir::m_ConstantInt(&end));
    if (isKnown && !(loop.getUnsignedCmp() ? first.ult(end) : first.slt(end)))
      return;
    for (tt::LoadOp load : loop.getOps<tt::LoadOp>()) {
      bool mayStay = load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv ||
                     tt::isBlockPointer(load.getPtr().getType());
      if (!mayStay && found.empty() && onlyReads(loop) &&
          all_of(load->getOperands(),
                 [&](mlir::Value value) { return loop.isDefinedOutsideOfLoop(value); }))
        raw_string_ostream(found) << load;
    }
  });
  return found;
}

/// Whether the first `width` registers of a thread, and each so many after them, lie side by side in the buffer.
static bool isSideBySide(ttg::AsyncCopyGlobalToLocalOp copy, unsigned width) {
  auto source = cast<mlir::RankedTensorType>(copy.getSrc().getType());
  ttg::MemDescType buffer = copy.getResult().getType();
  Expected<LinearLayout> from = toLinearLayout(source);
  Expected<LinearLayout> to =
      toLinearLayout(source.getShape(), buffer.getEncoding(), buffer.getElementTypeBitWidth());
  std::optional<LinearLayout> places;
  if (from && to)
    places = from->invertAndCompose(*to);
  consumeError(from.takeError());
  consumeError(to.takeError());
  if (!places)
    return true; // Not known.
  for (Dim in : places->inDims())
    for (unsigned bit = 0; bit < places->inBits(in); ++bit) {
      uint64_t step = places->basis(in, bit, Dim::offset());
      bool isInside = in == Dim::reg() && (1u << bit) < width;
      if (isInside ? step != uint64_t(1) << bit : step % width != 0)
        return false;
    }
  return places->inBits(Dim::reg()) >= Log2_32(width);
}

/// tritongpu-pipeline: what a thread copies at once are 4, 8 or 16 bytes, which lie side by side in the buffer.
static std::string findOddCopy(mlir::ModuleOp module) {
  std::string found;
  module.walk([&](ttg::AsyncCopyGlobalToLocalOp copy) {
    unsigned width = copy.getContiguity();
    unsigned bits = width * copy.getResult().getType().getElementTypeBitWidth();
    bool holds = is_contained({32u, 64u, 128u}, bits) && isSideBySide(copy, width);
    if (!holds && found.empty())
      raw_string_ostream(found) << copy;
  });
  return found;
}

Expected<Verdict> passPromises(const Trial &trial) {
  if (!mutantOfCore(trial.subject.name()))
    return Verdict::notApplicable("promises are the core's");
  std::string unread;
  if (const StageText *stage = trial.artifact.failure ? nullptr : trial.artifact.find(Stage::Ttgir))
    if (auto module = readStage(*stage, *trial.program->getContext(), unread);
        module && verifyErrors(*module).empty())
      if (std::string copy = findOddCopy(*module); !copy.empty())
        return Verdict::fail({"pass-promises", "promise", "TritonGPUPipeline",
                              "an asynchronous copy moves what lies apart, or too few bytes"},
                             copy + "\n" + stage->text);
  CompileRequest request = trial.request;
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
  std::string load = findInvariantLoad(*made);
  if (load.empty())
    return Verdict::pass();
  return Verdict::fail({"pass-promises", "promise", "TritonLoopInvariantCodeMotion",
                        "a load that nothing changes stays in a loop"},
                       load + "\n" + printedIr(*made));
}

} // namespace fathom
