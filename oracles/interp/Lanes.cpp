// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs kernels on values whose operands may be held as one element.
#include "oracles/interp/Lanes.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

namespace {
/// Elements of a repeated operand that are there at a time: some pages, so that they stay in the first-level cache.
constexpr int64_t pieceElements = 1024;
struct alignas(64) Repeated {
  char bytes[pieceElements * 8];
};
} // namespace

template <class T> static void repeat(const Value &value, Repeated &buffer, int64_t n) {
  std::fill_n(reinterpret_cast<T *>(buffer.bytes), n, *value.elements<T>());
}

static void repeat(const Value &value, Repeated &buffer, int64_t n) {
  switch (laneBytes(value.lane)) {
  case 1:
    return repeat<uint8_t>(value, buffer, n);
  case 2:
    return repeat<uint16_t>(value, buffer, n);
  case 4:
    return repeat<uint32_t>(value, buffer, n);
  default:
    return repeat<uint64_t>(value, buffer, n);
  }
}

void runKernel(Kernel kernel, ArrayRef<const Value *> in, Value &out, uint64_t key) {
  assert(in.size() <= 3 && "a kernel takes three operands at most");
  Span span{{}, out.data.as<char>(), out.count, key};
  bool repeats = false;
  for (auto [k, value] : enumerate(in)) {
    span.in[k] = value->data.as<char>();
    repeats |= value->count != out.count;
  }
  if (!repeats)
    return kernel(span);

  // Of three operands at least one has all elements.
  Repeated buffers[2];
  unsigned used = 0;
  unsigned steps[3] = {};
  int64_t piece = std::min(pieceElements, out.count);
  for (auto [k, value] : enumerate(in)) {
    if (value->count == out.count) {
      steps[k] = laneBytes(value->lane);
      continue;
    }
    assert(value->count == 1 && "only a single element stands for many");
    assert(used < 2 && "one operand must have all elements");
    repeat(*value, buffers[used], piece);
    span.in[k] = buffers[used++].bytes;
  }
  unsigned outBytes = laneBytes(out.lane);
  for (int64_t at = 0; at < out.count; at += piece) {
    span.n = std::min(piece, out.count - at);
    kernel(span);
    for (unsigned k = 0; k < in.size(); ++k)
      span.in[k] = static_cast<const char *>(span.in[k]) + steps[k] * span.n;
    span.out = static_cast<char *>(span.out) + outBytes * span.n;
  }
}

void poisonWhere(const Value &flags, Poison poison, Value &value) {
  assert(flags.count == value.count && "a flag for each element");
  const auto *flag = flags.elements<uint8_t>();
  int64_t n = value.count;
  uint8_t any = 0;
  for (int64_t k = 0; k < n; ++k)
    any |= flag[k];
  if (!any)
    return;
  // The old array may be shared with other values.
  Array merged = Array::make(n);
  auto *to = merged.as<uint8_t>();
  if (const uint8_t *from = value.poisons())
    for (int64_t k = 0; k < n; ++k)
      to[k] = from[k] ? from[k] : flag[k] ? poison : Defined;
  else
    for (int64_t k = 0; k < n; ++k)
      to[k] = flag[k] ? poison : Defined;
  value.poison = std::move(merged);
}

} // namespace fathom::interp
