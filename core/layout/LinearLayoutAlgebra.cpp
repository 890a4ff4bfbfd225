// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes linear layouts out of others: product, composition, division, renaming, inversion.
#include <algorithm>

#include "core/layout/BitField.h"
#include "core/layout/LinearLayout.h"
#include "core/layout/XorBasis.h"

using namespace llvm;

namespace fathom {

static bool contains(ArrayRef<Dim> dims, Dim dim) { return is_contained(dims, dim); }

//===--- Putting together ---===//

LinearLayout operator*(const LinearLayout &inner, const LinearLayout &outer) {
  LinearLayout product;
  product.outs = LinearLayout::merge(inner.outs, outer.outs);
  // Where a column of `outer` goes: above what `inner` has of the same out-dim.
  auto lift = [&](uint64_t column) {
    uint64_t result = 0;
    for (const auto &out : outer.outs)
      result |= atField(field(column, LinearLayout::start(outer.outs, out.dim), out.bits),
                        LinearLayout::start(product.outs, out.dim) + inner.outBits(out.dim));
    return result;
  };
  for (const auto &in : LinearLayout::merge(inner.ins, outer.ins)) {
    SmallVector<uint64_t> newColumns;
    unsigned from = LinearLayout::start(inner.ins, in.dim);
    for (unsigned bit = 0; bit != inner.inBits(in.dim); ++bit)
      newColumns.push_back(
          LinearLayout::repack(inner.columns[from + bit], inner.outs, product.outs));
    from = LinearLayout::start(outer.ins, in.dim);
    for (unsigned bit = 0; bit != outer.inBits(in.dim); ++bit)
      newColumns.push_back(lift(outer.columns[from + bit]));
    product.addIn(in.dim, newColumns);
  }
  return product;
}

LinearLayout LinearLayout::compose(const LinearLayout &outer) const {
  assert(outs.size() == outer.ins.size());
  for ([[maybe_unused]] const DimBits &out : outs)
    assert(outer.hasInDim(out.dim) && outer.inBits(out.dim) >= out.bits);
  LinearLayout result;
  result.ins = ins;
  result.outs = outer.outs;
  for (uint64_t column : columns)
    result.columns.push_back(outer.applyPacked(repack(column, outs, outer.ins)));
  return result;
}

LinearLayout LinearLayout::concatIns(const LinearLayout &other) const {
  assert(outs == other.outs);
  LinearLayout result = *this;
  for (const DimBits &in : other.ins) {
    assert(!hasInDim(in.dim));
    result.addIn(in.dim, ArrayRef(other.columns).slice(start(other.ins, in.dim), in.bits));
  }
  return result;
}

LinearLayout LinearLayout::concatOuts(const LinearLayout &other) const {
  assert(ins == other.ins);
  LinearLayout result = *this;
  unsigned shift = totalOutBits();
  for (const DimBits &out : other.outs) {
    assert(!hasOutDim(out.dim));
    result.outs.push_back(out);
  }
  assert(total(result.outs) <= 64 && "a layout of more than 64 bits");
  for (auto [column, more] : zip(result.columns, other.columns))
    column |= atField(more, shift);
  return result;
}

//===--- Taking apart ---===//

std::optional<LinearLayout> LinearLayout::divide(const LinearLayout &divisor, bool low) const {
  for (const DimBits &in : divisor.ins)
    if (!hasInDim(in.dim) || inBits(in.dim) < in.bits)
      return std::nullopt;
  for (const DimBits &out : divisor.outs)
    if (!hasOutDim(out.dim) || outBits(out.dim) < out.bits)
      return std::nullopt;

  LinearLayout quotient;
  for (const DimBits &out : outs)
    quotient.outs.push_back({out.dim, out.bits - divisor.outBits(out.dim)});

  // Each packed column of *this, split into the divisor's part and the quotient's.
  auto split = [&](uint64_t column) {
    uint64_t divisorPart = 0, quotientPart = 0;
    for (const DimBits &out : outs) {
      unsigned d = divisor.outBits(out.dim), q = out.bits - d;
      unsigned at = start(outs, out.dim);
      if (divisor.hasOutDim(out.dim))
        divisorPart |= atField(field(column, low ? at : at + q, d), start(divisor.outs, out.dim));
      quotientPart |= atField(field(column, low ? at + d : at, q), start(quotient.outs, out.dim));
    }
    return std::pair(divisorPart, quotientPart);
  };

  unsigned position = 0;
  for (const DimBits &in : ins) {
    unsigned d = divisor.inBits(in.dim), q = in.bits - d;
    unsigned divisorStart = start(divisor.ins, in.dim);
    SmallVector<uint64_t> kept;
    for (unsigned bit = 0; bit != in.bits; ++bit) {
      auto [divisorPart, quotientPart] = split(columns[position++]);
      bool ofDivisor = low ? bit < d : bit >= q;
      if (ofDivisor) {
        unsigned index = divisorStart + (low ? bit : bit - q);
        if (quotientPart || divisorPart != divisor.columns[index])
          return std::nullopt;
      } else {
        if (divisorPart)
          return std::nullopt;
        kept.push_back(quotientPart);
      }
    }
    quotient.addIn(in.dim, kept);
  }
  return quotient;
}

std::optional<LinearLayout> LinearLayout::divideLeft(const LinearLayout &inner) const {
  return divide(inner, /*low=*/true);
}

std::optional<LinearLayout> LinearLayout::divideRight(const LinearLayout &outer) const {
  return divide(outer, /*low=*/false);
}

LinearLayout LinearLayout::sublayout(ArrayRef<Dim> keepIns, ArrayRef<Dim> keepOuts) const {
  LinearLayout result;
  for (const DimBits &out : outs)
    if (contains(keepOuts, out.dim))
      result.outs.push_back(out);
  for (const DimBits &in : ins)
    if (contains(keepIns, in.dim)) {
      SmallVector<uint64_t> newColumns;
      for (uint64_t column : ArrayRef(columns).slice(start(ins, in.dim), in.bits))
        newColumns.push_back(repack(column, outs, result.outs));
      result.addIn(in.dim, newColumns);
    }
  return result;
}

bool LinearLayout::sublayoutIsZero(ArrayRef<Dim> fromIns, ArrayRef<Dim> toOuts) const {
  return all_of(sublayout(fromIns, toOuts).columns, [](uint64_t column) { return column == 0; });
}

std::optional<LinearLayout> LinearLayout::quotient(ArrayRef<Dim> dims) const {
  SmallVector<Dim> otherIns, otherOuts;
  for (Dim dim : inDims())
    if (!contains(dims, dim))
      otherIns.push_back(dim);
  for (Dim dim : outDims())
    if (!contains(dims, dim))
      otherOuts.push_back(dim);
  for (Dim dim : dims) {
    if (!hasInDim(dim) || !hasOutDim(dim) || inBits(dim) != outBits(dim))
      return std::nullopt;
    for (Dim in : inDims())
      for (unsigned bit = 0; bit != inBits(in); ++bit)
        if (basis(in, bit, dim) != (in == dim ? uint64_t(1) << bit : 0))
          return std::nullopt;
    if (!sublayoutIsZero(dim, otherOuts))
      return std::nullopt;
  }
  return sublayout(otherIns, otherOuts);
}

LinearLayout LinearLayout::removeZeroBases(Dim dim) const {
  LinearLayout result;
  result.outs = outs;
  for (const DimBits &in : ins) {
    SmallVector<uint64_t> kept;
    for (uint64_t column : ArrayRef(columns).slice(start(ins, in.dim), in.bits))
      if (column || in.dim != dim)
        kept.push_back(column);
    result.addIn(in.dim, kept);
  }
  return result;
}

//===--- The same bits under other names ---===//

LinearLayout LinearLayout::reshapeIns(ArrayRef<DimSize> newIns) const {
  LinearLayout result = *this;
  result.ins = cut(newIns);
  assert(total(result.ins) == totalInBits());
  return result;
}

LinearLayout LinearLayout::reshapeOuts(ArrayRef<DimSize> newOuts) const {
  LinearLayout result = *this;
  result.outs = cut(newOuts);
  assert(total(result.outs) == totalOutBits());
  return result;
}

LinearLayout LinearLayout::resizeOuts(ArrayRef<DimSize> newOuts) const {
  LinearLayout result = *this;
  result.outs = cut(newOuts);
  assert(result.outDims() == outDims());
  for (uint64_t &column : result.columns)
    column = repack(column, outs, result.outs);
  return result;
}

LinearLayout LinearLayout::transposeIns(ArrayRef<Dim> order) const {
  assert(order.size() == ins.size());
  LinearLayout result;
  result.outs = outs;
  for (Dim dim : order) {
    assert(hasInDim(dim));
    result.addIn(dim, ArrayRef(columns).slice(start(ins, dim), inBits(dim)));
  }
  return result;
}

LinearLayout LinearLayout::transposeOuts(ArrayRef<Dim> order) const {
  assert(order.size() == outs.size());
  LinearLayout result = *this;
  for (auto [entry, dim] : zip(result.outs, order)) {
    assert(hasOutDim(dim));
    entry = {dim, outBits(dim)};
  }
  for (uint64_t &column : result.columns)
    column = repack(column, outs, result.outs);
  return result;
}

//===--- Inverting ---===//

std::optional<LinearLayout> LinearLayout::invertAndCompose(const LinearLayout &outer) const {
  // Compare in one order of out-dims, wide enough for both.
  assert(outs.size() == outer.outs.size());
  DimList common = outer.outs;
  for (DimBits &entry : common) {
    assert(hasOutDim(entry.dim));
    entry.bits = std::max(entry.bits, outBits(entry.dim));
  }
  assert(total(common) <= 64);
  SmallVector<uint64_t, 16> targets, sources;
  for (uint64_t column : columns)
    targets.push_back(repack(column, outs, common));
  for (uint64_t column : outer.columns)
    sources.push_back(repack(column, outer.outs, common));

  // A dim with the same bases on both sides maps to itself. The others are solved with the columns
  // of the other dims; only what those cannot reach may draw on the shared dims too.
  auto sharedColumns = [&](Dim dim) {
    unsigned bits = inBits(dim);
    return hasInDim(dim) && outer.hasInDim(dim) && bits == outer.inBits(dim) &&
           ArrayRef(targets).slice(start(ins, dim), bits) ==
               ArrayRef(sources).slice(start(outer.ins, dim), bits);
  };
  XorBasis others, all;
  unsigned position = 0;
  for (const DimBits &in : outer.ins) {
    bool shared = sharedColumns(in.dim);
    for (unsigned bit = 0; bit != in.bits; ++bit, ++position) {
      all.add(sources[position]);
      others.add(shared ? 0 : sources[position]);
    }
  }

  LinearLayout result;
  result.outs = outer.ins;
  for (const DimBits &in : ins) {
    SmallVector<uint64_t> newColumns;
    unsigned from = start(ins, in.dim);
    bool shared = sharedColumns(in.dim);
    for (unsigned bit = 0; bit != in.bits; ++bit) {
      std::optional<uint64_t> place;
      if (shared)
        place = atField(uint64_t(1) << bit, start(outer.ins, in.dim));
      else
        place = others.solve(targets[from + bit]);
      if (!place)
        place = all.solve(targets[from + bit]);
      if (!place)
        return std::nullopt;
      newColumns.push_back(*place);
    }
    result.addIn(in.dim, newColumns);
  }
  return result;
}

std::optional<LinearLayout> LinearLayout::pseudoinvert() const {
  LinearLayout identity;
  identity.outs = outs;
  unsigned position = 0;
  for (const DimBits &out : outs) {
    SmallVector<uint64_t> newColumns;
    for (unsigned bit = 0; bit != out.bits; ++bit)
      newColumns.push_back(uint64_t(1) << position++);
    identity.addIn(out.dim, newColumns);
  }
  return identity.invertAndCompose(*this);
}

std::optional<LinearLayout> LinearLayout::invert() const {
  if (!isInvertible())
    return std::nullopt;
  return pseudoinvert();
}

} // namespace fathom
