// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes views of buffers.
#include "oracles/interp/SharedMemory.h"

#include "oracles/interp/Barriers.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

SharedBuffer::~SharedBuffer() = default;

//===--- Views ---===//

int64_t SharedView::count() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

bool SharedView::isContiguous() const {
  if (table)
    return false;
  int64_t expected = 1;
  for (size_t d = shape.size(); d--; expected *= shape[d])
    if (shape[d] != 1 && strides[d] != expected)
      return false;
  return true;
}

std::pair<int64_t, int64_t> SharedView::range() const {
  if (reinterpreted)
    return reinterpreted->from->range();
  int64_t last = offset;
  if (table)
    return {offset, offset + *std::max_element(table->begin(), table->end())};
  for (auto [size, stride] : zip(shape, strides))
    last += (size - 1) * stride;
  return {offset, last};
}

/// The dims of a view, neighbours merged where one loop can do both; the last one is the run.
struct Runs {
  struct Dim {
    int64_t size, stride;
  };
  SmallVector<Dim, 4> dims;

  explicit Runs(const SharedView &view) {
    for (auto [size, stride] : zip(view.shape, view.strides)) {
      if (size == 1)
        continue;
      if (!dims.empty() && dims.back().stride == size * stride)
        dims.back() = {dims.back().size * size, stride};
      else
        dims.push_back({size, stride});
    }
    if (dims.empty())
      dims.push_back({1, 1});
  }

  /// body(the run's first place, relative to the view's offset; the number of its first element)
  template <class Body> void each(Body body) const {
    SmallVector<int64_t, 4> at(dims.size(), 0);
    int64_t place = 0, number = 0, run = dims.back().size;
    for (;;) {
      body(place, number);
      number += run;
      size_t d = dims.size() - 1;
      for (;;) {
        if (d == 0)
          return;
        --d;
        place += dims[d].stride;
        if (++at[d] < dims[d].size)
          break;
        place -= dims[d].size * dims[d].stride;
        at[d] = 0;
      }
    }
  }
};

std::vector<int32_t> SharedView::places() const {
  std::vector<int32_t> result(count());
  if (table) {
    for (auto [to, place] : zip(result, *table))
      to = offset + place;
    return result;
  }
  Runs runs(*this);
  int64_t size = runs.dims.back().size, stride = runs.dims.back().stride;
  runs.each([&](int64_t place, int64_t number) {
    for (int64_t k = 0; k < size; ++k)
      result[number + k] = offset + place + k * stride;
  });
  return result;
}

/// Calls with a pointer type of elements of that size.
template <class Body> static void bySize(unsigned bytes, Body body) {
  switch (bytes) {
  case 1:
    return body(uint8_t());
  case 2:
    return body(uint16_t());
  case 4:
    return body(uint32_t());
  default:
    return body(uint64_t());
  }
}

/// move(element of the buffer, element of the view), over all elements.
template <class T, class Move>
static void eachElement(const SharedView &view, T *buffer, T *elements, Move move) {
  buffer += view.offset;
  if (view.table) {
    const int32_t *places = view.table->data();
    for (int64_t k = 0, n = view.table->size(); k < n; ++k)
      move(buffer[places[k]], elements[k]);
    return;
  }
  Runs runs(view);
  int64_t size = runs.dims.back().size, stride = runs.dims.back().stride;
  runs.each([&](int64_t place, int64_t number) {
    T *from = buffer + place, *to = elements + number;
    if (stride == 1)
      for (int64_t k = 0; k < size; ++k)
        move(from[k], to[k]);
    else
      for (int64_t k = 0; k < size; ++k)
        move(from[k * stride], to[k]);
  });
}

static void gather(const SharedView &view, const Array &buffer, const Array &elements,
                   unsigned bytes) {
  bySize(bytes, [&](auto type) {
    using T = decltype(type);
    eachElement(view, buffer.as<T>(), elements.as<T>(),
                [](const T &from, T &to) __attribute__((always_inline)) { to = from; });
  });
}

static void scatter(const SharedView &view, const Array &buffer, const Array &elements,
                    unsigned bytes, bool one) {
  bySize(bytes, [&](auto type) {
    using T = decltype(type);
    if (one) {
      T element = *elements.as<T>();
      eachElement(view, buffer.as<T>(), buffer.as<T>(),
                  [element](T &to, const T &) __attribute__((always_inline)) { to = element; });
    } else {
      eachElement(view, buffer.as<T>(), elements.as<T>(),
                  [](T &to, const T &from) __attribute__((always_inline)) { to = from; });
    }
  });
}

//===--- Buffers ---===//

Value zeroOf(const Element &element) {
  Value zero;
  zero.lane = element.ieee;
  zero.count = 1;
  zero.data = Array::zeros(laneBytes(zero.lane));
  return zero;
}

Value undefinedOf(Frame &f, mlir::Type type) {
  std::optional<Element> element = elementOf(type, f.machine.semantics());
  if (!element)
    return {};
  Value value = zeroOf(*element);
  // What is undefined is no constant: it belongs into the ring.
  value = f.inRing(value);
  value.poison = Array::make(1);
  *value.poisons() = Undefined;
  return value;
}

Value differsByThread() {
  Value value = Value::scalar<uint32_t>(Lane::U32, 0);
  value.poison = Array::make(1);
  *value.poisons() = Unspecified;
  return value;
}

IntrusiveRefCntPtr<SharedBuffer> allocate(Frame &f, const Instr &i, ttg::MemDescType type) {
  IntrusiveRefCntPtr<SharedBuffer> &buffer = blockOf(f).buffers[i.op];
  if (!buffer) {
    buffer = llvm::makeIntrusiveRefCnt<SharedBuffer>();
    buffer->element = *elementOf(type, f.machine.semantics());
    buffer->count = type.getNumElements();
  }
  buffer->freed = false;
  buffer->contents = undefinedOf(f, type);
  return buffer;
}

ViewRef wholeView(IntrusiveRefCntPtr<SharedBuffer> buffer, ArrayRef<int64_t> shape) {
  auto view = llvm::makeIntrusiveRefCnt<SharedView>();
  view->element = buffer->element;
  view->buffer = std::move(buffer);
  view->shape.assign(shape.begin(), shape.end());
  view->strides.resize(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d--; stride *= shape[d])
    view->strides[d] = stride;
  return view;
}

ViewRef viewOperand(Frame &f, const Instr &i, unsigned k) {
  const Value &value = f.operand(i, k);
  if (!value.object) {
    f.stop(Stop::Kind::Undefined, i, i.op->getName().getStringRef() + " of an undefined buffer");
    return nullptr;
  }
  return static_cast<SharedView *>(value.object.get());
}

/// Whether any of the bytes is not zero.
static bool anySet(const char *bytes, size_t count) {
  return count && (bytes[0] || std::memcmp(bytes, bytes + 1, count - 1));
}

/// The elements where they lie; `view` is not reinterpreted.
static Value readPlain(const SharedView &view) {
  const Value &contents = view.buffer->contents;
  int64_t count = view.count();
  if (contents.count == 1 || (count == contents.count && view.isContiguous()))
    return contents;
  Value result = Value::make(contents.lane, count);
  gather(view, contents.data, result.data, laneBytes(contents.lane));
  if (contents.poison) {
    Array poison = Array::make(count);
    gather(view, contents.poison, poison, 1);
    if (anySet(poison.as<char>(), count))
      result.poison = std::move(poison);
  }
  if (contents.slack) {
    Array slack = Array::make(count * sizeof(float));
    gather(view, contents.slack, slack, sizeof(float));
    if (anySet(slack.as<char>(), count * sizeof(float)))
      result.slack = std::move(slack);
  }
  return result;
}

/// A copy that may be written; a value that is read elsewhere may share the array.
static Array ownCopy(const Array &array, size_t bytes) {
  Array copy = Array::make(bytes);
  std::memcpy(copy.as<char>(), array.as<char>(), bytes);
  return copy;
}

static void writePlain(const SharedView &view, const Value &value) {
  SharedBuffer &buffer = *view.buffer;
  Value &contents = buffer.contents;
  assert(value.lane == contents.lane && "elements of another kind than the buffer's");
  int64_t count = view.count();
  if (count == buffer.count && view.isContiguous()) {
    contents = value;
    contents.object = nullptr;
    return;
  }
  unsigned bytes = laneBytes(contents.lane);
  if (contents.count != buffer.count)
    contents = Frame::spread(contents, buffer.count);
  else if (contents.data.isShared())
    contents.data = ownCopy(contents.data, buffer.count * bytes);
  bool one = value.count == 1 && count != 1;
  scatter(view, contents.data, value.data, bytes, one);
  auto scatterNotes = [&](Array &to, const Array &from, unsigned size) {
    if (!to && !from)
      return;
    if (!to)
      to = Array::zeros(buffer.count * size);
    else if (to.isShared())
      to = ownCopy(to, buffer.count * size);
    if (from)
      return scatter(view, to, from, size, one);
    scatter(view, to, Array::zeros(size), size, /*one=*/true);
    if (!anySet(to.as<char>(), buffer.count * size))
      to = Array();
  };
  scatterNotes(contents.poison, value.poison, 1);
  scatterNotes(contents.slack, value.slack, sizeof(float));
}

//===--- Other elements of the same bytes ---===//

/// The bytes of elements, each in the order of the machine (little-endian), and the poison of each.
struct Bytes {
  std::vector<uint8_t> bytes, poison;
};

static Bytes bytesOf(const Value &value, const Element &element, int64_t count) {
  Value all = Frame::spread(value, count);
  Bytes result;
  result.bytes.resize(count * element.bytes);
  result.poison.resize(count * element.bytes);
  if (!element.isFloat || element.lane == Lane::F64)
    std::memcpy(result.bytes.data(), all.data.as<char>(), result.bytes.size());
  else
    floats::encode(element.kind, all.elements<float>(), result.bytes.data(), count);
  for (int64_t k = 0; k < count; ++k) {
    uint8_t poison = all.poison ? all.poisons()[k] : uint8_t(Defined);
    if (all.slack && all.slacks()[k] != 0)
      poison = std::max<uint8_t>(poison, Unspecified);
    std::memset(&result.poison[k * element.bytes], poison, element.bytes);
  }
  return result;
}

static Value elementsOf(const Bytes &bytes, const Element &element) {
  int64_t count = bytes.bytes.size() / element.bytes;
  Value result = Value::make(element.lane, count);
  if (!element.isFloat || element.lane == Lane::F64)
    std::memcpy(result.data.as<char>(), bytes.bytes.data(), bytes.bytes.size());
  else
    floats::decode(element.kind, bytes.bytes.data(), result.elements<float>(), count);
  if (!anySet(reinterpret_cast<const char *>(bytes.poison.data()), bytes.poison.size()))
    return result;
  result.poison = Array::make(count);
  for (int64_t k = 0; k < count; ++k)
    result.poisons()[k] = *std::max_element(&bytes.poison[k * element.bytes],
                                            &bytes.poison[k * element.bytes] + element.bytes);
  return result;
}

static bool sameElements(const Element &a, const Element &b) {
  return a.isFloat == b.isFloat && a.bits == b.bits && (!a.isFloat || a.kind == b.kind);
}

/// All elements of the reinterpreted memory, as elements of the view, in the order of their addresses.
static std::optional<Value> readReinterpreted(Frame &f, const Instr &i, const SharedView &view) {
  const Reinterpretation &other = *view.reinterpreted;
  std::optional<Value> all = readView(f, i, *other.from);
  if (!all || sameElements(other.element, view.element))
    return all;
  if (f.machine.semantics() == Semantics::Algebra &&
      (other.element.isFloat || view.element.isFloat)) {
    f.stop(Stop::Kind::Unsupported, i, "the bits of a float are not known in the algebra");
    return std::nullopt;
  }
  return elementsOf(bytesOf(*all, other.element, other.from->count()), view.element);
}

/// The view's places in what readReinterpreted gives.
static SharedView inReinterpreted(const SharedView &view) {
  SharedView result;
  result.element = view.element;
  result.shape = view.shape;
  result.strides = view.strides;
  result.offset = view.offset;
  result.table = view.table;
  result.buffer = makeIntrusiveRefCnt<SharedBuffer>();
  result.buffer->element = view.element;
  result.buffer->count =
      view.reinterpreted->from->count() * view.reinterpreted->element.bytes / view.element.bytes;
  return result;
}

std::optional<Value> readView(Frame &f, const Instr &i, const SharedView &view) {
  if (!view.reinterpreted)
    return readPlain(view);
  std::optional<Value> all = readReinterpreted(f, i, view);
  if (!all)
    return std::nullopt;
  SharedView local = inReinterpreted(view);
  local.buffer->contents = std::move(*all);
  return readPlain(local);
}

bool writeView(Frame &f, const Instr &i, const SharedView &view, const Value &value) {
  Value elements = f.inRing(value);
  if (!view.reinterpreted) {
    writePlain(view, elements);
    return true;
  }
  std::optional<Value> all = readReinterpreted(f, i, view);
  if (!all)
    return false;
  SharedView local = inReinterpreted(view);
  local.buffer->contents = std::move(*all);
  writePlain(local, elements);
  const Reinterpretation &other = *view.reinterpreted;
  Value &contents = local.buffer->contents;
  if (sameElements(other.element, view.element))
    return writeView(f, i, *other.from, contents);
  return writeView(f, i, *other.from,
                   elementsOf(bytesOf(contents, view.element, local.buffer->count), other.element));
}

std::optional<Value> loadView(Frame &f, const Instr &i, const SharedView &view) {
  return mayRead(f, i, view) ? readView(f, i, view) : std::nullopt;
}
bool storeView(Frame &f, const Instr &i, const SharedView &view, const Value &value) {
  return mayWrite(f, i, view) && writeView(f, i, view, value);
}

} // namespace fathom::interp
