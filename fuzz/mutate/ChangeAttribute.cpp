// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-attribute: asks otherwise of a loop, a load, a store or an argument: stages, unrolling, flattening, warp specialisation, caching, divisibility. What is claimed of an argument is
// true under the launch.
#include "fuzz/mutate/Places.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace fathom {

static void setOrDrop(Operation *op, StringRef name, Attribute value) {
  if (op->getAttr(name) == value || (isa<UnitAttr>(value) && op->hasAttr(name)))
    op->removeAttr(name);
  else
    op->setAttr(name, value);
}

static void changeLoop(scf::ForOp loop, Choices &choices) {
  Builder builder(loop.getContext());
  Attribute number = builder.getI32IntegerAttr(choices.pick({2, 3, 1, 4, 5}));
  switch (choices.below(5)) {
  case 0:
    return setOrDrop(loop, "tt.num_stages", number);
  case 1:
    return setOrDrop(loop, "tt.loop_unroll_factor", number);
  case 2:
    return setOrDrop(loop, "tt.flatten", builder.getUnitAttr());
  case 3:
    return setOrDrop(loop, "tt.disallow_acc_multi_buffer", builder.getUnitAttr());
  default:
    return setOrDrop(loop, "tt.warp_specialize", builder.getUnitAttr());
  }
}

static bool changeAccess(Operation *op, Choices &choices) {
  using Cache = tt::CacheModifier;
  using Evict = tt::EvictionPolicy;
  Evict evict = choices.pick({Evict::First, Evict::Last, Evict::Normal});
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    Cache cache = choices.pick({Cache::Cg, Cache::Ca, Cache::None, Cache::Cv});
    switch (choices.below(3)) {
    case 0:
      load.setCache(cache);
      break;
    case 1:
      load.setEvict(evict);
      break;
    default:
      load.setIsVolatile(!load.getIsVolatile());
    }
    return true;
  }
  auto store = cast<tt::StoreOp>(op);
  if (choices.chance(50))
    store.setEvict(evict);
  else
    store.setCache(choices.pick({Cache::Cg, Cache::Wb, Cache::Cs, Cache::Wt, Cache::None}));
  return true;
}

/// Claims that the argument is a multiple of 16, or no longer; of a pointer, that its buffer is small.
static bool changeHint(MutationCase &mutation) {
  if (mutation.kernel.getNumArguments() == 0)
    return false;
  unsigned number = mutation.choices.below(mutation.kernel.getNumArguments());
  Type type = mutation.kernel.getArgument(number).getType();
  const interp::LaunchArg &launched = mutation.launch.args[number];
  Builder builder(mutation.program.getContext());
  bool pointer = isa<tt::PointerType>(type) && launched.shape.empty();
  if (!pointer && !(type.isInteger() && launched.integer % 16 == 0))
    return false;
  bool small = pointer && mutation.choices.chance(40);
  StringRef name = small ? "tt.pointer_range" : "tt.divisibility";
  if (mutation.kernel.getArgAttr(number, name))
    mutation.kernel.removeArgAttr(number, builder.getStringAttr(name));
  else
    mutation.kernel.setArgAttr(number, name, builder.getI32IntegerAttr(small ? 32 : 16));
  return true;
}

bool changeAttribute(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  switch (choices.below(4)) {
  case 0:
  case 1:
    if (Operation *loop =
            pickOp(mutation.program, choices, [](Operation *op) { return isa<scf::ForOp>(op); })) {
      changeLoop(cast<scf::ForOp>(loop), choices);
      return true;
    }
    return false;
  case 2:
    if (Operation *access = pickOp(mutation.program, choices,
                                   [](Operation *op) { return isa<tt::LoadOp, tt::StoreOp>(op); }))
      return changeAccess(access, choices);
    return false;
  default:
    return changeHint(mutation);
  }
}

} // namespace fathom
