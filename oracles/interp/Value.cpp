// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays from a pool, and scalars out of them.
#include "oracles/interp/Value.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace fathom::interp {

Object::~Object() = default;

namespace {
struct Header {
  std::atomic<uint32_t> references;
  uint8_t sizeClass; ///< log2 of the block's bytes.
  Header *nextFree;
};
static_assert(sizeof(Header) <= 64);

/// Blocks that nobody uses, by size. Fresh memory costs a page fault for each 4 KiB, old memory nothing.
struct Pool {
  static constexpr unsigned classes = 40;
  static constexpr size_t most = size_t(512) << 20; ///< Kept in all, at most.
  Header *free[classes] = {};
  size_t kept = 0;
  ~Pool() {
    for (Header *&head : free)
      while (head)
        std::free(std::exchange(head, head->nextFree));
  }
};
thread_local Pool pool;
} // namespace

Array Array::make(size_t bytes) {
  unsigned sizeClass = 7;
  while ((size_t(1) << sizeClass) < bytes + headerBytes)
    ++sizeClass;
  Header *&head = pool.free[sizeClass];
  void *memory;
  if (head) {
    memory = std::exchange(head, head->nextFree);
    pool.kept -= size_t(1) << sizeClass;
  } else {
    memory = std::aligned_alloc(headerBytes, size_t(1) << sizeClass);
    if (!memory)
      llvm::report_bad_alloc_error("out of memory for an interpreted tensor");
  }
  auto *header = new (memory) Header{{1}, uint8_t(sizeClass), nullptr};
  Array array;
  array.block = reinterpret_cast<char *>(header);
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
  size_t bytes = size_t(1) << header->sizeClass;
  if (pool.kept + bytes > Pool::most) {
    std::free(header);
    return;
  }
  pool.kept += bytes;
  header->nextFree = std::exchange(pool.free[header->sizeClass], header);
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
