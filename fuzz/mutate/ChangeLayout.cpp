// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-layout: in TTGIR, converts a value to another layout and back, or replaces a layout by another one through the whole program.
#include "fuzz/mutate/Places.h"

#include "core/ir/TritonGPU.h"
#include "reducer/Retype.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace fathom {

static llvm::SetVector<Attribute> layoutsOf(ModuleOp program, int64_t rank) {
  llvm::SetVector<Attribute> layouts;
  opsThat(program, [&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (tensor.getEncoding() && tensor.getRank() == rank)
          layouts.insert(tensor.getEncoding());
    return false;
  });
  return layouts;
}

static bool isLaidOut(Operation *op) {
  if (op->getNumResults() == 0 || inCombineRegion(op))
    return false;
  auto tensor = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return tensor && tensor.getEncoding();
}

/// Passes the value on by way of another layout.
static void convertAndBack(Value value, Attribute layout) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto type = cast<RankedTensorType>(value.getType());
  auto there =
      ttg::ConvertLayoutOp::create(builder, value.getLoc(), type.cloneWithEncoding(layout), value);
  auto back = ttg::ConvertLayoutOp::create(builder, value.getLoc(), type, there);
  value.replaceAllUsesExcept(back, there);
}

static void replaceLayout(ModuleOp program, Attribute from, Attribute to) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Attribute attribute) -> AttrTypeReplacer::ReplaceFnResult<Attribute> {
    if (attribute != from)
      return std::nullopt;
    return std::make_pair(to, WalkResult::skip());
  });
  retype(program, {[&](RankedTensorType type) -> Type {
                     if (!type.getEncoding())
                       return type;
                     return type.cloneWithEncoding(replacer.replace(type.getEncoding()));
                   },
                   nullptr});
}

bool changeLayout(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  Operation *op = pickOp(mutation.program, choices, isLaidOut);
  if (!op)
    return false;
  Value value = op->getResult(0);
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SetVector<Attribute> layouts = layoutsOf(mutation.program, type.getRank());
  layouts.remove(type.getEncoding());
  // With another order of dimensions, or other numbers of elements a thread.
  if (auto blocked = dyn_cast<ttg::BlockedEncodingAttr>(type.getEncoding())) {
    SmallVector<int32_t> perThread(blocked.getSizePerThread());
    for (int32_t &count : perThread)
      count = choices.pick({1, 2, 4, 8});
    layouts.insert(ttg::BlockedEncodingAttr::get(
        type.getContext(), perThread, blocked.getThreadsPerWarp(), blocked.getWarpsPerCTA(),
        blocked.getOrder(), blocked.getCgaBases()));
    SmallVector<int32_t> order(llvm::reverse(blocked.getOrder()));
    layouts.insert(ttg::BlockedEncodingAttr::get(
        type.getContext(), blocked.getSizePerThread(), blocked.getThreadsPerWarp(),
        blocked.getWarpsPerCTA(), order, blocked.getCgaBases()));
  }
  layouts.remove(type.getEncoding());
  if (layouts.empty())
    return false;
  Attribute other = choices.pick(layouts.getArrayRef());
  if (!choices.chance(40))
    convertAndBack(value, other);
  else
    replaceLayout(mutation.program, type.getEncoding(), other);
  return true;
}

} // namespace fathom
