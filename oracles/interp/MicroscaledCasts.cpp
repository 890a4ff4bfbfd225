// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From 4-bit floats that are packed into i8, and from 4- and 8-bit floats times their scales.
//
// amdg.scaled_upcast_fp4 is ttg.fp4_to_fp and a multiplication by the scale, as the AMD back end itself rewrites it where the hardware has no such conversion. A
// scale is a float, or an i8 that is the exponent of a power of two (e8m0); of the latter the smallest and the largest code are open, for back ends shift
// the code into the exponent of a bf16, which makes 0 and infinity of them, not 2^-127 and NaN. It may be one for a group of elements.
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/numbers/Ring.h"

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

/// Where the pairs of an i8 tensor lie in the tensor of the numbers.
struct PairShape {
  int64_t outer, pairs, inner;
};
PairShape pairShapeOf(Type type, unsigned axis) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
  auto product = [](ArrayRef<int64_t> dims) {
    int64_t size = 1;
    for (int64_t dim : dims)
      size *= dim;
    return size;
  };
  return {product(shape.take_front(axis)), shape[axis], product(shape.drop_front(axis + 1))};
}

/// The real values of floats (F32) in the lane of floats.
Value asFloats(const Frame &f, Value floats, bool isF64) {
  if (f.machine.semantics() == Semantics::Algebra) {
    Value out = Value::make(Lane::Ring, floats.count);
    ring::fromFloat(floats.elements<float>(), out.elements<int32_t>(), floats.count);
    out.poison = std::move(floats.poison);
    return out;
  }
  if (!isF64)
    return floats;
  Value out = Value::make(Lane::F64, floats.count);
  std::copy_n(floats.elements<float>(), floats.count, out.elements<double>());
  out.poison = std::move(floats.poison);
  return out;
}

Value unpack(const Frame &f, const Value &packed, const PairShape &shape, bool isF64) {
  static const auto numbers = [] {
    std::array<float, 16> made;
    for (unsigned code = 0; code < 16; ++code)
      made[code] = floats::decode(FloatKind::F4E2M1, code);
    return made;
  }();
  int64_t count = 2 * packed.count;
  assert(packed.count == shape.outer * shape.pairs * shape.inner && "all elements");
  Value out = Value::make(Lane::F32, count);
  const uint8_t *from = packed.elements<uint8_t>(), *poison = packed.poisons();
  if (poison)
    out.poison = Array::make(count);
  for (int64_t pair = 0; pair < shape.outer * shape.pairs; ++pair)
    for (int64_t k = 0; k < shape.inner; ++k) {
      int64_t source = pair * shape.inner + k, target = 2 * pair * shape.inner + k;
      out.elements<float>()[target] = numbers[from[source] & 15];
      out.elements<float>()[target + shape.inner] = numbers[from[source] >> 4];
      if (poison)
        out.poisons()[target] = out.poisons()[target + shape.inner] = poison[source];
    }
  return asFloats(f, std::move(out), isF64);
}

//===--- ttg.fp4_to_fp ---===//

struct UnpackPlan {
  PairShape shape;
  bool isF64;
};
const void *prepareUnpack(Operation *op, Preparer &p) {
  auto cast = mlir::cast<ttg::Fp4ToFpOp>(op);
  return p.make<UnpackPlan>(pairShapeOf(cast.getSrc().getType(), cast.getAxis()),
                            getElementTypeOrSelf(cast.getType()).isF64());
}
void runUnpack(Frame &f, const Instr &i) {
  const auto &plan = i.get<UnpackPlan>();
  Value out = unpack(f, f.full(i, 0), plan.shape, plan.isF64);
  f.charge(i, out.count);
  f.result(i) = std::move(out);
}

//===--- amdg.scaled_upcast_fp4, amdg.scaled_upcast_fp8 ---===//

struct ScalePlan {
  std::optional<PairShape> pairs; ///< Of fp4.
  FloatPlan product;
  Element scale;
  SmallVector<int64_t, 4> shape,
      repeats; ///< Of the result; how many elements along each dimension share a scale.
};

const void *prepareScale(Operation *op, Preparer &p) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  auto scale = cast<RankedTensorType>(op->getOperand(1).getType());
  std::optional<Element> element = p.element(result), scaleElement = p.element(scale);
  std::optional<FloatPlan> product;
  if (element)
    product = planFloat(*findFloatFunction("mulf"), *element, true);
  if (!product || !scaleElement || (!scaleElement->isFloat && scaleElement->bits != 8) ||
      scale.getRank() != result.getRank()) {
    p.unsupported("a scale that is neither floats nor i8");
    return nullptr;
  }
  ScalePlan plan;
  if (auto fp4 = dyn_cast<amdg::ScaledUpcastFp4Op>(op))
    plan.pairs = pairShapeOf(fp4.getInput().getType(), fp4.getAxis());
  plan.product = *product;
  plan.scale = *scaleElement;
  plan.shape = SmallVector<int64_t, 4>(result.getShape());
  for (auto [size, scales] : zip(result.getShape(), scale.getShape()))
    plan.repeats.push_back(size / scales);
  return p.make<ScalePlan>(std::move(plan));
}

/// Scales as floats.
Value decodeScales(const Frame &f, const Value &codes, bool isF64) {
  Value out = Value::make(Lane::F32, codes.count);
  floats::decode(FloatKind::F8E8M0, codes.elements<uint8_t>(), out.elements<float>(), codes.count);
  Value open = Value::make(Lane::U8, codes.count);
  for (int64_t k = 0; k < codes.count; ++k) {
    uint8_t code = codes.elements<uint8_t>()[k];
    open.elements<uint8_t>()[k] = code == 0 || code == 255;
  }
  out.poison = codes.poison;
  poisonWhere(open, Unspecified, out);
  return asFloats(f, std::move(out), isF64);
}

template <class T> Array gather(const Array &from, const SmallVector<int64_t> &places) {
  Array to = Array::make(places.size() * sizeof(T));
  for (auto [k, place] : enumerate(places))
    to.as<T>()[k] = from.as<T>()[place];
  return to;
}
/// A scale for each element of the result.
Value repeatScales(const ScalePlan &plan, const Value &scales) {
  if (all_of(plan.repeats, [](int64_t repeats) { return repeats == 1; }) || scales.count == 1)
    return scales;
  int64_t count = 1;
  for (int64_t size : plan.shape)
    count *= size;
  SmallVector<int64_t> places(count);
  for (int64_t k = 0; k < count; ++k) {
    int64_t rest = k, place = 0, stride = 1;
    for (unsigned dim = plan.shape.size(); dim-- > 0;) {
      place += rest % plan.shape[dim] / plan.repeats[dim] * stride;
      rest /= plan.shape[dim];
      stride *= plan.shape[dim] / plan.repeats[dim];
    }
    places[k] = place;
  }
  Value out;
  out.lane = scales.lane;
  out.count = count;
  out.data = laneBytes(scales.lane) == 8 ? gather<uint64_t>(scales.data, places)
                                         : gather<uint32_t>(scales.data, places);
  if (scales.poison)
    out.poison = gather<uint8_t>(scales.poison, places);
  if (scales.slack)
    out.slack = gather<float>(scales.slack, places);
  return out;
}

/// A float of any lane in the lane of the product.
Value inLane(const FloatPlan &product, Value value) {
  if (value.lane == product.lane || value.lane == Lane::Ring)
    return value;
  Value out = Value::make(product.lane, value.count);
  if (product.lane == Lane::F64)
    std::copy_n(value.elements<float>(), value.count, out.elements<double>());
  else
    std::copy_n(value.elements<double>(), value.count, out.elements<float>());
  out.poison = value.poison;
  out.slack = value.slack;
  return out;
}

void runScale(Frame &f, const Instr &i) {
  const auto &plan = i.get<ScalePlan>();
  bool isF64 = plan.product.lane == Lane::F64;
  Value numbers = plan.pairs ? unpack(f, f.full(i, 0), *plan.pairs, isF64)
                             : inLane(plan.product, f.operand(i, 0));
  Value scales = plan.scale.isFloat ? inLane(plan.product, f.operand(i, 1))
                                    : decodeScales(f, f.operand(i, 1), isF64);
  scales = repeatScales(plan, scales);
  Value out = computeFloat(f, plan.product, {&numbers, &scales});
  f.charge(i, out.count);
  f.result(i) = std::move(out);
}

} // namespace

void addMicroscaledCasts(Registry &registry) {
  registry.add<ttg::Fp4ToFpOp>(runUnpack, prepareUnpack);
  registry.add<amdg::ScaledUpcastFp4Op>(runScale, prepareScale);
  registry.add<amdg::ScaledUpcastFp8Op>(runScale, prepareScale);
}

} // namespace fathom::interp
