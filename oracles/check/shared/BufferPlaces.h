// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in shared memory the elements of a buffer lie.
#ifndef FATHOM_ORACLES_CHECK_SHARED_BUFFERPLACES_H
#define FATHOM_ORACLES_CHECK_SHARED_BUFFERPLACES_H

#include "core/ir/TritonGPU.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace fathom {

/// The bytes of an element in shared memory.
unsigned elementBytes(mlir::Type element);

/// For each element of the buffer that a ttg.local_alloc gives, row-major, its first byte from the beginning of the buffer, the first of them if it lies in
/// several places. An error if the layout is not known, or spans several blocks.
llvm::Expected<std::vector<uint32_t>> bytePlaces(ttg::LocalAllocOp alloc);

} // namespace fathom

#endif
