// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that is kept for the next of its size when it is given back: fresh memory costs a page fault for each 4 KiB, old memory nothing, and is in the caches.
#ifndef FATHOM_ORACLES_INTERP_POOL_H
#define FATHOM_ORACLES_INTERP_POOL_H

#include <cstddef>
#include <vector>

namespace fathom::interp {

/// log2 of the block that holds so many bytes.
unsigned blockClass(size_t bytes);
/// Uninitialised, aligned to 64 bytes.
void *takeBlock(unsigned blockClass);
/// From any thread.
void giveBlock(void *block, unsigned blockClass);

template <class T> struct PooledAllocator {
  using value_type = T;
  PooledAllocator() = default;
  template <class U> PooledAllocator(const PooledAllocator<U> &) {}
  T *allocate(size_t n) { return static_cast<T *>(takeBlock(blockClass(n * sizeof(T)))); }
  void deallocate(T *elements, size_t n) { giveBlock(elements, blockClass(n * sizeof(T))); }
  friend bool operator==(const PooledAllocator &, const PooledAllocator &) { return true; }
};
/// For what is large and made anew for each run.
template <class T> using PooledVector = std::vector<T, PooledAllocator<T>>;

} // namespace fathom::interp

#endif
