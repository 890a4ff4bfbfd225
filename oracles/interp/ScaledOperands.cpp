// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of scaled matrix products (microscaling, OCP MX specification 1.0): narrow elements, a group of which shares a scale.
//
//   e8m0 scale code s: 2^(s - 127); 0xff is NaN.          e2m1 codes: two in a byte, the first in the low nibble
#include "oracles/interp/MatrixProduct.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/numbers/FloatFormat.h"
#include "oracles/interp/numbers/Ring.h"

#include <cmath>

using namespace llvm;

namespace fathom::interp {

static FloatKind kindOf(tt::ScaledElement element) {
  switch (element) {
  case tt::ScaledElement::E4M3:
    return FloatKind::F8E4M3FN;
  case tt::ScaledElement::E5M2:
    return FloatKind::F8E5M2;
  case tt::ScaledElement::E2M3:
    return FloatKind::F6E2M3;
  case tt::ScaledElement::E3M2:
    return FloatKind::F6E3M2;
  case tt::ScaledElement::E2M1:
    return FloatKind::F4E2M1;
  case tt::ScaledElement::BF16:
    return FloatKind::BF16;
  case tt::ScaledElement::FP16:
    return FloatKind::F16;
  }
  llvm_unreachable("an element of a scaled product");
}

/// The elements as floats: [batch][rows][columns].
static Value decoded(Frame &f, const ScaledOperand &operand, const Value &elements) {
  const int64_t count = operand.batch * operand.rows * operand.columns;
  if (!operand.codes)
    return f.inRing(Frame::spread(elements, count));
  const FloatKind kind = kindOf(operand.kind);
  const bool packed = operand.kind == tt::ScaledElement::E2M1;
  Value codes = Frame::spread(elements, packed ? count / 2 : count);
  auto decodeCodes = [&](const uint8_t *from, int64_t number, const Array &poison) {
    Value value = Value::make(Lane::F32, number);
    std::vector<uint8_t> used(from, from + number);
    for (uint8_t &code : used) // Six bits lie in the low bits of a byte.
      code &= (1u << formatOf(kind).codeBits) - 1;
    floats::decode(kind, used.data(), value.elements<float>(), number);
    value.poison = poison;
    return f.inRing(value);
  };
  if (!packed)
    return decodeCodes(codes.elements<uint8_t>(), count, codes.poison);
  std::vector<uint8_t> low(codes.count), high(codes.count);
  for (int64_t k = 0; k < codes.count; ++k) {
    low[k] = codes.elements<uint8_t>()[k] & 15;
    high[k] = codes.elements<uint8_t>()[k] >> 4;
  }
  Value halves[] = {decodeCodes(low.data(), codes.count, codes.poison),
                    decodeCodes(high.data(), codes.count, codes.poison)};
  // Neighbours in a row, or whole rows that are neighbours.
  if (operand.packedInRow)
    return interleaved(halves, codes.count, 1);
  return interleaved(halves, operand.batch * operand.rows / 2, operand.columns);
}

/// Scales as floats, as many as there are.
static Value decodedScales(Frame &f, const ScaledOperand &operand, const Value &scale,
                           int64_t count) {
  Value all = Frame::spread(scale, count);
  if (!operand.scaleCodes)
    return f.inRing(all);
  Value value = Value::make(Lane::F32, count);
  floats::decode(FloatKind::F8E8M0, all.elements<uint8_t>(), value.elements<float>(), count);
  value.poison = all.poison;
  return f.inRing(value);
}

Value scaled(Frame &f, const ScaledOperand &operand, const Value &elements, const Value *scale) {
  Value value = decoded(f, operand, elements);
  if (operand.scales == ScaledOperand::Scales::None || !scale)
    return value;
  const int64_t count = value.count, groups = count / operand.group;
  Value scales = decodedScales(f, operand, *scale, groups);
  // One scale for each element, in the elements' order.
  scales = repeated(scales, groups, operand.group, 1);
  if (operand.scales == ScaledOperand::Scales::AlongColumn)
    scales = transposed(scales, operand.batch, operand.columns, operand.rows);
  scales = Frame::spread(scales, count);
  Value result = Value::make(value.lane, count);
  result.poison = Frame::mergePoison({&value, &scales}, count);
  if (value.lane == Lane::Ring) {
    ring::mul(value.elements<int32_t>(), scales.elements<int32_t>(), result.elements<int32_t>(),
              count);
    return result;
  }
  const FloatFormat &between = formatOf(operand.narrow ? FloatKind::F16 : FloatKind::BF16);
  const double most = between.maxFinite(), least = std::ldexp(1.0, between.minExponent());
  for (int64_t k = 0; k < count; ++k) {
    float element = value.elements<float>()[k], factor = scales.elements<float>()[k];
    double product = double(element) * factor, size = std::fabs(product);
    result.elements<float>()[k] = float(product);
    bool finite = std::isfinite(element) && std::isfinite(factor);
    auto inRange = [&](double x) { return x >= least && x <= most; };
    if (finite && product != 0 && !(inRange(std::fabs(factor)) && inRange(size))) {
      if (!result.poison)
        result.poison = Array::zeros(count);
      result.poisons()[k] = std::max<uint8_t>(result.poisons()[k], Unspecified);
    }
  }
  return result;
}

} // namespace fathom::interp
