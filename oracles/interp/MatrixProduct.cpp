// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products of any numbers: integers, ring elements, and floats by FloatProduct.h.
#include "oracles/interp/MatrixProduct.h"
#include "oracles/interp/FloatProduct.h"
#include "oracles/interp/Lanes.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/Scratch.h"
#include "oracles/interp/numbers/Dot.h"
#include "oracles/interp/numbers/Ring.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

std::optional<MatrixProduct> matrixProductOf(mlir::ShapedType a, mlir::ShapedType b,
                                             mlir::ShapedType d, Semantics semantics,
                                             std::string &why) {
  MatrixProduct product;
  std::optional<Element> elementA = elementOf(a, semantics), elementB = elementOf(b, semantics),
                         elementD = elementOf(d, semantics);
  const int64_t rank = d.getRank();
  if (!elementA || !elementB || !elementD || rank < 2 || rank > 3 || a.getRank() != rank ||
      b.getRank() != rank) {
    why = "operands that are no matrices of numbers";
    return std::nullopt;
  }
  product.a = *elementA, product.b = *elementB, product.d = *elementD;
  bool floats = product.a.isFloat && product.b.isFloat && product.d.isFloat;
  bool integers = !product.a.isFloat && !product.b.isFloat && !product.d.isFloat &&
                  product.d.bits == 32 && product.a.bits <= 32;
  bool wide = product.a.bits == 64 || product.b.bits == 64;
  if (!(floats && wide == (product.d.bits == 64)) && !integers) {
    why = "elements that have no product of that type";
    return std::nullopt;
  }
  ArrayRef<int64_t> shapeA = a.getShape(), shapeD = d.getShape();
  product.batch = rank == 3 ? shapeD[0] : 1;
  product.M = shapeD[rank - 2];
  product.N = shapeD[rank - 1];
  product.K = shapeA[rank - 1];
  return product;
}

/// Integers sign-extended to i32.
static Scratch<int32_t> widened(const Value &value, const Element &element) {
  Scratch<int32_t> result(value.count);
  if (value.lane == Lane::U8 && element.bits == 8) {
    const auto *from = value.elements<int8_t>();
    std::copy_n(from, value.count, result.data());
    return result;
  }
  for (int64_t k = 0; k < value.count; ++k)
    result[k] = int32_t(value.signedInteger(element.bits, k));
  return result;
}

/// A copy whose elements nobody else sees.
static Value ownCopy(const Value &value) {
  Value copy = value;
  copy.data = Array::make(value.count * laneBytes(value.lane));
  std::memcpy(copy.data.as<char>(), value.data.as<char>(), value.count * laneBytes(value.lane));
  return copy;
}

/// A poisoned element of a poisons its row of the result, one of b its column.
static void spreadPoison(const MatrixProduct &p, const Value &a, const Value &b, Value &d) {
  if (!a.poison && !b.poison)
    return;
  Value spread = d;
  spread.poison = Array::zeros(d.count);
  for (int64_t batch = 0; batch < p.batch; ++batch) {
    std::vector<uint8_t> rows(p.M, 0), columns(p.N, 0);
    for (int64_t i = 0; a.poison && i < p.M; ++i)
      for (int64_t k = 0; k < p.K; ++k)
        rows[i] = std::max(rows[i], a.poisons()[(batch * p.M + i) * p.K + k]);
    for (int64_t k = 0; b.poison && k < p.K; ++k)
      for (int64_t j = 0; j < p.N; ++j)
        columns[j] = std::max(columns[j], b.poisons()[(batch * p.K + k) * p.N + j]);
    for (int64_t i = 0; i < p.M; ++i)
      for (int64_t j = 0; j < p.N; ++j)
        spread.poisons()[(batch * p.M + i) * p.N + j] = std::max(rows[i], columns[j]);
  }
  d.poison = Frame::mergePoison({&d, &spread}, d.count);
}

/// Poisons what splitting an operand leaves open in the algebra. `inRing` is the operand there.
static void poisonParts(const MatrixProduct &p, const Value &operand, Value &inRing) {
  if (operand.lane == Lane::F32 && !haveOnePart(p, operand)) {
    inRing = poisoned(std::move(inRing), Unspecified);
    return;
  }
  Value special = Value::make(Lane::U8, inRing.count);
  for (int64_t k = 0; k < inRing.count; ++k)
    special.elements<uint8_t>()[k] = !ring::isFinite(inRing.elements<int32_t>()[k]);
  poisonWhere(special, Unspecified, inRing);
}

Value multiply(Frame &f, const Instr &i, const MatrixProduct &p, const Value &a, const Value &b,
               const Value &c) {
  // A multiply-add takes about a tenth of the time of an element of other ops.
  f.charge(i, uint64_t(p.batch) * p.M * p.N * (1 + p.K / 10));
  if (f.stopped())
    return {};
  Value left = f.inRing(Frame::spread(a, p.batch * p.M * p.K));
  Value right = f.inRing(Frame::spread(b, p.batch * p.K * p.N));
  Value d = ownCopy(f.inRing(Frame::spread(c, p.batch * p.M * p.N)));
  const int64_t sizeA = p.M * p.K, sizeB = p.K * p.N, sizeD = p.M * p.N;
  if (d.lane == Lane::F32 || d.lane == Lane::F64) {
    multiplyFloats(p, left, right, d);
  } else if (d.lane == Lane::Ring) {
    for (int64_t batch = 0; batch < p.batch; ++batch)
      dotRing(left.elements<int32_t>() + batch * sizeA, right.elements<int32_t>() + batch * sizeB,
              d.elements<int32_t>() + batch * sizeD, p.M, p.N, p.K);
    if (splitsOperands(p))
      poisonParts(p, a, left), poisonParts(p, b, right);
  } else {
    Scratch<int32_t> wideA = widened(left, p.a), wideB = widened(right, p.b);
    for (int64_t batch = 0; batch < p.batch; ++batch)
      dotI32(wideA.data() + batch * sizeA, wideB.data() + batch * sizeB,
             d.elements<int32_t>() + batch * sizeD, p.M, p.N, p.K);
  }
  spreadPoison(p, left, right, d);
  return d;
}

} // namespace fathom::interp
