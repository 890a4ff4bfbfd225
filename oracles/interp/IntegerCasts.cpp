// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers to integers of another width, comparisons of integers, and arith.select on elements of any type.
#include "oracles/interp/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

//===--- Other widths ---===//

template <class From, class To, bool isSigned> void resizeKernel(const Span &s) {
  using A = typename From::U;
  using R = typename To::U;
  mapLanes<R, A>(s, [](A a) FATHOM_INLINE {
    if constexpr (isSigned)
      return R(R(From::sign(a)) & To::mask);
    else
      return R(R(a) & To::mask);
  });
}

/// Flags what a trunci that promises not to overflow may not be given.
template <class From, class To> void losesKernel(const Span &s) {
  using A = typename From::U;
  using R = typename To::U;
  mapSlowly<uint8_t, A>(s, [promises = arith::IntegerOverflowFlags(s.key)](A a) FATHOM_INLINE {
    R cut = R(R(a) & To::mask);
    bool nuw = bitEnumContainsAny(promises, arith::IntegerOverflowFlags::nuw);
    bool nsw = bitEnumContainsAny(promises, arith::IntegerOverflowFlags::nsw);
    return uint8_t((nuw && cut != a) || (nsw && To::sign(cut) != From::sign(a)));
  });
}

struct ResizePlan {
  Kernel compute; ///< Null: the value stays as it is.
  Kernel undefined;
  uint64_t promises;
  Lane lane;
};

void runResize(Frame &f, const Instr &i) {
  const auto &plan = i.get<ResizePlan>();
  const Value &in = f.operand(i, 0);
  f.charge(i, in.count);
  if (!plan.compute) {
    f.result(i) = in;
    return;
  }
  Value out = Value::make(plan.lane, in.count);
  runKernel(plan.compute, &in, out);
  out.poison = in.poison;
  if (plan.undefined) {
    Value flags = Value::make(Lane::U8, in.count);
    runKernel(plan.undefined, &in, flags, plan.promises);
    poisonWhere(flags, Undefined, out);
  }
  f.result(i) = std::move(out);
}

template <bool isSigned> const void *prepareResize(Operation *op, Preparer &p) {
  std::optional<Element> from = p.element(op->getOperand(0).getType());
  std::optional<Element> to = p.element(op->getResult(0).getType());
  ResizePlan plan{};
  if (from && to) {
    plan.lane = to->lane;
    if (auto trunc = dyn_cast<arith::TruncIOp>(op))
      plan.promises = uint64_t(trunc.getOverflowFlags());
    plan.compute = forBits(from->bits, [&](auto a) {
      return forBits(to->bits, [](auto b) -> Kernel {
        return resizeKernel<decltype(a), decltype(b), isSigned>;
      });
    });
    if (plan.promises)
      plan.undefined = forBits(from->bits, [&](auto a) {
        return forBits(to->bits,
                       [](auto b) -> Kernel { return losesKernel<decltype(a), decltype(b)>; });
      });
  }
  if (!plan.compute) {
    p.unsupported("integers of a width that is not 1, 4, 8, 16, 32 or 64");
    return nullptr;
  }
  if (from->bits == to->bits)
    plan.compute = nullptr;
  return p.make<ResizePlan>(plan);
}

//===--- Comparison ---===//

template <class I, class F> void compareWith(const Span &s, F f) {
  using U = typename I::U;
  mapLanes<uint8_t, U, U>(s, [f](U a, U b) FATHOM_INLINE { return uint8_t(f(a, b)); });
}
template <class I> void equalKernel(const Span &s) {
  compareWith<I>(s, [](auto a, auto b) FATHOM_INLINE { return a == b; });
}
template <class I> void unequalKernel(const Span &s) {
  compareWith<I>(s, [](auto a, auto b) FATHOM_INLINE { return a != b; });
}
template <class I> void lessKernel(const Span &s) {
  compareWith<I>(s, [](auto a, auto b) FATHOM_INLINE { return a < b; });
}
template <class I> void atMostKernel(const Span &s) {
  compareWith<I>(s, [](auto a, auto b) FATHOM_INLINE { return a <= b; });
}
template <class I> void signedLessKernel(const Span &s) {
  compareWith<I>(s, [](auto a, auto b) FATHOM_INLINE { return I::sign(a) < I::sign(b); });
}
template <class I> void signedAtMostKernel(const Span &s) {
  compareWith<I>(s, [](auto a, auto b) FATHOM_INLINE { return I::sign(a) <= I::sign(b); });
}

struct ComparePlan {
  Kernel compute;
  bool swapped; ///< a > b is b < a.
};

void runCompare(Frame &f, const Instr &i) {
  const auto &plan = i.get<ComparePlan>();
  const Value *in[] = {&f.operand(i, 0), &f.operand(i, 1)};
  if (plan.swapped)
    std::swap(in[0], in[1]);
  int64_t count = countOf(in);
  Value out = Value::make(Lane::U8, count);
  runKernel(plan.compute, in, out);
  out.poison = Frame::mergePoison(in, count);
  f.charge(i, count);
  f.result(i) = std::move(out);
}

template <class I> ComparePlan planCompare(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return {equalKernel<I>, false};
  case P::ne:
    return {unequalKernel<I>, false};
  case P::slt:
    return {signedLessKernel<I>, false};
  case P::sle:
    return {signedAtMostKernel<I>, false};
  case P::sgt:
    return {signedLessKernel<I>, true};
  case P::sge:
    return {signedAtMostKernel<I>, true};
  case P::ult:
    return {lessKernel<I>, false};
  case P::ule:
    return {atMostKernel<I>, false};
  case P::ugt:
    return {lessKernel<I>, true};
  case P::uge:
    return {atMostKernel<I>, true};
  }
  return {};
}

const void *prepareCompare(Operation *op, Preparer &p) {
  std::optional<Element> element = p.element(op->getOperand(0).getType());
  ComparePlan plan{};
  if (element && !element->isFloat)
    plan = forBits(element->bits, [&](auto type) {
      return planCompare<decltype(type)>(cast<arith::CmpIOp>(op).getPredicate());
    });
  if (!plan.compute) {
    p.unsupported("integers of a width that is not 1, 4, 8, 16, 32 or 64");
    return nullptr;
  }
  return p.make<ComparePlan>(plan);
}

//===--- Selection ---===//

template <class T> void selectKernel(const Span &s) {
  mapLanes<T, uint8_t, T, T>(s, [](uint8_t condition, T a, T b)
                                    FATHOM_INLINE { return condition ? a : b; });
}

void selectElements(const Value &condition, const Value &a, const Value &b, Value &out) {
  const Value *in[] = {&condition, &a, &b};
  switch (laneBytes(out.lane)) {
  case 1:
    return runKernel(selectKernel<uint8_t>, in, out);
  case 2:
    return runKernel(selectKernel<uint16_t>, in, out);
  case 4:
    return runKernel(selectKernel<uint32_t>, in, out);
  default:
    return runKernel(selectKernel<uint64_t>, in, out);
  }
}

/// An array that lies beside the elements of a and b, chosen from as they are; a missing one is all zeros.
Array selectBeside(const Value &condition, const Value &a, const Array &besideA, const Value &b,
                   const Array &besideB, Lane lane, int64_t count) {
  if (!besideA && !besideB)
    return {};
  auto asValue = [&](const Value &whose, const Array &beside) {
    Value value;
    value.lane = lane;
    value.count = beside ? whose.count : 1;
    value.data = beside ? beside : Array::zeros(8);
    return value;
  };
  Value out = Value::make(lane, count);
  selectElements(condition, asValue(a, besideA), asValue(b, besideB), out);
  return out.data;
}

void poisonAll(Value &value, uint8_t poison) {
  value.poison = Array::make(value.count);
  std::fill_n(value.poisons(), value.count, poison);
}

void runSelect(Frame &f, const Instr &i) {
  const Value &condition = f.operand(i, 0);
  Value a = f.operand(i, 1), b = f.operand(i, 2);
  if (a.object || b.object || condition.count == 1) {
    uint8_t poison = condition.poison ? condition.poisons()[0] : uint8_t(Defined);
    if (a.object || b.object) {
      if (poison)
        return f.stop(poison == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
                      "arith.select between objects depends on an undefined value");
      f.result(i) = condition.integer() ? std::move(a) : std::move(b);
      return;
    }
    // As scf.if: a literal that is chosen whole stays one.
    Value chosen = condition.integer() ? std::move(a) : std::move(b);
    f.charge(i, 1);
    if (poison)
      poisonAll(chosen, poison);
    f.result(i) = std::move(chosen);
    return;
  }
  if (a.lane != b.lane)
    a = f.inRing(a), b = f.inRing(b);
  int64_t count = condition.count;
  Value out = Value::make(a.lane, count);
  selectElements(condition, a, b, out);
  out.slack = selectBeside(condition, a, a.slack, b, b.slack, Lane::F32, count);
  out.poison = selectBeside(condition, a, a.poison, b, b.poison, Lane::U8, count);
  if (condition.poison) {
    Value chosen = out;
    out.poison = Frame::mergePoison({&condition, &chosen}, count);
  }
  f.charge(i, count);
  f.result(i) = std::move(out);
}

} // namespace

void addIntegerCasts(Registry &registry) {
  registry.addElementwise<arith::ExtSIOp>(runResize, prepareResize<true>);
  registry.addElementwise<arith::ExtUIOp>(runResize, prepareResize<false>);
  registry.addElementwise<arith::TruncIOp>(runResize, prepareResize<false>);
  registry.addElementwise<arith::IndexCastOp>(runResize, prepareResize<true>);
  registry.addElementwise<arith::IndexCastUIOp>(runResize, prepareResize<false>);
  registry.addElementwise<arith::CmpIOp>(runCompare, prepareCompare);
  registry.addElementwise<arith::SelectOp>(runSelect);
}

} // namespace fathom::interp
