// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and atomics on buffers, and what is kept of them.
#include "oracles/interp/Memory.h"
#include "oracles/interp/ScatteredAccess.h"

#include "oracles/interp/numbers/Ring.h"
#include "oracles/interp/numbers/WideVectors.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;

namespace fathom::interp {

static constexpr unsigned roomBits = 40; ///< log2 of how far apart buffers are.

Buffer &Memory::add(std::string name, uint64_t bytes, unsigned granule) {
  Buffer &buffer = *buffers.emplace_back(std::make_unique<Buffer>());
  buffer.name = std::move(name);
  buffer.base = uint64_t(buffers.size()) << roomBits;
  buffer.bytes.resize(bytes);
  buffer.granule = granule;
  return buffer;
}

Buffer *Memory::find(uint64_t address) const {
  // Half of the room lies before the buffer, so that what is off by a little is known for what it is.
  uint64_t number = (address + (uint64_t(1) << (roomBits - 1))) >> roomBits;
  return number >= 1 && number <= buffers.size() ? buffers[number - 1].get() : nullptr;
}

std::string Memory::describe(uint64_t address) const {
  if (const Buffer *buffer = find(address))
    return (buffer->name + " at byte " + Twine(int64_t(address - buffer->base)) + " of " +
            Twine(buffer->bytes.size()))
        .str();
  return "address " + Twine(address).str() + ", which is in no buffer";
}

//===--- Shadows ---===//

template <class T> static void ensure(PooledVector<T> &shadow, const Buffer &buffer) {
  shadow.resize((buffer.bytes.size() + buffer.granule - 1) / buffer.granule);
}

/// Sets `count` entries from `first` on; what is made for it is not cleared first.
template <class T>
static void setEntries(PooledVector<T> &shadow, const Buffer &buffer, uint64_t first,
                       uint64_t count, T entry) {
  if (shadow.empty() && count * buffer.granule >= buffer.bytes.size()) {
    shadow.assign(count, entry);
    return;
  }
  ensure(shadow, buffer);
  std::fill_n(shadow.begin() + first, count, entry);
}

/// Calls f on each shadow array that is there.
template <class F> static void forShadows(Buffer &buffer, F f) {
  auto call = [&](auto &shadow) {
    if (!shadow.empty())
      f(shadow);
  };
  call(buffer.stored), call(buffer.storedBytes), call(buffer.poison), call(buffer.ring);
  call(buffer.slack), call(buffer.writer), call(buffer.reader), call(buffer.epoch);
  call(buffer.turn), call(buffer.atomic);
}

/// Has an entry for each byte from now on.
static void splitGranules(Buffer &buffer) {
  unsigned old = std::exchange(buffer.granule, 1u);
  if (old == 1)
    return;
  forShadows(buffer, [&](auto &shadow) {
    auto coarse = std::move(shadow);
    shadow = {};
    shadow.resize(buffer.bytes.size());
    for (size_t k = 0; k < shadow.size(); ++k)
      shadow[k] = coarse[k / old];
  });
  if (!buffer.stored.empty())
    for (size_t k = 0; k < buffer.stored.size(); ++k)
      if (k % old && buffer.stored[k] != Buffer::Initial)
        buffer.stored[k] = Buffer::Inside;
}

static uint8_t storedCode(const Element &element) {
  return element.isFloat ? 1 + uint8_t(element.kind) : Buffer::Integer;
}
static bool isStoredFloat(uint8_t code) {
  return code != Buffer::Initial && code < Buffer::Integer;
}
static FloatKind storedKind(uint8_t code) { return FloatKind(code - 1); }

//===--- Bits ---===//

/// The bits of the element at a place, whatever was stored there.
static uint64_t bitsAt(const Buffer &buffer, uint64_t offset, unsigned bytes, Semantics semantics) {
  uint64_t bits = 0;
  std::memcpy(&bits, buffer.bytes.data() + offset, bytes);
  if (semantics == Semantics::Ieee || buffer.ring.empty() || buffer.stored.empty())
    return bits;
  // Of ring elements the bytes are made now.
  for (uint64_t byte = offset; byte < offset + bytes;) {
    uint64_t k = byte / buffer.granule;
    while (k && buffer.stored[k] == Buffer::Inside)
      --k;
    uint64_t start = k * buffer.granule;
    if (!isStoredFloat(buffer.stored[k])) {
      ++byte;
      continue;
    }
    uint64_t real = ringBits(storedKind(buffer.stored[k]), buffer.ring[k]);
    uint64_t end = std::min<uint64_t>(start + buffer.storedBytes[k], offset + bytes);
    if (byte >= end) {
      ++byte;
      continue;
    }
    for (; byte < end; ++byte) {
      unsigned shift = 8 * (byte - offset);
      bits &= ~(uint64_t(0xff) << shift);
      bits |= ((real >> (8 * (byte - start))) & 0xff) << shift;
    }
  }
  return bits;
}

static int32_t ringAt(const Buffer &buffer, uint64_t offset, const Element &element) {
  if (!buffer.ring.empty() && !buffer.stored.empty()) {
    uint64_t k = offset / buffer.granule;
    if (buffer.stored[k] == storedCode(element) && buffer.storedBytes[k] == element.bytes)
      return buffer.ring[k];
  }
  return ringOfBits(element.kind, bitsAt(buffer, offset, element.bytes, Semantics::Algebra));
}

/// The value of a float at a place, in ieee.
static double floatAt(const Buffer &buffer, uint64_t offset, const Element &element) {
  uint64_t bits = 0;
  std::memcpy(&bits, buffer.bytes.data() + offset, element.bytes);
  if (element.kind == FloatKind::F64) {
    double value;
    std::memcpy(&value, &bits, 8);
    return value;
  }
  return floats::decode(element.kind, uint32_t(bits));
}

static void setFloatAt(Buffer &buffer, uint64_t offset, const Element &element, double value) {
  uint64_t bits;
  if (element.kind == FloatKind::F64)
    std::memcpy(&bits, &value, 8);
  else
    bits = floats::encode(element.kind, float(value));
  std::memcpy(buffer.bytes.data() + offset, &bits, element.bytes);
}

//===--- Runs ---===//

/// Makes sure that the bytes are there, and that the buffer's granules fit the element.
std::optional<Fault> Memory::touch(Buffer &buffer, uint64_t offset, uint64_t bytes,
                                   const Element &element, const Access &access) {
  uint64_t end = offset + bytes;
  if (int64_t(offset) < 0 || end > buffer.bytes.size()) {
    auto where = [&] {
      return (access.op + " of " + buffer.name + " at byte " + Twine(int64_t(offset)) +
              ", which has " + Twine(buffer.bytes.size()))
          .str();
    };
    if (int64_t(offset) < 0 || !buffer.limit)
      return Fault{where(), false};
    if (end > buffer.limit)
      return Fault{where() + " and may grow to " + std::to_string(buffer.limit), true};
    uint64_t from = buffer.bytes.size();
    uint64_t to = std::min(buffer.limit, std::max(end, from + from / 2));
    to = std::min(buffer.limit, (to + 255) / 256 * 256);
    buffer.bytes.resize(to);
    if (buffer.fill)
      buffer.fill(buffer, from, to);
    forShadows(buffer, [&](auto &shadow) { ensure(shadow, buffer); });
  }
  buffer.lowest = std::min(buffer.lowest, offset);
  buffer.highest = std::max(buffer.highest, end);
  if (element.bytes != buffer.granule || offset % buffer.granule)
    splitGranules(buffer);
  return std::nullopt;
}

/// The end of the stretch of elements from `begin` on that lie one behind the other, and are all on.
static int64_t endOfStretch(const uint64_t *addresses, const uint8_t *mask, int64_t begin,
                            int64_t count, uint64_t size) {
  int64_t end = begin + 1, *to = &end;
  withWideVectors([=](auto) FATHOM_INLINE {
    // Blocks of 64 at a time, without a branch for each element.
    int64_t at = begin + 1;
    for (; at + 64 <= count; at += 64) {
      const uint64_t *next = addresses + at;
      uint64_t off = 0;
      for (int64_t k = 0; k < 64; ++k)
        off |= (next[k] - next[k - 1]) ^ size;
      uint8_t masked = 0;
      if (mask)
        for (int64_t k = 0; k < 64; ++k)
          masked |= uint8_t(mask[at + k] == 0);
      if (off | masked)
        break;
    }
    while (at < count && addresses[at] == addresses[at - 1] + size && (!mask || mask[at]))
      ++at;
    *to = at;
  });
  return end;
}

/// Calls run(buffer, offset, first element, count, whole) for each such stretch; `whole`: there is one. `firstEnd`: of the first element's stretch, if
/// that is known.
template <class Run>
std::optional<Fault> Memory::forEachRun(const uint64_t *addresses, const uint8_t *mask,
                                        int64_t count, const Element &element, const Access &access,
                                        Run run, int64_t firstEnd) {
  const uint64_t size = element.bytes;
  for (int64_t begin = 0; begin < count;) {
    if (mask && !mask[begin]) {
      ++begin;
      continue;
    }
    const uint64_t first = addresses[begin];
    int64_t end =
        begin == 0 && firstEnd ? firstEnd : endOfStretch(addresses, mask, begin, count, size);
    Buffer *buffer = find(first);
    if (!buffer)
      return Fault{(access.op + " of " + describe(first)).str(), false};
    uint64_t offset = first - buffer->base;
    if (std::optional<Fault> fault =
            touch(*buffer, offset, uint64_t(end - begin) * size, element, access))
      return fault;
    run(*buffer, offset, begin, end - begin, begin == 0 && end == count);
    begin = end;
  }
  return std::nullopt;
}

//===--- Loads ---===//

static void note(const Access &access, Hazard::Kind kind, const Twine &message) {
  if (access.hazards)
    addHazard(*access.hazards, {kind, (access.op + " " + message).str()});
}

/// Elements that lie one behind the other, as ring elements.
static void loadRing(const Buffer &buffer, uint64_t offset, int64_t count, const Element &element,
                     int32_t *to) {
  if (!buffer.stored.empty() && !buffer.ring.empty()) {
    const uint64_t first = offset / buffer.granule;
    const uint8_t *stored = buffer.stored.data() + first, code = storedCode(element);
    uint8_t others = element.bytes != buffer.granule;
    for (int64_t k = 0; k < count && !others; ++k)
      others = stored[k] != code;
    if (!others)
      std::copy_n(buffer.ring.data() + first, count, to);
    else
      for (int64_t k = 0; k < count; ++k)
        to[k] = ringAt(buffer, offset + k * element.bytes, element);
    return;
  }
  constexpr int64_t piece = 1024;
  const uint8_t *from = buffer.bytes.data() + offset;
  for (int64_t at = 0; at < count; at += piece, from += piece * element.bytes) {
    const int64_t n = std::min(piece, count - at);
    if (element.kind == FloatKind::F64) {
      double real[piece];
      std::memcpy(real, from, n * 8);
      ring::fromDouble(real, to + at, n);
    } else {
      float real[piece];
      floats::decode(element.kind, from, real, n);
      ring::fromFloat(real, to + at, n);
    }
  }
}

/// Leaves no trace.
static const Access nobody{0, 0, nullptr, {}};

void Memory::loadRun(Buffer &buffer, uint64_t offset, int64_t at, int64_t count,
                     const Element &element, Value &result, const Access &access) {
  buffer.wasLoaded = true;
  const uint8_t *from = buffer.bytes.data() + offset;
  const uint64_t first = offset / buffer.granule, entries = element.bytes / buffer.granule;
  const bool anyStored = !buffer.stored.empty();
  switch (result.lane) {
  case Lane::U8: {
    auto *to = result.elements<uint8_t>() + at;
    std::memcpy(to, from, count);
    break;
  }
  case Lane::U16:
  case Lane::U32:
  case Lane::U64:
  case Lane::F64:
    std::memcpy(result.elements<uint8_t>() + at * element.bytes, from, count * element.bytes);
    break;
  case Lane::F32:
    floats::decode(element.kind, from, result.elements<float>() + at, count);
    break;
  case Lane::Ring:
    loadRing(buffer, offset, count, element, result.elements<int32_t>() + at);
    break;
  }
  // Integers out of what was stored as floats of the algebra.
  if (!element.isFloat && anyStored && !buffer.ring.empty())
    for (int64_t k = 0; k < count; ++k) {
      uint64_t bits = bitsAt(buffer, offset + k * element.bytes, element.bytes, semantics);
      std::memcpy(result.elements<uint8_t>() + (at + k) * element.bytes, &bits, element.bytes);
    }
  auto poisonElement = [&](int64_t k, uint8_t why) {
    if (!result.poison)
      result.poison = Array::zeros(result.count);
    uint8_t &poison = result.poison.as<uint8_t>()[at + k];
    poison = std::max(poison, why);
  };
  if (element.bits < 8 && result.lane == Lane::U8) {
    auto *to = result.elements<uint8_t>() + at;
    uint8_t used = element.mask(), seen = 0;
    for (int64_t k = 0; k < count; ++k)
      seen |= to[k];
    if (seen & ~used) // Whether the lowest bit counts or any is left open.
      for (int64_t k = 0; k < count; ++k)
        if (to[k] & ~used) {
          poisonElement(k, Unspecified);
          to[k] &= used;
        }
  }
  if (result.poison) // From what the caller has set, of masked elements.
    std::memset(result.poison.as<uint8_t>() + at, 0, count);
  if (result.slack)
    std::memset(result.slack.as<float>() + at, 0, count * 4);
  if (!buffer.poison.empty())
    for (int64_t k = 0; k < count; ++k)
      for (uint64_t e = 0; e < entries; ++e)
        if (uint8_t why = buffer.poison[first + k * entries + e])
          poisonElement(k, why);
  if (!buffer.slack.empty() && (result.lane == Lane::F32 || result.lane == Lane::F64))
    for (int64_t k = 0; k < count; ++k)
      if (float slack = buffer.slack[first + k * entries]) {
        if (!result.slack)
          result.slack = Array::zeros(result.count * 4);
        result.slack.as<float>()[at + k] = slack;
      }
  // Who was here.
  if (access.program == nobody.program)
    return;
  if (!buffer.writer.empty()) {
    uint32_t others = 0, own = 0;
    for (uint64_t k = first; k < first + count * entries; ++k) {
      uint32_t writer = buffer.writer[k];
      others |= writer && writer != access.program;
      own |= writer == access.program && buffer.epoch[k] == access.epoch && !buffer.atomic[k];
    }
    if (others)
      note(access, Hazard::Kind::ProgramRace,
           "reads from " + buffer.name + " what another program wrote");
    if (own)
      note(access, Hazard::Kind::LaneRace,
           "reads from " + buffer.name + " what the program wrote, without a barrier in between");
  }
  if (buffer.reader.empty()) {
    setEntries(buffer.reader, buffer, first, count * entries, access.program);
    return;
  }
  for (uint64_t k = first; k < first + count * entries; ++k) {
    uint32_t &reader = buffer.reader[k];
    reader = reader == 0 || reader == access.program ? access.program : ~0u;
  }
}

std::optional<Fault> Memory::load(const uint64_t *addresses, const uint8_t *mask, int64_t count,
                                  const Element &element, Value &result, const Access &access) {
  const int64_t firstEnd =
      mask && !mask[0] ? 0 : endOfStretch(addresses, mask, 0, count, element.bytes);
  if (firstEnd != count)
    if (std::optional<Places> places = placesOf(*this, addresses, mask, count, element)) {
      loadPlaces(*places, mask, count, element, result, access);
      return std::nullopt;
    }
  return forEachRun(
      addresses, mask, count, element, access,
      [&](Buffer &buffer, uint64_t offset, int64_t at, int64_t number, bool) {
        loadRun(buffer, offset, at, number, element, result, access);
      },
      firstEnd);
}

//===--- Stores ---===//

void Memory::storeRun(Buffer &buffer, uint64_t offset, int64_t at, int64_t count,
                      const Element &element, const Value &values, const Access &access,
                      bool whole) {
  buffer.wasStored = true;
  const bool one = values.count == 1;
  const uint64_t first = offset / buffer.granule, entries = element.bytes / buffer.granule,
                 total = count * entries;
  const bool inRing = values.lane == Lane::Ring;
  // The new bytes, or ring elements.
  thread_local std::vector<uint8_t> fresh;
  const uint8_t *bytes = nullptr;
  if (!inRing) {
    const uint8_t *from = values.elements<uint8_t>() + (one ? 0 : at * laneBytes(values.lane));
    if (one || (values.lane == Lane::F32 && element.kind != FloatKind::F32)) {
      fresh.resize(count * element.bytes);
      int64_t distinct = one ? 1 : count;
      if (values.lane == Lane::F32)
        floats::encode(element.kind, reinterpret_cast<const float *>(from), fresh.data(), distinct);
      else
        std::memcpy(fresh.data(), from, element.bytes);
      if (one)
        for (int64_t k = 1; k < count; ++k)
          std::memcpy(fresh.data() + k * element.bytes, fresh.data(), element.bytes);
      bytes = fresh.data();
    } else {
      bytes = from;
    }
  }
  const int32_t *elements = inRing ? values.elements<int32_t>() + (one ? 0 : at) : nullptr;
  auto changes = [&](int64_t k) {
    if (inRing)
      return ringAt(buffer, offset + k * element.bytes, element) != elements[one ? 0 : k];
    uint64_t bits = 0;
    std::memcpy(&bits, bytes + k * element.bytes, element.bytes);
    return bits != bitsAt(buffer, offset + k * element.bytes, element.bytes, semantics);
  };
  // Who was here. Writing what is there already harms nobody.
  uint32_t others = 0, again = 0;
  if (!buffer.writer.empty())
    for (uint64_t k = first; k < first + total; ++k) {
      others |= buffer.writer[k] && buffer.writer[k] != access.program;
      again |= buffer.turn[k] == turns;
    }
  if (!buffer.reader.empty())
    for (uint64_t k = first; k < first + total; ++k)
      others |= buffer.reader[k] && buffer.reader[k] != access.program;
  if (others || (again && !whole))
    for (int64_t k = 0; k < count; ++k) {
      uint64_t e = first + k * entries;
      uint32_t writer = buffer.writer.empty() ? 0 : buffer.writer[e];
      uint32_t reader = buffer.reader.empty() ? 0 : buffer.reader[e];
      bool other = (writer && writer != access.program) || (reader && reader != access.program);
      bool twice = !whole && writer && buffer.turn[e] == turns;
      if ((other || twice) && changes(k)) {
        if (other)
          note(access, Hazard::Kind::ProgramRace,
               "writes to " + buffer.name + " what another program reads or writes");
        if (twice)
          note(access, Hazard::Kind::LaneRace, "writes two values to an element of " + buffer.name);
      }
    }
  setEntries(buffer.writer, buffer, first, total, access.program);
  setEntries(buffer.epoch, buffer, first, total, access.epoch);
  setEntries(buffer.turn, buffer, first, total, turns);
  setEntries(buffer.atomic, buffer, first, total, uint8_t(0));
  // The elements.
  if (inRing) {
    ensure(buffer.ring, buffer);
    if (entries == 1 && !one)
      std::copy_n(elements, count, buffer.ring.begin() + first);
    else
      for (int64_t k = 0; k < count; ++k)
        buffer.ring[first + k * entries] = elements[one ? 0 : k];
  } else {
    std::memcpy(buffer.bytes.data() + offset, bytes, count * element.bytes);
  }
  setEntries(buffer.stored, buffer, first, total,
             entries == 1 ? storedCode(element) : uint8_t(Buffer::Inside));
  setEntries(buffer.storedBytes, buffer, first, total, uint8_t(element.bytes));
  if (entries > 1)
    for (int64_t k = 0; k < count; ++k)
      buffer.stored[first + k * entries] = storedCode(element);
  const uint8_t *poison = values.poisons();
  bool anyPoison = false;
  if (poison)
    for (int64_t k = 0; k < count; ++k)
      anyPoison |= poison[one ? 0 : at + k];
  if (anyPoison)
    ensure(buffer.poison, buffer);
  if (!buffer.poison.empty())
    for (int64_t k = 0; k < count; ++k)
      std::fill_n(buffer.poison.begin() + first + k * entries, entries,
                  poison ? poison[one ? 0 : at + k] : uint8_t(Defined));
  const float *slack = values.slacks();
  if (slack)
    ensure(buffer.slack, buffer);
  if (!buffer.slack.empty())
    for (int64_t k = 0; k < count; ++k)
      std::fill_n(buffer.slack.begin() + first + k * entries, entries,
                  slack ? slack[one ? 0 : at + k] : 0.0f);
}

/// In the algebra, floats as ring elements.
static Value ringValues(const Value &values) {
  if (values.lane != Lane::F32 && values.lane != Lane::F64)
    return values;
  Value result = Value::make(Lane::Ring, values.count);
  result.poison = values.poison;
  if (values.lane == Lane::F32)
    ring::fromFloat(values.elements<float>(), result.elements<int32_t>(), values.count);
  else
    ring::fromDouble(values.elements<double>(), result.elements<int32_t>(), values.count);
  return result;
}

std::optional<Fault> Memory::store(const uint64_t *addresses, const uint8_t *mask, int64_t count,
                                   const Element &element, const Value &values,
                                   const Access &access) {
  Value held = semantics == Semantics::Algebra && element.isFloat ? ringValues(values) : values;
  ++turns;
  const int64_t firstEnd =
      mask && !mask[0] ? 0 : endOfStretch(addresses, mask, 0, count, element.bytes);
  if (firstEnd != count)
    if (std::optional<Places> places = placesOf(*this, addresses, mask, count, element)) {
      storePlaces(*places, mask, count, element, held, access, turns);
      return std::nullopt;
    }
  return forEachRun(
      addresses, mask, count, element, access,
      [&](Buffer &buffer, uint64_t offset, int64_t at, int64_t number, bool whole) {
        storeRun(buffer, offset, at, number, element, held, access, whole);
      },
      firstEnd);
}

//===--- Atomics ---===//

static int64_t signExtend(uint64_t bits, unsigned width) {
  return width == 64 ? int64_t(bits) : int64_t(bits << (64 - width)) >> (64 - width);
}

static uint64_t combineBits(Rmw kind, uint64_t old, uint64_t value, unsigned width) {
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  int64_t a = signExtend(old, width), b = signExtend(value, width);
  switch (kind) {
  case Rmw::And:
    return old & value;
  case Rmw::Or:
    return old | value;
  case Rmw::Xor:
    return old ^ value;
  case Rmw::Add:
  case Rmw::FAdd:
    return (old + value) & mask;
  case Rmw::Max:
    return (a > b ? old : value) & mask;
  case Rmw::Min:
    return (a < b ? old : value) & mask;
  case Rmw::UMax:
    return std::max(old & mask, value & mask);
  case Rmw::UMin:
    return std::min(old & mask, value & mask);
  case Rmw::Exchange:
    return value & mask;
  }
  llvm_unreachable("a kind of rmw");
}

static int32_t combineRing(Rmw kind, int32_t old, int32_t value) {
  switch (kind) {
  case Rmw::Add:
  case Rmw::FAdd:
    return ring::add(old, value);
  case Rmw::Max:
  case Rmw::UMax:
    return ring::maximum(old, value);
  case Rmw::Min:
  case Rmw::UMin:
    return ring::minimum(old, value);
  default:
    return value;
  }
}

/// Whether sums of such numbers are exact in any order: multiples of 2^-8 that are not large.
static bool addsExactly(FloatKind kind, double a, double b) {
  double most = std::ldexp(1.0, std::min<int>(formatOf(kind).mantissaBits, 40) - 10);
  return std::fabs(a) < most && std::fabs(b) < most && a * 256 == std::rint(a * 256) &&
         b * 256 == std::rint(b * 256);
}

static double combineFloat(Rmw kind, FloatKind type, double old, double value, float &slack) {
  auto rounded = [&](double x) {
    return type == FloatKind::F64 ? x : floats::roundFromDouble(type, x);
  };
  switch (kind) {
  case Rmw::Add:
  case Rmw::FAdd: {
    double sum = rounded(old + value);
    if (!addsExactly(type, old, value))
      slack += float(floats::ulp(type, sum));
    return sum;
  }
  case Rmw::Max:
  case Rmw::UMax:
    return std::fmax(old, value);
  case Rmw::Min:
  case Rmw::UMin:
    return std::fmin(old, value);
  default:
    slack = 0;
    return value;
  }
}

/// What an atomic finds of others at an element, and what it leaves.
static void meetOthers(Buffer &buffer, uint64_t first, uint64_t entries, uint8_t code,
                       bool commutes, bool oldIsUsed, uint32_t turn, const Access &access) {
  ensure(buffer.writer, buffer), ensure(buffer.epoch, buffer), ensure(buffer.turn, buffer);
  ensure(buffer.atomic, buffer), ensure(buffer.stored, buffer), ensure(buffer.storedBytes, buffer);
  uint32_t writer = buffer.writer[first];
  bool shared = writer && (writer != access.program || buffer.turn[first] == turn);
  if (shared && (oldIsUsed || !commutes || (buffer.atomic[first] && buffer.atomic[first] != code)))
    note(access, Hazard::Kind::Order,
         "on an element of " + buffer.name + " that others update, in an order that is left open");
  bool plainWrite = writer && writer != access.program && !buffer.atomic[first];
  bool plainRead =
      !buffer.reader.empty() && buffer.reader[first] && buffer.reader[first] != access.program;
  if (plainWrite || plainRead)
    note(access, Hazard::Kind::ProgramRace,
         "updates in " + buffer.name + " what another program reads or writes");
  for (uint64_t k = first; k < first + entries; ++k) {
    buffer.writer[k] = access.program;
    buffer.epoch[k] = access.epoch;
    buffer.turn[k] = turn;
    buffer.atomic[k] = code;
  }
}

static void setStored(Buffer &buffer, uint64_t first, uint64_t entries, const Element &element) {
  for (uint64_t k = 0; k < entries; ++k) {
    buffer.stored[first + k] = k ? uint8_t(Buffer::Inside) : storedCode(element);
    buffer.storedBytes[first + k] = element.bytes;
  }
}

/// The bits of element k of integer values.
static uint64_t elementBits(const Value &values, int64_t k) { return values.integer(k); }

std::optional<Fault> Memory::rmw(Rmw kind, const uint64_t *addresses, const uint8_t *mask,
                                 int64_t count, const Element &element, const Value &values,
                                 Value *old, const Access &access) {
  Value held = semantics == Semantics::Algebra && element.isFloat ? ringValues(values) : values;
  ++turns;
  const uint8_t code = 1 + uint8_t(kind);
  auto one = [&](Buffer &buffer, uint64_t offset, int64_t at) {
    buffer.wasUpdated = true;
    uint64_t first = offset / buffer.granule, entries = element.bytes / buffer.granule;
    if (old) // What is read is no plain read: it does not race with other atomics.
      loadRun(buffer, offset, at, 1, element, *old, nobody);
    meetOthers(buffer, first, entries, code, kind != Rmw::Exchange, old, turns, access);
    int64_t v = held.count == 1 ? 0 : at;
    if (held.lane == Lane::Ring) {
      int32_t next =
          combineRing(kind, ringAt(buffer, offset, element), held.elements<int32_t>()[v]);
      ensure(buffer.ring, buffer);
      buffer.ring[first] = next;
    } else if (element.isFloat) {
      double value =
          held.lane == Lane::F64 ? held.elements<double>()[v] : held.elements<float>()[v];
      float slack = buffer.slack.empty() ? 0 : buffer.slack[first];
      if (held.slacks())
        slack += held.slacks()[v];
      double next =
          combineFloat(kind, element.kind, floatAt(buffer, offset, element), value, slack);
      setFloatAt(buffer, offset, element, next);
      if (slack != 0)
        ensure(buffer.slack, buffer);
      if (!buffer.slack.empty())
        std::fill_n(buffer.slack.begin() + first, entries, slack);
    } else {
      uint64_t next = combineBits(kind, bitsAt(buffer, offset, element.bytes, semantics),
                                  elementBits(held, v), element.bits);
      std::memcpy(buffer.bytes.data() + offset, &next, element.bytes);
    }
    setStored(buffer, first, entries, element);
    if (held.poisons() && held.poisons()[v]) {
      ensure(buffer.poison, buffer);
      for (uint64_t k = first; k < first + entries; ++k)
        buffer.poison[k] = kind == Rmw::Exchange ? held.poisons()[v]
                                                 : std::max(buffer.poison[k], held.poisons()[v]);
    }
  };
  return forEachRun(addresses, mask, count, element, access,
                    [&](Buffer &buffer, uint64_t offset, int64_t at, int64_t number, bool) {
                      for (int64_t k = 0; k < number; ++k)
                        one(buffer, offset + k * element.bytes, at + k);
                    });
}

std::optional<Fault> Memory::cas(const uint64_t *addresses, int64_t count, const Element &element,
                                 const Value &compare, const Value &values, Value *old,
                                 const Access &access) {
  bool inRing = semantics == Semantics::Algebra && element.isFloat;
  Value wanted = inRing ? ringValues(compare) : compare,
        held = inRing ? ringValues(values) : values;
  ++turns;
  constexpr uint8_t code = 100;
  auto equal = [&](const Buffer &buffer, uint64_t offset, int64_t c) {
    if (inRing)
      return ringAt(buffer, offset, element) == wanted.elements<int32_t>()[c];
    uint64_t bits = bitsAt(buffer, offset, element.bytes, semantics), other;
    if (element.kind == FloatKind::F64 && element.isFloat)
      std::memcpy(&other, wanted.elements<double>() + c, 8);
    else if (element.isFloat)
      other = floats::encode(element.kind, wanted.elements<float>()[c]);
    else
      other = elementBits(wanted, c);
    return bits == other;
  };
  return forEachRun(addresses, nullptr, count, element, access,
                    [&](Buffer &buffer, uint64_t offset, int64_t at, int64_t number, bool) {
                      for (int64_t k = 0; k < number; ++k, ++at, offset += element.bytes) {
                        buffer.wasUpdated = true;
                        uint64_t first = offset / buffer.granule,
                                 entries = element.bytes / buffer.granule;
                        bool swap = equal(buffer, offset, wanted.count == 1 ? 0 : at);
                        if (old)
                          loadRun(buffer, offset, at, 1, element, *old, nobody);
                        meetOthers(buffer, first, entries, code, false, old, turns, access);
                        if (!swap)
                          continue;
                        int64_t v = held.count == 1 ? 0 : at;
                        if (inRing) {
                          ensure(buffer.ring, buffer);
                          buffer.ring[first] = held.elements<int32_t>()[v];
                        } else if (element.isFloat) {
                          setFloatAt(buffer, offset, element,
                                     held.lane == Lane::F64 ? held.elements<double>()[v]
                                                            : double(held.elements<float>()[v]));
                        } else {
                          uint64_t next = elementBits(held, v);
                          std::memcpy(buffer.bytes.data() + offset, &next, element.bytes);
                        }
                        setStored(buffer, first, entries, element);
                        if (held.poisons() && held.poisons()[v]) {
                          ensure(buffer.poison, buffer);
                          std::fill_n(buffer.poison.begin() + first, entries, held.poisons()[v]);
                        }
                      }
                    });
}

//===--- Looking ---===//

std::string Memory::poisoned(Poison atLeast) const {
  for (const auto &buffer : buffers)
    for (size_t k = 0; k < buffer->poison.size(); ++k)
      if (buffer->poison[k] >= atLeast && buffer->stored[k] != Buffer::Inside) {
        unsigned bytes = buffer->storedBytes[k];
        return (buffer->name + "[" + Twine(k * buffer->granule / bytes) + "] is " +
                (buffer->poison[k] == Undefined ? "undefined" : "left open"))
            .str();
      }
  return "";
}

static std::string show(double value) {
  std::string text;
  raw_string_ostream(text) << format("%.9g", value);
  return text;
}

/// Whether the element that begins at granule k is the same in both; else what is there instead.
static std::optional<std::string> differs(const Buffer &expected, const Buffer &actual, uint64_t k,
                                          Semantics semantics, bool loosely) {
  bool here = expected.stored[k] != Buffer::Initial && expected.stored[k] != Buffer::Inside;
  const Buffer &typed = here ? expected : actual;
  uint8_t code = typed.stored[k];
  unsigned bytes = typed.storedBytes[k];
  uint64_t offset = k * expected.granule;
  if (!expected.poison.empty() && expected.poison[k])
    return std::nullopt;
  uint8_t poison = actual.poison.empty() ? uint8_t(Defined) : actual.poison[k];
  if (poison == Unspecified && loosely)
    return std::nullopt;
  if (poison)
    return std::string(poison == Undefined ? "an undefined value" : "left open");
  if (!isStoredFloat(code)) {
    uint64_t a = bitsAt(expected, offset, bytes, semantics),
             b = bitsAt(actual, offset, bytes, semantics);
    if (a == b)
      return std::nullopt;
    return (Twine(signExtend(b, bytes * 8)) + ", not " + Twine(signExtend(a, bytes * 8))).str();
  }
  Element element;
  element.isFloat = true;
  element.kind = storedKind(code);
  element.bytes = bytes;
  element.bits = bytes * 8;
  if (semantics == Semantics::Algebra) {
    int32_t a = ringAt(expected, offset, element), b = ringAt(actual, offset, element);
    if (a == b)
      return std::nullopt;
    return (Twine(b) + " in the ring, not " + Twine(a)).str();
  }
  double a = floatAt(expected, offset, element), b = floatAt(actual, offset, element);
  double slack = (expected.slack.empty() ? 0.0 : expected.slack[k]) +
                 (actual.slack.empty() ? 0.0 : actual.slack[k]);
  if (a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= slack)
    return std::nullopt;
  if (loosely && (!std::isfinite(a) || !std::isfinite(b) ||
                  std::fabs(a - b) <= std::max(std::fabs(a), std::fabs(b)) / 8))
    return std::nullopt;
  return show(b) + ", not " + show(a) + (slack ? " (" + show(slack) + " apart is allowed)" : "");
}

static std::optional<Difference> compareBuffers(const Buffer &expected, const Buffer &actual,
                                                Semantics semantics, bool loosely) {
  std::optional<Difference> first;
  for (size_t k = 0; k < expected.stored.size(); ++k) {
    auto begins = [&](const Buffer &buffer) {
      return buffer.stored[k] != Buffer::Initial && buffer.stored[k] != Buffer::Inside;
    };
    if (!begins(expected) && !begins(actual))
      continue;
    std::optional<std::string> what = differs(expected, actual, k, semantics, loosely);
    if (!what)
      continue;
    if (!first) {
      const Buffer &typed = begins(expected) ? expected : actual;
      bool isFloat = isStoredFloat(typed.stored[k]);
      uint64_t index = k * expected.granule / typed.storedBytes[k];
      std::string type = isFloat ? std::string(formatOf(storedKind(typed.stored[k])).name)
                                 : "i" + std::to_string(typed.storedBytes[k] * 8);
      first = Difference{
          expected.name, index,
          (expected.name + "[" + Twine(index) + "] of " + type + " is " + *what).str(), 0};
    }
    ++first->count;
    first->missing |= actual.stored[k] == Buffer::Initial;
    first->added |= expected.stored[k] == Buffer::Initial;
    first->poisoned |= !actual.poison.empty() && actual.poison[k];
  }
  return first;
}

std::optional<Difference> compare(const Memory &expected, const Memory &actual, bool loosely) {
  for (size_t b = 0; b < expected.buffers.size() && b < actual.buffers.size(); ++b) {
    const Buffer &one = *expected.buffers[b], &other = *actual.buffers[b];
    if (one.stored.empty() && other.stored.empty())
      continue;
    Buffer a = one, c = other;
    a.bytes.resize(std::max(a.bytes.size(), c.bytes.size()));
    c.bytes.resize(a.bytes.size());
    if (a.granule != c.granule)
      splitGranules(a), splitGranules(c);
    ensure(a.stored, a), ensure(a.storedBytes, a), ensure(c.stored, c), ensure(c.storedBytes, c);
    forShadows(a, [&](auto &shadow) { ensure(shadow, a); });
    forShadows(c, [&](auto &shadow) { ensure(shadow, c); });
    if (std::optional<Difference> difference = compareBuffers(a, c, expected.semantics, loosely))
      return difference;
  }
  return std::nullopt;
}

} // namespace fathom::interp
