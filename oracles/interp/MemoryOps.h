// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ops that access global memory share: who accesses, which lanes do, and what the access leaves in a value.
//
//   std::optional<Lanes> lanes = lanesOf(f, i, f.operand(i, 0), &f.operand(i, 1), elementCount(type));
//   if (!lanes)
//     return; // the run was stopped: a mask or an address on poison
//   if (std::optional<Value> loaded = loadLanes(f, i, *lanes, element, other))
//     f.result(i) = std::move(*loaded);
#ifndef FATHOM_ORACLES_INTERP_MEMORYOPS_H
#define FATHOM_ORACLES_INTERP_MEMORYOPS_H

#include "oracles/interp/Machine.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace fathom::interp {

/// Machine::state of a program: barriers that it has passed. A store and a load of the same element by one program need one in between, unless
/// the same thread does both, which nobody knows here. ttg.barrier and gpu.barrier count it up.
struct ProgramState {
  uint32_t epoch = 0;
};

/// The program that runs, for Memory. Refers to the op's name: valid as long as the op.
Access accessOf(Frame &f, const Instr &i);

/// Ends the run if there is a fault. True: there is none.
bool accessed(Frame &f, const Instr &i, const std::optional<Fault> &fault);

/// The lanes of an access: `count` addresses, and which of them are used.
struct Lanes {
  Value pointers; ///< U64.
  Value mask;     ///< U8; empty (count 0): all lanes are on.
  int64_t count = 0;

  const uint64_t *addresses() const { return pointers.elements<uint64_t>(); }
  const uint8_t *on() const { return mask.count ? mask.elements<uint8_t>() : nullptr; }
};

/// The lanes of an access through `pointers` where `mask` (null: everywhere) is true. Both have 1 element or `count`. Stops the run, and returns
/// none, if the mask is poisoned, or an address is where the mask is true. If both have one element, so have the lanes (count 1), however large `count` is:
/// who reads reads once; who writes asks for `all`.
std::optional<Lanes> lanesOf(Frame &f, const Instr &i, const Value &pointers, const Value *mask,
                             int64_t count, bool all = false);

/// What is read: element.lane; where a lane is off, `other` (1 element or as many as lanes), or Undefined poison if it is null. None: the run was stopped.
std::optional<Value> loadLanes(Frame &f, const Instr &i, const Lanes &lanes, const Element &element,
                               const Value *other);
/// False: the run was stopped.
bool storeLanes(Frame &f, const Instr &i, const Lanes &lanes, const Element &element,
                const Value &values);
/// What was there before (Undefined poison where a lane is off), or none if the run was stopped. `wantOld`: whether the old elements are used.
std::optional<Value> updateLanes(Frame &f, const Instr &i, Rmw kind, const Lanes &lanes,
                                 const Element &element, const Value &values, bool wantOld);

/// A pointer to a block of a tensor in memory: tt.make_tensor_ptr. Strides and offsets in elements.
struct BlockPointer : Object {
  uint64_t base = 0;
  llvm::SmallVector<int64_t, 4> shape, strides, offsets;
  llvm::SmallVector<int64_t, 4> block;
  /// What the size, stride or offset of each dimension is worth: an access through poison stops the run.
  uint8_t poison = 0;
};

/// Addresses of all elements of a block, row-major, of a strided tensor of elements of `bytes` bytes:
/// base + bytes * sum((offset[d] + index[d]) * stride[d]), and which of them have 0 <= offset[d] + index[d] < shape[d] in each dimension that is guarded
/// (bit d of `guarded`). The mask is empty if all are inside.
Lanes stridedLanes(uint64_t base, unsigned bytes, llvm::ArrayRef<int64_t> shape,
                   llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> offsets,
                   llvm::ArrayRef<int64_t> block, uint64_t guarded);

/// One element, held as in ieee: 0, or NaN of a float type.
Value paddingOf(const Element &element, bool nan);

/// Part of addMemoryOps: program ids, prints, assertions.
void addProgramOps(Registry &registry);

} // namespace fathom::interp

#endif
