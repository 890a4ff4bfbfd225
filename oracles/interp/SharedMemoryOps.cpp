// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttg: buffers in shared memory are made, freed, read and written. What they are is in SharedMemory.h.
#include "oracles/interp/SharedMemory.h"

using namespace llvm;

namespace fathom::interp {

static void runLocalAlloc(Frame &f, const Instr &i) {
  auto type = cast<ttg::MemDescType>(i.op->getResult(0).getType());
  IntrusiveRefCntPtr<SharedBuffer> buffer = allocate(f, i, type);
  ViewRef view = wholeView(buffer, type.getShape());
  if (!i.operands.empty() && !storeView(f, i, *view, f.operand(i, 0)))
    return;
  f.result(i) = Value::of(view);
}

// What is pending in it may go on: it does harm only if the memory is given to another buffer, which is not known here.
static void runLocalDealloc(Frame &f, const Instr &i) {
  if (ViewRef view = viewOperand(f, i, 0))
    view->buffer->freed = true;
}

static void runLocalLoad(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  if (std::optional<Value> value = loadView(f, i, *view))
    f.result(i) = std::move(*value);
}

static void runLocalStore(Frame &f, const Instr &i) {
  if (ViewRef view = viewOperand(f, i, 1))
    storeView(f, i, *view, f.operand(i, 0));
}

void addSharedMemoryOps(Registry &registry) {
  registry.add<ttg::LocalAllocOp>(runLocalAlloc);
  registry.add<ttg::LocalDeallocOp>(runLocalDealloc);
  registry.add<ttg::LocalLoadOp>(runLocalLoad);
  registry.add<ttg::LocalStoreOp>(runLocalStore);
  addLocalIndexing(registry);
  addViews(registry);
  addAsyncCopies(registry);
  addWarpSpecialize(registry);
}

} // namespace fathom::interp
