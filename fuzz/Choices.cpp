// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads weighted choices from a byte string, and makes the byte strings of a plain seeded run.
#include "fuzz/Choices.h"

using namespace fathom;

size_t Choices::weighted(llvm::ArrayRef<unsigned> weights) {
  uint64_t total = 0;
  for (unsigned weight : weights)
    total += weight;
  assert(total > 0 && "all weights are 0");
  if (watcher)
    watcher->weights(weights);
  uint64_t ticket = below(total);
  size_t index = 0;
  while (ticket >= weights[index])
    ticket -= weights[index++];
  return index;
}

uint64_t Random::next() {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// One step a word, so that any index can be made without those before it.
static uint64_t mix(uint64_t state) { return Random(state).next(); }

std::vector<uint8_t> fathom::randomBytes(uint64_t seed, uint64_t index, size_t count) {
  std::vector<uint8_t> bytes(count);
  uint64_t stream = mix(mix(seed) ^ index), word = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i % 8 == 0)
      word = mix(stream + i);
    bytes[i] = uint8_t(word >> (i % 8 * 8));
  }
  return bytes;
}
