// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which elements of the matrices A, B and D each register of each lane holds for one matrix
// instruction of NVIDIA or AMD.
#ifndef FATHOM_CORE_LAYOUT_MATRIXTILES_H
#define FATHOM_CORE_LAYOUT_MATRIXTILES_H

#include "core/layout/LinearLayout.h"

namespace fathom {

// The instruction computes D = A * B + C, with A of M x K elements, B of K x N and D of M x N. A
// tile here is the layout of one of them over the registers and lanes of one warp. In tensors of
// rank 3, dim0 counts matrices.
//
// Example: D of mma.m16n8k16 in f32. Each of 32 lanes holds four elements c0 to c3 (PTX ISA,
// "Matrix Fragments for mma.m16n8k16 with floating point type"):
//
//     row = lane / 4      for c0, c1      col = (lane % 4) * 2 + (i % 2)
//     row = lane / 4 + 8  for c2, c3
//
//     register -> (0,1) (8,0);   lane -> (0,2) (0,4) (1,0) (2,0) (4,0)
//
// The order of a tile's out-dims says in which order it repeats to cover more.

/// How an operand or a result lies in a tensor: which axes are the rows and the columns.
struct MatrixAxes {
  unsigned rank;
  unsigned row() const { return rank - 2; }
  unsigned col() const { return rank - 1; }
  /// The axis of operand 0 or 1 that the product sums over, and the other one.
  unsigned k(unsigned operand) const { return operand == 0 ? col() : row(); }
  unsigned nonK(unsigned operand) const { return operand == 0 ? row() : col(); }
};

/// The fragment that all of NVIDIA's warp-wide instructions share: `contiguous` registers, then 4
/// lanes along `inner`; 8 lanes, then registers along `outer`; then registers along `inner`, until
/// `outerSize` x `innerSize` are covered. outerSize is at least 8 and innerSize at least 4 *
/// contiguous, powers of two.
LinearLayout nvidiaFragment(llvm::ArrayRef<unsigned> repeatOrder, unsigned inner, unsigned outer,
                            uint64_t innerSize, uint64_t outerSize, uint64_t contiguous);

/// D of mma (m x n = 16 x 8) and of one warp of wgmma (16 x N).
LinearLayout nvidiaResultTile(unsigned rank, uint64_t m, uint64_t n);

/// Operand 0 (16 x 8*kWidth) or 1 (8*kWidth x 8) of mma; operand 0 of wgmma from registers. kWidth
/// elements of a lane lie side by side along K: 32 / element bits for the plain instruction, more
/// when several are loaded at once.
LinearLayout nvidiaOperandTile(unsigned rank, unsigned operand, uint64_t kWidth);

/// D of AMD's mfma, 64 lanes: a lane holds 4 consecutive rows of a column (1 in f64), lanes fill a
/// row of n columns and then further rows; registers repeat that. AMD matrix instruction
/// calculator, v_mfma_f32_32x32x8f16:
///
///     register -> (1,0) (2,0) (8,0) (16,0);   lane -> (0,1) (0,2) (0,4) (0,8) (0,16) (4,0)
///
/// `transposed`: the same with rows and columns exchanged. m x n is 32x32, 16x16, 4x64, 64x4 or
/// 4x4.
LinearLayout mfmaResultTile(unsigned rank, uint64_t m, uint64_t n, bool transposed,
                            unsigned elementBits);

/// Operand of mfma, repeated along K to cover kSize: lanes along the other axis, then along K in
/// steps of kWidth.
LinearLayout mfmaOperandTile(unsigned rank, unsigned operand, uint64_t m, uint64_t n,
                             uint64_t kWidth, uint64_t kSize);

/// D of AMD's wmma, 32 lanes. Version 1 (RDNA3): lanes 0 to 15 hold even rows, 16 to 31 odd ones.
/// Versions 2 and 3 (RDNA4, gfx1250): rows 0 to 7 and 8 to 15. m is 16, or 32 (two tiles, one above
/// the other).
///
///     version 1   register -> (2,0) (4,0) (8,0);   lane -> (0,1) (0,2) (0,4) (0,8) (1,0)
///     version 2   register -> (1,0) (2,0) (4,0);   lane -> (0,1) (0,2) (0,4) (0,8) (8,0)
LinearLayout wmmaResultTile(unsigned rank, unsigned version, uint64_t m, bool transposed);

/// Operand of wmma whose K is `instrK`. Version 1 keeps the same in lanes 0 to 15 and 16 to 31;
/// later ones divide K.
LinearLayout wmmaOperandTile(unsigned rank, unsigned operand, unsigned version, uint64_t nonK,
                             uint64_t instrK, uint64_t kWidth);

} // namespace fathom

#endif
