// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes constants 0, 1, half of what they are, or, if they are tensors, uniform.
#include "reducer/Reduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace fathom {

/// Simpler numbers to put for this one, simplest first.
static SmallVector<TypedAttr> simplerNumbers(TypedAttr number) {
  if (auto real = dyn_cast<FloatAttr>(number)) {
    if (real.getValue().isZero() && !real.getValue().isNegative())
      return {};
    FloatAttr zero = FloatAttr::get(real.getType(), 0.0), one = FloatAttr::get(real.getType(), 1.0);
    return number == one ? SmallVector<TypedAttr>{zero} : SmallVector<TypedAttr>{zero, one};
  }
  auto integer = dyn_cast<IntegerAttr>(number);
  if (!integer || integer.getValue().isZero())
    return {};
  SmallVector<TypedAttr> simpler;
  APInt value = integer.getValue();
  auto add = [&](APInt other) {
    auto attribute = IntegerAttr::get(integer.getType(), other);
    if (other != value && !llvm::is_contained(simpler, attribute))
      simpler.push_back(attribute);
  };
  add(APInt(value.getBitWidth(), 0));
  if (value.getBitWidth() > 1) {
    add(APInt(value.getBitWidth(), 1));
    add(value.sdiv(APInt(value.getBitWidth(), 2)));
  }
  return simpler;
}

static SmallVector<TypedAttr> simplerValues(TypedAttr value) {
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (!elements)
    return simplerNumbers(value);
  SmallVector<TypedAttr> simpler;
  auto first = dyn_cast<TypedAttr>(*elements.getValues<Attribute>().begin());
  if (!first)
    return {};
  for (TypedAttr number : simplerNumbers(first))
    simpler.push_back(DenseElementsAttr::get(elements.getType(), Attribute(number)));
  if (!elements.isSplat())
    simpler.push_back(DenseElementsAttr::get(elements.getType(), Attribute(first)));
  return simpler;
}

void simplifyConstant(Candidate candidate, Chunk &chunk) {
  std::vector<std::pair<arith::ConstantOp, TypedAttr>> rows;
  candidate.program.walk<WalkOrder::PreOrder>(
      [&](arith::ConstantOp constant) { rows.push_back({constant, {}}); });
  constexpr unsigned alternatives = 4;
  for (unsigned alternative = 0; alternative < alternatives; ++alternative)
    for (auto &[constant, choice] : rows) {
      SmallVector<TypedAttr> simpler = simplerValues(constant.getValue());
      if (simpler.size() > alternative && chunk.take() && !choice)
        choice = simpler[alternative];
    }
  for (auto &[constant, choice] : rows)
    if (choice)
      constant.setValueAttr(choice);
}

} // namespace fathom
