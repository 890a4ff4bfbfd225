// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of addComputeOps.
#ifndef FATHOM_ORACLES_INTERP_COMPUTEOPS_H
#define FATHOM_ORACLES_INTERP_COMPUTEOPS_H

#include "oracles/interp/Machine.h"

namespace fathom::interp {

void addReduce(Registry &registry); ///< tt.reduce
void addScan(Registry &registry);   ///< tt.scan
void addDots(Registry &registry);   ///< tt.dot, tt.dot_scaled

} // namespace fathom::interp

#endif
