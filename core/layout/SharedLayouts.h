// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which element of a tensor lies at each offset of a shared-memory buffer: swizzled, rotating, and
// tiled for TMA and wgmma.
#ifndef FATHOM_CORE_LAYOUT_SHAREDLAYOUTS_H
#define FATHOM_CORE_LAYOUT_SHAREDLAYOUTS_H

#include "core/layout/LinearLayout.h"

namespace fathom {

// Shared memory has 32 banks of 4 bytes; threads that read a column of a row-major buffer meet in
// one bank. A swizzle moves each row's elements by an XOR that depends on the row, so that a column
// spreads over the banks. All sizes are powers of two, offsets count elements, and a layout is of
// the part of a tensor that one block holds.

/// The swizzle of a row-major buffer in groups of `vec` elements that stay together:
///
///     phase(row) = (row / perPhase) % maxPhase
///     offset     = row * cols + (col ^ (vec * phase(row)) % cols)
///
/// vec 1, perPhase 1, maxPhase 4 on 4 x 4: column 0 of rows 0, 1, 2, 3 lies at 0, 5, 10, 15.
///
///     offset -> (0,1) (0,2) (1,1) (2,2)
struct Swizzle {
  uint64_t vec = 1;
  uint64_t perPhase = 1;
  uint64_t maxPhase = 1;
  /// AMD's amd_rotating_shared: the phase is XORed with (row / (perPhase * maxPhase)) % maxPhase,
  /// so that the pattern does not repeat after maxPhase phases.
  bool rotating = false;

  uint64_t phase(uint64_t row) const {
    uint64_t phase = row / perPhase % maxPhase;
    return rotating ? phase ^ row / (perPhase * maxPhase) % maxPhase : phase;
  }
};

/// order[0] is the axis of columns, order[1] that of rows, further ones follow unswizzled. In one
/// dimension there is nothing to swizzle.
LinearLayout swizzledLayout(llvm::ArrayRef<uint64_t> shape, llvm::ArrayRef<unsigned> order,
                            const Swizzle &swizzle);

/// What TMA writes and wgmma reads (PTX ISA, "Shared memory matrix layout" and "Tensor swizzling
/// modes").
///
/// Boxes of 8 rows and swizzleBytes columns are swizzled in groups of 16 bytes, with (perPhase,
/// maxPhase) = (4, 2), (2, 4) or (1, 8) for 32, 64 or 128 bytes. Boxes follow one another along the
/// rows first: 128 bytes of f16 on 16 x 128
///
///     offset -> (0,1) (0,2) ... (0,32)   (1,8) (2,16) (4,32)   (8,0)        (0,64)
///               a row of 64 elements     8 swizzled rows       rows 8..15   columns 64..127
///
/// swizzleBytes 0 is row-major. One TMA copy moves at most 256 elements along an axis; larger
/// tensors are copied one such part after the other, and so they lie.
struct TmaTiling {
  unsigned swizzleBytes = 0;
  /// The first axis is the one that is contiguous, not the last.
  bool transposed = false;
  unsigned elementBits = 16;
  /// Two 4-bit values in each byte, with 8 bytes of padding after each 8: the same elements appear
  /// at both offsets.
  bool fp4Padded = false;
};

/// An error if the tensor is smaller than a box.
llvm::Expected<LinearLayout> tmaLayout(llvm::ArrayRef<uint64_t> shape, const TmaTiling &tiling);

} // namespace fathom

#endif
