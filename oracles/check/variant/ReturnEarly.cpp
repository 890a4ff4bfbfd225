// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return-early: adds a return in a branch that is never taken, in the middle of the kernel. Sees passes that expect a kernel to be one block, and
// values that no longer dominate.
#include "oracles/check/variant/KernelParts.h"
#include "oracles/check/variant/Opaque.h"

using namespace mlir;

namespace fathom {

/// Where the kernel is cut: at the first loop, branch or store of its first block that is taken.
static Operation *middle(Block &entry, VariantCase &variant) {
  Operation *cut = nullptr;
  for (Operation &op : entry.without_terminator())
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, tt::StoreOp>(op) && variant.take() && !cut)
      cut = &op;
  return cut;
}

bool returnEarly(VariantCase &variant) {
  Block &entry = variant.kernel.getBody().front();
  Operation *cut = middle(entry, variant);
  Opaque opaque(variant);
  if (!opaque || !cut || variant.kernel.getNumResults() > 0)
    return false;
  Value condition = opaque.falsehood();
  Location loc = cut->getLoc();
  Block *rest = entry.splitBlock(cut);
  OpBuilder builder(variant.kernel.getContext());
  Block *out = builder.createBlock(rest);
  tt::ReturnOp::create(builder, loc);
  builder.setInsertionPointToEnd(&entry);
  cf::CondBranchOp::create(builder, loc, condition, out, rest);
  return true;
}

} // namespace fathom
