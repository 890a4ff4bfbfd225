// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps a place in the machine (register, lane, warp, block; or an offset in shared memory) to the
// tensor element that lives there, as a linear function of the place's bits.
#ifndef FATHOM_CORE_LAYOUT_LINEARLAYOUT_H
#define FATHOM_CORE_LAYOUT_LINEARLAYOUT_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/layout/Dim.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace fathom {

// The problem. A tensor of a GPU program is spread over the registers of many threads, and a
// compiler has many ways to spread it, each with its own formula (blocked, matrix-core fragments,
// swizzled shared memory, ...). To convert one into another, to see who holds copies, or to check
// that nothing is missing, one wants a single form that all of them have.
//
// An example. A 4x4 tensor; two warps of four lanes; each lane holds two neighbours of a row:
//
//               col 0       col 1       col 2       col 3
//     row 0   w0 l0 r0    w0 l0 r1    w0 l1 r0    w0 l1 r1
//     row 1   w0 l2 r0    w0 l2 r1    w0 l3 r0    w0 l3 r1
//     row 2   w1 l0 r0    w1 l0 r1    w1 l1 r0    w1 l1 r1
//     row 3   w1 l2 r0    w1 l2 r1    w1 l3 r0    w1 l3 r1
//
// Flipping one bit of the place always flips the same bits of the (row, col) index:
//
//     register bit 0 -> (0, 1)      lane bit 0 -> (0, 2)      warp bit 0 -> (2, 0)
//                                   lane bit 1 -> (1, 0)
//
// and every entry of the table is the XOR of the rows for the bits that are set. Warp 1, lane 3,
// register 1: (2,0) ^ (0,2) ^ (1,0) ^ (0,1) = (3, 3). So these four pairs, the *bases*, are the
// layout. Two more layouts of the same kind:
//
//     every lane holds the same element     lane bit i -> (0, 0)       a broadcast
//
//     4x4 in shared memory, each row's      offset bit 0 -> (0, 1)     a swizzle: at offset 9 is
//     columns XORed with its number         offset bit 1 -> (0, 2)     (2,2) ^ (0,1) = (2, 3)
//                                           offset bit 2 -> (1, 1)
//                                           offset bit 3 -> (2, 2)
//
// In general: in-dims (register, lane, ...) and out-dims (dim0, dim1, ...) are named and have sizes
// that are powers of two; a layout L gives each bit of each in-dim a value for every out-dim, and
//
//     L(x ^ y) = L(x) ^ L(y),   L(0) = 0.
//
// It is a matrix of bits: one column per in-bit (a basis), one row per out-bit. Columns are kept
// packed in one 64-bit word each, the first out-dim in the lowest bits; in-bits likewise count from
// the first in-dim's lowest. Hence at most 64 bits on either side.
//
// Neither surjective nor injective is required. A tensor's layout must be surjective (each element
// lives somewhere); it need not be injective (copies are allowed).
class LinearLayout {
public:
  struct DimSize {
    Dim dim;
    uint64_t size;
    bool operator==(const DimSize &) const = default;
  };
  struct DimValue {
    Dim dim;
    uint64_t value;
    bool operator==(const DimValue &) const = default;
  };
  /// For each bit of one in-dim, lowest first, its value in every out-dim.
  using Bases = std::vector<llvm::SmallVector<int64_t, 4>>;

  //===--- Making layouts ---===//

  /// No dims: the unit of `*`.
  LinearLayout() = default;
  static LinearLayout empty() { return {}; }

  /// in = out.          identity1D(4, lane, dim0): lane 0 1 2 3 -> dim0 0 1 2 3.
  static LinearLayout identity1D(uint64_t size, Dim in, Dim out);
  /// in * stride = out. strided1D(4, 2, lane, dim0): lane 0 1 2 3 -> dim0 0 2 4 6; dim0 has size 8.
  static LinearLayout strided1D(uint64_t size, uint64_t stride, Dim in, Dim out);
  /// 0 = out.           zeros1D(4, lane, dim0): lane 0 1 2 3 -> dim0 0 0 0 0; dim0 has `outSize`.
  static LinearLayout zeros1D(uint64_t size, Dim in, Dim out, uint64_t outSize = 1);
  /// The identity from in-dim `in` to a whole shape; axes in `order` are filled one by one.
  ///   identityND(register, {2, 4}, {1, 0}): bases (0,1) (0,2) (1,0).
  static LinearLayout identityND(Dim in, llvm::ArrayRef<uint64_t> shape,
                                 llvm::ArrayRef<unsigned> order);

  /// From bases as an attribute spells them. An error if a size is no power of two, a basis has not
  /// one value per out-dim, a value is negative or not below its out-dim's size, or a dim is named
  /// twice.
  static llvm::Expected<LinearLayout> create(llvm::ArrayRef<std::pair<Dim, Bases>> ins,
                                             llvm::ArrayRef<DimSize> outs);

  //===--- Looking ---===//

  llvm::SmallVector<Dim, 4> inDims() const;
  llvm::SmallVector<Dim, 4> outDims() const;
  bool hasInDim(Dim dim) const { return find(ins, dim); }
  bool hasOutDim(Dim dim) const { return find(outs, dim); }
  /// log2 of a dim's size; 0 for a dim that the layout does not have.
  unsigned inBits(Dim dim) const;
  unsigned outBits(Dim dim) const;
  uint64_t inSize(Dim dim) const { return uint64_t(1) << inBits(dim); }
  uint64_t outSize(Dim dim) const { return uint64_t(1) << outBits(dim); }
  unsigned totalInBits() const { return columns.size(); }
  unsigned totalOutBits() const;

  /// What bit `bit` of `in` contributes to `out`. In the 4x4 example basis(lane, 0, dim1) = 2.
  uint64_t basis(Dim in, unsigned bit, Dim out) const;
  /// All bases of an in-dim, a value per out-dim each; (0,2) (1,0) for lane in the example.
  Bases bases(Dim in) const;

  /// The element at a place; in-dims that are not mentioned are 0, each out-dim gets a value.
  /// apply({{warp, 1}, {lane, 3}, {register, 1}}) = {{dim0, 3}, {dim1, 3}} in the example.
  llvm::SmallVector<DimValue, 4> apply(llvm::ArrayRef<DimValue> place) const;
  /// The same with both sides packed, first dim lowest: applyPacked(0b1111) = 0b1111 there.
  uint64_t applyPacked(uint64_t place) const;

  /// Dims in the same order with the same sizes, and the same bases.
  bool operator==(const LinearLayout &) const = default;
  friend llvm::hash_code hash_value(const LinearLayout &layout);
  /// "register: (0,1); lane: (0,2) (1,0); warp: (2,0) -> dim0 4, dim1 4"
  std::string toString() const;

  //===--- Rank ---===//

  /// log2 of how many different elements the layout reaches.
  unsigned rank() const;
  bool isSurjective() const { return rank() == totalOutBits(); }
  bool isInjective() const { return rank() == totalInBits(); }
  bool isInvertible() const { return isSurjective() && isInjective(); }
  /// For each in-dim, the bits that can be flipped (together with some earlier ones) without
  /// changing the element: places with all of them zero hold each element exactly once.
  ///   lane -> 0, 0    : {lane, 0b11}, a broadcast over four lanes.
  ///   lane -> 1, 2, 3 : {lane, 0b100}, as 3 = 1 ^ 2.
  llvm::SmallVector<DimValue, 4> freeVariableMasks() const;

  //===--- Putting together ---===//

  /// Direct sum: `inner` repeated in the pattern of `outer`. Bits of `outer` go above those of
  /// `inner` in each in-dim and in each out-dim.
  ///   identity1D(2, register, dim0) * identity1D(4, lane, dim0) : register -> 1, lane -> 2, 4.
  ///   identity1D(2, lane, dim0) * zeros1D(4, lane, dim0)        : lane -> 1, 0, 0.
  /// Associative; not commutative. Dims come in the order of `inner`, those of `outer` slotted in.
  friend LinearLayout operator*(const LinearLayout &inner, const LinearLayout &outer);
  LinearLayout &operator*=(const LinearLayout &outer) { return *this = *this * outer; }

  /// x -> outer(this(x)). Out-dims here are the in-dims of `outer`, which may be larger.
  ///   (lane -> dim0: 1, 2) then (dim0 -> offset: 4, 8) : lane -> offset 4, 8.
  LinearLayout compose(const LinearLayout &outer) const;

  /// Side by side: the same out-dims, reached from more in-dims.
  LinearLayout concatIns(const LinearLayout &other) const;
  /// Side by side: from the same in-dims, more out-dims.
  LinearLayout concatOuts(const LinearLayout &other) const;

  //===--- Taking apart ---===//

  /// C with *this == inner * C, if there is one: the low bits are `inner`, and nothing else touches
  /// them. C keeps all dims of *this, some perhaps of size 1.
  ///   (lane -> 1, 2, 4) divideLeft (lane -> 1) : lane -> 1, 2.
  ///   (lane -> 1, 3) divideLeft (lane -> 1)    : none, 3 has the low bit set.
  std::optional<LinearLayout> divideLeft(const LinearLayout &inner) const;
  /// C with *this == C * outer, if there is one.
  std::optional<LinearLayout> divideRight(const LinearLayout &outer) const;

  /// Only these in-dims and out-dims, in their order here.
  LinearLayout sublayout(llvm::ArrayRef<Dim> keepIns, llvm::ArrayRef<Dim> keepOuts) const;
  /// Do these in-dims leave these out-dims alone?
  bool sublayoutIsZero(llvm::ArrayRef<Dim> fromIns, llvm::ArrayRef<Dim> toOuts) const;
  /// Without `dims`, if each of them is an in-dim and an out-dim that maps to itself and to nothing
  /// else, and nothing else maps to it.
  std::optional<LinearLayout> quotient(llvm::ArrayRef<Dim> dims) const;
  /// Without the bits of an in-dim that have no effect.
  ///   (register -> 1, 0, 2) removeZeroBases register : register -> 1, 2.
  LinearLayout removeZeroBases(Dim in) const;

  //===--- The same bits under other names ---===//

  /// All in-bits in order, first dim lowest, cut into new dims of the same total size.
  ///   (register -> 1; lane -> 2, 4) reshapeIns {{offset, 8}} : offset -> 1, 2, 4.
  LinearLayout reshapeIns(llvm::ArrayRef<DimSize> newIns) const;
  LinearLayout reshapeOuts(llvm::ArrayRef<DimSize> newOuts) const;
  /// Out-dims of other sizes: values lose their upper bits, or there is room for more.
  ///   (lane -> dim0 1, 2, 4) resizeOuts {{dim0, 4}} : lane -> dim0 1, 2, 0.
  LinearLayout resizeOuts(llvm::ArrayRef<DimSize> newOuts) const;
  /// The same dims in another order.
  LinearLayout transposeIns(llvm::ArrayRef<Dim> order) const;
  LinearLayout transposeOuts(llvm::ArrayRef<Dim> order) const;

  //===--- Inverting ---===//

  /// X with this(x) == outer(X(x)) for all x: where `outer` keeps what this keeps at x. None if
  /// `outer` lacks an element that *this has. Out-dims must be the same ones (in any order). Of
  /// several copies in `outer` it chooses so that an in-dim with equal bases in both stays where it
  /// is (a broadcast along lanes reads its own lane), and free variables are 0 otherwise.
  ///   (lane -> 1, 2) invertAndCompose (offset -> 2, 1) : lane -> offset 2, 1.
  std::optional<LinearLayout> invertAndCompose(const LinearLayout &outer) const;
  /// Y with this(Y(y)) == y for each element y; none unless surjective.
  std::optional<LinearLayout> pseudoinvert() const;
  /// The two-sided inverse; none unless invertible.
  std::optional<LinearLayout> invert() const;

private:
  struct DimBits {
    Dim dim;
    unsigned bits;
    bool operator==(const DimBits &) const = default;
  };
  using DimList = llvm::SmallVector<DimBits, 4>;

  static const DimBits *find(const DimList &list, Dim dim);
  static unsigned start(const DimList &list, Dim dim);
  static unsigned total(const DimList &list);
  static DimList merge(const DimList &first, const DimList &second);
  static DimList cut(llvm::ArrayRef<DimSize> dims);
  /// Moves packed bits from the order of `from` to that of `to`; dims that `to` lacks are dropped.
  static uint64_t repack(uint64_t value, const DimList &from, const DimList &to);
  std::optional<LinearLayout> divide(const LinearLayout &divisor, bool low) const;
  void addIn(Dim dim, llvm::ArrayRef<uint64_t> newColumns);

  DimList ins;
  DimList outs;
  llvm::SmallVector<uint64_t, 16> columns;
};

} // namespace fathom

#endif
