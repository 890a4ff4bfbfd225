// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lanes of an access are on, and the value that a read leaves: what MemoryOps.h says.
#include "oracles/interp/MemoryOps.h"
#include "oracles/interp/Movement.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

Access accessOf(Frame &f, const Instr &i) {
  Access access;
  access.program = f.machine.programIndex() + 1;
  access.epoch = f.machine.state<ProgramState>().epoch;
  access.hazards = &f.machine.hazards;
  access.op = i.op->getName().getStringRef();
  return access;
}

bool accessed(Frame &f, const Instr &i, const std::optional<Fault> &fault) {
  if (fault)
    f.stop(fault->budget ? Stop::Kind::Budget : Stop::Kind::OutOfBounds, i, fault->message);
  return !fault;
}

/// Ends the run because of what an access depends on.
static void stopAtPoison(Frame &f, const Instr &i, uint8_t poison, StringRef what) {
  f.stop(poison == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
         i.op->getName().getStringRef() + " has " + what +
             (poison == Undefined ? " that is undefined" : " that the language leaves open"));
}

std::optional<Lanes> lanesOf(Frame &f, const Instr &i, const Value &pointers, const Value *mask,
                             int64_t count, bool all) {
  Lanes lanes;
  if (mask) {
    if (const uint8_t *poison = mask->poisons())
      if (uint8_t worst = *std::max_element(poison, poison + mask->count)) {
        stopAtPoison(f, i, worst, "a mask");
        return std::nullopt;
      }
    const auto *on = mask->elements<uint8_t>();
    if (mask->count == 1 && on[0])
      mask = nullptr;
  }
  const uint8_t *on = mask ? mask->elements<uint8_t>() : nullptr;
  if (const uint8_t *poison = pointers.poisons()) {
    uint8_t worst = 0;
    int64_t number = mask ? std::max(pointers.count, mask->count) : pointers.count;
    for (int64_t k = 0; k < number; ++k)
      if (!on || on[mask->count == 1 ? 0 : k])
        worst = std::max(worst, poison[pointers.count == 1 ? 0 : k]);
    if (worst) {
      stopAtPoison(f, i, worst, "an address");
      return std::nullopt;
    }
  }
  bool one = !all && pointers.count == 1 && (!mask || mask->count == 1);
  lanes.count = one ? 1 : count;
  lanes.pointers = one ? pointers : Frame::spread(pointers, count);
  if (mask)
    lanes.mask = one ? *mask : Frame::spread(*mask, count);
  return lanes;
}

/// A copy with `count` elements that nobody else sees, with its poison and slack.
static Value ownCopy(const Value &value, int64_t count) {
  if (value.count != count)
    return Frame::spread(value, count);
  Value copy = Value::make(value.lane, count);
  auto copyArray = [&](const Array &from, Array &to, size_t bytes) {
    if (!from)
      return;
    to = Array::make(count * bytes);
    std::memcpy(to.as<char>(), from.as<char>(), count * bytes);
  };
  std::memcpy(copy.data.as<char>(), value.data.as<char>(), count * laneBytes(value.lane));
  copyArray(value.poison, copy.poison, 1);
  copyArray(value.slack, copy.slack, sizeof(float));
  return copy;
}

static bool allOn(const uint8_t *on, int64_t count) {
  uint8_t off = 0;
  for (int64_t k = 0; k < count; ++k)
    off |= !on[k];
  return !off;
}

/// Elements that are not read, before the others are.
static Value before(const Frame &f, const Lanes &lanes, const uint8_t *on, const Element &element,
                    const Value *other) {
  if (on && other)
    return ownCopy(f.inRing(*other), lanes.count);
  Value result = Value::make(element.lane, lanes.count);
  if (!on)
    return result;
  std::memset(result.data.as<char>(), 0, lanes.count * laneBytes(element.lane));
  result.poison = Array::make(lanes.count);
  for (int64_t k = 0; k < lanes.count; ++k)
    result.poison.as<uint8_t>()[k] = on[k] ? Defined : Undefined;
  return result;
}

std::optional<Value> loadLanes(Frame &f, const Instr &i, const Lanes &lanes, const Element &element,
                               const Value *other) {
  const uint8_t *on = lanes.on();
  if (on && allOn(on, lanes.count))
    on = nullptr;
  Value result = before(f, lanes, on, element, other);
  if (!accessed(f, i,
                f.machine.memory.load(lanes.addresses(), on, lanes.count, element, result,
                                      accessOf(f, i))))
    return std::nullopt;
  return result;
}

bool storeLanes(Frame &f, const Instr &i, const Lanes &lanes, const Element &element,
                const Value &values) {
  return accessed(f, i,
                  f.machine.memory.store(lanes.addresses(), lanes.on(), lanes.count, element,
                                         values, accessOf(f, i)));
}

std::optional<Value> updateLanes(Frame &f, const Instr &i, Rmw kind, const Lanes &lanes,
                                 const Element &element, const Value &values, bool wantOld) {
  Value old;
  if (wantOld)
    old = before(f, lanes, lanes.on(), element, nullptr);
  if (!accessed(f, i,
                f.machine.memory.rmw(kind, lanes.addresses(), lanes.on(), lanes.count, element,
                                     values, wantOld ? &old : nullptr, accessOf(f, i))))
    return std::nullopt;
  return old;
}

Lanes stridedLanes(uint64_t base, unsigned bytes, ArrayRef<int64_t> shape,
                   ArrayRef<int64_t> strides, ArrayRef<int64_t> offsets, ArrayRef<int64_t> block,
                   uint64_t guarded) {
  const unsigned rank = block.size();
  Lanes lanes;
  lanes.count = 1;
  // In each dimension, the indices [low, high) that are inside.
  SmallVector<int64_t, 5> low(rank), high(rank);
  bool whole = true;
  for (unsigned d = 0; d < rank; ++d) {
    lanes.count *= block[d];
    low[d] = 0, high[d] = block[d];
    if (guarded >> d & 1) {
      low[d] = std::clamp<int64_t>(-offsets[d], 0, block[d]);
      high[d] = std::clamp<int64_t>(shape[d] - offsets[d], 0, block[d]);
    }
    whole &= low[d] == 0 && high[d] == block[d];
  }
  lanes.pointers = Value::make(Lane::U64, lanes.count);
  if (!whole) {
    lanes.mask = Value::make(Lane::U8, lanes.count);
    std::memset(lanes.mask.data.as<char>(), 0, lanes.count);
  }
  if (rank == 0) {
    *lanes.pointers.elements<uint64_t>() = base;
    return lanes;
  }
  const int64_t columns = block[rank - 1];
  const uint64_t step = uint64_t(strides[rank - 1]) * bytes;
  SmallVector<int64_t, 5> index(rank, 0);
  for (int64_t at = 0; at < lanes.count; at += columns) {
    uint64_t address = base;
    bool inside = true;
    for (unsigned d = 0; d + 1 < rank; ++d) {
      address += uint64_t(offsets[d] + index[d]) * uint64_t(strides[d]) * bytes;
      inside &= index[d] >= low[d] && index[d] < high[d];
    }
    address += uint64_t(offsets[rank - 1]) * step;
    uint64_t *to = lanes.pointers.elements<uint64_t>() + at;
    for (int64_t k = 0; k < columns; ++k)
      to[k] = address + uint64_t(k) * step;
    if (!whole && inside && low[rank - 1] < high[rank - 1])
      std::memset(lanes.mask.elements<uint8_t>() + at + low[rank - 1], 1,
                  high[rank - 1] - low[rank - 1]);
    for (unsigned d = rank - 1; d-- > 0;) {
      if (++index[d] < block[d])
        break;
      index[d] = 0;
    }
  }
  return lanes;
}

} // namespace fathom::interp
