// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value while a program is interpreted: the elements of a scalar or tensor, or an object (a view of a buffer, a block pointer, ...).
//
// Elements lie row-major in one array. A value whose elements are all equal may hold a single one (count == 1): tt.splat costs nothing, and an
// elementwise op on such values is done once. Who needs all elements asks Frame::full.
//
// Arrays are shared and never written after the value is finished: an op that changes elements makes a new array (Value::make), or passes
// the old one on.
#ifndef FATHOM_ORACLES_INTERP_VALUE_H
#define FATHOM_ORACLES_INTERP_VALUE_H

#include "oracles/interp/Element.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace fathom::interp {

class Frame;
struct Instr;

/// Uninitialised memory, aligned to 64 bytes, shared by reference count, and kept for the next of its size when the last reference goes.
class Array {
public:
  Array() = default;
  static Array make(size_t bytes);
  static Array zeros(size_t bytes);
  Array(const Array &other) : block(other.block) { retain(); }
  Array(Array &&other) noexcept : block(std::exchange(other.block, nullptr)) {}
  Array &operator=(Array other) noexcept {
    std::swap(block, other.block);
    return *this;
  }
  ~Array() { release(); }

  explicit operator bool() const { return block; }
  /// Whether another Array refers to the same memory.
  bool isShared() const;
  template <class T> T *as() const { return reinterpret_cast<T *>(block + headerBytes); }

private:
  static constexpr size_t headerBytes = 64;
  void retain() const;
  void release() const;
  char *block = nullptr;
};

/// Why an element has no meaning. Kept in one byte for each element; larger wins when two meet.
enum Poison : uint8_t {
  Defined = 0,
  /// Legal results differ by more than a bound: it depends on an order, or on how a result was rounded, that the language leaves open.
  Unspecified = 1,
  /// Undefined: a masked load without other, an overflow that was promised not to happen, a division by zero.
  Undefined = 2,
};

/// Values that are no elements. Derived: SharedView, BlockPointer, Descriptor, Token, ... each in the file of its ops.
class Object : public llvm::ThreadSafeRefCountedBase<Object> {
public:
  virtual ~Object();
  /// An op reads the elements beside which this lies.
  virtual void used(const Frame &, const Instr &) const {}
};

struct Value {
  Array data;   ///< count elements of `lane`.
  Array poison; ///< A Poison for each element; null: all are defined.
  /// How far a legal result may lie from this one, a float for each element, absolute; null: nowhere. Only beside F32 and F64.
  Array slack;
  llvm::IntrusiveRefCntPtr<Object> object = nullptr;
  int64_t count = 0;
  Lane lane = Lane::U32;

  /// Uninitialised elements.
  static Value make(Lane lane, int64_t count) {
    Value value;
    value.data = Array::make(size_t(count) * laneBytes(lane));
    value.count = count;
    value.lane = lane;
    return value;
  }
  template <class T> static Value scalar(Lane lane, T element) {
    assert(sizeof(T) == laneBytes(lane) && "an element of another size");
    Value value = make(lane, 1);
    *value.data.as<T>() = element;
    return value;
  }
  static Value of(llvm::IntrusiveRefCntPtr<Object> object) {
    Value value;
    value.object = std::move(object);
    return value;
  }

  template <class T> T *elements() const { return data.as<T>(); }
  uint8_t *poisons() const { return poison ? poison.as<uint8_t>() : nullptr; }
  float *slacks() const { return slack ? slack.as<float>() : nullptr; }

  /// The first element of an integer lane, zero-extended.
  uint64_t integer(int64_t at = 0) const;
  /// The same, sign-extended from `bits`.
  int64_t signedInteger(unsigned bits, int64_t at = 0) const;
};

} // namespace fathom::interp

#endif
