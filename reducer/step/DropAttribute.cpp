// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops attributes that an op, an argument or the module can do without: hints, loop attributes, fast-math flags.
#include "reducer/Reduction.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace fathom {

namespace {
/// An attribute of an op, or of a function's argument if index is not negative.
struct Droppable {
  Operation *op;
  int argument;
  StringAttr name;
};
} // namespace

/// Takes an attribute away; one that has a default becomes that.
static void reset(Operation *op, StringAttr name) {
  op->removeAttr(name);
  if (op->getPropertiesStorageSize())
    op->getName().populateDefaultProperties(op->getPropertiesStorage());
}

/// Whether the op can do without: a discardable attribute, one that has another value by default, or one that is known to be optional.
/// Verifiers do not expect any other to be missing.
static bool isDroppable(Operation *op, NamedAttribute attribute) {
  StringAttr name = attribute.getName();
  if (!op->getPropertiesStorageSize() || op->getDiscardableAttr(name))
    return true;
  if (llvm::is_contained({"padding", "branch_weights"}, name.getValue()))
    return true;
  Operation *probe = op->cloneWithoutRegions();
  reset(probe, name);
  Attribute byDefault = probe->getAttr(name);
  probe->destroy();
  return byDefault && byDefault != attribute.getValue();
}

static std::vector<Droppable> listDroppable(ModuleOp program) {
  std::vector<Droppable> all;
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        for (NamedAttribute attribute : function.getArgAttrs(i))
          all.push_back({op, int(i), attribute.getName()});
    for (NamedAttribute attribute : op->getAttrs())
      if (isDroppable(op, attribute))
        all.push_back({op, -1, attribute.getName()});
  });
  return all;
}

void dropAttribute(Candidate candidate, Chunk &chunk) {
  std::vector<Droppable> chosen;
  for (const Droppable &droppable : listDroppable(candidate.program))
    if (chunk.take())
      chosen.push_back(droppable);
  for (const Droppable &droppable : chosen)
    if (droppable.argument >= 0)
      cast<FunctionOpInterface>(droppable.op).removeArgAttr(droppable.argument, droppable.name);
    else
      reset(droppable.op, droppable.name);
}

} // namespace fathom
