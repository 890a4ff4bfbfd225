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

/// An argument that strides a buffer.
struct StrideUse {
  unsigned argument;
  /// The longest tile dimension that is multiplied by it; 1: scalars alone.
  int64_t range;
  /// The index moves on with the program or a loop; else it is one tile, counted from 0.
  bool moves;
  /// The index is a remainder by one of these.
  ArgSet bounds;
};

struct ArgumentUse {
  //===--- Scalars ---===//
  /// It bounds an index: the tile's extent in that dimension, or the step of a loop. 0: it bounds none.
  int64_t tile = 0;
  /// What it bounds moves on with the program or a loop; else it is one tile, counted from 0.
  bool wide = false;
  /// It bounds a loop; and an index that the program's number is in.
  bool loop = false, grid = false;
  bool begins = false; ///< A loop's counter begins with it.
  /// An index is divided by it: an inner dimension of several that were made one.
  bool inner = false;
  bool stride = false;  ///< Multiplied by an index in an address.
  bool factor = false;  ///< Multiplied by something that is not constant.
  bool offset = false;  ///< Added to an address.
  bool divisor = false; ///< Something that is no tile is divided by it.
  bool shift = false;   ///< A shift's amount.
  bool mask = false;    ///< An operand of a bitwise and.

  /// Constants that it, or what is loaded of it, is compared with.
  std::vector<int64_t> comparedWith;

  //===--- Buffers ---===//
  bool loaded = false, stored = false, updated = false; ///< By loads, by stores, by atomics.
  bool isVolatile = false;                              ///< Some loads are.
  std::vector<StrideUse> strides;                       ///< Each argument once.
  /// The longest tile dimension that no argument multiplies, times its constant factor.
  int64_t unitRange = 0;
  bool unitMoves = false; ///< As StrideUse::moves.

  //===--- What the integers of a buffer are for ---===//
  bool loadOffsets = false;     ///< In addresses that are loaded from.
  bool storeOffsets = false;    ///< In addresses that are stored to.
  bool bounds = false;          ///< They bound loops or indices.
  int64_t boundTile = 0;        ///< As `tile`.
  bool ascending = false;       ///< Two of them are subtracted from each other.
  bool divisors = false;        ///< Something is divided by them.
  bool factors = false;         ///< An index is multiplied by them: strides.
  bool bits = false;            ///< Shifted, or masked by a constant.
  bool scales = false;          ///< Scales of a tt.dot_scaled: powers of two with a bias of 127.
  bool narrowFloats = false;    ///< Operands of a tt.dot_scaled: the codes of 8-bit floats.
  mlir::Type pointeeOfElements; ///< They are addresses of this.
};

struct KernelUses {
  std::vector<ArgumentUse> args;
  int64_t longestRange = 1; ///< The longest tt.make_range.
  uint8_t axes = 0;         ///< Bit d: the program's number in grid dimension d matters.
};

/// Of the kernel and of what it calls.
KernelUses argumentUses(mlir::ModuleOp module, tt::FuncOp kernel);

} // namespace fathom::interp

#endif
