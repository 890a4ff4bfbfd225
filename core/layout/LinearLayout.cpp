// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes linear layouts from sizes or bases, applies them, and says what they are.
#include "core/layout/LinearLayout.h"

#include <algorithm>

#include "core/layout/BitField.h"
#include "core/layout/XorBasis.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fathom {

static unsigned log2Exact(uint64_t size) {
  assert(isPowerOf2_64(size) && "layout sizes are powers of two");
  return Log2_64(size);
}

//===--- Lists of dims ---===//

const LinearLayout::DimBits *LinearLayout::find(const DimList &list, Dim dim) {
  for (const DimBits &entry : list)
    if (entry.dim == dim)
      return &entry;
  return nullptr;
}

unsigned LinearLayout::start(const DimList &list, Dim dim) {
  unsigned position = 0;
  for (const DimBits &entry : list) {
    if (entry.dim == dim)
      break;
    position += entry.bits;
  }
  return position;
}

unsigned LinearLayout::total(const DimList &list) {
  unsigned sum = 0;
  for (const DimBits &entry : list)
    sum += entry.bits;
  return sum;
}

LinearLayout::DimList LinearLayout::merge(const DimList &first, const DimList &second) {
  DimList merged;
  auto add = [&](const DimBits &entry) {
    const DimBits *a = find(first, entry.dim), *b = find(second, entry.dim);
    merged.push_back({entry.dim, (a ? a->bits : 0) + (b ? b->bits : 0)});
  };
  for (const DimBits &entry : first) {
    // Dims that only `second` has come before the shared dim that they precede there.
    if (find(second, entry.dim))
      for (const DimBits &earlier : second) {
        if (earlier.dim == entry.dim)
          break;
        if (!find(first, earlier.dim) && !find(merged, earlier.dim))
          add(earlier);
      }
    add(entry);
  }
  for (const DimBits &entry : second)
    if (!find(merged, entry.dim))
      add(entry);
  assert(total(merged) <= 64 && "a layout of more than 64 bits");
  return merged;
}

LinearLayout::DimList LinearLayout::cut(ArrayRef<DimSize> dims) {
  DimList list;
  for (const DimSize &entry : dims)
    list.push_back({entry.dim, log2Exact(entry.size)});
  return list;
}

uint64_t LinearLayout::repack(uint64_t value, const DimList &from, const DimList &to) {
  uint64_t result = 0;
  unsigned position = 0;
  for (const DimBits &entry : from) {
    if (const DimBits *target = find(to, entry.dim))
      result |=
          atField(field(value, position, std::min(entry.bits, target->bits)), start(to, entry.dim));
    position += entry.bits;
  }
  return result;
}

//===--- Making layouts ---===//

void LinearLayout::addIn(Dim dim, ArrayRef<uint64_t> newColumns) {
  ins.push_back({dim, unsigned(newColumns.size())});
  columns.append(newColumns.begin(), newColumns.end());
  assert(columns.size() <= 64 && "a layout of more than 64 bits");
}

LinearLayout LinearLayout::identity1D(uint64_t size, Dim in, Dim out) {
  return strided1D(size, 1, in, out);
}

LinearLayout LinearLayout::strided1D(uint64_t size, uint64_t stride, Dim in, Dim out) {
  unsigned bits = log2Exact(size), shift = log2Exact(stride);
  LinearLayout layout;
  layout.outs.push_back({out, bits + shift});
  SmallVector<uint64_t> newColumns;
  for (unsigned i = 0; i != bits; ++i)
    newColumns.push_back(uint64_t(1) << (i + shift));
  layout.addIn(in, newColumns);
  return layout;
}

LinearLayout LinearLayout::zeros1D(uint64_t size, Dim in, Dim out, uint64_t outSize) {
  LinearLayout layout;
  layout.outs.push_back({out, log2Exact(outSize)});
  layout.addIn(in, SmallVector<uint64_t>(log2Exact(size), 0));
  return layout;
}

LinearLayout LinearLayout::identityND(Dim in, ArrayRef<uint64_t> shape, ArrayRef<unsigned> order) {
  assert(shape.size() == order.size());
  LinearLayout layout;
  for (auto [axis, size] : enumerate(shape))
    layout.outs.push_back({Dim::axis(axis), log2Exact(size)});
  SmallVector<uint64_t> newColumns;
  for (unsigned axis : order)
    for (unsigned i = 0; i != layout.outs[axis].bits; ++i)
      newColumns.push_back(uint64_t(1) << (start(layout.outs, Dim::axis(axis)) + i));
  layout.addIn(in, newColumns);
  return layout;
}

template <typename... Args> static Error invalid(const char *format, Args &&...args) {
  return createStringError(formatv(format, std::forward<Args>(args)...).str());
}

Expected<LinearLayout> LinearLayout::create(ArrayRef<std::pair<Dim, Bases>> ins,
                                            ArrayRef<DimSize> outs) {
  LinearLayout layout;
  unsigned outBits = 0, inBits = 0;
  for (const DimSize &out : outs) {
    if (!isPowerOf2_64(out.size))
      return invalid("{0} has size {1}, which is not a power of two", out.dim.name(), out.size);
    if (layout.hasOutDim(out.dim))
      return invalid("{0} is named twice", out.dim.name());
    layout.outs.push_back({out.dim, Log2_64(out.size)});
    outBits += Log2_64(out.size);
  }
  for (auto &[dim, bases] : ins)
    inBits += bases.size();
  if (outBits > 64 || inBits > 64)
    return invalid("a layout of {0} bits in and {1} out; at most 64 are supported", inBits,
                   outBits);
  for (auto &[dim, bases] : ins) {
    if (layout.hasInDim(dim))
      return invalid("{0} is named twice", dim.name());
    SmallVector<uint64_t> newColumns;
    for (auto [bit, basis] : enumerate(bases)) {
      if (basis.size() != outs.size())
        return invalid("{0} basis {1} has {2} values for {3} dimensions", dim.name(), bit,
                       basis.size(), outs.size());
      uint64_t column = 0;
      for (auto [value, out] : zip(basis, outs)) {
        if (value < 0 || uint64_t(value) >= out.size)
          return invalid("{0} basis {1} has the value {2} in {3}, whose size is {4}", dim.name(),
                         bit, value, out.dim.name(), out.size);
        column |= atField(value, start(layout.outs, out.dim));
      }
      newColumns.push_back(column);
    }
    layout.addIn(dim, newColumns);
  }
  return layout;
}

//===--- Looking ---===//

SmallVector<Dim, 4> LinearLayout::inDims() const {
  SmallVector<Dim, 4> dims;
  for (const DimBits &entry : ins)
    dims.push_back(entry.dim);
  return dims;
}

SmallVector<Dim, 4> LinearLayout::outDims() const {
  SmallVector<Dim, 4> dims;
  for (const DimBits &entry : outs)
    dims.push_back(entry.dim);
  return dims;
}

unsigned LinearLayout::inBits(Dim dim) const {
  const DimBits *entry = find(ins, dim);
  return entry ? entry->bits : 0;
}

unsigned LinearLayout::outBits(Dim dim) const {
  const DimBits *entry = find(outs, dim);
  return entry ? entry->bits : 0;
}

unsigned LinearLayout::totalOutBits() const { return total(outs); }

uint64_t LinearLayout::basis(Dim in, unsigned bit, Dim out) const {
  assert(bit < inBits(in) && hasOutDim(out));
  return field(columns[start(ins, in) + bit], start(outs, out), outBits(out));
}

LinearLayout::Bases LinearLayout::bases(Dim in) const {
  Bases result(inBits(in));
  for (unsigned bit = 0; bit != result.size(); ++bit)
    for (const DimBits &out : outs)
      result[bit].push_back(basis(in, bit, out.dim));
  return result;
}

uint64_t LinearLayout::applyPacked(uint64_t place) const {
  uint64_t element = 0;
  for (unsigned i = 0, e = columns.size(); i != e; ++i)
    if (place >> i & 1)
      element ^= columns[i];
  return element;
}

SmallVector<LinearLayout::DimValue, 4> LinearLayout::apply(ArrayRef<DimValue> place) const {
  uint64_t packed = 0;
  for (const DimValue &entry : place) {
    assert(hasInDim(entry.dim) && entry.value <= lowBits(inBits(entry.dim)));
    packed |= atField(entry.value, start(ins, entry.dim));
  }
  uint64_t element = applyPacked(packed);
  SmallVector<DimValue, 4> result;
  unsigned position = 0;
  for (const DimBits &out : outs) {
    result.push_back({out.dim, field(element, position, out.bits)});
    position += out.bits;
  }
  return result;
}

hash_code hash_value(const LinearLayout &layout) {
  hash_code code = hash_combine_range(layout.columns.begin(), layout.columns.end());
  for (auto *list : {&layout.ins, &layout.outs})
    for (const auto &entry : *list)
      code = hash_combine(code, entry.bits, entry.dim.name());
  return code;
}

std::string LinearLayout::toString() const {
  std::string text;
  raw_string_ostream os(text);
  for (const DimBits &in : ins) {
    os << (&in == ins.begin() ? "" : "; ") << in.dim.name() << ":";
    for (const auto &basis : bases(in.dim)) {
      os << " (";
      interleave(basis, os, ",");
      os << ")";
    }
  }
  os << " -> ";
  interleave(
      outs, os, [&](const DimBits &out) { os << out.dim.name() << " " << outSize(out.dim); }, ", ");
  return text;
}

//===--- Rank ---===//

unsigned LinearLayout::rank() const {
  XorBasis basis;
  for (uint64_t column : columns)
    basis.add(column);
  return basis.rank();
}

SmallVector<LinearLayout::DimValue, 4> LinearLayout::freeVariableMasks() const {
  SmallVector<DimValue, 4> masks;
  XorBasis basis;
  unsigned i = 0;
  for (const DimBits &in : ins) {
    uint64_t mask = 0;
    for (unsigned bit = 0; bit != in.bits; ++bit)
      if (!basis.add(columns[i++]))
        mask |= uint64_t(1) << bit;
    masks.push_back({in.dim, mask});
  }
  return masks;
}

} // namespace fathom
