// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttng.warp_group_dot and its wait (PTX ISA, wgmma.mma_async, wgmma.commit_group, wgmma.wait_group): a product of buffers that goes on while the program does.
//
// Each product is a group of its own, and groups end in order. One that is not isAsync waits for itself, and so for all before it. A product may take the
// pending result of another as accumulator: they are in order.
#include "oracles/interp/MatrixProduct.h"
#include "oracles/interp/SharedMemory.h"

#include "core/ir/TritonNvidiaGPU.h"

using namespace llvm;

namespace fathom::interp {

static const void *prepareDot(mlir::Operation *op, Preparer &p) {
  auto dot = cast<ttng::WarpGroupDotOp>(op);
  std::string why;
  std::optional<MatrixProduct> product =
      matrixProductOf(cast<mlir::ShapedType>(dot.getA().getType()), dot.getB().getType(),
                      cast<mlir::ShapedType>(dot.getD().getType()), p.semantics, why);
  if (!product) {
    p.unsupported(why);
    return nullptr;
  }
  product->precision = dot.getInputPrecision();
  product->maxNumImpreciseAcc = dot.getMaxNumImpreciseAcc();
  return p.make<MatrixProduct>(*product);
}

static void runDot(Frame &f, const Instr &i) {
  auto op = cast<ttng::WarpGroupDotOp>(i.op);
  ViewRef aView;
  std::optional<Value> a;
  if (isa<ttg::MemDescType>(op.getA().getType())) {
    aView = viewOperand(f, i, 0);
    if (aView)
      a = loadView(f, i, *aView);
  } else {
    a = f.operand(i, 0);
  }
  if (!a || f.stopped())
    return;
  ViewRef bView = viewOperand(f, i, 1);
  std::optional<Value> b = bView ? loadView(f, i, *bView) : std::nullopt;
  if (!b)
    return;
  bool useC = true;
  if (op.getUseC()) {
    std::optional<int64_t> predicate = f.scalar(i, 3);
    if (!predicate)
      return;
    useC = *predicate & 1;
  }
  // The accumulator may be pending: read past Frame::operand.
  const auto &product = i.get<MatrixProduct>();
  Value c = useC ? f.slots[i.operands[2]] : zeroOf(product.d);
  c.object = nullptr;
  Value result = multiply(f, i, product, *a, *b, c);
  if (f.stopped())
    return;
  PendingRef pending = issue(i);
  ThreadGroup &group = groupOf(f);
  group.products.push_back(pending);
  if (!op.getIsAsync()) {
    group.waitForProducts(0);
    f.result(i) = std::move(result);
    return;
  }
  if (aView)
    startAccess(f, aView, pending, /*writes=*/false);
  startAccess(f, bView, pending, /*writes=*/false);
  auto object = makeIntrusiveRefCnt<PendingResult>();
  object->pending = std::move(pending);
  result.object = std::move(object);
  f.result(i) = std::move(result);
}

static void runWait(Frame &f, const Instr &i) {
  groupOf(f).waitForProducts(cast<ttng::WarpGroupDotWaitOp>(i.op).getPendings());
  for (auto [k, slot] : enumerate(i.operands)) {
    Value value = f.slots[slot];
    if (value.object && value.count &&
        static_cast<const PendingResult &>(*value.object).pending->done)
      value.object = nullptr;
    f.result(i, k) = std::move(value);
  }
}

void addWarpGroupDot(Registry &registry) {
  registry.add<ttng::WarpGroupDotOp>(runDot, prepareDot);
  registry.add<ttng::WarpGroupDotWaitOp>(runWait);
}

} // namespace fathom::interp
