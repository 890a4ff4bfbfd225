// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel's text says of its arguments: which scalars are sizes, strides, divisors; which buffers hold indices.
//
//   %i = make_range 0..128;  %m = cmpi slt, pid * 128 + %i, %n       %n is a size, and its tile is 128
//   %tiles = (%n + 127) / 128;  scf.for 0 to %tiles                  the same
//   %p = addptr %x, pid * %s + %i                                    %s is a stride of the buffer %x; its unit term spans 128
//   %j = load %index[...];  addptr %x, %j * 64                       %index holds offsets
//   %b = load %starts[i];  %e = load %starts[i + 1];  %e - %b        %starts holds where something begins, ascending
//
// It is a guess that a search starts from (deduceLaunch), so nothing depends on its being right.
#ifndef FATHOM_ORACLES_INTERP_ARGUMENTUSES_H
#define FATHOM_ORACLES_INTERP_ARGUMENTUSES_H

#include "core/ir/Triton.h"

#include <bitset>
#include <cstdint>
#include <vector>

namespace fathom::interp {

/// Arguments of the kernel, by number.
using ArgSet = std::bitset<128>;

/// An argument that strides a buffer, and the longest tile dimension that is multiplied by it (1: scalars alone).
struct StrideUse {
  unsigned argument;
  int64_t range;
};

struct ArgumentUse {
  // --- Scalars ---
  int64_t tile =
      0; ///< It bounds an index: the tile's extent in that dimension, or the step of a loop. 0: it bounds none.
  bool wide =
      false; ///< What it bounds moves on with the program or a loop; else it is one tile, counted from 0.
  bool stride = false;               ///< Multiplied by an index in an address.
  bool factor = false;               ///< Multiplied by something else that is not constant.
  bool offset = false;               ///< Added to an address.
  bool divisor = false;              ///< Something that is no tile is divided by it.
  bool shift = false;                ///< A shift's amount.
  bool mask = false;                 ///< An operand of a bitwise and.
  std::vector<int64_t> comparedWith; ///< Constants.

  // --- Buffers ---
  bool loaded = false, stored = false, updated = false; ///< By loads, by stores, by atomics.
  bool isVolatile = false;                              ///< Some loads are.
  std::vector<StrideUse> strides;                       ///< Each argument once.
  int64_t unitRange =
      0; ///< The longest tile dimension that is added without being multiplied by an argument, times its constant factor.

  // --- What the integers of a buffer are for ---
  bool loadOffsets = false,
       storeOffsets = false; ///< In addresses that are loaded from, that are stored to.
  bool bounds = false;       ///< They bound loops or indices.
  int64_t boundTile = 0;     ///< As `tile`.
  bool ascending = false;    ///< Two of its elements are subtracted from each other.
  bool divisors = false;
  bool bits = false;            ///< Shifted, or masked by a constant.
  mlir::Type pointeeOfElements; ///< They are addresses of this.
};

struct KernelUses {
  std::vector<ArgumentUse> args;
  uint8_t axes = 0; ///< Bit d: the program's number in grid dimension d matters.
};

/// Of the kernel and of what it calls.
KernelUses argumentUses(mlir::ModuleOp module, tt::FuncOp kernel);

} // namespace fathom::interp

#endif
