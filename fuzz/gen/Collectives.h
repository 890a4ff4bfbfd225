// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions that templates share.
#ifndef FATHOM_FUZZ_GEN_COLLECTIVES_H
#define FATHOM_FUZZ_GEN_COLLECTIVES_H

#include "fuzz/gen/Writer.h"

namespace fathom::gen {

/// The tile folded along an axis by one of the associative operations of its element type.
Value reduceTile(Writer &w, Value tile, int64_t axis);

} // namespace fathom::gen

#endif
