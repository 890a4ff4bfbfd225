// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bits of one type taken for another: arith.bitcast, tt.bitcast, and casts between pointers and their addresses.
//
// A ring element has no bits. So that programs which take floats for integers (to sort them, to exchange them by xor) still mean something in the algebra, it
// gets some (RingBits.cpp): those of its real value where the type has that, otherwise a hash of it, which is remembered, so that the cast back gives the
// element again:
//
//   ring element   as i32                      back as f32
//   3              0x40400000, the bits of 3   3
//   1/3            0x9e1c04d7, say             1/3, for it is remembered
//   -              0x3eaaaaab, never given     the embedding of 0.333...
//
// In types of 16 bits and less two elements may get the same bits. What they stand for is then open, and poisoned as Unspecified.
#include "core/ir/Triton.h"
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"

#include <array>

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

//===--- Real numbers ---===//

Lane codeLane(FloatKind kind) {
  switch (formatOf(kind).codeBytes()) {
  case 1:
    return Lane::U8;
  case 2:
    return Lane::U16;
  case 4:
    return Lane::U32;
  default:
    return Lane::U64;
  }
}

/// F32 and F64 lie in their lanes as in memory.
bool isHeldAsBits(FloatKind kind) { return kind == FloatKind::F32 || kind == FloatKind::F64; }

Value encode(FloatKind kind, const Value &in) {
  if (isHeldAsBits(kind)) {
    Value out = in;
    out.lane = codeLane(kind);
    return out;
  }
  Value out = Value::make(codeLane(kind), in.count);
  floats::encode(kind, in.elements<float>(), out.data.as<void>(), in.count);
  out.poison = in.poison;
  return out;
}
Value decode(FloatKind kind, const Value &in) {
  if (isHeldAsBits(kind)) {
    Value out = in;
    out.lane = kind == FloatKind::F64 ? Lane::F64 : Lane::F32;
    return out;
  }
  Value out = Value::make(Lane::F32, in.count);
  floats::decode(kind, in.data.as<void>(), out.elements<float>(), in.count);
  out.poison = in.poison;
  return out;
}

//===--- Ring elements ---===//

/// What elements were given which bits, other than those whose bits say themselves what they are.
struct GivenBits {
  struct Owner {
    int32_t element;
    bool several = false;
  };
  using Owners = llvm::DenseMap<uint64_t, Owner>; ///< By bits, of at most 32.
  std::array<Owners, numFloatKinds> owners;

  uint64_t give(FloatKind kind, int32_t element) {
    uint64_t bits = ringBits(kind, element);
    // f64 has all elements as numbers. In a narrow type another element may have got the bits of a number.
    bool narrow = formatOf(kind).codeBytes() <= 2;
    if (kind == FloatKind::F64 || (!narrow && ringOfBits(kind, bits) == element))
      return bits;
    auto [entry, fresh] = owners[unsigned(kind)].try_emplace(bits, Owner{element});
    entry->second.several |= entry->second.element != element;
    return bits;
  }
};

template <class T> void give(GivenBits &given, FloatKind kind, const Value &in, Value &out) {
  for (int64_t k = 0; k < in.count; ++k)
    out.elements<T>()[k] = given.give(kind, in.elements<int32_t>()[k]);
}
Value encodeRing(GivenBits &given, FloatKind kind, const Value &in) {
  Value out = Value::make(codeLane(kind), in.count);
  out.poison = in.poison;
  switch (out.lane) {
  case Lane::U8:
    give<uint8_t>(given, kind, in, out);
    break;
  case Lane::U16:
    give<uint16_t>(given, kind, in, out);
    break;
  case Lane::U32:
    give<uint32_t>(given, kind, in, out);
    break;
  default:
    give<uint64_t>(given, kind, in, out);
    break;
  }
  return out;
}
Value decodeRing(const GivenBits &given, FloatKind kind, const Value &in) {
  Value out = Value::make(Lane::Ring, in.count);
  Value open = Value::make(Lane::U8, in.count);
  out.poison = in.poison;
  const GivenBits::Owners &owners = given.owners[unsigned(kind)];
  for (int64_t k = 0; k < in.count; ++k) {
    uint64_t bits = in.integer(k);
    auto owner = kind == FloatKind::F64 ? owners.end() : owners.find(bits);
    bool known = owner != owners.end();
    out.elements<int32_t>()[k] = known ? owner->second.element : ringOfBits(kind, bits);
    open.elements<uint8_t>()[k] = known && owner->second.several;
  }
  poisonWhere(open, Unspecified, out);
  return out;
}

//===--- The op ---===//

struct BitcastPlan {
  std::optional<FloatKind> from, to; ///< None: an integer or a pointer.
};

void runBitcast(Frame &f, const Instr &i) {
  const auto &plan = i.get<BitcastPlan>();
  Value value = f.operand(i, 0);
  f.charge(i, value.count);
  if (plan.from == plan.to) {
    f.result(i) = std::move(value);
    return;
  }
  if (plan.from) {
    if (value.slack) {
      Value open = Value::make(Lane::U8, value.count);
      for (int64_t k = 0; k < value.count; ++k)
        open.elements<uint8_t>()[k] = value.slacks()[k] != 0;
      poisonWhere(open, Unspecified, value);
      value.slack = {};
    }
    value = value.lane == Lane::Ring ? encodeRing(f.machine.state<GivenBits>(), *plan.from, value)
                                     : encode(*plan.from, value);
  }
  if (plan.to)
    value = f.machine.semantics() == Semantics::Algebra
                ? decodeRing(f.machine.state<GivenBits>(), *plan.to, value)
                : decode(*plan.to, value);
  f.result(i) = std::move(value);
}

const void *prepareBitcast(Operation *op, Preparer &p) {
  std::optional<Element> from = p.element(op->getOperand(0).getType());
  std::optional<Element> to = p.element(op->getResult(0).getType());
  if (!from || !to || from->bits != to->bits) {
    p.unsupported("a type whose bits are not known");
    return nullptr;
  }
  BitcastPlan plan;
  if (from->isFloat)
    plan.from = from->kind;
  if (to->isFloat)
    plan.to = to->kind;
  return p.make<BitcastPlan>(plan);
}

} // namespace

void addBitcasts(Registry &registry) {
  registry.addElementwise<arith::BitcastOp>(runBitcast, prepareBitcast);
  registry.addElementwise<tt::BitcastOp>(runBitcast, prepareBitcast);
  registry.addElementwise<tt::IntToPtrOp>(runBitcast, prepareBitcast);
  registry.addElementwise<tt::PtrToIntOp>(runBitcast, prepareBitcast);
}

} // namespace fathom::interp
