// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps free blocks by size, for each thread.
#include "oracles/interp/Pool.h"

#include "llvm/Support/ErrorHandling.h"

#include <bit>
#include <cstdlib>
#include <utility>

namespace fathom::interp {

namespace {
struct FreeBlock {
  FreeBlock *next;
};
struct Pool {
  static constexpr unsigned classes = 48;
  static constexpr size_t most = size_t(512) << 20; ///< Kept in all, at most.
  FreeBlock *free[classes] = {};
  size_t kept = 0;
  ~Pool();
};
thread_local Pool pool;
/// What outlives the pool when a thread ends is given back to the system.
thread_local bool poolIsGone = false;

Pool::~Pool() {
  poolIsGone = true;
  for (FreeBlock *&head : free)
    while (head)
      std::free(std::exchange(head, head->next));
}
} // namespace

unsigned blockClass(size_t bytes) { return bytes <= 128 ? 7 : std::bit_width(bytes - 1); }

void *takeBlock(unsigned blockClass) {
  if (!poolIsGone && pool.free[blockClass]) {
    pool.kept -= size_t(1) << blockClass;
    return std::exchange(pool.free[blockClass], pool.free[blockClass]->next);
  }
  void *block = std::aligned_alloc(64, size_t(1) << blockClass);
  if (!block)
    llvm::report_bad_alloc_error("out of memory for an interpreted tensor");
  return block;
}

void giveBlock(void *block, unsigned blockClass) {
  size_t bytes = size_t(1) << blockClass;
  if (poolIsGone || pool.kept + bytes > Pool::most) {
    std::free(block);
    return;
  }
  pool.kept += bytes;
  pool.free[blockClass] = new (block) FreeBlock{pool.free[blockClass]};
}

} // namespace fathom::interp
