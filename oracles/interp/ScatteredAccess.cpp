// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of elements that lie here and there in a buffer.
#include "oracles/interp/ScatteredAccess.h"
#include "oracles/interp/numbers/Ring.h"
#include "oracles/interp/numbers/WideVectors.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

namespace {
/// Of the lanes that are on.
struct Extent {
  int64_t lowest = INT64_MAX, highest = INT64_MIN;
  uint64_t misaligned = 0; ///< Some address, OR'd over all.
  int64_t breaks = 0;      ///< Elements that do not follow the one before.
};
} // namespace

/// Addresses as signed numbers: buffers lie in the lower half, and what does not is outside.
static Extent extentOf(const uint64_t *addresses, const uint8_t *mask, int64_t count,
                       uint64_t bytes) {
  Extent extent;
  Extent *to = &extent;
  withWideVectors([=](auto) FATHOM_INLINE {
    int64_t low = INT64_MAX, high = INT64_MIN, breaks = 0;
    uint64_t seen = 0;
    if (!mask) {
      FATHOM_VECTORISE
      for (int64_t k = 0; k < count; ++k) {
        int64_t address = int64_t(addresses[k]);
        low = address < low ? address : low;
        high = address > high ? address : high;
        seen |= addresses[k];
      }
    } else {
      FATHOM_VECTORISE
      for (int64_t k = 0; k < count; ++k) {
        int64_t address = int64_t(addresses[k]), on = -int64_t(mask[k] != 0);
        int64_t forLow = (address & on) | (INT64_MAX & ~on),
                forHigh = (address & on) | (INT64_MIN & ~on);
        low = forLow < low ? forLow : low;
        high = forHigh > high ? forHigh : high;
        seen |= addresses[k] & uint64_t(on);
      }
    }
    FATHOM_VECTORISE
    for (int64_t k = 1; k < count; ++k)
      breaks += addresses[k] != addresses[k - 1] + bytes;
    if (mask)
      for (int64_t k = 1; k < count; ++k)
        breaks += (mask[k] != 0) & (mask[k - 1] == 0);
    *to = {low, high, seen, breaks};
  });
  return extent;
}

std::optional<Places> placesOf(const Memory &memory, const uint64_t *addresses, const uint8_t *mask,
                               int64_t count, const Element &element) {
  // A stretch costs about as much as 16 elements here.
  if (count < 16 || element.bits < 8)
    return std::nullopt;
  const uint64_t bytes = element.bytes;
  const Extent extent = extentOf(addresses, mask, count, bytes);
  if (extent.breaks * 16 < count || extent.lowest > extent.highest ||
      (extent.misaligned & (bytes - 1)))
    return std::nullopt;
  Buffer *buffer = memory.find(uint64_t(extent.lowest));
  if (!buffer || uint64_t(extent.lowest) < buffer->base ||
      uint64_t(extent.highest) + bytes > buffer->base + buffer->bytes.size() ||
      buffer->granule != bytes || buffer->bytes.size() / bytes > UINT32_MAX)
    return std::nullopt;
  Places places{buffer, Scratch<uint32_t>(count)};
  const uint64_t base = buffer->base, shift = __builtin_ctzll(bytes),
                 some = uint64_t(extent.lowest);
  uint32_t *at = places.at.data();
  for (int64_t k = 0; k < count; ++k)
    at[k] = uint32_t(((mask && !mask[k] ? some : addresses[k]) - base) >> shift);
  if (!buffer->ring.empty()) {
    // Bits of ring elements, and ring elements of another type.
    if (!element.isFloat)
      return std::nullopt;
    const uint8_t code = 1 + uint8_t(element.kind);
    bool known = true;
    for (int64_t k = 0; k < count; ++k) {
      uint8_t stored = buffer->stored[at[k]];
      known &= stored == code || stored == Buffer::Initial;
    }
    if (!known)
      return std::nullopt;
  }
  buffer->lowest = std::min(buffer->lowest, uint64_t(extent.lowest) - base);
  buffer->highest = std::max(buffer->highest, uint64_t(extent.highest) - base + bytes);
  return places;
}

template <class T> static void ensure(PooledVector<T> &shadow, const Buffer &buffer) {
  shadow.resize((buffer.bytes.size() + buffer.granule - 1) / buffer.granule);
}

static void note(const Access &access, Hazard::Kind kind, const Twine &message) {
  if (access.hazards)
    addHazard(*access.hazards, {kind, (access.op + " " + message).str()});
}

/// Calls with an unsigned integer of that size.
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

//===--- Loads ---===//

/// to[k] = from[k] where the lane is on.
template <class T> static void take(const T *from, const uint8_t *mask, int64_t count, T *to) {
  if (!mask) {
    std::memcpy(to, from, count * sizeof(T));
    return;
  }
  for (int64_t k = 0; k < count; ++k)
    to[k] = mask[k] ? from[k] : to[k];
}

/// The bits at the places.
template <class T> static Scratch<T> bitsAt(const Places &places, int64_t count) {
  Scratch<T> bits(count);
  const uint8_t *from = places.buffer->bytes.data();
  for (int64_t k = 0; k < count; ++k)
    std::memcpy(&bits[k], from + size_t(places.at[k]) * sizeof(T), sizeof(T));
  return bits;
}

/// Floats of up to 32 bits.
static Scratch<float> floatsAt(const Places &places, int64_t count, const Element &element) {
  Scratch<float> floats(count);
  bySize(element.bytes, [&](auto type) {
    Scratch<decltype(type)> bits = bitsAt<decltype(type)>(places, count);
    floats::decode(element.kind, bits.data(), floats.data(), count);
  });
  return floats;
}

static Scratch<int32_t> ringAt(const Places &places, int64_t count, const Element &element) {
  Scratch<int32_t> elements(count);
  if (element.kind == FloatKind::F64) {
    Scratch<double> real = bitsAt<double>(places, count);
    ring::fromDouble(real.data(), elements.data(), count);
  } else {
    Scratch<float> real = floatsAt(places, count, element);
    ring::fromFloat(real.data(), elements.data(), count);
  }
  const Buffer &buffer = *places.buffer;
  if (!buffer.ring.empty())
    for (int64_t k = 0; k < count; ++k)
      if (buffer.stored[places.at[k]] != Buffer::Initial)
        elements[k] = buffer.ring[places.at[k]];
  return elements;
}

void loadPlaces(const Places &places, const uint8_t *mask, int64_t count, const Element &element,
                Value &result, const Access &access) {
  Buffer &buffer = *places.buffer;
  const uint32_t *at = places.at.data();
  buffer.wasLoaded = true;
  switch (result.lane) {
  case Lane::F32:
    take(floatsAt(places, count, element).data(), mask, count, result.elements<float>());
    break;
  case Lane::Ring:
    take(ringAt(places, count, element).data(), mask, count, result.elements<int32_t>());
    break;
  default: // Held as in memory.
    bySize(element.bytes, [&](auto type) {
      using T = decltype(type);
      take(bitsAt<T>(places, count).data(), mask, count, result.elements<T>());
    });
  }
  // What is known of lanes that are on, in place of what the caller has set.
  auto on = [&](int64_t k) { return !mask || mask[k]; };
  if (result.poison || !buffer.poison.empty()) {
    if (!result.poison)
      result.poison = Array::zeros(count);
    for (int64_t k = 0; k < count; ++k)
      if (on(k))
        result.poisons()[k] = buffer.poison.empty() ? uint8_t(Defined) : buffer.poison[at[k]];
    if (!anySet(result.poisons(), count))
      result.poison = {};
  }
  bool hasSlack = !buffer.slack.empty() && (result.lane == Lane::F32 || result.lane == Lane::F64);
  if (result.slack || hasSlack) {
    if (!result.slack)
      result.slack = Array::zeros(count * sizeof(float));
    for (int64_t k = 0; k < count; ++k)
      if (on(k))
        result.slacks()[k] = hasSlack ? buffer.slack[at[k]] : 0.0f;
    if (!anySet(result.slacks(), count))
      result.slack = {};
  }
  // Who was here.
  if (!buffer.writer.empty()) {
    uint32_t others = 0, own = 0;
    for (int64_t k = 0; k < count; ++k) {
      uint32_t writer = buffer.writer[at[k]];
      others |= writer && writer != access.program;
      own |=
          writer == access.program && buffer.epoch[at[k]] == access.epoch && !buffer.atomic[at[k]];
    }
    if (others)
      note(access, Hazard::Kind::ProgramRace,
           "reads from " + buffer.name + " what another program wrote");
    if (own)
      note(access, Hazard::Kind::LaneRace,
           "reads from " + buffer.name + " what the program wrote, without a barrier in between");
  }
  ensure(buffer.reader, buffer);
  uint32_t *reader = buffer.reader.data();
  for (int64_t k = 0; k < count; ++k) {
    uint32_t &by = reader[at[k]];
    by = by == 0 || by == access.program ? access.program : ~0u;
  }
}

//===--- Stores ---===//

namespace {
/// The elements that are stored: bits of T, or ring elements.
template <class T> struct Fresh {
  const T *bits = nullptr;
  const int32_t *ring = nullptr;
  FloatKind kind = FloatKind::F32;

  bool changes(const Buffer &buffer, uint32_t place, int64_t k) const {
    T old;
    std::memcpy(&old, buffer.bytes.data() + size_t(place) * sizeof(T), sizeof(T));
    if (!ring)
      return old != bits[k];
    return (buffer.stored[place] == 1 + uint8_t(kind) ? buffer.ring[place]
                                                      : ringOfBits(kind, old)) != ring[k];
  }
  void store(Buffer &buffer, uint32_t place, int64_t k) const {
    if (ring)
      buffer.ring[place] = ring[k];
    else
      std::memcpy(buffer.bytes.data() + size_t(place) * sizeof(T), &bits[k], sizeof(T));
  }
};
} // namespace

template <class T>
static void storeFresh(const Places &places, const uint8_t *mask, int64_t count,
                       const Element &element, const Fresh<T> &fresh, bool one,
                       const Access &access, uint32_t turn) {
  Buffer &buffer = *places.buffer;
  const uint32_t *at = places.at.data();
  const uint8_t code = element.isFloat ? 1 + uint8_t(element.kind) : Buffer::Integer;
  bool others = false, twice = false;
  for (int64_t k = 0; k < count; ++k) {
    if (mask && !mask[k])
      continue;
    const uint32_t place = at[k];
    const int64_t v = one ? 0 : k;
    const uint32_t writer = buffer.writer[place];
    const uint32_t reader = buffer.reader.empty() ? 0 : buffer.reader[place];
    const bool other = (writer && writer != access.program) || (reader && reader != access.program);
    const bool again = buffer.turn[place] == turn;
    // Writing what is there already harms nobody.
    if ((other || again) && fresh.changes(buffer, place, v))
      others |= other, twice |= again;
    buffer.writer[place] = access.program;
    buffer.epoch[place] = access.epoch;
    buffer.turn[place] = turn;
    buffer.atomic[place] = 0;
    fresh.store(buffer, place, v);
    buffer.stored[place] = code;
    buffer.storedBytes[place] = element.bytes;
  }
  if (others)
    note(access, Hazard::Kind::ProgramRace,
         "writes to " + buffer.name + " what another program reads or writes");
  if (twice)
    note(access, Hazard::Kind::LaneRace, "writes two values to an element of " + buffer.name);
}

void storePlaces(const Places &places, const uint8_t *mask, int64_t count, const Element &element,
                 const Value &values, const Access &access, uint32_t turn) {
  Buffer &buffer = *places.buffer;
  const uint32_t *at = places.at.data();
  const bool one = values.count == 1;
  buffer.wasStored = true;
  ensure(buffer.stored, buffer), ensure(buffer.storedBytes, buffer);
  ensure(buffer.writer, buffer), ensure(buffer.epoch, buffer), ensure(buffer.turn, buffer);
  ensure(buffer.atomic, buffer);
  bySize(element.bytes, [&](auto type) {
    using T = decltype(type);
    Fresh<T> fresh;
    Scratch<T> codes(values.count);
    fresh.kind = element.kind;
    if (values.lane == Lane::Ring) {
      ensure(buffer.ring, buffer);
      fresh.ring = values.elements<int32_t>();
    } else if (values.lane == Lane::F32) {
      floats::encode(element.kind, values.elements<float>(), codes.data(), values.count);
      fresh.bits = codes.data();
    } else {
      fresh.bits = values.elements<T>();
    }
    storeFresh(places, mask, count, element, fresh, one, access, turn);
  });
  auto on = [&](int64_t k) { return !mask || mask[k]; };
  const uint8_t *poison = values.poisons();
  if (poison && anySet(poison, values.count))
    ensure(buffer.poison, buffer);
  if (!buffer.poison.empty())
    for (int64_t k = 0; k < count; ++k)
      if (on(k))
        buffer.poison[at[k]] = poison ? poison[one ? 0 : k] : uint8_t(Defined);
  const float *slack = values.slacks();
  if (slack)
    ensure(buffer.slack, buffer);
  if (!buffer.slack.empty())
    for (int64_t k = 0; k < count; ++k)
      if (on(k))
        buffer.slack[at[k]] = slack ? slack[one ? 0 : k] : 0.0f;
}

} // namespace fathom::interp
