// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The products that an address is the sum of.
//
//   (pid * 128 + 0..128) * %s + 0..64 * 2     {s} of the program's number times 128, {s} of a range of 128, a range of 64 times 2
#ifndef FATHOM_ORACLES_INTERP_ADDRESSTERMS_H
#define FATHOM_ORACLES_INTERP_ADDRESSTERMS_H

#include "oracles/interp/ArgumentFacts.h"

namespace fathom::interp {

/// A product in an address: of arguments, a constant and an index.
struct Term {
  ArgSet args;
  int64_t factor = 1;
  int64_t range = 0;
  bool moves = false;
  ArgSet bounds; ///< It is a remainder by these.
};

/// Of an offset in the kernel; what is too deep or comes from elsewhere is one term.
llvm::SmallVector<Term> termsOf(mlir::Value offset, tt::FuncOp kernel, const ArgumentFacts &facts);

} // namespace fathom::interp

#endif
