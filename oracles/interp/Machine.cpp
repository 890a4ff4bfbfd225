// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of handlers, and what frames and machines do for them.
#include "oracles/interp/Machine.h"

#include "oracles/interp/Observer.h"
#include "oracles/interp/numbers/Ring.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

Preparer::~Preparer() = default;
Observer::~Observer() = default;

const Registry &Registry::all() {
  static const Registry registry = [] {
    Registry made;
    addControlFlow(made);
    addIntegerOps(made);
    addFloatOps(made);
    addCasts(made);
    addElementwiseOps(made);
    addShapeOps(made);
    addComputeOps(made);
    addMemoryOps(made);
    addDescriptorOps(made);
    addSharedMemoryOps(made);
    addNvidiaOps(made);
    addAmdOps(made);
    return made;
  }();
  return registry;
}

const Registry::Row *Registry::find(StringRef name) const {
  auto row = rows.find(name);
  return row == rows.end() ? nullptr : &row->second;
}

//===--- Frame ---===//

template <class T> static void fill(T *to, T element, int64_t count) {
  std::fill_n(to, count, element);
}

static Array spreadArray(const Array &array, unsigned bytes, int64_t count) {
  Array result = Array::make(size_t(count) * bytes);
  switch (bytes) {
  case 1:
    fill(result.as<uint8_t>(), *array.as<uint8_t>(), count);
    break;
  case 2:
    fill(result.as<uint16_t>(), *array.as<uint16_t>(), count);
    break;
  case 4:
    fill(result.as<uint32_t>(), *array.as<uint32_t>(), count);
    break;
  default:
    fill(result.as<uint64_t>(), *array.as<uint64_t>(), count);
    break;
  }
  return result;
}

Value Frame::spread(const Value &value, int64_t count) {
  if (value.count == count || value.object)
    return value;
  assert(value.count == 1 && "only a single element stands for many");
  Value result;
  result.lane = value.lane;
  result.count = count;
  result.data = spreadArray(value.data, laneBytes(value.lane), count);
  if (value.poison)
    result.poison = spreadArray(value.poison, 1, count);
  if (value.slack)
    result.slack = spreadArray(value.slack, 4, count);
  return result;
}

Value Frame::full(const Instr &i, unsigned k) const {
  return spread(operand(i, k), elementCount(i.op->getOperand(k).getType()));
}

std::optional<int64_t> Frame::scalar(const Instr &i, unsigned k) {
  const Value &value = operand(i, k);
  if (const uint8_t *poison = value.poisons(); poison && poison[0]) {
    stop(poison[0] == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
         i.op->getName().getStringRef() + " depends on an undefined value");
    return std::nullopt;
  }
  mlir::Type type = i.op->getOperand(k).getType();
  if (auto shaped = dyn_cast<mlir::ShapedType>(type))
    type = shaped.getElementType();
  return value.signedInteger(type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64);
}

Value Frame::inRing(const Value &value) const {
  if (machine.semantics() == Semantics::Ieee ||
      (value.lane != Lane::F32 && value.lane != Lane::F64))
    return value;
  Value result = Value::make(Lane::Ring, value.count);
  result.poison = value.poison;
  if (value.lane == Lane::F64)
    ring::fromDouble(value.elements<double>(), result.elements<int32_t>(), value.count);
  else
    ring::fromFloat(value.elements<float>(), result.elements<int32_t>(), value.count);
  return result;
}

Array Frame::mergePoison(ArrayRef<const Value *> operands, int64_t count) {
  Array result;
  for (const Value *value : operands) {
    const uint8_t *poison = value->poisons();
    if (!poison)
      continue;
    if (!result)
      result = Array::zeros(count);
    auto *to = result.as<uint8_t>();
    if (value->count == 1)
      for (int64_t k = 0; k < count; ++k)
        to[k] = std::max(to[k], poison[0]);
    else
      for (int64_t k = 0; k < count; ++k)
        to[k] = std::max(to[k], poison[k]);
  }
  return result;
}

bool Frame::stopped() const { return machine.stop.has_value(); }

void Frame::stop(Stop::Kind kind, const Instr &i, const Twine &message) {
  if (!machine.stop)
    machine.stop = Stop{kind, message.str(), i.op};
}

void Frame::charge(const Instr &i, uint64_t elements) {
  machine.work += elements;
  if (machine.work > machine.options.budget)
    stop(Stop::Kind::Budget, i,
         "the budget of " + Twine(machine.options.budget) + " elements is spent");
}

const Instr *Frame::run(const Region &region) {
  if (region.blocks.empty())
    return nullptr;
  const Block *block = &region.blocks.front();
  Observer *observer = machine.observer;
  for (;;) {
    next = nullptr;
    machine.entered[block->number] = 1;
    const Instr *last = nullptr;
    uint64_t work = 0;
    for (const Instr &i : block->instrs) {
      if (observer) [[unlikely]]
        observer->before(*this, i);
      i.run(*this, i);
      if (machine.stop) [[unlikely]]
        return nullptr;
      if (observer) [[unlikely]]
        observer->after(*this, i);
      work += opWork + (i.results.empty() ? 0 : slots[i.results.front()].count);
      for (uint32_t slot : i.dying)
        slots[slot] = {};
      last = &i;
    }
    charge(*last, work);
    if (machine.stop)
      return nullptr;
    if (!next)
      return last;
    block = next;
  }
}

//===--- Machine ---===//

void Machine::hazard(const Instr &i, Hazard::Kind kind, const Twine &message) {
  addHazard(hazards, {kind, (i.op->getName().getStringRef() + " " + message).str()});
}

} // namespace fathom::interp
