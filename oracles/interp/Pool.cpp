// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps free blocks by size, for each thread.
//
// Large blocks are no part of a fork: compiles are forked from the process that interprets, and after each fork the first write to every page
// that both have would be a page fault, which took longer than the compile.
//
// Now and then a program needs hundreds of megabytes, and thousands after it do not: what is kept has a bound, and what goes first is of the size that was
// not asked for longest. Of the time in which programs of the default profile are interpreted, a bound of 512 MiB saves 2%, and one of 8 MiB costs 4%.
#include "oracles/interp/Pool.h"

#include "llvm/Support/ErrorHandling.h"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <pthread.h>
#include <sys/mman.h>
#include <utility>

namespace fathom::interp {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FATHOM_BLOCKS_ARE_CHECKED
#endif
#endif

namespace {
#ifdef FATHOM_BLOCKS_ARE_CHECKED
constexpr unsigned firstLarge = ~0u;
#else
constexpr unsigned firstLarge = 14; ///< 16 KiB: whole pages.
#endif

struct FreeBlock {
  FreeBlock *next;
};
struct Pool {
  static constexpr unsigned classes = 48;
  static constexpr size_t most = size_t(32) << 20; ///< Kept in all, at most.
  struct Class {
    FreeBlock *free = nullptr;
    size_t count = 0;      ///< Of free blocks.
    uint64_t lastTake = 0; ///< Its number among the takes of all classes.
  } ofClass[classes];
  size_t kept = 0;
  uint64_t takes = 0;
  Pool();
  ~Pool();
  void *take(unsigned blockClass); ///< Null if there is no free one.
  void keep(void *block, unsigned blockClass);
  void dropOldest();
  void forgetLarge();
};
thread_local Pool pool;
/// What outlives the pool when a thread ends is given back to the system.
thread_local bool poolIsGone = false;

void *newBlock(unsigned blockClass) {
  size_t bytes = size_t(1) << blockClass;
  if (blockClass < firstLarge)
    return std::aligned_alloc(64, bytes);
  void *block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED)
    return nullptr;
  (void)madvise(block, bytes, MADV_DONTFORK);
  return block;
}

void deleteBlock(void *block, unsigned blockClass) {
  if (blockClass < firstLarge)
    std::free(block);
  else
    munmap(block, size_t(1) << blockClass);
}

void *Pool::take(unsigned blockClass) {
  Class &its = ofClass[blockClass];
  if (!its.free)
    return nullptr;
  --its.count;
  kept -= size_t(1) << blockClass;
  return std::exchange(its.free, its.free->next);
}

void Pool::keep(void *block, unsigned blockClass) {
  Class &its = ofClass[blockClass];
  its.free = new (block) FreeBlock{its.free};
  ++its.count;
  kept += size_t(1) << blockClass;
}

void Pool::dropOldest() {
  unsigned oldest = classes;
  for (unsigned blockClass = 0; blockClass < classes; ++blockClass)
    if (ofClass[blockClass].free &&
        (oldest == classes || ofClass[blockClass].lastTake < ofClass[oldest].lastTake))
      oldest = blockClass;
  deleteBlock(take(oldest), oldest);
}

/// In a fork, which has no large blocks.
void Pool::forgetLarge() {
  for (unsigned blockClass = firstLarge; blockClass < classes; ++blockClass) {
    kept -= ofClass[blockClass].count << blockClass;
    ofClass[blockClass] = {};
  }
}

Pool::Pool() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { pool.forgetLarge(); });
  (void)registered;
}

Pool::~Pool() {
  poolIsGone = true;
  for (unsigned blockClass = 0; blockClass < classes; ++blockClass)
    while (void *block = take(blockClass))
      deleteBlock(block, blockClass);
}
} // namespace

unsigned blockClass(size_t bytes) { return bytes <= 128 ? 7 : std::bit_width(bytes - 1); }

void *takeBlock(unsigned blockClass) {
  void *block = nullptr;
  if (!poolIsGone) {
    pool.ofClass[blockClass].lastTake = ++pool.takes;
    block = pool.take(blockClass);
  }
  if (!block)
    block = newBlock(blockClass);
  if (!block)
    llvm::report_bad_alloc_error("out of memory for an interpreted tensor");
  return block;
}

void giveBlock(void *block, unsigned blockClass) {
  if (poolIsGone || size_t(1) << blockClass > Pool::most) {
    deleteBlock(block, blockClass);
    return;
  }
  pool.keep(block, blockClass);
  while (pool.kept > Pool::most)
    pool.dropOldest();
}

} // namespace fathom::interp
