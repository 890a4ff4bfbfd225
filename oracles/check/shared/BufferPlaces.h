// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in shared memory the elements of a buffer lie.
#ifndef FATHOM_ORACLES_CHECK_SHARED_BUFFERPLACES_H
#define FATHOM_ORACLES_CHECK_SHARED_BUFFERPLACES_H

#include "core/ir/TritonGPU.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace fathom {

/// For each element of the buffer that a ttg.local_alloc gives, row-major, its first byte from the beginning of the buffer. An error if the
/// layout is not known, spans several blocks, or holds elements twice.
llvm::Expected<std::vector<uint32_t>> bytePlaces(ttg::LocalAllocOp alloc);

/// How many bytes an op that has scratch memory uses of it at least, where the IR does not say how many there are.
uint64_t leastScratchBytes(mlir::Operation *op);

} // namespace fathom

#endif
