// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor descriptors, and what ops do through them: tt.descriptor_* and the TMA ops, which move the same blocks to and from shared memory.
//
//   descriptor of a tensor of 10 x 20 elements, strides (20, 1), block 4 x 8; coordinates (8, 16):
//     rows 8 to 11 and columns 16 to 23; rows from 10 and columns from 20 on are outside: reading gives the padding, writing does nothing.
//
// What is outside is decided by the descriptor's shape alone, in every dimension, for negative coordinates too.
#ifndef FATHOM_ORACLES_INTERP_DESCRIPTOROPS_H
#define FATHOM_ORACLES_INTERP_DESCRIPTOROPS_H

#include "oracles/interp/MemoryOps.h"

#include "core/ir/Triton.h"

namespace fathom::interp {

struct Descriptor : Object {
  uint64_t base = 0;
  llvm::SmallVector<int64_t, 5> shape;   ///< In elements.
  llvm::SmallVector<int64_t, 5> strides; ///< In elements.
  llvm::SmallVector<int64_t, 5>
      block; ///< The shape of what one access moves; the rank of the coordinates.
  Element element;
  bool nanPadding = false; ///< Floats outside read as NaN, not 0. Integers outside are 0.
  /// How min and max compare integers; none: the type does not say.
  std::optional<bool> isSigned;
  /// What the worst of its parts is worth: an access through poison stops the run.
  uint8_t poison = Defined;
};

/// The descriptor that operand k, of a descriptor type, is; stops the run and returns null if there is none, or if one of its parts is poisoned.
const Descriptor *descriptorOperand(Frame &f, const Instr &i, unsigned k);

/// A descriptor of the type that refers to what lies at the address, or will (ttng.tensormap_create): to name it is no use, and may be hoisted above the
/// write. Until then its base is 0. The program keeps it.
Value descriptorInMemory(Frame &f, uint64_t address, tt::TensorDescType type);

/// A descriptor of that type with its address, sizes and strides.
Value makeDescriptor(tt::TensorDescType type, Semantics semantics, uint64_t base,
                     llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides,
                     bool nanPadding);

/// The block at the coordinates: its elements row-major, those outside off. `block`: another shape than the descriptor's (empty: the same), of the same rank.
Lanes blockLanes(const Descriptor &descriptor, llvm::ArrayRef<int64_t> coordinates,
                 llvm::ArrayRef<int64_t> block = {});

/// Gather and scatter: rows[r] and the `columns` elements from `column` on, for each r, row-major. The descriptor has rank 2.
Lanes rowLanes(const Descriptor &descriptor, llvm::ArrayRef<int64_t> rows, int64_t column,
               int64_t columns);

/// Operands k, k+1, ... k+n-1 as coordinates, sign-extended; stops the run and returns none on poison.
std::optional<llvm::SmallVector<int64_t, 5>> coordinates(Frame &f, const Instr &i, unsigned k,
                                                         unsigned n);
/// The elements of an i32 tensor, sign-extended; the same.
std::optional<llvm::SmallVector<int64_t>> rowOffsets(Frame &f, const Instr &i, unsigned k);

/// What is read, with the padding outside; none if the run was stopped.
std::optional<Value> loadBlock(Frame &f, const Instr &i, const Descriptor &descriptor,
                               const Lanes &lanes);
/// `values`: 1 element or one for each lane. False: the run was stopped.
bool storeBlock(Frame &f, const Instr &i, const Descriptor &descriptor, const Lanes &lanes,
                const Value &values);
bool reduceBlock(Frame &f, const Instr &i, const Descriptor &descriptor, const Lanes &lanes,
                 tt::DescriptorReduceKind kind, const Value &values);

} // namespace fathom::interp

#endif
