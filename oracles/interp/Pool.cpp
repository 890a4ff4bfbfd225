// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps free blocks by size, for each thread.
//
// Large blocks are no part of a fork: compiles are forked from the process that interprets, and after each fork the first write to every page
// that both have would be a page fault, which took longer than the compile.
#include "oracles/interp/Pool.h"

#include "llvm/Support/ErrorHandling.h"

#include <bit>
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
  static constexpr size_t most = size_t(512) << 20; ///< Kept in all, at most.
  FreeBlock *free[classes] = {};
  size_t kept = 0;
  Pool();
  ~Pool();
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

/// In a fork, which has no large blocks.
void forgetLarge() {
  for (unsigned blockClass = firstLarge; blockClass < Pool::classes; ++blockClass)
    pool.free[blockClass] = nullptr;
}

Pool::Pool() {
  static const int registered = pthread_atfork(nullptr, nullptr, forgetLarge);
  (void)registered;
}

Pool::~Pool() {
  poolIsGone = true;
  for (unsigned blockClass = 0; blockClass < classes; ++blockClass)
    while (FreeBlock *head = free[blockClass]) {
      free[blockClass] = head->next;
      deleteBlock(head, blockClass);
    }
}
} // namespace

unsigned blockClass(size_t bytes) { return bytes <= 128 ? 7 : std::bit_width(bytes - 1); }

void *takeBlock(unsigned blockClass) {
  if (!poolIsGone && pool.free[blockClass]) {
    pool.kept -= size_t(1) << blockClass;
    return std::exchange(pool.free[blockClass], pool.free[blockClass]->next);
  }
  void *block = newBlock(blockClass);
  if (!block)
    llvm::report_bad_alloc_error("out of memory for an interpreted tensor");
  return block;
}

void giveBlock(void *block, unsigned blockClass) {
  size_t bytes = size_t(1) << blockClass;
  if (poolIsGone || pool.kept + bytes > Pool::most) {
    deleteBlock(block, blockClass);
    return;
  }
  pool.kept += bytes;
  pool.free[blockClass] = new (block) FreeBlock{pool.free[blockClass]};
}

} // namespace fathom::interp
