// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of arithmetic on tiles and scalars. Can see bugs of local folds (K14), axis facts (K6) and
// of lowering by element type.
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Rows.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

Value gen::combine(Writer &w, Value a, Value b) {
  Type element = w.elementOf(a.getType());
  if (isa<FloatType>(element))
    switch (w.choices.weighted({6, 2, 2, 2})) {
    case 0:
      return arith::AddFOp::create(w.b, w.loc, a, b);
    case 1:
      return arith::MulFOp::create(w.b, w.loc, a, b);
    case 2:
      return arith::SubFOp::create(w.b, w.loc, a, b);
    case 3: // The front end widens bf16 for it.
      if (element == w.types.bf16)
        return arith::AddFOp::create(w.b, w.loc, b, a);
      return arith::MaxNumFOp::create(w.b, w.loc, a, b);
    }
  if (element.isInteger(1))
    switch (w.choices.below(3)) {
    case 0:
      return arith::AndIOp::create(w.b, w.loc, a, b);
    case 1:
      return arith::OrIOp::create(w.b, w.loc, a, b);
    case 2:
      return arith::XOrIOp::create(w.b, w.loc, a, b);
    }
  switch (w.choices.weighted({6, 2, 2, 2})) {
  case 0:
    return w.add(a, b);
  case 1:
    return w.subtract(a, b);
  case 2:
    return arith::XOrIOp::create(w.b, w.loc, a, b);
  case 3:
    return arith::MaxSIOp::create(w.b, w.loc, a, b);
  }
  llvm_unreachable("all alternatives return");
}

// Two operands of one tensor type; the second is at times the first, or a constant.
static std::pair<Value, Value> operands(Writer &w, Type type) {
  Value a = w.get(type);
  switch (w.choices.weighted({6, 3, 1})) {
  case 0:
    return {a, w.get(type)};
  case 1:
    return {a, w.constant(type, w.choices.pick({1, 2, 3, 0, -1, 7}))};
  default:
    return {a, a};
  }
}

static Type tile(Writer &w, Type element) { return w.tensor(w.shape(), element); }

void gen::floatArithmetic(Writer &w) {
  auto [a, b] = operands(w, tile(w, w.floatElement()));
  w.define(combine(w, a, b));
}

void gen::intArithmetic(Writer &w) {
  auto [a, b] = operands(w, tile(w, w.intElement()));
  w.define(w.choices.chance(25) ? w.multiply(a, b) : combine(w, a, b));
}

void gen::logic(Writer &w) {
  Type type = tile(w, w.choices.pick({w.types.i1, w.palette.data, w.types.i32}));
  Value a = w.get(type), b = w.get(type);
  switch (w.choices.below(3)) {
  case 0:
    w.define(arith::AndIOp::create(w.b, w.loc, a, b));
    break;
  case 1:
    w.define(arith::OrIOp::create(w.b, w.loc, a, b));
    break;
  case 2:
    w.define(arith::XOrIOp::create(w.b, w.loc, a, b));
    break;
  }
}

void gen::shift(Writer &w) {
  Type type = tile(w, w.intElement());
  unsigned width = w.elementOf(type).getIntOrFloatBitWidth();
  Value value = w.get(type);
  Value by =
      w.choices.chance(60)
          ? w.constant(type, 1 + w.choices.below(width - 1))
          : Value(arith::AndIOp::create(w.b, w.loc, w.get(type), w.constant(type, width - 1)));
  switch (w.choices.below(3)) {
  case 0:
    w.define(arith::ShRUIOp::create(w.b, w.loc, value, by));
    break;
  case 1:
    w.define(arith::ShLIOp::create(w.b, w.loc, value, by));
    break;
  case 2:
    w.define(arith::ShRSIOp::create(w.b, w.loc, value, by));
    break;
  }
}

void gen::divideInt(Writer &w) {
  Type type = tile(w, w.intElement());
  Value value = w.get(type), by;
  if (w.choices.chance(60))
    by = w.constant(type, w.choices.pick({2, 3, 4, 16, 7}));
  else if (w.elementOf(type).isInteger(32) && w.choices.chance(60))
    by = splat(w, w.scalarArg(w.types.i32, w.choices.pick({4, 3, 16, 48})), w.shapeOf(value));
  else // 1 to 64, whatever the value.
    by = w.add(arith::AndIOp::create(w.b, w.loc, w.get(type), w.constant(type, 63)),
               w.constant(type, 1));
  switch (w.choices.below(4)) {
  case 0:
    w.define(arith::DivSIOp::create(w.b, w.loc, value, by));
    break;
  case 1:
    w.define(arith::RemSIOp::create(w.b, w.loc, value, by));
    break;
  case 2:
    w.define(arith::DivUIOp::create(w.b, w.loc, value, by));
    break;
  case 3:
    w.define(arith::RemUIOp::create(w.b, w.loc, value, by));
    break;
  }
}

void gen::compareSelect(Writer &w) {
  Type type = tile(w, w.element());
  Value condition = w.get(w.withElement(type, w.types.i1));
  w.define(condition);
  auto [a, b] = operands(w, type);
  w.define(select(w, condition, a, b));
  if (w.choices.chance(30)) // A second select by the same condition.
    w.define(select(w, condition, w.get(type), w.constant(type, 0)));
}

void gen::minMax(Writer &w) {
  bool isFloat = !w.choices.chance(40);
  Type element =
      isFloat ? w.choices.pick({w.types.f32, w.palette.wide, w.types.f16}) : w.intElement();
  auto [a, b] = operands(w, tile(w, element));
  uint64_t kind = w.choices.below(4);
  if (isFloat) // bf16 is widened by the front end.
    switch (kind) {
    case 0:
      w.define(arith::MaxNumFOp::create(w.b, w.loc, a, b));
      return;
    case 1:
      w.define(arith::MinNumFOp::create(w.b, w.loc, a, b));
      return;
    case 2:
      w.define(arith::MaximumFOp::create(w.b, w.loc, a, b));
      return;
    default:
      w.define(arith::MinimumFOp::create(w.b, w.loc, a, b));
      return;
    }
  switch (kind) {
  case 0:
    w.define(arith::MaxSIOp::create(w.b, w.loc, a, b));
    break;
  case 1:
    w.define(arith::MinSIOp::create(w.b, w.loc, a, b));
    break;
  case 2:
    w.define(arith::MaxUIOp::create(w.b, w.loc, a, b));
    break;
  default:
    w.define(arith::MinUIOp::create(w.b, w.loc, a, b));
  }
}

// The front end offers these on f32 and f64 alone, absolute values aside.
void gen::unaryMath(Writer &w) {
  uint64_t kind = w.choices.below(13);
  if (kind == 12) {
    w.define(math::ErfOp::create(w.b, w.loc, w.get(tile(w, w.types.f32))));
    return;
  }
  if (kind == 11) {
    w.define(math::AbsIOp::create(w.b, w.loc, w.get(tile(w, w.intElement()))));
    return;
  }
  if (kind == 10) {
    w.define(math::AbsFOp::create(w.b, w.loc, w.get(tile(w, w.floatElement()))));
    return;
  }
  Value x = w.get(tile(w, w.choices.pick({w.types.f32, w.types.f32, w.palette.wide})));
  Operation *op;
  switch (kind) {
  case 0:
    op = math::ExpOp::create(w.b, w.loc, x);
    break;
  case 1:
    op = math::Exp2Op::create(w.b, w.loc, x);
    break;
  case 2:
    op = math::LogOp::create(w.b, w.loc, x);
    break;
  case 3:
    op = math::Log2Op::create(w.b, w.loc, x);
    break;
  case 4:
    op = math::SqrtOp::create(w.b, w.loc, x);
    break;
  case 5:
    op = math::RsqrtOp::create(w.b, w.loc, x);
    break;
  case 6:
    op = math::SinOp::create(w.b, w.loc, x);
    break;
  case 7:
    op = math::CosOp::create(w.b, w.loc, x);
    break;
  case 8:
    op = math::FloorOp::create(w.b, w.loc, x);
    break;
  default:
    op = math::CeilOp::create(w.b, w.loc, x);
  }
  w.define(op->getResult(0));
}

void gen::fusedMultiplyAdd(Writer &w) {
  Type type = tile(w, w.choices.pick({w.types.f32, w.palette.wide}));
  Value a = w.get(type), b = w.get(type), c = w.get(type);
  w.define(math::FmaOp::create(w.b, w.loc, a, b, c));
}

void gen::clamp(Writer &w) {
  Type type = tile(w, w.choices.pick({w.types.f32, w.types.f16}));
  w.define(tt::ClampFOp::create(w.b, w.loc, w.get(type),
                                w.constant(type, w.choices.pick({0, -1, -16})),
                                w.constant(type, w.choices.pick({1, 6, 64})),
                                w.choices.pick({tt::PropagateNan::None, tt::PropagateNan::All})));
}

void gen::precise(Writer &w) {
  Type type = tile(w, w.types.f32);
  Value x = w.get(type);
  if (w.choices.below(2) == 0)
    w.define(tt::PreciseSqrtOp::create(w.b, w.loc, x));
  else
    w.define(tt::PreciseDivFOp::create(w.b, w.loc, x, w.get(type)));
}

void gen::divideFloat(Writer &w) {
  auto [a, b] = operands(w, tile(w, w.choices.pick({w.types.f32, w.palette.wide})));
  if (w.age >= Age::Since39 && w.elementOf(a.getType()) == w.types.f32 && w.choices.chance(50))
    w.define(tt::ApproxDivFOp::create(w.b, w.loc, a, b));
  else
    w.define(arith::DivFOp::create(w.b, w.loc, a, b));
}

void gen::multiplyHigh(Writer &w) {
  Type type = tile(w, w.choices.pick({w.types.i32, w.types.i64}));
  Value a = w.get(type), b = w.get(type);
  w.define(tt::MulhiUIOp::create(w.b, w.loc, a, b));
}

// A function of scalars, run for each element, or for two or four of them at once; with a branch in it, at times.
void gen::mapElementwise(Writer &w) {
  Type type = tile(w, w.choices.pick({w.types.f32, w.types.i32}));
  Type element = w.elementOf(type);
  auto operand = [&] { return isa<FloatType>(element) ? w.exactFloat(type) : w.get(type); };
  Value x = operand(), operands[] = {x, operand()};
  int64_t elements = cast<RankedTensorType>(type).getNumElements();
  unsigned pack = elements >= 512 ? w.choices.pick({1, 2, 4}) : 1;
  bool branches = w.choices.chance(40);
  auto map = tt::MapElementwiseOp::create(w.b, w.loc, TypeRange{type}, ValueRange(operands), pack);
  OpBuilder::InsertionGuard guard(w.b);
  SmallVector<Type, 8> arguments(2 * pack, element);
  SmallVector<Location, 8> locations(2 * pack, w.loc);
  Block *body = w.b.createBlock(&map.getScalarOp(), {}, arguments, locations);
  SmallVector<Value, 4> results;
  for (unsigned k = 0; k < pack; ++k) {
    Value x = body->getArgument(k), y = body->getArgument(pack + k), sum = combine(w, x, y);
    Value less = isa<FloatType>(element)
                     ? Value(arith::CmpFOp::create(w.b, w.loc, arith::CmpFPredicate::OLT, x, y))
                     : compare(w, arith::CmpIPredicate::slt, x, y);
    if (!branches) {
      results.push_back(arith::SelectOp::create(w.b, w.loc, less, sum, y));
      continue;
    }
    auto branch = scf::IfOp::create(w.b, w.loc, element, less, true);
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
      OpBuilder::InsertionGuard inside(w.b);
      w.b.setInsertionPointToStart(&region->front());
      scf::YieldOp::create(w.b, w.loc, region == &branch.getThenRegion() ? combine(w, sum, x) : y);
    }
    results.push_back(branch.getResult(0));
  }
  tt::MapElementwiseReturnOp::create(w.b, w.loc, results);
  w.define(map.getResult()[0]);
}

// Scalars: what bounds, conditions and addresses of later rows are made of.
void gen::scalarArithmetic(Writer &w) {
  Type type = w.choices.pick({w.types.i32, w.types.i64, w.types.f32, w.types.i32, w.types.i1});
  Value a = w.get(type), b = w.get(type);
  if (!type.isInteger(1) && isa<IntegerType>(type) && w.choices.chance(30)) {
    Value by = w.constant(type, w.choices.pick({2, 3, 4, 16}));
    if (w.choices.below(2) == 0)
      w.define(arith::DivSIOp::create(w.b, w.loc, a, by));
    else
      w.define(arith::RemSIOp::create(w.b, w.loc, a, by));
    return;
  }
  w.define(combine(w, a, b));
}
