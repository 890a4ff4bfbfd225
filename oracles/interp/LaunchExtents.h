// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the buffers of a launch fit what runs with growing buffers have accessed.
#ifndef FATHOM_ORACLES_INTERP_LAUNCHEXTENTS_H
#define FATHOM_ORACLES_INTERP_LAUNCHEXTENTS_H

#include "oracles/interp/LaunchQuestions.h"

namespace fathom::interp {

/// Buffers become as long as the longest access in one of the memories, rounded up to 16 bytes, and inputs, outputs, both or atomic by what the
/// accesses were. Descriptors keep their shapes.
void fitBuffers(Launch &launch, const LaunchQuestions &questions,
                llvm::ArrayRef<const Memory *> memories);

} // namespace fathom::interp

#endif
