// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// amdg: to and from numbers of block-scaled formats (OCP Microscaling Formats 1.0), where a block shares a scale, a power of two; those that MicroscaledCasts.cpp
// does not have. And bytes of two numbers each, repacked along another dim.
//
//   upcast_mxfp          i8, one fp8 or two e2m1 each, the first in the low bits: 0x21 and scale 128 -> 0.5 * 2, 1 * 2
//   scaled_downcast_fp4  the reverse; the scale is a float, or e8m0
//   scaled_downcast_fp8
//
// A result is rounded once. In the algebra the numbers that codes stand for are embedded.
#include "oracles/interp/FloatSlack.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/SharedMemory.h"
#include "oracles/interp/numbers/Ring.h"

#include "core/ir/TritonAMDGPU.h"

using namespace llvm;

namespace fathom::interp {

namespace {
/// How the elements of a packed tensor lie in it: dim `axis` of the numbers is twice that of the bytes.
struct Packing {
  int64_t outer = 1, axis = 1, inner = 1; ///< Of the bytes.
  Packing(ArrayRef<int64_t> bytes, unsigned dim) {
    for (auto [d, size] : enumerate(bytes))
      (d < dim ? outer : d > dim ? inner : axis) *= size;
  }
};

struct Scaling {
  Element input, scale, result;
  int64_t count;  ///< Numbers.
  FloatKind code; ///< What an integer input codes.
  bool packed;
  Packing packing;
  /// For each number its scale's, where they are not one to one.
  std::vector<uint32_t> scaleOf;
};
} // namespace

/// Bytes to nibbles: [outer][axis][inner] -> [outer][2 axis][inner], the low one first.
template <class T> static Array unpackNotes(const Array &from, const Packing &p) {
  Array to = Array::make(2 * p.outer * p.axis * p.inner * sizeof(T));
  for (int64_t o = 0; o < p.outer * p.axis; ++o)
    for (int64_t half = 0; half < 2; ++half)
      std::copy_n(from.as<T>() + o * p.inner, p.inner, to.as<T>() + (2 * o + half) * p.inner);
  return to;
}

static Value unpacked(const Value &bytes, const Packing &p) {
  Value result = Value::make(Lane::U8, 2 * p.outer * p.axis * p.inner);
  const auto *in = bytes.elements<uint8_t>();
  auto *out = result.elements<uint8_t>();
  for (int64_t o = 0; o < p.outer * p.axis; ++o, in += p.inner, out += 2 * p.inner)
    for (int64_t k = 0; k < p.inner; ++k) {
      out[k] = in[k] & 15;
      out[k + p.inner] = in[k] >> 4;
    }
  if (bytes.poison)
    result.poison = unpackNotes<uint8_t>(bytes.poison, p);
  return result;
}

/// The reverse; a byte is poisoned by either half.
static Value packed(const Value &nibbles, const Packing &p) {
  Value result = Value::make(Lane::U8, p.outer * p.axis * p.inner);
  const auto *in = nibbles.elements<uint8_t>();
  auto *out = result.elements<uint8_t>();
  const uint8_t *poison = nibbles.poisons();
  if (poison)
    result.poison = Array::make(result.count);
  for (int64_t o = 0; o < p.outer * p.axis; ++o)
    for (int64_t k = 0; k < p.inner; ++k) {
      int64_t low = 2 * o * p.inner + k, high = low + p.inner, to = o * p.inner + k;
      out[to] = in[low] | in[high] << 4;
      if (poison)
        result.poisons()[to] = std::max(poison[low], poison[high]);
    }
  return result;
}

/// Codes of small floats as the floats that they are; floats as they are. In the algebra: ring elements.
static Value decoded(Frame &f, const Value &value, const Element &element, FloatKind code) {
  if (element.isFloat)
    return f.inRing(value);
  Value result = Value::make(Lane::F32, value.count);
  floats::decode(code, value.data.as<uint8_t>(), result.elements<float>(), value.count);
  result.poison = value.poison;
  if (code == FloatKind::F8E8M0) {
    // Back ends shift the code into the exponent of a bf16, which makes 0 of the smallest one, not 2^-127.
    const auto *codes = value.elements<uint8_t>();
    for (int64_t k = 0; k < value.count; ++k) {
      if (codes[k] != 0)
        continue;
      if (!result.poison)
        result.poison = Array::zeros(value.count);
      else if (result.poison.isShared())
        result = poisoned(result, Defined);
      result.poisons()[k] = std::max<uint8_t>(result.poisons()[k], Unspecified);
    }
  }
  return f.inRing(result);
}

static Value takenBy(const Value &value, const std::vector<uint32_t> &table) {
  if (value.count == 1 || table.empty())
    return value;
  Value result = Value::make(value.lane, table.size());
  for (auto [k, from] : enumerate(table))
    std::memcpy(result.data.as<char>() + k * 4, value.data.as<char>() + from * 4, 4);
  if (value.poison) {
    result.poison = Array::make(table.size());
    for (auto [k, from] : enumerate(table))
      result.poisons()[k] = value.poisons()[from];
  }
  if (value.slack) {
    result.slack = Array::make(table.size() * sizeof(float));
    for (auto [k, from] : enumerate(table))
      result.slacks()[k] = value.slacks()[from];
  }
  return result;
}

/// number * 2^+-n; `over`: number / scale.
static Value scaled(Frame &f, const Scaling &s, Value numbers, Value scale, bool over) {
  numbers = Frame::spread(numbers, s.count);
  scale = Frame::spread(scale, s.count);
  Value result = Value::make(s.result.lane, s.count);
  result.poison = Frame::mergePoison({&numbers, &scale}, s.count);
  if (f.machine.semantics() == Semantics::Algebra) {
    const auto *a = numbers.elements<int32_t>(), *b = scale.elements<int32_t>();
    auto *to = result.elements<int32_t>();
    over ? ring::div(a, b, to, s.count) : ring::mul(a, b, to, s.count);
    return result;
  }
  const float *a = numbers.elements<float>(), *b = scale.elements<float>();
  std::vector<double> exact(s.count);
  for (int64_t k = 0; k < s.count; ++k)
    exact[k] = over ? double(a[k]) / b[k] : double(a[k]) * b[k];
  // The OCP formats saturate when they are converted to.
  auto overflow = over ? floats::Overflow::Saturate : floats::Overflow::Infinity;
  floats::roundFromDouble(s.result.kind, floats::Rounding::NearestEven, overflow, exact.data(),
                          result.elements<float>(), s.count);
  SlackRule rule;
  rule.range = over ? rangeOfQuotient : rangeOfProduct;
  rule.kind = s.result.kind;
  addSlack(rule, {&numbers, &scale}, result);
  return result;
}

static void runUpcast(Frame &f, const Instr &i) {
  const auto &s = i.get<Scaling>();
  Value numbers = f.full(i, 0);
  if (s.packed)
    numbers = unpacked(numbers, s.packing);
  numbers = decoded(f, numbers, s.input, s.code);
  Value scale = decoded(f, f.full(i, 1), s.scale, FloatKind::F8E8M0);
  f.result(i) = scaled(f, s, std::move(numbers), takenBy(scale, s.scaleOf), /*over=*/false);
}

static ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return cast<mlir::ShapedType>(value.getType()).getShape();
}

static Scaling scalingOf(mlir::Operation *op, Preparer &p, FloatKind code, bool packed,
                         unsigned axis) {
  mlir::Value input = op->getOperand(0), result = op->getResult(0);
  return {*p.element(input.getType()),
          *p.element(op->getOperand(1).getType()),
          *p.element(result.getType()),
          elementCount(result.getType()),
          code,
          packed,
          Packing(shapeOf(input), axis),
          {}};
}

// Up to 3.4. The scale of 32 numbers along k is an i8; in the tensor of scales k is the last dim, also for operand b, whose k is the first.
static const void *prepareUpcastMxfp(mlir::Operation *op, Preparer &p) {
  auto upcast = cast<amdg::UpcastMXFPOp>(op);
  FloatKind code;
  switch (upcast.getFpType()) {
  case tt::ScaledElement::E2M1:
    code = FloatKind::F4E2M1;
    break;
  case tt::ScaledElement::E4M3:
    code = FloatKind::F8E4M3FN;
    break;
  case tt::ScaledElement::E5M2:
    code = FloatKind::F8E5M2;
    break;
  default:
    p.unsupported("of numbers that are neither e2m1, e4m3 nor e5m2");
    return nullptr;
  }
  ArrayRef<int64_t> shape = shapeOf(upcast.getResult()), scales = shapeOf(upcast.getScale());
  auto operand =
      dyn_cast_if_present<ttg::DotOperandEncodingAttr>(upcast.getResult().getType().getEncoding());
  unsigned rank = shape.size(), k = operand && operand.getOpIdx() == 1 ? rank - 2 : rank - 1;
  Scaling s = scalingOf(op, p, code, code == FloatKind::F4E2M1, k);
  if (rank < 2 || scales.size() != rank || scales.back() * 32 != shape[k]) {
    p.unsupported("with scales of another shape than one for 32 numbers along k");
    return nullptr;
  }
  s.scaleOf.resize(s.count);
  SmallVector<int64_t, 4> at(rank, 0);
  for (uint32_t &number : s.scaleOf) {
    number = 0;
    for (unsigned d = 0; d < rank; ++d)
      if (d != k)
        number = number * shape[d] + at[d];
    number = number * scales.back() + at[k] / 32;
    for (size_t d = rank; d-- && ++at[d] == shape[d];)
      at[d] = 0;
  }
  return p.make<Scaling>(std::move(s));
}

//===--- To packed formats ---===//

static const void *prepareDowncastFp8(mlir::Operation *op, Preparer &p) {
  return p.make<Scaling>(scalingOf(op, p, FloatKind::F8E4M3FN, false, 0));
}
static void runDowncastFp8(Frame &f, const Instr &i) {
  const auto &s = i.get<Scaling>();
  Value scale = decoded(f, f.full(i, 1), s.scale, FloatKind::F8E8M0);
  f.result(i) = scaled(f, s, f.inRing(f.full(i, 0)), std::move(scale), /*over=*/true);
}

static const void *prepareDowncastFp4(mlir::Operation *op, Preparer &p) {
  if (p.semantics == Semantics::Algebra) {
    p.unsupported("gives the bits of a float, which are not known in the algebra");
    return nullptr;
  }
  Scaling s = scalingOf(op, p, FloatKind::F4E2M1, true, 0);
  s.packing = Packing(shapeOf(op->getResult(0)), cast<amdg::ScaledDowncastFp4Op>(op).getAxis());
  s.count = elementCount(op->getOperand(0).getType());
  s.result = s.input;
  s.result.kind = FloatKind::F4E2M1;
  return p.make<Scaling>(std::move(s));
}
static void runDowncastFp4(Frame &f, const Instr &i) {
  const auto &s = i.get<Scaling>();
  Value scale = decoded(f, f.full(i, 1), s.scale, FloatKind::F8E8M0);
  Value numbers = scaled(f, s, f.full(i, 0), std::move(scale), /*over=*/true);
  Value codes = Value::make(Lane::U8, s.count);
  floats::encode(FloatKind::F4E2M1, numbers.elements<float>(), codes.elements<uint8_t>(), s.count);
  codes.poison = numbers.poison;
  if (const float *slack = numbers.slacks()) {
    if (!codes.poison)
      codes.poison = Array::zeros(s.count);
    for (int64_t k = 0; k < s.count; ++k)
      if (slack[k] != 0)
        codes.poisons()[k] = std::max<uint8_t>(codes.poisons()[k], Unspecified);
  }
  f.result(i) = packed(codes, s.packing);
}

//===--- amdg.local_load_packed_tranposed ---===//

// The buffer holds pairs along the dim that is not k; the result holds the same e2m1 numbers as pairs along k:
//   buffer 4 x 16 bytes: numbers 8 x 16, pairs in columns      result 8 x 8 bytes: pairs in rows
namespace {
struct Repacking {
  Packing from, to;
};
} // namespace

static const void *prepareLoadPackedTransposed(mlir::Operation *op, Preparer &p) {
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0)), to = shapeOf(op->getResult(0));
  std::optional<unsigned> unpack, pack;
  bool fits = from.size() == to.size();
  for (unsigned d = 0; fits && d < from.size(); ++d) {
    if (to[d] == 2 * from[d] && !unpack)
      unpack = d;
    else if (from[d] == 2 * to[d] && !pack)
      pack = d;
    else
      fits = to[d] == from[d];
  }
  if (!fits || !unpack || !pack || p.element(op->getResult(0).getType())->bits != 8) {
    p.unsupported("of shapes that no pairs explain");
    return nullptr;
  }
  return p.make<Repacking>(Repacking{Packing(from, *unpack), Packing(to, *pack)});
}

static void runLoadPackedTransposed(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  std::optional<Value> bytes = view ? loadView(f, i, *view) : std::nullopt;
  if (!bytes)
    return;
  const auto &repacking = i.get<Repacking>();
  f.result(i) =
      packed(unpacked(Frame::spread(*bytes, view->count()), repacking.from), repacking.to);
}

void addAmdNumbers(Registry &registry) {
  registry.add<amdg::UpcastMXFPOp>(runUpcast, prepareUpcastMxfp);
  registry.add<amdg::ScaledDowncastFp4Op>(runDowncastFp4, prepareDowncastFp4);
  registry.add<amdg::ScaledDowncastFp8Op>(runDowncastFp8, prepareDowncastFp8);
  registry.add<amdg::LocalLoadPackedTransposedOp>(runLoadPackedTransposed,
                                                  prepareLoadPackedTransposed);
}

} // namespace fathom::interp
