// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hashes operands of any type into a result of any type.
#include "oracles/interp/OpaqueFunctions.h"

#include "oracles/interp/numbers/Ring.h"

using namespace llvm;

namespace fathom::interp {

namespace {
void hash1Kernel(const Span &s) {
  ring::hash1(s.key, s.operand<int32_t>(0), s.result<int32_t>(), s.n);
}
void hash2Kernel(const Span &s) {
  ring::hash2(s.key, s.operand<int32_t>(0), s.operand<int32_t>(1), s.result<int32_t>(), s.n);
}
template <class I> void toBitsKernel(const Span &s) {
  for (int64_t k = 0; k < s.n; ++k) {
    uint32_t hash = s.operand<int32_t>(0)[k];
    // A hash has 31 bits; a wide integer gets them twice.
    s.result<typename I::U>()[k] =
        I::cut(typename I::W(I::bits == 64 ? (uint64_t(hash) << 32) ^ hash : hash));
  }
}
} // namespace

static Value asRing(const Frame &f, const Value &value, const Element &element) {
  if (element.isFloat)
    return f.inRing(value);
  Value out = Value::make(Lane::Ring, value.count);
  for (int64_t k = 0; k < value.count; ++k)
    out.elements<int32_t>()[k] = ring::fromInt64(value.signedInteger(element.bits, k));
  return out;
}

Value computeOpaque(Frame &f, uint64_t key, ArrayRef<const Value *> in, ArrayRef<Element> elements,
                    const Element &result) {
  int64_t count = countOf(in);
  Value hash = Value::scalar<int32_t>(Lane::Ring, int32_t(in.size()));
  for (auto [value, element] : zip(in, elements)) {
    Value operand = asRing(f, *value, element);
    const Value *both[] = {&hash, &operand};
    Value mixed = Value::make(Lane::Ring, countOf(both));
    runKernel(hash2Kernel, both, mixed, key);
    hash = std::move(mixed);
  }
  if (in.empty()) {
    Value mixed = Value::make(Lane::Ring, 1);
    runKernel(hash1Kernel, &hash, mixed, key);
    hash = std::move(mixed);
  }
  if (!result.isFloat) {
    Kernel toBits =
        forBits(result.bits, [](auto type) -> Kernel { return toBitsKernel<decltype(type)>; });
    assert(toBits && "an integer of a known width");
    Value bits = Value::make(result.lane, count);
    runKernel(toBits, &hash, bits);
    hash = std::move(bits);
  }
  hash.poison = Frame::mergePoison(in, count);
  return hash;
}

} // namespace fathom::interp
