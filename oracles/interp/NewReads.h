// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether one run read memory that another one did not touch.
//
//   scf.for %i = %lb to %ub { tt.load %p }     a run with no trip: buffer arg0 untouched
//   tt.load %p, scf.for ..                     "arg0[0]": on a device this load may fault
//
// Nothing that is compiled may read where the program does not, unless it knows the memory to be there: a hoisted load without a
// guard, a pipelined load past the end, a mask that was lost. In the interpreter such a load falls into the buffer more often than not,
// and what it gives is not used.
#ifndef FATHOM_ORACLES_INTERP_NEWREADS_H
#define FATHOM_ORACLES_INTERP_NEWREADS_H

#include "oracles/interp/Memory.h"

#include <optional>
#include <string>

namespace fathom::interp {

/// The first place that `actual` read and `expected` neither read nor wrote, for a person: "arg2 at byte 16". The memories began alike.
std::optional<std::string> findNewRead(const Memory &expected, const Memory &actual);

} // namespace fathom::interp

#endif
