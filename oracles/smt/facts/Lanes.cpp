// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes down how a lane is made: by its op, from lanes of its operands.
#include "oracles/smt/facts/Lanes.h"

#include "core/analysis/Assumptions.h"
#include "core/ir/TritonGPU.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

Claims::Claims(tt::FuncOp function) : axes(function), ranges(function) {
  forEachAssumption(function, [&](arith::CmpIOp cmp, const APInt &, Block *block) {
    if (cmp.getLhs().getParentBlock() == block)
      assumptions[cmp.getLhs()].push_back(cmp);
  });
}

z3::expr_vector Lanes::supposed() const {
  z3::expr_vector all(c);
  for (const z3::expr_vector *some : {&ofInputs, &hypotheses})
    for (unsigned k = 0; k < some->size(); ++k)
      all.push_back((*some)[k]);
  return all;
}

static z3::expr applies(arith::CmpIPredicate predicate, const z3::expr &a, const z3::expr &b) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::sge:
    return a >= b;
  case P::sgt:
    return a > b;
  case P::sle:
    return a <= b;
  case P::slt:
    return a < b;
  default: // Not used by the analyses.
    return a.ctx().bool_val(true);
  }
}

Term Lanes::at(Value value, const Index &index, const Trips &allTrips, unsigned depth) {
  Trips trips = around(value, allTrips);
  std::vector<uint64_t> key{uint64_t(uintptr_t(value.getAsOpaquePointer())), tripBefore};
  for (const z3::expr &place : index)
    key.push_back(place.simplify().id());
  for (auto [loop, trip] : trips)
    key.insert(key.end(), {uint64_t(uintptr_t(loop)), trip});
  if (auto found = known.find(key); found != known.end())
    return found->second;
  ++made;
  std::optional<Term> term;
  if (!tooMuch())
    term = define(value, index, trips, depth);
  if (!term)
    term = leaf(value, index, trips);
  term->bits = term->bits.simplify();
  term->poison = term->poison.simplify();
  known.insert_or_assign(key, *term);

  if (withoutNegativeIndices && axisWidth(value.getType()) > 1 &&
      claims.axes.lookup(value).below == AxisInfo::indexSign)
    hypotheses.push_back(term->poison || term->bits >= number(0, width(value.getType())));
  if (auto found = claims.assumptions.find(value); found != claims.assumptions.end())
    for (arith::CmpIOp cmp : found->second)
      hypotheses.push_back(term->poison || applies(cmp.getPredicate(), term->bits,
                                                   at(cmp.getRhs(), index, trips, 0).bits));
  return *term;
}

Term Lanes::load(tt::LoadOp load, const Index &index, const Trips &trips, unsigned depth) {
  leaveOpen("a loaded value");
  Term address = at(load.getPtr(), index, trips, depth);
  std::string name = "load" + std::to_string(numberOf(load));
  for (auto [loop, trip] : trips)
    name += "@" + std::to_string(trip);
  unsigned bits = width(load.getType());
  Term term{z3::function(name.c_str(), c.bv_sort(64), c.bv_sort(bits))(address.bits),
            address.poison};
  if (!load.getMask())
    return term;
  Term mask = at(load.getMask(), index, trips, depth);
  z3::expr on = mask.bits == number(1, 1);
  Term other = load.getOther() ? at(load.getOther(), index, trips, depth)
                               : Term{number(0, bits), c.bool_val(true)};
  return {z3::ite(on, term.bits, other.bits),
          mask.poison || z3::ite(on, term.poison, other.poison)};
}

/// An element of an operand, elsewhere.
std::optional<Term> Lanes::moved(Operation *op, unsigned result, const Index &index,
                                 const Trips &trips, unsigned depth) {
  using Maybe = std::optional<Term>;
  auto from = [&](Value value, Index place) -> Maybe { return at(value, place, trips, depth); };
  return llvm::TypeSwitch<Operation *, Maybe>(op)
      .Case([&](tt::SplatOp splat) { return from(splat.getSrc(), {}); })
      .Case([&](tt::UnsplatOp unsplat) {
        return from(unsplat.getSrc(), Index(unsplat.getSrc().getType().getRank(), index32(0)));
      })
      .Case<ttg::ConvertLayoutOp>([&](auto convert) { return from(convert.getSrc(), index); })
      .Case([&](tt::ExpandDimsOp expand) {
        Index place = index;
        place.erase(place.begin() + expand.getAxis());
        return from(expand.getSrc(), place);
      })
      .Case([&](tt::BroadcastOp broadcast) {
        Index place = index;
        for (auto [at, size] : llvm::zip_equal(place, broadcast.getSrc().getType().getShape()))
          at = size == 1 ? index32(0) : at;
        return from(broadcast.getSrc(), place);
      })
      .Case([&](tt::TransOp trans) {
        Index place = index;
        for (auto [dim, at] : llvm::zip_equal(trans.getOrder(), index))
          place[dim] = at;
        return from(trans.getSrc(), place);
      })
      .Case([&](tt::ReshapeOp reshape) -> Maybe {
        if (reshape.getAllowReorder())
          return {};
        z3::expr flat = index32(0);
        for (auto [at, size] : llvm::zip_equal(index, reshape.getType().getShape()))
          flat = flat * index32(size) + at;
        Index place;
        for (int64_t size : llvm::reverse(reshape.getSrc().getType().getShape())) {
          place.insert(place.begin(), z3::urem(flat, index32(size)));
          flat = z3::udiv(flat, index32(size));
        }
        return from(reshape.getSrc(), place);
      })
      .Case([&](tt::JoinOp join) {
        Index place(index.begin(), index.end() - 1);
        Term left = at(join.getLhs(), place, trips, depth),
             right = at(join.getRhs(), place, trips, depth);
        z3::expr isLeft = index.back() == index32(0);
        return Maybe(Term{z3::ite(isLeft, left.bits, right.bits),
                          z3::ite(isLeft, left.poison, right.poison)});
      })
      .Case([&](tt::SplitOp split) {
        Index place = index;
        place.push_back(index32(result));
        return from(split.getSrc(), place);
      })
      .Default([](Operation *) { return Maybe(); });
}

std::optional<Term> Lanes::define(Value value, const Index &index, const Trips &trips,
                                  unsigned depth) {
  unsigned bits = bitsOf(getElementTypeOrSelf(value.getType())).value_or(0);
  if (!bits)
    return {};
  Operation *op = value.getDefiningOp();
  if (auto literal = dyn_cast_or_null<arith::ConstantOp>(op)) {
    Attribute attribute = literal.getValue();
    if (auto elements = dyn_cast<DenseElementsAttr>(attribute); elements && elements.isSplat())
      attribute = elements.getSplatValue<Attribute>();
    if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
      llvm::SmallString<64> text;
      integer.getValue().zextOrTrunc(bits).toStringUnsigned(text, 10);
      return Term{c.bv_val(text.c_str(), bits), c.bool_val(false)};
    }
    return {};
  }
  if (auto range = dyn_cast_or_null<tt::MakeRangeOp>(op))
    return Term{index[0] + index32(int32_t(range.getStart())), c.bool_val(false)};
  if (isa_and_nonnull<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp>(op) && value != root)
    return moved(op, 0, index, trips, depth);
  if (depth == 0)
    return {};
  --depth;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument)
    return ofArgument(argument, index, trips, depth);
  unsigned result = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return ofFor(loop, result, true, index, trips, depth);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return resultOfWhile(loop, result, index, trips, depth);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Term condition = at(branch.getCondition(), {}, trips, depth);
    z3::expr taken = condition.bits == number(1, 1);
    auto side = [&](scf::YieldOp yield) {
      return at(yield.getOperand(result), index, trips, depth);
    };
    Term yes = where(taken, [&] { return side(branch.thenYield()); }),
         no = where(!taken, [&] { return side(branch.elseYield()); });
    return Term{z3::ite(taken, yes.bits, no.bits), z3::ite(taken, yes.poison, no.poison)};
  }
  if (auto id = dyn_cast<tt::GetProgramIdOp>(op)) {
    unsigned axis = unsigned(id.getAxis());
    z3::expr term = c.bv_const(("program" + std::to_string(axis)).c_str(), 32);
    ofInputs.push_back(term >= 0 && term < number((int64_t(1) << 31) - 1, 32));
    programs[axis] = term;
    return Term{term, c.bool_val(false)};
  }
  if (isa<tt::GetNumProgramsOp>(op)) {
    z3::expr term = c.bv_const(("programs" + std::to_string(numberOf(op))).c_str(), 32);
    ofInputs.push_back(term >= 1);
    leaveOpen("the number of programs"); // Bounds the ids.
    return Term{term, c.bool_val(false)};
  }
  if (auto access = dyn_cast<tt::LoadOp>(op))
    return access.getIsVolatile() || tt::isBlockPointer(access.getPtr().getType())
               ? std::nullopt
               : std::optional<Term>(load(access, index, trips, depth));
  if (std::optional<Term> term = moved(op, result, index, trips, depth))
    return term;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    Term from = at(op->getOperand(0), index, trips, depth);
    unsigned width = from.bits.get_sort().bv_size();
    if (bits < width)
      from.bits = from.bits.extract(bits - 1, 0);
    else if (bits > width)
      from.bits = isa<arith::IndexCastOp>(op) ? z3::sext(from.bits, bits - width)
                                              : z3::zext(from.bits, bits - width);
    return from;
  }
  if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumRegions() || !isMemoryEffectFree(op))
    return {};
  Terms operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        at(operand, isa<RankedTensorType>(operand.getType()) ? index : Index(), trips, depth));
  return encoder.element(op, operands);
}

void Lanes::comesToRoot() {
  Block *block = root.getParentBlock();
  for (Operation *op = block->getParentOp(); op && !isa<tt::FuncOp>(op);
       block = op->getBlock(), op = op->getParentOp()) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Term condition = at(branch.getCondition(), {}, trips, ~0u);
      bool then = block->getParent() == &branch.getThenRegion();
      hypotheses.push_back(!condition.poison && condition.bits == number(then ? 1 : 0, 1));
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      z3::expr exists(c);
      inductionAt(loop, number(trips.at(loop), width(loop.getInductionVar().getType())), trips, ~0u,
                  exists);
      hypotheses.push_back(exists);
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      bool after = block->getParent() == &loop.getAfter();
      hypotheses.push_back(goesOn(loop, trips.at(loop) + after, trips, ~0u));
    } else {
      leaveOpen("control flow inside " + op->getName().getStringRef());
    }
  }
  if (auto function = dyn_cast<tt::FuncOp>(block->getParentOp());
      function && block != &function.getBody().front())
    leaveOpen("branches between blocks");
}
