// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proves, for all inputs, that one function means what another one means, or finds inputs for which it does not. The only door to Z3.
//
// A program of a kernel is a term over its arguments and its memory: a tensor is a term for each element, an element is bits and whether
// they are poison, memory is an array of bytes. `after` is right if for all arguments, poison among them, and for all memories
//
//   before does not run into undefined behaviour  =>  nor does after, and
//     each result that is not poison in before is the same in after,
//     each byte that before leaves defined is the same in after, and
//     after reads and writes no address that before does not read or write.
//
// Integers, pointers and masks are exact. A float is bits that are moved; what is computed of floats is an unknown function of the
// operands, so equal terms are equal, and a difference that rests on such a function proves nothing (unknown). Loops are followed for
// `loopBound` trips: inputs for which before takes more are left out, and the proof is `bounded`.
//
//   Proof proof = prove(before, after);
//   // refuted: "arg0 = 0x7f : i8, arg1 = 1 : i8; result 0: before 0x0080, after 0xff80 : i16"
#ifndef FATHOM_ORACLES_SMT_PROVE_H
#define FATHOM_ORACLES_SMT_PROVE_H

#include "core/ir/Triton.h"

#include <string>

namespace fathom {

struct Proof {
  enum class Kind { proved, refuted, unknown };
  Kind kind = Kind::unknown;
  /// Of a proof: a loop was followed for loopBound trips only.
  bool bounded = false;
  /// Refuted: inputs, and what differs. Unknown: why.
  std::string detail;
};

struct ProofOptions {
  unsigned seconds = 20;   ///< For the solver; past it the proof is unknown.
  unsigned loopBound = 5;  ///< Trips of each loop.
  unsigned elements = 256; ///< The largest tensor.
};

/// Both functions have the same arguments and results.
Proof prove(tt::FuncOp before, tt::FuncOp after, const ProofOptions &options = {});

} // namespace fathom

#endif
