// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers the questions that the rows of Motifs.def are made of.
#include "fuzz/gen/MotifQueries.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace fathom;
using namespace fathom::motif;

// --- Numbers ---

Known::Known(ModuleOp program, llvm::StringRef launch) {
  for (auto function : program.getOps<tt::FuncOp>())
    if (function.isPublic() && !function.getBody().empty()) {
      entry = &function.getBody().front();
      break;
    }
  llvm::StringRef list = launch.split(" args=").second;
  SmallVector<llvm::StringRef> parts;
  list.split(parts, ';', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    int64_t number;
    auto [type, text] = part.split('=');
    bool isNumber = type.starts_with("i") && !text.getAsInteger(10, number);
    arguments.push_back(isNumber ? std::optional(number) : std::nullopt);
  }
}

std::optional<int64_t> Known::operator()(Value value) const {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtSIOp, arith::TruncIOp, tt::SplatOp>(op))
      break;
    value = op->getOperand(0);
  }
  llvm::APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner() == entry && argument.getArgNumber() < arguments.size())
    return arguments[argument.getArgNumber()];
  return std::nullopt;
}

// --- Types ---

bool motif::isTile(Value value) { return isa<RankedTensorType>(value.getType()); }
bool motif::isFlag(Value value) { return value.getType().isInteger(1); }
bool motif::isPointer(Value value) {
  return isa<tt::PointerType>(getElementTypeOrSelf(value.getType()));
}
int64_t motif::elementsOf(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile ? tile.getNumElements() : 1;
}
unsigned motif::rankOf(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile ? tile.getRank() : 0;
}
unsigned motif::bitsOf(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
}
bool motif::hasElement(Value value, llvm::StringRef name) {
  Type element = getElementTypeOrSelf(value.getType());
  if (auto pointer = dyn_cast<tt::PointerType>(element))
    element = getElementTypeOrSelf(pointer.getPointeeType());
  llvm::SmallString<16> text;
  llvm::raw_svector_ostream(text) << element;
  return text == name;
}

// --- Uses and definitions ---

static constexpr unsigned farthest = 256;

bool motif::behind(Value value, Test test) {
  llvm::SmallPtrSet<Operation *, 32> seen;
  SmallVector<Value, 32> left{value};
  while (!left.empty() && seen.size() < farthest) {
    Operation *op = left.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (test(op))
      return true;
    llvm::append_range(left, op->getOperands());
  }
  return false;
}

bool motif::ahead(Value value, Test test) {
  llvm::SmallPtrSet<Operation *, 32> seen;
  SmallVector<Value, 32> left{value};
  while (!left.empty() && seen.size() < farthest)
    for (Operation *op : left.pop_back_val().getUsers()) {
      if (!seen.insert(op).second)
        continue;
      if (test(op))
        return true;
      llvm::append_range(left, op->getResults());
    }
  return false;
}

bool motif::contains(Operation *op, Test test) {
  return op
      ->walk([&](Operation *inner) {
        return inner != op && test(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

unsigned motif::uses(Value value) { return std::distance(value.use_begin(), value.use_end()); }

// --- Loops ---

Operation *motif::loopOf(Operation *op) {
  for (op = op->getParentOp(); op; op = op->getParentOp())
    if (isa<scf::ForOp, scf::WhileOp>(op))
      return op;
  return nullptr;
}

scf::ForOp motif::forOf(Operation *op) { return dyn_cast_or_null<scf::ForOp>(loopOf(op)); }

unsigned motif::loopsAround(Operation *op) {
  unsigned loops = 0;
  while ((op = loopOf(op)))
    ++loops;
  return loops;
}

bool motif::definedOutside(Value value, Operation *loop) {
  return !loop->isAncestor(value.getParentBlock()->getParentOp());
}

ValueRange motif::yieldsOf(Operation *loop) {
  if (auto counted = dyn_cast<scf::ForOp>(loop))
    return counted.getYieldedValues();
  return cast<scf::WhileOp>(loop).getYieldedValues();
}

ValueRange motif::argumentsOf(Operation *loop) {
  if (auto counted = dyn_cast<scf::ForOp>(loop))
    return counted.getRegionIterArgs();
  return cast<scf::WhileOp>(loop).getAfterArguments();
}

bool motif::yieldsTwice(ValueRange yields) {
  for (auto [index, value] : llvm::enumerate(yields))
    if (llvm::is_contained(yields.drop_front(index + 1), value))
      return true;
  return false;
}

bool motif::swaps(Operation *loop) {
  ValueRange yields = yieldsOf(loop), arguments = argumentsOf(loop);
  if (yields.size() != arguments.size())
    return false;
  for (auto [index, value] : llvm::enumerate(yields)) {
    auto other = dyn_cast<BlockArgument>(value);
    if (other && isTile(other) && llvm::is_contained(arguments, value) && arguments[index] != value)
      return true;
  }
  return false;
}

unsigned motif::lateness(scf::ForOp loop) {
  ValueRange yields = loop.getYieldedValues();
  unsigned most = 0;
  for (Value value : yields) {
    if (isa<BlockArgument>(value))
      continue;
    // From slot to slot, until what is yielded is computed again.
    unsigned late = 0;
    for (bool goesOn = true; goesOn && late < 4;) {
      auto slot = llvm::find(yields, value);
      goesOn = slot != yields.end();
      if (!goesOn)
        break;
      ++late;
      Value argument = loop.getRegionIterArg(slot - yields.begin());
      goesOn = llvm::is_contained(yields, argument) && argument != value;
      value = argument;
    }
    most = std::max(most, late);
  }
  return most;
}

unsigned motif::handedOn(Operation *op) {
  unsigned most = 0;
  for (Value value : op->getResults()) {
    unsigned levels = 0;
    for (bool goesOn = true; goesOn;) {
      goesOn = false;
      for (OpOperand &use : value.getUses()) {
        auto yield = dyn_cast<scf::YieldOp>(use.getOwner());
        Operation *around = yield ? yield->getParentOp() : nullptr;
        if (!around || use.getOperandNumber() >= around->getNumResults())
          continue;
        value = around->getResult(use.getOperandNumber());
        ++levels;
        goesOn = true;
        break;
      }
    }
    most = std::max(most, levels);
  }
  return most;
}

std::optional<int64_t> motif::tripsOf(scf::ForOp loop, const Known &known) {
  auto lower = known(loop.getLowerBound()), upper = known(loop.getUpperBound()),
       step = known(loop.getStep());
  if (!lower || !upper || !step || *step <= 0)
    return std::nullopt;
  return *upper <= *lower ? 0 : (*upper - *lower + *step - 1) / *step;
}

bool motif::isInverted(scf::ForOp loop, const Known &known) {
  auto lower = known(loop.getLowerBound()), upper = known(loop.getUpperBound());
  return lower && upper && *upper < *lower;
}

int64_t motif::attributeOf(Operation *loop, llvm::StringRef name, int64_t otherwise) {
  auto attribute = loop->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getInt() : otherwise;
}

bool motif::startEqual(scf::ForOp loop, bool yieldEqual) {
  for (auto [i, a] : llvm::enumerate(loop.getInitArgs()))
    for (auto [j, b] : llvm::enumerate(loop.getInitArgs()))
      if (i < j && a == b &&
          (loop.getYieldedValues()[i] == loop.getYieldedValues()[j]) == yieldEqual)
        return true;
  return false;
}

bool motif::usedInAndAfter(scf::ForOp loop) {
  return contains(loop, [&](Operation *op) {
    return llvm::any_of(op->getOperands(), [&](Value value) {
      return isTile(value) && !value.getDefiningOp<arith::ConstantOp>() &&
             definedOutside(value, loop) && llvm::any_of(value.getUsers(), [&](Operation *user) {
               return user->getBlock() == loop->getBlock() && loop->isBeforeInBlock(user);
             });
    });
  });
}

// --- Nests ---

scf::ForOp motif::innerLoop(scf::ForOp outer) {
  if (!outer->hasAttr("tt.flatten"))
    return {};
  auto loops = outer.getBody()->getOps<scf::ForOp>();
  return loops.empty() ? scf::ForOp() : *loops.begin();
}

unsigned motif::innerLoops(scf::ForOp outer) {
  auto loops = outer.getBody()->getOps<scf::ForOp>();
  return std::distance(loops.begin(), loops.end());
}

bool motif::hasPrologue(scf::ForOp outer) {
  scf::ForOp inner = innerLoop(outer);
  if (!inner)
    return false;
  for (Operation &op : *outer.getBody()) {
    if (&op == inner)
      return false;
    for (Operation *user : op.getUsers()) {
      Operation *here = outer.getBody()->findAncestorOpInBlock(*user);
      if (here && !here->isBeforeInBlock(inner))
        return true;
    }
  }
  return false;
}

bool motif::hasEpilogue(scf::ForOp outer) {
  scf::ForOp inner = innerLoop(outer);
  return inner &&
         llvm::any_of(inner->getUsers(), [&](Operation *user) { return !isa<scf::YieldOp>(user); });
}

// --- Reductions in loops ---

// The value through casts.
static Value plain(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::TruncIOp, arith::SIToFPOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

Update motif::updateOf(tt::ReduceOp reduce) {
  scf::ForOp loop = forOf(reduce);
  if (!loop)
    return {};
  for (auto [slot, yielded] : llvm::enumerate(loop.getYieldedValues())) {
    BlockArgument accumulator = loop.getRegionIterArg(slot);
    Value value = plain(yielded);
    if (llvm::is_contained(reduce->getResults(), value))
      return {loop, unsigned(slot), nullptr, accumulator};
    Operation *op = value.getDefiningOp();
    if (op && llvm::any_of(op->getOperands(), [&](Value operand) {
          return llvm::is_contained(reduce->getResults(), plain(operand));
        }))
      return {loop, unsigned(slot), op, accumulator};
  }
  return {};
}

bool motif::isUpdate(tt::ReduceOp reduce, char first, char second) {
  Update update = updateOf(reduce);
  if (!update.loop || !update.op || update.op->getNumOperands() != (second ? 2u : 1u))
    return false;
  auto is = [&](Value value, char wanted) {
    bool part = llvm::is_contained(reduce->getResults(), plain(value));
    bool accumulator = plain(value) == update.accumulator;
    return wanted == 'r' ? part : wanted == 'a' ? accumulator : !part && !accumulator;
  };
  return is(update.op->getOperand(0), first) && (!second || is(update.op->getOperand(1), second));
}

bool motif::updatesOtherwise(tt::ReduceOp reduce) {
  Update update = updateOf(reduce);
  auto &body = reduce.getCombineOp().front();
  return update.op && update.op->getNumOperands() == 2 && body.getOperations().size() == 2 &&
         body.front().getName() != update.op->getName();
}

bool motif::updatesByCast(tt::ReduceOp reduce) {
  Update update = updateOf(reduce);
  return update.op && plain(update.loop.getYieldedValues()[update.slot]) !=
                          update.loop.getYieldedValues()[update.slot];
}

bool motif::updatesTwice(tt::ReduceOp reduce) {
  scf::ForOp loop = forOf(reduce);
  return loop && llvm::any_of(loop.getYieldedValues(), [&](Value yielded) {
           Operation *outer = yielded.getDefiningOp();
           if (!outer || outer->getNumOperands() != 2)
             return false;
           unsigned parts = 0;
           for (Value operand : outer->getOperands()) {
             parts += llvm::is_contained(reduce->getResults(), plain(operand));
             if (Operation *inner = operand.getDefiningOp(); inner && inner->getNumOperands() == 2)
               for (Value deeper : inner->getOperands())
                 parts += llvm::is_contained(reduce->getResults(), plain(deeper));
           }
           return parts >= 2;
         });
}

// --- Loads ---

unsigned motif::chainOf(tt::LoadOp load) {
  Operation *loop = loopOf(load);
  unsigned most = 0;
  if (loop)
    behind(load.getPtr(), [&](Operation *op) {
      auto link = dyn_cast<tt::LoadOp>(op);
      if (link && loop->isAncestor(link) && most < 4)
        most = std::max(most, 1 + chainOf(link));
      return false;
    });
  return most;
}

bool motif::feedsDot(Value value) { return ahead<tt::DotOp, tt::DotScaledOp>(value); }

bool motif::isInvariant(tt::LoadOp load) {
  Operation *loop = loopOf(load);
  return loop && llvm::all_of(load->getOperands(), [&](Value operand) {
           // Address arithmetic of an iteration that nothing of the iteration goes into.
           bool varies = isa<BlockArgument>(operand) && !definedOutside(operand, loop);
           return !varies && !behind(operand, [&](Operation *op) {
             return loop->isAncestor(op) &&
                    (!isMemoryEffectFree(op) || llvm::any_of(op->getOperands(), [&](Value deeper) {
                      return isa<BlockArgument>(deeper) && !definedOutside(deeper, loop);
                    }));
           });
         });
}

bool motif::usedInBranchOnly(tt::LoadOp load) {
  return loopOf(load) && !load->use_empty() && llvm::all_of(load->getUsers(), [&](Operation *user) {
           return user->getBlock() != load->getBlock() && isa<scf::IfOp>(user->getParentOp());
         });
}

Value motif::bufferOf(Value pointer) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(pointer)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument.getArgNumber() == 0)
        return pointer;
      pointer = loop.getInitArgs()[argument.getArgNumber() - 1];
      continue;
    }
    Operation *op = pointer.getDefiningOp();
    if (!isa<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::BitcastOp>(op))
      return pointer;
    pointer = op->getOperand(0);
  }
}

bool motif::sameBuffer(Value a, Value b) { return bufferOf(a) == bufferOf(b); }

bool motif::storesThere(Operation *loop, tt::LoadOp load) {
  return contains(loop, [&](Operation *op) {
    auto store = dyn_cast<tt::StoreOp>(op);
    return store && sameBuffer(store.getPtr(), load.getPtr());
  });
}

bool motif::crossesZero(Value value, bool remainder) {
  return behind(value, [&](Operation *op) {
    bool wanted = remainder ? isa<arith::RemSIOp>(op) : isa<arith::DivSIOp>(op);
    if (!wanted || !isTile(op->getResult(0)))
      return false;
    // A range from which something is taken that is not as big as it.
    auto minus = op->getOperand(0).getDefiningOp<arith::SubIOp>();
    return minus && minus.getLhs().getDefiningOp<tt::MakeRangeOp>() &&
           !minus.getRhs().getDefiningOp<tt::MakeRangeOp>();
  });
}

// --- Products and conversions ---

bool motif::isDot(tt::DotOp dot, llvm::StringRef a, llvm::StringRef b) {
  return hasElement(dot.getA(), a) && hasElement(dot.getB(), b);
}

bool motif::hasSize(tt::DotOp dot, llvm::function_ref<bool(int64_t, int64_t, int64_t)> test) {
  ArrayRef<int64_t> a = cast<RankedTensorType>(dot.getA().getType()).getShape().take_back(2);
  return test(a[0], cast<RankedTensorType>(dot.getB().getType()).getShape().back(), a[1]);
}

bool motif::converts(tt::FpToFpOp cast, llvm::StringRef from, llvm::StringRef to) {
  return hasElement(cast.getSrc(), from) && hasElement(cast, to);
}

bool motif::readByAll(Value value) {
  return ahead(value,
               [&](Operation *op) { return isa<tt::BroadcastOp, tt::SplatOp, tt::AddPtrOp>(op); });
}

bool motif::returnsBefore(Operation *op) {
  auto function = op->getParentOfType<tt::FuncOp>();
  Operation *outermost = op;
  while (outermost->getParentOp() != function)
    outermost = outermost->getParentOp();
  Block *block = outermost->getBlock();
  return !block->isEntryBlock() && llvm::any_of(block->getPredecessors(), [](Block *before) {
    return llvm::any_of(before->getSuccessors(), [](Block *next) {
      return next->getOperations().size() == 1 && isa<tt::ReturnOp>(next->front());
    });
  });
}

bool motif::expandsOtherwise(tt::ExpandDimsOp expand, bool meets) {
  if (rankOf(expand.getSrc()) != 1)
    return false;
  return llvm::any_of(expand.getSrc().getUsers(), [&](Operation *user) {
    auto other = dyn_cast<tt::ExpandDimsOp>(user);
    if (!other || other.getAxis() == expand.getAxis())
      return false;
    return !meets || ahead(expand, [&](Operation *joint) {
      return joint->getNumOperands() >= 2 && llvm::any_of(joint->getOperands(), [&](Value operand) {
               return operand == other.getResult() ||
                      behind(operand, [&](Operation *op) { return op == other; });
             });
    });
  });
}
