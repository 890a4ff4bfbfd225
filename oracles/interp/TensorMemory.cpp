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
  for (const BarrierRef &barrier : barriers) {
    barrier->follow(group, group.tensorProducts, 0, 1);
    barrier->signals.back().known.learn(group.doneTensorProducts);
  }
  // Done is done; but who waits for a later barrier learns it from that one.
  llvm::erase_if(group.tensorProducts, [&](const PendingRef &pending) {
    if (pending->done)
      group.doneTensorProducts.learn(pending->seenBy, pending->seenAt);
    return pending->done;
  });
}

static void runCopy(Frame &f, const Instr &i) {
  auto op = cast<ttng::TMEMCopyOp>(i.op);
  ViewRef from = viewOperand(f, i, 0), to = from ? viewOperand(f, i, 1) : nullptr;
  if (!to || !mayRead(f, i, *from, Among::Products) || !mayWrite(f, i, *to, Among::Products))
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
  startAccess(f, from, pending, /*writes=*/false, Among::Products);
  startAccess(f, to, pending, /*writes=*/true, Among::Products);
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

namespace {
/// tc_gen5_mma, or with scales tc_gen5_mma_scaled.
struct Gen5 {
  MatrixProduct product;
  bool isScaled = false;
  ScaledOperand a, b;
  unsigned scaleA = 0; ///< The operand; that of b follows.
  unsigned useD = 0;   ///< The predicate follows.
  unsigned firstBarrier = 0, barriers = 0, firstTold = 0;
  bool toldAlways = false; ///< Up to 3.3 barriers have no predicates.
  bool isAsync = false;
};
} // namespace

template <class Op> static void setBarriers(Op op, Gen5 &mma) {
  mma.useD = op.getUseDMutable().getOperandNumber();
  mma.barriers = op.getBarriers().size();
  if (mma.barriers)
    mma.firstBarrier = op.getBarriers().getBeginOperandIndex();
  mma.toldAlways = op.getBarrierPreds().empty();
  if (!mma.toldAlways)
    mma.firstTold = op.getBarrierPreds().getBeginOperandIndex();
  mma.isAsync = op.getIsAsync();
}

static const void *prepareMma(mlir::Operation *op, Preparer &p) {
  auto mma = cast<ttng::TCGen5MMAOp>(op);
  Gen5 plan;
  std::string why;
  std::optional<MatrixProduct> product = matrixProductOf(mma.getA().getType(), mma.getB().getType(),
                                                         mma.getD().getType(), p.semantics, why);
  if (mma.getIsUnsigned())
    why = "numbers without a sign";
  if (!why.empty()) {
    p.unsupported(why);
    return nullptr;
  }
  plan.product = *product;
  plan.product.precision = tt::InputPrecision::Tf32;
  setBarriers(mma, plan);
  return p.make<Gen5>(plan);
}

/// Scales are one for each group along k: [M][K / group] and [N][K / group].
static const void *prepareScaledMma(mlir::Operation *op, Preparer &p) {
  auto mma = cast<ttng::TCGen5MMAScaledOp>(op);
  ArrayRef<int64_t> a = mma.getA().getType().getShape(), b = mma.getB().getType().getShape(),
                    d = mma.getD().getType().getShape(),
                    scaleA = mma.getAScale().getType().getShape(),
                    scaleB = mma.getBScale().getType().getShape();
  Gen5 plan;
  plan.isScaled = true;
  MatrixProduct &product = plan.product;
  bool twoDims = a.size() == 2 && b.size() == 2 && d.size() == 2;
  if (!twoDims || scaleA.size() != 2 || scaleB.size() != 2 || scaleA[0] != d[0] ||
      scaleB[0] != d[1]) {
    p.unsupported("takes its scales in a layout of the unit");
    return nullptr;
  }
  product.M = d[0], product.N = d[1];
  product.K = mma.getAType() == tt::ScaledElement::E2M1 ? 2 * a[1] : a[1];
  product.d = *p.element(mma.getD().getType());
  // What is multiplied are floats of 8 bits of significand at most.
  product.a = *p.element(mlir::Float32Type::get(op->getContext()));
  product.a.kind = FloatKind::BF16, product.a.bits = 8;
  product.b = product.a;
  auto setOperand = [&](ScaledOperand &operand, tt::ScaledElement kind, mlir::Type element,
                        ttg::MemDescType scale, bool isA) {
    operand.kind = kind;
    operand.codes = element.isInteger();
    operand.rows = isA ? product.M : product.K;
    operand.columns = isA ? product.K : product.N;
    operand.packedInRow = isA || b[0] == product.K;
    operand.scales = isA ? ScaledOperand::Scales::AlongRow : ScaledOperand::Scales::AlongColumn;
    operand.group = product.K / scale.getShape().back();
    operand.scaleCodes = scale.getElementType().isInteger();
  };
  setOperand(plan.a, mma.getAType(), mma.getA().getType().getElementType(),
             mma.getAScale().getType(), /*isA=*/true);
  setOperand(plan.b, mma.getBType(), mma.getB().getType().getElementType(),
             mma.getBScale().getType(), /*isA=*/false);
  plan.scaleA = mma.getAScaleMutable().getOperandNumber();
  setBarriers(mma, plan);
  return p.make<Gen5>(plan);
}

/// The buffers that it reads: a, b, and their scales.
static std::optional<SmallVector<ViewRef, 4>> sourcesOf(Frame &f, const Instr &i, const Gen5 &mma) {
  SmallVector<unsigned, 4> operands = {0, 1};
  if (mma.isScaled)
    operands.append({mma.scaleA, mma.scaleA + 1});
  SmallVector<ViewRef, 4> views;
  for (unsigned operand : operands) {
    views.push_back(viewOperand(f, i, operand));
    if (!views.back() || !mayRead(f, i, *views.back(), Among::Products))
      return std::nullopt;
  }
  return views;
}

/// The barriers that are told; none: the run was stopped.
static std::optional<SmallVector<BarrierRef, 2>> toldBarriers(Frame &f, const Instr &i,
                                                              const Gen5 &mma) {
  SmallVector<BarrierRef, 2> barriers;
  for (unsigned k = 0; k < mma.barriers; ++k) {
    std::optional<bool> told = predicate(f, i, mma.toldAlways ? -1 : int(mma.firstTold + k));
    if (!told)
      return std::nullopt;
    if (!*told)
      continue;
    barriers.push_back(barrierOperand(f, i, mma.firstBarrier + k));
    if (!barriers.back())
      return std::nullopt;
  }
  return barriers;
}

static void runMma(Frame &f, const Instr &i) {
  const auto &mma = i.get<Gen5>();
  std::optional<bool> useD = predicate(f, i, mma.useD), on = predicate(f, i, mma.useD + 1);
  if (!useD || !on || !*on)
    return;
  auto sources = sourcesOf(f, i, mma);
  ViewRef d = sources ? viewOperand(f, i, 2) : nullptr;
  if (!d || !mayWrite(f, i, *d, Among::Products))
    return;
  auto barriers = toldBarriers(f, i, mma);
  if (!barriers)
    return;
  SmallVector<Value, 4> values;
  for (const ViewRef &view : *sources) {
    std::optional<Value> value = readView(f, i, *view);
    if (!value)
      return;
    values.push_back(std::move(*value));
  }
  std::optional<Value> sum = *useD ? readView(f, i, *d) : std::optional(zeroOf(mma.product.d));
  if (!sum)
    return;
  if (mma.isScaled) {
    values[0] = scaled(f, mma.a, values[0], &values[2]);
    values[1] = scaled(f, mma.b, values[1], &values[3]);
  }
  Value result = multiply(f, i, mma.product, values[0], values[1], *sum);
  if (f.stopped() || !writeView(f, i, *d, result))
    return;
  // Without is_async and barriers the lowering waits at once.
  if (!mma.isAsync && mma.barriers == 0)
    return;
  PendingRef pending = issue(i);
  for (const ViewRef &view : *sources)
    startAccess(f, view, pending, /*writes=*/false, Among::Products);
  startAccess(f, d, pending, /*writes=*/true, Among::Products);
  groupOf(f).tensorProducts.push_back(std::move(pending));
  commit(groupOf(f), *barriers);
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
