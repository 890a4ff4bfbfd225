// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promises about buffers in shared memory.
#include "oracles/check/promises/Promises.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "core/layout/Encodings.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace llvm;
namespace scf = mlir::scf;

namespace fathom {

//===--- tritongpu-pipeline ------------------------------------------------------------------===//

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

std::string copiesAreWhole(const PassRun &run) {
  // What the program copied before is not the pass's.
  if (!findOp(run.before, IsaPred<ttg::AsyncCopyGlobalToLocalOp>).empty())
    return "";
  return findOp(run.after, [](mlir::Operation *op) {
    auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op);
    if (!copy)
      return false;
    unsigned width = copy.getContiguity();
    unsigned bits = width * copy.getResult().getType().getElementTypeBitWidth();
    return !is_contained({32u, 64u, 128u}, bits) || !isSideBySide(copy, width);
  });
}

//===--- allocate-shared-memory --------------------------------------------------------------===//

namespace {
/// Bytes that something takes.
struct Place {
  uint64_t first, end;
  bool overlaps(const Place &other) const { return first < other.end && other.first < end; }
};
} // namespace

/// Of a buffer, as many bytes as its elements take, padding left out; of scratch memory, what is said of it.
static std::optional<Place> placeOf(mlir::Operation *op) {
  auto offset = op->getAttrOfType<mlir::IntegerAttr>("allocation.offset");
  if (!offset)
    return std::nullopt;
  uint64_t first = offset.getInt(), bytes = 1;
  if (auto size = op->getAttrOfType<mlir::IntegerAttr>("allocation.size"))
    bytes = size.getInt();
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op)) {
    bytes = std::max(1u, alloc.getType().getElementTypeBitWidth() / 8);
    for (int64_t size : alloc.getType().getShape())
      bytes *= size;
  }
  return Place{first, first + bytes};
}

std::string buffersHavePlaces(const PassRun &run) {
  auto total = run.after->getAttrOfType<mlir::IntegerAttr>("ttg.shared");
  return findOp(run.after, [&](mlir::Operation *op) {
    std::optional<Place> place = placeOf(op);
    if (!place)
      return isa<ttg::LocalAllocOp>(op);
    // Offsets of other functions count from their callers' frames.
    bool isKernels = op->getParentOfType<tt::FuncOp>().isPublic();
    return !total || (isKernels && place->end > uint64_t(total.getInt()));
  });
}

/// All uses of the buffer, by views and through branches and loops too. Of what is stored away or handed to a call nothing is known.
static SmallVector<mlir::Operation *> usesOf(ttg::LocalAllocOp alloc) {
  SmallVector<mlir::Operation *> uses;
  SmallVector<mlir::Value> work{alloc.getResult()};
  DenseSet<mlir::Value> seen;
  auto follow = [&](mlir::Value value) {
    if (isa<ttg::MemDescType>(value.getType()) && seen.insert(value).second)
      work.push_back(value);
  };
  while (!work.empty()) {
    mlir::Value value = work.pop_back_val();
    for (mlir::OpOperand &use : value.getUses()) {
      mlir::Operation *user = use.getOwner();
      uses.push_back(user);
      if (auto loop = dyn_cast<scf::ForOp>(user)) {
        if (mlir::BlockArgument argument = loop.getTiedLoopRegionIterArg(&use)) {
          follow(argument);
          follow(loop.getTiedLoopResult(&use));
        }
      } else if (isa<scf::YieldOp>(user)) {
        mlir::Operation *parent = user->getParentOp();
        if (auto loop = dyn_cast<scf::ForOp>(parent))
          follow(loop.getRegionIterArgs()[use.getOperandNumber()]);
        if (isa<scf::IfOp, scf::ForOp>(parent))
          follow(parent->getResult(use.getOperandNumber()));
      } else {
        for (mlir::Value result : user->getResults())
          follow(result);
      }
    }
  }
  return uses;
}

/// Whether the use may come after `here`, an op in which the buffer exists already.
static bool mayFollow(mlir::Operation *use, mlir::Operation *here, ttg::LocalAllocOp buffer) {
  // A loop around both, but not around the buffer, comes back to the use.
  for (mlir::Operation *op = here->getParentOp(); op; op = op->getParentOp())
    if (isa<mlir::LoopLikeOpInterface>(op) && op->isProperAncestor(use) &&
        !op->isProperAncestor(buffer))
      return true;
  for (mlir::Operation *op = here; op; op = op->getParentOp())
    if (mlir::Operation *same =
            op->getBlock() ? op->getBlock()->findAncestorOpInBlock(*use) : nullptr) {
      // The same op: two of its regions, of which an if runs one.
      return same == op ? isa<scf::WhileOp>(op) : op->isBeforeInBlock(same);
    }
  return false;
}

/// Written by nothing but its initial value, if it has one; mutable buffers count from the first of their uses on.
static bool isInUse(ttg::LocalAllocOp buffer, ArrayRef<mlir::Operation *> uses,
                    mlir::Operation *here) {
  mlir::Block *block = buffer->getBlock();
  mlir::Operation *same = block->findAncestorOpInBlock(*here);
  if (!same || !buffer->isBeforeInBlock(same))
    return false;
  return any_of(uses, [&](mlir::Operation *use) {
    return !isa<ttg::LocalDeallocOp>(use) && mayFollow(use, here, buffer);
  });
}

std::string buffersAreApart(const PassRun &run) {
  for (tt::FuncOp function : mlir::ModuleOp(run.after).getOps<tt::FuncOp>()) {
    // What stands in another block than its uses' ancestors, and partitions that run side by side, need another analysis.
    if (function.isExternal() || !function.getBody().hasOneBlock())
      continue;
    SmallVector<std::pair<mlir::Operation *, Place>> placed;
    function.walk([&](mlir::Operation *op) {
      if (std::optional<Place> place = placeOf(op))
        placed.push_back({op, *place});
    });
    for (auto [op, place] : placed) {
      auto buffer = dyn_cast<ttg::LocalAllocOp>(op);
      if (!buffer)
        continue;
      SmallVector<mlir::Operation *> uses = usesOf(buffer);
      // Freed by hand: then that says how long it is in use.
      if (any_of(uses, IsaPred<ttg::LocalDeallocOp>))
        continue;
      for (auto [other, its] : placed)
        if (other != op && place.overlaps(its) && isInUse(buffer, uses, other))
          return printedOp(buffer) + "\n" + printedOp(other);
    }
  }
  return "";
}

} // namespace fathom
