// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of integers: arith and math on signless integers and index. Wrong results of wrapping, shifting and dividing show here.
//
// What is undefined (a promise against overflow that is broken, a division by zero or of the smallest number by -1, a shift by the width or more)
// poisons the element, as MLIR's and LLVM's references say. An element that was poisoned before keeps its own kind of poison.
#include "core/ir/Triton.h"
#include "oracles/interp/IntegerElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

using namespace integers;

namespace {

//===--- Kernels ---===//

/// What the vectoriser cannot make wider, and warns of.
template <class Op, class I> constexpr bool isScalar = false;
template <class I> constexpr bool isScalar<Power, I> = true;
template <class I> constexpr bool isScalar<LeadingZeros, I> = true;
template <class I> constexpr bool isScalar<TrailingZeros, I> = true;
template <Towards t> constexpr bool isScalar<DivideSigned<t>, Int<64>> = true;
template <Towards t> constexpr bool isScalar<DivideUnsigned<t>, Int<64>> = true;
template <> constexpr bool isScalar<RemSigned, Int<64>> = true;
template <> constexpr bool isScalar<RemUnsigned, Int<64>> = true;
template <> constexpr bool isScalar<MulHighSigned, Int<64>> = true;
template <> constexpr bool isScalar<MulHighUnsigned, Int<64>> = true;

template <class Op, class I> void unaryKernel(const Span &s) {
  using U = typename I::U;
  auto of = [](U a) FATHOM_INLINE { return U(Op::template of<I>(a)); };
  if constexpr (isScalar<Op, I>)
    mapSlowly<U, U>(s, of);
  else
    mapLanes<U, U>(s, of);
}
template <class Op, class I> void binaryKernel(const Span &s) {
  using U = typename I::U;
  auto of = [](U a, U b) FATHOM_INLINE { return U(Op::template of<I>(a, b)); };
  if constexpr (isScalar<Op, I>)
    mapSlowly<U, U, U>(s, of);
  else
    mapLanes<U, U, U>(s, of);
}
template <class Op, class I> void undefinedKernel(const Span &s) {
  using U = typename I::U;
  mapSlowly<uint8_t, U, U>(s, [promises = s.key](U a, U b) FATHOM_INLINE {
    return uint8_t(Op::template undefined<I>(a, b, promises));
  });
}
/// Without promises: less to ask, for many at a time.
template <class Op, class I> void alwaysUndefinedKernel(const Span &s) {
  using U = typename I::U;
  mapLanes<uint8_t, U, U>(
      s, [](U a, U b) FATHOM_INLINE { return uint8_t(Op::template undefined<I>(a, b, 0)); });
}
template <class Op>
concept MayBeUndefined = requires { Op::template undefined<Int<32>>(0, 0, 0); };

struct Plan {
  Kernel compute;
  Kernel undefined; ///< Flags elements without a meaning; may be null.
  /// Whether the second operand is such that nothing is undefined, whatever the first; may be null.
  bool (*harmless)(uint64_t);
  uint64_t promises;
  Lane lane;
};

void runPlan(Frame &f, const Instr &i) {
  const auto &plan = i.get<Plan>();
  Operands in = operandsOf(f, i);
  int64_t count = countOf(in);
  Value out = Value::make(plan.lane, count);
  runKernel(plan.compute, in, out);
  out.poison = Frame::mergePoison(in, count);
  if (plan.undefined && !(plan.harmless && in[1]->count == 1 && plan.harmless(in[1]->integer()))) {
    Value flags = Value::make(Lane::U8, count);
    runKernel(plan.undefined, in, flags, plan.promises);
    poisonWhere(flags, Undefined, out);
  }
  f.charge(i, count);
  f.result(i) = std::move(out);
}

/// An element that is defined and alone decides the result: 0 of and and of a product, all ones of or. What the other one is does not matter then: an
/// undefined element is some number, and a pipelined loop masks what it loaded too early in just this way.
template <bool AllOnes> void runAbsorbing(Frame &f, const Instr &i) {
  runPlan(f, i);
  Value &out = f.result(i);
  if (!out.poison)
    return;
  const Value in[] = {Frame::spread(f.operand(i, 0), out.count),
                      Frame::spread(f.operand(i, 1), out.count)};
  unsigned width = elementOf(i.op->getResult(0).getType(), Semantics::Ieee)->bits;
  uint64_t absorbing = !AllOnes ? 0 : width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  // The array may be an operand's own.
  Array poison = Array::make(out.count);
  for (int64_t k = 0; k < out.count; ++k) {
    bool decided = any_of(in, [&](const Value &value) {
      return !(value.poison && value.poisons()[k]) && value.integer(k) == absorbing;
    });
    poison.as<uint8_t>()[k] = decided ? uint8_t(Defined) : out.poisons()[k];
  }
  out.poison = std::move(poison);
}

uint64_t promisesOf(Operation *op) {
  uint64_t promises = 0;
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    promises = uint64_t(flags.getOverflowAttr().getValue());
  if (auto exact = op->getAttrOfType<UnitAttr>("isExact"))
    promises |= Exact;
  return promises;
}

template <class Op>
concept HasHarmless = requires { Op::template harmless<Int<32>>(0); };
template <class Op, class I> bool harmless(uint64_t b) { return Op::template harmless<I>(b); }

/// An op without promises that is never undefined otherwise needs no check.
template <class Op>
constexpr bool undefinedByPromisesAlone =
    std::is_same_v<Op, Add> || std::is_same_v<Op, Sub> || std::is_same_v<Op, Mul>;

std::optional<Element> integerElement(Operation *op, Preparer &p) {
  std::optional<Element> element = p.element(op->getOperand(0).getType());
  if (element && !element->isFloat &&
      forBits(element->bits, [](auto) { return std::optional<bool>(true); }))
    return element;
  p.unsupported("integers of a width that is not 1, 4, 8, 16, 32 or 64");
  return std::nullopt;
}

template <class Op> const void *prepareBinary(Operation *op, Preparer &p) {
  std::optional<Element> element = integerElement(op, p);
  if (!element)
    return nullptr;
  Plan plan{};
  plan.lane = element->lane;
  plan.compute =
      forBits(element->bits, [](auto type) -> Kernel { return binaryKernel<Op, decltype(type)>; });
  if constexpr (MayBeUndefined<Op>) {
    plan.promises = promisesOf(op);
    if (plan.promises || !undefinedByPromisesAlone<Op>)
      plan.undefined = forBits(element->bits, [&](auto type) -> Kernel {
        return plan.promises ? undefinedKernel<Op, decltype(type)>
                             : alwaysUndefinedKernel<Op, decltype(type)>;
      });
  }
  if constexpr (HasHarmless<Op>)
    if (!plan.promises)
      plan.harmless = forBits(element->bits, [](auto type) -> bool (*)(uint64_t) {
        return harmless<Op, decltype(type)>;
      });
  return p.make<Plan>(plan);
}
template <class Op> const void *prepareUnary(Operation *op, Preparer &p) {
  std::optional<Element> element = integerElement(op, p);
  if (!element)
    return nullptr;
  Kernel compute =
      forBits(element->bits, [](auto type) -> Kernel { return unaryKernel<Op, decltype(type)>; });
  return p.make<Plan>(compute, nullptr, nullptr, uint64_t(0), element->lane);
}

//===--- Two results ---===//

struct PairPlan {
  Kernel low, high;
  Lane lowLane, highLane;
};

void runPair(Frame &f, const Instr &i) {
  const auto &plan = i.get<PairPlan>();
  Operands in = operandsOf(f, i);
  int64_t count = countOf(in);
  Value low = Value::make(plan.lowLane, count), high = Value::make(plan.highLane, count);
  runKernel(plan.low, in, low);
  runKernel(plan.high, in, high);
  low.poison = high.poison = Frame::mergePoison(in, count);
  f.charge(i, 2 * count);
  f.result(i, 0) = std::move(low);
  f.result(i, 1) = std::move(high);
}

template <class I> void carryKernel(const Span &s) {
  using U = typename I::U;
  mapLanes<uint8_t, U, U>(s, [](U a, U b) FATHOM_INLINE { return uint8_t(Add::of<I>(a, b) < a); });
}
const void *prepareAddExtended(Operation *op, Preparer &p) {
  std::optional<Element> element = integerElement(op, p);
  if (!element)
    return nullptr;
  return p.make<PairPlan>(
      forBits(element->bits, [](auto type) -> Kernel { return binaryKernel<Add, decltype(type)>; }),
      forBits(element->bits, [](auto type) -> Kernel { return carryKernel<decltype(type)>; }),
      element->lane, Lane::U8);
}
template <class High> const void *prepareMulExtended(Operation *op, Preparer &p) {
  std::optional<Element> element = integerElement(op, p);
  if (!element)
    return nullptr;
  return p.make<PairPlan>(
      forBits(element->bits, [](auto type) -> Kernel { return binaryKernel<Mul, decltype(type)>; }),
      forBits(element->bits,
              [](auto type) -> Kernel { return binaryKernel<High, decltype(type)>; }),
      element->lane, element->lane);
}

} // namespace

void addIntegerOps(Registry &registry) {
  addConstants(registry);
  addIntegerCasts(registry);
  registry.addElementwise<arith::AddIOp>(runPlan, prepareBinary<Add>);
  registry.addElementwise<arith::SubIOp>(runPlan, prepareBinary<Sub>);
  registry.addElementwise<arith::MulIOp>(runAbsorbing<false>, prepareBinary<Mul>);
  registry.addElementwise<arith::AndIOp>(runAbsorbing<false>, prepareBinary<And>);
  registry.addElementwise<arith::OrIOp>(runAbsorbing<true>, prepareBinary<Or>);
  registry.addElementwise<arith::XOrIOp>(runPlan, prepareBinary<Xor>);
  registry.addElementwise<arith::ShLIOp>(runPlan, prepareBinary<ShiftLeft>);
  registry.addElementwise<arith::ShRUIOp>(runPlan, prepareBinary<ShiftRightUnsigned>);
  registry.addElementwise<arith::ShRSIOp>(runPlan, prepareBinary<ShiftRightSigned>);
  registry.addElementwise<arith::MaxSIOp>(runPlan, prepareBinary<MaxSigned>);
  registry.addElementwise<arith::MinSIOp>(runPlan, prepareBinary<MinSigned>);
  registry.addElementwise<arith::MaxUIOp>(runPlan, prepareBinary<MaxUnsigned>);
  registry.addElementwise<arith::MinUIOp>(runPlan, prepareBinary<MinUnsigned>);
  registry.addElementwise<arith::DivSIOp>(runPlan, prepareBinary<DivideSigned<Towards::Zero>>);
  registry.addElementwise<arith::FloorDivSIOp>(runPlan,
                                               prepareBinary<DivideSigned<Towards::Floor>>);
  registry.addElementwise<arith::CeilDivSIOp>(runPlan,
                                              prepareBinary<DivideSigned<Towards::Ceiling>>);
  registry.addElementwise<arith::DivUIOp>(runPlan, prepareBinary<DivideUnsigned<Towards::Zero>>);
  registry.addElementwise<arith::CeilDivUIOp>(runPlan,
                                              prepareBinary<DivideUnsigned<Towards::Ceiling>>);
  registry.addElementwise<arith::RemSIOp>(runPlan, prepareBinary<RemSigned>);
  registry.addElementwise<arith::RemUIOp>(runPlan, prepareBinary<RemUnsigned>);
  registry.addElementwise<arith::AddUIExtendedOp>(runPair, prepareAddExtended);
  registry.addElementwise<arith::MulSIExtendedOp>(runPair, prepareMulExtended<MulHighSigned>);
  registry.addElementwise<arith::MulUIExtendedOp>(runPair, prepareMulExtended<MulHighUnsigned>);
  registry.addElementwise<tt::MulhiUIOp>(runPlan, prepareBinary<MulHighUnsigned>);
  registry.addElementwise<math::AbsIOp>(runPlan, prepareUnary<Abs>);
  registry.addElementwise<math::CountLeadingZerosOp>(runPlan, prepareUnary<LeadingZeros>);
  registry.addElementwise<math::CountTrailingZerosOp>(runPlan, prepareUnary<TrailingZeros>);
  registry.addElementwise<math::CtPopOp>(runPlan, prepareUnary<PopCount>);
  registry.addElementwise<math::IPowIOp>(runPlan, prepareBinary<Power>);
}

} // namespace fathom::interp
