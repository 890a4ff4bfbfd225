// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses, loads and stores: the forms in which kernels compute pointers, each in bounds.
#ifndef FATHOM_FUZZ_GEN_MEMORY_H
#define FATHOM_FUZZ_GEN_MEMORY_H

#include "fuzz/gen/Writer.h"

namespace fathom::gen {

/// A tensor of pointers, and the coordinates it was made from.
struct Access {
  Value pointers;
  SmallVector<Value, 4> lines; ///< For each dimension, the 1-D index along it.
  Type element;
};

/// A 1-D index of that length with a known range in [0, most].
Value indexLine(Writer &w, int64_t length, int64_t most);
/// Where a tile lies: forms of 1-D, row-major, column-major, strided and indirect addressing.
Access address(Writer &w, ArrayRef<int64_t> shape, Type element);
/// The same into a given buffer.
Access addressIn(Writer &w, ArrayRef<int64_t> shape, unsigned buffer);
/// A pointer moved by two constants of few bits, whose sum may need more.
Value advanceTwice(Writer &w, Value pointer);
/// Makes sure that the pointers' buffer holds what they point to.
void dereference(Writer &w, Value pointers);
/// Loads through pointers whose facts are known; with a mask and other, sometimes.
Value loadThrough(Writer &w, Value pointers, const Access *access = nullptr);
/// The same without a mask.
Value loadWhole(Writer &w, Value pointers);
Value loadTensor(Writer &w, ArrayRef<int64_t> shape, Type element);
Value loadScalarValue(Writer &w, Type element);
/// A mask of comparisons of the access's coordinates with arguments or constants.
Value boundsMask(Writer &w, ArrayRef<int64_t> shape, const Access &access);
/// Which part of a buffer of parts of `size` elements is this program's, and (usually, or always) this iteration's.
struct Part {
  Value index; ///< Null: there is one part.
  int64_t count = 1;
  bool whole = true; ///< No program and no iteration of a loop shares its part with another.
};
Part ownPart(Writer &w, int64_t size, bool everyIteration);
/// Pointers to distinct elements of a new buffer: no two lanes, programs or (usually) iterations
/// share one.
Value distinctAddress(Writer &w, ArrayRef<int64_t> shape, Type element, Buffer::Use use);
/// Stores a number or tensor of numbers to a place of its own.
void storeValue(Writer &w, Value value);

} // namespace fathom::gen

#endif
