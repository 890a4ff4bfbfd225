// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each op says what it does with its operands, and so with the arguments that are in them.
#include "oracles/interp/ArgumentUses.h"

#include "oracles/interp/AddressTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

namespace fathom::interp {

namespace {
class Reader {
public:
  Reader(mlir::ModuleOp module, tt::FuncOp kernel) : kernel(kernel), facts(module, kernel) {
    uses.args.resize(kernel.getNumArguments());
    module.walk([&](mlir::Operation *op) { note(op); });
  }

  KernelUses uses;

private:
  //===--- What ops do ---===//

  template <class Change> void each(const ArgSet &set, Change change) {
    for (unsigned k = 0; k < uses.args.size(); ++k)
      if (set[k])
        change(uses.args[k], k);
  }

  /// `value` bounds an index or a loop whose tile is so large. `moves`: what it bounds moves on.
  void bound(mlir::Value value, int64_t tile, bool moves) {
    const Facts known = facts.of(value);
    tile = std::max<int64_t>(tile, 1);
    each(known.is | known.tiles, [&](ArgumentUse &use, unsigned k) {
      use.tile = std::max(use.tile, known.is[k] ? tile : facts.dividedBy(k));
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
      const Facts known = facts.of(value);
      each(known.is | known.loaded,
           [&](ArgumentUse &use, unsigned) { use.comparedWith.push_back(*constant); });
      return;
    }
    const Facts &other = facts.of(with);
    bool orders = predicate != arith::CmpIPredicate::eq && predicate != arith::CmpIPredicate::ne;
    if (!orders || !(other.index || other.loaded.any()))
      return;
    bound(value, std::max(other.range, other.index ? longestDimension(with.getType()) : 1),
          other.moves || facts.of(value).moves);
    if (other.axes)
      each(facts.of(value).is, [&](ArgumentUse &use, unsigned) { use.grid = true; });
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
          const Facts known = facts.of(loop.getUpperBound());
          each(known.is | known.tiles, [&](ArgumentUse &use, unsigned) { use.loop = true; });
          each(facts.of(loop.getLowerBound()).is,
               [&](ArgumentUse &use, unsigned) { use.begins = true; });
        })
        .Case<arith::CmpIOp>([&](arith::CmpIOp cmp) {
          compare(cmp.getLhs(), cmp.getRhs(), cmp.getPredicate());
          compare(cmp.getRhs(), cmp.getLhs(), cmp.getPredicate());
        })
        .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>([&](auto divide) {
          const Facts &divisor = facts.of(divide.getRhs());
          int64_t range = facts.of(divide.getLhs()).range;
          each(divisor.loaded, [&](ArgumentUse &use, unsigned) { use.divisors = true; });
          bool quotient = isa<arith::DivSIOp, arith::DivUIOp>(op);
          std::optional<int64_t> by = constantOf(divide.getRhs());
          if (quotient && by && *by > 1)
            each(facts.of(divide.getLhs()).loaded,
                 [&](ArgumentUse &use, unsigned) { use.boundTile = std::max(use.boundTile, *by); });
          each(divisor.is, [&](ArgumentUse &use, unsigned) {
            use.inner |= quotient && range > 1;
            use.grid |= facts.of(divide.getLhs()).axes != 0;
            if (range > 1) // Wrapped around instead of masked.
              use.tile = std::max(use.tile, range), use.wide = true;
            else
              use.divisor = true;
          });
        })
        .Case<arith::MulIOp>([&](auto multiply) {
          if (constantOf(multiply.getLhs()) || constantOf(multiply.getRhs()))
            return;
          const Facts left = facts.of(multiply.getLhs()), right = facts.of(multiply.getRhs());
          each(left.is | right.is, [&](ArgumentUse &use, unsigned) { use.factor = true; });
          if (left.index != right.index)
            each(left.index ? right.loaded : left.loaded,
                 [&](ArgumentUse &use, unsigned) { use.factors = true; });
        })
        .Case<arith::SubIOp>([&](auto subtract) {
          each(facts.of(subtract.getLhs()).loaded & facts.of(subtract.getRhs()).loaded,
               [&](ArgumentUse &use, unsigned) { use.ascending = true; });
        })
        .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>([&](auto shift) {
          each(facts.of(shift.getRhs()).is, [&](ArgumentUse &use, unsigned) { use.shift = true; });
          each(facts.of(shift.getLhs()).loaded,
               [&](ArgumentUse &use, unsigned) { use.bits = true; });
        })
        .Case<arith::AndIOp>([&](auto both) {
          each(facts.of(both.getLhs()).is | facts.of(both.getRhs()).is,
               [&](ArgumentUse &use, unsigned) { use.mask = true; });
          if (constantOf(both.getRhs()))
            each(facts.of(both.getLhs()).loaded,
                 [&](ArgumentUse &use, unsigned) { use.bits = true; });
        })
        .Case<tt::IntToPtrOp, tt::LoadOp>([&](auto) {
          if (auto pointer =
                  dyn_cast<tt::PointerType>(mlir::getElementTypeOrSelf(op->getResult(0).getType())))
            each(facts.of(op->getResult(0)).inner, [&](ArgumentUse &use, unsigned) {
              use.pointeeOfElements = pointer.getPointeeType();
            });
        })
        .Case<tt::DotScaledOp>([&](tt::DotScaledOp dot) {
          for (mlir::Value scale : {dot.getAScale(), dot.getBScale()})
            if (scale)
              each(facts.of(scale).loaded, [&](ArgumentUse &use, unsigned) { use.scales = true; });
          for (auto [operand, type] : {std::pair{dot.getA(), dot.getAElemType()},
                                       std::pair{dot.getB(), dot.getBElemType()}})
            if (type == tt::ScaledElement::E4M3 || type == tt::ScaledElement::E5M2)
              each(facts.of(operand).loaded,
                   [&](ArgumentUse &use, unsigned) { use.narrowFloats = true; });
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
      each(facts.of(operand).roots, [&](ArgumentUse &use, unsigned) {
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
          each(facts.of(operand).loaded, [&](ArgumentUse &use, unsigned) {
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
        each(facts.of(offset).loaded, [&](ArgumentUse &use, unsigned) {
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
    for (Term &term : termsOf(offset, kernel, facts)) {
      term.moves |= isCarried(pointer);
      each(facts.of(pointer).roots, [&](ArgumentUse &use, unsigned buffer) {
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
        each(term.args & facts.of(offset).is,
             [&](ArgumentUse &use, unsigned) { use.offset = true; });
    }
  }

  void describe(mlir::Value base, mlir::ValueRange shape, mlir::ValueRange strides,
                ArrayRef<int64_t> block) {
    // A descriptor's block may lack leading dimensions.
    for (auto [size, step, extent] :
         zip(shape.take_back(block.size()), strides.take_back(block.size()), block)) {
      bound(size, extent, /*moves=*/true);
      std::optional<int64_t> constant = constantOf(step);
      each(facts.of(base).roots, [&](ArgumentUse &use, unsigned buffer) {
        if (constant)
          use.unitRange = std::max(use.unitRange, *constant == 1 ? extent : 0),
          use.unitMoves = true;
        else
          each(facts.of(step).is, [&](ArgumentUse &, unsigned k) {
            stride(buffer, k,
                   {.args = {}, .range = extent, .moves = true, .bounds = facts.of(size).is});
          });
      });
    }
  }

  tt::FuncOp kernel;
  ArgumentFacts facts;
};
} // namespace

KernelUses argumentUses(mlir::ModuleOp module, tt::FuncOp kernel) {
  return Reader(module, kernel).uses;
}

} // namespace fathom::interp
