// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arith.constant: made once, when the module is prepared; a splat is held as one element. Floats stay literal in the algebra.
#include "oracles/interp/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

/// One element's bits, as memory holds them, into a lane.
void put(const Element &element, uint64_t bits, Value &value, int64_t at) {
  switch (value.lane) {
  case Lane::U8:
    value.elements<uint8_t>()[at] = bits;
    return;
  case Lane::U16:
    value.elements<uint16_t>()[at] = bits;
    return;
  case Lane::U32:
    value.elements<uint32_t>()[at] = bits;
    return;
  case Lane::U64:
    value.elements<uint64_t>()[at] = bits;
    return;
  case Lane::F32:
    value.elements<float>()[at] = floats::decode(element.kind, bits);
    return;
  case Lane::F64:
    value.elements<double>()[at] = bit_cast<double>(bits);
    return;
  case Lane::Ring:
    break;
  }
  llvm_unreachable("constants are literal");
}

uint64_t bitsOf(const APInt &integer) { return integer.getZExtValue(); }
uint64_t bitsOf(const APFloat &number) { return number.bitcastToAPInt().getZExtValue(); }

template <class Element_> Value fromElements(DenseElementsAttr dense, const Element &element) {
  if (dense.isSplat()) {
    Value value = Value::make(element.ieee, 1);
    put(element, bitsOf(dense.getSplatValue<Element_>()), value, 0);
    return value;
  }
  Value value = Value::make(element.ieee, dense.getNumElements());
  for (auto [at, number] : enumerate(dense.getValues<Element_>()))
    put(element, bitsOf(number), value, at);
  return value;
}

const void *prepareConstant(Operation *op, Preparer &p) {
  auto constant = cast<arith::ConstantOp>(op);
  std::optional<Element> element = p.element(constant.getType());
  TypedAttr attribute = constant.getValue();
  if (element) {
    if (auto dense = dyn_cast<DenseElementsAttr>(attribute))
      return p.make<Value>(element->isFloat ? fromElements<APFloat>(dense, *element)
                                            : fromElements<APInt>(dense, *element));
    Value value = Value::make(element->ieee, 1);
    if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
      put(*element, bitsOf(integer.getValue()), value, 0);
      return p.make<Value>(value);
    }
    if (auto number = dyn_cast<FloatAttr>(attribute)) {
      put(*element, bitsOf(number.getValue()), value, 0);
      return p.make<Value>(value);
    }
  }
  p.unsupported("a constant that is neither a number nor a tensor of numbers");
  return nullptr;
}

void runConstant(Frame &f, const Instr &i) { f.result(i) = i.get<Value>(); }

} // namespace

void addConstants(Registry &registry) {
  registry.addElementwise<arith::ConstantOp>(runConstant, prepareConstant);
}

} // namespace fathom::interp
