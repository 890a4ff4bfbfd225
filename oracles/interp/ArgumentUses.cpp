// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows arguments through a kernel: facts flow forward over all values until nothing changes, then each op says what it does with its operands.
#include "oracles/interp/ArgumentUses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

namespace fathom::interp {

namespace {

/// What is known of a value.
struct Facts {
  ArgSet
      is; ///< It is this scalar, but for casts, splats, and constants that are added or multiplied.
  ArgSet tiles;      ///< It is that scalar divided by a constant.
  ArgSet has;        ///< That scalar is in it in any way.
  ArgSet loaded;     ///< Integers of that buffer are in it, arithmetically.
  ArgSet roots;      ///< A pointer: into that buffer.
  ArgSet inner;      ///< A pointer: it was an element of that buffer.
  int64_t range = 0; ///< The longest tt.make_range in it.
  uint8_t axes = 0;
  bool moves = false; ///< The number of a program or a loop's counter is in it.
  bool index = false; ///< The number of a program, a range or a loop's counter is in it.

  bool join(const Facts &other) {
    Facts before = *this;
    is |= other.is, tiles |= other.tiles, has |= other.has, loaded |= other.loaded,
        roots |= other.roots, inner |= other.inner;
    range = std::max(range, other.range);
    axes |= other.axes;
    index |= other.index;
    moves |= other.moves;
    return is != before.is || tiles != before.tiles || has != before.has ||
           loaded != before.loaded || roots != before.roots || inner != before.inner ||
           range != before.range || axes != before.axes || index != before.index ||
           moves != before.moves;
  }
};

/// A product in an address: of arguments, a constant and an index.
struct Term {
  ArgSet args;
  int64_t factor = 1;
  int64_t range = 0;
  bool moves = false;
  ArgSet bounds; ///< It is a remainder by these.
};

std::optional<int64_t> constantOf(mlir::Value value) {
  APInt number;
  if (matchPattern(value, mlir::m_ConstantInt(&number)) && number.getBitWidth() <= 64)
    return number.getSExtValue();
  if (auto splat = value.getDefiningOp<tt::SplatOp>())
    return constantOf(splat.getSrc());
  return std::nullopt;
}

bool isInteger(mlir::Type type) { return mlir::getElementTypeOrSelf(type).isIntOrIndex(); }

class Reader {
public:
  Reader(mlir::ModuleOp module, tt::FuncOp kernel) : module(module), kernel(kernel) {
    uses.args.resize(kernel.getNumArguments());
  }

  KernelUses read() {
    for (auto [index, argument] : enumerate(kernel.getArguments())) {
      Facts &known = facts[argument];
      if (isa<tt::PointerType, tt::TensorDescType>(argument.getType()))
        known.roots.set(index);
      else
        known.is.set(index), known.has.set(index);
    }
    do {
      changed = false;
      module.walk([&](mlir::Operation *op) { flow(op); });
    } while (changed);
    module.walk([&](mlir::Operation *op) { note(op); });
    return std::move(uses);
  }

private:
  //===--- Forward ---===//

  Facts of(mlir::Value value) const { return facts.lookup(value); }
  void put(mlir::Value value, const Facts &more) { changed |= facts[value].join(more); }
  void putAll(mlir::ValueRange to, mlir::ValueRange from) {
    for (auto [target, source] : zip(to, from))
      put(target, of(source));
  }

  Facts joined(mlir::ValueRange values) {
    Facts result;
    for (mlir::Value value : values)
      result.join(of(value));
    return result;
  }
  /// Of a result that is no operand any more.
  static Facts mixed(Facts known) {
    known.is.reset();
    known.tiles.reset();
    return known;
  }

  void flow(mlir::Operation *op) {
    if (flowControl(op) || op->getNumResults() == 0)
      return;
    Facts known = transfer(op);
    for (mlir::Value result : op->getResults())
      put(result, known);
  }

  /// Ops that pass values on to others than their results.
  bool flowControl(mlir::Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Facts counter = mixed(joined({loop.getLowerBound(), loop.getStep()}));
      counter.index = counter.moves = true;
      if (std::optional<int64_t> step = constantOf(loop.getStep()))
        counter.range = std::max(counter.range, *step > 1 ? *step : 0);
      put(loop.getInductionVar(), counter);
      auto yielded = cast<scf::YieldOp>(loop.getBody()->getTerminator()).getOperands();
      for (mlir::ValueRange source :
           {mlir::ValueRange(loop.getInitArgs()), mlir::ValueRange(yielded)}) {
        putAll(loop.getRegionIterArgs(), source);
        putAll(loop.getResults(), source);
      }
      return true;
    }
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      putAll(loop.getBeforeArguments(), loop.getInits());
      putAll(loop.getBeforeArguments(), loop.getYieldOp().getOperands());
      putAll(loop.getAfterArguments(), loop.getConditionOp().getArgs());
      putAll(loop.getResults(), loop.getConditionOp().getArgs());
      return true;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (mlir::Region *region : branch.getRegions())
        if (!region->empty())
          putAll(branch.getResults(), region->front().getTerminator()->getOperands());
      return true;
    }
    if (auto branch = dyn_cast<mlir::BranchOpInterface>(op)) {
      for (auto [index, successor] : enumerate(op->getSuccessors()))
        putAll(successor->getArguments(),
               branch.getSuccessorOperands(index).getForwardedOperands());
      return true;
    }
    if (auto call = dyn_cast<tt::CallOp>(op)) {
      auto callee = module.lookupSymbol<tt::FuncOp>(call.getCallee());
      if (!callee || callee.isExternal())
        return true;
      putAll(callee.getArguments(), call.getOperands());
      callee.walk([&](tt::ReturnOp end) { putAll(call.getResults(), end.getOperands()); });
      return true;
    }
    return false;
  }

  Facts transfer(mlir::Operation *op) {
    Facts all = joined(op->getOperands());
    return TypeSwitch<mlir::Operation *, Facts>(op)
        .Case<tt::GetProgramIdOp>([&](auto id) {
          Facts known;
          known.axes = 1u << unsigned(id.getAxis());
          known.index = known.moves = true;
          return known;
        })
        .Case<tt::MakeRangeOp>([&](auto range) {
          Facts known;
          known.range = range.getEnd();
          known.index = true;
          return known;
        })
        // Constants that are added or multiplied do not hide an argument.
        .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp, arith::MaxSIOp,
              arith::MinUIOp, arith::MaxUIOp>([&](auto binary) {
          bool constant = constantOf(binary.getLhs()) || constantOf(binary.getRhs());
          bool choice = isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op);
          return constant || choice ? all : mixed(all);
        })
        .Case<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp, arith::CeilDivSIOp>(
            [&](auto binary) {
              Facts known = mixed(all);
              if (std::optional<int64_t> by = constantOf(binary.getRhs()); by && *by > 0) {
                int64_t tile = isa<arith::ShRSIOp, arith::ShRUIOp>(op)
                                   ? *by < 30 ? int64_t(1) << *by : 0
                                   : *by;
                known.tiles = of(binary.getLhs()).is;
                for (unsigned k = 0; k < uses.args.size(); ++k)
                  if (known.tiles[k])
                    dividedBy[k] = std::max(dividedBy[k], tile);
              }
              return known;
            })
        .Case<arith::SelectOp>(
            [&](auto select) { return joined({select.getTrueValue(), select.getFalseValue()}); })
        .Case<arith::CmpIOp, arith::CmpFOp>([&](auto) { return Facts(); })
        .Case<tt::LoadOp>([&](auto load) { return whatIsLoaded(load.getPtr(), load.getType()); })
        .Case<tt::DescriptorLoadOp>(
            [&](auto load) { return whatIsLoaded(load.getDesc(), load.getType()); })
        .Case<tt::DescriptorGatherOp>(
            [&](auto load) { return whatIsLoaded(load.getDesc(), load.getType()); })
        .Case<tt::AtomicRMWOp, tt::AtomicCASOp>(
            [&](auto atomic) { return whatIsLoaded(atomic.getPtr(), atomic.getType()); })
        .Case<tt::IntToPtrOp>([&](auto) {
          Facts known;
          known.inner = all.loaded;
          return known;
        })
        .Case<tt::AddPtrOp>([&](auto add) { return of(add.getPtr()); })
        .Case<tt::MakeTensorPtrOp>([&](auto make) { return of(make.getBase()); })
        .Case<tt::AdvanceOp>([&](auto advance) { return of(advance.getPtr()); })
        .Case<tt::MakeTensorDescOp>([&](auto make) { return of(make.getBase()); })
        .Default([&](mlir::Operation *) {
          // Casts and movement keep what a value is.
          bool moves = op->getNumOperands() == 1 && op->getNumRegions() == 0 &&
                       isInteger(op->getResult(0).getType());
          bool points =
              isa<tt::PointerType>(mlir::getElementTypeOrSelf(op->getResult(0).getType()));
          if (moves || points)
            return all;
          if (!isInteger(op->getResult(0).getType()))
            return Facts();
          return mixed(all);
        });
  }

  Facts whatIsLoaded(mlir::Value from, mlir::Type type) {
    Facts known;
    if (isInteger(type))
      known.loaded = of(from).roots;
    else if (isa<tt::PointerType>(mlir::getElementTypeOrSelf(type)))
      known.inner = of(from).roots;
    return known;
  }

  //===--- What ops do ---===//

  template <class Change> void each(const ArgSet &set, Change change) {
    for (unsigned k = 0; k < uses.args.size(); ++k)
      if (set[k])
        change(uses.args[k], k);
  }

  /// `value` bounds an index or a loop whose tile is so large. `moves`: what it bounds moves on.
  void bound(mlir::Value value, int64_t tile, bool moves) {
    const Facts known = of(value);
    tile = std::max<int64_t>(tile, 1);
    each(known.is | known.tiles, [&](ArgumentUse &use, unsigned k) {
      use.tile = std::max(use.tile, known.is[k] ? tile : dividedBy[k]);
      use.wide |= moves;
    });
    each(known.loaded, [&](ArgumentUse &use, unsigned) {
      use.bounds = true;
      use.boundTile = std::max(use.boundTile, tile);
    });
  }

  static int64_t longestDimension(mlir::Type type) {
    auto shaped = dyn_cast<mlir::RankedTensorType>(type);
    return shaped && shaped.getRank() ? *llvm::max_element(shaped.getShape()) : 1;
  }

  void compare(mlir::Value value, mlir::Value with, arith::CmpIPredicate predicate) {
    if (std::optional<int64_t> constant = constantOf(with)) {
      each(of(value).is,
           [&](ArgumentUse &use, unsigned) { use.comparedWith.push_back(*constant); });
      return;
    }
    const Facts &other = of(with);
    bool orders = predicate != arith::CmpIPredicate::eq && predicate != arith::CmpIPredicate::ne;
    if (!orders || !(other.index || other.loaded.any()))
      return;
    bound(value, std::max(other.range, other.index ? longestDimension(with.getType()) : 1),
          other.moves);
    if (other.axes)
      each(of(value).is, [&](ArgumentUse &use, unsigned) { use.grid = true; });
  }

  void note(mlir::Operation *op) {
    TypeSwitch<mlir::Operation *>(op)
        .Case<tt::MakeRangeOp>([&](tt::MakeRangeOp range) {
          uses.longestRange = std::max<int64_t>(uses.longestRange, range.getEnd());
        })
        .Case<tt::GetProgramIdOp>([&](auto id) { uses.axes |= 1u << unsigned(id.getAxis()); })
        .Case<tt::GetNumProgramsOp>([&](auto id) { uses.axes |= 1u << unsigned(id.getAxis()); })
        .Case<scf::ForOp>([&](scf::ForOp loop) {
          bound(loop.getUpperBound(), constantOf(loop.getStep()).value_or(1), /*moves=*/true);
          const Facts known = of(loop.getUpperBound());
          each(known.is | known.tiles, [&](ArgumentUse &use, unsigned) { use.loop = true; });
        })
        .Case<arith::CmpIOp>([&](arith::CmpIOp cmp) {
          compare(cmp.getLhs(), cmp.getRhs(), cmp.getPredicate());
          compare(cmp.getRhs(), cmp.getLhs(), cmp.getPredicate());
        })
        .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>([&](auto divide) {
          const Facts &divisor = of(divide.getRhs());
          int64_t range = of(divide.getLhs()).range;
          each(divisor.loaded, [&](ArgumentUse &use, unsigned) { use.divisors = true; });
          bool quotient = isa<arith::DivSIOp, arith::DivUIOp>(op);
          std::optional<int64_t> by = constantOf(divide.getRhs());
          if (quotient && by && *by > 1)
            each(of(divide.getLhs()).loaded,
                 [&](ArgumentUse &use, unsigned) { use.boundTile = std::max(use.boundTile, *by); });
          each(divisor.is, [&](ArgumentUse &use, unsigned) {
            use.inner |= quotient && range > 1;
            use.grid |= of(divide.getLhs()).axes != 0;
            if (range > 1) // Wrapped around instead of masked.
              use.tile = std::max(use.tile, range), use.wide = true;
            else
              use.divisor = true;
          });
        })
        .Case<arith::MulIOp>([&](auto multiply) {
          if (constantOf(multiply.getLhs()) || constantOf(multiply.getRhs()))
            return;
          const Facts left = of(multiply.getLhs()), right = of(multiply.getRhs());
          each(left.is | right.is, [&](ArgumentUse &use, unsigned) { use.factor = true; });
          if (left.index != right.index)
            each(left.index ? right.loaded : left.loaded,
                 [&](ArgumentUse &use, unsigned) { use.factors = true; });
        })
        .Case<arith::SubIOp>([&](auto subtract) {
          each(of(subtract.getLhs()).loaded & of(subtract.getRhs()).loaded,
               [&](ArgumentUse &use, unsigned) { use.ascending = true; });
        })
        .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>([&](auto shift) {
          each(of(shift.getRhs()).is, [&](ArgumentUse &use, unsigned) { use.shift = true; });
          each(of(shift.getLhs()).loaded, [&](ArgumentUse &use, unsigned) { use.bits = true; });
        })
        .Case<arith::AndIOp>([&](auto both) {
          each(of(both.getLhs()).is | of(both.getRhs()).is,
               [&](ArgumentUse &use, unsigned) { use.mask = true; });
          if (constantOf(both.getRhs()))
            each(of(both.getLhs()).loaded, [&](ArgumentUse &use, unsigned) { use.bits = true; });
        })
        .Case<tt::IntToPtrOp, tt::LoadOp>([&](auto) {
          if (auto pointer =
                  dyn_cast<tt::PointerType>(mlir::getElementTypeOrSelf(op->getResult(0).getType())))
            each(of(op->getResult(0)).inner, [&](ArgumentUse &use, unsigned) {
              use.pointeeOfElements = pointer.getPointeeType();
            });
        })
        .Case<tt::DotScaledOp>([&](tt::DotScaledOp dot) {
          for (mlir::Value scale : {dot.getAScale(), dot.getBScale()})
            if (scale)
              each(of(scale).loaded, [&](ArgumentUse &use, unsigned) { use.scales = true; });
        })
        .Case<tt::AddPtrOp>([&](tt::AddPtrOp add) { address(add.getPtr(), add.getOffset()); })
        .Case<tt::MakeTensorPtrOp>([&](tt::MakeTensorPtrOp make) {
          auto block =
              cast<mlir::RankedTensorType>(cast<tt::PointerType>(make.getType()).getPointeeType());
          describe(make.getBase(), make.getShape(), make.getStrides(), block.getShape());
        })
        .Case<tt::MakeTensorDescOp>([&](tt::MakeTensorDescOp make) {
          describe(make.getBase(), make.getShape(), make.getStrides(),
                   make.getType().getBlockType().getShape());
        });
    noteAccess(op);
  }

  void noteAccess(mlir::Operation *op) {
    bool reads = isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp, tt::AtomicPollOp,
                     tt::AtomicLoadOp>(op) ||
                 op->getName().getStringRef().contains("global_to_local") ||
                 op->getName().getStringRef().contains("buffer_load");
    bool updates = isa<tt::AtomicRMWOp, tt::AtomicCASOp, tt::DescriptorReduceOp>(op) ||
                   op->getName().getStringRef().contains("buffer_atomic");
    bool writes =
        isa<tt::StoreOp, tt::DescriptorStoreOp, tt::DescriptorScatterOp, tt::AtomicStoreOp>(op) ||
        op->getName().getStringRef().contains("local_to_global") ||
        op->getName().getStringRef().contains("buffer_store");
    if (!reads && !updates && !writes)
      return;
    auto load = dyn_cast<tt::LoadOp>(op);
    for (mlir::Value operand : op->getOperands()) {
      if (!isa<tt::PointerType, tt::TensorDescType>(mlir::getElementTypeOrSelf(operand.getType())))
        continue;
      each(of(operand).roots, [&](ArgumentUse &use, unsigned) {
        use.loaded |= reads;
        use.updated |= updates;
        use.stored |= writes;
        use.isVolatile |= load && load.getIsVolatile();
      });
      markOffsets(operand, /*stores=*/writes || updates);
      // A pointer that is stored is no address of the store.
      break;
    }
    if (isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp, tt::DescriptorGatherOp,
            tt::DescriptorScatterOp, tt::DescriptorReduceOp>(op))
      for (mlir::Value operand : op->getOperands().drop_front())
        if (isInteger(operand.getType()) &&
            (!writes || mlir::getElementTypeOrSelf(operand.getType()).isInteger(32)))
          each(of(operand).loaded, [&](ArgumentUse &use, unsigned) {
            (writes ? use.storeOffsets : use.loadOffsets) = true;
          });
  }

  //===--- Addresses ---===//

  /// Marks the buffers whose integers are in the address of an access: looks back through the pointer.
  void markOffsets(mlir::Value pointer, bool stores) {
    SmallVector<mlir::Value> todo = {pointer};
    DenseSet<mlir::Value> seen;
    while (!todo.empty()) {
      mlir::Value value = todo.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      mlir::Operation *op = value.getDefiningOp();
      if (!op) {
        auto argument = cast<mlir::BlockArgument>(value);
        if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()))
          if (unsigned k = argument.getArgNumber()) {
            todo.push_back(loop.getInitArgs()[k - 1]);
            todo.push_back(cast<scf::YieldOp>(loop.getBody()->getTerminator()).getOperand(k - 1));
          }
        continue;
      }
      auto mark = [&](mlir::Value offset) {
        each(of(offset).loaded, [&](ArgumentUse &use, unsigned) {
          (stores ? use.storeOffsets : use.loadOffsets) = true;
        });
      };
      if (auto add = dyn_cast<tt::AddPtrOp>(op)) {
        mark(add.getOffset());
        todo.push_back(add.getPtr());
      } else if (isa<tt::MakeTensorPtrOp, tt::AdvanceOp>(op)) {
        for (mlir::Value operand : op->getOperands().drop_front())
          mark(operand);
        todo.push_back(op->getOperand(0));
      } else if (op->getNumRegions() == 0) {
        for (mlir::Value operand : op->getOperands())
          if (isa<tt::PointerType>(mlir::getElementTypeOrSelf(operand.getType())))
            todo.push_back(operand);
      }
    }
  }

  void stride(unsigned buffer, unsigned argument, const Term &term) {
    uses.args[argument].stride = true;
    int64_t range = std::max<int64_t>(term.range, 1);
    for (StrideUse &known : uses.args[buffer].strides)
      if (known.argument == argument) {
        known.range = std::max(known.range, range);
        known.moves |= term.moves;
        known.bounds |= term.bounds;
        return;
      }
    uses.args[buffer].strides.push_back({argument, range, term.moves, term.bounds});
  }

  /// A loop moves the pointer on.
  static bool isCarried(mlir::Value pointer) {
    auto argument = dyn_cast<mlir::BlockArgument>(pointer);
    return argument && isa<scf::ForOp, scf::WhileOp>(argument.getOwner()->getParentOp());
  }

  void address(mlir::Value pointer, mlir::Value offset) {
    for (Term &term : termsOf(offset)) {
      term.moves |= isCarried(pointer);
      each(of(pointer).roots, [&](ArgumentUse &use, unsigned buffer) {
        if (term.args.none()) {
          use.unitRange = std::max(use.unitRange, term.range * std::abs(term.factor));
          use.unitMoves |=
              term.moves && std::max<int64_t>(term.range, 1) * std::abs(term.factor) < 4096;
        } else if (term.args.count() == 1)
          for (unsigned k = 0; k < uses.args.size(); ++k)
            if (term.args[k])
              stride(buffer, k, term);
      });
      if (term.args.count() == 1 && term.range == 0 && term.factor == 1)
        each(term.args & of(offset).is, [&](ArgumentUse &use, unsigned) { use.offset = true; });
    }
  }

  void describe(mlir::Value base, mlir::ValueRange shape, mlir::ValueRange strides,
                ArrayRef<int64_t> block) {
    // A descriptor's block may lack leading dimensions.
    for (auto [size, step, extent] :
         zip(shape.take_back(block.size()), strides.take_back(block.size()), block)) {
      bound(size, extent, /*moves=*/true);
      std::optional<int64_t> constant = constantOf(step);
      each(of(base).roots, [&](ArgumentUse &use, unsigned buffer) {
        if (constant)
          use.unitRange = std::max(use.unitRange, *constant == 1 ? extent : 0),
          use.unitMoves = true;
        else
          each(of(step).is, [&](ArgumentUse &, unsigned k) {
            stride(buffer, k, {.args = {}, .range = extent, .moves = true, .bounds = of(size).is});
          });
      });
    }
  }

  SmallVector<Term> termsOf(mlir::Value value) {
    DenseSet<mlir::Value> active;
    visits = 0;
    return termsOf(value, active);
  }

  SmallVector<Term> termsOf(mlir::Value value, DenseSet<mlir::Value> &active) {
    constexpr size_t most = 24;
    Term atom;
    if (std::optional<int64_t> constant = constantOf(value)) {
      atom.factor = *constant;
      return {atom};
    }
    mlir::Operation *op = value.getDefiningOp();
    // A sum of sums of the same values has exponentially many terms.
    bool opaque = ++visits > 2000 || !active.insert(value).second;
    auto leaf = [&]() -> SmallVector<Term> {
      atom.range = std::max<int64_t>(of(value).range, 1);
      atom.moves = of(value).moves;
      return {atom};
    };
    if (opaque)
      return leaf();
    auto done = [&](SmallVector<Term> terms) {
      active.erase(value);
      if (terms.size() > most)
        terms.truncate(most);
      return terms;
    };
    if (auto argument = dyn_cast<mlir::BlockArgument>(value)) {
      if (argument.getOwner() == &kernel.getBody().front()) {
        atom.args.set(argument.getArgNumber());
        return done({atom});
      }
      if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
          loop && argument.getArgNumber() > 0) {
        unsigned k = argument.getArgNumber() - 1;
        SmallVector<Term> terms = termsOf(loop.getInitArgs()[k], active);
        append_range(
            terms,
            termsOf(cast<scf::YieldOp>(loop.getBody()->getTerminator()).getOperand(k), active));
        return done(terms);
      }
      return done(leaf());
    }
    if (isa<arith::AddIOp, arith::SubIOp>(op)) {
      SmallVector<Term> terms = termsOf(op->getOperand(0), active);
      append_range(terms, termsOf(op->getOperand(1), active));
      return done(terms);
    }
    if (isa<arith::MulIOp>(op)) {
      SmallVector<Term> terms, right = termsOf(op->getOperand(1), active);
      for (const Term &a : termsOf(op->getOperand(0), active))
        for (const Term &b : right)
          if (terms.size() < most)
            terms.push_back({a.args | b.args, a.factor * b.factor, std::max(a.range, b.range),
                             a.moves || b.moves, a.bounds | b.bounds});
      return done(terms);
    }
    if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
      SmallVector<Term> terms = leaf();
      terms.front().bounds = of(op->getOperand(1)).is;
      if (std::optional<int64_t> by = constantOf(op->getOperand(1)); by && *by > 0)
        terms.front().range = *by, terms.front().moves = false;
      return done(terms);
    }
    if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
      SmallVector<Term> terms = leaf();
      std::optional<int64_t> by = constantOf(op->getOperand(1));
      terms.front().range = by && *by > 0 ? std::max<int64_t>(terms.front().range / *by, 1) : 1;
      return done(terms);
    }
    bool moves = op->getNumOperands() == 1 && op->getNumRegions() == 0 &&
                 op->getNumResults() == 1 && isInteger(op->getOperand(0).getType()) &&
                 !isa<tt::CallOp>(op);
    if (moves)
      return done(termsOf(op->getOperand(0), active));
    return done(leaf());
  }

  mlir::ModuleOp module;
  tt::FuncOp kernel;
  KernelUses uses;
  DenseMap<mlir::Value, Facts> facts;
  int64_t dividedBy[128] = {};
  bool changed = false;
  unsigned visits = 0;
};

} // namespace

KernelUses argumentUses(mlir::ModuleOp module, tt::FuncOp kernel) {
  return Reader(module, kernel).read();
}

} // namespace fathom::interp
