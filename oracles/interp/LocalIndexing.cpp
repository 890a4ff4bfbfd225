// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttg.local_gather, local_scatter and local_atomic_scatter_rmw: elements of a buffer at indices along one axis.
//
//   result[r][c] = src[indices[r][c]][c]        axis 0
//
// An element at an index out of range, or at an undefined one, is undefined; to write one ends the run. Of several elements that are written to one place any may stay.
#include "oracles/interp/Barriers.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/numbers/Ring.h"

using namespace llvm;

namespace fathom::interp {

namespace {
struct Indexing {
  SmallVector<int64_t, 4> shape; ///< Of the indices.
  unsigned axis;
  unsigned bits; ///< Of an index.
};

/// Numbers of elements of the buffer, row-major; poison where there is no such element.
struct Numbers {
  std::vector<uint32_t> number;
  std::vector<uint8_t> poison;
};
} // namespace

static Numbers numbersOf(const Indexing &indexing, ArrayRef<int64_t> buffer, const Value &indices) {
  Numbers result;
  int64_t count = 1;
  for (int64_t size : indexing.shape)
    count *= size;
  result.number.resize(count);
  result.poison.resize(count);
  SmallVector<int64_t, 4> at(indexing.shape.size(), 0);
  for (int64_t k = 0; k < count; ++k) {
    int64_t from = indices.count == 1 ? 0 : k;
    int64_t index = indices.signedInteger(indexing.bits, from), number = 0;
    if (indices.poison)
      result.poison[k] = indices.poisons()[from];
    if (index < 0 || index >= buffer[indexing.axis]) {
      result.poison[k] = Undefined;
      index = 0;
    }
    for (size_t d = 0; d < at.size(); ++d)
      number = number * buffer[d] + (d == indexing.axis ? index : at[d]);
    result.number[k] = number;
    for (size_t d = at.size(); d-- && ++at[d] == indexing.shape[d];)
      at[d] = 0;
  }
  return result;
}

template <class Op> static const void *prepare(mlir::Operation *op, Preparer &p) {
  auto indexing = cast<Op>(op);
  mlir::RankedTensorType type = indexing.getIndices().getType();
  return p.make<Indexing>(Indexing{SmallVector<int64_t, 4>(type.getShape()),
                                   unsigned(indexing.getAxis()), type.getElementTypeBitWidth()});
}

static void runGather(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  std::optional<Value> all = view ? loadView(f, i, *view) : std::nullopt;
  if (!all)
    return;
  Numbers numbers = numbersOf(i.get<Indexing>(), view->shape, f.operand(i, 1));
  int64_t count = numbers.number.size();
  Value result = gathered(Frame::spread(*all, view->count()), numbers.number.data(), count);
  if (any_of(numbers.poison, [](uint8_t poison) { return poison != Defined; })) {
    if (!result.poison)
      result.poison = Array::zeros(count);
    for (int64_t k = 0; k < count; ++k)
      result.poisons()[k] = std::max(result.poisons()[k], numbers.poison[k]);
  }
  f.result(i) = std::move(result);
}

/// Stops the run if an element that is `on` has no place.
static bool allHavePlaces(Frame &f, const Instr &i, const Numbers &numbers, const uint8_t *on) {
  for (size_t k = 0; k < numbers.poison.size(); ++k) {
    if (numbers.poison[k] == Defined || (on && !on[k]))
      continue;
    f.stop(Stop::Kind::OutOfBounds, i,
           i.op->getName().getStringRef() + " writes element " + Twine(k) +
               " to an index that is out of range or undefined");
    return false;
  }
  return true;
}

/// All elements of the view, to be changed; none: the run was stopped.
static std::optional<Value> toBeChanged(Frame &f, const Instr &i, const SharedView &view) {
  if (!mayRead(f, i, view) || !mayWrite(f, i, view))
    return std::nullopt;
  std::optional<Value> all = readView(f, i, view);
  if (!all)
    return std::nullopt;
  // A copy of our own, with notes for each element.
  Value copy = Value::make(all->lane, view.count());
  Value full = Frame::spread(*all, view.count());
  std::memcpy(copy.data.as<char>(), full.data.as<char>(), copy.count * laneBytes(copy.lane));
  auto notes = [&](const Array &from, unsigned bytes) {
    Array to = Array::zeros(copy.count * bytes);
    if (from)
      std::memcpy(to.as<char>(), from.as<char>(), copy.count * bytes);
    return to;
  };
  copy.poison = notes(full.poison, 1);
  if (copy.lane == Lane::F32 || copy.lane == Lane::F64)
    copy.slack = notes(full.slack, sizeof(float));
  return copy;
}

static void copyElement(const Value &from, int64_t k, Value &to, int64_t place) {
  unsigned bytes = laneBytes(to.lane);
  std::memcpy(to.data.as<char>() + place * bytes, from.data.as<char>() + k * bytes, bytes);
  to.poisons()[place] = from.poison ? from.poisons()[k] : uint8_t(Defined);
  if (to.slack)
    to.slacks()[place] = from.slack ? from.slacks()[k] : 0;
}

static void runScatter(Frame &f, const Instr &i) {
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  Numbers numbers = numbersOf(i.get<Indexing>(), view->shape, f.operand(i, 2));
  if (!allHavePlaces(f, i, numbers, nullptr))
    return;
  std::optional<Value> all = toBeChanged(f, i, *view);
  if (!all)
    return;
  Value values = f.inRing(f.full(i, 1));
  std::vector<bool> written(all->count);
  unsigned bytes = laneBytes(all->lane);
  for (auto [k, place] : enumerate(numbers.number)) {
    if (written[place] && std::memcmp(all->data.as<char>() + place * bytes,
                                      values.data.as<char>() + k * bytes, bytes))
      f.machine.hazard(i, Hazard::Kind::LaneRace, "writes two values to one element");
    written[place] = true;
    copyElement(values, k, *all, place);
  }
  writeView(f, i, *view, *all);
}

//===--- local_atomic_scatter_rmw ---===//

static uint64_t combined(tt::RmwKind kind, uint64_t a, uint64_t b, unsigned bits) {
  auto extended = [bits](uint64_t x) { return int64_t(x << (64 - bits)) >> (64 - bits); };
  switch (kind) {
  case tt::RmwKind::And:
    return a & b;
  case tt::RmwKind::Or:
    return a | b;
  case tt::RmwKind::Xor:
    return a ^ b;
  case tt::RmwKind::Add:
    return a + b;
  case tt::RmwKind::Max:
    return std::max(extended(a), extended(b));
  case tt::RmwKind::Min:
    return std::min(extended(a), extended(b));
  case tt::RmwKind::UMax:
    return std::max(a, b);
  case tt::RmwKind::UMin:
    return std::min(a, b);
  default:
    return b;
  }
}

/// to[place] = to[place] op from[k]
static void combineElement(tt::RmwKind kind, const Element &element, const Value &from, int64_t k,
                           Value &to, int64_t place) {
  to.poisons()[place] =
      std::max<uint8_t>(to.poisons()[place], from.poison ? from.poisons()[k] : uint8_t(Defined));
  auto integers = [&](auto type) {
    using T = decltype(type);
    T &element_ = to.elements<T>()[place];
    element_ = T(combined(kind, element_, from.elements<T>()[k], element.bits) & element.mask());
  };
  switch (to.lane) {
  case Lane::U8:
    return integers(uint8_t());
  case Lane::U16:
    return integers(uint16_t());
  case Lane::U32:
    return integers(uint32_t());
  case Lane::U64:
    return integers(uint64_t());
  case Lane::Ring:
    to.elements<int32_t>()[place] =
        ring::add(to.elements<int32_t>()[place], from.elements<int32_t>()[k]);
    return;
  case Lane::F32: {
    float sum = to.elements<float>()[place] + from.elements<float>()[k];
    to.elements<float>()[place] = floats::round(element.kind, sum);
    break;
  }
  case Lane::F64:
    to.elements<double>()[place] += from.elements<double>()[k];
    break;
  }
  if (from.slack)
    to.slacks()[place] += from.slacks()[k];
}

static void runAtomic(Frame &f, const Instr &i) {
  auto op = cast<ttg::LocalAtomicScatterRMWOp>(i.op);
  ViewRef view = viewOperand(f, i, 0);
  if (!view)
    return;
  Numbers numbers = numbersOf(i.get<Indexing>(), view->shape, f.operand(i, 2));
  Value mask = op.getMask() ? f.full(i, 3) : Value();
  const uint8_t *on = mask.count ? mask.elements<uint8_t>() : nullptr;
  if (mask.poison && any_of(ArrayRef(mask.poisons(), mask.count),
                            [](uint8_t poison) { return poison != Defined; }))
    return f.stop(Stop::Kind::Undefined, i,
                  "ttg.local_atomic_scatter_rmw where its mask is undefined");
  if (!allHavePlaces(f, i, numbers, on))
    return;
  std::optional<Value> all = toBeChanged(f, i, *view);
  if (!all)
    return;
  tt::RmwKind kind = op.getAtomicRmwOp();
  Value values = f.inRing(f.full(i, 1));
  int64_t count = numbers.number.size();
  Value old = Value::make(all->lane, count);
  old.poison = Array::make(count);
  if (all->slack)
    old.slack = Array::zeros(count * sizeof(float));
  std::vector<bool> updated(all->count);
  bool several = false;
  for (int64_t k = 0; k < count; ++k) {
    old.poisons()[k] = Undefined;
    if (on && !on[k])
      continue;
    int64_t place = numbers.number[k];
    several = several || updated[place];
    updated[place] = true;
    copyElement(*all, place, old, k);
    if (kind == tt::RmwKind::Exchange)
      copyElement(values, k, *all, place);
    else
      combineElement(kind, view->element, values, k, *all, place);
  }
  // The order in which elements come is open: it shows in what was there before, and in the rounding of a sum.
  if (several && (!op.getResult().use_empty() || kind == tt::RmwKind::Exchange ||
                  (view->element.isFloat && all->lane != Lane::Ring)))
    f.machine.hazard(i, Hazard::Kind::Order, "updates one element several times");
  if (writeView(f, i, *view, *all))
    f.result(i) = std::move(old);
}

void addLocalIndexing(Registry &registry) {
  registry.add<ttg::LocalGatherOp>(runGather, prepare<ttg::LocalGatherOp>);
  registry.add<ttg::LocalScatterOp>(runScatter, prepare<ttg::LocalScatterOp>);
  registry.add<ttg::LocalAtomicScatterRMWOp>(runAtomic, prepare<ttg::LocalAtomicScatterRMWOp>);
}

} // namespace fathom::interp
