// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and block pointers as terms: memory is an array of bytes, and each access is kept.
#include "oracles/smt/Encoder.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

Term Encoder::loadOne(const Term &address, const z3::expr &on, Type element, const Term *other) {
  unsigned bytes = bytesOf(element), bits = *bitsOf(element);
  trapIf(on && address.poison);
  outcome.accesses.push_back({path && on, address.bits, bytes, false});
  z3::expr value = z3::select(outcome.memory, address.bits);
  z3::expr poison = z3::select(outcome.undefined, address.bits);
  for (unsigned byte = 1; byte < bytes; ++byte) {
    z3::expr at = address.bits + number(byte, 64);
    value = z3::concat(z3::select(outcome.memory, at), value);
    poison = poison || z3::select(outcome.undefined, at);
  }
  if (bits == 1)
    value = z3::ite(value == number(0, 8), number(0, 1), number(1, 1));
  else if (bits < 8 * bytes)
    value = value.extract(bits - 1, 0);
  if (!other)
    return {value, z3::ite(on, poison, c.bool_val(true))};
  return {z3::ite(on, value, other->bits), z3::ite(on, poison, other->poison)};
}

void Encoder::storeOne(const Term &address, const z3::expr &on, Type element, const Term &value) {
  unsigned bytes = bytesOf(element), bits = *bitsOf(element);
  z3::expr now = path && on;
  trapIf(on && address.poison);
  outcome.accesses.push_back({now, address.bits, bytes, true});
  z3::expr wide = bits < 8 * bytes ? z3::zext(value.bits, 8 * bytes - bits) : value.bits;
  for (unsigned byte = 0; byte < bytes; ++byte) {
    z3::expr at = address.bits + number(byte, 64);
    outcome.memory = z3::ite(
        now, z3::store(outcome.memory, at, wide.extract(8 * byte + 7, 8 * byte)), outcome.memory);
    outcome.undefined =
        z3::ite(now, z3::store(outcome.undefined, at, value.poison), outcome.undefined);
  }
}

Terms Encoder::addressesOf(Value blockPointer, ArrayRef<int32_t> checked,
                           std::vector<z3::expr> &inside) {
  auto block =
      cast<RankedTensorType>(cast<tt::PointerType>(blockPointer.getType()).getPointeeType());
  const Terms &parts = of(blockPointer);
  int64_t rank = block.getRank();
  Terms addresses;
  for (int64_t element = 0; element < block.getNumElements(); ++element) {
    SmallVector<int64_t> places = placesOf(element, block.getShape());
    z3::expr address = parts[0].bits, within = c.bool_val(true), poison = parts[0].poison;
    for (int64_t dim = 0; dim < rank; ++dim) {
      const Term &size = parts[1 + dim], &stride = parts[1 + rank + dim],
                 &offset = parts[1 + 2 * rank + dim];
      z3::expr place = z3::sext(offset.bits, 32) + number(places[dim], 64);
      address = address + product(place, stride.bits) * number(bytesOf(block.getElementType()), 64);
      poison = poison || size.poison || stride.poison || offset.poison;
      if (llvm::is_contained(checked, dim))
        within = within && place >= number(0, 64) && place < size.bits;
    }
    addresses.push_back({address, poison});
    inside.push_back(within);
  }
  // Of a pointer that is made of something undefined nothing is known, inside or not.
  for (const Term &address : addresses)
    trapIf(address.poison);
  return addresses;
}

bool Encoder::memoryOp(Operation *op) {
  /// The mask of an element, which must not be poison.
  auto maskAt = [&](Value mask, size_t element) {
    if (!mask)
      return c.bool_val(true);
    const Terms &terms = of(mask);
    const Term &term = terms.size() == 1 ? terms[0] : terms[element];
    trapIf(term.poison);
    return term.bits == number(1, 1);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tt::MakeTensorPtrOp make) {
        Terms parts;
        for (Value operand : make->getOperands())
          parts.push_back(of(operand)[0]);
        set(make, std::move(parts));
        return true;
      })
      .Case([&](tt::AdvanceOp advance) {
        Terms parts = of(advance.getPtr());
        size_t first = parts.size() - advance.getOffsets().size();
        for (auto [dim, delta] : llvm::enumerate(advance.getOffsets())) {
          Term &offset = parts[first + dim];
          const Term &by = of(delta)[0];
          // Offsets are i32; what a sum that is not means is open.
          z3::expr fits = z3::bvadd_no_overflow(offset.bits, by.bits, true) &&
                          z3::bvadd_no_underflow(offset.bits, by.bits);
          offset = {offset.bits + by.bits, offset.poison || by.poison || !fits};
        }
        set(advance, std::move(parts));
        return true;
      })
      .Case([&](tt::LoadOp load) {
        Type element = getElementTypeOrSelf(load.getType());
        std::vector<z3::expr> inside;
        bool block = tt::isBlockPointer(load.getPtr().getType());
        Terms addresses =
            block ? addressesOf(load.getPtr(), load.getBoundaryCheck(), inside) : of(load.getPtr());
        Terms result;
        for (size_t k = 0; k < addresses.size(); ++k) {
          z3::expr on = maskAt(load.getMask(), k);
          if (block)
            on = on && inside[k];
          std::optional<Term> other;
          if (load.getOther()) {
            const Terms &terms = of(load.getOther());
            other = terms.size() == 1 ? terms[0] : terms[k];
          } else if (block && load.getPadding()) {
            auto real = dyn_cast<FloatType>(element);
            bool nan = real && *load.getPadding() == tt::PaddingOption::Nan;
            Attribute padding =
                nan ? Attribute(FloatAttr::get(real, APFloat::getNaN(real.getFloatSemantics())))
                    : Builder(op->getContext()).getZeroAttr(element);
            other = (*constant(padding, element))[0];
          }
          result.push_back(loadOne(addresses[k], on, element, other ? &*other : nullptr));
        }
        set(load, std::move(result));
        return true;
      })
      .Case([&](tt::StoreOp store) {
        Type element = getElementTypeOrSelf(store.getValue().getType());
        std::vector<z3::expr> inside;
        bool block = tt::isBlockPointer(store.getPtr().getType());
        Terms addresses = block ? addressesOf(store.getPtr(), store.getBoundaryCheck(), inside)
                                : of(store.getPtr());
        for (size_t k = 0; k < addresses.size(); ++k) {
          z3::expr on = maskAt(store.getMask(), k);
          storeOne(addresses[k], block ? on && inside[k] : on, element, of(store.getValue())[k]);
        }
        return true;
      })
      .Default(false);
}
