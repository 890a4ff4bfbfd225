// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matches the ops of a program in the making with those of a file.
#include "fuzz/import/Follower.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace fathom;
using namespace mlir;

Followed::Followed(ModuleOp program) : body(program.getBody()) {
  auto kernel = body->empty() ? tt::FuncOp() : dyn_cast<tt::FuncOp>(body->front());
  if (!kernel || kernel.getBody().empty())
    return;
  entry = &kernel.getBody().front();
  for (unsigned i = 0; i != kernel.getNumArguments(); ++i)
    hints.push_back(kernel.getArgAttrDict(i));
  program.walk([&](Operation *) { ++size; });
  --size; // The module.
  size += hints.size();
  for (Operation &op : *entry) {
    if (!isa<arith::ConstantOp>(op)) {
      first = &op;
      break;
    }
    constants.insert(constants.begin(), &op);
  }
}

void Follower::fail(unsigned likeness, uint64_t difference, Operation *wanted) {
  if (wrong)
    return;
  wrong = true;
  alike = std::min(likeness, 99u);
  differs = difference;
  want = wanted ? wanted : last ? last->getNextNode() : followed.first;
}

Block *Follower::blockOf(Block *block) {
  auto found = blocks.find(block);
  if (found != blocks.end())
    return found->second;
  Operation *parent = block->getParentOp();
  if (!parent || !block->isEntryBlock())
    return nullptr;
  Block *other = nullptr;
  if (isa<ModuleOp>(parent)) {
    other = followed.body;
  } else if (Operation *theirs = ops.lookup(parent)) {
    Region &region = theirs->getRegion(block->getParent()->getRegionNumber());
    if (!region.empty())
      other = &region.front();
  }
  return blocks[block] = other;
}

Value Follower::valueOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Block *other = blockOf(argument.getOwner());
    return other && argument.getArgNumber() < other->getNumArguments()
               ? Value(other->getArgument(argument.getArgNumber()))
               : Value();
  }
  auto result = cast<OpResult>(value);
  Operation *other = ops.lookup(result.getOwner());
  return other && result.getResultNumber() < other->getNumResults()
             ? Value(other->getResult(result.getResultNumber()))
             : Value();
}

static unsigned likenessOf(Type a, Type b) {
  if (a == b)
    return 4;
  auto x = dyn_cast<RankedTensorType>(a), y = dyn_cast<RankedTensorType>(b);
  if (!x || !y)
    return 0;
  return (x.getShape() == y.getShape() ? 2
          : x.getRank() == y.getRank() ? 1
                                       : 0) +
         (x.getElementType() == y.getElementType() ? 1 : 0);
}

static unsigned likenessOf(TypeRange a, TypeRange b) {
  unsigned sum = 0;
  for (auto [x, y] : llvm::zip(a, b))
    sum += likenessOf(x, y);
  size_t most = std::max(a.size(), b.size());
  return most ? sum * 5 / most : 20;
}

bool Follower::sameOperands(Operation *op, Operation *other, unsigned *same) {
  unsigned equal = 0;
  for (auto [mine, theirs] : llvm::zip(op->getOperands(), other->getOperands()))
    equal += valueOf(mine) == theirs;
  unsigned most = std::max(op->getNumOperands(), other->getNumOperands());
  if (same)
    *same = most ? equal * 15 / most : 15;
  return equal == most;
}

static bool sameProperties(Operation *op, Operation *other) {
  return op->getPropertiesStorageSize() == 0 ||
         op->getName().compareOpProperties(op->getPropertiesStorage(),
                                           other->getPropertiesStorage());
}

// The ops of a block that is written, the last but for what MLIR adds.
static unsigned length(Block *block) {
  return block->getOperations().size() - block->mightHaveTerminator();
}

// Rows give it a hint once it is there.
static bool isCompletedLater(Operation *op) { return isa<tt::DescriptorLoadOp>(op); }

// No op is added to it any more, and it has all its attributes.
void Follower::settle(Operation *op) {
  Operation *other = ops.lookup(op);
  if (!other)
    return;
  if (op->getDiscardableAttrDictionary() != other->getDiscardableAttrDictionary() ||
      (isCompletedLater(op) && !sameProperties(op, other)))
    return fail(80, llvm::hash_combine(1, op->getDiscardableAttrDictionary()), other);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      Block *theirs = blockOf(&block);
      if (!theirs || length(&block) != length(theirs))
        return fail(40, llvm::hash_combine(2, length(&block)), other);
      if (!block.empty() && !ops.count(&block.back())) {
        if (theirs->empty() || block.back().getName() != theirs->back().getName() ||
            !sameOperands(&block.back(), &theirs->back(), nullptr))
          return fail(60, llvm::hash_combine(3), other);
        match(&block.back(), &theirs->back());
      }
    }
}

void Follower::match(Operation *op, Operation *other) {
  ops[op] = other;
  met.insert(other);
  if (!isa<arith::ConstantOp, tt::FuncOp>(other))
    last = other;
  ++count;
  for (auto [mine, theirs] : llvm::zip(op->getSuccessors(), other->getSuccessors()))
    blocks[mine] = theirs;
}

// What the file has after `previous`, which may be null, in a block.
Operation *Follower::after(Operation *previous, Block *other) {
  while (previous && !ops.count(previous) && isa<arith::ConstantOp>(previous))
    previous = previous->getPrevNode();
  if (!previous ||
      (previous->getBlock() == &kernel.getBody().front() && isa<arith::ConstantOp>(previous)))
    return other == followed.entry ? followed.first : other->empty() ? nullptr : &other->front();
  Operation *theirs = ops.lookup(previous);
  return theirs ? theirs->getNextNode() : nullptr;
}

Operation *Follower::upcoming(OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  if (!kernel || !block || !block->getParentOp())
    return nullptr;
  Block *other = blockOf(block);
  if (!other)
    return nullptr;
  auto point = builder.getInsertionPoint();
  return after(point == block->begin() ? nullptr : &*std::prev(point), other);
}

Operation *Follower::upcomingConstant() const {
  return constants < followed.constants.size() ? followed.constants[constants] : nullptr;
}

Type Follower::upcomingArgument() const {
  return arguments < followed.hints.size() ? followed.entry->getArgument(arguments).getType()
                                           : Type();
}

uint64_t Follower::originOfOperands(Operation *theirs) {
  uint64_t origins = theirs->getNumOperands();
  for (Value operand : theirs->getOperands().take_front(4)) {
    unsigned origin;
    if (auto argument = dyn_cast<BlockArgument>(operand))
      origin = argument.getOwner() != followed.entry  ? 1
               : argument.getArgNumber() < arguments  ? 2
               : argument.getArgNumber() == arguments ? 3
                                                      : 4;
    else if (Operation *op = operand.getDefiningOp(); op == theirs->getPrevNode())
      origin = 5;
    else if (met.count(op))
      origin = isa<arith::ConstantOp>(op) ? 6 : 7;
    else
      origin = op == upcomingConstant() ? 8 : 9;
    origins = origins * 16 + origin;
  }
  return origins;
}

void Follower::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
  if (wrong || !op->getBlock() || !op->getBlock()->getParentOp())
    return;
  poll();
  if (wrong)
    return;
  if (auto function = dyn_cast<tt::FuncOp>(op); function && !kernel)
    kernel = function;
  if (Operation *previous = op->getPrevNode(); previous && !isa<tt::FuncOp>(op))
    settle(previous);
  if (wrong)
    return;
  Block *block = blockOf(op->getBlock());
  if (!block)
    return fail(0, llvm::hash_combine(4, op->getName().getStringRef()), nullptr);
  Operation *other = after(op->getPrevNode(), block);
  uint64_t difference = llvm::hash_combine(
      op->getName().getStringRef(),
      llvm::hash_combine_range(op->getResultTypes().begin(), op->getResultTypes().end()),
      op->getAttrDictionary());
  for (Value operand : op->getOperands())
    difference = llvm::hash_combine(difference, valueOf(operand).getAsOpaquePointer());
  if (!other)
    return fail(0, difference, nullptr);
  bool sameName = op->getName() == other->getName();
  if (!sameName)
    return fail(likenessOf(op->getResultTypes(), other->getResultTypes()) / 2, difference, other);
  if (isa<tt::FuncOp>(op))
    return match(op, other);
  unsigned types = likenessOf(op->getResultTypes(), other->getResultTypes()), operands;
  bool same = op->getResultTypes() == other->getResultTypes();
  same &= sameOperands(op, other, &operands);
  bool properties = isCompletedLater(op) || sameProperties(op, other);
  same &= properties && op->getNumSuccessors() == other->getNumSuccessors() &&
          op->getNumRegions() == other->getNumRegions();
  if (same)
    return match(op, other);
  fail(40 + types + operands + (properties ? 10 : 0), difference, other);
}

void Follower::poll() {
  if (wrong || !kernel || kernel.getBody().empty())
    return;
  Block *entry = &kernel.getBody().front();
  Block *other = followed.entry;
  for (; arguments < entry->getNumArguments(); ++arguments) {
    Type type = entry->getArgument(arguments).getType();
    if (arguments >= other->getNumArguments())
      return fail(0, llvm::hash_combine(5, type), nullptr);
    if (type != other->getArgument(arguments).getType())
      return fail(
          20 + 10 * (type.getTypeID() == other->getArgument(arguments).getType().getTypeID()),
          llvm::hash_combine(5, type), nullptr);
    ++count;
  }
  llvm::SmallVector<Operation *, 4> fresh;
  for (Operation &op : *entry) {
    if (&op == top || !isa<arith::ConstantOp>(op))
      break;
    fresh.push_back(&op);
  }
  if (fresh.empty())
    return;
  top = fresh.front();
  for (Operation *op : llvm::reverse(fresh)) {
    auto value = cast<arith::ConstantOp>(op).getValue();
    uint64_t difference = llvm::hash_combine(6, value);
    if (constants >= followed.constants.size())
      return fail(0, difference, nullptr);
    Operation *theirs = followed.constants[constants];
    auto theirValue = cast<arith::ConstantOp>(theirs).getValue();
    if (value != theirValue)
      return fail(20 + likenessOf(value.getType(), theirValue.getType()) * 8, difference, theirs);
    ++constants;
    match(op, theirs);
  }
}

void Follower::finish(ModuleOp written) {
  poll();
  if (wrong)
    return;
  for (auto function : written.getOps<tt::FuncOp>())
    settle(function);
  if (wrong)
    return;
  unsigned functions = llvm::range_size(written.getBody()->getOperations());
  if (functions != followed.body->getOperations().size() || count != followed.size)
    return fail(0, 7, nullptr);
  unsigned same = 0;
  uint64_t difference = 8;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    DictionaryAttr mine = kernel.getArgAttrDict(i), theirs = followed.hints[i];
    bool equal = mine == theirs || ((!mine || mine.empty()) && (!theirs || theirs.empty()));
    same += equal;
    difference = llvm::hash_combine(difference, mine);
  }
  if (same != kernel.getNumArguments())
    fail(same * 90 / kernel.getNumArguments(), difference, nullptr);
}
