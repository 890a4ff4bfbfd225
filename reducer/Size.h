// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The total order by which the reducer calls one test case smaller than another. Every accepted change goes down in it, so that
// reduction ends.
//
// Compared in this order, the first difference decides:
//
//   implausible  places where the program has no meaning, or one that no front end gives it (Plausible.h)
//   ops          operations, without the module, functions and terminators        what people count
//   computing    those of them that are not constants                            a constant is simpler than a load
//   carried      values carried by loops, results of ops with regions,
//                block and function arguments
//   bits         size of all values' types, in bits; floats that are less
//                usual than f16 count as a little more than it                   64x64xf32 -> 16x16xf16
//   knobs        how far num_warps, num_stages and num_ctas are from the defaults
//   length       of the printed text
//   text         itself, character by character                                  1 -> 0
#ifndef FATHOM_REDUCER_SIZE_H
#define FATHOM_REDUCER_SIZE_H

#include "oracles/TestCase.h"

#include <compare>
#include <string>

namespace fathom {

struct Size {
  uint64_t implausible = 0;
  uint64_t ops = 0;
  uint64_t computing = 0;
  uint64_t carried = 0;
  uint64_t bits = 0;
  uint64_t knobs = 0;
  uint64_t length = 0;
  std::string text;

  auto operator<=>(const Size &other) const = default;
};

Size measure(mlir::ModuleOp program, const CompileOptions &options);

/// The second part of the order alone: operations, without the module, functions and terminators.
uint64_t countOps(mlir::ModuleOp program);

/// The size of a type's values in bits; bf16 counts as 17, eight-bit floats as 18; a pointer as what it points to and 64.
uint64_t bitsOf(mlir::Type type);

} // namespace fathom

#endif
