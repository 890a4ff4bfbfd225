// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttng.tmem_* and ttng.tc_gen5_*: tensor memory, and the products that live in it (PTX ISA, tcgen05).
//
// A product that is asynchronous is pending until a barrier tells of it: its own barriers, or those of a later tc_gen5_commit, each of which tells of all products
// before it. Products and copies to tensor memory are in order among each other; threads may look at what they touch only after the barrier.
#include "oracles/interp/Barriers.h"
#include "oracles/interp/MatrixProduct.h"
#include "oracles/interp/Movement.h"

#include "core/ir/TritonNvidiaGPU.h"

using namespace llvm;

namespace fathom::interp {

//===--- Buffers ---===//

static void runAlloc(Frame &f, const Instr &i) {
  auto op = cast<ttng::TMEMAllocOp>(i.op);
  ttg::MemDescType type = op.getResult().getType();
  ViewRef view = wholeView(allocate(f, i, type), type.getShape());
  if (!op.getSrc() || storeView(f, i, *view, f.operand(i, 0)))
    f.result(i) = Value::of(view);
}

static const void *prepareLoad(mlir::Operation *op, Preparer &p) {
  if (cast<ttng::TMEMLoadOp>(op).getRedOp())
    p.unsupported("reduces rows");
  return nullptr;
}
static void runLoad(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  std::optional<Value> value = view ? loadView(f, i, *view) : std::nullopt;
  if (value)
    f.result(i) = std::move(*value);
}

static void runStore(Frame &f, const Instr &i) {
  auto op = cast<ttng::TMEMStoreOp>(i.op);
  unsigned src = op.getDep() ? 2 : 1;
  std::optional<bool> on = predicate(f, i, src + 1);
  if (!on || !*on)
    return;
  if (ViewRef view = viewOperand(f, i, 0))
    storeView(f, i, *view, f.operand(i, src));
}

static const void *prepareSubslice(mlir::Operation *op, Preparer &p) {
  auto from = cast<ttg::MemDescType>(op->getOperand(0).getType());
  auto to = cast<ttg::MemDescType>(op->getResult(0).getType());
  if (from.getRank() != to.getRank())
    p.unsupported("that changes the rank");
  return nullptr;
}
static void runSubslice(Frame &f, const Instr &i) {
  auto op = cast<ttng::TMEMSubSliceOp>(i.op);
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  ArrayRef<int64_t> shape = op.getResult().getType().getShape();
  // Columns are what is sliced unless the op says otherwise.
  int64_t dim = op.getDim().value_or(shape.size() - 1), offset = op.getOffset().value_or(0);
  ViewRef result = makeIntrusiveRefCnt<SharedView>(*view);
  if (view->table || offset + shape[dim] > view->shape[dim])
    return f.stop(Stop::Kind::OutOfBounds, i,
                  "ttng.tmem_subslice from " + Twine(offset) + " of " + Twine(view->shape[dim]));
  result->offset += offset * view->strides[dim];
  result->shape.assign(shape.begin(), shape.end());
  f.result(i) = Value::of(result);
}

//===--- What is asynchronous ---===//

/// Tells the barriers of all that is pending, this one included.
static void commit(ThreadGroup &group, ArrayRef<BarrierRef> barriers) {
  if (barriers.empty())
    return;
  for (const BarrierRef &barrier : barriers)
    barrier->signals.push_back({group.tensorProducts, 0, 1});
  // Another barrier may still tell of the same products: done is done.
  llvm::erase_if(group.tensorProducts, [](const PendingRef &pending) { return pending->done; });
}

static void runCopy(Frame &f, const Instr &i) {
  auto op = cast<ttng::TMEMCopyOp>(i.op);
  ViewRef from = viewOperand(f, i, 0), to = from ? viewOperand(f, i, 1) : nullptr;
  if (!to || !mayRead(f, i, *from, /*inOrder=*/true) || !mayWrite(f, i, *to, /*inOrder=*/true))
    return;
  SmallVector<BarrierRef, 1> barriers;
  if (op.getBarrier()) {
    barriers.push_back(barrierOperand(f, i, 2));
    if (!barriers.back())
      return;
  }
  std::optional<Value> value = readView(f, i, *from);
  if (!value || !writeView(f, i, *to, *value))
    return;
  PendingRef pending = issue(i);
  startAccess(from, pending, /*writes=*/false, /*inOrder=*/true);
  startAccess(to, pending, /*writes=*/true, /*inOrder=*/true);
  groupOf(f).tensorProducts.push_back(std::move(pending));
  commit(groupOf(f), barriers);
}

/// Scales lie in tensor memory or in shared memory as blocks of 32 x 4 that a unit wants; as logical tensors they are the same.
static const void *prepareCopy(mlir::Operation *op, Preparer &p) {
  auto copy = cast<ttng::TMEMCopyOp>(op);
  if (copy.getSrc().getType().getShape() != copy.getDst().getType().getShape())
    p.unsupported("between buffers of two shapes");
  return nullptr;
}

/// The operands of tc_gen5_mma and tc_gen5_mma_scaled that follow those of the product.
namespace {
struct Gen5 {
  const MatrixProduct *product;
  unsigned useD, firstBarrier, barriers;
  bool isAsync;
};
} // namespace

static const void *prepareMma(mlir::Operation *op, Preparer &p) {
  auto mma = cast<ttng::TCGen5MMAOp>(op);
  std::string why;
  std::optional<MatrixProduct> product = matrixProductOf(mma.getA().getType(), mma.getB().getType(),
                                                         mma.getD().getType(), p.semantics, why);
  if (mma.getIsUnsigned())
    why = "numbers without a sign";
  if (!why.empty()) {
    p.unsupported(why);
    return nullptr;
  }
  product->precision = tt::InputPrecision::Tf32;
  return p.make<Gen5>(Gen5{p.make<MatrixProduct>(*product), mma.getUseDMutable().getOperandNumber(),
                           mma.getODSOperandIndexAndLength(6).first,
                           unsigned(mma.getBarriers().size()), mma.getIsAsync()});
}

/// The scales lie where the unit wants them.
static const void *prepareScaledMma(mlir::Operation *, Preparer &p) {
  p.unsupported("takes its scales in a layout of the unit");
  return nullptr;
}

static void runMma(Frame &f, const Instr &i) {
  const auto &mma = i.get<Gen5>();
  std::optional<bool> useD = predicate(f, i, mma.useD), on = predicate(f, i, mma.useD + 1);
  if (!useD || !on || !*on)
    return;
  ViewRef a = viewOperand(f, i, 0), b = a ? viewOperand(f, i, 1) : nullptr,
          d = b ? viewOperand(f, i, 2) : nullptr;
  if (!d || !mayRead(f, i, *a, true) || !mayRead(f, i, *b, true) || !mayWrite(f, i, *d, true))
    return;
  SmallVector<BarrierRef, 2> barriers;
  for (unsigned k = 0; k < mma.barriers; ++k) {
    std::optional<bool> told = predicate(f, i, mma.firstBarrier + mma.barriers + k);
    if (!told)
      return;
    if (!*told)
      continue;
    barriers.push_back(barrierOperand(f, i, mma.firstBarrier + k));
    if (!barriers.back())
      return;
  }
  std::optional<Value> left = readView(f, i, *a), right = readView(f, i, *b);
  std::optional<Value> sum = *useD ? readView(f, i, *d) : std::optional(zeroOf(mma.product->d));
  if (!left || !right || !sum)
    return;
  Value result = multiply(f, i, *mma.product, *left, *right, *sum);
  if (f.stopped() || !writeView(f, i, *d, result))
    return;
  // Without is_async and barriers the lowering waits at once.
  if (!mma.isAsync && mma.barriers == 0)
    return;
  PendingRef pending = issue(i);
  startAccess(a, pending, /*writes=*/false, /*inOrder=*/true);
  startAccess(b, pending, /*writes=*/false, /*inOrder=*/true);
  startAccess(d, pending, /*writes=*/true, /*inOrder=*/true);
  groupOf(f).tensorProducts.push_back(std::move(pending));
  commit(groupOf(f), barriers);
}

static void runCommit(Frame &f, const Instr &i) {
  auto op = cast<ttng::TCGen5CommitOp>(i.op);
  std::optional<bool> on = predicate(f, i, op.getPred() ? 1 : -1);
  if (!on || !*on)
    return;
  if (BarrierRef barrier = barrierOperand(f, i, 0))
    commit(groupOf(f), {barrier});
}

static void runNothing(Frame &, const Instr &) {}

void addTensorMemory(Registry &registry) {
  registry.add<ttng::TMEMAllocOp>(runAlloc);
  registry.add<ttng::TMEMLoadOp>(runLoad, prepareLoad);
  registry.add<ttng::TMEMStoreOp>(runStore);
  registry.add<ttng::TMEMSubSliceOp>(runSubslice, prepareSubslice);
  registry.add<ttng::TMEMCopyOp>(runCopy, prepareCopy);
  registry.add<ttng::TMEMWaitOp>(runNothing);
  registry.add<ttng::TCGen5MMAOp>(runMma, prepareMma);
  registry.add<ttng::TCGen5MMAScaledOp>(runMma, prepareScaledMma);
  registry.add<ttng::TCGen5CommitOp>(runCommit);
}

} // namespace fathom::interp
