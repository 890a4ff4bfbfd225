// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries the facts of AxisInfo.h through a program: a worklist over its values.
//
// The first sweep visits ops in the order of the text, which for structured control flow has every value before its
// uses but those that come round a loop. A value's facts are joined with what comes to it, so they only get weaker, and
// when they do, the users that the sweep has passed already are visited again, first in the text first. That ends: a
// fact can get weaker only so often, and a bound that grows round a loop gives up at once.
//
// In the end each op's results claim no more than its rule makes of what its operands claim, and a carried value no
// more than what comes to it from anywhere. So by induction over the steps of a run, what is claimed holds.
#include "core/analysis/AxisInfo.h"

#include "core/analysis/AxisRules.h"
#include "core/ir/Triton.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "core/layout/Encodings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <deque>
#include <queue>

using namespace mlir;
using namespace fathom;

struct AxisInfoAnalysis::Solver {
  explicit Solver(Operation *root) : root(root) {
    collectAssumptions();
    collectCalls();
    if (auto function = dyn_cast<FunctionOpInterface>(root))
      enter(function);
    sweep(root);
    while (!queue.empty()) {
      unsigned next = queue.top();
      queue.pop();
      queued[next] = false;
      current = next;
      visit(ops[next]);
    }
  }

  // What is known beside what the rules say.
  struct Assumption {
    unsigned divisibility = 0;
    bool notNegative = false;
  };
  void collectAssumptions();
  void collectCalls();

  void sweep(Operation *op);
  void visit(Operation *op);
  void visitFor(scf::ForOp loop);
  void visitYield(Operation *yield);
  void visitBranch(BranchOpInterface branch);
  void visitCall(tt::CallOp call);
  void visitReturn(tt::ReturnOp op);
  void enter(FunctionOpInterface function);
  void unknownArguments(Operation *op);

  AxisInfo *find(Value value) const { return facts.lookup(value); }
  /// Something more comes to `value`; `around` a loop.
  void add(Value value, AxisInfo info, bool around = false);
  /// The same, of what `from` is. Nothing where that is not reached (yet).
  void flow(Value from, Value to, bool around = false);

  Operation *root;
  DenseMap<Value, AxisInfo *> facts;
  std::deque<AxisInfo> storage;
  DenseMap<Value, Assumption> assumptions;
  DenseMap<Operation *, SmallVector<tt::CallOp, 2>> callers; ///< Of functions that only they enter.
  DenseMap<Operation *, SmallVector<std::optional<AxisInfo>, 2>> returned;
  SymbolTableCollection symbols;

  std::vector<Operation *> ops; ///< In the order of the text.
  DenseMap<Operation *, unsigned> place;
  std::vector<bool> queued;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> queue;
  unsigned current = 0;

  struct LayoutFacts {
    unsigned fastest;
    unsigned registers;
  };
  DenseMap<Type, LayoutFacts> layouts;
  LayoutFacts layoutOf(RankedTensorType type);
};

//===--- Before the sweep ---===//

/// `llvm.intr.assume` of [x % c == 0], [x > c] and [x >= c], in the block that defines x: there the assumption is
/// reached whenever x is there.
void AxisInfoAnalysis::Solver::collectAssumptions() {
  OperationName assume("llvm.intr.assume", root->getContext());
  root->walk([&](Operation *op) {
    if (op->getName() != assume || op->getNumOperands() == 0)
      return;
    auto cmp = op->getOperand(0).getDefiningOp<arith::CmpIOp>();
    APInt bound;
    if (!cmp || !matchPattern(cmp.getRhs(), m_ConstantInt(&bound)))
      return;
    auto note = [&](Value value) -> Assumption * {
      return value.getParentBlock() == op->getBlock() && !isa<RankedTensorType>(value.getType())
                 ? &assumptions[value]
                 : nullptr;
    };
    using P = arith::CmpIPredicate;
    Operation *remainder = cmp.getLhs().getDefiningOp();
    APInt divisor;
    if (cmp.getPredicate() == P::eq && bound.isZero() && remainder &&
        isa<arith::RemSIOp, arith::RemUIOp>(remainder) &&
        matchPattern(remainder->getOperand(1), m_ConstantInt(&divisor)) && !divisor.isZero())
      if (Assumption *that = note(remainder->getOperand(0)))
        that->divisibility = std::max(that->divisibility, divisor.countr_zero());
    bool positive = (cmp.getPredicate() == P::sgt && bound.sge(-1)) ||
                    (cmp.getPredicate() == P::sge && bound.isNonNegative());
    if (positive)
      if (Assumption *that = note(cmp.getLhs()))
        that->notNegative = true;
  });
}

/// Which functions are entered by known calls only: private ones that are called.
void AxisInfoAnalysis::Solver::collectCalls() {
  if (!isa<ModuleOp>(root))
    return;
  for (Region &region : root->getRegions())
    for (Operation &function : region.getOps()) {
      auto symbol = dyn_cast<SymbolOpInterface>(function);
      if (!symbol || !isa<tt::FuncOp>(function))
        continue;
      function.walk([&](tt::CallOp call) {
        auto callee = symbols.lookupNearestSymbolFrom<tt::FuncOp>(call, call.getCalleeAttr());
        if (callee && callee.isPrivate() && !callee.isExternal())
          callers[callee].push_back(call);
      });
    }
}

//===--- Facts ---===//

void AxisInfoAnalysis::Solver::add(Value value, AxisInfo info, bool around) {
  if (!assumptions.empty()) {
    auto known = assumptions.find(value);
    if (known != assumptions.end()) {
      info.axes[0].divisibility =
          std::max<unsigned>(info.axes[0].divisibility, known->second.divisibility);
      if (known->second.notNegative && !info.isNotNegative())
        info.below = axisWidth(value.getType()) - 1;
    }
  }
  AxisInfo *&old = facts[value];
  if (!old) {
    old = &storage.emplace_back(std::move(info));
  } else {
    AxisInfo both = old->join(info);
    if (around && both.isNotNegative() && both.below > old->below)
      both.below = AxisInfo::indexSign; // It counts up.
    if (both == *old)
      return;
    *old = std::move(both);
  }
  for (Operation *user : value.getUsers()) {
    auto passed = place.find(user);
    if (passed == place.end() || queued[passed->second])
      continue;
    queued[passed->second] = true;
    queue.push(passed->second);
  }
}

void AxisInfoAnalysis::Solver::flow(Value from, Value to, bool around) {
  if (AxisInfo *info = find(from))
    add(to, *info, around);
}

void AxisInfoAnalysis::Solver::enter(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    add(argument, withPromises(AxisInfo::unknown(argument.getType()), argument.getType(),
                               [&](StringRef name) { return function.getArgAttr(i, name); }));
  }
}

void AxisInfoAnalysis::Solver::unknownArguments(Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.empty())
      for (BlockArgument argument : region.front().getArguments())
        add(argument, AxisInfo::unknown(argument.getType()));
}

//===--- The sweep ---===//

void AxisInfoAnalysis::Solver::sweep(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block) {
        current = ops.size();
        place[&inner] = current;
        ops.push_back(&inner);
        queued.push_back(false);
        visit(&inner);
        if (inner.getNumRegions())
          sweep(&inner);
      }
}

/// start + i step, and at least start.
void AxisInfoAnalysis::Solver::visitFor(scf::ForOp loop) {
  AxisInfo *start = find(loop.getLowerBound()), *step = find(loop.getStep()),
           *end = find(loop.getUpperBound());
  if (start && step && end) {
    AxisInfo info = AxisInfo::unknown(loop.getInductionVar().getType());
    info.axes[0].divisibility = std::min(start->divisibilityAt(0, 0), step->divisibilityAt(0, 0));
    info.onIndices = start->onIndices || step->onIndices;
    if (!loop.getUnsignedCmp()) {
      unsigned width = axisWidth(loop.getInductionVar().getType());
      if (start->isNotNegative())
        info.below = end->isNotNegative() ? end->below : width - 1;
      else
        info.below = start->below;
    }
    add(loop.getInductionVar(), std::move(info));
  }
  for (auto [init, argument, result] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(), loop.getResults())) {
    flow(init, argument);
    flow(init, result);
  }
}

/// Whether the branch that ends here gives poison for a result, and the other one does not: then the result is as the
/// other's. (Poison that comes round a loop is not left out: what is selected from it and another value is not poison.)
static bool isPoisonInOneBranch(scf::IfOp branches, Operation *yield, unsigned result) {
  if (!branches || !yield->getOperand(result).getDefiningOp<ub::PoisonOp>())
    return false;
  for (Region &region : branches->getRegions())
    if (!region.empty() && &region != yield->getParentRegion() &&
        region.front().back().getNumOperands() > result)
      return !region.front().back().getOperand(result).getDefiningOp<ub::PoisonOp>();
  return false;
}

void AxisInfoAnalysis::Solver::visitYield(Operation *yield) {
  Operation *parent = yield->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    for (auto [value, argument, result] :
         llvm::zip(yield->getOperands(), loop.getRegionIterArgs(), loop.getResults())) {
      flow(value, argument, /*around=*/true);
      flow(value, result);
    }
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    for (auto [value, argument] : llvm::zip(yield->getOperands(), loop.getBeforeArguments()))
      flow(value, argument, /*around=*/true);
  } else if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, ttg::MaskOp,
                 ttg::WarpSpecializeOp>(parent)) {
    for (auto [value, result] : llvm::zip(yield->getOperands(), parent->getResults()))
      if (!isPoisonInOneBranch(dyn_cast<scf::IfOp>(parent), yield, result.getResultNumber()))
        flow(value, result);
  }
}

void AxisInfoAnalysis::Solver::visitBranch(BranchOpInterface branch) {
  for (auto [i, block] : llvm::enumerate(branch->getSuccessors())) {
    bool around = !block->empty() && place.contains(&block->front());
    SuccessorOperands passed = branch.getSuccessorOperands(i);
    for (BlockArgument argument : block->getArguments()) {
      Value value =
          argument.getArgNumber() < passed.size() ? passed[argument.getArgNumber()] : Value();
      if (value)
        flow(value, argument, around);
      else
        add(argument, AxisInfo::unknown(argument.getType()));
    }
  }
}

void AxisInfoAnalysis::Solver::visitCall(tt::CallOp call) {
  auto callee = symbols.lookupNearestSymbolFrom<tt::FuncOp>(call, call.getCalleeAttr());
  bool known =
      callee && callers.contains(callee) && callee.getNumArguments() == call.getNumOperands();
  if (!known) {
    for (Value result : call.getResults())
      add(result, AxisInfo::unknown(result.getType()));
    return;
  }
  for (auto [value, argument] : llvm::zip(call.getOperands(), callee.getArguments())) {
    AxisInfo *info = find(value);
    if (!info)
      continue;
    unsigned i = argument.getArgNumber();
    add(argument, withPromises(*info, argument.getType(),
                               [&](StringRef name) { return callee.getArgAttr(i, name); }));
  }
  for (auto [result, info] : llvm::zip(call.getResults(), returned[callee]))
    if (info)
      add(result, *info);
}

void AxisInfoAnalysis::Solver::visitReturn(tt::ReturnOp op) {
  auto function = op->getParentOfType<tt::FuncOp>();
  auto known = callers.find(function);
  if (known == callers.end())
    return;
  auto &infos = returned[function];
  infos.resize(op.getNumOperands());
  for (auto [value, info] : llvm::zip(op.getOperands(), infos)) {
    AxisInfo *now = find(value);
    if (!now)
      continue;
    info = info ? info->join(*now) : *now;
  }
  for (tt::CallOp call : known->second)
    if (place.contains(call))
      for (auto [result, info] : llvm::zip(call.getResults(), infos))
        if (info)
          add(result, *info);
}

void AxisInfoAnalysis::Solver::visit(Operation *op) {
  TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) { visitFor(loop); })
      .Case([&](scf::WhileOp loop) {
        for (auto [init, argument] : llvm::zip(loop.getInits(), loop.getBeforeArguments()))
          flow(init, argument);
      })
      .Case<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, ttg::MaskOp,
            ttg::WarpSpecializeOp>([&](auto) {})
      .Case<scf::YieldOp, ttg::MaskReturnOp, ttg::WarpYieldOp>(
          [&](Operation *yield) { visitYield(yield); })
      .Case([&](scf::ConditionOp condition) {
        auto loop = cast<scf::WhileOp>(condition->getParentOp());
        for (auto [value, argument, result] :
             llvm::zip(condition.getArgs(), loop.getAfterArguments(), loop.getResults())) {
          flow(value, argument);
          flow(value, result);
        }
      })
      .Case([&](ttg::WarpSpecializePartitionsOp holder) {
        for (Region &region : holder->getRegions())
          if (!region.empty())
            for (auto [value, argument] :
                 llvm::zip(holder.getExplicitCaptures(), region.front().getArguments()))
              flow(value, argument);
      })
      .Case([&](tt::CallOp call) { visitCall(call); })
      .Case([&](tt::ReturnOp ret) { visitReturn(ret); })
      .Default([&](Operation *) {
        if (op->getNumSuccessors())
          if (auto branch = dyn_cast<BranchOpInterface>(op))
            visitBranch(branch);
        if (auto function = op->getNumRegions() ? dyn_cast<FunctionOpInterface>(op) : nullptr) {
          if (!callers.contains(function))
            enter(function);
        } else if (op->getNumRegions())
          unknownArguments(op);
        if (op->getNumResults() == 0)
          return;
        SmallVector<const AxisInfo *, 4> operands;
        for (Value operand : op->getOperands()) {
          AxisInfo *info = find(operand);
          if (!info)
            return; // Not reached.
          operands.push_back(info);
        }
        for (OpResult result : op->getResults())
          add(result, axisRule(op, operands, result.getResultNumber()));
      });
}

//===--- Questions ---===//

AxisInfoAnalysis::AxisInfoAnalysis(Operation *root) : solver(std::make_unique<Solver>(root)) {}
AxisInfoAnalysis::~AxisInfoAnalysis() = default;

const AxisInfo &AxisInfoAnalysis::lookup(Value value) {
  if (AxisInfo *info = solver->find(value))
    return *info;
  // Made after the analysis, or never reached.
  AxisInfo info = AxisInfo::unknown(value.getType());
  Operation *op = value.getDefiningOp();
  bool isNew = op && !solver->place.contains(op) && op->getNumRegions() == 0 &&
               !isa<tt::CallOp, ub::PoisonOp>(op);
  if (isNew) {
    SmallVector<const AxisInfo *, 4> operands;
    for (Value operand : op->getOperands())
      operands.push_back(&lookup(operand));
    info = axisRule(op, operands, cast<OpResult>(value).getResultNumber());
  }
  AxisInfo *kept = &solver->storage.emplace_back(std::move(info));
  solver->facts[value] = kept;
  return *kept;
}

void AxisInfoAnalysis::forget(Value value) {
  solver->facts.erase(value);
  if (Operation *op = value.getDefiningOp())
    solver->place.erase(op);
}

void AxisInfoAnalysis::transfer(Value from, Value to) {
  AxisInfo info = lookup(from);
  solver->facts[to] = &solver->storage.emplace_back(std::move(info));
}

SmallVector<unsigned, 4> fathom::layoutOrder(RankedTensorType type) {
  unsigned rank = type.getRank();
  if (auto blocked = dyn_cast_or_null<ttg::BlockedEncodingAttr>(type.getEncoding()))
    if (blocked.getOrder().size() == rank)
      return SmallVector<unsigned, 4>(blocked.getOrder());
  SmallVector<unsigned, 4> order;
  auto put = [&](unsigned dim) {
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  };
  if (auto slice = dyn_cast_or_null<ttg::SliceEncodingAttr>(type.getEncoding())) {
    SmallVector<int64_t> shape(type.getShape());
    unsigned gone = slice.getDim();
    if (gone <= rank) {
      shape.insert(shape.begin() + gone, 1);
      for (unsigned dim :
           layoutOrder(RankedTensorType::get(shape, type.getElementType(), slice.getParent())))
        if (dim != gone)
          put(dim > gone ? dim - 1 : dim);
    }
  } else if (type.getEncoding()) {
    auto layout = toLinearLayout(type);
    if (!layout) {
      llvm::consumeError(layout.takeError());
    } else {
      for (Dim in : {Dim::reg(), Dim::lane(), Dim::warp()})
        for (unsigned bit = 0; bit < layout->inBits(in); ++bit)
          for (unsigned dim = 0; dim < rank; ++dim)
            if (layout->basis(in, bit, Dim::axis(dim)))
              put(dim);
    }
  }
  for (unsigned dim = rank; dim-- > 0;)
    put(dim);
  return order;
}

unsigned fathom::contiguousRegisters(RankedTensorType type, unsigned dim) {
  if (dim >= type.getRank() || !type.getEncoding())
    return 1;
  if (auto blocked = dyn_cast<ttg::BlockedEncodingAttr>(type.getEncoding()))
    if (blocked.getOrder().size() == size_t(type.getRank()) &&
        unsigned(blocked.getOrder()[0]) == dim)
      return std::min<int64_t>(blocked.getSizePerThread()[dim], type.getShape()[dim]);
  auto layout = toLinearLayout(type);
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return 1;
  }
  unsigned bits = 0;
  for (; bits < layout->inBits(Dim::reg()); ++bits)
    for (unsigned other = 0; other < type.getRank(); ++other)
      if (layout->basis(Dim::reg(), bits, Dim::axis(other)) !=
          (other == dim ? uint64_t(1) << bits : 0))
        return 1u << bits;
  return 1u << bits;
}

AxisInfoAnalysis::Solver::LayoutFacts AxisInfoAnalysis::Solver::layoutOf(RankedTensorType type) {
  auto known = layouts.find(type);
  if (known != layouts.end())
    return known->second;
  unsigned fastest = layoutOrder(type)[0];
  LayoutFacts found{fastest, contiguousRegisters(type, fastest)};
  layouts[type] = found;
  return found;
}

/// The type of a tensor that lies in registers; null for anything else.
static RankedTensorType laidOut(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() > 0 && tensor.getEncoding() ? tensor : RankedTensorType();
}

unsigned AxisInfoAnalysis::alignment(Value pointers) {
  RankedTensorType type = laidOut(pointers.getType());
  return type ? lookup(pointers).exactContiguity(solver->layoutOf(type).fastest) : 1;
}

unsigned AxisInfoAnalysis::contiguity(Value pointers) {
  RankedTensorType type = laidOut(pointers.getType());
  return type ? std::min(alignment(pointers), solver->layoutOf(type).registers) : 1;
}

unsigned AxisInfoAnalysis::maskAlignment(Value mask) {
  RankedTensorType type = laidOut(mask.getType());
  return type ? lookup(mask).constancy(solver->layoutOf(type).fastest) : 1;
}

static unsigned bitsOf(Type element) {
  if (auto pointer = dyn_cast<tt::PointerType>(element))
    element = pointer.getPointeeType();
  if (isa<tt::PointerType>(element))
    return 64;
  return element.isIntOrFloat() ? std::max(8u, element.getIntOrFloatBitWidth()) : 64;
}

unsigned AxisInfoAnalysis::vectorWidth(Value pointers) {
  RankedTensorType type = laidOut(pointers.getType());
  if (!type || !isa<tt::PointerType>(type.getElementType()))
    return 1;
  return std::min(128 / bitsOf(type.getElementType()), contiguity(pointers));
}

unsigned AxisInfoAnalysis::vectorWidth(Operation *access) {
  auto masked = [&](unsigned width, Value mask) {
    return mask ? std::min(width, maskAlignment(mask)) : width;
  };
  // By base and offsets: the base divides too.
  auto based = [&](Value base, Value offsets, Value mask, unsigned promised) -> unsigned {
    RankedTensorType type = laidOut(offsets.getType());
    auto pointer = dyn_cast<tt::PointerType>(base.getType());
    if (!type || !pointer)
      return 1;
    unsigned bits = bitsOf(pointer);
    unsigned registers = solver->layoutOf(type).registers;
    unsigned width = std::max(std::min(contiguity(offsets), registers), promised);
    int64_t bytes = lookup(base).divisibility(0);
    unsigned aligned = std::max<int64_t>(1, bytes / std::max(1u, bits / 8));
    return masked(std::min({width, aligned, 128 / bits}), mask);
  };
  return TypeSwitch<Operation *, unsigned>(access)
      .Case([&](tt::LoadOp op) { return masked(vectorWidth(op.getPtr()), op.getMask()); })
      .Case([&](tt::StoreOp op) { return masked(vectorWidth(op.getPtr()), op.getMask()); })
      .Case([&](tt::AtomicRMWOp op) { return masked(vectorWidth(op.getPtr()), op.getMask()); })
      .Case([&](ttg::AsyncCopyGlobalToLocalOp op) {
        unsigned width = vectorWidth(op.getSrc());
        if (RankedTensorType type = laidOut(op.getSrc().getType())) {
          // What the op itself promises, as far as a thread holds it.
          unsigned promised =
              std::min<unsigned>(op.getContiguity(), solver->layoutOf(type).registers);
          width = std::max(width, std::min(promised, 128 / bitsOf(type.getElementType())));
        }
        return masked(width, op.getMask());
      })
      .Case([&](amdg::BufferLoadOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), op.getContiguity());
      })
      .Case([&](amdg::BufferStoreOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), op.getContiguity());
      })
      .Case([&](amdg::BufferLoadToLocalOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), op.getContiguity());
      })
      .Case([&](amdg::BufferAtomicRMWOp op) {
        return based(op.getPtr(), op.getOffsets(), op.getMask(), 1);
      })
      .Default([](Operation *) { return 1u; });
}
