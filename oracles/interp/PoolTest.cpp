// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that blocks come back from the pool, from any thread and at any time.
#include "oracles/interp/Pool.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fathom::interp {
namespace {

TEST(Pool, ClassesHoldTheirBytes) {
  EXPECT_EQ(blockClass(0), 7u);
  EXPECT_EQ(blockClass(128), 7u);
  EXPECT_EQ(blockClass(129), 8u);
  EXPECT_EQ(blockClass(256), 8u);
  EXPECT_EQ(blockClass((size_t(1) << 32) + 1), 33u);
}

TEST(Pool, TheLastBlockGivenIsTheNextTaken) {
  void *a = takeBlock(12), *b = takeBlock(12);
  EXPECT_NE(a, b);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 64, 0u);
  giveBlock(a, 12);
  giveBlock(b, 12);
  void *other = takeBlock(13);
  EXPECT_NE(other, b);
  EXPECT_EQ(takeBlock(12), b);
  EXPECT_EQ(takeBlock(12), a);
  giveBlock(a, 12);
  giveBlock(b, 12);
  giveBlock(other, 13);
}

TEST(Pool, VectorsAreZeroWhateverWasThere) {
  void *block = takeBlock(16);
  std::memset(block, 0xff, 1 << 16);
  giveBlock(block, 16);
  PooledVector<uint32_t> zeros;
  zeros.resize(1 << 14);
  EXPECT_EQ(static_cast<void *>(zeros.data()), block);
  EXPECT_EQ(zeros, PooledVector<uint32_t>(1 << 14, 0));
}

TEST(Pool, BlocksOutliveTheThreadThatTookThem) {
  PooledVector<uint8_t> made;
  std::thread([&] { made.assign(5000, 7); }).join();
  EXPECT_EQ(made, PooledVector<uint8_t>(5000, 7));
  made = {};
  // One that goes when the pool of its thread is gone: it was made before.
  std::thread([] {
    thread_local PooledVector<uint8_t> late;
    late.assign(5000, 7);
  }).join();
}

/// Takes so many blocks of a class and gives them back; how many of them are old. Old ones are told by a mark in them, which fresh memory does not have.
unsigned useBlocks(unsigned count, unsigned blockClass) {
  constexpr char mark = 0x5a;
  std::vector<char *> blocks;
  unsigned old = 0;
  for (unsigned i = 0; i < count; ++i) {
    blocks.push_back(static_cast<char *>(takeBlock(blockClass)));
    old += std::exchange(blocks.back()[100], mark) == mark;
  }
  for (char *block : blocks)
    giveBlock(block, blockClass);
  return old;
}

// Each in a thread, so with a pool of its own.
TEST(Pool, KeepsNoMoreThanItsBound) {
  std::thread([] {
    EXPECT_EQ(useBlocks(24, 22), 0u);
    EXPECT_EQ(useBlocks(24, 22), 8u); // 32 MiB of 96.
    EXPECT_EQ(useBlocks(1, 26), 0u);
    EXPECT_EQ(useBlocks(1, 26), 0u);  // 64 MiB in a block are not kept,
    EXPECT_EQ(useBlocks(24, 22), 8u); // and push nothing out.
  }).join();
}

TEST(Pool, WhatWasNotTakenForLongestGoesFirst) {
  std::thread([] {
    EXPECT_EQ(useBlocks(1, 22), 0u); // 4 MiB, once,
    EXPECT_EQ(useBlocks(4, 16), 0u); // and 30.25 again and again.
    for (unsigned round = 0; round < 10; ++round) {
      EXPECT_EQ(useBlocks(15, 21), round ? 15u : 0u);
      EXPECT_EQ(useBlocks(4, 16), 4u) << "round " << round;
    }
    EXPECT_EQ(useBlocks(1, 22), 0u);
  }).join();
}

TEST(Pool, AForkHasBlocksOfItsOwn) {
  giveBlock(takeBlock(20), 20);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    PooledVector<uint8_t> made(1 << 20, 7);
    _exit(made[12345] == 7 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

} // namespace
} // namespace fathom::interp
