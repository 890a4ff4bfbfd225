// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that are taken all at once are what they are when they are taken a few at a time.
#include "oracles/interp/ScatteredAccess.h"

#include "gtest/gtest.h"

#include <cstring>
#include <random>

namespace fathom::interp {
namespace {

Element elementFor(FloatKind kind, unsigned bits, Semantics semantics) {
  Element element;
  element.isFloat = true;
  element.kind = kind;
  element.bits = bits;
  element.bytes = bits / 8;
  element.ieee = bits == 64 ? Lane::F64 : Lane::F32;
  element.lane = semantics == Semantics::Algebra ? Lane::Ring : element.ieee;
  return element;
}
Element integers(unsigned bits) {
  Element element;
  element.bits = bits;
  element.bytes = bits / 8;
  element.ieee = element.lane = bits == 8    ? Lane::U8
                                : bits == 16 ? Lane::U16
                                : bits == 32 ? Lane::U32
                                             : Lane::U64;
  return element;
}

/// An empty shadow says the same as one of zeros.
template <class T> void expectSame(PooledVector<T> a, PooledVector<T> b, const char *what) {
  size_t size = std::max(a.size(), b.size());
  a.resize(size), b.resize(size);
  EXPECT_EQ(a, b) << what;
}
void expectSame(const Buffer &a, const Buffer &b) {
  EXPECT_EQ(a.bytes, b.bytes);
  expectSame(a.stored, b.stored, "stored");
  expectSame(a.storedBytes, b.storedBytes, "storedBytes");
  expectSame(a.poison, b.poison, "poison");
  expectSame(a.ring, b.ring, "ring");
  expectSame(a.slack, b.slack, "slack");
  expectSame(a.writer, b.writer, "writer");
  expectSame(a.reader, b.reader, "reader");
  expectSame(a.epoch, b.epoch, "epoch");
  expectSame(a.atomic, b.atomic, "atomic");
  EXPECT_EQ(a.lowest, b.lowest);
  EXPECT_EQ(a.highest, b.highest);
}
std::vector<std::string> messages(const std::vector<Hazard> &hazards, Hazard::Kind kind) {
  std::vector<std::string> texts;
  for (const Hazard &hazard : hazards)
    if (hazard.kind == kind)
      texts.push_back(hazard.message);
  std::sort(texts.begin(), texts.end());
  return texts;
}

constexpr int64_t lanes = 64, size = 128;

/// Random loads and stores by several programs: at once on one memory, eight lanes at a time on another.
void check(const Element &element, Semantics semantics, unsigned seed) {
  std::mt19937 rng(seed);
  Memory whole(semantics), parts(semantics);
  for (Memory *memory : {&whole, &parts}) {
    std::mt19937 same(seed);
    Buffer &buffer = memory->add("arg0", size * element.bytes, element.bytes);
    for (uint8_t &byte : buffer.bytes)
      byte = uint8_t(same() & 0x3f); // No infinity, no NaN.
  }
  std::vector<Hazard> hazards[2];
  for (int step = 0; step < 12; ++step) {
    std::vector<uint64_t> addresses(lanes);
    std::vector<uint8_t> mask(lanes);
    // Each element once, so that a part of the lanes races with no other.
    std::vector<int> order(size);
    for (int k = 0; k < size; ++k)
      order[k] = k;
    std::shuffle(order.begin(), order.end(), rng);
    for (int64_t k = 0; k < lanes; ++k) {
      addresses[k] = whole.buffers[0]->base + uint64_t(order[k]) * element.bytes;
      mask[k] = rng() % 4 != 0;
      if (!mask[k])
        addresses[k] = rng(); // Nowhere.
    }
    const uint8_t *on = mask.data();
    ASSERT_TRUE(placesOf(whole, addresses.data(), on, lanes, element).has_value());
    Access access;
    access.program = 1 + step / 4;
    access.epoch = step % 4;
    access.op = "tt.test";
    auto initial = [&](int64_t count) {
      Value value = Value::make(element.lane, count);
      std::memset(value.data.as<char>(), 0, count * laneBytes(element.lane));
      return value;
    };
    if (step % 2) {
      Value all = initial(lanes);
      access.hazards = &hazards[0];
      ASSERT_FALSE(whole.load(addresses.data(), on, lanes, element, all, access));
      access.hazards = &hazards[1];
      for (int64_t from = 0; from < lanes; from += 8) {
        Value some = initial(8);
        ASSERT_FALSE(parts.load(addresses.data() + from, on + from, 8, element, some, access));
        const unsigned bytes = laneBytes(element.lane);
        EXPECT_FALSE(
            std::memcmp(all.data.as<char>() + from * bytes, some.data.as<char>(), 8 * bytes));
        for (int64_t k = 0; k < 8; ++k) {
          EXPECT_EQ(all.poison ? all.poisons()[from + k] : 0, some.poison ? some.poisons()[k] : 0);
          EXPECT_EQ(all.slack ? all.slacks()[from + k] : 0, some.slack ? some.slacks()[k] : 0);
        }
      }
    } else {
      Value all = initial(lanes);
      for (int64_t k = 0; k < lanes; ++k)
        switch (element.lane) {
        case Lane::F32:
          all.elements<float>()[k] = float(int(rng() % 7) - 3);
          break;
        case Lane::F64:
          all.elements<double>()[k] = int(rng() % 7) - 3;
          break;
        case Lane::Ring:
          all.elements<int32_t>()[k] = int(rng() % 1000000);
          break;
        default:
          for (unsigned b = 0; b < element.bytes; ++b)
            all.data.as<uint8_t>()[k * element.bytes + b] = uint8_t(rng());
        }
      if (step % 4 == 0) {
        all.poison = Array::zeros(lanes);
        for (int64_t k = 0; k < lanes; ++k)
          all.poisons()[k] = rng() % 3;
      }
      if (element.lane == Lane::F32 && step % 4 == 2) {
        all.slack = Array::zeros(lanes * 4);
        for (int64_t k = 0; k < lanes; ++k)
          all.slacks()[k] = float(rng() % 3);
      }
      access.hazards = &hazards[0];
      ASSERT_FALSE(whole.store(addresses.data(), on, lanes, element, all, access));
      access.hazards = &hazards[1];
      for (int64_t from = 0; from < lanes; from += 8) {
        const unsigned bytes = laneBytes(element.lane);
        Value some = Value::make(element.lane, 8);
        std::memcpy(some.data.as<char>(), all.data.as<char>() + from * bytes, 8 * bytes);
        if (all.poison) {
          some.poison = Array::make(8);
          std::memcpy(some.poisons(), all.poisons() + from, 8);
        }
        if (all.slack) {
          some.slack = Array::make(32);
          std::memcpy(some.slacks(), all.slacks() + from, 32);
        }
        ASSERT_FALSE(parts.store(addresses.data() + from, on + from, 8, element, some, access));
      }
    }
    expectSame(*whole.buffers[0], *parts.buffers[0]);
    for (Hazard::Kind kind : {Hazard::Kind::ProgramRace, Hazard::Kind::LaneRace})
      EXPECT_EQ(messages(hazards[0], kind), messages(hazards[1], kind));
  }
}

TEST(ScatteredAccess, IsWhatFewElementsAtATimeAre) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    for (unsigned bits : {8, 16, 32, 64})
      check(integers(bits), Semantics::Ieee, seed);
    for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
      check(elementFor(FloatKind::F8E5M2, 8, semantics), semantics, seed);
      check(elementFor(FloatKind::BF16, 16, semantics), semantics, seed);
      check(elementFor(FloatKind::F32, 32, semantics), semantics, seed);
      check(elementFor(FloatKind::F64, 64, semantics), semantics, seed);
    }
  }
}

TEST(ScatteredAccess, TwoValuesAtOneElement) {
  for (bool same : {false, true}) {
    Memory memory(Semantics::Ieee);
    Buffer &buffer = memory.add("arg0", 256, 4);
    std::vector<uint64_t> addresses(32);
    Value values = Value::make(Lane::U32, 32);
    for (int k = 0; k < 32; ++k) {
      addresses[k] = buffer.base + 4 * (k * 7 % 16);
      values.elements<uint32_t>()[k] = same ? 5 + k % 16 : k + 1;
    }
    std::vector<Hazard> hazards;
    Access access;
    access.hazards = &hazards;
    access.op = "tt.store";
    ASSERT_FALSE(memory.store(addresses.data(), nullptr, 32, integers(32), values, access));
    EXPECT_EQ(messages(hazards, Hazard::Kind::LaneRace).size(), same ? 0u : 1u);
    uint32_t first;
    std::memcpy(&first, buffer.bytes.data(), 4);
    EXPECT_EQ(first, same ? 5u : 17u);
  }
}

/// What is outside, or of another size, is left to the slow way, which says so.
TEST(ScatteredAccess, LeavesTheRest) {
  Memory memory(Semantics::Ieee);
  Buffer &buffer = memory.add("arg0", 256, 4);
  std::vector<uint64_t> addresses(32);
  for (int k = 0; k < 32; ++k)
    addresses[k] = buffer.base + 8 * k;
  EXPECT_TRUE(placesOf(memory, addresses.data(), nullptr, 32, integers(32)).has_value());
  EXPECT_FALSE(placesOf(memory, addresses.data(), nullptr, 32, integers(16)).has_value());
  addresses[9] += 2;
  EXPECT_FALSE(placesOf(memory, addresses.data(), nullptr, 32, integers(32)).has_value());
  addresses[9] = buffer.base + 256;
  EXPECT_FALSE(placesOf(memory, addresses.data(), nullptr, 32, integers(32)).has_value());
  Value result = Value::make(Lane::U32, 32);
  Access access;
  access.op = "tt.load";
  std::optional<Fault> fault =
      memory.load(addresses.data(), nullptr, 32, integers(32), result, access);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->message, "tt.load of arg0 at byte 256, which has 256");
}

} // namespace
} // namespace fathom::interp
