// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays from a pool, and scalars out of them.
#include "oracles/interp/Value.h"

#include "oracles/interp/Pool.h"

#include <cstring>
#include <new>

namespace fathom::interp {

Object::~Object() = default;

namespace {
struct Header {
  std::atomic<uint32_t> references;
  uint8_t blockClass;
};
static_assert(sizeof(Header) <= 64);
} // namespace

Array Array::make(size_t bytes) {
  unsigned wanted = blockClass(bytes + headerBytes);
  Array array;
  array.block = reinterpret_cast<char *>(new (takeBlock(wanted)) Header{{1}, uint8_t(wanted)});
  return array;
}

Array Array::zeros(size_t bytes) {
  Array array = make(bytes);
  std::memset(array.as<char>(), 0, bytes);
  return array;
}

bool Array::isShared() const {
  return block &&
         reinterpret_cast<Header *>(block)->references.load(std::memory_order_acquire) != 1;
}

void Array::retain() const {
  if (block)
    reinterpret_cast<Header *>(block)->references.fetch_add(1, std::memory_order_relaxed);
}

void Array::release() const {
  if (!block)
    return;
  auto *header = reinterpret_cast<Header *>(block);
  if (header->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  giveBlock(header, header->blockClass);
}

uint64_t Value::integer(int64_t at) const {
  if (count == 1)
    at = 0;
  switch (lane) {
  case Lane::U8:
    return elements<uint8_t>()[at];
  case Lane::U16:
    return elements<uint16_t>()[at];
  case Lane::U32:
    return elements<uint32_t>()[at];
  case Lane::U64:
    return elements<uint64_t>()[at];
  default:
    llvm_unreachable("an integer out of a float lane");
  }
}

int64_t Value::signedInteger(unsigned bits, int64_t at) const {
  uint64_t value = integer(at);
  if (bits < 64)
    value <<= 64 - bits;
  return bits < 64 ? int64_t(value) >> (64 - bits) : int64_t(value);
}

} // namespace fathom::interp
