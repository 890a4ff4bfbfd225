// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic, functions, comparisons and classes of floats: arith and math, and tt's divisions, square root and clamp.
#include "core/ir/Triton.h"
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/numbers/Ring.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

//===--- Functions ---===//

void finish(Frame &f, const Instr &i, Value value) {
  f.charge(i, value.count);
  f.result(i) = std::move(value);
}

void runFunction(Frame &f, const Instr &i) {
  finish(f, i, computeFloat(f, i.get<FloatPlan>(), operandsOf(f, i)));
}

const void *plan(Operation *op, Preparer &p, StringRef name, bool precise = false) {
  const FloatFunction *function = findFloatFunction(name);
  assert(function && "an op is registered without its function");
  std::optional<Element> element = p.element(op->getOperand(0).getType());
  std::optional<FloatPlan> made;
  if (element)
    made = planFloat(*function, *element, precise);
  if (!made) {
    p.unsupported("floats of a type that is not known");
    return nullptr;
  }
  return p.make<FloatPlan>(*made);
}
/// The function has the name of the op.
const void *prepareNamed(Operation *op, Preparer &p) {
  return plan(op, p, op->getName().stripDialect());
}
/// Whether a compiler folds the value: constants, and what a few ops compute from them.
bool isFoldable(mlir::Value value, unsigned ops = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() || !ops)
    return false;
  return op->hasTrait<OpTrait::ConstantLike>() ||
         (op->getNumOperands() && isPure(op) && all_of(op->getOperands(), [&](mlir::Value operand) {
            return isFoldable(operand, ops - 1);
          }));
}

struct DivisionPlan {
  FloatPlan division;
  bool inRing; ///< In the algebra, also of literals.
};
/// 3.9 makes x * (1 / c) of a division by a constant. In the algebra that is the same if nothing is rounded, whatever x is, if it is not folded.
const void *prepareDivision(Operation *op, Preparer &p) {
  const void *made = plan(op, p, "divf");
  if (!made)
    return nullptr;
  bool folds = isFoldable(op->getOperand(0)) && isFoldable(op->getOperand(1));
  return p.make<DivisionPlan>(*static_cast<const FloatPlan *>(made), !folds);
}
/// tt.approx_divf is that 1 / c, with an error that is no difference. So its slack is there also where devices are not asked about, and in the algebra not
/// even a quotient of constants is rounded.
const void *prepareApproximateDivision(Operation *op, Preparer &p) {
  const void *made = plan(op, p, "divf");
  if (!made)
    return nullptr;
  FloatPlan approximate = *static_cast<const FloatPlan *>(made);
  approximate.exactly = approximate.approximately;
  return p.make<DivisionPlan>(approximate, true);
}
void runDivision(Frame &f, const Instr &i) {
  const auto &plan = i.get<DivisionPlan>();
  if (!plan.inRing || f.machine.semantics() == Semantics::Ieee)
    return finish(f, i, computeFloat(f, plan.division, operandsOf(f, i)));
  Value a = f.inRing(f.operand(i, 0)), b = f.inRing(f.operand(i, 1));
  finish(f, i, computeFloat(f, plan.division, {&a, &b}));
}
const void *preparePreciseDivision(Operation *op, Preparer &p) { return plan(op, p, "divf", true); }
const void *preparePreciseSqrt(Operation *op, Preparer &p) { return plan(op, p, "sqrt", true); }

template <class... Ops> void addNamed(Registry &registry) {
  (registry.addElementwise<Ops>(runFunction, prepareNamed), ...);
}

struct SinCosPlan {
  FloatPlan sin, cos;
};
const void *prepareSinCos(Operation *op, Preparer &p) {
  const void *sin = plan(op, p, "sin"), *cos = plan(op, p, "cos");
  if (!sin || !cos)
    return nullptr;
  return p.make<SinCosPlan>(*static_cast<const FloatPlan *>(sin),
                            *static_cast<const FloatPlan *>(cos));
}
void runSinCos(Frame &f, const Instr &i) {
  Operands in = operandsOf(f, i);
  Value sin = computeFloat(f, i.get<SinCosPlan>().sin, in);
  Value cos = computeFloat(f, i.get<SinCosPlan>().cos, in);
  f.charge(i, 2 * sin.count);
  f.result(i, 0) = std::move(sin);
  f.result(i, 1) = std::move(cos);
}

/// math.fpowi: as powf, by an integer that any float can be (in double; in the ring).
struct IntegerPowerPlan {
  FloatPlan power;
  unsigned bits;
};
const void *prepareIntegerPower(Operation *op, Preparer &p) {
  const void *power = plan(op, p, "powf");
  std::optional<Element> exponent = p.element(op->getOperand(1).getType());
  if (!power || !exponent)
    return nullptr;
  return p.make<IntegerPowerPlan>(*static_cast<const FloatPlan *>(power), exponent->bits);
}
void runIntegerPower(Frame &f, const Instr &i) {
  const auto &plan = i.get<IntegerPowerPlan>();
  Value base = f.operand(i, 0);
  const Value &exponent = f.operand(i, 1);
  bool algebra = f.machine.semantics() == Semantics::Algebra;
  if (algebra)
    base = f.inRing(base);
  Value real = Value::make(algebra ? Lane::Ring : base.lane, exponent.count);
  real.poison = exponent.poison;
  Value inexact = Value::make(Lane::U8, exponent.count);
  for (int64_t k = 0; k < exponent.count; ++k) {
    int64_t power = exponent.signedInteger(plan.bits, k);
    inexact.elements<uint8_t>()[k] = 0;
    if (algebra) {
      real.elements<int32_t>()[k] = ring::fromInt64(power);
    } else if (base.lane == Lane::F64) {
      real.elements<double>()[k] = double(power);
    } else {
      // A power that no float has is far out: only the parity is lost, which a sign may hang on.
      real.elements<float>()[k] = float(power);
      inexact.elements<uint8_t>()[k] = int64_t(float(power)) != power;
    }
  }
  poisonWhere(inexact, Unspecified, real);
  finish(f, i, computeFloat(f, plan.power, {&base, &real}));
}

//===--- Comparison ---===//

/// The relations under which a predicate of cmpf holds, as ring::Relation. The ordered ones are numbered by them.
constexpr uint8_t relationsOf(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  if (predicate <= P::ORD)
    return uint8_t(predicate);
  if (predicate == P::UNO)
    return ring::Unordered;
  if (predicate == P::AlwaysTrue)
    return ring::Equal | ring::Greater | ring::Less | ring::Unordered;
  return uint8_t(unsigned(predicate) - unsigned(P::UEQ) + (ring::Unordered | ring::Equal));
}
static_assert(relationsOf(arith::CmpFPredicate::OEQ) == ring::Equal &&
              relationsOf(arith::CmpFPredicate::OGT) == ring::Greater &&
              relationsOf(arith::CmpFPredicate::OLT) == ring::Less &&
              relationsOf(arith::CmpFPredicate::UEQ) == (ring::Unordered | ring::Equal) &&
              relationsOf(arith::CmpFPredicate::UNE) ==
                  (ring::Less | ring::Greater | ring::Unordered));

template <class T, uint8_t relations> void compareKernel(const Span &s) {
  mapLanes<uint8_t, T, T>(s, [](T a, T b) FATHOM_INLINE {
    // Each is one comparison, or the negation of one.
    switch (relations) {
    case 0:
      return uint8_t(0);
    case ring::Equal:
      return uint8_t(a == b);
    case ring::Greater:
      return uint8_t(a > b);
    case ring::Greater | ring::Equal:
      return uint8_t(a >= b);
    case ring::Less:
      return uint8_t(a < b);
    case ring::Less | ring::Equal:
      return uint8_t(a <= b);
    case ring::Less | ring::Greater:
      return uint8_t((a < b) | (a > b));
    case ring::Less | ring::Greater | ring::Equal:
      return uint8_t((a == a) & (b == b));
    case ring::Unordered:
      return uint8_t((a != a) | (b != b));
    case ring::Unordered | ring::Equal:
      return uint8_t(!((a < b) | (a > b)));
    case ring::Unordered | ring::Greater:
      return uint8_t(!(a <= b));
    case ring::Unordered | ring::Greater | ring::Equal:
      return uint8_t(!(a < b));
    case ring::Unordered | ring::Less:
      return uint8_t(!(a >= b));
    case ring::Unordered | ring::Less | ring::Equal:
      return uint8_t(!(a > b));
    case ring::Unordered | ring::Less | ring::Greater:
      return uint8_t(a != b);
    default:
      return uint8_t(1);
    }
  });
}
void ringCompare(const Span &s) {
  ring::compare(uint8_t(s.key), s.operand<int32_t>(0), s.operand<int32_t>(1), s.result<uint8_t>(),
                s.n);
}

template <class T, size_t... relations>
constexpr std::array<Kernel, 16> compareKernels(std::index_sequence<relations...>) {
  return {compareKernel<T, relations>...};
}
constexpr auto compare32 = compareKernels<float>(std::make_index_sequence<16>());
constexpr auto compare64 = compareKernels<double>(std::make_index_sequence<16>());

struct ComparePlan {
  uint8_t relations;
};
const void *prepareCompare(Operation *op, Preparer &p) {
  std::optional<Element> element = p.element(op->getOperand(0).getType());
  if (!element || !element->isFloat) {
    p.unsupported("floats of a type that is not known");
    return nullptr;
  }
  return p.make<ComparePlan>(relationsOf(cast<arith::CmpFOp>(op).getPredicate()));
}

/// Poisons elements whose outcome another legal operand would change.
void poisonOpenDecisions(uint8_t relations, ArrayRef<const Value *> in, Value &out) {
  Value open = Value::make(Lane::U8, out.count);
  for (int64_t k = 0; k < out.count; ++k) {
    Interval a = intervalOf(*in[0], k), b = intervalOf(*in[1], k);
    uint8_t possible = 0;
    if (std::isnan(a.lo) || std::isnan(b.lo)) {
      possible = ring::Unordered;
    } else {
      possible |= a.lo < b.hi ? ring::Less : 0;
      possible |= a.hi > b.lo ? ring::Greater : 0;
      possible |= a.lo <= b.hi && b.lo <= a.hi ? ring::Equal : 0;
    }
    open.elements<uint8_t>()[k] = (possible & relations) != 0 && (possible & ~relations) != 0;
  }
  poisonWhere(open, Unspecified, out);
}

void runCompare(Frame &f, const Instr &i) {
  uint8_t relations = i.get<ComparePlan>().relations;
  Value a = f.operand(i, 0), b = f.operand(i, 1);
  if (a.lane != b.lane)
    a = f.inRing(a), b = f.inRing(b);
  const Value *in[] = {&a, &b};
  int64_t count = countOf(in);
  Value out = Value::make(Lane::U8, count);
  if (a.lane == Lane::Ring)
    runKernel(ringCompare, in, out, relations);
  else
    runKernel(a.lane == Lane::F64 ? compare64[relations] : compare32[relations], in, out);
  out.poison = Frame::mergePoison(in, count);
  if (anySlack(in))
    poisonOpenDecisions(relations, in, out);
  finish(f, i, std::move(out));
}

//===--- Classes ---===//

struct IsNan {
  template <class T> static FATHOM_INLINE bool of(T a, T) { return a != a; }
  static bool ofRing(int32_t a) { return a == ring::nan; }
};
struct IsInf {
  template <class T> static FATHOM_INLINE bool of(T a, T) {
    return __builtin_elementwise_abs(a) == std::numeric_limits<T>::infinity();
  }
  static bool ofRing(int32_t a) { return a == ring::posInf || a == ring::negInf; }
};
struct IsFinite {
  template <class T> static FATHOM_INLINE bool of(T a, T) {
    return __builtin_elementwise_abs(a) < std::numeric_limits<T>::infinity();
  }
  static bool ofRing(int32_t a) { return ring::isFinite(a); }
};
/// At least the smallest normal number of the type, `least`.
struct IsNormal {
  template <class T> static FATHOM_INLINE bool of(T a, T least) {
    return IsFinite::of(a, least) && __builtin_elementwise_abs(a) >= least;
  }
  static bool ofRing(int32_t a) { return ring::isFinite(a) && a != 0; }
};

template <class Class, class T> void classKernel(const Span &s) {
  auto least = T(std::ldexp(1.0, formatOf(FloatKind(s.key)).minExponent()));
  mapLanes<uint8_t, T>(s, [least](T a) FATHOM_INLINE { return uint8_t(Class::of(a, least)); });
}
template <class Class> void ringClassKernel(const Span &s) {
  mapSlowly<uint8_t, int32_t>(s, [](int32_t a) { return uint8_t(Class::ofRing(a)); });
}

template <class Class> void runClass(Frame &f, const Instr &i) {
  const Value &in = f.operand(i, 0);
  Value out = Value::make(Lane::U8, in.count);
  Kernel kernel = in.lane == Lane::Ring  ? ringClassKernel<Class>
                  : in.lane == Lane::F64 ? classKernel<Class, double>
                                         : classKernel<Class, float>;
  runKernel(kernel, &in, out, uint64_t(i.get<Element>().kind));
  out.poison = in.poison;
  finish(f, i, std::move(out));
}
const void *prepareClass(Operation *op, Preparer &p) {
  std::optional<Element> element = p.element(op->getOperand(0).getType());
  if (!element || !element->isFloat) {
    p.unsupported("floats of a type that is not known");
    return nullptr;
  }
  return p.make<Element>(*element);
}

//===--- tt.clampf, math.clampf ---===//

/// min(max(x, low), high). A NaN of x stays one where the op propagates it, and becomes a bound otherwise; other NaN, and low > high, are undefined.
struct ClampPlan {
  FloatPlan max, min;
  bool propagates;
};
const void *prepareClamp(Operation *op, Preparer &p) {
  auto clamp = dyn_cast<tt::ClampFOp>(op);
  // math.clampf says no more than max and min.
  bool propagates = !clamp || clamp.getPropagateNan() == tt::PropagateNan::All;
  const void *max = plan(op, p, propagates ? "maximumf" : "maxnumf");
  const void *min = plan(op, p, propagates ? "minimumf" : "minnumf");
  if (!max || !min)
    return nullptr;
  return p.make<ClampPlan>(*static_cast<const FloatPlan *>(max),
                           *static_cast<const FloatPlan *>(min), propagates);
}
template <class T> bool boundsAreWrong(const Value &low, const Value &high, int64_t k) {
  T a = low.elements<T>()[low.count == 1 ? 0 : k], b = high.elements<T>()[high.count == 1 ? 0 : k];
  return !(a <= b);
}
void runClamp(Frame &f, const Instr &i) {
  const auto &plan = i.get<ClampPlan>();
  Value low = f.operand(i, 1), high = f.operand(i, 2);
  Value above = computeFloat(f, plan.max, {&f.operand(i, 0), &low});
  Value out = computeFloat(f, plan.min, {&above, &high});
  if (low.lane != high.lane)
    low = f.inRing(low), high = f.inRing(high);
  int64_t bounds = std::max(low.count, high.count);
  Value wrong = Value::make(Lane::U8, bounds);
  for (int64_t k = 0; k < bounds; ++k)
    wrong.elements<uint8_t>()[k] = low.lane == Lane::F64    ? boundsAreWrong<double>(low, high, k)
                                   : low.lane == Lane::Ring ? false
                                                            : boundsAreWrong<float>(low, high, k);
  poisonWhere(bounds == out.count ? wrong : Frame::spread(wrong, out.count), Undefined, out);
  finish(f, i, std::move(out));
}

} // namespace

void addFloatOps(Registry &registry) {
  addNamed<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::RemFOp, arith::NegFOp,
           arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(registry);
  addNamed<math::AbsFOp, math::CeilOp, math::FloorOp, math::RoundOp, math::RoundEvenOp,
           math::TruncOp, math::CopySignOp, math::FmaOp, math::SqrtOp>(registry);
  addNamed<math::RsqrtOp, math::CbrtOp, math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
           math::Log2Op, math::Log10Op, math::Log1pOp, math::SinOp, math::CosOp, math::TanOp,
           math::AsinOp, math::AcosOp, math::AtanOp, math::SinhOp, math::CoshOp, math::TanhOp,
           math::AsinhOp, math::AcoshOp, math::AtanhOp, math::ErfOp, math::ErfcOp, math::PowFOp,
           math::Atan2Op>(registry);
  registry.addElementwise<arith::DivFOp>(runDivision, prepareDivision);
  registry.addElementwise<math::SincosOp>(runSinCos, prepareSinCos);
  registry.addElementwise<math::FPowIOp>(runIntegerPower, prepareIntegerPower);
  registry.addElementwise<arith::CmpFOp>(runCompare, prepareCompare);
  registry.addElementwise<math::IsNaNOp>(runClass<IsNan>, prepareClass);
  registry.addElementwise<math::IsInfOp>(runClass<IsInf>, prepareClass);
  registry.addElementwise<math::IsFiniteOp>(runClass<IsFinite>, prepareClass);
  registry.addElementwise<math::IsNormalOp>(runClass<IsNormal>, prepareClass);
  registry.addElementwise<math::ClampFOp>(runClamp, prepareClamp);
  registry.addElementwise<tt::ClampFOp>(runClamp, prepareClamp);
  registry.addElementwise<tt::PreciseSqrtOp>(runFunction, preparePreciseSqrt);
  registry.addElementwise<tt::PreciseDivFOp>(runFunction, preparePreciseDivision);
  registry.addElementwise<tt::ApproxDivFOp>(runDivision, prepareApproximateDivision);
}

} // namespace fathom::interp
