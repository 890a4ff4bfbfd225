// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the classes of pointers by one walk with a union-find, and asks each op what it writes.
#include "core/analysis/ReadOnlyPointers.h"

#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fathom;

bool fathom::leadsToGlobalMemory(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    type = tensor.getElementType();
  return isa<tt::PointerType, tt::TensorDescType>(type);
}

static bool isOnChip(SideEffects::Resource *resource) {
  return resource == ttg::SharedMemory::get() || resource == ttng::TensorMemory::get();
}

/// An atomic that is ordered with other accesses lets this program see what others wrote.
static bool isOrdered(Operation *op) {
  auto sem = op->getAttrOfType<tt::MemSemanticAttr>("sem");
  return sem && sem.getValue() != tt::MemSemantic::Relaxed;
}

GlobalWrites fathom::globalWritesOf(Operation *op) {
  if (isa<tt::PrintOp>(op) || op->getName().getStringRef() == "llvm.intr.assume")
    return {};
  if (isa<tt::AssertOp, cf::AssertOp>(op))
    return {.mayStop = true};
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return {};
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || isOrdered(op))
    return {.anywhere = true};
  SmallVector<MemoryEffects::EffectInstance, 4> effects;
  interface.getEffects(effects);
  GlobalWrites writes;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (isa<MemoryEffects::Read, MemoryEffects::Allocate>(effect.getEffect()) ||
        isOnChip(effect.getResource()))
      continue;
    Value value = effect.getValue();
    if (value && leadsToGlobalMemory(value.getType())) {
      writes.through.push_back(value);
      continue;
    }
    // An effect that names no value is of tt: what is written through is the op's first pointer.
    if (isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp, tt::AtomicStoreOp, tt::DescriptorStoreOp,
            tt::DescriptorReduceOp, tt::DescriptorScatterOp>(op))
      writes.through.push_back(op->getOperand(0));
    else
      writes.anywhere = true;
  }
  return writes;
}

ReadOnlyPointers::ReadOnlyPointers(tt::FuncOp func) {
  if (func.isDeclaration())
    return;
  bool isKernel = func.isPublic() && SymbolTable::symbolKnownUseEmpty(func, func->getParentOp());
  for (Value argument : func.getBody().getArguments())
    if (leadsToGlobalMemory(argument.getType())) {
      Class &its = classes[classOf(argument)];
      (isKernel ? its.hasArgument : its.isUnknown) = true;
    }
  func.getBody().walk([&](Operation *op) { visit(op); });
}

int ReadOnlyPointers::find(Value value) const {
  auto it = numbers.find(value);
  if (it == numbers.end())
    return -1;
  unsigned number = it->second;
  while (parents[number] != number)
    number = parents[number] = parents[parents[number]];
  return number;
}

unsigned ReadOnlyPointers::classOf(Value value) {
  if (numbers.try_emplace(value, parents.size()).second) {
    parents.push_back(parents.size());
    classes.emplace_back();
  }
  return find(value);
}

void ReadOnlyPointers::merge(Value a, Value b) {
  if (!leadsToGlobalMemory(a.getType()) || !leadsToGlobalMemory(b.getType()))
    return;
  unsigned to = classOf(a), from = classOf(b);
  if (to == from)
    return;
  parents[from] = to;
  classes[to].hasArgument |= classes[from].hasArgument;
  classes[to].isUnknown |= classes[from].isUnknown;
  classes[to].mayBeWritten |= classes[from].mayBeWritten;
}

void ReadOnlyPointers::merge(ValueRange a, ValueRange b) {
  for (auto [left, right] : llvm::zip(a, b))
    merge(left, right);
}

void ReadOnlyPointers::visit(Operation *op) {
  // What carries pointers along.
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    merge(loop.getInitArgs(), loop.getRegionIterArgs());
    merge(loop.getResults(), loop.getRegionIterArgs());
    return merge(loop.getYieldedValues(), loop.getRegionIterArgs());
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    merge(loop.getInits(), loop.getBeforeArguments());
    merge(loop.getYieldedValues(), loop.getBeforeArguments());
    merge(loop.getConditionOp().getArgs(), loop.getAfterArguments());
    return merge(loop.getResults(), loop.getAfterArguments());
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Region *region : branch.getRegions())
      if (!region->empty())
        merge(region->front().getTerminator()->getOperands(), branch.getResults());
    return;
  }
  if (isa<scf::YieldOp, scf::ConditionOp, tt::ReturnOp>(op))
    return;
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (unsigned i = 0; i < op->getNumSuccessors(); ++i) {
      SuccessorOperands passed = branch.getSuccessorOperands(i);
      for (auto [index, argument] : llvm::enumerate(op->getSuccessor(i)->getArguments())) {
        if (!leadsToGlobalMemory(argument.getType()))
          continue;
        if (passed.isOperandProduced(index))
          classes[classOf(argument)].isUnknown = true;
        else
          merge(passed[index], argument);
      }
    }
    return;
  }

  // What makes pointers of pointers.
  auto leads = [](Value value) { return leadsToGlobalMemory(value.getType()); };
  auto sources = llvm::make_filter_range(op->getOperands(), leads);
  auto results = llvm::make_filter_range(op->getResults(), leads);
  bool isPure = op->getNumRegions() == 0 && isMemoryEffectFree(op);
  if (isPure && !sources.empty() && !results.empty()) {
    Value first = *results.begin();
    for (Value value : sources)
      merge(first, value);
    for (Value value : results)
      merge(first, value);
    return;
  }
  // From here on, pointers come out of nowhere and go nobody knows where, unless the op is known to
  // read or write what they point to and nothing else.
  for (Value result : results)
    classes[classOf(result)].isUnknown = true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        if (leads(argument))
          classes[classOf(argument)].isUnknown = true;
  if (sources.empty())
    return;
  GlobalWrites writes = globalWritesOf(op);
  bool onlyReads = writes.through.empty() && (!writes.anywhere || isa<tt::LoadOp>(op));
  bool isAccess = !isPure && op->getNumRegions() == 0 && isa<MemoryEffectOpInterface>(op) &&
                  !isa<tt::ExternElementwiseOp, tt::ElementwiseInlineAsmOp, ttg::InlineAsmOp>(op);
  if (!isAccess || !onlyReads)
    for (Value value : sources)
      classes[classOf(value)].mayBeWritten = true;
}

bool ReadOnlyPointers::isOnlyRead(Value pointers) const {
  int number = find(pointers);
  return number >= 0 && classes[number].hasArgument && !classes[number].isUnknown &&
         !classes[number].mayBeWritten;
}

bool ReadOnlyPointers::mayChange(Value read, Value written) const {
  int number = find(written);
  bool isKnown = number >= 0 && classes[number].hasArgument && !classes[number].isUnknown;
  return !isKnown || !isOnlyRead(read);
}
